// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"
#include "core/inspection/Inspection.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ctl {

enum class Attention {
    Once, ///< one snapshot: nothing is watched, which spares the servers
    Live
};

/// What is looked at: of the context where, and what of it; the rest here.
struct InspectionOptions {
    Attention attention = Attention::Once;
    std::chrono::milliseconds snapshotInterval{100};
    std::optional<inspect::FindingSettings> findings{}; ///< nothing: the snapshots have none
};

/// An inspection for a command. Made and destroyed on one thread, which may block there.
class Inspection final {
public:
    /// `onSnapshot` is called on a thread of the inspection's with each snapshot from the first session on. See
    /// SessionWait for what happens when there is none.
    Inspection(const Context& context, const InspectionOptions& options,
               std::function<void(inspect::SnapshotPtr)> onSnapshot);
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

    /// As of LockSource; `begun` is called on the main thread.
    void read(inspect::LockSource::Part part, Task begun = {});
    /// When the first session began; zero before. Any thread.
    [[nodiscard]] SteadyTime begunAt() const { return m_begunAt; }

private:
    SessionWait m_wait;
    std::atomic<SteadyTime> m_begunAt{SteadyTime()};   ///< zero: there was no session yet
    std::unique_ptr<inspect::Inspection> m_inspection; ///< null: it is refused what it needs
};

/// Brings each snapshot to the main thread.
[[nodiscard]] std::function<void(inspect::SnapshotPtr)>
toMainThread(std::function<void(const inspect::SnapshotPtr&)> onSnapshot);

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
[[nodiscard]] const inspect::Lock* lockAt(const inspect::Snapshot& snapshot, const std::string& path);

/// Prints why `show` finds no lock at `path`: missing, not readable, or something else than a lock.
Exit complainNoLock(const inspect::Snapshot& snapshot, const std::string& path);

/// Prints each problem of the snapshot as a warning; gives the status of the first that concerns a root itself.
Exit complainProblems(const Context& context, const inspect::Snapshot& snapshot);

} // namespace lockscope::ctl
