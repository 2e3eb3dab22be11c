// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"
#include "core/model/FindingSettings.h"
#include "core/sources/zookeeper/discovery/EnsembleInspector.h"

namespace lockscope::ctl {

enum class Attention {
    Once, ///< one snapshot: nothing is watched, which spares the servers
    Live
};

/// A connection with an inspector on it, for the commands that look. Made and destroyed on the main thread.
class Inspection final {
public:
    /// `onSnapshot` is called on the main thread with each snapshot. A connection that is lost for longer than
    /// --timeout ends the event loop.
    Inspection(const Context& context, Attention attention, std::chrono::milliseconds snapshotInterval,
               std::function<void(const inspect::SnapshotPtr&)> onSnapshot);
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

    /// Lists everything once more. `begun` is called on the main thread: complete snapshots that come after it are as
    /// of then.
    void listAgain(Task begun);

    /// The servers tell soon of their sessions, and on request of the real watches, in later snapshots.
    void refreshFacts();
    void askWatches();

private:
    Link m_link;
    std::unique_ptr<inspect::EnsembleInspector> m_inspector; ///< confined to the link's executor
};

/// How often the servers are asked for their sessions while it is not known of somebody whether he was lost.
constexpr auto sessionQuestions = std::chrono::seconds(1);

/// What else a snapshot should have before it is shown, and for how long that is worth a wait.
struct Wanted {
    std::chrono::milliseconds waitLimit{1'500}; ///< for the servers, once the locks are complete
    bool watches = false;                       ///< the real ones too
    bool settled = false; ///< the locks are listed before the servers are asked, and again after, as findings need it
    inspect::FindingSettings findings{};
};

/// Runs the event loop until the first snapshot that is complete and has what is wanted, or until wait limit ends; the
/// exit status is what `onComplete` returns, which gets it with its findings, or that of the failure.
int inspectOnce(const Context& context, const std::function<Exit(const inspect::Snapshot&)>& onComplete,
                const Wanted& wanted = {});

/// Prints once a server what it does not tell, and the lines of its configuration that open it.
void complainClosedStatusEndpoints(const inspect::Snapshot& snapshot);

/// The lock that `path` means: the one there, the one whose nodes lie there, or the single-node lock right below if it
/// is the only lock there.
[[nodiscard]] const inspect::LockQueue* lockAt(const inspect::Snapshot& snapshot, const std::string& path);

/// Prints why `show` finds no lock at `path`: missing, not readable, or something else than a lock.
Exit complainNoLock(const inspect::Snapshot& snapshot, const std::string& path);

/// Prints each problem of the snapshot as a warning; gives the status of the first that concerns a root itself.
Exit complainProblems(const Context& context, const inspect::Snapshot& snapshot);

} // namespace lockscope::ctl
