// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitLedger.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace lockscope::inspect {

void WaitLedger::see(const WaitGraph& graph)
{
    const auto& snapshot = *graph.snapshot();
    continueTo(snapshot.takenAt);
    m_isGap = !snapshot.complete || !canRead(snapshot.session.state);
    m_last = snapshot.takenAt;
    if (!m_isGap && !m_since)
        m_since = snapshot.takenAt;
    m_now = rankBlockers(graph);
    m_places.clear();
    for (std::size_t i = 0; i < m_now.blockers.size(); ++i) {
        const auto& blocker = m_now.blockers[i];
        m_places.emplace(blocker.node.key, i);
        m_sums[blocker.node.key].blocker = blocker;
    }
    mergeKnown(snapshot);
    forgetLeast();
}

void WaitLedger::continueTo(WallTime time)
{
    const auto duration = time - m_last;
    if (m_isGap || duration <= duration.zero()) // negative after the clock was set back
        return;
    m_last = time;
    m_seen += duration;
    for (const auto& blocker : m_now.blockers) {
        auto& sum = m_sums[blocker.node.key];
        const auto caused = blocker.amount.waits * static_cast<double>(duration.count());
        sum.causedMs += caused;
        sum.asHeadMs += blocker.place == ChainPlace::Middle ? 0 : caused;
    }
}

/// A node's owner is read after its name: then the time charged to the node is the session's.
void WaitLedger::mergeKnown(const Snapshot& snapshot)
{
    for (auto entry = m_sums.begin(); entry != m_sums.end();) {
        const auto& blocker = entry->second.blocker;
        if (blocker.node.isKnown || blocker.blocks.empty() || m_places.contains(entry->first)) {
            ++entry;
            continue;
        }
        const auto& key = blocker.blocks.front();
        const auto* lock = snapshot.find(key.lock);
        const auto* contender = lock ? lock->find(key) : nullptr;
        const auto session = contender ? contender->session().value_or(0) : 0;
        const auto known = session != 0 ? m_sums.find(toHex(session)) : m_sums.end();
        if (known == m_sums.end()) {
            ++entry;
            continue;
        }
        known->second.causedMs += entry->second.causedMs;
        known->second.asHeadMs += entry->second.asHeadMs;
        entry = m_sums.erase(entry);
    }
}

void WaitLedger::forgetLeast()
{
    if (m_sums.size() <= m_most)
        return;
    std::vector<std::pair<double, std::string>> idle;
    for (const auto& [key, sum] : m_sums) {
        if (!m_places.contains(key))
            idle.emplace_back(sum.causedMs, key);
    }
    // More than needed, so that this is not done for each snapshot.
    const auto drop = std::min(idle.size(), m_sums.size() - m_most + m_most / 10);
    std::nth_element(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(drop), idle.end());
    for (std::size_t i = 0; i < drop; ++i)
        m_sums.erase(idle[i].second);
}

std::vector<WaitLedger::Entry> WaitLedger::ranked() const
{
    std::vector<Entry> entries;
    entries.reserve(m_sums.size());
    const auto rounded = [](double ms) { return std::chrono::milliseconds(std::llround(ms)); };
    for (const auto& [key, sum] : m_sums) {
        auto& entry = entries.emplace_back(
            Entry{sum.blocker, m_places.contains(key), rounded(sum.causedMs), rounded(sum.asHeadMs)});
        if (!entry.blocksNow)
            entry.blocker.amount = {};
    }
    const auto rank = [this](const Entry& entry) {
        const auto place = m_places.find(entry.blocker.node.key);
        return std::tuple(-entry.causedAsHead, place == m_places.end() ? m_places.size() : place->second, -entry.caused,
                          std::string_view(entry.blocker.node.key));
    };
    std::sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return entries;
}

} // namespace lockscope::inspect
