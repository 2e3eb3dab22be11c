// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the cost of work grows with its size. This separates linear from quadratic on any machine; a limit in seconds
/// depends on the load of the machine.
///     const auto work = [](const Snapshot& snapshot) { findingsIn(snapshot, {}); };
///     QVERIFY(growth({500, 8'000}, snapshotOfSize, work).isModest());

#include <QtGlobal>

#include <ctime>

namespace lockscope::test {

struct Sizes {
    int small;
    int big;
};

struct Growth {
    Sizes sizes;
    double smallMs = 0;
    double bigMs = 0;

    /// Up to eight times linear growth: the logarithm of a sort, cache misses at the big size. Quadratic work at sizes
    /// sixteen times apart grows sixteen times faster than linear. Work too small to measure is modest.
    [[nodiscard]] bool isModest() const { return bigMs < 50 || bigMs * sizes.small < 8 * smallMs * sizes.big; }
};

/// Processor time of the calling thread; other threads do not count.
template <typename Work> [[nodiscard]] double processorMs(const Work& work)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    };
    const auto from = now();
    work();
    return now() - from;
}

/// Single-threaded work on what make(size) returns, measured up to three times. The machine may be busy, so an immodest
/// result is measured again.
template <typename Make, typename Work> [[nodiscard]] Growth growth(Sizes sizes, const Make& make, const Work& work)
{
    const auto small = make(sizes.small);
    const auto big = make(sizes.big);
    Growth found{sizes};
    work(small);
    for (int attempt = 0; attempt < 3; ++attempt) {
        found.smallMs = processorMs([&] { work(small); });
        found.bigMs = processorMs([&] { work(big); });
        qInfo("%.1f ms for %d, %.1f ms for %d", found.smallMs, sizes.small, found.bigMs, sizes.big);
        if (found.isModest())
            break;
    }
    return found;
}

} // namespace lockscope::test
