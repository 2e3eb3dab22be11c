// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/SshSettings.h"
#include "core/connect/TlsSettings.h"
#include "core/connect/zookeeper/CollectorSettings.h"
#include "core/zk/ConnectString.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::connect {

/// The servers and how to reach them.
struct ForwarderSettings {
    zk::ConnectString servers;
    std::optional<TlsSettings> tls;
    std::string keyPassword; ///< secret: the password of tls->keyFile
    std::optional<SshSettings> ssh;
    std::vector<int> adminPorts{}; ///< one for all AdminServers, or one per server; 0 or none: not forwarded
    bool adminTls = false;         ///< they use HTTPS and are verified with `tls`
};

/// Forwards connections of this process to the servers over TLS, through SSH, or both. It listens on 127.0.0.1, one
/// port for each server, so a client without TLS and SSH still has a list of servers.
///
/// A server is trusted if its certificate is issued by a CA of the settings, is valid now, and has the expected name.
/// Nothing is sent to other servers, and no setting changes that. Connections of other processes are refused. Through
/// SSH, the SSH server resolves the servers' names.
///
/// Thread: any one at a time, but giveUp() and trouble() on any thread; the traffic runs on a thread of its own. The
/// destructor closes all connections and waits for the end of ssh as SshTunnel does: no process and no folder remains.
class Forwarder final {
public:
    explicit Forwarder(ForwarderSettings settings);
    ~Forwarder();
    Forwarder(const Forwarder&) = delete;
    Forwarder& operator=(const Forwarder&) = delete;

    /// Reads the PEM files, starts ssh if required, and listens. Blocks: some milliseconds; with SSH until the login is
    /// done, 30 seconds at most. Never call it on the UI thread. May be called again after a failure. It does not
    /// connect to the servers: see trouble().
    /// Errors: BadArguments, Missing, Refused (settings), NoConnection, TimedOut (SSH), System; each says what to do.
    /// Cancelled: see giveUp().
    [[nodiscard]] Result<void> open();
    /// Cancels the current or the next open(), unless it has ended already. Any thread.
    void giveUp();

    /// The address for clients: a port of 127.0.0.1 for each server, in their order, with the same chroot. After
    /// open().
    [[nodiscard]] const zk::ConnectString& connectString() const { return m_connect; }

    /// Sets the servers and their forwarded addresses in `settings`, for no other server can be reached. AdminServers
    /// are reached by plain HTTP, on one port of 127.0.0.1 each. After open().
    void lead(ensemble::CollectorSettings& settings) const;

    /// Why the last attempt to reach a server failed; empty before any failure and after a successful reply.
    [[nodiscard]] std::optional<Error> trouble() const;

private:
    class Worker;
    class Opening;

    ForwarderSettings m_settings;
    zk::ConnectString m_connect;
    std::vector<int> m_adminPorts; ///< of 127.0.0.1, one per server; 0: not forwarded
    std::shared_ptr<Opening> m_opening;
    std::unique_ptr<Worker> m_worker; ///< null until open() succeeded
};

} // namespace lockscope::connect
