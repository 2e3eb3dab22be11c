// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/DurationStatistics.h"
#include "core/history/EventStream.h"
#include "core/history/QueueLengths.h"

#include <list>
#include <optional>
#include <unordered_map>

namespace lockscope::inspect {

struct HistoryLimits {
    std::size_t events = 50'000;          ///< the oldest go first
    std::size_t eventBytes = 16'777'216;  ///< likewise
    std::size_t locks = 20'000;           ///< those where nothing happened for longest go first
    std::size_t openContenders = 200'000; ///< whose coming was seen and whose going was not, all locks together
};

/// One line of the log, without what only a snapshot needs.
struct HistoryEvent {
    Change::Type type = Change::Type::Joined;
    Confidence atKnown = Confidence::Exact;
    bool isShared = false;
    int position = 0;
    WallTime at{};
    std::shared_ptr<const std::string> lockPath; ///< not null; one text for all events of a lock
    std::string node;
    std::string client;    ///< empty: unknown
    std::string host;      ///< likewise
    std::string otherType; ///< of Change::Type::Other: its word
    std::int64_t session = 0;
    std::int64_t creationId = 0;
    bool holds = false;                ///< so it did when it was last seen
    bool atGate = false;               ///< likewise: it waited to be let to the queue
    WallTime createdAt{};              ///< of its node, by the server's clock; no time: unknown
    std::optional<WallTime> grantedAt; ///< when it was seen to come to hold
    /// Granted: how long it waited. Left: how long it held. Only where the beginning and the end were seen.
    std::optional<std::chrono::milliseconds> took;

    [[nodiscard]] NodeRef ref() const { return {atGate ? LockPart::Gate : LockPart::Queue, node}; }
    [[nodiscard]] ContenderKey key() const { return {*lockPath, ref().part, node}; }
    [[nodiscard]] std::size_t bytes() const;
};

/// What is kept of a lock.
struct LockHistory {
    std::shared_ptr<const std::string> path;
    std::uint64_t joined = 0;
    std::uint64_t granted = 0;
    std::uint64_t left = 0;
    std::uint64_t gaveUp = 0; ///< of those who left: before they held
    std::uint64_t lost = 0;   ///< of those who left: their session ended
    std::uint64_t revoked = 0;
    std::uint64_t released = 0;
    DurationStatistics waits;        ///< from joined to granted, both seen when they happened
    DurationStatistics holds;        ///< from granted to left, likewise
    std::uint64_t inferredWaits = 0; ///< began before we looked, or while contact was lost: how long nobody knows
    std::uint64_t inferredHolds = 0;
    QueueLengths lengths;

    [[nodiscard]] std::size_t bytes() const;
};

/// What happened to the locks, in bounded memory: a log of events, and per lock how long was waited and held, and how
/// many waited when. Times are those of the snapshots, so they are exact to the time between two snapshots; who came
/// and went between two snapshots was not seen. Pure; thread: one.
class History final {
public:
    /// `told` is called with each event, in order, from within see(), add() and finish(); it may be empty.
    explicit History(HistoryLimits limits = {}, EventStream::Tell told = {});
    History(const History&) = delete;
    History& operator=(const History&) = delete;

    void see(const SnapshotPtr& snapshot);
    /// What no snapshot tells: that an operator releases a node, that a session ended.
    void add(const LockEvent& event) { m_stream.add(event); }
    /// No snapshot follows.
    void finish() { m_stream.finish(); }

    /// As of EventStream.
    [[nodiscard]] bool asksForSessions() { return m_stream.asksForSessions(); }

    [[nodiscard]] const std::deque<HistoryEvent>& events() const { return m_events; }
    /// Events that the limits did not leave room for.
    [[nodiscard]] std::uint64_t forgottenEvents() const { return m_forgottenEvents; }
    [[nodiscard]] const LockHistory* find(std::string_view path) const;
    [[nodiscard]] std::size_t lockCount() const { return m_locks.size(); }
    /// The longest p99 of waits first, then the longest wait, then the most events, then the path. The pointers hold
    /// until the next call that changes something.
    [[nodiscard]] std::vector<const LockHistory*> worstFirst() const;
    /// About what all of it takes in memory.
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] const SnapshotPtr& last() const { return m_stream.last(); }
    /// When the first look was over: what was there then is told by no event. No time before.
    [[nodiscard]] WallTime since() const { return m_since; }

private:
    /// Of a contender whose coming to the queue or to the hold was seen.
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
    Entry& entryOf(std::string_view path);
    std::optional<std::chrono::milliseconds> count(Entry& entry, const LockEvent& event);
    void closeContender(Entry& entry, const std::string& key);
    void log(HistoryEvent event);
    void forgetOldest();
    void seeLengths(const SnapshotPtr& before, const Snapshot& snapshot);

    HistoryLimits m_limits;
    EventStream::Tell m_told;
    EventStream m_stream;
    WallTime m_since{};
    std::deque<HistoryEvent> m_events;
    std::size_t m_eventBytes = 0;
    std::uint64_t m_forgottenEvents = 0;
    std::unordered_map<std::string_view, std::unique_ptr<Entry>> m_locks; ///< keys live in the entries' paths
    std::list<std::string_view> m_byAge; ///< the one where nothing happened for longest first
    std::size_t m_open = 0;
};

} // namespace lockscope::inspect
