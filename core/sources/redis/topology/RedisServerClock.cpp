// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/topology/RedisServerClock.h"

#include "core/sources/redis/dialects/OwnerName.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

/// Two clocks drift apart by at most one part in this many: RFC 5905 allows each 15 in a million; clocks of virtual
/// machines are worse.
constexpr std::int64_t driftPart = 2'000;
/// Later than any date, and far from the largest number of microseconds.
constexpr std::int64_t latestSecond = 1'000'000'000'000;

} // namespace

/// Seconds and microseconds.
std::optional<WallTime> serverTimeOf(const redis::Value& reply)
{
    if (reply.items().size() != 2)
        return std::nullopt;
    const auto seconds = parseNumber(reply.items()[0].text());
    const auto micros = parseNumber(reply.items()[1].text());
    if (!seconds || !micros || *seconds < 0 || *seconds > latestSecond)
        return std::nullopt;
    return WallTime(std::chrono::seconds(*seconds) + milliseconds(*micros / 1'000));
}

WallTime RedisServerClock::localTime(WallTime sent, WallTime executed, WallTime handled)
{
    // Each of the three times is cut off to milliseconds.
    const Offsets exchange{executed - handled - milliseconds(1), executed + milliseconds(1) - sent};
    auto offsets = exchange;
    if (m_offsets) {
        const auto drift = std::chrono::abs(microseconds(handled - m_takenAt)) / driftPart;
        offsets.least = std::max(offsets.least, m_offsets->least - drift);
        offsets.most = std::min(offsets.most, m_offsets->most + drift);
    }
    if (offsets.least > offsets.most)
        offsets = exchange; // one of the clocks was set
    m_offsets = offsets;
    m_takenAt = handled;
    const auto offset = offsets.least + (offsets.most - offsets.least) / 2;
    const auto local = std::chrono::floor<milliseconds>(executed - offset);
    return std::clamp(local, std::min(sent, handled), handled);
}

} // namespace lockscope::inspect
