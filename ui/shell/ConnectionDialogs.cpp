// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ConnectionDialogs.h"

#include "ui/dialogs/ConnectDialog.h"
#include "ui/dialogs/HostsDialog.h"
#include "ui/dialogs/ProfileDialog.h"
#include "ui/dialogs/TestDialog.h"
#include "ui/dialogs/UnlockDialog.h"
#include "ui/models/text/Formatting.h"

#include <QMenu>

#include <utility>

namespace lockscope::ui {

namespace {

/// Replaces the dialog that is open, if any.
template <typename Kept, typename Dialog> void show(QPointer<Kept>& kept, Dialog* dialog)
{
    if (kept)
        kept->close();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    kept = dialog;
    dialog->show();
}

} // namespace

ConnectionDialogs::ConnectionDialogs(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
}

void ConnectionDialogs::setRecent(const QList<RecentConnection>& recent)
{
    m_recent = recent;
    Q_EMIT recentChanged(recent);
}

void ConnectionDialogs::setSaved(const std::vector<connect::Profile>& saved)
{
    m_saved = saved;
    Q_EMIT savedChanged(saved);
    if (m_connectDialog)
        m_connectDialog->setSaved(saved, m_theme);
}

void ConnectionDialogs::setSandboxMenu(QMenu* sandboxes)
{
    m_sandboxes = sandboxes;
}

void ConnectionDialogs::openConnect()
{
    auto* dialog = new ConnectDialog(m_recent, &m_window);
    dialog->setSaved(m_saved, m_theme);
    if (m_sandboxes)
        dialog->setSandboxMenu(m_sandboxes);
    if (const auto proposed = std::exchange(m_proposed, std::nullopt))
        dialog->propose(*proposed);
    connect(dialog, &ConnectDialog::chosen, this, &ConnectionDialogs::connectWanted);
    connect(dialog, &ConnectDialog::savedChosen, this, &ConnectionDialogs::savedWanted);
    connect(dialog, &ConnectDialog::newWanted, this, [this] { openProfile({}, {}); });
    connect(dialog, &ConnectDialog::changeWanted, this,
            [this](const connect::Profile& profile) { openProfile(profile, profile.name); });
    connect(dialog, &ConnectDialog::forgetWanted, this, &ConnectionDialogs::forgetWanted);
    connect(dialog, &ConnectDialog::forgetSecretsWanted, this, &ConnectionDialogs::forgetSecretsWanted);
    connect(dialog, &ConnectDialog::recordingWanted, this, &ConnectionDialogs::recordingWanted);
    connect(dialog, &ConnectDialog::testWanted, this, &ConnectionDialogs::openTest);
    show(m_connectDialog, dialog);
    Q_EMIT savedListWanted();
}

void ConnectionDialogs::openRecent(const RecentConnection& recent)
{
    if (const auto target = parseTarget(recent.connect, recent.roots))
        Q_EMIT connectWanted(*target);
    else
        Q_EMIT failed(oneLine(describe(target.error())));
}

void ConnectionDialogs::openProfile(const connect::Profile& profile, const std::string& replaced)
{
    auto* dialog = new ProfileDialog(profile, replaced, m_theme, &m_window);
    connect(dialog, &ProfileDialog::chosen, this, &ConnectionDialogs::keepWanted);
    connect(dialog, &ProfileDialog::testWanted, this,
            [this](const connect::Profile& tested) { openTest(targetOf(tested)); });
    show(m_profileDialog, dialog);
}

void ConnectionDialogs::askUnlock(const connect::Profile& profile)
{
    auto* dialog = new UnlockDialog(profile, &m_window);
    connect(dialog, &QDialog::accepted, this, [this, profile] { Q_EMIT unlockWanted(profile); });
    show(m_unlockDialog, dialog);
    m_unlocking = oneLine(profile.name);
}

void ConnectionDialogs::askHosts()
{
    auto* dialog = new HostsDialog(&m_window);
    connect(dialog, &QDialog::accepted, this, &ConnectionDialogs::hostsWanted);
    show(m_hostsDialog, dialog);
}

void ConnectionDialogs::openTest(const ConnectionTarget& target)
{
    auto* dialog = new TestDialog(target, m_theme, &m_window);
    connect(dialog, &TestDialog::cancelWanted, this, &ConnectionDialogs::testCancelWanted);
    connect(dialog, &QDialog::finished, this, &ConnectionDialogs::testEndWanted);
    connect(dialog, &TestDialog::startWanted, this, &ConnectionDialogs::testWanted);
    show(m_testDialog, dialog);
    dialog->begin();
}

void ConnectionDialogs::setTestProgress(const connect::TestProgress& progress)
{
    if (m_testDialog)
        m_testDialog->setProgress(progress);
}

void ConnectionDialogs::setViewState(const ViewState& viewState)
{
    if (m_unlockDialog && !viewState.isReplay() &&
        (viewState.access != WriteAccess::Locked || viewState.name != m_unlocking))
        m_unlockDialog->close();
}

void ConnectionDialogs::setKept()
{
    if (m_profileDialog)
        m_profileDialog->accept();
}

void ConnectionDialogs::setKeepFailed(const QString& sentence)
{
    if (m_profileDialog)
        m_profileDialog->setFailed(sentence);
    else
        Q_EMIT failed(sentence);
}

} // namespace lockscope::ui

#include "moc_ConnectionDialogs.cpp"
