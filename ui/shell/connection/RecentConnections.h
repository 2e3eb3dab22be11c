// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSettings>
#include <QStringList>

namespace lockscope::ui {

struct RecentConnection {
    QString connect;
    QStringList roots;

    friend bool operator==(const RecentConnection&, const RecentConnection&) = default;
};

/// The last opened connections, newest first, in the user's settings, without secrets. Only the user can read the file.
/// Thread: UI. `settings` must outlive it.
class RecentConnections final {
public:
    explicit RecentConnections(QSettings& settings)
        : m_settings(settings)
    {
    }

    [[nodiscard]] QList<RecentConnection> list() const;
    void add(const RecentConnection& connection);

private:
    QSettings& m_settings;
};

/// Syncs the settings and makes the file readable by the user only. False: the file cannot be written.
bool savePrivately(QSettings& settings);

} // namespace lockscope::ui
