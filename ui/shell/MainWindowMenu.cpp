// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that fills the menu, and opens what is about the program itself.

#include "ui/dialogs/AboutDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Workspace.h"

#include <QAction>
#include <QMenu>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Opened a second time, it comes to the front.
template <typename Dialog, typename Make> Dialog* openOnce(QPointer<Dialog>& dialog, const Make& make)
{
    if (!dialog) {
        dialog = make();
        dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    static_cast<QDialog*>(dialog.data())->show();
    dialog->raise();
    dialog->activateWindow();
    return dialog;
}

} // namespace

void MainWindow::fillMenu()
{
    auto& menu = *m_actions.menu;
    auto* preferences =
        addNamedAction(u"preferencesAction"_s, tr("Preferences…"), QKeySequence(Qt::CTRL | Qt::Key_Comma));
    auto* keys = addNamedAction(u"keysAction"_s, tr("Keyboard overview"), QKeySequence(Qt::Key_F1));
    auto* about = addNamedAction(u"aboutAction"_s, tr("About Lockscope"));
    connect(preferences, &QAction::triggered, this, &MainWindow::openPreferences);
    connect(keys, &QAction::triggered, this, &MainWindow::openKeys);
    connect(about, &QAction::triggered, this, &MainWindow::openAbout);

    auto* goTo = menu.addMenu(tr("Go to"));
    goTo->setObjectName(u"goToMenu"_s);
    for (auto* action : m_workspace->goActions()) {
        goTo->addAction(action);
        addAction(action);
    }
    auto* panels = menu.addMenu(tr("Panels"));
    panels->setObjectName(u"panelsMenu"_s);
    m_workspace->addPanelMenus(*panels);
    panels->addSeparator();
    panels->addActions({m_workspace->arrangeAction(), m_workspace->resetAction()});
    addActions({m_workspace->arrangeAction(), m_workspace->resetAction()});
    auto* themes = menu.addMenu(tr("Theme"));
    themes->setObjectName(u"themeMenu"_s);
    themes->addActions({m_actions.themeSystem, m_actions.themeDark, m_actions.themeLight});
    menu.addSeparator();
    menu.addActions({preferences, keys, about});
    m_topBar->setActions(actions());
}

void MainWindow::openPreferences()
{
    openOnce(m_preferencesDialog, [this] {
        auto* dialog = new PreferencesDialog(m_preferences, this);
        connect(dialog, &PreferencesDialog::changed, this, [this](const Preferences& preferences) {
            setPreferences(preferences);
            Q_EMIT preferencesChosen(preferences);
        });
        return dialog;
    });
}

void MainWindow::openKeys()
{
    openOnce(m_keysDialog, [this] { return new KeysDialog(actions(), this); });
}

void MainWindow::openAbout()
{
    openOnce(m_aboutDialog, [this] { return new AboutDialog(this); });
}

void MainWindow::setPreferences(const Preferences& preferences)
{
    const bool isOtherTheme = m_preferences.theme != preferences.theme;
    m_preferences = preferences;
    for (const auto& [action, choice] :
         {std::pair(m_actions.themeSystem, ThemeChoice::System), std::pair(m_actions.themeDark, ThemeChoice::Dark),
          std::pair(m_actions.themeLight, ThemeChoice::Light)})
        action->setChecked(choice == preferences.theme);
    if (m_preferencesDialog)
        m_preferencesDialog->show(preferences);
    if (isOtherTheme)
        applyTheme();
}

} // namespace lockscope::ui
