// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/ForwardedConnection.h"
#include "core/connect/SshTunnel.h"
#include "core/zk/ConnectString.h"

#include <QObject>
#include <QTcpServer>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace lockscope::connect {

/// Why the last attempt to reach a server failed. Any thread.
class RouteErrors final {
public:
    void set(std::optional<Error> trouble)
    {
        const std::lock_guard lock(m_mutex);
        m_trouble = std::move(trouble);
    }
    [[nodiscard]] std::optional<Error> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_trouble;
    }

private:
    mutable std::mutex m_mutex;
    std::optional<Error> m_trouble;
};

/// One local port and its target.
struct ForwardRoute {
    zk::Server server;
    bool tls = false;
    std::shared_ptr<RouteErrors> trouble; ///< not null; routes may share it
};

/// The part of a Forwarder that lives on its thread: listeners, connections, ssh. All functions: on that thread.
class ForwarderHub final : public QObject {
    Q_OBJECT
public:
    using Opened = std::function<void(const Result<void>&)>;

    /// `tls` may be null if no route uses TLS.
    ForwarderHub(std::vector<ForwardRoute> routes, std::unique_ptr<TlsWay> tls, std::optional<SshSettings> ssh);
    ~ForwarderHub() override;
    ForwarderHub(const ForwarderHub&) = delete;
    ForwarderHub& operator=(const ForwarderHub&) = delete;

    /// Listens, and waits for ssh. Calls `opened` exactly once.
    void open(Opened opened);
    /// One per route, in their order.
    [[nodiscard]] std::vector<quint16> ports() const;

private:
    struct Waiting {
        ForwardedConnection* connection;
        std::size_t route;
    };

    [[nodiscard]] Result<void> listen();
    [[nodiscard]] Result<void> prepareTunnel(const SshSettings& ssh);
    void accept(std::size_t route, QTcpSocket* client);
    [[nodiscard]] bool isOurs(const QTcpSocket& client, RouteErrors& trouble) const;
    void lead(ForwardedConnection* connection, std::size_t route);
    void onFailed(std::size_t route, Error error, bool silently);
    void onTunnelUp();
    void onTunnelDown(const Error& error);

    std::vector<ForwardRoute> m_routes;
    std::unique_ptr<TlsWay> m_tls;
    std::optional<SshSettings> m_ssh;
    std::vector<std::unique_ptr<QTcpServer>> m_listeners;
    std::unique_ptr<SshTunnel> m_tunnel;             ///< null: directly to the servers
    std::vector<ForwardedConnection*> m_connections; ///< children of this object
    std::vector<Waiting> m_waiting;                  ///< for the tunnel
    Opened m_opened;
};

} // namespace lockscope::connect
