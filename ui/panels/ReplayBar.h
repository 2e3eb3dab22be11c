// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/panels/WindowActions.h"
#include "ui/replay/ReplayPlayer.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class ReplayTrack;

/// What a replay shows. A value.
struct ReplayView {
    std::optional<ReplayPlayer::Opening> opening; ///< a file is being read
    std::shared_ptr<const RecordingFacts> facts;  ///< null: no recording is shown
    WallTime now{};
    bool isPlaying = false;
    bool isBehind = false; ///< the snapshot of `now` is still being read
    double speed = 1;
};

/// Below the top bar while a recording is read or shown, else hidden: the progress of the reading, or the time shown,
/// on a track with marks for events, and on demand a field for a time to go to. Intents: seekWanted, speedWanted,
/// cancelWanted; the others are actions.
class ReplayBar final : public QWidget {
    Q_OBJECT
public:
    explicit ReplayBar(const WindowActions& actions, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void show(const ReplayView& view);

    /// What stands in the field for a time to go to; none: the field is closed.
    [[nodiscard]] std::optional<QString> typedTime() const;
    /// Opens the field if there is a text, and a recording is shown.
    void setTypedTime(const std::optional<QString>& text);

Q_SIGNALS:
    void seekWanted(lockscope::WallTime at);
    void speedWanted(double speed);
    void cancelWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildOpening();
    QWidget* buildReplay();
    QWidget* buildGoTo();
    QToolButton* addButton(QWidget* row, QAction* action, const QString& objectName);
    void showOpening(const ReplayPlayer::Opening& opening);
    void showReplay();
    void showTime();
    void showIcons();
    void askForTime();
    void goToTyped();
    void showFault(const QString& fault);
    void closeGoTo();

    WindowActions m_actions;
    Theme m_theme = darkTheme();
    ReplayView m_view;
    QWidget* m_openingRow = nullptr;
    ElidedLabel* m_openingText = nullptr;
    QProgressBar* m_progress = nullptr;
    QWidget* m_replayRow = nullptr;
    ElidedLabel* m_name = nullptr;
    QComboBox* m_speed = nullptr;
    ReplayTrack* m_track = nullptr;
    QLabel* m_time = nullptr;
    QLabel* m_date = nullptr;
    QToolButton* m_close = nullptr;
    QWidget* m_goToRow = nullptr;
    QLineEdit* m_goTo = nullptr;
    QLabel* m_goToFault = nullptr;
};

} // namespace lockscope::ui
