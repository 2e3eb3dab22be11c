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

/// The reason for an act, for the action log.
struct ChangeReason {
    std::string reason;
    std::string ticket; ///< reference to a ticket; may be empty
};

struct ReleaseOutcome {
    ReleasePlan plan;
    ReleaseResult releaseResult;
    std::chrono::milliseconds took{0}; ///< from the call until the node was seen to be gone
    std::string auditTrouble;          ///< the act is done, but its outcome could not be recorded; empty if it was
};

/// On Redis: a command of the script failed after others had changed keys. ReleaseResult::text says which one.
[[nodiscard]] bool isReleasedInPart(const ReleaseOutcome& outcome);

struct AskOutcome {
    ReleasePlan plan;
    bool followed = false;
    std::chrono::milliseconds took{0}; ///< from the request to the node's deletion, or to the end of the wait
    std::string auditTrouble;          ///< as above
};

struct ReleaseSettings {
    std::string connect{};                  ///< as the user gave it; for the action log
    ActionAccess access{};                  ///< for the action log
    ActionLog trail{ActionLog::userFile()}; ///< without a record no act is executed
    SystemJournal journal{};                ///< gets a copy; without one, the record has the reason
};

/// Plans and executes releases. Each act concerns one contender's node and is recorded in the action log before and
/// after. Thread: the actor's executor; each line of the log blocks it for the disk.
class ReleaseService final {
public:
    template <typename T> using Reply = ReleaseActor::Reply<T>;

    explicit ReleaseService(std::shared_ptr<ReleaseActor> actor, ReleaseSettings settings = {});

    /// As ReleaseActor::plan(). If a revocation request has overwritten the client's name, uses the last known one.
    void plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply);

    /// As ReleaseActor::apply(), with its errors. System: the action log could not be written, so nothing was done.
    /// ReadOnlyServer, NoConnection: not tried, nothing was deleted.
    void release(ReleasePlan plan, ChangeReason changeReason, Reply<ReleaseOutcome> reply);

    /// Releases one after the other; stops after the first failure. Returns the results of the plans tried.
    void releaseEach(std::vector<ReleasePlan> plans, ChangeReason changeReason,
                     std::function<void(std::vector<Result<ReleaseOutcome>>)> reply);

    /// As ReleaseActor::ask(), with its errors.
    void ask(ReleasePlan plan, ChangeReason changeReason, std::chrono::milliseconds wait, Reply<AskOutcome> reply);

private:
    class Acting;

    std::shared_ptr<ReleaseActor> m_actor;
    ReleaseSettings m_settings;
};

} // namespace lockscope::release
