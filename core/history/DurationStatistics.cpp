// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/DurationStatistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lockscope::inspect {

namespace {

constexpr std::uint64_t bucketsAnOctave = 16;
constexpr unsigned octaveBits = 4; // 2^4 buckets
constexpr std::uint64_t mostMilliseconds = (std::uint64_t(1) << 31) - 1;

/// Exact below 2 * 16; above, the leading bit and the four after it.
std::uint16_t indexOf(std::uint64_t value)
{
    if (value < 2 * bucketsAnOctave)
        return static_cast<std::uint16_t>(value);
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - octaveBits - 1;
    return static_cast<std::uint16_t>(shift * bucketsAnOctave + (value >> shift));
}

/// The middle of the bucket's range.
std::uint64_t valueOf(std::uint16_t index)
{
    if (index < 2 * bucketsAnOctave)
        return index;
    const auto shift = index / bucketsAnOctave - 1;
    const auto least = (index - shift * bucketsAnOctave) << shift;
    return least + ((std::uint64_t(1) << shift) - 1) / 2;
}

} // namespace

void DurationStatistics::add(std::chrono::milliseconds duration)
{
    duration = std::max(duration, std::chrono::milliseconds(0));
    m_longest = std::max(m_longest, duration);
    ++m_count;
    const auto index = indexOf(std::min(static_cast<std::uint64_t>(duration.count()), mostMilliseconds));
    const auto place =
        std::lower_bound(m_buckets.begin(), m_buckets.end(), index,
                         [](const Bucket& bucket, std::uint16_t wanted) { return bucket.index < wanted; });
    if (place == m_buckets.end() || place->index != index)
        m_buckets.insert(place, {index, 1});
    else if (place->count < std::numeric_limits<std::uint32_t>::max())
        ++place->count;
}

std::chrono::milliseconds DurationStatistics::quantile(double share) const
{
    if (m_count == 0)
        return std::chrono::milliseconds(0);
    const auto wanted = std::max(1.0, std::ceil(share * static_cast<double>(m_count)));
    double seen = 0;
    for (const auto& bucket : m_buckets) {
        seen += bucket.count;
        if (seen >= wanted)
            return std::min(m_longest, std::chrono::milliseconds(valueOf(bucket.index)));
    }
    return m_longest;
}

std::vector<DurationStatistics::Group> DurationStatistics::groups() const
{
    std::vector<Group> groups;
    groups.reserve(m_buckets.size());
    for (const auto& bucket : m_buckets)
        groups.push_back({std::min(m_longest, std::chrono::milliseconds(valueOf(bucket.index))), bucket.count});
    return groups;
}

} // namespace lockscope::inspect
