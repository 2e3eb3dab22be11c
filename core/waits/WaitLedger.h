// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitRanking.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

/// Adds up the waiting time that each client causes while it is observed: the number of waits behind it
/// (WaitRanking.h) × time, snapshot by snapshot. Like the sampling of a database's active session history, it takes
/// each snapshot to be true until the next one, so holds shorter than the interval between snapshots are counted by
/// chance. Pure; thread: one.
///
/// The time before the first complete snapshot, and from a lost connection or an incomplete snapshot to the next
/// complete one, is a gap: it is not in `seen` and is charged to no client. A snapshot that was taken while
/// disconnected has the time of the servers' last reply.
class WaitLedger final {
public:
    struct Entry {
        WaitBlocker blocker; ///< as last seen blocking
        bool blocksNow = false;
        std::chrono::milliseconds caused{0};
        std::chrono::milliseconds causedAsHead{0}; ///< of `caused`: while it was not in the middle of a chain
    };

    /// `most`: entries to keep. Beyond it, those with the least time that block no contender now are dropped.
    explicit WaitLedger(std::size_t most = 10'000)
        : m_most(most)
    {
    }

    void see(const WaitGraph& graph);
    /// The last snapshot is still true at this time: a source that is connected publishes each change.
    void continueTo(WallTime time);
    /// The time until the next snapshot is a gap, such as a pause.
    void interrupt() { m_isGap = true; }

    /// First by causedAsHead, then as in WaitRanking.
    [[nodiscard]] std::vector<Entry> ranked() const;
    /// The last snapshot's, complete or not.
    [[nodiscard]] const WaitRanking& now() const { return m_now; }
    /// Time of the first complete snapshot; nullopt before it.
    [[nodiscard]] std::optional<WallTime> since() const { return m_since; }
    /// The observed time since then, without gaps.
    [[nodiscard]] std::chrono::milliseconds seen() const { return m_seen; }

private:
    struct Sum {
        WaitBlocker blocker;
        double causedMs = 0;
        double asHeadMs = 0;
    };

    void mergeKnown(const Snapshot& snapshot);
    void forgetLeast();

    std::size_t m_most;
    std::unordered_map<std::string, Sum> m_sums; ///< by WaitNode::key
    WaitRanking m_now;
    std::unordered_map<std::string, std::size_t> m_places; ///< in m_now.blockers, by key
    std::optional<WallTime> m_since;
    WallTime m_last{};
    std::chrono::milliseconds m_seen{0};
    bool m_isGap = true;
};

} // namespace lockscope::inspect
