// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/model/Snapshot.h"

#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

namespace lockscope::ui {
class Connection;
class MainWindow;
class WindowController;
} // namespace lockscope::ui

namespace lockscope::app {

struct ScreenshotOrder {
    QString file;
    double afterSeconds = 10;
    bool wantsQueue = false;  ///< waits until the selected lock has a holder and waiters
    bool wantsReplay = false; ///< waits until the recording is shown
    QSize size{};             ///< of the window; empty: its default
};

/// --screenshot: after the time, and when the data is shown, saves an image of the window and prints the queue. Gives
/// up some seconds later.
class Screenshot final : public QObject {
    Q_OBJECT
public:
    Screenshot(ScreenshotOrder order, ui::MainWindow& window, ui::Connection& connection,
               ui::WindowController& controller, QObject* parent = nullptr);

Q_SIGNALS:
    /// `sentence` is empty on success.
    void done(const QString& sentence);

private:
    void look();
    void take();
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] inspect::SnapshotPtr shownSnapshot() const;
    [[nodiscard]] WallTime shownTime() const;
    [[nodiscard]] QString whatIsMissing() const;

    ScreenshotOrder m_order;
    ui::MainWindow& m_window;
    ui::Connection& m_connection;
    ui::WindowController& m_controller;
    QTimer m_timer;
    int m_looks = 0;
};

} // namespace lockscope::app
