// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// A histogram of durations in bounded memory, after HdrHistogram (Gil Tene, hdrhistogram.org): 16 buckets for each
/// power of two. A quantile's error is at most 1/32 of its value, and zero up to 31 ms. The longest duration is exact.
/// At most 6 KB; only used buckets take memory.
///
/// A duration that has not ended, or that ended otherwise (a client that gave up waiting), is a lower bound: it is
/// right-censored. With such durations a quantile is the product-limit estimate of Kaplan and Meier (1958). Pure.
class DurationStatistics final {
public:
    /// A negative duration (a clock was set back) counts as zero; a duration above 24 days counts as 24 days in
    /// quantiles.
    void add(std::chrono::milliseconds duration);
    /// A duration that is at least this long.
    void addAtLeast(std::chrono::milliseconds duration);

    /// The number of durations that have ended.
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// The number of lower bounds.
    [[nodiscard]] std::uint64_t openCount() const { return m_openCount; }
    /// Lower bounds included; 0 while empty.
    [[nodiscard]] std::chrono::milliseconds longest() const { return m_longest; }

    struct Quantile {
        std::chrono::milliseconds value{0};
        bool isAtLeast = false; ///< too many durations have not ended: this is only a lower bound
    };
    /// The smallest duration that at least a fraction `share` (0 to 1) of the durations do not exceed; 0 while empty.
    [[nodiscard]] Quantile estimate(double share) const;
    [[nodiscard]] std::chrono::milliseconds quantile(double share) const { return estimate(share).value; }

    /// A bucket: the number of durations near `about`, for charts.
    struct Group {
        std::chrono::milliseconds about{0};
        std::uint32_t count = 0;
    };
    /// The buckets of durations that have ended, shortest first.
    [[nodiscard]] std::vector<Group> groups() const;

    [[nodiscard]] std::size_t bytes() const { return m_buckets.capacity() * sizeof(Bucket); }

private:
    struct Bucket {
        std::uint16_t index = 0;
        std::uint32_t count = 0;
        std::uint32_t open = 0; ///< lower bounds
    };

    Bucket& bucketOf(std::chrono::milliseconds duration);

    std::vector<Bucket> m_buckets; ///< sorted; only non-empty buckets
    std::uint64_t m_count = 0;
    std::uint64_t m_openCount = 0;
    std::chrono::milliseconds m_longest{0};
};

} // namespace lockscope::inspect
