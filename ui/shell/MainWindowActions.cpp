// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that makes its actions.

#include "ui/models/text/Formatting.h"
#include "ui/shell/MainWindow.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QAction* MainWindow::addNamedAction(const QString& objectName, const QString& text, const QKeySequence& shortcut)
{
    auto* action = new QAction(text, this);
    action->setObjectName(objectName);
    action->setShortcut(shortcut);
    if (!shortcut.isEmpty())
        action->setToolTip(withAside(text, shortcut.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

void MainWindow::buildActions()
{
    m_actions.connectTo = addNamedAction(u"connectAction"_s, tr("Connect…"), QKeySequence(Qt::CTRL | Qt::Key_N));
    m_actions.disconnect = addNamedAction(u"disconnectAction"_s, tr("Disconnect"));
    m_actions.secrets = addNamedAction(u"secretsAction"_s, tr("Passwords…"));
    m_actions.secrets->setEnabled(false);
    m_actions.startSandbox = addNamedAction(u"sandboxAction"_s, tr("Start sandbox"));
    m_actions.pause = addNamedAction(u"pauseAction"_s, tr("Live"), QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_actions.pause->setCheckable(true);
    m_actions.pause->setToolTip(tr("Let the picture stand still (Ctrl+.)"));
    m_actions.pause->setStatusTip(tr("Let the picture stand still, or go on")); // whatever its button says by now
    m_actions.refresh = addNamedAction(u"refreshAction"_s, tr("Refresh"), QKeySequence(Qt::Key_F5));
    m_actions.release = addNamedAction(u"releaseAction"_s, tr("Release…"), QKeySequence(Qt::Key_Delete));
    m_actions.access = addNamedAction(u"accessAction"_s, tr("Read-only"), QKeySequence(Qt::CTRL | Qt::Key_L));
    m_actions.access->setStatusTip(tr("Unlock a read-only connection, or lock it again"));
    m_actions.access->setEnabled(false);
    auto* find = addNamedAction(u"findAction"_s, tr("Find"), QKeySequence(Qt::CTRL | Qt::Key_K));
    auto* quit = addNamedAction(u"quitAction"_s, tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));

    m_actions.menu = new QMenu(this);
    m_actions.menu->setObjectName(u"mainMenu"_s);
    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const QString& objectName, const QString& text, ThemeChoice choice) {
        auto* action = addNamedAction(objectName, text);
        action->setCheckable(true);
        action->setChecked(choice == m_preferences.theme);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] {
            auto preferences = m_preferences;
            preferences.theme = choice;
            setPreferences(preferences);
            Q_EMIT preferencesChosen(preferences);
        });
        return action;
    };
    m_actions.themeSystem = addTheme(u"themeSystemAction"_s, tr("Theme of the system"), ThemeChoice::System);
    m_actions.themeDark = addTheme(u"themeDarkAction"_s, tr("Dark theme"), ThemeChoice::Dark);
    m_actions.themeLight = addTheme(u"themeLightAction"_s, tr("Light theme"), ThemeChoice::Light);

    connect(m_actions.connectTo, &QAction::triggered, this, &MainWindow::openConnectDialog);
    connect(m_actions.disconnect, &QAction::triggered, this, &MainWindow::disconnectWanted);
    connect(m_actions.secrets, &QAction::triggered, this, &MainWindow::secretsWanted);
    connect(m_actions.startSandbox, &QAction::triggered, this, &MainWindow::sandboxWanted);
    connect(m_actions.pause, &QAction::triggered, this, &MainWindow::pauseWanted);
    connect(m_actions.refresh, &QAction::triggered, this, &MainWindow::refreshWanted);
    connect(m_actions.release, &QAction::triggered, this, &MainWindow::wantRelease);
    connect(m_actions.access, &QAction::triggered, this, &MainWindow::accessWanted);
    connect(find, &QAction::triggered, this, [this] { m_topBar->focusFinder(); });
    connect(quit, &QAction::triggered, this, &QWidget::close);
    buildReplayActions();
    buildExports();
}

void MainWindow::buildReplayActions()
{
    m_actions.openRecording =
        addNamedAction(u"openRecordingAction"_s, tr("Open recording…"), QKeySequence(Qt::CTRL | Qt::Key_O));
    m_actions.closeRecording =
        addNamedAction(u"closeRecordingAction"_s, tr("Close recording"), QKeySequence(Qt::CTRL | Qt::Key_W));
    m_replayActions.close = m_actions.closeRecording;
    // The key that lets a live snapshot stand still does so with a replayed one: only one of the two is enabled.
    m_replayActions.play =
        addNamedAction(u"replayPlayAction"_s, tr("Play the recording"), QKeySequence(Qt::CTRL | Qt::Key_Period));
    m_replayActions.forward =
        addNamedAction(u"replayForwardAction"_s, tr("Next event"), QKeySequence(Qt::CTRL | Qt::Key_Right));
    m_replayActions.back =
        addNamedAction(u"replayBackAction"_s, tr("Previous event"), QKeySequence(Qt::CTRL | Qt::Key_Left));
    connect(m_actions.openRecording, &QAction::triggered, this, &MainWindow::openRecordingDialog);
    connect(m_actions.closeRecording, &QAction::triggered, this, &MainWindow::replayCloseWanted);
    connect(m_replayActions.play, &QAction::triggered, this, &MainWindow::replayPlayWanted);
    connect(m_replayActions.forward, &QAction::triggered, this, &MainWindow::replayForwardWanted);
    connect(m_replayActions.back, &QAction::triggered, this, &MainWindow::replayBackWanted);
}

} // namespace lockscope::ui
