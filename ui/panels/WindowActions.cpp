// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/WindowActions.h"

#include "ui/models/text/Formatting.h"
#include "ui/shell/connection/SandboxHost.h"
#include "ui/views/WhyDisabled.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct WindowActionText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::WindowActions)
};

struct ActionSpec {
    QAction* WindowActions::*action;
    const char* name;
    const char* text;
    QKeyCombination key = {}; ///< Key_unknown: none
    const char* tip = "";     ///< of its buttons; empty: the text with the key
    const char* does = "";    ///< in lists of actions; empty: the text
};

constexpr QKeyCombination noKey{};

const ActionSpec specs[] = {
    {&WindowActions::connectTo, "connect", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Connect…"),
     Qt::CTRL | Qt::Key_N},
    {&WindowActions::disconnect, "disconnect", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Disconnect")},
    {&WindowActions::secrets, "secrets", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Saved Passwords…")},
    {&WindowActions::sandboxEnsemble, "sandboxEnsemble",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "ZooKeeper (1 Server)"), noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start a ZooKeeper sandbox")},
    {&WindowActions::sandboxRedis, "sandboxRedis",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Redis (1 Server)"), noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start a Redis sandbox")},
    {&WindowActions::sandboxRedlock, "sandboxRedlock",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Redlock (5 Redis Masters)"), noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start a Redlock sandbox")},
    {&WindowActions::sandboxSentinel, "sandboxSentinel",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Redis with Sentinel (3 Servers, 3 Sentinels)"), noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start a Redis sandbox with Sentinel")},
    {&WindowActions::sandboxCluster, "sandboxCluster",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Redis Cluster (3 Masters, 3 Replicas)"), noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start a Redis Cluster sandbox")},
    {&WindowActions::pause, "pause", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Pause"),
     Qt::CTRL | Qt::Key_Period, QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Pause or resume live updates (%1)."),
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Pause or resume live updates")},
    {&WindowActions::record, "record", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Record"),
     Qt::CTRL | Qt::Key_R,
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Record all locks and their changes to a file (%1)."),
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Start or stop a recording")},
    {&WindowActions::refresh, "refresh", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Refresh"), Qt::Key_F5},
    {&WindowActions::release, "release", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Release…"), Qt::Key_Delete},
    {&WindowActions::access, "access", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Read-only"),
     Qt::CTRL | Qt::Key_L, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Unlock a read-only connection, or make it read-only again")},
    {&WindowActions::followClient, "followClient", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Follow Client"),
     noKey, "",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions",
                       "Follow the selected client over its turns, or stop following it")},
    {&WindowActions::find, "find", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Find"), Qt::CTRL | Qt::Key_K},
    {&WindowActions::quit, "quit", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Quit"), Qt::CTRL | Qt::Key_Q},
    {&WindowActions::themeSystem, "themeSystem", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "System Theme")},
    {&WindowActions::themeDark, "themeDark", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Dark Theme")},
    {&WindowActions::themeLight, "themeLight", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Light Theme")},
    {&WindowActions::openRecording, "openRecording",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Open Recording…"), Qt::CTRL | Qt::Key_O},
    {&WindowActions::closeRecording, "closeRecording",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Close Recording"), Qt::CTRL | Qt::Key_W},
    // The key that pauses live updates also pauses a replay: only one of the two actions is enabled.
    {&WindowActions::replayPlay, "replayPlay", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Play Recording"),
     Qt::CTRL | Qt::Key_Period},
    {&WindowActions::replayForward, "replayForward", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Next Event"),
     Qt::CTRL | Qt::Key_Right},
    {&WindowActions::replayBack, "replayBack", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Previous Event"),
     Qt::CTRL | Qt::Key_Left},
    {&WindowActions::replayGoTo, "replayGoTo", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Go to Time…"),
     Qt::CTRL | Qt::Key_G, "", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Go to a time of the recording")},
    {&WindowActions::report, "incidentReport",
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Save Incident Report…"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
     QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Save all known data about this lock as a page (%1).")},
    {&WindowActions::preferences, "preferences", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Preferences…"),
     Qt::CTRL | Qt::Key_Comma},
    {&WindowActions::keys, "keys", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "Keyboard Shortcuts"), Qt::Key_F1},
    {&WindowActions::about, "about", QT_TRANSLATE_NOOP("lockscope::ui::WindowActions", "About Lockscope")},
};

/// A menu of its own, which buttons may show as well.
void addSandboxes(WindowActions& actions)
{
    actions.sandboxes = new QMenu(WindowActionText::tr("Start Sandbox"), actions.menu);
    actions.sandboxes->setObjectName(u"sandboxMenu"_s);
    for (const auto& [action, servers] : {std::pair(actions.sandboxEnsemble, SandboxServers::Ensemble),
                                          std::pair(actions.sandboxRedis, SandboxServers::Redis),
                                          std::pair(actions.sandboxRedlock, SandboxServers::Redlock),
                                          std::pair(actions.sandboxSentinel, SandboxServers::Sentinel),
                                          std::pair(actions.sandboxCluster, SandboxServers::Cluster)}) {
        action->setData(static_cast<int>(servers));
        actions.sandboxes->addAction(action);
    }
}

} // namespace

WindowActions makeWindowActions(QWidget& window)
{
    WindowActions actions;
    for (const auto& spec : specs) {
        const auto text = WindowActionText::tr(spec.text);
        auto* action = new QAction(text, &window);
        action->setObjectName(QString::fromLatin1(spec.name) + u"Action"_s);
        action->setStatusTip(*spec.does ? WindowActionText::tr(spec.does) : QString());
        if (spec.key != noKey) {
            const QKeySequence key(spec.key);
            const auto keyText = key.toString(QKeySequence::NativeText);
            action->setShortcut(key);
            action->setToolTip(*spec.tip ? WindowActionText::tr(spec.tip).arg(keyText) : withAside(text, keyText));
        }
        window.addAction(action);
        actions.*spec.action = action;
    }
    for (auto* action : {actions.pause, actions.followClient})
        action->setCheckable(true);
    for (auto* action : {actions.secrets, actions.access, actions.record, actions.followClient})
        action->setEnabled(false);
    disable(*actions.report, WindowActionText::tr("Select the lock of the report."));
    auto* themes = new QActionGroup(&window);
    for (auto* action : {actions.themeSystem, actions.themeDark, actions.themeLight}) {
        action->setCheckable(true);
        themes->addAction(action);
    }
    actions.menu = new QMenu(&window);
    actions.menu->setObjectName(u"mainMenu"_s);
    actions.menu->setToolTipsVisible(true);
    addSandboxes(actions);
    return actions;
}

} // namespace lockscope::ui
