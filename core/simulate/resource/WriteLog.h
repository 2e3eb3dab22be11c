// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/simulate/resource/ResourceProtocol.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lockscope::console {

/// Times of writes. Bounded: above `mostTimes` some are left out, evenly over the whole time.
struct WriteTimes {
    static constexpr std::size_t mostTimes = 1'000;

    std::vector<WallTime> times;        ///< in order
    std::int64_t count = 0;             ///< of all, also of those that are left out
    std::chrono::milliseconds apart{0}; ///< the least between two that are kept

    void add(WallTime at);
};

/// The writes to the guarded resource during one hold, and those that came after it.
struct HoldWrites {
    std::string client;
    std::string path;            ///< of the lock
    std::int64_t token = 0;      ///< the fencing token; 0: none
    std::string node{};          ///< of the hold, on Redis its owner; empty: not yet reported
    std::string nodePath{};      ///< the full path of that node; empty on Redis
    std::int64_t creationId = 0; ///< of that node; 0: unknown
    WriteTimes accepted{};
    WriteTimes rejected{};

    [[nodiscard]] bool isAt(const std::string& lockPath) const { return path == lockPath || nodePath == lockPath; }
};

/// The writes of a run, by hold. Bounded: the oldest holds are removed first. Pure; thread: one.
class WriteLog final {
public:
    explicit WriteLog(std::size_t mostHolds = 200);

    /// `facts`: at that time; the node of the hold is in the client's reports.
    void add(const Visit& write, bool isAccepted, WallTime at, const ScenarioFacts& facts);

    /// In the order of their first writes.
    [[nodiscard]] const std::deque<HoldWrites>& all() const { return m_all; }

private:
    std::size_t m_mostHolds;
    std::deque<HoldWrites> m_all;
};

} // namespace lockscope::console
