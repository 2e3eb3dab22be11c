// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/simulate/faults/LinkGreeting.h"

#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

namespace lockscope::console {

/// Closes a session that used a link: a second handle with its id and password takes it over and closes it. The client
/// must be kept away meanwhile, else it takes the session back. Thread: the creating one, with an event loop.
class SessionEnding final : public QObject {
    Q_OBJECT
public:
    struct Target {
        QString host;
        quint16 port = 0;
    };

    /// The first server that answers is used.
    SessionEnding(LinkGreeting greeting, std::vector<Target> servers, std::chrono::milliseconds waitLimit,
                  QObject* parent);

    void start();

Q_SIGNALS:
    /// Emitted once. No error: the session has ended, now or earlier.
    void finished(const std::optional<lockscope::Error>& error);

private:
    void tryNext();
    void hear();
    void finish(std::optional<Error> error);

    LinkGreeting m_greeting;
    std::vector<Target> m_servers;
    std::size_t m_next = 0;
    QTcpSocket m_socket;
    QTimer m_waitLimit;
    QByteArray m_answer;
    bool m_closing = false; ///< the session is taken over, and the close request is sent
    bool m_finished = false;
};

} // namespace lockscope::console
