// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/LineProcess.h"

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::test {

/// The program of a peer.
struct PeerProgram {
    QString program;
    QStringList arguments; ///< before those that every peer gets
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QByteArray version; ///< that the stock client must report; "" for any

    [[nodiscard]] static PeerProgram java(const QString& classPath, const QString& main);
    /// `path`: for PYTHONPATH; "" for Debian's packages alone.
    [[nodiscard]] static PeerProgram python(const QString& script, const QString& path);
};

/// A process with lock clients, ours or stock ones; README.md lists its commands. The destructor kills it.
class Peer final {
public:
    enum class Kind {
        Ours,
        Curator,
        Kazoo,
        ZooKeeper ///< the recipes of its own Java library, and common tutorial code
    };
    /// Each stock client exists twice: Debian's, and the one that tests/stock pins.
    enum class Edition {
        Debian,
        Pinned
    };
    /// The default edition of this run: the pinned one for tests on the pinned server.
    [[nodiscard]] static Edition edition();

    static constexpr int waitLimitMs = 60'000;
    /// Session timeout of clients that a test kills.
    static constexpr std::chrono::milliseconds mortal{2'500};

    Peer(Kind kind, const QString& connect, const std::string& name,
         std::chrono::milliseconds sessionTimeout = std::chrono::seconds(40), Edition edition = Peer::edition());
    /// Any program that obeys the commands. It gets `connect`, the time limit of its holds if it dies, and its name.
    Peer(const PeerProgram& program, const QString& connect, const std::string& name,
         std::chrono::milliseconds holdTimeout);

    /// Starts these workers, each with its own session.
    void reportStart(const std::vector<std::string>& ids);
    [[nodiscard]] bool hasStarted();
    [[nodiscard]] bool start(const std::vector<std::string>& ids);

    void report(const std::string& id, const std::string& command);
    /// The word of the worker's next answer; "" if none arrives.
    [[nodiscard]] QByteArray answer(const std::string& id, int limitMs = waitLimitMs);
    [[nodiscard]] QByteArray ask(const std::string& id, const std::string& command, int limitMs = waitLimitMs);
    /// Another member of the last answer.
    [[nodiscard]] QByteArray member(const char* key) const;
    /// Waits for a notice that was not taken before.
    [[nodiscard]] bool hears(const std::string& id, const char* notice, int limitMs = waitLimitMs);

    void kill() const { m_process.signal(SIGKILL); }
    /// Waits for the end of a killed process.
    [[nodiscard]] bool hasEnded() { return m_process.waitForEnd(); }
    void pause() const { m_process.signal(SIGSTOP); }
    void resume() const { m_process.signal(SIGCONT); }
    /// Ends cleanly: its holds are released.
    [[nodiscard]] bool endsWell();
    /// For the message of a failed check.
    [[nodiscard]] QByteArray reported() { return m_process.reported(); }
    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    /// Takes the first unread line with that key, if it belongs to this worker.
    [[nodiscard]] bool take(const std::string& id, const QString& key, const QByteArray& value, int limitMs);

    QByteArray m_version; ///< required version of the stock client; "" for any
    std::string m_name;
    std::vector<std::string> m_starting;
    LineProcess m_process;
    QList<QJsonObject> m_unnotified;
    qsizetype m_read = 0;
    QJsonObject m_last;
};

} // namespace lockscope::test
