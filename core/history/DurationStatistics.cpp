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

DurationStatistics::Bucket& DurationStatistics::bucketOf(std::chrono::milliseconds duration)
{
    const auto index = indexOf(std::min(static_cast<std::uint64_t>(duration.count()), mostMilliseconds));
    const auto place =
        std::lower_bound(m_buckets.begin(), m_buckets.end(), index,
                         [](const Bucket& bucket, std::uint16_t wanted) { return bucket.index < wanted; });
    return place == m_buckets.end() || place->index != index ? *m_buckets.insert(place, {index}) : *place;
}

void DurationStatistics::add(std::chrono::milliseconds duration)
{
    duration = std::max(duration, std::chrono::milliseconds(0));
    m_longest = std::max(m_longest, duration);
    ++m_count;
    if (auto& count = bucketOf(duration).count; count < std::numeric_limits<std::uint32_t>::max())
        ++count;
}

void DurationStatistics::addAtLeast(std::chrono::milliseconds duration)
{
    duration = std::max(duration, std::chrono::milliseconds(0));
    m_longest = std::max(m_longest, duration);
    ++m_openCount;
    if (auto& open = bucketOf(duration).open; open < std::numeric_limits<std::uint32_t>::max())
        ++open;
}

DurationStatistics::Quantile DurationStatistics::estimate(double share) const
{
    if (m_count + m_openCount == 0)
        return {};
    constexpr double rounding = 1e-9;
    const auto all = static_cast<double>(m_count + m_openCount);
    const auto most = m_openCount == 0 ? 1 - std::max(1.0, std::ceil(share * all)) / all : 1 - share;
    auto atRisk = all;
    double longer = 1; // the estimated share of durations that are longer than the buckets passed
    for (const auto& bucket : m_buckets) {
        // A lower bound counts as longer than every duration of its bucket.
        longer *= 1 - static_cast<double>(bucket.count) / atRisk;
        atRisk -= static_cast<double>(bucket.count) + static_cast<double>(bucket.open);
        if (bucket.count > 0 && longer <= most + rounding)
            return {std::min(m_longest, std::chrono::milliseconds(valueOf(bucket.index))), false};
    }
    return {m_longest, m_openCount > 0};
}

std::vector<DurationStatistics::Group> DurationStatistics::groups() const
{
    std::vector<Group> groups;
    groups.reserve(m_buckets.size());
    for (const auto& bucket : m_buckets) {
        if (bucket.count > 0)
            groups.push_back({std::min(m_longest, std::chrono::milliseconds(valueOf(bucket.index))), bucket.count});
    }
    return groups;
}

} // namespace lockscope::inspect
