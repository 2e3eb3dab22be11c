// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"
#include "core/inspection/Inspection.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockscope::ctl {

enum class Attention {
    Once, ///< one snapshot; sets no watches, to reduce the load on the servers
    Live
};

/// The options of an inspection; roots and filter are in the context.
struct InspectionOptions {
    Attention attention = Attention::Once;
    std::chrono::milliseconds snapshotInterval{100};
    std::optional<inspect::FindingSettings> findings{}; ///< nothing: snapshots without findings
    bool explains = false;                              ///< why each root is a lock or none
    bool ephemerals = false;                            ///< the snapshots have the servers' list of ephemeral nodes
    inspect::RedisDialectsPtr redisDialects{};          ///< null: knownRedisDialects()
};

/// The known dialects of token locks on Redis, including the user's own; prints an error for each file that is not
/// used.
[[nodiscard]] inspect::RedisDialectsPtr knownRedisDialects();

/// An inspection for a command. Created and destroyed on one thread, which may block there.
class Inspection final {
public:
    /// `onSnapshot` is called on a thread of the inspection with each snapshot after the first session has begun. See
    /// SessionWait for the case without a session.
    Inspection(const Context& context, const InspectionOptions& options,
               std::function<void(inspect::SnapshotPtr)> onSnapshot);
    ~Inspection();
    Inspection(const Inspection&) = delete;
    Inspection& operator=(const Inspection&) = delete;

    /// Like LockSource::read(); `begun` is called on the main thread.
    void read(inspect::LockSource::Part part, Task begun = {});
    /// Like LockSource::confirm().
    void confirm(const std::vector<std::string>& locks);
    /// Like LockSource::sampleHosts(); `ended` is called on the main thread. False if the source cannot.
    bool sampleHosts(std::chrono::milliseconds duration, const std::function<void(const Result<void>&)>& ended);
    /// When the first session began; zero before. Any thread.
    [[nodiscard]] SteadyTime begunAt() const { return m_begunAt; }
    /// Why the servers do not answer (any more): the reason, if it is known, and what to do.
    [[nodiscard]] Error trouble(const SessionStatus& session) const;

private:
    const Context& m_context;
    SessionWait m_wait;
    std::atomic<SteadyTime> m_begunAt{SteadyTime()};   ///< zero: no session so far
    std::unique_ptr<inspect::Inspection> m_inspection; ///< null: the connection settings could not be read
};

/// Passes each snapshot to the main thread.
[[nodiscard]] std::function<void(inspect::SnapshotPtr)>
toMainThread(std::function<void(const inspect::SnapshotPtr&)> onSnapshot);

/// Interval of the session queries while it is unknown whether a client that left has lost its session.
constexpr auto sessionQuestions = std::chrono::seconds(1);

/// Requirements for a snapshot before it is shown, and the time to wait for them.
struct Wanted {
    std::chrono::milliseconds waitLimit{1'500}; ///< for the servers, once the locks are complete
    bool watches = false;                       ///< also the actual watches
    bool explains = false;                      ///< also why the roots are locks or none
    bool ephemerals = false;                    ///< also the servers' list of ephemeral nodes
    bool settled = false; ///< the locks are listed before and after the servers are queried, as findings need it
    /// What seems critical is read again before it is shown: see SecondLook. False: no findings are shown.
    bool confirms = true;
    inspect::FindingSettings findings{};
    bool hasLimits = false;                    ///< `findings` has its limits; else they are read from the user's file
    inspect::RedisDialectsPtr redisDialects{}; ///< null: knownRedisDialects()
};

/// Adds the limits of the user's file. A faulty file is reported, and not used.
void addUserLimits(inspect::FindingSettings& settings);

/// Runs the event loop until the first complete snapshot that meets `wanted`, or until the wait limit. Returns the
/// result of `onComplete`, which gets the snapshot with its findings, or the exit status of the failure. After
/// Context::readLimit, `onComplete` gets what was read by then, and the status is not Done. For a tree with many nodes,
/// asks on the terminal; without one, `onComplete` gets a snapshot with a problem. What the second look does not
/// confirm is not among the findings.
int inspectOnce(const Context& context, const std::function<Exit(const inspect::Snapshot&)>& onComplete,
                Wanted wanted = {});

/// Prints, once per server, what is unavailable and the lines of its configuration that enable it.
void complainClosedStatusEndpoints(const inspect::Snapshot& snapshot);

/// The lock at `path`, or the lock whose nodes are in `path`, or a single-node lock directly below `path` if it is the
/// only lock there.
[[nodiscard]] const inspect::Lock* lockAt(const inspect::Snapshot& snapshot, const std::string& path);

/// Prints why `show` finds no lock at `path`: missing, not readable, or not a lock.
Exit complainNoLock(const inspect::Snapshot& snapshot, const std::string& path);

/// Whether it is why the rest of a tree with many nodes is not read: see Snapshot::isHalted.
[[nodiscard]] bool isHalt(const inspect::Problem& problem);

/// Prints each problem of a snapshot as a warning; returns the status of the first one that concerns a root.
Exit complainProblems(const Context& context, const std::vector<inspect::Problem>& problems);

} // namespace lockscope::ctl
