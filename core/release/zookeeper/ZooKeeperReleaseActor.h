// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/release/ReleaseActor.h"
#include "core/release/zookeeper/AfterRelease.h"
#include "core/release/zookeeper/Guard.h"
#include "core/sources/DialectFiles.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>
#include <utility>

namespace lockscope::release {

/// The key of a node of which only the full path is known, for ZooKeeperReleaseActor::plan().
[[nodiscard]] inline inspect::ContenderKey keyOfNode(std::string nodePath)
{
    return {{}, inspect::LockPart::Queue, std::move(nodePath)};
}

struct ActorSettings {
    GuardSettings guard{};
    FreshFacts freshFacts{}; ///< null: no new reports are requested; called, and replies, on the executor
};

/// ReleaseActor for ZooKeeper: deletes a contender's node by removeGuarded(), or writes its dialect's revocation
/// request by requestRelease(). Thread: client.executor(). The client must outlive the calls.
class ZooKeeperReleaseActor final : public ReleaseActor {
public:
    /// `dialects`: not null.
    explicit ZooKeeperReleaseActor(
        zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects = inspect::builtinDialects(),
        ActorSettings settings = {});

    [[nodiscard]] Executor& executor() const override;
    [[nodiscard]] std::string session() const override;
    [[nodiscard]] std::optional<Error> whyNotWritable(const char* operation, const std::string& path) const override;
    [[nodiscard]] std::optional<Error> whyNotAsked(const ReleasePlan& plan) const override;
    void plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply) override;
    void apply(ReleasePlan plan, Reply<ReleaseResult> reply) override;
    void ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply) override;

private:
    zk::Client& m_client;
    std::shared_ptr<const inspect::DialectCatalogue> m_dialects;
    ActorSettings m_settings;
};

} // namespace lockscope::release
