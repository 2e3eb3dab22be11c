// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/LagLedger.h"

#include "core/base/Path.h"

namespace lockscope::ctl {

namespace {

/// The lock whose contenders are in `directory`, or null.
const inspect::Lock* lockIn(const inspect::Snapshot& snapshot, const std::string& directory)
{
    if (const auto* lock = snapshot.find(directory))
        return lock;
    const auto* above = snapshot.find(parentOf(directory));
    return above && above->liesIn(directory) ? above : nullptr;
}

} // namespace

void LagLedger::expect(const std::string& directory, const std::string& node, bool created, SteadyTime at)
{
    const std::lock_guard lock(m_mutex);
    m_open.insert_or_assign({directory, node}, Expected{created, at});
}

void LagLedger::take(const inspect::Snapshot& snapshot, SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    for (auto one = m_open.begin(); one != m_open.end();) {
        const auto* shown = lockIn(snapshot, one->first.first);
        const bool isThere = shown && shown->find({shown->partAt(one->first.first), one->first.second});
        if (isThere != one->second.created) {
            ++one;
            continue;
        }
        // A snapshot may show a change before the other process gets the reply.
        const auto lag = std::max(now - one->second.at, Duration::zero());
        m_lags.push_back(std::chrono::duration<double, std::milli>(lag).count());
        one = m_open.erase(one);
    }
}

std::vector<double> LagLedger::lags() const
{
    const std::lock_guard lock(m_mutex);
    return m_lags;
}

std::size_t LagLedger::open() const
{
    const std::lock_guard lock(m_mutex);
    return m_open.size();
}

} // namespace lockscope::ctl
