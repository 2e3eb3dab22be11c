// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the measures of the bare C client share: the time line, the sums, and where each of them is.

#include "core/simulate/measure/ContentionTally.h"
#include "tests/bench/CSession.h"
#include "tests/bench/Commands.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::bench {

constexpr auto warmUp = std::chrono::milliseconds(300);

/// As long as what the recipes write.
const std::string nodePrefix = "_c_00000000-0000-0000-0000-000000000000-lock-";

inline std::int64_t now()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

inline double microseconds(std::int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1'000;
}

/// What the sessions of one measurement share.
struct Window {
    std::atomic<bool> counts = false;
    std::atomic<bool> over = false;
    std::atomic<std::int64_t> gaveWayAt = 0;
    std::unique_ptr<Countdown> ended;

    explicit Window(int sessions)
        : ended(std::make_unique<Countdown>(sessions))
    {
    }

    double conduct(double seconds)
    {
        std::this_thread::sleep_for(warmUp);
        sayBegan();
        const auto from = now();
        counts = true;
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
        counts = false;
        const auto counted = static_cast<double>(now() - from) / 1e9;
        sayCounted();
        over = true;
        ended->wait("end");
        return counted;
    }
};

inline Figures figuresOf(std::vector<double> samples, double seconds)
{
    const auto count = static_cast<double>(samples.size());
    const auto us = console::percentilesOf(std::move(samples));
    return {{"count", count}, {"seconds", seconds}, {"p50Us", us.p50}, {"p99Us", us.p99}};
}

inline std::vector<std::unique_ptr<CSession>> sessions(const std::string& servers, int count)
{
    std::vector<std::unique_ptr<CSession>> made;
    for (int i = 0; i < count; ++i)
        made.push_back(std::make_unique<CSession>(servers));
    return made;
}

/// The measures; each below a directory of its own, which exists.
[[nodiscard]] Figures measureCycles(const std::string& servers, const std::string& directory, double seconds);
[[nodiscard]] Figures measureRing(const std::string& servers, const std::string& directory, int count, double seconds);
[[nodiscard]] Figures measureQueues(const std::string& servers, const std::string& directory, const Command& command);

} // namespace lockscope::bench
