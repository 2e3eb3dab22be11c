// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the C++ programs measured on Redis have in common: the commands on standard input, samples, and figures. The
/// protocol is that of Commands.h, with a fourth word, the key of the lock, if the driver names it. Plain C++.

#include "tests/bench/ProcessUse.h"

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope::bench {

using BenchTime = std::chrono::steady_clock::time_point;

inline BenchTime benchNow()
{
    return std::chrono::steady_clock::now();
}

struct RedisCommand {
    std::string measure;
    int clients = 0;
    double seconds = 0;
    std::string lock;

    [[nodiscard]] std::chrono::steady_clock::duration time() const
    {
        return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
    }
    /// The first turn of each client costs more.
    [[nodiscard]] std::chrono::steady_clock::duration warmUp() const
    {
        return std::chrono::milliseconds(500) + std::chrono::milliseconds(3) * clients;
    }
};

/// {"event": EVENT, MEMBERS}; `members` begins with a comma, or is empty.
void say(const std::string& event, const std::string& members = {});
void sayFailed(const std::string& why);
/// ,"name":"text"
[[nodiscard]] std::string member(const std::string& name, const std::string& text);
/// ,"name":number
[[nodiscard]] std::string member(const std::string& name, double number);

/// The next command; false at the end of the input. Its lock is unique, unless the driver names it.
[[nodiscard]] bool nextCommand(RedisCommand& command, const std::string& program);
/// Waits for one line of the driver, after "connected".
void waitForDriver();

/// The samples of one command. Thread: any.
class RedisTally final {
public:
    /// Says "began" and "counted": what happens between them counts.
    void begin();
    void end();

    /// One lock and unlock without contention.
    void addCycle(BenchTime from, BenchTime to);
    /// The client has the lock, and is about to release it. An overlap is a grant while another client holds it.
    void granted(int client, BenchTime askedAt);
    void releasing(int client);

    /// Says "ended", with `more` members.
    void report(const std::string& more = {}) const;

private:
    mutable std::mutex m_mutex;
    bool m_counts = false;
    bool m_isContended = false;
    std::vector<double> m_us; ///< of a cycle, or from a release to the grant to another client
    long m_grants = 0;
    long m_overlaps = 0;
    int m_holder = -1;
    int m_lastHolder = -1;
    BenchTime m_releasedAt;
    BenchTime::duration m_longestWait{};
    BenchTime m_begin;
    double m_seconds = 0;
    ProcessUse m_use;
};

/// Calls `cycle` for the time of the command, on this thread. It returns false after it has said "failed".
template <typename Cycle> void measureCycles(const RedisCommand& command, RedisTally& tally, Cycle cycle)
{
    for (const auto until = benchNow() + command.warmUp(); benchNow() < until;) {
        if (!cycle())
            return;
    }
    tally.begin();
    const auto until = benchNow() + command.time();
    for (auto from = benchNow(); from < until;) {
        if (!cycle())
            return;
        const auto to = benchNow();
        tally.addCycle(from, to);
        from = to;
    }
    tally.end();
    tally.report();
}

} // namespace lockscope::bench
