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

/// Ends a session that went through a link: as a second handle with its id and password that closes it. The client
/// must be kept away meanwhile, else it takes the session back. Thread: the one that made it, with an event loop.
class SessionEnding final : public QObject {
    Q_OBJECT
public:
    struct Target {
        QString host;
        quint16 port = 0;
    };

    /// The first of the servers that answers is asked.
    SessionEnding(LinkGreeting greeting, std::vector<Target> servers, std::chrono::milliseconds waitLimit,
                  QObject* parent);

    void start();

Q_SIGNALS:
    /// Once. No error: it is over, by this or before.
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
    bool m_closing = false; ///< the session is ours, and its end is asked for
    bool m_finished = false;
};

} // namespace lockscope::console
