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

/// A stale hold: a client acts as the holder, but the ensemble shows that it is not.
struct StaleHold {
    std::string client;
    std::string path;            ///< of the lock, in the ensemble's view
    std::string node;            ///< the client's own node, which is gone
    std::int64_t creationId = 0; ///< of that node, as last seen; 0: unknown
    WallTime from{};
    std::optional<WallTime> to; ///< nothing: not ended
};

/// Finds stale holds in the changing facts of a run: the client is paused, disconnected or careless, and so does not
/// act on its loss. For a healthy client the inspector's view is merely late. Bounded: the oldest are removed first.
/// Pure; thread: one.
class StaleHolds final {
public:
    explicit StaleHolds(std::size_t most = 1'000);

    /// Returns whether all() has changed.
    bool see(const ScenarioFacts& facts, WallTime now);
    /// Ends all stale holds. Returns whether all() has changed.
    bool finish(WallTime now);

    /// In the order in which they began.
    [[nodiscard]] const std::deque<StaleHold>& all() const { return m_all; }

private:
    struct Held {
        std::string path; ///< of the lock
        std::string node;
        std::int64_t creationId = 0;
        std::int64_t token = 0; ///< the client's token
    };

    void end(const std::string& client, WallTime now);

    std::size_t m_most;
    std::deque<StaleHold> m_all;
    std::uint64_t m_forgotten = 0;
    std::map<std::string, Held> m_heldAs;        ///< by client: the last hold that was seen
    std::map<std::string, std::uint64_t> m_open; ///< by client: its number among all that were ever found
};

} // namespace lockscope::console
