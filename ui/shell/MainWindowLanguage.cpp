// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that begins to speak another language: everything in it is made anew, and shown what was
/// shown before.

#include "ui/dialogs/AboutDialog.h"
#include "ui/dialogs/KeysDialog.h"
#include "ui/dialogs/PreferencesDialog.h"
#include "ui/panels/ActivityPanel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/panels/SimulationForm.h"
#include "ui/panels/SimulationPanel.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/WarmUp.h"
#include "ui/shell/Workspace.h"
#include "ui/views/Notice.h"

#include <QAction>
#include <QActionGroup>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>

#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::speakAnew()
{
    static const QRegularExpression filterName(u"Filter$"_s);
    m_isOfAnotherLanguage = false;
    if (m_liveChoice)
        m_liveChoice->inSight.clear(); // they go
    const bool isNoticeClosed = m_notice->isHidden();
    const auto arrangement = m_workspace->arrangement();
    const auto followed = m_queue->followed();
    auto entries = m_activity->entries();
    const auto simulated = m_simulation->form()->entries();
    std::map<QString, QString> filters;
    for (const auto* filter : findChildren<QLineEdit*>(filterName))
        filters.emplace(filter->objectName(), filter->text());
    const bool hadPreferences = m_preferencesDialog != nullptr;

    // Other dialogs, which may hold what somebody has typed, stay as they are.
    delete m_preferencesDialog;
    delete m_keysDialog; // a list of actions that are no more
    delete m_aboutDialog;
    delete std::exchange(m_warmUp, nullptr);
    delete takeCentralWidget();
    delete std::exchange(m_actions.menu, nullptr);
    qDeleteAll(findChildren<QActionGroup*>(Qt::FindDirectChildrenOnly));
    qDeleteAll(findChildren<QAction*>(Qt::FindDirectChildrenOnly));

    build();
    m_workspace->restore(arrangement);
    centralWidget()->show(); // at once, not when there is time for it
    setRecent(m_recent);
    setSaved(m_saved);
    if (!isNoticeClosed)
        say(m_said.first, m_said.second);
    m_activity->append(std::move(entries));
    setReplay(m_replay);
    // As if it had not been shown yet; the choice to come back to after a replay stays.
    const auto viewState = std::exchange(m_viewState, {});
    setViewState(viewState, m_wallNow, m_isSandbox);
    select(followed);
    m_simulation->form()->setEntries(simulated);
    for (auto* filter : findChildren<QLineEdit*>(filterName))
        filter->setText(filters[filter->objectName()]);
    m_warmUp->start();
    if (hadPreferences)
        openPreferences();
}

} // namespace lockscope::ui
