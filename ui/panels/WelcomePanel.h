// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/Profile.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>
#include <vector>

class QHBoxLayout;
class QMenu;
class QPushButton;
class QVBoxLayout;

namespace lockscope::ui {

/// Shown instead of the queue while not connected: the first steps, and saved and recent connections.
class WelcomePanel final : public QWidget {
    Q_OBJECT
public:
    /// `sandboxes`: the menu of the button that starts a sandbox.
    explicit WelcomePanel(QMenu* sandboxes, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setSaved(const std::vector<connect::Profile>& saved);
    void setRecent(const QList<RecentConnection>& recent);

Q_SIGNALS:
    void connectWanted();
    void recordingWanted();
    void savedChosen(const std::string& name);
    void recentChosen(const lockscope::ui::RecentConnection& connection);

private:
    QPushButton* addStep(QHBoxLayout& steps, const QString& objectName, const QString& text, const QString& sentence);
    void showSaved();

    Theme m_theme = darkTheme();
    std::vector<connect::Profile> m_savedShown;
    QWidget* m_saved = nullptr;
    QWidget* m_recent = nullptr;
    QVBoxLayout* m_savedRows;
    QVBoxLayout* m_recentRows;
};

} // namespace lockscope::ui
