// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the cost of some work grows with its size: what tells linear from quadratic on any machine, where a limit in
/// seconds says how busy the machine was.
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

    /// Up to eight times what is linear: the logarithm of a sort, the caches that the big one leaves. Quadratic work of
    /// sizes sixteen times apart grows by sixteen times what is linear. Too little to be measured is modest.
    [[nodiscard]] bool isModest() const { return bigMs < 50 || bigMs * sizes.small < 8 * smallMs * sizes.big; }
};

/// Of the calling thread: others may be at work as well.
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

/// Work that is done by one thread, on what make(size) returns; done several times. The machine may be busy with
/// something else just then: what looks immodest is looked at again.
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
