// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/faults/LinkCondition.h"
#include "core/simulate/faults/LinkGreeting.h"

#include <QHostAddress>
#include <QObject>
#include <QTcpServer>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::console {

class LinkConnection;

/// A route: connections to `listenPort` on `listenAddress` are forwarded to `port` on `host`.
struct LinkRoute {
    QString host;
    quint16 port = 0;
    QHostAddress listenAddress{QHostAddress::LocalHost};
    quint16 listenPort = 0; ///< 0: any free port
};

/// The part of a LinkProxy that lives on the link's thread: listeners and connections. All functions must be called on
/// that thread.
class LinkHub final : public QObject {
    Q_OBJECT
public:
    explicit LinkHub(std::vector<LinkRoute> routes);
    ~LinkHub() override;
    LinkHub(const LinkHub&) = delete;
    LinkHub& operator=(const LinkHub&) = delete;

    [[nodiscard]] Result<void> listen();
    /// One per route, in the order of the routes.
    [[nodiscard]] std::vector<quint16> ports() const;

    /// For these routes; empty: for all.
    void set(const LinkCondition& condition, const std::vector<std::size_t>& routes);
    void cutRoute(std::size_t index, bool cut);
    void endSessions(quint64 request, std::chrono::milliseconds waitLimit);

Q_SIGNALS:
    void sessionsEnded(quint64 request, const std::optional<lockscope::Error>& error);

private:
    struct Listener {
        std::unique_ptr<QTcpServer> server;
        bool cut = false;
        LinkCondition condition{};
        std::vector<LinkConnection*> connections; ///< children of this object
    };

    void accept(Listener& listener, const LinkRoute& route, QTcpSocket* client);
    void breakConnections(Listener& listener);
    [[nodiscard]] std::size_t connectionCount() const;

    std::vector<LinkRoute> m_routes;
    std::vector<Listener> m_listeners;
    std::map<qint64, LinkGreeting> m_sessions; ///< seen on this link; some may have ended
    int m_endings = 0;                         ///< sessions being closed; meanwhile no client can connect
};

} // namespace lockscope::console
