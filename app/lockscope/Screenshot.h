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
    bool wantsQueue = false;  ///< only when the chosen lock shows a holder and waiters
    bool wantsReplay = false; ///< only when the recording is shown
    QSize size{};             ///< of the window; empty: its own
};

/// --screenshot: after the time, and when there is something to see, saves the window as a snapshot and prints the
/// queue. Gives up some seconds later.
class Screenshot final : public QObject {
    Q_OBJECT
public:
    Screenshot(ScreenshotOrder order, ui::MainWindow& window, ui::Connection& connection,
               ui::WindowController& controller, QObject* parent = nullptr);

Q_SIGNALS:
    /// `sentence` is empty when all went well.
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
