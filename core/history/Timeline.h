// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::inspect {

/// One contender's time at a lock, from the creation of its node to its deletion.
struct Stay {
    enum class End {
        Open,     ///< its node still exists
        Left,     ///< its node is gone, and why is unknown
        Own,      ///< its own client deleted its node, by an audit log: it released or gave up
        Lost,     ///< its session ended
        Released, ///< an operator deleted its node
        Deleted,  ///< another client deleted its node
        Unknown   ///< its node disappeared while nothing was watched; `to` is the time when it was seen last
    };
    std::string node;
    std::int64_t session = 0;    ///< 0: unknown, or its node is not ephemeral
    std::int64_t creationId = 0; ///< 0: unknown
    bool isShared = false;
    bool isAtGate = false; ///< it waits at the gate to join the queue, by a node in another directory
    WallTime from{};
    /// Inferred: the node's creation time by the server's clock; if that is unknown, some time before. Unknown: it
    /// existed in the first snapshot.
    Confidence fromKnown = Confidence::Exact;
    std::optional<WallTime> heldFrom; ///< nullopt: it has not been seen to hold
    /// Inferred: it acquired the lock some time before. Unknown: at some time between `from` and `heldFrom`.
    Confidence heldKnown = Confidence::Exact;
    std::optional<WallTime> askedAt; ///< time of the last revocation request
    std::optional<WallTime> to;      ///< nullopt while its node exists
    /// Inferred: it left some time before. Unknown: some time after, in a gap.
    Confidence toKnown = Confidence::Exact;
    End end = End::Open;
    bool mayHaveHeld = false; ///< it left without having been seen to hold, and may have held
    bool isStateKnown = true; ///< false, without `heldFrom`: it holds or waits, which of the two is unknown

    [[nodiscard]] NodeRef ref() const { return {isAtGate ? LockPart::Gate : LockPart::Queue, node}; }
};

/// The stays of one client, by time. They do not overlap: a client that queues twice at once has two rows.
struct TimelineRow {
    std::string name;                 ///< the client's name from the payload, else the host, the session or the node
    std::string host;                 ///< the last known host, by the payload or the servers; may be empty
    WallTime since{};                 ///< begin of its first stay, even if that was dropped
    std::int64_t firstCreationId = 0; ///< of its first stay: orders rows with an equal `since`
    std::deque<Stay> stays;
};

/// The waits and holds of one lock over time, a row per client, from a history's events and the current queue. Bounded:
/// the oldest ended stays are dropped first. Pure; thread: one.
class Timeline final {
public:
    explicit Timeline(std::string lockPath, std::size_t mostClosed = 20'000);
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// Adds the new events of the history; pass the same history in each call.
    void see(const History& history);

    [[nodiscard]] const std::string& lockPath() const { return m_path; }
    /// The times in which this lock was not watched, oldest first.
    [[nodiscard]] const std::vector<Gap>& gaps() const { return m_gaps; }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    /// Rows by their first stay; a row keeps its place among the others.
    [[nodiscard]] const TimelineRow& row(std::size_t index) const { return *m_rows[index]; }

    struct Place {
        std::size_t row = 0;
        std::size_t stay = 0;
    };
    /// The stay of the node with this creationId; if that is 0 (unknown), the last stay of a node with this name.
    [[nodiscard]] std::optional<Place> find(NodeRef ref, std::int64_t creationId = 0) const;
    /// Begin of the first stay that is kept; nullopt without stays.
    [[nodiscard]] std::optional<WallTime> earliest() const;

private:
    void clear();
    void take(const HistoryEvent& event, WallTime since);
    void takeLeft(const HistoryEvent& event, WallTime since, TimelineRow& row);
    [[nodiscard]] WallTime gapBefore(WallTime at) const;
    void meet(const Lock& lock, WallTime since, const Snapshot& snapshot);
    void meetContender(const Contender& contender, WallTime since, const Snapshot& snapshot);
    void closeMissing(const Lock& lock, WallTime now);
    bool passGate(std::int64_t session, NodeRef ref, std::int64_t creationId);
    Stay& begin(const std::string& name, const std::string& host, Stay stay);
    [[nodiscard]] TimelineRow* takeFreeRow(const std::string& name, const Stay& stay);
    TimelineRow& addRow(const std::string& name, const Stay& first);
    [[nodiscard]] TimelineRow* openRow(NodeRef ref);
    [[nodiscard]] TimelineRow* openRow(const std::string& key);
    [[nodiscard]] Stay* closedStay(const HistoryEvent& event);
    void close(TimelineRow& row, WallTime at, Confidence known, Stay::End end);
    void forgetOldest();
    bool nameAnew(TimelineRow& row, const Contender& contender);
    void takeHosts(const Lock& lock, const ensemble::EnsembleFacts& facts);
    void put(TimelineRow& row, Stay stay);
    void removeEmpty();
    [[nodiscard]] std::optional<std::size_t> indexOf(const TimelineRow* row) const;

    std::string m_path;
    std::size_t m_mostClosed;
    std::vector<Gap> m_gaps;
    std::uint64_t m_taken = 0;         ///< number of events processed, of all that the history ever had
    std::shared_ptr<const Lock> m_met; ///< the queue that was processed last
    std::shared_ptr<const ensemble::EnsembleFacts> m_facts; ///< the servers' reports at that time
    std::vector<std::unique_ptr<TimelineRow>> m_rows;       ///< in the order of their first stays
    std::unordered_map<std::string, TimelineRow*> m_open;   ///< by toString(NodeRef): rows whose last stay is open
    std::unordered_map<std::string, std::vector<TimelineRow*>> m_free; ///< by name: rows whose last stay has ended
    std::unordered_map<std::int64_t, TimelineRow*> m_byCreationId;     ///< the row with the stay of that node
    std::unordered_map<std::int64_t, TimelineRow*> m_gates; ///< by session: rows whose last stay is at the gate
    std::unordered_set<std::string> m_passed; ///< names of gate nodes whose stays have continued in the queue
    std::unordered_map<std::string, WallTime> m_missing; ///< keys of m_open, and since when the queue lacks them
    std::deque<TimelineRow*> m_closed;                   ///< rows in the order in which their first stays are dropped
};

} // namespace lockscope::inspect
