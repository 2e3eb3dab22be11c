// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// How long something took, of any number of times, in bounded memory. Counts in buckets whose width grows with the
/// duration, sixteen for each power of two, as HdrHistogram does (Gil Tene, hdrhistogram.org): a quantile is off by at
/// most 1/32 of its value, and up to 31 ms not at all. The longest is exact. At most 7 KB, of which only what is
/// used. Pure.
class DurationStatistics final {
public:
    /// A negative duration (a clock was set back) counts as zero; beyond 24 days counts as 24 days in quantiles.
    void add(std::chrono::milliseconds duration);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// 0 while nothing was added.
    [[nodiscard]] std::chrono::milliseconds longest() const { return m_longest; }
    /// The least duration that a share of `share` (0 to 1) does not exceed; 0 while nothing was added.
    [[nodiscard]] std::chrono::milliseconds quantile(double share) const;

    /// How many durations were about as long as this one: to draw them.
    struct Group {
        std::chrono::milliseconds about{0};
        std::uint32_t count = 0;
    };
    /// Only those that count something, the shortest first.
    [[nodiscard]] std::vector<Group> groups() const;

    [[nodiscard]] std::size_t bytes() const { return m_buckets.capacity() * sizeof(Bucket); }

private:
    struct Bucket {
        std::uint16_t index = 0;
        std::uint32_t count = 0;
    };

    std::vector<Bucket> m_buckets; ///< sorted; only those that count something
    std::uint64_t m_count = 0;
    std::chrono::milliseconds m_longest{0};
};

} // namespace lockscope::inspect
