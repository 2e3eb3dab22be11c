// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Which nodes are watched, and how the others are kept current. Lock directories get watches first. Other nodes share
/// a small number; those without a watch are compared by their Stat, slowly.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Nodes without a watch are compared once in this time, within the limits per second.
constexpr std::size_t sweepSeconds = 600;
constexpr std::size_t leastCompared = 100;
constexpr std::size_t mostCompared = 500;

/// Visits that one sweep passes, so that a large tree costs no time.
constexpr std::size_t mostSwept = 20'000;

} // namespace

bool LiveInspector::Walker::mayWatch(const Visit& visit) const
{
    if (m_settings.manual)
        return false;
    if (visit.watchedBy != WatchSessions::none || visit.isLock() || visit.isPredicted())
        return true;
    const auto most = spareLimit();
    return isWalking() ? m_spares < most : most > 0;
}

/// A quarter at most: the rest is for locks.
int LiveInspector::Walker::spareLimit() const
{
    return std::min(m_settings.otherWatches, m_settings.watchBudget / 4);
}

void LiveInspector::Walker::takeWatch(const std::string& path, Visit& visit)
{
    visit.triedWatch = mayWatch(visit);
    if (!visit.triedWatch || visit.watchedBy != WatchSessions::none)
        return;
    visit.watchedBy = m_sessions.reserve(path);
    if (visit.watchedBy == WatchSessions::none || visit.isLock() || visit.isPredicted())
        return;
    visit.isSpare = true;
    ++m_spares;
    if (isWalking() || isRoot(path))
        return;
    // A new or changed node: the next lock may appear there. It takes the place of the one that changed first.
    visit.spareNumber = ++m_lastSpare;
    m_latest.emplace_back(path, visit.spareNumber);
    if (m_latest.size() <= static_cast<std::size_t>(spareLimit()))
        return;
    const auto [oldest, number] = std::move(m_latest.front());
    m_latest.pop_front();
    auto* before = seen(oldest);
    if (!before || before == &visit || !before->isSpare || before->spareNumber != number)
        return;
    giveWatch(oldest, *before);
    before->watch.reset();
    before->polled = true;
}

void LiveInspector::Walker::giveWatch(const std::string& path, Visit& visit)
{
    m_sessions.release(std::exchange(visit.watchedBy, WatchSessions::none), path);
    m_spares -= std::exchange(visit.isSpare, false) ? 1 : 0;
}

/// Lists a hot directory at most as often as snapshots are made.
void LiveInspector::Walker::onChange(const std::string& path)
{
    auto* visit = seen(path);
    if (!visit)
        return;
    giveWatch(path, *visit);
    const auto now = m_client.executor().clock().now();
    visit->countedAt = now;
    m_board.countEvent();
    if (now - visit->listedAt >= m_settings.snapshotInterval) {
        look(path, Urgency::Change);
        return;
    }
    m_hot.insert(path);
    if (m_hot.size() == 1)
        waitForHot(visit->listedAt + m_settings.snapshotInterval);
}

void LiveInspector::Walker::waitForHot(SteadyTime until)
{
    m_hotTimer = m_client.executor().after(until - m_client.executor().clock().now(), [weak = weak_from_this()] {
        if (const auto me = weak.lock())
            me->lookAtHot();
    });
}

void LiveInspector::Walker::lookAtHot()
{
    const auto now = m_client.executor().clock().now();
    std::optional<SteadyTime> next;
    for (const auto& path : std::exchange(m_hot, {})) {
        const auto* visit = seen(path);
        if (!visit)
            continue;
        const auto at = visit->listedAt + m_settings.snapshotInterval;
        if (at <= now) {
            look(path, Urgency::Change);
            continue;
        }
        m_hot.insert(path);
        next = next ? std::min(*next, at) : at;
    }
    if (next)
        waitForHot(*next);
}

/// Compares some of the nodes without a watch with what was read of them.
void LiveInspector::Walker::sweep()
{
    if (m_settings.manual || isWalking() || !canRead(m_client.session().state) ||
        m_requests.hasWaiting(Urgency::Review))
        return;
    auto left = std::clamp(m_visits.size() / sweepSeconds, leastCompared, mostCompared);
    if (m_settings.requestsPerSecond > 0)
        left = std::clamp(static_cast<std::size_t>(m_settings.requestsPerSecond) / 10, std::size_t(1), left);
    auto next = m_visits.upper_bound(m_swept);
    for (auto passed = std::min(m_visits.size(), mostSwept); passed > 0 && left > 0; --passed, ++next) {
        if (next == m_visits.end())
            next = m_visits.begin();
        const auto& [path, visit] = *next;
        m_swept = path;
        if (!visit.polled || visit.isLock() || visit.open || !visit.listed)
            continue;
        compare(path);
        --left;
    }
}

/// Reads the node again if its children have changed since its listing.
void LiveInspector::Walker::compare(const std::string& path)
{
    m_requests.add(Urgency::Review, [weak = weak_from_this(), path](const Task& done) {
        const auto me = weak.lock();
        if (!me || !me->seen(path)) {
            done();
            return;
        }
        me->m_client.exists(path, [weak, path, done](const Result<std::optional<zk::Stat>>& stat) {
            const auto late = weak.lock();
            const auto* visit = late ? late->seen(path) : nullptr;
            if (visit && stat && *stat)
                late->seeClock(**stat);
            if (visit && stat && !visit->open &&
                (!*stat || (*stat)->czxid != visit->stat.czxid || (*stat)->pzxid != visit->stat.pzxid))
                late->look(path, Urgency::Change);
            done();
        });
    });
}

} // namespace lockscope::inspect
