// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/OptionDescription.h"
#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/RedisLink.h"
#include "core/release/ReleaseService.h"
#include "core/release/redis/RedisReleaseActor.h"
#include "core/sources/zookeeper/servers/FactsSource.h"

#include <functional>
#include <memory>

namespace lockscope::ctl {

/// A connection with a release service, for the commands that write. Created and destroyed on the main thread; handlers
/// are called there.
class ReleaseConnection final {
public:
    explicit ReleaseConnection(const Context& context);
    ~ReleaseConnection();
    ReleaseConnection(const ReleaseConnection&) = delete;
    ReleaseConnection& operator=(const ReleaseConnection&) = delete;

    using Plans = std::vector<Result<release::ReleasePlan>>;
    /// After connecting, makes plans for contenders, in their order; on ZooKeeper (release::keyOfNode()) with the
    /// servers' data about sessions. Stops after the first plan that fails. Called once. `permits`: as
    /// release::Background::permits.
    void plan(std::vector<inspect::ContenderKey> contenders, std::function<void(Plans)> handler,
              std::int64_t permits = 0);
    /// The same on ZooKeeper, by the full paths of their nodes.
    void plan(const std::vector<std::string>& nodePaths, std::function<void(Plans)> handler);

    using Outcomes = std::vector<Result<release::ReleaseOutcome>>;
    void release(std::vector<release::ReleasePlan> plans, release::ChangeReason changeReason,
                 std::function<void(Outcomes)> handler);
    void ask(release::ReleasePlan plan, release::ChangeReason changeReason, std::chrono::milliseconds wait,
             std::function<void(Result<release::AskOutcome>)> handler);

private:
    struct Planning;

    void openZooKeeper();
    void openRedis();
    void openRedlock();
    void planRedlock(const std::shared_ptr<Planning>& planning);
    void planZooKeeper(const std::shared_ptr<Planning>& planning);
    [[nodiscard]] release::ReleaseSettings settings() const;
    [[nodiscard]] release::RedisActorSettings redisActorSettings() const;
    [[nodiscard]] EventLoop& executor() const;
    void planNext(const std::shared_ptr<Planning>& planning);

    const Context m_context;                        ///< on Redis with the profile's user for releases
    redis::ClientSettings m_redisSettings;          ///< on Redis
    inspect::RedisDialectsPtr m_redisDialects;      ///< on Redis
    std::shared_ptr<ensemble::FactsSource> m_facts; ///< these three are confined to the executor, and outlive the links
    std::unique_ptr<release::ReleaseService> m_service;
    std::vector<Subscription> m_masterStates;
    Subscription m_settling;
    /// Redlock: a connection to each master. On the executor.
    std::vector<std::unique_ptr<redis::Client>> m_masters;
    // One of them, by the target:
    std::unique_ptr<Link> m_link;
    std::unique_ptr<RedisLink> m_redis;
};

/// The reason, described by `reasonText`, the ticket, and the other options of a command that releases or revokes.
[[nodiscard]] std::vector<OptionDescription> changeReasonOptionsWith(const QString& reasonText,
                                                                     const std::vector<OptionDescription>& others);
[[nodiscard]] release::ChangeReason changeReasonIn(const QCommandLineParser& parser);

} // namespace lockscope::ctl
