// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/redis/Instances.h"

#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

struct RankedInstance {
    SessionSummary summary;
    int waitBehind = 0; ///< waiters in the locks that it certainly holds
};

void addLease(SessionSummary& summary, const Lock& lock, const RedisContender& redis)
{
    const auto longest = std::max(redis.trace.highest, redis.lease.value_or(milliseconds(0)));
    if (longest > milliseconds(0))
        summary.lease = std::max(summary.lease.value_or(milliseconds(0)), longest);
    if (!redis.lease)
        return; // no end
    const auto end = lock.readAt + *redis.lease;
    summary.owner.expiresAt = std::min(summary.owner.expiresAt.value_or(end), end);
}

void addNode(SessionSummary& summary, const Lock& lock, const Contender& contender, const WaiterPlaces& places)
{
    auto& nodes = contender.holds ? summary.holds : contender.waits() ? summary.waits : summary.undecided;
    SessionNode node{lock.keyOf(contender), contender.position, places.of(contender).value_or(0), lock.isPossible()};
    node.owner = contender.redis->owner;
    node.isOrdered = lock.redis && lock.redis->isOrdered;
    nodes.push_back(std::move(node));
    if (!contender.waits())
        addLease(summary, lock, *contender.redis);
}

QJsonObject unknownServer(const std::string& address, std::string_view mode)
{
    return {{QStringLiteral("server"), text(address)},
            {QStringLiteral("answers"), QJsonValue()},
            {QStringLiteral("mode"), textOrNull(std::string(mode))},
            {QStringLiteral("version"), QJsonValue()},
            {QStringLiteral("connections"), text(toString(ensemble::Source::None))},
            {QStringLiteral("sessions"), text(toString(ensemble::Source::None))},
            {QStringLiteral("trouble"), QJsonValue()},
            {QStringLiteral("advice"), QJsonArray()},
            {QStringLiteral("state"), text(toString(ensemble::ServerState::Unknown))},
            {QStringLiteral("downSince"), QJsonValue()},
            {QStringLiteral("latencyMs"), QJsonValue()},
            {QStringLiteral("longestLatencyMs"), QJsonValue()},
            {QStringLiteral("outstanding"), QJsonValue()},
            {QStringLiteral("behind"), QJsonValue()},
            {QStringLiteral("followers"), QJsonValue()},
            {QStringLiteral("syncedFollowers"), QJsonValue()},
            {QStringLiteral("lagMs"), QJsonValue()},
            {QStringLiteral("bytesBehind"), QJsonValue()}};
}

QJsonObject masterJson(const RedisServerFacts& server)
{
    auto json = unknownServer(server.address, roleName(server.role));
    const auto state = server.answers ? ensemble::ServerState::Serving : ensemble::ServerState::Down;
    json[QStringLiteral("answers")] = server.answers;
    json[QStringLiteral("version")] = textOrNull(server.version);
    json[QStringLiteral("trouble")] = textOrNull(server.refused);
    json[QStringLiteral("state")] = text(toString(state));
    if (server.downSince)
        json[QStringLiteral("downSince")] = isoTime(*server.downSince);
    if (server.roundTrip)
        json[QStringLiteral("latencyMs")] = static_cast<qint64>(server.roundTrip->count());
    if (server.connectedReplicas) {
        json[QStringLiteral("followers")] = static_cast<qint64>(*server.connectedReplicas);
        json[QStringLiteral("syncedFollowers")] =
            static_cast<qint64>(std::count_if(server.replicas.begin(), server.replicas.end(),
                                              [](const RedisReplica& replica) { return replica.isOnline; }));
    }
    return json;
}

QJsonObject replicaJson(const RedisReplica& replica)
{
    auto json = unknownServer(replica.address, "replica");
    json[QStringLiteral("state")] =
        text(toString(replica.isOnline ? ensemble::ServerState::Serving : ensemble::ServerState::NotServing));
    if (replica.lag)
        json[QStringLiteral("lagMs")] = static_cast<qint64>(milliseconds(*replica.lag).count());
    if (replica.bytesBehind)
        json[QStringLiteral("bytesBehind")] = static_cast<qint64>(*replica.bytesBehind);
    return json;
}

} // namespace

std::vector<SessionSummary> instancesOf(const Snapshot& snapshot)
{
    std::vector<RankedInstance> instances;
    std::unordered_map<std::string_view, std::size_t> places; // in `instances`
    for (const auto& lock : snapshot.locks) {
        const auto waiters = lock->isPossible() ? 0 : waitingClients(*lock).value_or(0);
        const WaiterPlaces lockPlaces(*lock);
        for (const auto& contender : lock->queue) {
            if (!contender.redis)
                continue;
            const auto instance = instanceOf(contender.redis->owner);
            const auto [place, isNew] = places.try_emplace(instance, instances.size());
            auto& one = isNew ? instances.emplace_back() : instances[place->second];
            if (isNew) {
                one.summary.instance = instance;
                one.summary.owner = ownerOf(snapshot, contender);
                one.summary.client = one.summary.owner.client;
                if (one.summary.owner.hostSource == HostSource::Monitor)
                    one.summary.owner.lastHeard = one.summary.owner.reportedAt;
            }
            addNode(one.summary, *lock, contender, lockPlaces);
            one.waitBehind += contender.holds ? waiters : 0;
        }
    }
    const auto rank = [](const RankedInstance& one) {
        return std::tuple(groupOf(one.summary), -one.waitBehind, std::string_view(one.summary.instance));
    };
    std::sort(instances.begin(), instances.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<SessionSummary> summaries;
    summaries.reserve(instances.size());
    for (auto& one : instances)
        summaries.push_back(std::move(one.summary));
    return summaries;
}

int unnamedWaiters(const Snapshot& snapshot)
{
    int waiters = 0;
    for (const auto& lock : snapshot.locks)
        waiters += lock->redis && !lock->isPossible() ? lock->redis->listeners.value_or(0) : 0;
    return waiters;
}

QJsonArray redisServersJson(const Snapshot& snapshot)
{
    QJsonArray servers;
    if (!snapshot.redisServers)
        return servers;
    for (const auto& server : snapshot.redisServers->servers) {
        servers.append(masterJson(server));
        for (const auto& replica : server.replicas)
            servers.append(replicaJson(replica));
    }
    return servers;
}

} // namespace lockscope::inspect
