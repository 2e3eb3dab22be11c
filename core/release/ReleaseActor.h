// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/model/ContenderKey.h"
#include "core/release/ReleasePlan.h"
#include "core/release/ReleaseResult.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace lockscope::release {

/// The interface of a backend for releases: plans a release, and executes it if the lock has not changed since. Called
/// by ReleaseService, which records each act. Thread: executor(). Calls in progress continue after its destruction.
class ReleaseActor {
public:
    template <typename T> using Reply = std::function<void(Result<T>)>;

    ReleaseActor() = default;
    virtual ~ReleaseActor() = default;
    ReleaseActor(const ReleaseActor&) = delete;
    ReleaseActor& operator=(const ReleaseActor&) = delete;

    [[nodiscard]] virtual Executor& executor() const = 0;
    /// Our own session, as written in records.
    [[nodiscard]] virtual std::string session() const = 0;
    /// Why the servers accept no write now; nullopt if they do.
    [[nodiscard]] virtual std::optional<Error> whyNotWritable(const char* operation, const std::string& path) const = 0;
    /// Why no release can be requested from the planned holder; nullopt if it can.
    [[nodiscard]] virtual std::optional<Error> whyNotAsked(const ReleasePlan& plan) const = 0;

    /// Reads the lock, the contender and the permission to release it from the servers. The key is of
    /// background.snapshot; an unrecognised child has one too, by its name. Errors: NoNode; NotALock when the key is
    /// neither of a contender nor of a child that blocks a queue.
    virtual void plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply) = 0;

    /// Compares the node, on Redis the owner, with the plan and releases it, in one atomic step on the server; then
    /// reads the new holder. Errors: Refused when node, owner or lock has changed. NoNode when the node was gone
    /// already; with the cause, if known. If isOutcomeUnknown(error), the node may have been deleted; with any other
    /// error nothing was deleted.
    virtual void apply(ReleasePlan plan, Reply<ReleaseResult> reply) = 0;

    /// Sends a revocation request to the planned holder and waits up to `wait` for its release. The holder may ignore
    /// it.
    virtual void ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply) = 0;
};

} // namespace lockscope::release
