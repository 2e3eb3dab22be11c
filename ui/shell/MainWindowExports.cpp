// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that saves what is shown as a file, where no panel does so itself.

#include "core/release/ActionLog.h"
#include "ui/files/IncidentReporter.h"
#include "ui/panels/QueuePanel.h"
#include "ui/shell/MainWindow.h"

#include <QAction>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::buildExports()
{
    m_actions.report = addNamedAction(u"incidentReportAction"_s, tr("Incident report…"),
                                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
    m_actions.report->setToolTip(tr("Save all that is known of this lock as a page to keep (Ctrl+Shift+R)"));
    m_actions.report->setEnabled(false);
    connect(m_actions.report, &QAction::triggered, this, [this] { m_reporter->ask(m_viewState, m_queue->lockPath()); });
}

/// Once: what it asks for and writes goes on while the window is made anew.
void MainWindow::makeReporter()
{
    m_reporter = new IncidentReporter(*this, release::ActionLog::userFile());
    connect(m_reporter, &IncidentReporter::written, this,
            [this](const QString& file) { say(tr("The incident report is saved to %1").arg(file), Tone::Info); });
    connect(m_reporter, &IncidentReporter::failed, this, [this](const QString& sentence) { say(sentence, Tone::Bad); });
}

void MainWindow::wireExports()
{
    m_queue->setReportAction(m_actions.report);
    connect(m_queue, &QueuePanel::contenderChanged, this,
            [this] { m_actions.report->setEnabled(m_viewState.snapshot && !m_queue->lockPath().empty()); });
}

} // namespace lockscope::ui
