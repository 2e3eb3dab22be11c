// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace lockscope::console {

/// A client believed that it held a lock, and the ensemble knew better.
struct StaleHold {
    std::string client;
    std::string path;            ///< of the lock, as the ensemble has it
    std::string node;            ///< its own, which is gone
    std::int64_t creationId = 0; ///< of that node, as it was seen; 0: unknown
    WallTime from{};
    std::optional<WallTime> to; ///< nothing while it goes on
};

/// Finds, in the facts of a run as they change, who is mistaken: a client whose process is stopped, which has no
/// contact or does not care, and which therefore does not know that it has lost. Of a healthy client the inspector's
/// view is merely a moment behind. Bounded: the oldest go first. Pure; thread: one.
class StaleHolds final {
public:
    explicit StaleHolds(std::size_t most = 1'000);

    /// Whether all() has changed.
    bool see(const ScenarioFacts& facts, WallTime now);
    /// Nobody believes anything any more. Likewise.
    bool finish(WallTime now);

    /// In the order in which they began.
    [[nodiscard]] const std::deque<StaleHold>& all() const { return m_all; }

private:
    struct Held {
        std::string path; ///< of the lock
        std::string node;
        std::int64_t creationId = 0;
        std::int64_t token = 0; ///< that the client had
    };

    void end(const std::string& client, WallTime now);

    std::size_t m_most;
    std::deque<StaleHold> m_all;
    std::uint64_t m_forgotten = 0;
    std::map<std::string, Held> m_heldAs;        ///< by client: how it was last seen to hold
    std::map<std::string, std::uint64_t> m_open; ///< by client: which of all there ever were
};

} // namespace lockscope::console
