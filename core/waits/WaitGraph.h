// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/FindingSettings.h"
#include "core/model/NodeIndex.h"
#include "core/model/Snapshot.h"
#include "core/waits/WaitSnapshot.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

class WaitReduction;

/// Two contenders of one lock, by their numbers in the graph: the session of one waits for the session of the other.
struct WaitLink {
    std::uint32_t waiter = 0;
    std::uint32_t blocker = 0;
    std::uint32_t blockers = 1; ///< sessions that the waiter waits for in all
};

/// Each waits for the next, the last for the first. All blockers hold.
using WaitCycle = std::vector<WaitLink>;

struct Deadlock {
    WaitCycle cycle;
    /// Each of its sessions does one thing at a time. Else another thread of one may still release.
    bool isCertain = false;
};

/// Which session waits for which, across all locks of a snapshot. Built once per snapshot, in the time that it takes to
/// go through the snapshot a few times: for big ones not on a window's thread. Immutable, any thread.
///
/// The links are a wait-for graph: from each waiter to the holders that it cannot share the lock with; from a reader
/// that only a queued writer keeps out, to that writer. Bounded parts of it are cut out to be drawn.
///
/// Deadlocks are found by graph reduction, because a lock may have several holders or leases (Holt, "Some Deadlock
/// Properties of Computer Systems", 1972). A session can go on when it waits nowhere, or when one of its waiters is let
/// in; it then releases everything, which may let others in by the rules of their locks. A session that is never let
/// in, in whatever order the others release, is stuck. A node without a session is never released. A contender whose
/// session is not known yet, and a waiter where the number of leases is unknown, may go on at any moment.
///
/// Servers tell sessions apart, not the threads of one. A session that waits where it holds all that one may hold waits
/// for itself: that does not say whether it will release, so that wait does not count. Waiters of a lock of one node
/// have no node, and a watch alone is no wait: they are not in the graph.
class WaitGraph final {
public:
    explicit WaitGraph(SnapshotPtr snapshot, const FindingSettings& settings = {});

    enum class Sessions {
        /// Those that certainly do one thing at a time: they wait in one place and have made no node since. All others
        /// can go on: a thread that does not wait may release.
        SingleMinded,
        /// All, but those with several waits only if all of these began before a given time.
        All
    };

    /// The sessions that can never go on, in the order of their numbers.
    [[nodiscard]] std::vector<std::int64_t> stuck(Sessions which, WallTime before = {}) const;
    /// Cycles among those, the shortest through each session that is in one, no session's twice if it can be avoided;
    /// at most `limit`. What is stuck behind a cycle, or behind a node without a session, is in none.
    [[nodiscard]] std::vector<WaitCycle> cycles(Sessions which, WallTime before, std::size_t limit) const;
    /// The cycles that the findings report and that drawn parts mark: the certain ones first, at most
    /// FindingSettings::mostRings of each kind. None while most owners are not known yet.
    [[nodiscard]] const std::vector<Deadlock>& deadlocks() const { return m_deadlocks; }

    /// At most `most` sessions. First those in deadlocks, then those behind which the longest chains wait, each with
    /// the sessions that wait for it and those that it waits for.
    [[nodiscard]] WaitSnapshot whole(std::size_t most) const;
    /// The neighbourhood of one lock: its holders and waiters, what they wait for elsewhere, and what waits for them.
    [[nodiscard]] WaitSnapshot around(std::string_view lock, std::size_t most) const;

    [[nodiscard]] const SnapshotPtr& snapshot() const { return m_snapshot; }
    [[nodiscard]] const Lock& lockOf(std::uint32_t contender) const { return lockAt(m_places[contender].lock); }
    [[nodiscard]] const Contender& contenderAt(std::uint32_t contender) const
    {
        return lockOf(contender).queue[m_places[contender].index];
    }

private:
    friend class WaitReduction;
    friend class WaitCycles;
    friend class WaitCut;

    /// At most so many links a waiter.
    static constexpr std::size_t mostBlockers = 8;
    static constexpr int circular = 1'000'000; ///< height of a session that is in a cycle of links, or ahead of one

    /// A session, or a contender whose session is not known or does not exist: those have no id.
    struct Session {
        std::int64_t id = 0;
        bool isKnown = false;
        bool isInCycle = false;
        bool isStuck = false;
        WaitNode::Trouble trouble = WaitNode::Trouble::None;
        int height = 0;                  ///< length of the longest chain that waits for it
        int counting = 0;                ///< waits that count, one a lock at most
        int waiters = 0;                 ///< its nodes that wait, whether they count or not
        std::int64_t newest = 0;         ///< transaction of the node that it made last
        std::int64_t waitCreationId = 0; ///< of a node by which it waits
        WallTime lastWait{};             ///< when its youngest wait began

        [[nodiscard]] bool isSingleMinded() const { return waiters == 1 && newest <= waitCreationId; }
    };
    /// Where a contender is. Contenders are numbered lock by lock, in the order of the queues.
    struct Place {
        std::uint32_t lock = 0;
        std::uint32_t index = 0; ///< in Lock::queue
        std::uint32_t session = 0;
        bool counts = false; ///< it waits, and until it is let in its session may be unable to go on
    };
    /// Numbers grouped by session.
    struct Groups {
        std::vector<std::uint32_t> first; ///< one more than there are sessions
        std::vector<std::uint32_t> items;

        [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t session) const
        {
            return std::span(items).subspan(first[session], first[session + 1] - first[session]);
        }
    };

    void gather();
    void markTroubles(const std::unordered_map<std::int64_t, std::uint32_t>& numbers);
    void linkWaiters();
    void linkWaiter(std::uint32_t waiter, std::span<const std::uint32_t> holders, std::optional<NodeIndex>& index);
    void findDeadlocks(const WaitReduction& certain, const WaitReduction& possible, const FindingSettings& settings);
    void markCycles();
    void markStuck(const WaitReduction& reduction);
    void measureChains();
    template <typename Key> [[nodiscard]] Groups grouped(std::size_t count, Key key) const;

    /// How many may hold it at a time, of those that do not share it.
    [[nodiscard]] static std::size_t roomIn(const Lock& lock);
    [[nodiscard]] const Lock& lockAt(std::uint32_t lock) const { return *m_snapshot->locks[lock]; }
    [[nodiscard]] std::uint32_t from(const WaitLink& link) const { return m_places[link.waiter].session; }
    [[nodiscard]] std::uint32_t to(const WaitLink& link) const { return m_places[link.blocker].session; }
    [[nodiscard]] bool isLinked(std::uint32_t session) const
    {
        return !m_in.of(session).empty() || !m_out.of(session).empty();
    }
    /// The link of that waiter to that session, else where it would be.
    [[nodiscard]] std::vector<WaitLink>::const_iterator find(const WaitLink& step) const;

    SnapshotPtr m_snapshot;
    std::vector<Session> m_sessions;
    std::vector<std::uint32_t> m_firstOf; ///< by lock: its first contender
    std::vector<Place> m_places;          ///< by contender
    std::vector<WaitLink> m_links;        ///< in the order of the waiters
    std::vector<Deadlock> m_deadlocks;
    Groups m_placesOf;
    Groups m_out; ///< links by the session that waits
    Groups m_in;  ///< links by the session that is waited for
};

} // namespace lockscope::inspect
