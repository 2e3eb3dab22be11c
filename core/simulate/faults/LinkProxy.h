// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/simulate/faults/LinkCondition.h"
#include "core/simulate/faults/LinkHub.h"
#include "core/simulate/faults/LinkThread.h"
#include "core/zk/ConnectString.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::console {

/// The network of one simulated client (or of all clients of one process), with faults: it listens on 127.0.0.1, one
/// port per server, so that the client keeps a server list, and forwards the traffic. Connections from other machines
/// are refused.
///
/// Thread: the application's, with an event loop for the replies; the traffic runs on `thread`. All functions return at
/// once and take effect in the order of the calls. The destructor breaks its connections.
class LinkProxy final : public QObject {
    Q_OBJECT
public:
    using Ended = std::function<void(const Result<void>&)>;

    explicit LinkProxy(std::shared_ptr<LinkThread> thread, QObject* parent = nullptr);
    ~LinkProxy() override;
    LinkProxy(const LinkProxy&) = delete;
    LinkProxy& operator=(const LinkProxy&) = delete;

    /// Listens, and waits until the links' thread does. Called once. Error: System, no free port.
    [[nodiscard]] Result<void> open(const zk::ConnectString& servers);
    [[nodiscard]] Result<void> open(std::vector<LinkRoute> routes);
    /// The client's connect string: a port of 127.0.0.1 for each server, with the chroot. Valid after open().
    [[nodiscard]] const zk::ConnectString& connectString() const { return m_connect; }

    /// For the connections to these servers, by their indexes in the connect string; empty: to all.
    void set(const LinkCondition& condition, std::vector<std::size_t> servers = {});
    /// Whether the connection to any server has a fault by set().
    [[nodiscard]] bool hasFault() const;
    /// Cuts the connection to one server; `index` as in the connect string.
    void cutServer(std::size_t index, bool cut);

    /// Calls `settled` when all earlier calls have taken effect.
    void settle(Task settled);

    /// Closes, on the servers, every session that has used this link, and no other: the link has read their passwords.
    /// The clients' connections break; they may reconnect when `ended` is called: with Refused if there was no session,
    /// with TimedOut or NoConnection if one may still be alive.
    void endSessions(std::chrono::milliseconds waitLimit, Ended ended);

private:
    void reportEnded(quint64 request, const std::optional<Error>& error);
    void reportSettled(quint64 request);

    std::shared_ptr<LinkThread> m_thread;
    LinkHub* m_hub = nullptr; ///< lives on m_thread, and is deleted there
    zk::ConnectString m_connect;
    std::vector<LinkCondition> m_conditions; ///< as last set, in the order of m_connect
    std::map<quint64, Ended> m_asked;
    std::map<quint64, Task> m_settling;
    quint64 m_requests = 0;
};

} // namespace lockscope::console
