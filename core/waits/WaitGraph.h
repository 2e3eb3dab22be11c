// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

/// One step of a ring: `session` waits by `waiter` in the queue of `lock`, where `blocker`, which is in the way,
/// belongs to the session of the next step. Pointers into the snapshot.
struct WaitStep {
    std::int64_t session = 0;
    const LockQueue* lock = nullptr;
    const Contender* waiter = nullptr;
    const Contender* blocker = nullptr;
};

/// Each waits for the next, the last for the first.
using WaitRing = std::vector<WaitStep>;

/// Who waits for whom, over sessions and across all locks of a snapshot. Pure; the snapshot must outlive it.
///
/// A session can go on when it waits nowhere, or when one of its waiters is let in; it then gives everything back,
/// which may let others in, by the rules of their locks: whoever is first in a mutex, readers in front of the first
/// writer, as many as there are leases. So where another holder could free a waiter, it is free. Who is never let in,
/// in whatever order the others let go, is stuck. Nobody ever frees a node without a session. A contender whose session
/// is not known yet, and whoever waits where nobody knows the number of leases, may go on at any moment.
///
/// Servers tell sessions apart, not the threads of one. A session that waits where it holds all that one may hold waits
/// for itself: that says nothing of whether it will let go, so that wait does not count. Waiters of a lock of one node
/// have no node, and a watch alone is no wait: they are not in the graph.
class WaitGraph final {
public:
    explicit WaitGraph(const Snapshot& snapshot);

    enum class Sessions {
        /// Those that certainly do one thing at a time: they wait in one place and have made no node since. All others
        /// can go on: a thread that does not wait may let go.
        SingleMinded,
        /// All, but those with several waits only if all of these began before a given time.
        All
    };

    /// The sessions that can never go on, in the order of their numbers.
    [[nodiscard]] std::vector<std::int64_t> stuck(Sessions which, WallTime before = {}) const;

    /// Rings among those, the shortest through each session that is in one, no session's twice if it can be helped; at
    /// most `limit`. What is stuck behind a ring, or behind a node without a session, is in none.
    [[nodiscard]] std::vector<WaitRing> rings(Sessions which, WallTime before, std::size_t limit) const;

private:
    friend class WaitReduction;
    friend class WaitRings;

    static constexpr int unknownSession = -1;
    static constexpr int noSession = -2;

    struct Place {
        std::uint32_t queue = 0;
        std::uint32_t index = 0; ///< in LockQueue::queue
    };
    struct Queue {
        const LockQueue* lock = nullptr;
        std::size_t first = 0; ///< of its contenders in m_sessionOf
        std::size_t room = 1;  ///< how many may hold
        bool readWrite = false;
    };
    struct Session {
        std::int64_t id = 0;
        std::vector<Place> places;  ///< where somebody waits
        std::vector<Place> waits;   ///< those that count: the first one in each queue
        std::int64_t waitsIn = -1;  ///< the last queue in which it was seen to wait
        int waiters = 0;            ///< its nodes that wait, whether they count or not
        std::int64_t newest = 0;    ///< transaction of the node that it made last
        std::int64_t waitCzxid = 0; ///< of a node by which it waits
        WallTime lastWait{};        ///< when its youngest wait began

        [[nodiscard]] bool isSingleMinded() const { return waiters == 1 && newest <= waitCzxid; }
    };

    [[nodiscard]] int indexOf(std::int64_t session);
    void add(const LockQueue& lock, const DialectCatalogue* dialects);
    void addWaits(const Queue& queue, std::uint32_t number);

    std::vector<Queue> m_queues; ///< where somebody waits
    std::vector<int> m_sessionOf;
    std::vector<Session> m_sessions;
    std::unordered_map<std::int64_t, int> m_index;
};

} // namespace lockscope::inspect
