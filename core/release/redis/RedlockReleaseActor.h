// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "core/release/ReleaseActor.h"
#include "core/release/redis/RedisReleaseActor.h"

#include <memory>
#include <vector>

namespace lockscope::release {

/// ReleaseActor for Redlock on independent masters: deletes the key on each master that has the planned token, by the
/// script of RedisReleaseActor, and reports each server's answer. The masters are not one moment: a master that does
/// not answer keeps the token until its lease ends.
/// Thread: the clients' executor, also of the constructor. Calls end with Closed when the clients end.
///
/// The key of plan(): Contender::node is the token; empty: the one that holds.
class RedlockReleaseActor final : public ReleaseActor {
public:
    /// `masters`: one client of each, at least one, all on one executor.
    explicit RedlockReleaseActor(const std::vector<redis::Client*>& masters, RedisActorSettings settings = {});

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] std::string session() const override { return {}; }
    /// Nullopt while one master is connected.
    [[nodiscard]] std::optional<Error> whyNotWritable(const char* operation, const std::string& path) const override;
    [[nodiscard]] std::optional<Error> whyNotAsked(const ReleasePlan& plan) const override;
    void plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply) override;
    /// Refused or NoNode: no master has the token. With ReleaseResult::isGone false some masters did not answer.
    void apply(ReleasePlan plan, Reply<ReleaseResult> reply) override;
    void ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply) override;

private:
    std::vector<std::shared_ptr<redis::Client>> m_masters; ///< shares
    RedisActorSettings m_settings;
};

} // namespace lockscope::release
