// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ReleaseConnection.h"

#include "app/lockscopectl/Inspection.h"
#include "core/redis/ClientNames.h"
#include "core/release/redis/RedlockReleaseActor.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"

#include <algorithm>
#include <utility>

namespace lockscope::ctl {

namespace {

constexpr std::chrono::milliseconds factsWaitLimit{3'000};
/// For the masters of a Redlock that are slower than the majority.
constexpr std::chrono::milliseconds mastersWaitLimit{1'000};

const QString reasonOption = QStringLiteral("reason");
const QString ticketOption = QStringLiteral("ticket");

/// A profile may have a second user for releases, as the window uses it. A user on the command line goes before it.
Context withReleasingUser(const Context& context)
{
    auto own = context;
    if (context.profile.writeUser.empty() || context.given.contains(QStringLiteral("user")))
        return own;
    own.profile.user = own.target.redis.user = context.profile.writeUser;
    own.secrets = std::make_shared<std::optional<connect::Secrets>>(); // not the other user's password
    return own;
}

} // namespace

struct ReleaseConnection::Planning {
    std::vector<inspect::ContenderKey> contenders;
    std::function<void(Plans)> handler;
    release::Background background;
    Plans plans;
};

ReleaseConnection::ReleaseConnection(const Context& context)
    : m_context(withReleasingUser(context))
{
    if (m_context.target.isRedis()) {
        if (auto connection = redisSettings(m_context)) // else the link reports the error
            m_redisSettings = *std::move(connection);
        m_redisDialects = knownRedisDialects();
        m_redis = std::make_unique<RedisLink>(m_context);
    } else
        m_link = std::make_unique<Link>(m_context);
}

ReleaseConnection::~ReleaseConnection()
{
    executor().runAndWait([this] {
        m_settling.reset();
        m_masterStates.clear();
        m_masters.clear();
        m_facts.reset();
    });
}

EventLoop& ReleaseConnection::executor() const
{
    return m_redis ? m_redis->executor() : m_link->executor();
}

release::ReleaseSettings ReleaseConnection::settings() const
{
    release::ReleaseSettings settings;
    settings.connect = m_context.connect.toStdString();
    settings.access.profile = m_context.profile.name;
    settings.access.unlocked = m_context.unlocked;
    if (m_redis)
        settings.access.accounts = {release::redisAccount(m_context.target.redis.user)};
    return settings;
}

void ReleaseConnection::openZooKeeper()
{
    auto serviceSettings = settings();
    serviceSettings.access.accounts = release::accountNames(m_link->connection().accounts());
    release::ActorSettings actorSettings;
    if (auto collector = m_link->collectorSettings()) {
        m_facts = std::make_shared<ensemble::FactsSource>(m_link->client(), *std::move(collector),
                                                          ensemble::FactsSource::Handlers());
        m_facts->start();
        actorSettings.freshFacts = [this](ensemble::FactsSource::Done done) {
            if (m_facts)
                m_facts->fresh(factsWaitLimit, std::move(done));
            else
                done(nullptr);
        };
    }
    m_service = std::make_unique<release::ReleaseService>(
        std::make_shared<release::ZooKeeperReleaseActor>(m_link->client(), knownDialects(), std::move(actorSettings)),
        std::move(serviceSettings));
}

void ReleaseConnection::openRedis()
{
    m_service = std::make_unique<release::ReleaseService>(
        std::make_shared<release::RedisReleaseActor>(m_redis->first().first(), redisActorSettings()), settings());
}

release::RedisActorSettings ReleaseConnection::redisActorSettings() const
{
    release::RedisActorSettings actorSettings;
    actorSettings.user = m_context.target.redis.user;
    actorSettings.dialects = m_redisDialects;
    return actorSettings;
}

void ReleaseConnection::openRedlock()
{
    std::vector<redis::Client*> masters;
    for (const auto& server : m_context.target.redis.servers) {
        auto connection = m_redisSettings;
        connection.target.topology = redis::Topology::Single;
        connection.target.servers = {server};
        connection.clientName = redis::commandClientName;
        connection.callbacks = &executor(); // the handlers do not block
        m_masters.push_back(std::make_unique<redis::Client>(std::move(connection), executor(), m_context.log));
        masters.push_back(m_masters.back().get());
    }
    m_service = std::make_unique<release::ReleaseService>(
        std::make_shared<release::RedlockReleaseActor>(masters, redisActorSettings()), settings());
}

/// When all masters are connected, or those that can be reached in time.
void ReleaseConnection::planRedlock(const std::shared_ptr<Planning>& planning)
{
    const auto begin = [this, planning, hasBegun = std::make_shared<bool>(false)] {
        if (!std::exchange(*hasBegun, true))
            planNext(planning);
    };
    for (const auto& master : m_masters) {
        m_masterStates.push_back(master->onStatus([this, begin](const redis::Status&) {
            const bool areConnected = std::all_of(m_masters.begin(), m_masters.end(), [](const auto& one) {
                return one->status().state == SessionState::Connected;
            });
            if (areConnected)
                begin();
        }));
    }
    m_settling = executor().after(mastersWaitLimit, begin);
}

void ReleaseConnection::plan(std::vector<inspect::ContenderKey> contenders, std::function<void(Plans)> handler,
                             std::int64_t permits)
{
    const auto planning = std::make_shared<Planning>(Planning{std::move(contenders), std::move(handler), {}, {}});
    planning->background.permits = permits;
    if (m_redis) {
        m_redis->whenConnected([this, planning] {
            if (m_context.target.redis.topology == redis::Topology::Independent) {
                openRedlock();
                planRedlock(planning);
            } else {
                openRedis();
                planNext(planning);
            }
        });
    } else {
        m_link->whenConnected([this, planning] {
            openZooKeeper();
            planZooKeeper(planning);
        });
    }
}

void ReleaseConnection::plan(const std::vector<std::string>& nodePaths, std::function<void(Plans)> handler)
{
    std::vector<inspect::ContenderKey> contenders;
    contenders.reserve(nodePaths.size());
    for (const auto& path : nodePaths)
        contenders.push_back(release::keyOfNode(path));
    plan(std::move(contenders), std::move(handler));
}

void ReleaseConnection::planZooKeeper(const std::shared_ptr<Planning>& planning)
{
    planning->background.identity.accounts = m_link->connection().accounts();
    if (!m_facts) {
        planNext(planning);
        return;
    }
    m_facts->fresh(factsWaitLimit, [this, planning](ensemble::FactsPtr facts) {
        planning->background.facts = std::move(facts);
        if (!planning->background.facts) {
            planNext(planning);
            return;
        }
        // A session that is missing in the servers' list has ended only if its node still exists a moment later.
        const auto settled = planning->background.facts->completeAt() + inspect::FindingSettings().settle;
        m_settling = executor().after(settled - executor().clock().wallNow(), [this, planning] { planNext(planning); });
    });
}

void ReleaseConnection::planNext(const std::shared_ptr<Planning>& planning)
{
    const auto done = planning->plans.size();
    if (done == planning->contenders.size() || (done > 0 && !planning->plans.back())) {
        onMainThread([planning] { planning->handler(std::move(planning->plans)); });
        return;
    }
    m_service->plan(planning->contenders[done], planning->background,
                    [this, planning](Result<release::ReleasePlan> plan) {
                        planning->plans.push_back(std::move(plan));
                        planNext(planning);
                    });
}

void ReleaseConnection::release(std::vector<release::ReleasePlan> plans, release::ChangeReason changeReason,
                                std::function<void(Outcomes)> handler)
{
    executor().post([this, plans = std::move(plans), changeReason = std::move(changeReason),
                     handler = std::move(handler)]() mutable {
        m_service->releaseEach(std::move(plans), std::move(changeReason), [handler](Outcomes outcomes) {
            onMainThread([handler, outcomes = std::move(outcomes)]() mutable { handler(std::move(outcomes)); });
        });
    });
}

void ReleaseConnection::ask(release::ReleasePlan plan, release::ChangeReason changeReason,
                            std::chrono::milliseconds wait, std::function<void(Result<release::AskOutcome>)> handler)
{
    executor().post([this, plan = std::move(plan), changeReason = std::move(changeReason), wait,
                     handler = std::move(handler)]() mutable {
        m_service->ask(std::move(plan), std::move(changeReason), wait, [handler](Result<release::AskOutcome> outcome) {
            onMainThread([handler, outcome = std::move(outcome)]() mutable { handler(std::move(outcome)); });
        });
    });
}

std::vector<OptionDescription> changeReasonOptionsWith(const QString& reasonText,
                                                       const std::vector<OptionDescription>& others)
{
    std::vector<OptionDescription> options{
        {{reasonOption}, reasonText, QStringLiteral("text")},
        {{ticketOption},
         QStringLiteral("Ticket where the change is discussed, such as OPS-1234; written to the action log."),
         QStringLiteral("id")},
    };
    options.insert(options.end(), others.begin(), others.end());
    return options;
}

release::ChangeReason changeReasonIn(const QCommandLineParser& parser)
{
    return {parser.value(reasonOption).trimmed().toStdString(), parser.value(ticketOption).trimmed().toStdString()};
}

} // namespace lockscope::ctl
