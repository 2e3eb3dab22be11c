// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/DurationHistogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace lockscope::console {

namespace {

constexpr std::uint64_t bucketsAnOctave = 32;
constexpr unsigned octaveBits = 5; // 2^5 buckets
constexpr std::uint64_t mostMicroseconds = (std::uint64_t(1) << 40) - 1;

constexpr std::uint32_t indexOf(std::uint64_t value)
{
    if (value < 2 * bucketsAnOctave)
        return static_cast<std::uint32_t>(value);
    const auto shift = static_cast<unsigned>(std::bit_width(value)) - octaveBits - 1;
    return static_cast<std::uint32_t>(shift * bucketsAnOctave + (value >> shift));
}

/// The longest duration of the bucket, in microseconds.
constexpr std::uint64_t valueOf(std::uint32_t index)
{
    if (index < 2 * bucketsAnOctave)
        return index;
    const auto shift = static_cast<unsigned>(index / bucketsAnOctave - 1);
    const auto least = (index - shift * bucketsAnOctave) << shift;
    return least + ((std::uint64_t(1) << shift) - 1);
}

static_assert(indexOf(valueOf(63)) == 63 && indexOf(valueOf(64)) == 64 && indexOf(valueOf(1'000)) == 1'000);

} // namespace

DurationHistogram::DurationHistogram(Buckets buckets, Duration longest)
    : m_longest(longest)
{
    std::sort(buckets.begin(), buckets.end());
    m_buckets.reserve(buckets.size());
    for (const auto& bucket : buckets) {
        if (!m_buckets.empty() && m_buckets.back().first == bucket.first)
            m_buckets.back().second += bucket.second;
        else
            m_buckets.push_back(bucket);
        m_count += bucket.second;
    }
}

Duration DurationHistogram::durationOf(std::uint32_t index)
{
    return std::chrono::microseconds(valueOf(index));
}

std::uint32_t DurationHistogram::endIndex()
{
    return indexOf(mostMicroseconds) + 1;
}

void DurationHistogram::add(Duration duration)
{
    duration = std::max(duration, Duration::zero());
    m_longest = std::max(m_longest, duration);
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
    const auto index = indexOf(std::min(static_cast<std::uint64_t>(microseconds), mostMicroseconds));
    const auto place = std::lower_bound(m_buckets.begin(), m_buckets.end(), index,
                                        [](const auto& bucket, std::uint32_t wanted) { return bucket.first < wanted; });
    if (place != m_buckets.end() && place->first == index)
        ++place->second;
    else
        m_buckets.insert(place, {index, 1});
    ++m_count;
}

void DurationHistogram::merge(const DurationHistogram& other)
{
    Buckets both;
    both.reserve(m_buckets.size() + other.m_buckets.size());
    auto mine = m_buckets.begin();
    for (const auto& bucket : other.m_buckets) {
        for (; mine != m_buckets.end() && mine->first < bucket.first; ++mine)
            both.push_back(*mine);
        both.push_back(bucket);
        if (mine != m_buckets.end() && mine->first == bucket.first)
            both.back().second += (mine++)->second;
    }
    both.insert(both.end(), mine, m_buckets.end());
    m_buckets = std::move(both);
    m_count += other.m_count;
    m_longest = std::max(m_longest, other.m_longest);
}

Duration DurationHistogram::quantile(double share) const
{
    const auto wanted = std::max(1.0, std::ceil(share * static_cast<double>(m_count)));
    double seen = 0;
    for (const auto& [index, count] : m_buckets) {
        seen += static_cast<double>(count);
        if (seen >= wanted)
            return std::min(m_longest, durationOf(index));
    }
    return m_longest;
}

} // namespace lockscope::console
