// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From snapshots to what happened, in order, each told once. Pure.

#include "core/history/Changes.h"

#include <deque>
#include <functional>

namespace lockscope::inspect {

struct LockEvent {
    Change change;
    WallTime at{};
    /// Inferred: it happened some time before `at`, while contact was lost, or between two looks at a polled lock.
    Confidence atKnown = Confidence::Exact;
};

/// Compares each snapshot with the one before it. A contender's name is known a moment before its owner is: an event
/// waits for that moment, up to 200 ms, and those after it too. Of who left, what the servers say of sessions
/// (Snapshot::ensemble) tells whether the session ended: then "lost" follows "left". A client that lets go and ends its
/// session before the servers are asked looks the same.
///
/// Thread: one; `tell` is called there, from within see(), add() and finish().
class EventStream final {
public:
    using Tell = std::function<void(const LockEvent&)>;

    explicit EventStream(Tell tell);

    /// What stands in the first complete snapshot has not happened now: nothing is told of it, nor of snapshots before.
    void see(const SnapshotPtr& snapshot);

    /// What somebody else knows: that the node is released by an operator, that its session ended.
    void add(const LockEvent& event);

    /// What still waits for an owner's name is told without.
    void finish();

    /// Is there anybody who left, whose session stands in no queue, and of whom the servers have not said enough?
    [[nodiscard]] bool asksForSessions();

    /// The last snapshot that was seen; null before the first complete one.
    [[nodiscard]] const SnapshotPtr& last() const { return m_before; }

private:
    struct Suspect {
        LockEvent left;
        int questions = 0;
    };

    void tellWhatIsKnown();
    void pass(const LockEvent& event);
    void judge();

    Tell m_tell;
    SnapshotPtr m_before;
    std::shared_ptr<const ensemble::EnsembleFacts> m_judged;
    std::deque<LockEvent> m_untold;
    std::deque<Suspect> m_suspects; ///< who left, and may have been lost
    bool m_isLate = false;          ///< contact was lost: what is seen next happened some time ago
};

} // namespace lockscope::inspect
