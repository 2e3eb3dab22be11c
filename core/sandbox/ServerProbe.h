// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <optional>

namespace lockscope::ensemble {

/// Polls a sandbox server every 50 ms until it is ready. Ready: it has a mode, its data folder is ours (another process
/// may have taken the port), and its AdminServer replies.
/// Thread: the one that created it; needs an event loop. Independent of the server's process.
class ServerProbe final : public QObject {
    Q_OBJECT
public:
    /// `folder`: must be part of the server's data folder. `reportsFolder`: the command `conf` is allowed.
    /// `adminPort` 0: no AdminServer.
    ServerProbe(int clientPort, int adminPort, QByteArray folder, bool reportsFolder, QObject* parent = nullptr);

    ~ServerProbe() override;
    ServerProbe(const ServerProbe&) = delete;
    ServerProbe& operator=(const ServerProbe&) = delete;

    void start();
    void stop();

Q_SIGNALS:
    void serving();

private:
    enum class Question {
        Mode,
        Folder,
        Admin
    };

    void ask();
    void judge();
    /// The next request after a valid reply; empty: ready.
    [[nodiscard]] std::optional<Question> next() const;

    int m_clientPort;
    int m_adminPort;
    QByteArray m_folder;
    bool m_reportsFolder;
    Question m_question = Question::Mode;
    bool m_asking = false;
    QTcpSocket m_socket;
    QTimer m_next;
    QTimer m_waitLimit;
};

} // namespace lockscope::ensemble
