// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ActionLog.h"
#include "core/release/ReleaseActor.h"
#include "core/release/SystemJournal.h"

#include <chrono>
#include <functional>
#include <memory>
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
    ReleaseResult releaseResult;
    std::chrono::milliseconds took{0}; ///< from the wish until the node was seen to be gone
    std::string auditTrouble;          ///< the act is done, but what came of it could not be noted; empty: it was
};

struct AskOutcome {
    ReleasePlan plan;
    bool followed = false;
    std::chrono::milliseconds took{0}; ///< from the message to the node's end, or to the end of the wait
    std::string auditTrouble;          ///< as above
};

struct ReleaseSettings {
    std::string connect{};                  ///< as the user gave it; for the audit trail
    Access access{};                        ///< likewise
    ActionLog trail{ActionLog::userFile()}; ///< without a record nothing is done
    SystemJournal journal{};                ///< has a copy; where there is none, the trail says so
};

/// Plans and carries out what frees a lock: each act on one contender's node, noted in the audit trail before and
/// after. Thread: the actor's executor, which each line of the trail blocks for as long as the disk takes.
class ReleaseService final {
public:
    template <typename T> using Reply = ReleaseActor::Reply<T>;

    explicit ReleaseService(std::shared_ptr<ReleaseActor> actor, ReleaseSettings settings = {});

    /// As ReleaseActor::plan(). A client whose name a revocation request has overwritten has its last known one.
    void plan(std::string nodePath, Background background, Reply<ReleasePlan> reply);

    /// As ReleaseActor::apply(), whose errors it gives; and System: the audit trail could not be written, so nothing
    /// was done. ReadOnlyServer, NoConnection: not tried, nothing was deleted.
    void release(ReleasePlan plan, ChangeReason changeReason, Reply<ReleaseOutcome> reply);

    /// One after the other; stops behind the first that was not released. Gives what came of those that were tried.
    void releaseEach(std::vector<ReleasePlan> plans, ChangeReason changeReason,
                     std::function<void(std::vector<Result<ReleaseOutcome>>)> reply);

    /// As ReleaseActor::ask(), whose errors it gives.
    void ask(ReleasePlan plan, ChangeReason changeReason, std::chrono::milliseconds wait, Reply<AskOutcome> reply);

private:
    class Acting;

    std::shared_ptr<ReleaseActor> m_actor;
    ReleaseSettings m_settings;
};

} // namespace lockscope::release
