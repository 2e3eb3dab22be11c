// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/redis/Value.h"
#include "tests/support/FakeFaults.h"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// Which request a fault is for: the nth matching one from now on. An empty member matches any.
struct FakeRedisMatch {
    std::string command = {}; ///< "EVALSHA", in any case
    std::string word = {};    ///< one of its arguments contains this, such as the name of a lock
    std::string client = {};  ///< the name of the client in FakeRedisNetwork
    int nth = 1;
};

/// What the client sees of a lost reply.
enum class FakeLoss {
    Cut,    ///< the connection ends
    Silence ///< the connection stays open, but the server neither executes nor sends anything more on it
};

/// The faults that have not matched a request yet. One thread.
class FakeRedisFaults final {
public:
    struct Fault {
        FakeRedisMatch match;
        When when = When::BeforeExecution;
        std::optional<FakeLoss> loss;  ///< the request or its reply is lost
        std::optional<Duration> delay; ///< it is executed this much later
        int hold = 0;                  ///< not 0: it is executed after release(hold)
    };

    void add(Fault fault) { m_armed.push_back(std::move(fault)); }
    [[nodiscard]] int addHold(FakeRedisMatch match);
    /// Removes and returns the fault for this request. Called once for each request.
    [[nodiscard]] std::optional<Fault> take(const redis::Command& words, const std::string& client);
    /// Removes a hold that has not matched a request.
    void disarm(int hold);
    void clear() { m_armed.clear(); }
    [[nodiscard]] std::size_t armed() const { return m_armed.size(); }

private:
    std::vector<Fault> m_armed;
    int m_lastHold = 0;
};

} // namespace lockscope::test
