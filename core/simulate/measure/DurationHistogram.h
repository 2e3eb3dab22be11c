// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lockscope::console {

/// A histogram of durations in bounded memory. Histograms of several processes can be added without loss. Counts
/// microseconds in buckets, exact below 64 us and 32 for each power of two above, as HdrHistogram does (Gil Tene,
/// hdrhistogram.org): a quantile is never too short, and at most 1/32 too long. The longest is exact. Pure.
class DurationHistogram final {
public:
    /// Indexes and counts of the non-empty buckets, lowest first. Flat: hundreds of them are added up every second.
    using Buckets = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

    DurationHistogram() = default;
    /// From the buckets() and longest() of another histogram; the buckets may be in any order.
    DurationHistogram(Buckets buckets, Duration longest);

    /// A negative duration counts as zero; beyond 12 days counts as 12 days in quantiles.
    void add(Duration duration);
    void merge(const DurationHistogram& other);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// 0: no durations were added.
    [[nodiscard]] Duration longest() const { return m_longest; }
    /// The shortest duration that a share of `share` (0 to 1) does not exceed; 0: no durations were added.
    [[nodiscard]] Duration quantile(double share) const;
    [[nodiscard]] const Buckets& buckets() const { return m_buckets; }

    /// The longest duration of the bucket.
    [[nodiscard]] static Duration durationOf(std::uint32_t index);
    /// One past the highest index.
    [[nodiscard]] static std::uint32_t endIndex();

    friend bool operator==(const DurationHistogram&, const DurationHistogram&) = default;

private:
    Buckets m_buckets;
    std::uint64_t m_count = 0;
    Duration m_longest{0};
};

} // namespace lockscope::console
