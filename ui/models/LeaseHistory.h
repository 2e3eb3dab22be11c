// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

/// A time in which a lease was not extended, or in which a master's answer was the same.
struct LeaseRun {
    WallTime from{};                ///< the extension, as far as readings tell; at the latest the first reading
    std::optional<WallTime> endsAt; ///< of the lease; nullopt: it has no end, or there is none
    std::string token;              ///< of a vote; empty: none
    bool isReachable = true;        ///< of a vote

    friend bool operator==(const LeaseRun&, const LeaseRun&) = default;
};

/// The leases of one lock over time, oldest first.
struct LeaseRuns {
    static constexpr std::size_t mostRuns = 256; ///< of each holder and master: the oldest are dropped

    std::map<std::string, std::vector<LeaseRun>> holds; ///< by the holder's node
    std::map<std::string, std::vector<LeaseRun>> votes; ///< by the master
};

/// The tokens that at least `quorum` masters have had, though not at the same time.
[[nodiscard]] std::set<std::string> tokensWithQuorum(const LeaseRuns& runs, int quorum);

/// When leases on Redis were extended, as the snapshots show: nothing else keeps it. What happened between two readings
/// is not known; an extension then is dated by the full length of the lease. Bounded. Thread: UI.
class LeaseHistory final {
public:
    /// Snapshots in the order of their times; an earlier one, as in a replay, drops what was later. A lock that is
    /// missing is kept for a minute: it may be back. Not null; does nothing with the one that was seen last.
    void see(const inspect::SnapshotPtr& snapshot);
    void clear();

    /// Null: none is known. Grows while it is kept.
    [[nodiscard]] std::shared_ptr<const LeaseRuns> of(const std::string& lock);

private:
    struct Known {
        std::shared_ptr<const inspect::Lock> last; ///< the state that was seen last
        std::shared_ptr<LeaseRuns> runs;           ///< null: only `last` was seen. Most locks are never asked for
        std::optional<WallTime> goneAt;            ///< of the last snapshot that has it, if the newest one lacks it
    };
    static LeaseRuns& runsOf(Known& known);
    void goBack(WallTime to);
    void forgetGone(WallTime now);
    static void take(const inspect::Lock& lock, const inspect::Lock* before, LeaseRuns& runs);

    std::unordered_map<std::string, Known> m_locks;
    std::vector<std::string> m_gone; ///< the paths of those that have been missing
    inspect::SnapshotPtr m_seen;     ///< null after going back: no lock is known to be unchanged
    WallTime m_seenAt{};
};

} // namespace lockscope::ui
