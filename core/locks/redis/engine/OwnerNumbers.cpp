// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/OwnerNumbers.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace lockscope::locks {

namespace {

bool isCertainlyOver(const std::shared_ptr<const OwnerUse>& use)
{
    return !use || (use->isOver && use->isCertain);
}

} // namespace

std::string lateReleaseText()
{
    return phrase("an earlier release was not answered, and could end this acquisition");
}

std::uint64_t nextOwnerNumber()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::optional<std::uint64_t> OwnerNumbers::next(Owner owner, Side side)
{
    dropEnded();
    auto& entry = m_entries[owner];
    const bool isOver = std::all_of(entry.uses.begin(), entry.uses.end(), isCertainlyOver);
    const auto& other = entry.uses.at(1 - side);
    if (other && !other->isOver && !other->isEnding && !other->isLeaving) {
        const auto& last = entry.uses.at(side);
        auto& mayBeReleasedLate = entry.mayBeReleasedLate.at(side);
        mayBeReleasedLate = mayBeReleasedLate || (last && last->mayBeReleasedLate);
        if (mayBeReleasedLate)
            return std::nullopt;
        entry.isCertain = entry.isCertain && isCertainlyOver(last);
    } else if (entry.number == 0 || !entry.isCertain || !isOver) {
        entry = {nextOwnerNumber(), {}};
    }
    return entry.number;
}

std::optional<std::uint64_t> OwnerNumbers::another(Owner owner, Side side)
{
    auto& entry = m_entries[owner];
    if (const auto& other = entry.uses.at(1 - side); other && !other->isOver)
        return std::nullopt;
    entry = {nextOwnerNumber(), {}};
    return entry.number;
}

void OwnerNumbers::note(Owner owner, Side side, std::shared_ptr<const OwnerUse> use)
{
    m_entries[owner].uses.at(side) = std::move(use);
}

/// Now and then: each asynchronous acquisition may have an owner of its own.
void OwnerNumbers::dropEnded()
{
    if (m_entries.size() < m_most)
        return;
    std::erase_if(m_entries, [](const auto& one) {
        const auto& uses = one.second.uses;
        return std::all_of(uses.begin(), uses.end(), [](const auto& use) { return !use || use->isOver; });
    });
    m_most = 2 * m_entries.size() + 16;
}

} // namespace lockscope::locks
