// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace lockscope::release {

/// What a backend must give for a lock to be released: it says what a release would do, and does it if the lock is
/// still what was shown. ReleaseService calls it, and notes each act. Thread: executor(). What is under way when it is
/// destroyed goes on.
class ReleaseActor {
public:
    template <typename T> using Reply = std::function<void(Result<T>)>;

    ReleaseActor() = default;
    virtual ~ReleaseActor() = default;
    ReleaseActor(const ReleaseActor&) = delete;
    ReleaseActor& operator=(const ReleaseActor&) = delete;

    [[nodiscard]] virtual Executor& executor() const = 0;
    /// Our own session, as records name it.
    [[nodiscard]] virtual std::string session() const = 0;
    /// Why the servers take no write now; nothing if they do.
    [[nodiscard]] virtual std::optional<Error> whyNotWritable(const char* operation, const std::string& path) const = 0;
    /// Why the planned holder can't be asked to release; nothing if it can.
    [[nodiscard]] virtual std::optional<Error> whyNotAsked(const ReleasePlan& plan) const = 0;

    /// Reads the lock and the node afresh, and whether we may delete it. NoNode: there is no such node. NotALock: it is
    /// nobody's place in a lock.
    virtual void plan(std::string nodePath, Background background, Reply<ReleasePlan> reply) = 0;

    /// Compares with the plan and deletes in one atomic step on the server; then looks who holds the lock. Refused: the
    /// node, its owner or its lock is another one by now. NoNode: it was gone already; by whom, as far as known. An
    /// error of which isOutcomeUnknown() is true: it may have been deleted. With every other error nothing was deleted.
    virtual void apply(ReleasePlan plan, Reply<ReleaseResult> reply) = 0;

    /// Asks the planned holder to release, and looks for so long whether it does. Nobody is forced.
    virtual void ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply) = 0;
};

} // namespace lockscope::release
