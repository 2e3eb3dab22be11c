// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/DurationStatistics.h"
#include "core/history/EventStream.h"
#include "core/history/FindingHistory.h"
#include "core/history/QueueLengths.h"

#include <list>
#include <optional>
#include <unordered_map>

namespace lockscope::inspect {

struct HistoryLimits {
    std::size_t events = 50'000;          ///< the oldest are dropped first
    std::size_t eventBytes = 16'777'216;  ///< the oldest are dropped first
    std::size_t locks = 20'000;           ///< the locks with the oldest last event are dropped first
    std::size_t openContenders = 200'000; ///< contenders that joined and have not left, over all locks
    std::size_t gaps = 1'000;             ///< the oldest are dropped first
    std::size_t findings = 5'000;         ///< that have ended; the oldest are dropped first
};

/// One event of the log, without the data that only a snapshot needs.
struct HistoryEvent {
    Change::Type type = Change::Type::Joined;
    Confidence atKnown = Confidence::Exact;
    bool isShared = false;
    int position = 0;
    WallTime at{};
    std::optional<WallTime> from;                ///< see LockEvent::from
    std::shared_ptr<const std::string> lockPath; ///< not null; shared by all events of a lock
    std::string node;
    std::string client;    ///< empty: unknown
    std::string host;      ///< empty: unknown
    std::string otherType; ///< the type as recorded, for Change::Type::Other
    std::int64_t session = 0;
    std::int64_t creationId = 0;
    bool holds = false;       ///< as in the last snapshot that has it
    bool isStateKnown = true; ///< the same; false: it holds or waits, which of the two is unknown
    bool mayHaveHeld = false; ///< see Change::mayHaveHeld
    std::int32_t unseen = 0;  ///< see Change::unseen
    Change::Ending ending = Change::Ending::Unknown; ///< see Change::ending
    bool isFirstSeen = false;                        ///< see Change::isFirstSeen
    bool atGate = false;                 ///< it waited at the gate to join the queue, in the last snapshot that has it
    WallTime createdAt{};                ///< of its node, by the clock of `at`; WallTime(): unknown
    std::optional<WallTime> grantedAt;   ///< when Lockscope saw it acquire the lock
    std::shared_ptr<const Requester> by; ///< Deleted: who sent the request; else null
    /// Granted: how long it waited. Left: how long it held. Only if beginning and end are exact, without a gap between.
    std::optional<std::chrono::milliseconds> took;

    [[nodiscard]] NodeRef ref() const { return {atGate ? LockPart::Gate : LockPart::Queue, node}; }
    [[nodiscard]] ContenderKey key() const { return {*lockPath, ref().part, node}; }
    [[nodiscard]] std::size_t bytes() const;
};

/// The statistics of one lock.
struct LockHistory {
    std::shared_ptr<const std::string> path;
    Certainty certainty = Certainty::Certain; ///< of the lock, as in the last snapshot that has it
    std::uint64_t joined = 0;
    std::uint64_t granted = 0;
    std::uint64_t left = 0;
    std::uint64_t gaveUp = 0; ///< of `left`: those that had not acquired the lock
    std::uint64_t lost = 0;   ///< of `left`: those whose session ended
    std::uint64_t revoked = 0;
    std::uint64_t released = 0;
    std::uint64_t unseen = 0; ///< acquisitions that may be missing, at most; none of the counts above includes them
    /// From joined to granted, both times exact; of clients that gave up waiting, as lower bounds.
    DurationStatistics waits;
    DurationStatistics holds;        ///< from granted to left, both times exact
    std::uint64_t inferredWaits = 0; ///< of unknown length: began before the first snapshot, or touch a gap
    std::uint64_t inferredHolds = 0;
    QueueLengths lengths;

    [[nodiscard]] std::size_t bytes() const;
};

/// The waits and holds of one lock up to a time, those that have not ended included.
struct LockDurations {
    DurationStatistics waits;     ///< open waits are lower bounds; none whose begin is unknown because of a gap
    DurationStatistics holds;     ///< open holds are lower bounds
    DurationStatistics openWaits; ///< how long the waiters have waited, all of them
    int undecided = 0;            ///< contenders that hold or wait, which of the two is unknown; counted nowhere else

    /// The p99 of the waits, or the longest open wait if that is longer.
    [[nodiscard]] std::chrono::milliseconds worstWait() const;
};

/// The history of the locks, in bounded memory: a log of events, and for each lock statistics of waits, holds and queue
/// lengths. Times are those of the snapshots: their resolution is the interval between snapshots. What comes and goes
/// between two snapshots is missing, and counted as unseen. What happened in a gap is logged and not counted. Pure;
/// thread: one.
class History final {
public:
    /// `reported` is called with each event, in order, within see(), add() and finish(); it may be empty.
    /// `findingReported` is called within see(); it may be empty.
    explicit History(HistoryLimits limits = {}, EventStream::Report reported = {},
                     FindingHistory::Report findingReported = {});
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    void see(const SnapshotPtr& snapshot);
    /// See EventStream::see().
    void see(const SnapshotStep& step);
    /// Adds an event that no snapshot shows: a release by an operator, the end of a session, a gap.
    void add(const LockEvent& event) { m_stream.add(event); }
    /// Call after the last snapshot.
    void finish() { m_stream.finish(); }

    /// See EventStream::asksForSessions().
    [[nodiscard]] bool asksForSessions() { return m_stream.asksForSessions(); }

    [[nodiscard]] const std::deque<HistoryEvent>& events() const { return m_events; }
    /// Number of events dropped because of the limits.
    [[nodiscard]] std::uint64_t forgottenEvents() const { return m_forgottenEvents; }
    [[nodiscard]] const LockHistory* find(std::string_view path) const;
    [[nodiscard]] std::size_t lockCount() const { return m_locks.size(); }
    /// In no order. The pointers are valid until the next non-const call.
    [[nodiscard]] std::vector<const LockHistory*> locks() const;
    /// The waits and holds of a lock of this history up to `now`.
    [[nodiscard]] LockDurations durationsOf(const LockHistory& lock, WallTime now) const;
    /// Possible locks last. The longest LockDurations::worstWait() first, then the longest wait, then the most events,
    /// then the path. The pointers are valid until the next non-const call.
    [[nodiscard]] std::vector<const LockHistory*> worstFirst(WallTime now) const;
    /// The gaps of this lock and those of all locks, oldest first; of an empty path, those of all locks.
    [[nodiscard]] std::vector<Gap> gapsOf(std::string_view path) const;
    [[nodiscard]] const FindingHistory& findings() const { return m_findings; }
    /// Approximate memory use.
    [[nodiscard]] std::size_t bytes() const;
    /// See EventStream::last().
    [[nodiscard]] const SnapshotPtr& last() const { return m_stream.last(); }
    /// Time of the first complete snapshot, whose contents give no events; WallTime() before it.
    [[nodiscard]] WallTime since() const { return m_since; }

private:
    /// A contender with an exact time of joining or of acquisition.
    struct Open {
        std::optional<WallTime> joinedAt;
        std::optional<WallTime> grantedAt;
    };
    struct Entry {
        LockHistory history;
        std::unordered_map<std::string, Open> open; ///< by toString(NodeRef)
        std::list<std::string_view>::iterator age;
    };

    void take(const LockEvent& event);
    void takeGap(const LockEvent& event);
    HistoryEvent lineOf(const LockEvent& event) const;
    Entry& entryOf(std::string_view path);
    std::optional<std::chrono::milliseconds> count(Entry& entry, const LockEvent& event);
    void closeContender(Entry& entry, const std::string& key);
    void log(HistoryEvent event);
    void forgetOldest();
    void seeRest(const Snapshot& rest, bool isFirst);
    void seeLengths(WallTime at);

    HistoryLimits m_limits;
    EventStream::Report m_reported;
    EventStream m_stream;
    FindingHistory m_findings;
    WallTime m_since{};
    std::chrono::milliseconds m_nodesAhead{0}; ///< of the clock that dates the nodes, by the last snapshot
    std::deque<Gap> m_gaps;                    ///< that have ended
    std::deque<HistoryEvent> m_events;
    std::size_t m_eventBytes = 0;
    std::uint64_t m_forgottenEvents = 0;
    std::unordered_map<std::string_view, std::unique_ptr<Entry>> m_locks; ///< keys are views of the entries' paths
    std::list<std::string_view> m_byAge;                                  ///< by last event, oldest first
    std::size_t m_open = 0;
};

} // namespace lockscope::inspect
