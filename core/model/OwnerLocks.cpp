// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/OwnerLocks.h"

#include "core/base/Phrase.h"

namespace lockscope::inspect {

bool isThread(std::string_view owner)
{
    return instanceOf(owner).size() < owner.size();
}

namespace {

bool isHeldByThread(const Lock& lock, const Contender& contender)
{
    return !lock.isPossible() && contender.holds && contender.redis && isThread(contender.redis->owner);
}

} // namespace

OwnerLocks::OwnerLocks(const Snapshot& snapshot)
{
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            if (!isHeldByThread(*lock, contender))
                continue;
            auto& held = m_byOwner[contender.redis->owner];
            if (held.empty() || held.back() != lock.get()) // a reader may also be the writer
                held.push_back(lock.get());
        }
    }
}

std::vector<std::string> OwnerLocks::alsoHeld(const Lock& lock, const Contender& contender) const
{
    std::vector<std::string> names;
    if (lock.isPossible() || !contender.redis)
        return names;
    const auto found = m_byOwner.find(contender.redis->owner);
    if (found == m_byOwner.end())
        return names;
    for (const auto* held : found->second) {
        if (held->path != lock.path)
            names.push_back(held->path);
    }
    return names;
}

std::string alsoHeldText(const std::vector<std::string>& names, const Contender& contender)
{
    constexpr std::size_t mostListed = 10;
    const auto text = phrase("%1 also holds: %2.", contender.redis->owner, listed(names, mostListed));
    return contender.holds ? sentences(text, phrase("Together they may be one multi-lock.")) : text;
}

} // namespace lockscope::inspect
