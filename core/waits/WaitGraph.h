// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/FindingSettings.h"
#include "core/model/NodeIndex.h"
#include "core/model/Snapshot.h"
#include "core/waits/WaitSnapshot.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::inspect {

class WaitReduction;

/// Two contenders of one lock, by number in the graph: the waiter's session waits for the blocker's session.
struct WaitLink {
    std::uint32_t waiter = 0;
    std::uint32_t blocker = 0;
    std::uint32_t blockers = 1; ///< total number of sessions that the waiter waits for
};

/// Each session waits for the next, the last for the first. All blockers hold.
using WaitCycle = std::vector<WaitLink>;

struct Deadlock {
    WaitCycle cycle;
    /// Each session certainly does one thing at a time. Else another thread of a session may still release.
    bool isCertain = false;
};

/// The wait-for graph of the sessions, across all locks of a snapshot. Built once per snapshot, in about linear time;
/// build it outside the window's thread. Immutable, any thread.
///
/// A link leads from each waiter to the holders that it cannot share the lock with. Elections and possible locks have
/// no links: candidates do not wait for the leader. Nor has a queue with a contender of which it is unknown whether it
/// holds. A contender whose mode is unknown may share the lock. If only a queued writer blocks a reader, it leads to
/// that writer. Bounded parts of the graph are drawn.
///
/// Deadlocks are found by graph reduction, because a lock may have several holders or leases (Holt, "Some Deadlock
/// Properties of Computer Systems", 1972). A session can proceed when it waits nowhere, or when one of its waiters
/// acquires its lock. It then releases everything, so that others may acquire by the rules of their locks. A session is
/// stuck if it can never proceed, in whatever order the others release. A node without a session is never released. A
/// contender with an unknown session, and a waiter with an unknown number of leases, can always proceed.
///
/// On Redis an owner is in the place of a session: of Redisson's locks a thread of a client, which does one thing at a
/// time. Only waits in the queue of a fair lock count, and only of waiters that listen for their turn: no data names
/// the other waiters. An owner that waits twice can always proceed.
///
/// Servers report sessions, not their threads. A session that waits for a lock which it holds completely waits for
/// itself. Such a wait does not count: another thread may release. Waiters of a single-node lock have no node and are
/// not in the graph.
class WaitGraph final {
public:
    explicit WaitGraph(SnapshotPtr snapshot, const FindingSettings& settings = {});

    enum class Sessions {
        /// Only sessions that certainly do one thing at a time: they wait in one queue and have created no node since.
        /// All others can proceed: another thread may release.
        SingleMinded,
        /// All sessions; a session with several waits only if all of them began before a given time.
        All
    };

    /// The ids of the sessions that can never proceed, sorted; 0 for an owner on Redis.
    [[nodiscard]] std::vector<std::int64_t> stuck(Sessions which, WallTime before = {}) const;
    /// Cycles among the stuck sessions, at most `limit`: the shortest through each session in a cycle that no other
    /// covers. A session only stuck behind a cycle, or behind a node without a session, is in none.
    [[nodiscard]] std::vector<WaitCycle> cycles(Sessions which, WallTime before, std::size_t limit) const;
    /// The cycles that findings report and drawings mark: certain ones first, at most FindingSettings::maxCycles of
    /// each kind. No cycle is certain that may combine two moments, or whose sessions may have further nodes with an
    /// owner that is not read yet.
    [[nodiscard]] const std::vector<Deadlock>& deadlocks() const { return m_deadlocks; }

    /// At most `most` sessions. First the sessions in deadlocks, then those with the longest chains of waiters, each
    /// with its waiters and blockers.
    [[nodiscard]] WaitSnapshot whole(std::size_t most) const;
    /// The neighbourhood of one lock: its holders and waiters, their blockers at other locks, and their waiters.
    [[nodiscard]] WaitSnapshot around(std::string_view lock, std::size_t most) const;
    /// The chains of a finding, to be kept with it: the sessions of its nodes, the sessions that they wait for,
    /// directly or indirectly, and the waiters behind all of these. For a finding whose nodes are not contenders, the
    /// same as around() of its lock.
    [[nodiscard]] WaitSnapshot chainsOf(const Finding& finding, std::size_t most = 32) const;

    /// Number of locks that have no links because it is unknown whether a contender holds; their waits are missing.
    [[nodiscard]] std::size_t undecidedLocks() const { return m_undecidedLocks; }
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
    friend class WaitFlow;

    /// Maximum number of links of a waiter.
    static constexpr std::size_t mostBlockers = 8;
    static constexpr int circular = 1'000'000; ///< height of a session in a cycle, or with a cycle among its waiters

    /// A session; or a contender whose session is unknown or does not exist, with id 0.
    struct Session {
        std::int64_t id = 0;
        std::string_view owner{}; ///< Redis; in the snapshot
        bool isKnown = false;
        bool isInCycle = false;
        bool isStuck = false;
        WaitNode::Trouble trouble = WaitNode::Trouble::None;
        int height = 0;                  ///< length of the longest chain of its waiters
        int counting = 0;                ///< number of waits that count, at most one per lock
        int waiters = 0;                 ///< number of its waiting nodes, whether they count or not
        bool mayWaitElsewhere = false;   ///< in a queue without links, whose holders are not known
        std::int64_t newest = 0;         ///< creationId of its newest node
        std::int64_t waitCreationId = 0; ///< creationId of a node by which it waits
        WallTime lastWait{};             ///< when its latest wait began

        /// A session, or an owner on Redis. False: its session is unknown, or there is none.
        [[nodiscard]] bool isClient() const { return id != 0 || !owner.empty(); }
        [[nodiscard]] bool isSingleMinded() const
        {
            return waiters == 1 && newest <= waitCreationId && !mayWaitElsewhere;
        }
    };
    /// The place of a contender. Contenders are numbered lock by lock, in queue order.
    struct Place {
        std::uint32_t lock = 0;
        std::uint32_t index = 0; ///< in Lock::queue
        std::uint32_t session = 0;
        bool counts = false; ///< it waits, and its session may be unable to proceed until it acquires the lock
    };
    /// Numbers grouped by another one, as by their sessions.
    struct Groups {
        std::vector<std::uint32_t> first; ///< one entry more than there are groups
        std::vector<std::uint32_t> items;

        [[nodiscard]] std::span<const std::uint32_t> of(std::size_t group) const
        {
            return std::span(items).subspan(first[group], first[group + 1] - first[group]);
        }
    };

    void gather();
    void markTroubles(const std::unordered_map<std::int64_t, std::uint32_t>& numbers);
    void linkWaiters();
    void noteWithoutLinks(std::uint32_t lock);
    void linkWaiter(std::uint32_t waiter, std::span<const std::uint32_t> holders, std::optional<NodeIndex>& index);
    void findDeadlocks(const WaitReduction& certain, const WaitReduction& possible, const FindingSettings& settings);
    void markCycles();
    void markStuck(const WaitReduction& reduction);
    void measureChains();
    /// The numbers below `count`, by their keys, which are below `groups`: a counting sort.
    template <typename Key> [[nodiscard]] static Groups grouped(std::size_t count, std::size_t groups, Key key)
    {
        Groups found;
        found.first.assign(groups + 1, 0);
        found.items.resize(count);
        for (std::uint32_t i = 0; i < count; ++i)
            ++found.first[key(i) + 1];
        std::partial_sum(found.first.begin(), found.first.end(), found.first.begin());
        auto next = found.first;
        for (std::uint32_t i = 0; i < count; ++i)
            found.items[next[key(i)]++] = i;
        return found;
    }

    /// False for elections, whose candidates do not wait for the leader, for possible locks, which prove no wait, and
    /// for queues whose holders are not known.
    [[nodiscard]] static bool blocks(const Lock& lock);
    /// Maximum number of exclusive holders.
    [[nodiscard]] static std::size_t roomIn(const Lock& lock);
    /// The number of the contender whose node has this full path; nullopt if the graph has none.
    [[nodiscard]] std::optional<std::uint32_t> numberAt(std::string_view nodePath, std::string_view lock) const;
    /// See WaitNode::key.
    [[nodiscard]] std::string keyOf(std::uint32_t session) const;
    /// Without WaitNode::waitersLeftOut.
    [[nodiscard]] WaitNode nodeOf(std::uint32_t session) const;
    [[nodiscard]] const Lock& lockAt(std::uint32_t lock) const { return *m_snapshot->locks[lock]; }
    [[nodiscard]] std::uint32_t from(const WaitLink& link) const { return m_places[link.waiter].session; }
    [[nodiscard]] std::uint32_t to(const WaitLink& link) const { return m_places[link.blocker].session; }
    [[nodiscard]] bool isLinked(std::uint32_t session) const
    {
        return !m_in.of(session).empty() || !m_out.of(session).empty();
    }
    /// The link of the step's waiter to the step's blocking session, else the place to insert it.
    [[nodiscard]] std::vector<WaitLink>::const_iterator find(const WaitLink& step) const;

    SnapshotPtr m_snapshot;
    std::vector<Session> m_sessions;
    std::vector<std::uint32_t> m_firstOf; ///< by lock: number of its first contender
    std::vector<Place> m_places;          ///< by contender
    std::vector<WaitLink> m_links;        ///< in the order of the waiters
    std::vector<Deadlock> m_deadlocks;
    std::size_t m_undecidedLocks = 0;
    Groups m_placesOf;
    Groups m_out; ///< links by waiting session
    Groups m_in;  ///< links by blocking session
};

} // namespace lockscope::inspect
