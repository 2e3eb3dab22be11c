// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/QueueStates.h"

#include <algorithm>
#include <cstddef>

namespace lockscope::inspect {

int undecided(const Lock& lock)
{
    return static_cast<int>(std::count_if(lock.queue.begin(), lock.queue.end(),
                                          [](const Contender& contender) { return !contender.isStateKnown; }));
}

std::optional<int> waitingClients(const Lock& lock)
{
    if (lock.redis && !lock.redis->isOrdered)
        return lock.redis->listeners;
    if (lock.kind == LockKind::Single)
        return std::nullopt;
    return static_cast<int>(std::count_if(lock.queue.begin(), lock.queue.end(), [](const Contender& contender) {
        return contender.waits() && !(contender.redis && contender.redis->alive == Alive::No);
    }));
}

bool areHoldersStored(const Lock& lock)
{
    return !(lock.redis && lock.kind == LockKind::Semaphore && lock.leasesKnown == Confidence::Unknown);
}

WaiterPlaces::WaiterPlaces(const Lock& lock)
{
    m_places.reserve(lock.queue.size());
    int waiters = 0;
    for (const auto& contender : lock.queue) {
        if (!contender.isStateKnown)
            return;
        m_places.push_back(contender.holds ? 0 : ++waiters);
    }
}

std::optional<int> WaiterPlaces::of(const Contender& contender) const
{
    const auto position = static_cast<std::size_t>(contender.position);
    if (contender.position < 0 || position >= m_places.size() || m_places[position] == 0)
        return std::nullopt;
    return m_places[position];
}

} // namespace lockscope::inspect
