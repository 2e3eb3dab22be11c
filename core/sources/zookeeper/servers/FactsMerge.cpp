// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsMerge.h"

#include <algorithm>

namespace lockscope::ensemble {

namespace {

/// A session has one connection. During a reconnect two servers may report it: the later one is used.
struct Placed {
    const ClientConnection* connection = nullptr;
    std::size_t server = 0;
};

std::map<SessionId, Placed> placesIn(const std::vector<AskedServer>& servers)
{
    std::map<SessionId, Placed> places;
    for (std::size_t index = 0; index < servers.size(); ++index) {
        if (!servers[index].connections)
            continue;
        for (const auto& connection : *servers[index].connections) {
            auto& place = places[connection.session];
            if (!place.connection || place.connection->established < connection.established)
                place = {&connection, index};
        }
    }
    return places;
}

void listen(ServerUptime& clock, const AskedServer& server)
{
    if (!server.connections) {
        clock.forget();
        return;
    }
    for (const auto& connection : *server.connections) {
        if (connection.lastResponse)
            clock.passed(*connection.lastResponse, server.reportedAt);
    }
}

/// A leader without clients reports no responses. But an expiry time is the last heartbeat plus the timeout, rounded up
/// by at most a tick (ZooKeeper's ExpiryQueue). The tick is not reported; the shortest timeout is two ticks, unless
/// minSessionTimeout is set.
void listenToExpiries(ServerUptime& clock, const EnsembleFacts& facts, const FactsRound::Outcome& outcome)
{
    std::optional<std::int64_t> notified;
    for (const auto& [id, dumped] : *outcome.dump->sessions) {
        const auto* session = facts.find(id);
        if (!dumped.expiresAtUptime || !session || !session->timeout)
            continue;
        const auto longestTick = session->timeout->count() / 2;
        const auto moment = *dumped.expiresAtUptime - session->timeout->count() - longestTick;
        notified = std::max(notified.value_or(moment), moment);
    }
    if (notified)
        clock.passed(*notified, outcome.dumpedAt);
}

void addDumped(EnsembleFacts& facts, const FactsRound::Outcome& outcome, ServerUptime& clock)
{
    if (outcome.dump->nextExpiryUptime)
        clock.notYet(*outcome.dump->nextExpiryUptime, outcome.dumpedAt);
    if (!clock.isKnown())
        listenToExpiries(clock, facts, outcome);
    for (const auto& [id, dumped] : *outcome.dump->sessions) {
        auto& session = facts.sessions[id];
        session.id = id;
        if (!session.timeout)
            session.timeout = dumped.timeout;
        session.expiresAt = dumped.expiresAtUptime ? clock.timeOf(*dumped.expiresAtUptime) : dumped.expiresAt;
        if (session.source == Source::None) {
            session.source = outcome.dumpBy;
            session.reportedAt = outcome.dumpedAt;
        }
    }
}

} // namespace

std::shared_ptr<const EnsembleFacts> merged(FactsRound::Outcome outcome, std::vector<ServerUptime>& clocks,
                                            bool knowsEveryServer)
{
    auto facts = std::make_shared<EnsembleFacts>();
    facts->takenAt = outcome.takenAt;
    const auto& servers = outcome.servers;
    clocks.resize(servers.size());
    for (std::size_t index = 0; index < servers.size(); ++index)
        listen(clocks[index], servers[index]);
    for (const auto& [id, place] : placesIn(servers)) {
        const auto& server = servers[place.server];
        auto& session = facts->sessions[id];
        session.id = id;
        session.host = place.connection->host;
        session.server = zk::toString(server.address);
        session.source = server.connectionsBy;
        session.isSecure = place.connection->isSecure;
        session.timeout = place.connection->timeout;
        if (place.connection->lastResponse)
            session.lastHeard = clocks[place.server].timeOf(*place.connection->lastResponse);
        session.reportedAt = server.reportedAt;
    }
    facts->hasEverySession = outcome.dump && outcome.dump->sessions;
    if (facts->hasEverySession)
        addDumped(*facts, outcome, clocks[outcome.leader]);
    facts->hasEveryConnection = knowsEveryServer && !servers.empty() &&
                                std::all_of(servers.begin(), servers.end(),
                                            [](const AskedServer& server) { return server.connections.has_value(); });
    for (const auto& server : servers)
        facts->servers.push_back(factsOf(server, facts->hasEverySession));
    if (outcome.dump)
        facts->ephemerals = std::make_shared<const EphemeralOwners>(std::move(outcome.dump->ephemerals));
    return facts;
}

} // namespace lockscope::ensemble
