// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

namespace lockscope::console {

/// The network of one simulated client (or of all clients of one process), which can be broken: it listens on
/// 127.0.0.1, one port for each server, so that the client still has a list to choose from, and passes on what comes.
/// Whoever does not come from this machine is refused.
///
/// Thread: the application's, whose event loop the answers need; the traffic runs on `thread`. Its functions return
/// at once, and take effect in the order of the calls. Destroyed, it breaks its connections.
class LinkProxy final : public QObject {
    Q_OBJECT
public:
    using Ended = std::function<void(const Result<void>&)>;

    explicit LinkProxy(std::shared_ptr<LinkThread> thread, QObject* parent = nullptr);
    ~LinkProxy() override;
    LinkProxy(const LinkProxy&) = delete;
    LinkProxy& operator=(const LinkProxy&) = delete;

    /// Listens, and waits until the links' thread does. Once. Error: System, no port can be had.
    [[nodiscard]] Result<void> open(const zk::ConnectString& servers);
    [[nodiscard]] Result<void> open(std::vector<LinkRoute> routes);
    /// What the client shall connect to: a port of 127.0.0.1 for each server, with the chroot. After open().
    [[nodiscard]] const zk::ConnectString& connectString() const { return m_connect; }

    void set(const LinkCondition& condition);
    /// The way to one server alone; `index` as in the connect string.
    void cutServer(std::size_t index, bool cut);

    /// Ends, on the servers, every session that has gone through this link, and no other: the link has overheard their
    /// passwords. The clients find their connections broken and may come back when `ended` is called, with Refused if
    /// there was no session, and with TimedOut or NoConnection if one may still live.
    void endSessions(std::chrono::milliseconds waitLimit, Ended ended);

private:
    void tellEnded(quint64 request, const std::optional<Error>& error);

    std::shared_ptr<LinkThread> m_thread;
    LinkHub* m_hub = nullptr; ///< lives and dies on m_thread
    zk::ConnectString m_connect;
    std::map<quint64, Ended> m_asked;
    quint64 m_requests = 0;
};

} // namespace lockscope::console
