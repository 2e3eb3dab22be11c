// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WindowController that opens, keeps, locks and unlocks connections.

#include "ui/WindowController.h"

#include "ui/Connection.h"
#include "ui/MainWindow.h"
#include "ui/SandboxHost.h"
#include "ui/SavedConnections.h"
#include "ui/Simulation.h"
#include "ui/models/Formatting.h"
#include "ui/replay/ReplayController.h"

#include <utility>

namespace lockscope::ui {

void WindowController::wireConnections()
{
    auto& window = m_parts.window;
    auto& saved = m_parts.saved;
    connect(&saved, &SavedConnections::changed, this, [this] { m_parts.window.setSaved(m_parts.saved.list()); });
    connect(&saved, &SavedConnections::failed, &window, &MainWindow::setSavingFailed);
    connect(&window, &MainWindow::keepWanted, &saved, &SavedConnections::keep);
    connect(&window, &MainWindow::forgetWanted, &saved, &SavedConnections::forget);
    connect(&window, &MainWindow::savedWanted, this, [this](const connect::Profile& profile) { connectTo(profile); });
    connect(&window, &MainWindow::accessWanted, this, &WindowController::changeAccess);
    connect(&window, &MainWindow::unlockWanted, this, [this](const connect::Profile& profile) {
        if (m_parts.connection.target().profile == profile)
            m_parts.connection.unlock();
    });
    connect(&m_parts.connection, &Connection::failed, this,
            [this](const QString& sentence) { m_parts.window.say(sentence, Tone::Bad); });
    saved.load();
}

void WindowController::connectTo(const connect::Profile& profile)
{
    if (needsSecrets(profile))
        m_parts.window.askSecrets(profile);
    else
        connectTo(targetOf(profile));
}

void WindowController::changeAccess()
{
    if (m_parts.connection.unlockedFor().count() > 0)
        m_parts.connection.lock();
    else if (m_parts.connection.isGuarded())
        m_parts.window.askUnlock(m_parts.connection.target().profile);
}

/// Whoever reads the log later wants to know since when it could be changed from here, and until when.
void WindowController::noteAccess(Access access)
{
    const auto before = std::exchange(m_access, access);
    if (before == access || !m_parts.connection.isOpen())
        return;
    const auto& profile = m_parts.connection.target().profile;
    if (access == Access::Unlocked)
        m_pending.push_back({m_parts.clock.wallNow(),
                             tr("unlocked"),
                             Tone::Bad,
                             {},
                             {},
                             tr("%1, for %2").arg(oneLine(profile.name), formatRound(profile.unlockFor))});
    else if (before == Access::Unlocked)
        m_pending.push_back({m_parts.clock.wallNow(),
                             tr("locked"),
                             Tone::Good,
                             {},
                             {},
                             tr("%1 is read-only").arg(oneLine(profile.name))});
}

void WindowController::connectTo(const ConnectionTarget& target)
{
    if (m_parts.connection.text() != target.text)
        m_parts.simulation.stop();
    open(target);
    if (target.text == m_parts.sandbox.connectString() || !target.profile.name.empty())
        return; // gone with the window: nothing to come back to; or saved anyway
    QStringList roots;
    for (const auto& root : target.profile.roots)
        roots << QString::fromStdString(root);
    RecentConnections recent(m_parts.settings);
    recent.add({target.text, roots});
    m_parts.window.setRecent(recent.list());
}

void WindowController::open(const ConnectionTarget& target)
{
    m_history.reset();
    m_replay->close();
    m_parts.window.say({}, Tone::Muted);
    m_trouble.clear();
    m_parts.connection.open(target);
}

/// Until there is a session the way is what matters; later the session tells more than it does.
void WindowController::showTrouble()
{
    const auto& connection = m_parts.connection;
    const auto trouble = connection.stage() == Stage::Live ? std::nullopt : connection.trouble();
    const auto sentence = trouble ? asSentence(QString::fromStdString(describe(*trouble))) : QString();
    if (std::exchange(m_trouble, sentence) != sentence)
        m_parts.window.say(sentence, Tone::Bad);
}

} // namespace lockscope::ui
