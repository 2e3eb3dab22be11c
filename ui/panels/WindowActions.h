// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

/// What can be done in the window, wherever it is shown: bars, menus, the finder and the list of keys have the same
/// actions. Owned by the window that they were made for.
struct WindowActions {
    QAction* connectTo = nullptr;
    QAction* disconnect = nullptr;
    QAction* secrets = nullptr; ///< type the passwords of what is connected again
    QAction* startSandbox = nullptr;
    QAction* openRecording = nullptr;
    QAction* closeRecording = nullptr;
    QAction* replayPlay = nullptr; ///< plays, or pauses
    QAction* replayForward = nullptr;
    QAction* replayBack = nullptr;
    QAction* pause = nullptr; ///< checkable: the snapshot stands still
    QAction* refresh = nullptr;
    QAction* access = nullptr; ///< unlock a read-only connection, or lock it again
    QAction* release = nullptr;
    QAction* report = nullptr; ///< save an incident report of the lock that is shown
    QAction* find = nullptr;
    QAction* themeSystem = nullptr;
    QAction* themeDark = nullptr;
    QAction* themeLight = nullptr;
    QAction* preferences = nullptr;
    QAction* keys = nullptr;
    QAction* about = nullptr;
    QAction* quit = nullptr;
    QMenu* menu = nullptr; ///< empty
};

/// All of them, from one table, by their names, texts and keys. Thread: UI.
[[nodiscard]] WindowActions makeWindowActions(QWidget& window);

} // namespace lockscope::ui
