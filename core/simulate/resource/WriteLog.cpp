// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/resource/WriteLog.h"

#include <algorithm>
#include <iterator>

namespace lockscope::console {

namespace {

/// Finds the node of the hold; it stays unknown until the client has reported the hold.
void locate(HoldWrites& hold, const ScenarioFacts& facts)
{
    const auto* client = facts.find(hold.client);
    if (!client)
        return;
    for (const auto& holding : client->holdings) {
        if (holding.token != hold.token || (hold.token == 0 && holding.path != hold.path))
            continue;
        hold.node = holding.node;
        hold.nodePath = holding.nodePath;
        hold.creationId = facts.backend == inspect::Backend::ZooKeeper ? hold.token : 0; // the token is the czxid
    }
}

} // namespace

void WriteTimes::add(WallTime at)
{
    ++count;
    if (!times.empty() && at - times.back() < apart)
        return;
    if (times.size() == mostTimes) {
        for (std::size_t i = 1; i < mostTimes / 2; ++i)
            times[i] = times[2 * i];
        times.resize(mostTimes / 2);
        apart = (at - times.front()) / std::ssize(times);
    }
    times.push_back(at);
}

WriteLog::WriteLog(std::size_t mostHolds)
    : m_mostHolds(mostHolds)
{
}

void WriteLog::add(const Visit& write, bool isAccepted, WallTime at, const ScenarioFacts& facts)
{
    auto hold = std::find_if(m_all.rbegin(), m_all.rend(), [&write](const HoldWrites& each) {
        return each.token == write.token && each.client == write.client && each.path == write.path;
    });
    if (hold == m_all.rend()) {
        if (m_all.size() == m_mostHolds)
            m_all.pop_front();
        m_all.push_back({write.client, write.path, write.token});
        hold = m_all.rbegin();
    }
    (isAccepted ? hold->accepted : hold->rejected).add(at);
    if (hold->node.empty())
        locate(*hold, facts);
}

} // namespace lockscope::console
