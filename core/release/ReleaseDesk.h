// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLog.h"
#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"
#include "core/release/SystemJournal.h"
#include "core/release/zookeeper/Guard.h"
#include "core/sources/zookeeper/dialects/DialectFiles.h"
#include "core/zk/Client.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace lockscope::release {

/// Why an act is wanted, for those who look into it later.
struct ChangeReason {
    std::string reason;
    std::string ticket; ///< where it is discussed; may be empty
};

struct ReleaseOutcome {
    ReleasePlan plan;
    WallTime releasedAt{};
    ReleaseResult releaseResult;
    std::chrono::milliseconds took{0}; ///< from the wish until the node was seen to be gone
    std::string auditTrouble;          ///< the act is done, but what came of it could not be noted; empty: it was
    GuardedDelete guarded;             ///< how the guard did it
};

struct AskOutcome {
    ReleasePlan plan;
    bool followed = false;
    std::chrono::milliseconds took{0}; ///< from the message to the node's end, or to the end of the wait
    std::string auditTrouble;          ///< as above
};

struct DeskSettings {
    std::string connect{};                  ///< as the user gave it; for the audit trail
    Access access{};                        ///< likewise
    ActionLog trail{ActionLog::userFile()}; ///< without a record nothing is done
    SystemJournal journal{};                ///< has a copy; where there is none, the trail says so
    GuardSettings guard{};
    FreshFacts freshFacts{}; ///< null: the servers are not asked again; called on the executor, as is its answer
};

/// Plans and carries out what frees a lock: each act on one contender's node, noted in the audit trail before and
/// after. Thread: client.executor(), which each line of the trail blocks for as long as the disk takes. The client must
/// outlive the calls.
class ReleaseDesk final {
public:
    /// `dialects`: the families that are known; not null.
    explicit ReleaseDesk(zk::Client& client,
                         std::shared_ptr<const inspect::DialectCatalogue> dialects = inspect::builtinDialects(),
                         DeskSettings settings = {});

    /// Reads the lock and the node afresh, and whether we may delete it. NoNode: there is no such node. NotALock: it is
    /// nobody's place in a lock.
    void plan(std::string nodePath, Background background, zk::Reply<ReleasePlan> reply);

    /// Deletes the planned node as removeGuarded() does, whose errors it gives; and System: the audit trail could not
    /// be written, so nothing was done. ReadOnlyServer, NoConnection: not tried, nothing was deleted.
    void release(ReleasePlan plan, ChangeReason changeReason, zk::Reply<ReleaseOutcome> reply);

    /// One after the other; stops behind the first that was not released. Gives what came of those that were tried.
    void releaseEach(std::vector<ReleasePlan> plans, ChangeReason changeReason,
                     std::function<void(std::vector<Result<ReleaseOutcome>>)> reply);

    /// Asks the holder to let go, as askToLetGo() does, whose errors it gives, and waits for so long.
    void ask(ReleasePlan plan, ChangeReason changeReason, std::chrono::milliseconds wait, zk::Reply<AskOutcome> reply);

private:
    class Acting;

    zk::Client& m_client;
    std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    DeskSettings m_settings;
};

} // namespace lockscope::release
