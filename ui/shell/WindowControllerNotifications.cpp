// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WindowController that tells the user of new findings and of the ends of holds.

#include "ui/shell/WindowController.h"

#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/replay/ReplayController.h"
#include "ui/shell/MainWindow.h"
#include "ui/shell/Notifier.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/connection/Connection.h"
#include "ui/shell/connection/SandboxHost.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

void WindowController::wireNotifications()
{
    connect(&m_parts.window, &MainWindow::findingsSeen, this, [this] {
        if (m_replay->isShowing() || m_unseen.count() == 0)
            return;
        m_unseen.markSeen();
        showViewState();
    });
    connect(&m_parts.window, &MainWindow::holdNoticeWanted, this, &WindowController::awaitEnd);
    connect(m_notifier.get(), &Notifier::findingWanted, this, &WindowController::showNotified);
    connect(&m_parts.window, &MainWindow::muteWanted, m_notifier.get(), &Notifier::setMuted);
    connect(m_notifier.get(), &Notifier::mutedChanged, this, [this] {
        for (const auto& group : m_notifier->muted())
            m_unseen.forget(group);
        showViewState();
    });
    connect(m_notifier.get(), &Notifier::holdWanted, this, [this](const inspect::ContenderKey& hold) {
        showLive();
        m_parts.window.selectLock(hold.lock);
    });
    connect(m_notifier.get(), &Notifier::undelivered, this, [this](const AwaitedHolds::End& end) {
        m_pending.push_back(
            {m_parts.clock.wallNow(), tr("hold ended"), Tone::Info, oneLine(end.key.lock), end.client, end.sentence});
        m_parts.window.say(end.sentence, Tone::Info);
    });
    connect(m_notifier.get(), &Notifier::unavailable, this, [this](const QString& reason) {
        m_pending.push_back({m_parts.clock.wallNow(),
                             tr("notifications"),
                             Tone::Warn,
                             {},
                             {},
                             tr("The desktop shows no notifications: %1").arg(reason)});
    });
}

/// `snapshot`: null after the connection was closed.
void WindowController::noteNews(const inspect::SnapshotPtr& snapshot)
{
    if (!snapshot) {
        m_newFindings = {};
        m_unseen = {};
        m_awaited.clear();
        m_notifier->withdrawAll();
        return;
    }
    if (m_closing)
        return;
    const auto& target = m_parts.connection.target();
    if (std::exchange(m_mutedAt, target.text) != target.text)
        m_notifier->forgetMuted();
    auto added = m_newFindings.see(*snapshot);
    for (const auto* finding : added) {
        if (!m_notifier->muted().contains(groupOf(*finding)))
            m_unseen.add(*finding, !m_isPaused);
    }
    std::erase_if(added,
                  [simulated = simulatedLocks()](const auto* finding) { return simulated.contains(finding->path); });
    m_notifier->noteNew(added, oneLine(target.profile.name.empty() ? target.text.toStdString() : target.profile.name));
    m_notifier->withdrawEnded([this](const std::string& group) { return m_newFindings.isPresent(group); });
    for (const auto& end : m_awaited.see(*snapshot))
        m_notifier->noteEnd(end);
}

/// At the open connection.
SimulatedLocks WindowController::simulatedLocks() const
{
    const auto& connection = m_parts.connection;
    if (connection.text() == m_parts.sandbox.connectString() || connection.text() == m_source)
        return {.areAll = true};
    const auto* run = m_parts.simulation.run();
    if (!run || run->ensemble().text() != connection.servers())
        return {};
    const auto& root = run->ensemble().root; // on Redis it ends with a separator
    return {root.empty() && m_parts.simulation.isRunning(), root, run->ensemble().isRedis()};
}

/// See ViewState. A connection that is more than the address of the sandbox may lead elsewhere, as through a tunnel. In
/// the window's own sandbox, the user's clients may use other locks than those of the simulation.
SimulatedLocks WindowController::sandboxedLocks() const
{
    const auto& connection = m_parts.connection;
    const auto& simulation = m_parts.simulation;
    const auto* run = simulation.run();
    if (!run || !simulation.isRunning() || !simulation.isThrowAway() || !connection.isOpen())
        return {};
    const auto& profile = connection.target().profile;
    const auto& where = run->ensemble();
    if (profile.production || !mayBeSimulatedAt(profile) || where.text() != connection.servers())
        return {};
    const bool isOwnSandbox = connection.text() == m_parts.sandbox.connectString();
    if (!simulation.hasOwnSandbox() && (!isOwnSandbox || where.root.empty()))
        return {};
    return {where.root.empty(), where.root, where.isRedis()};
}

void WindowController::awaitEnd(const inspect::ContenderKey& hold, bool isWanted)
{
    const auto& snapshot = m_parts.connection.snapshot();
    if (!isWanted) {
        m_awaited.cancel(hold);
    } else if (snapshot) {
        m_awaited.await(*snapshot, hold);
        const auto keys = m_awaited.keys();
        if (std::find(keys.begin(), keys.end(), hold) == keys.end()) // the view was paused
            m_parts.window.say(tr("This hold has already ended."), Tone::Info);
    }
    showViewState();
}

/// In front of other windows.
void WindowController::showLive()
{
    if (m_replay->isShowing())
        m_replay->close();
    m_parts.connection.setPaused(false);
    showViewState();
    m_parts.window.bringForward();
}

void WindowController::showNotified(const inspect::Finding& finding)
{
    showLive();
    const auto& snapshot = m_parts.connection.snapshot();
    if (!snapshot)
        return;
    // Its first node may be another one by now.
    const auto& all = snapshot->findings;
    const auto present = std::find_if(all.begin(), all.end(),
                                      [&](const inspect::Finding& each) { return groupOf(each) == groupOf(finding); });
    if (const auto target = targetOf(*snapshot, present == all.end() ? finding : *present))
        m_parts.window.select(*target);
    if (present != all.end())
        m_parts.window.showFinding(identityOf(*present));
}

} // namespace lockscope::ui
