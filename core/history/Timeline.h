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

/// One contender's time at a lock, from the coming of its node to its going.
struct Stay {
    enum class End {
        Open,    ///< it is still there
        Left,    ///< it let go or gave up
        Lost,    ///< its session ended
        Released ///< an operator deleted its node
    };
    std::string node;
    std::int64_t session = 0;    ///< 0: unknown, or its node is not ephemeral
    std::int64_t creationId = 0; ///< 0: unknown
    bool isShared = false;
    bool isAtGate = false; ///< it waits to be let to the queue, by a node that lies elsewhere
    WallTime from{};
    /// Inferred: nobody saw it come; by the server's clock, or if that is not known, some time before. Unknown: it was
    /// there when we first looked.
    Confidence fromKnown = Confidence::Exact;
    std::optional<WallTime> heldFrom; ///< nothing: it has not held
    /// Inferred: it came to hold some time before. Unknown: it did so between `from` and `heldFrom`, nobody saw when.
    Confidence heldKnown = Confidence::Exact;
    std::optional<WallTime> askedAt;        ///< somebody wrote that it shall let go
    std::optional<WallTime> to;             ///< nothing while it is there
    Confidence toKnown = Confidence::Exact; ///< Inferred: it went some time before
    End end = End::Open;

    [[nodiscard]] NodeRef ref() const { return {isAtGate ? LockPart::Gate : LockPart::Queue, node}; }
};

/// The stays of one client, in the order of time. No two of them at once: a client that queues twice has two rows.
struct TimelineRow {
    std::string name;                 ///< what the payload says, else the host, else the session, else the node
    std::string host;                 ///< the last that was known, by the payload or by the servers; may be empty
    WallTime since{};                 ///< of its first stay, also when that has been forgotten
    std::int64_t firstCreationId = 0; ///< likewise: of those who came at one time, who came first
    std::deque<Stay> stays;
};

/// Who waited for one lock and who held it, when: made of a history's events and of who is in the queue. Bounded: of
/// the stays that are over, the oldest go first. Pure; thread: one.
class Timeline final {
public:
    explicit Timeline(std::string lockPath, std::size_t mostClosed = 20'000);
    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// Takes what is new in it. Always the same history.
    void see(const History& history);

    [[nodiscard]] const std::string& lockPath() const { return m_path; }
    [[nodiscard]] std::size_t size() const { return m_rows.size(); }
    /// Those who came first are first, and stay there.
    [[nodiscard]] const TimelineRow& row(std::size_t index) const { return *m_rows[index]; }

    struct Place {
        std::size_t row = 0;
        std::size_t stay = 0;
    };
    /// The stay of the node that `creationId` names; where that is 0, unknown, the last one of a node of that name.
    [[nodiscard]] std::optional<Place> find(NodeRef ref, std::int64_t creationId = 0) const;
    /// When the first stay that is kept began; nothing without any.
    [[nodiscard]] std::optional<WallTime> earliest() const;

private:
    void clear();
    void take(const HistoryEvent& event, WallTime since);
    void meet(const Lock& lock, WallTime since, WallTime now);
    void meetContender(const Contender& contender, WallTime since, WallTime now);
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
    std::uint64_t m_taken = 0;                              ///< of all events that the history ever had
    std::shared_ptr<const Lock> m_met;                      ///< the queue that was looked at last
    std::shared_ptr<const ensemble::EnsembleFacts> m_facts; ///< what servers told of its sessions then
    std::vector<std::unique_ptr<TimelineRow>> m_rows;       ///< in the order of their first stays
    std::unordered_map<std::string, TimelineRow*> m_open;   ///< by toString(NodeRef): whose last stay is open
    std::unordered_map<std::string, std::vector<TimelineRow*>> m_free; ///< by name: whose last stay is over
    std::unordered_map<std::int64_t, TimelineRow*> m_byCreationId;     ///< in which row the stay of that node is
    std::unordered_map<std::int64_t, TimelineRow*> m_gates;            ///< by session: whose last stay is at the gate
    std::unordered_set<std::string> m_passed;                          ///< names at the gate whose stays have gone on
    std::unordered_map<std::string, WallTime> m_missing;               ///< keys of m_open, not in the queue since then
    std::deque<TimelineRow*> m_closed;                                 ///< whose first stay is the next to be forgotten
};

} // namespace lockscope::inspect
