// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of MainWindow that asks about connections.

#include "ui/shell/MainWindow.h"

#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/WelcomePanel.h"

namespace lockscope::ui {

void MainWindow::setRecent(const QList<RecentConnection>& recent)
{
    m_recent = recent;
    m_topBar->setRecent(recent);
    m_welcome->setRecent(recent);
}

void MainWindow::openRecent(const RecentConnection& recent)
{
    if (const auto target = parseTarget(recent.connect, recent.roots))
        Q_EMIT connectWanted(*target);
    else
        say(oneLine(describe(target.error())), Tone::Bad);
}

void MainWindow::setSaved(const std::vector<connect::Profile>& saved)
{
    m_saved = saved;
    m_topBar->setSaved(saved);
    m_welcome->setSaved(saved);
    if (m_connectDialog)
        m_connectDialog->setSaved(saved, m_theme);
}

void MainWindow::setKept()
{
    if (m_profileDialog)
        m_profileDialog->accept();
}

void MainWindow::setKeepFailed(const QString& sentence)
{
    if (m_profileDialog)
        m_profileDialog->setFailed(sentence);
    else
        say(sentence, Tone::Bad);
}

void MainWindow::openConnectDialog()
{
    if (m_connectDialog)
        m_connectDialog->close();
    auto* dialog = new ConnectDialog(m_recent, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setSaved(m_saved, m_theme);
    m_connectDialog = dialog;
    connect(dialog, &ConnectDialog::chosen, this, &MainWindow::connectWanted);
    connect(dialog, &ConnectDialog::savedChosen, this, &MainWindow::savedWanted);
    connect(dialog, &ConnectDialog::newWanted, this, [this] { openProfileDialog({}, {}); });
    connect(dialog, &ConnectDialog::changeWanted, this,
            [this](const connect::Profile& profile) { openProfileDialog(profile, profile.name); });
    connect(dialog, &ConnectDialog::forgetWanted, this, &MainWindow::forgetWanted);
    connect(dialog, &ConnectDialog::forgetSecretsWanted, this, &MainWindow::forgetSecretsWanted);
    connect(dialog, &ConnectDialog::sandboxWanted, this, &MainWindow::sandboxWanted);
    connect(dialog, &ConnectDialog::recordingWanted, this, &MainWindow::openRecordingDialog);
    dialog->show();
    Q_EMIT savedListWanted();
}

void MainWindow::openProfileDialog(const connect::Profile& profile, const std::string& replaced)
{
    if (m_profileDialog)
        m_profileDialog->close();
    auto* dialog = new ProfileDialog(profile, replaced, m_theme, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_profileDialog = dialog;
    connect(dialog, &ProfileDialog::chosen, this, &MainWindow::keepWanted);
    dialog->show();
}

void MainWindow::askUnlock(const connect::Profile& profile)
{
    if (m_unlockDialog)
        m_unlockDialog->close();
    auto* dialog = new UnlockDialog(profile, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_unlockDialog = dialog;
    m_unlocking = oneLine(profile.name);
    connect(dialog, &QDialog::accepted, this, [this, profile] { Q_EMIT unlockWanted(profile); });
    dialog->show();
}

/// What it asks about is no more: another connection is shown, or it is unlocked already.
void MainWindow::forgetUnlocking()
{
    if (m_unlockDialog && (m_viewState.access != Access::Locked || m_viewState.name != m_unlocking))
        m_unlockDialog->close();
}

} // namespace lockscope::ui
