// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/RecentConnections.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int limit = 10;

} // namespace

QList<RecentConnection> RecentConnections::list() const
{
    QList<RecentConnection> connections;
    const auto count = m_settings.beginReadArray(u"recent"_s);
    for (auto i = 0; i < std::min(count, limit); ++i) {
        m_settings.setArrayIndex(i);
        connections.push_back({m_settings.value(u"connect"_s).toString(), m_settings.value(u"roots"_s).toStringList()});
    }
    m_settings.endArray();
    return connections;
}

void RecentConnections::add(const RecentConnection& connection)
{
    auto connections = list();
    connections.removeIf([&](const RecentConnection& other) { return other.connect == connection.connect; });
    connections.prepend(connection);
    if (connections.size() > limit)
        connections.resize(limit);
    m_settings.beginWriteArray(u"recent"_s, static_cast<int>(connections.size()));
    for (auto i = 0; i < static_cast<int>(connections.size()); ++i) {
        m_settings.setArrayIndex(i);
        m_settings.setValue(u"connect"_s, connections[i].connect);
        m_settings.setValue(u"roots"_s, connections[i].roots);
    }
    m_settings.endArray();
    savePrivately(m_settings);
}

bool savePrivately(QSettings& settings)
{
    const auto file = settings.fileName();
    QDir().mkpath(QFileInfo(file).path());
    QFile::setPermissions(QFileInfo(file).path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    settings.sync();
    QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
    // QSettings keeps an error status forever; a second object on the same file has the current one.
    QSettings now(file, settings.format());
    now.sync();
    return now.status() == QSettings::NoError;
}

} // namespace lockscope::ui
