// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/CollectorSettings.h"
#include "core/connect/SshSettings.h"
#include "core/connect/TlsSettings.h"
#include "core/zk/ConnectString.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::connect {

/// What is between this process and the servers.
struct ForwarderSettings {
    zk::ConnectString servers;
    std::optional<TlsSettings> tls;
    std::string keyPassword; ///< secret, of tls->keyFile
    std::optional<SshSettings> ssh;
    std::vector<int> adminPorts{}; ///< of all AdminServers, or one a server; 0 or none: they are not led to
    bool adminTls = false;         ///< they speak HTTPS, and are trusted by `tls`
};

/// Leads this process, and no other, to the servers over TLS, through SSH, or both: it listens on 127.0.0.1, one port
/// for each server, so that a client which knows neither still has a list to choose from.
///
/// A server is trusted when an authority that the settings name vouches for its certificate, which must be in force and
/// carry the expected name; nothing is sent to any other, and no setting changes that. A connection of another process
/// of this machine is refused. Through SSH, the servers' names are the SSH server's business.
///
/// Thread: any one at a time but giveUp() and trouble(), which are for any; the traffic runs on a thread of its
/// own. Destroyed, it breaks its connections and waits for the end of ssh as SshTunnel does: no process and no folder
/// is left.
class Forwarder final {
public:
    explicit Forwarder(ForwarderSettings settings);
    ~Forwarder();
    Forwarder(const Forwarder&) = delete;
    Forwarder& operator=(const Forwarder&) = delete;

    /// Reads the PEM files, starts ssh if it is asked for, and listens. Blocks until then: some milliseconds, with SSH
    /// until it has let us in, 30 seconds at most; so never call it on a thread that draws. May be tried again after a
    /// failure. The servers themselves are not reached yet: see trouble().
    /// Errors: BadArguments, Missing, Refused (settings), NoConnection, TimedOut (SSH), System; each says what to do.
    /// Cancelled: see giveUp().
    [[nodiscard]] Result<void> open();
    /// Lets open() end soon, the one under way or the next, unless it has ended already. Any thread.
    void giveUp();

    /// What to connect to instead: a port of 127.0.0.1 for each server, in their order, with the same chroot. After
    /// open().
    [[nodiscard]] const zk::ConnectString& connectString() const { return m_connect; }

    /// Sets whom to ask for facts, and where that is done: at what this leads to, for no other server can be reached;
    /// the AdminServers by plain HTTP, on a port of 127.0.0.1 for each that there is. After open().
    void lead(ensemble::CollectorSettings& settings) const;

    /// Why the newest attempt to reach a server failed; none while none has, and once one was answered.
    [[nodiscard]] std::optional<Error> trouble() const;

private:
    class Worker;
    class Opening;

    ForwarderSettings m_settings;
    zk::ConnectString m_connect;
    std::vector<int> m_adminPorts; ///< of 127.0.0.1, one a server; 0: not led to
    std::shared_ptr<Opening> m_opening;
    std::unique_ptr<Worker> m_worker; ///< null until open() worked
};

} // namespace lockscope::connect
