// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// A histogram of durations in bounded memory, after HdrHistogram (Gil Tene, hdrhistogram.org): 16 buckets for each
/// power of two. A quantile's error is at most 1/32 of its value, and zero up to 31 ms. The longest duration is exact.
/// At most 7 KB; only used buckets take memory. Pure.
class DurationStatistics final {
public:
    /// A negative duration (a clock was set back) counts as zero; a duration above 24 days counts as 24 days in
    /// quantiles.
    void add(std::chrono::milliseconds duration);

    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// 0 while empty.
    [[nodiscard]] std::chrono::milliseconds longest() const { return m_longest; }
    /// The smallest duration that at least a fraction `share` (0 to 1) of the durations do not exceed; 0 while empty.
    [[nodiscard]] std::chrono::milliseconds quantile(double share) const;

    /// A bucket: the number of durations near `about`, for charts.
    struct Group {
        std::chrono::milliseconds about{0};
        std::uint32_t count = 0;
    };
    /// The non-empty buckets, shortest duration first.
    [[nodiscard]] std::vector<Group> groups() const;

    [[nodiscard]] std::size_t bytes() const { return m_buckets.capacity() * sizeof(Bucket); }

private:
    struct Bucket {
        std::uint16_t index = 0;
        std::uint32_t count = 0;
    };

    std::vector<Bucket> m_buckets; ///< sorted; only non-empty buckets
    std::uint64_t m_count = 0;
    std::chrono::milliseconds m_longest{0};
};

} // namespace lockscope::inspect
