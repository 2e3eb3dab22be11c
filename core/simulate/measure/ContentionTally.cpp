// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/ContentionTally.h"

namespace lockscope::console {

ContentionTally::Place& ContentionTally::placeOf(const Claim& claim)
{
    return m_places.try_emplace(claim.path, m_admission).first->second;
}

void ContentionTally::asked(const Claim& claim, SteadyTime at)
{
    if (m_waitingSince.emplace(claim, at).second)
        ++placeOf(claim).waiting;
}

void ContentionTally::gaveUp(const Claim& claim)
{
    if (m_waitingSince.erase(claim) == 0)
        return;
    auto& place = placeOf(claim);
    if (--place.waiting == 0)
        place.lastRelease.reset(); // no waiter is left for a hand-over
}

void ContentionTally::granted(const Claim& claim, SteadyTime at)
{
    auto& place = placeOf(claim);
    if (const auto since = m_waitingSince.extract(claim); !since.empty()) {
        of(claim.client).waits.add(at - since.mapped());
        --place.waiting;
    }
    if (place.lastRelease)
        m_measured.handovers.add(at - *place.lastRelease);
    place.lastRelease.reset();
    m_holdingSince.insert_or_assign(claim, at);
    enter(claim);
}

void ContentionTally::enter(const Claim& claim)
{
    if (!placeOf(claim).inside.enter(claim.client, claim.writes))
        ++m_measured.overlaps;
}

void ContentionTally::uncertain(const Claim& claim)
{
    placeOf(claim).inside.leave(claim.client, claim.writes);
}

void ContentionTally::regained(const Claim& claim)
{
    uncertain(claim); // counts it once, whatever was reported before
    enter(claim);
}

void ContentionTally::endHold(const Claim& claim, SteadyTime at)
{
    placeOf(claim).inside.leave(claim.client, claim.writes);
    if (const auto since = m_holdingSince.extract(claim); !since.empty())
        of(claim.client).holds.add(at - since.mapped());
}

void ContentionTally::releasing(const Claim& claim, SteadyTime at)
{
    endHold(claim, at);
    auto& place = placeOf(claim);
    if (place.waiting > 0)
        place.lastRelease = at;
}

void ContentionTally::lost(const Claim& claim, SteadyTime at, bool goesOn)
{
    if (!goesOn)
        endHold(claim, at);
}

Measurements ContentionTally::measured(Duration elapsed) const
{
    auto measured = m_measured;
    measured.elapsed = elapsed;
    return measured;
}

} // namespace lockscope::console
