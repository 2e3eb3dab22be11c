// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

/// The actions of the window: bars, menus, the finder and the list of keys show the same ones. Owned by the window that
/// they were made for.
struct WindowActions {
    QAction* connectTo = nullptr;
    QAction* disconnect = nullptr;
    QAction* secrets = nullptr; ///< enter the passwords of the open connection again
    QAction* openRecording = nullptr;
    QAction* closeRecording = nullptr;
    QAction* replayPlay = nullptr; ///< plays, or pauses
    QAction* replayForward = nullptr;
    QAction* replayBack = nullptr;
    QAction* replayGoTo = nullptr; ///< asks for a time of the recording
    QAction* pause = nullptr;      ///< checkable: live updates are paused
    QAction* record = nullptr;     ///< starts a recording, or stops it
    QAction* refresh = nullptr;
    QAction* access = nullptr; ///< unlocks a read-only connection, or locks it again
    QAction* release = nullptr;
    QAction* followClient = nullptr; ///< checkable: the details stay with the selected client
    QAction* report = nullptr;       ///< saves an incident report of the shown lock
    QAction* find = nullptr;
    QAction* themeSystem = nullptr;
    QAction* themeDark = nullptr;
    QAction* themeLight = nullptr;
    QAction* preferences = nullptr;
    QAction* keys = nullptr;
    QAction* about = nullptr;
    QAction* quit = nullptr;
    QMenu* menu = nullptr;      ///< empty
    QMenu* sandboxes = nullptr; ///< the sandboxes to start, each action's data is a SandboxServers. Belongs to `menu`
    QAction* sandboxEnsemble = nullptr;
    QAction* sandboxRedis = nullptr;
    QAction* sandboxRedlock = nullptr;
    QAction* sandboxSentinel = nullptr;
    QAction* sandboxCluster = nullptr;
};

/// Makes all of them from one table with their names, texts and keys. Thread: UI.
[[nodiscard]] WindowActions makeWindowActions(QWidget& window);

} // namespace lockscope::ui
