// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/Peer.h"

#include "tests/support/Test.h"

#include <QJsonDocument>

namespace lockscope::test {

namespace {

QString program(Peer::Kind kind)
{
    switch (kind) {
    case Peer::Kind::Ours:
        return QStringLiteral(LOCKSCOPE_PEER);
    case Peer::Kind::Curator:
        return QStringLiteral(LOCKSCOPE_JAVA);
    case Peer::Kind::Kazoo:
        return QStringLiteral(LOCKSCOPE_PYTHON);
    }
    return {};
}

QStringList leadingArguments(Peer::Kind kind)
{
    switch (kind) {
    case Peer::Kind::Ours:
        return {};
    case Peer::Kind::Curator:
        return {QStringLiteral("-XX:TieredStopAtLevel=1"),
                QStringLiteral("-XX:+UseSerialGC"),
                QStringLiteral("-Xshare:auto"),
                QStringLiteral("-Xmx128m"),
                QStringLiteral("-Dorg.slf4j.simpleLogger.defaultLogLevel=error"),
                QStringLiteral("-cp"),
                QStringLiteral(LOCKSCOPE_CURATOR_CLASS_PATH),
                QStringLiteral("CuratorPeer")};
    case Peer::Kind::Kazoo:
        return {QStringLiteral(LOCKSCOPE_KAZOO_PEER)};
    }
    return {};
}

} // namespace

Peer::Peer(Kind kind, const QString& connect, const std::string& name, std::chrono::milliseconds sessionTimeout)
    : m_name(name)
    , m_process(program(kind), leadingArguments(kind) + QStringList{connect, QString::number(sessionTimeout.count()),
                                                                    QString::fromStdString(name)})
{
}

void Peer::tellStart(const std::vector<std::string>& ids)
{
    m_starting = ids;
    for (const auto& id : ids)
        tell(id, "start");
}

bool Peer::hasStarted()
{
    for (const auto& id : m_starting) {
        if (answer(id, 2 * patienceMs) != "connected")
            return false;
    }
    return true;
}

bool Peer::start(const std::vector<std::string>& ids)
{
    tellStart(ids);
    return hasStarted();
}

void Peer::tell(const std::string& id, const std::string& command)
{
    m_process.say(QString::fromStdString(id + " " + command));
}

QByteArray Peer::answer(const std::string& id, int limitMs)
{
    return take(id, QStringLiteral("event"), {}, limitMs) ? member("event") : QByteArray();
}

QByteArray Peer::ask(const std::string& id, const std::string& command, int limitMs)
{
    tell(id, command);
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
            m_unheard.append(QJsonDocument::fromJson(lines.at(m_read)).object());
        const auto found = std::find_if(m_unheard.begin(), m_unheard.end(), fits);
        if (found == m_unheard.end())
            return false;
        m_last = *found;
        m_unheard.erase(found);
        return true;
    };
    return QTest::qWaitFor(find, limitMs);
}

} // namespace lockscope::test
