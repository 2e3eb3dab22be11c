// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <cstddef>
#include <vector>

namespace lockscope::ensemble {

struct ProbeQuestion {
    int port = 0; ///< of 127.0.0.1
    QByteArray request;
    QByteArray end;               ///< of a complete answer; empty: the server closes the connection
    QList<QByteArray> expected;   ///< a valid answer contains each of these
    QList<QByteArray> unwanted{}; ///< and none of these
};

/// Polls a sandbox server every 50 ms until it gives a valid answer to each question, one after the other.
/// Thread: the one that created it; needs an event loop. Independent of the server's process.
class ServerProbe final : public QObject {
    Q_OBJECT
public:
    explicit ServerProbe(QObject* parent = nullptr);
    ~ServerProbe() override;
    ServerProbe(const ServerProbe&) = delete;
    ServerProbe& operator=(const ServerProbe&) = delete;

    /// `questions`: at least one.
    void start(std::vector<ProbeQuestion> questions);
    void stop();

Q_SIGNALS:
    void serving();

private:
    void ask();
    void read();
    void judge();

    std::vector<ProbeQuestion> m_questions;
    std::size_t m_current = 0;
    bool m_asking = false;
    QTcpSocket m_socket;
    QByteArray m_answer;
    QTimer m_next;
    QTimer m_waitLimit;
};

} // namespace lockscope::ensemble
