// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <optional>

namespace lockscope::ensemble {

/// Asks a server of our own, every 50 ms, until it serves: it has a mode, it is the one with our data folder (another
/// process may have taken the port), and its AdminServer answers.
/// Thread: the one that made it; needs an event loop. Knows nothing of the process.
class ServerProbe final : public QObject {
    Q_OBJECT
public:
    /// `folder`: the name that the server's data folder must contain. `tellsFolder`: the word `conf` is allowed.
    /// `adminPort` 0: there is no AdminServer.
    ServerProbe(int clientPort, int adminPort, QByteArray folder, bool tellsFolder, QObject* parent = nullptr);

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
    /// What is left to ask after a good answer.
    [[nodiscard]] std::optional<Question> next() const;

    int m_clientPort;
    int m_adminPort;
    QByteArray m_folder;
    bool m_tellsFolder;
    Question m_question = Question::Mode;
    bool m_asking = false;
    QTcpSocket m_socket;
    QTimer m_next;
    QTimer m_waitLimit;
};

} // namespace lockscope::ensemble
