// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/Peer.h"

#include "tests/support/Test.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QTimer>

namespace lockscope::test {

namespace {

/// The version that tests/stock pins; any version for Debian's clients.
QByteArray pinnedVersion(Peer::Kind kind)
{
    switch (kind) {
    case Peer::Kind::Ours:
        break;
    case Peer::Kind::Curator:
        return LOCKSCOPE_PINNED_CURATOR;
    case Peer::Kind::ZooKeeper:
        return LOCKSCOPE_PINNED_ZOOKEEPER;
    case Peer::Kind::Kazoo:
        return LOCKSCOPE_PINNED_KAZOO;
    }
    return {};
}

PeerProgram programOf(Peer::Kind kind, Peer::Edition edition)
{
    const bool pinned = edition == Peer::Edition::Pinned;
    PeerProgram program;
    switch (kind) {
    case Peer::Kind::Ours:
        program.program = QStringLiteral(LOCKSCOPE_PEER);
        break;
    case Peer::Kind::Curator:
        program = PeerProgram::java(pinned ? QStringLiteral(LOCKSCOPE_CURATOR_PINNED_CLASS_PATH)
                                           : QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH),
                                    QStringLiteral("CuratorPeer"));
        break;
    case Peer::Kind::ZooKeeper:
        program = PeerProgram::java(pinned ? QStringLiteral(LOCKSCOPE_ZOOKEEPER_PINNED_CLASS_PATH)
                                           : QStringLiteral(LOCKSCOPE_ZOOKEEPER_CLASS_PATH),
                                    QStringLiteral("ZooKeeperPeer"));
        break;
    case Peer::Kind::Kazoo:
        program = PeerProgram::python(QStringLiteral(LOCKSCOPE_KAZOO_PEER),
                                      pinned ? QStringLiteral(LOCKSCOPE_PINNED_PYTHON) : QString());
        break;
    }
    if (pinned)
        program.version = pinnedVersion(kind);
    return program;
}

} // namespace

PeerProgram PeerProgram::java(const QString& classPath, const QString& main)
{
    PeerProgram program;
    program.program = QStringLiteral(LOCKSCOPE_JAVA);
    program.arguments = {QStringLiteral("-XX:TieredStopAtLevel=1"),
                         QStringLiteral("-XX:+UseSerialGC"),
                         QStringLiteral("-Xshare:auto"),
                         QStringLiteral("-Xmx128m"),
                         QStringLiteral("-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
                         QStringLiteral("-cp"),
                         classPath,
                         main};
    return program;
}

PeerProgram PeerProgram::python(const QString& script, const QString& path)
{
    PeerProgram program;
    program.program = QStringLiteral(LOCKSCOPE_PYTHON);
    program.arguments = {script};
    program.environment.remove(QStringLiteral("PYTHONPATH"));
    program.environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    if (!path.isEmpty())
        program.environment.insert(QStringLiteral("PYTHONPATH"), path);
    return program;
}

Peer::Edition Peer::edition()
{
    return qEnvironmentVariableIsEmpty("LOCKSCOPE_TEST_PINNED") ? Edition::Debian : Edition::Pinned;
}

Peer::Peer(Kind kind, const QString& connect, const std::string& name, std::chrono::milliseconds sessionTimeout,
           Edition edition)
    : Peer(programOf(kind, edition), connect, name, sessionTimeout)
{
}

Peer::Peer(const PeerProgram& program, const QString& connect, const std::string& name,
           std::chrono::milliseconds holdTimeout)
    : m_version(program.version)
    , m_name(name)
    , m_process(program.program,
                program.arguments +
                    QStringList{connect, QString::number(holdTimeout.count()), QString::fromStdString(name)},
                program.environment)
{
}

void Peer::reportStart(const std::vector<std::string>& ids)
{
    m_starting = ids;
    for (const auto& id : ids)
        report(id, "start");
}

bool Peer::hasStarted()
{
    for (const auto& id : m_starting) {
        if (answer(id, 2 * waitLimitMs) != "connected" || !member("client").contains(m_version))
            return false;
    }
    return true;
}

bool Peer::start(const std::vector<std::string>& ids)
{
    reportStart(ids);
    return hasStarted();
}

void Peer::report(const std::string& id, const std::string& command)
{
    m_process.say(QString::fromStdString(id + " " + command));
}

QByteArray Peer::answer(const std::string& id, int limitMs)
{
    return take(id, QStringLiteral("event"), {}, limitMs) ? member("event") : QByteArray();
}

QByteArray Peer::ask(const std::string& id, const std::string& command, int limitMs)
{
    report(id, command);
    return answer(id, limitMs);
}

QByteArray Peer::member(const char* key) const
{
    return m_last.value(QLatin1String(key)).toString().toUtf8();
}

bool Peer::hears(const std::string& id, const char* notice, int limitMs)
{
    return take(id, QStringLiteral("notice"), notice, limitMs);
}

bool Peer::endsWell()
{
    m_process.endInput();
    return m_process.waitForEnd() && m_process.exitCode() == 0;
}

bool Peer::take(const std::string& id, const QString& key, const QByteArray& value, int limitMs)
{
    const auto fits = [&](const QJsonObject& line) {
        return line.value(QStringLiteral("id")).toString() == QString::fromStdString(id) && line.contains(key) &&
               (value.isEmpty() || line.value(key).toString().toUtf8() == value);
    };
    const auto find = [&] {
        const auto& lines = m_process.lines();
        for (; m_read < lines.size(); ++m_read)
            m_unnotified.append(QJsonDocument::fromJson(lines.at(m_read)).object());
        const auto found = std::find_if(m_unnotified.begin(), m_unnotified.end(), fits);
        if (found == m_unnotified.end())
            return false;
        m_last = *found;
        m_unnotified.erase(found);
        return true;
    };
    QTimer limit; // also ends the wait for events
    limit.setSingleShot(true);
    limit.start(limitMs);
    while (!find()) {
        if (!limit.isActive())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

} // namespace lockscope::test
