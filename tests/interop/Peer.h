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

/// A process with lock clients, ours or somebody else's; README.md tells what it can be asked. Destroyed, it is killed.
class Peer final {
public:
    enum class Kind {
        Ours,
        Curator,
        Kazoo,
        ZooKeeper ///< what its own Java library brings along, and what tutorials make of that
    };
    /// Of the stock clients there are two: Debian's, and the one that tests/stock pins.
    enum class Edition {
        Debian,
        Pinned
    };
    /// Which the tests of this run are about, where they have no reason to choose: those on the pinned server the
    /// pinned.
    [[nodiscard]] static Edition edition();

    static constexpr int waitLimitMs = 60'000;
    /// Session timeout of those who are going to be killed.
    static constexpr std::chrono::milliseconds mortal{2'500};

    Peer(Kind kind, const QString& connect, const std::string& name,
         std::chrono::milliseconds sessionTimeout = std::chrono::seconds(40), Edition edition = Peer::edition());

    /// These workers, each with its own session.
    void tellStart(const std::vector<std::string>& ids);
    [[nodiscard]] bool hasStarted();
    [[nodiscard]] bool start(const std::vector<std::string>& ids);

    void tell(const std::string& id, const std::string& command);
    /// The word of the next answer of that worker; "" when none comes.
    [[nodiscard]] QByteArray answer(const std::string& id, int limitMs = waitLimitMs);
    [[nodiscard]] QByteArray ask(const std::string& id, const std::string& command, int limitMs = waitLimitMs);
    /// What the last answer says besides.
    [[nodiscard]] QByteArray member(const char* key) const;
    /// A notice that was not heard before.
    [[nodiscard]] bool hears(const std::string& id, const char* notice, int limitMs = waitLimitMs);

    void kill() const { m_process.signal(SIGKILL); }
    /// Waits for the end of one that was killed.
    [[nodiscard]] bool hasEnded() { return m_process.waitForEnd(); }
    void pause() const { m_process.signal(SIGSTOP); }
    void resume() const { m_process.signal(SIGCONT); }
    /// Ends in good order: with what it holds given back.
    [[nodiscard]] bool endsWell();
    /// For the message of a failed check.
    [[nodiscard]] QByteArray told() { return m_process.told(); }
    [[nodiscard]] const std::string& name() const { return m_name; }

private:
    /// The first line with that key which nobody has had, if it is this worker's.
    [[nodiscard]] bool take(const std::string& id, const QString& key, const QByteArray& value, int limitMs);

    QByteArray m_version; ///< that the stock client has to have; "" for any
    std::string m_name;
    std::vector<std::string> m_starting;
    LineProcess m_process;
    QList<QJsonObject> m_unheard;
    qsizetype m_read = 0;
    QJsonObject m_last;
};

} // namespace lockscope::test
