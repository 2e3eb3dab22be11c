// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Turns snapshots into events, in order, each event once. Pure.

#include "core/history/Changes.h"

#include <deque>
#include <functional>

namespace lockscope::inspect {

struct LockEvent {
    Change change;
    WallTime at{};
    /// Inferred: it happened some time before `at`, while disconnected or between two reads of a polled lock.
    Confidence atKnown = Confidence::Exact;
};

/// Compares each snapshot with the previous one. A contender's name is known before its owner: an event waits up to 200
/// ms for the owner, and delays the events after it. For a contender that left, the servers' list of sessions
/// (Snapshot::ensemble) shows whether its session ended: then "lost" follows "left". A client that releases and closes
/// its session before the servers are asked looks the same.
///
/// Thread: one; `report` is called on it, within see(), add() and finish().
class EventStream final {
public:
    using Report = std::function<void(const LockEvent&)>;

    explicit EventStream(Report report);

    /// The first complete snapshot is the baseline: it and the snapshots before it give no events.
    void see(const SnapshotPtr& snapshot);

    /// Adds an event from another source: a release by an operator, the end of a session. Waiting events are delivered
    /// before it.
    void add(const LockEvent& event);

    /// Delivers the waiting events without an owner.
    void finish();

    /// Whether the list of sessions is needed: a contender left, and no queue has another node of its session.
    [[nodiscard]] bool asksForSessions();

    /// The last snapshot; null before the first complete one.
    [[nodiscard]] const SnapshotPtr& last() const { return m_before; }

private:
    struct Suspect {
        LockEvent left;
        int questions = 0;
    };

    void reportWhatIsKnown();
    void pass(const LockEvent& event);
    void judge();

    Report m_report;
    SnapshotPtr m_before;
    std::shared_ptr<const ensemble::EnsembleFacts> m_judged;
    std::deque<LockEvent> m_unreported;
    std::deque<Suspect> m_suspects; ///< contenders that left, and may have been lost
    bool m_isLate = false;          ///< was disconnected: the next changes happened some time ago
};

} // namespace lockscope::inspect
