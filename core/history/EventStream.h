// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Turns snapshots into events, in order, each event once. Pure.

#include "core/history/Changes.h"
#include "core/history/Gap.h"
#include "core/history/SnapshotStep.h"

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Who sent a request, by an audit log.
struct Requester {
    std::string user;      ///< empty: unknown
    std::string host;      ///< the client's address; empty: unknown
    SessionId session = 0; ///< 0: unknown
};

struct LockEvent {
    Change change;
    WallTime at{}; ///< Gap: its end, or its begin if it has not ended
    /// Inferred: it happened some time before `at`, between two reads of a polled lock. Unknown: in a gap before `at`;
    /// of a gap, that it has not ended.
    Confidence atKnown = Confidence::Exact;
    std::optional<WallTime> from{};                  ///< Gap: its begin. Unseen: when the lock was last read before
    std::optional<std::chrono::milliseconds> took{}; ///< see HistoryEvent::took; only from a History
    std::shared_ptr<const Requester> by{};           ///< Deleted: who sent the request; else null
};

/// The event of a gap.
[[nodiscard]] LockEvent eventOf(const Gap& gap);

/// Compares each snapshot with the previous one. A contender's name is known before its owner: an event waits up to 200
/// ms for the owner, and delays the events after it.
///
/// While the connection is down or the server has no quorum, nothing is watched: one Gap event ends that time at the
/// first complete snapshot, and the events after it have an unknown time. A lock that can no longer be read has a gap
/// of its own; its contenders have not left.
///
/// "lost" follows "left" if the servers had reported that the contender's session had lost its connection or was
/// silent, and then that it has ended. A session that ends soon after a release is no loss, and no snapshot shows which
/// of the two ended a healthy session's node: the event stays "left".
///
/// Thread: one; `report` is called on it, within see(), add() and finish().
class EventStream final {
public:
    using Report = std::function<void(const LockEvent&)>;

    explicit EventStream(Report report);

    /// The first complete snapshot is the baseline: it and the snapshots before it give no events. Returns whether the
    /// snapshot is now the last one.
    bool see(const SnapshotPtr& snapshot);
    /// The same for a snapshot by its difference from the one before it, seen or not. Costs as much as its changes.
    bool see(const SnapshotStep& step);

    /// Adds an event from another source: a release by an operator, the end of a session, a gap that has ended. Waiting
    /// events are delivered before it.
    void add(const LockEvent& event);

    /// Delivers the waiting events without an owner, and the gaps that have not ended. Call after the last snapshot.
    void finish();

    /// Whether the list of sessions is needed: a contender left whose session may have ended.
    [[nodiscard]] bool asksForSessions();

    /// The last snapshot that was compared; null before the first complete one, and after a step until finish().
    [[nodiscard]] const SnapshotPtr& last() const { return m_last; }
    [[nodiscard]] bool hasBegun() const { return m_before != nullptr; }
    /// The lock in the last snapshot; null if that lacks it.
    [[nodiscard]] const Lock* find(std::string_view path) const;

    struct LockChange {
        std::shared_ptr<const Lock> was; ///< null: the lock is new
        std::shared_ptr<const Lock> is;  ///< null: it is gone
        [[nodiscard]] const std::string& path() const { return (is ? is : was)->path; }
    };
    /// The locks that the last snapshot changed, by path; all locks of the first one.
    [[nodiscard]] const std::vector<LockChange>& changed() const { return m_changed; }

    /// Whether the last snapshot was compared with one from before a gap: its changes have an unknown time.
    [[nodiscard]] bool isAfterGap() const { return m_isAfterGap; }

    /// The gaps that have not ended.
    [[nodiscard]] std::vector<Gap> openGaps() const;
    /// Whether the lock of this path has such a gap of its own.
    [[nodiscard]] bool isHidden(std::string_view path) const;

private:
    struct Suspect {
        LockEvent left;
        int questions = 0;
    };
    /// A lock that has left the view with contenders in its queue.
    struct Hidden {
        std::shared_ptr<const Lock> lock;
        std::optional<WallTime> from; ///< begin of its gap; nullopt: it was not a gap, its contenders may be gone
    };

    void beginGap(WallTime from);
    void missed(const LockEvent& gap);
    [[nodiscard]] bool isComparable(const Snapshot& snapshot);
    void take(const SnapshotPtr& rest, const LockMap& differing, const SnapshotPtr& whole);
    void setLocks(const LockMap& differing);
    void compare(const Snapshot& before, const Snapshot& after);
    void compareLock(const Snapshot& before, const Snapshot& after, const LockChange& change);
    void hide(std::shared_ptr<const Lock> lock, std::optional<WallTime> from);
    [[nodiscard]] std::set<std::string, std::less<>> comeBack(const Snapshot& before, const Snapshot& after);
    [[nodiscard]] std::vector<std::string> mayComeBack(const Snapshot& before, const Snapshot& after) const;
    void queue(std::vector<Change> changes, WallTime from, WallTime at, Confidence known);
    void reportWhatIsKnown();
    void deliver();
    void pass(const LockEvent& event);
    void judge();

    Report m_report;
    SnapshotPtr m_before; ///< the last one, for all but its locks
    LockMap m_locks;      ///< those of the last one
    LockMap m_skipped;    ///< differences of the steps since then that were not compared
    SnapshotPtr m_last;
    std::vector<LockChange> m_changed;
    std::array<std::shared_ptr<const ensemble::EnsembleFacts>, 2> m_reports; ///< the last two, may be null
    std::shared_ptr<const ensemble::EnsembleFacts> m_judged;
    std::deque<LockEvent> m_unreported;
    std::deque<Suspect> m_suspects; ///< contenders that left, and may have been lost
    std::optional<WallTime> m_gap;  ///< begin of the present gap
    bool m_isAfterGap = false;
    std::optional<Gap> m_missed;                         ///< snapshots of this time show changes of the last gap
    std::map<std::string, Hidden, std::less<>> m_hidden; ///< by path
};

} // namespace lockscope::inspect
