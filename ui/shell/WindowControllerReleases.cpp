// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WindowController that releases several contenders together.

#include "ui/shell/WindowController.h"

#include "ui/dialogs/ReleaseSeveralDialog.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/ReleaseWords.h"
#include "ui/panels/ReleaseBox.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/connection/Connection.h"

#include <QPointer>

namespace lockscope::ui {

namespace {

/// The full paths of the nodes; Redis has names instead.
QStringList nodePathsOf(const ReleaseSelection& selection, const inspect::Snapshot* snapshot)
{
    const bool isRedis = snapshot && snapshot->backend == inspect::Backend::Redis;
    QStringList paths;
    for (const auto& target : selection.targets)
        paths << oneLine(isRedis ? target.key.lock : inspect::nodePathOf(target.key, snapshot));
    return paths;
}

} // namespace

void WindowController::openSeveral(const ReleaseSelection& selection)
{
    const auto paths = nodePathsOf(selection, m_parts.connection.snapshot().get());
    auto* dialog = new ReleaseSeveralDialog(selection, paths, m_parts.clock, &m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setTheme(m_parts.window.theme());
    const auto& profile = m_parts.connection.target().profile;
    dialog->setConnection(oneLine(profile.name), profile.production);
    dialog->setWhyLocked([&connection = m_parts.connection] {
        const bool isLocked = connection.isGuarded() && connection.unlockedFor().count() == 0;
        return isLocked ? ReleaseBox::whyLocked() : QString();
    });
    dialog->keepClearOf(m_parts.window.lane());
    connect(dialog, &ReleaseSeveralDialog::planWanted, this, [this, dialog](int row, const inspect::ContenderKey& key) {
        const auto show = [dialog, row](const Result<release::ReleasePlan>& plan) { dialog->setPlan(row, plan); };
        m_parts.connection.planRelease(key, dialog, show);
    });
    connect(dialog, &ReleaseSeveralDialog::confirmed, this,
            [this, dialog = QPointer(dialog)](int row, const release::ReleasePlan& plan,
                                              const release::ChangeReason& changeReason) {
                const auto handler = [this, dialog, row, plan,
                                      changeReason](const Result<release::ReleaseOutcome>& outcome) {
                    noteReleased(plan, changeReason, outcome);
                    if (dialog)
                        dialog->setOutcome(row, outcome);
                };
                m_parts.connection.applyRelease(plan, changeReason, this, handler);
            });
    connect(&m_parts.connection, &Connection::snapshotChanged, dialog, [this, dialog] {
        if (!m_parts.connection.isOpen()) // closed: the plans are not valid for another connection
            dialog->setDisconnected();
    });
    openOverView(*dialog);
    dialog->readAgain();
}

/// Of releases that follow each other, only the one that was sent is completed.
void WindowController::endSeveral()
{
    for (auto* dialog : m_parts.window.findChildren<ReleaseSeveralDialog*>())
        dialog->setDisconnected();
}

void WindowController::noteReleased(const release::ReleasePlan& plan, const release::ChangeReason& changeReason,
                                    const Result<release::ReleaseOutcome>& outcome)
{
    if (outcome)
        rememberRelease(*outcome);
    logRelease(outcomeText(outcome, plan.isRedis()), outcome ? Tone::Bad : Tone::Warn, plan.lockPath,
               QString::fromStdString(changeReason.reason));
}

} // namespace lockscope::ui
