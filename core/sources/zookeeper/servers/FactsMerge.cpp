// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/FactsMerge.h"

#include <algorithm>
#include <set>
#include <string>

namespace lockscope::ensemble {

namespace {

/// A session has one connection. During a reconnect two servers may report it: the later one is used.
struct Placed {
    const ClientConnection* connection = nullptr;
    std::size_t server = 0;
};

/// A shared address only tells that one of several servers has the connection: another server's own answer is better.
std::map<SessionId, Placed> placesIn(const std::vector<AskedServer>& servers, const std::vector<ServerMemory>& memories)
{
    std::map<SessionId, Placed> places;
    for (const bool isShared : {false, true}) {
        for (std::size_t index = 0; index < servers.size(); ++index) {
            if (!servers[index].connections || memories[index].isShared() != isShared)
                continue;
            for (const auto& connection : *servers[index].connections) {
                auto& place = places[connection.session];
                if (!place.connection || place.connection->established < connection.established)
                    place = {&connection, index};
            }
        }
    }
    return places;
}

void listen(ServerMemory& memory, const AskedServer& server)
{
    memory.note(server.connections ? &*server.connections : nullptr, server.connectionsBy);
    if (!server.connections)
        return;
    for (const auto& connection : *server.connections) {
        if (connection.lastResponse)
            memory.uptime().passed(*connection.lastResponse, server.reportedAt);
    }
}

/// The number of different servers among the answers: two answers with the same connection are from one server.
std::size_t differentServers(const std::vector<AskedServer>& servers, const std::vector<ServerMemory>& memories)
{
    std::vector<ConnectionIds> known;
    for (std::size_t index = 0; index < servers.size(); ++index) {
        if (!servers[index].connections || memories[index].isShared())
            continue;
        auto ids = idsOf(*servers[index].connections);
        if (std::none_of(known.begin(), known.end(), [&](const auto& other) { return haveCommon(ids, other); }))
            known.push_back(std::move(ids));
    }
    return known.size();
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

/// How far the leader was ahead. The servers were asked at almost the same time. Numbers of different leaders cannot be
/// compared.
void addLag(std::vector<ServerFacts>& servers)
{
    constexpr int counterBits = 32;
    const auto leader =
        std::find_if(servers.begin(), servers.end(), [](const ServerFacts& one) { return one.mode == "leader"; });
    if (leader == servers.end() || !leader->health.zxid)
        return;
    const auto newest = *leader->health.zxid;
    for (auto& server : servers) {
        const auto own = server.health.zxid;
        if (own && *own >> counterBits == newest >> counterBits)
            server.behind = std::max<std::int64_t>(newest - *own, 0);
    }
}

} // namespace

std::shared_ptr<EnsembleFacts> merged(FactsRound::Outcome outcome, std::vector<ServerMemory>& memories,
                                      std::size_t members)
{
    auto facts = std::make_shared<EnsembleFacts>();
    facts->takenAt = outcome.takenAt;
    facts->reportedAt = outcome.dumpedAt;
    const auto& servers = outcome.servers;
    memories.resize(servers.size());
    for (std::size_t index = 0; index < servers.size(); ++index)
        listen(memories[index], servers[index]);
    for (const auto& [id, place] : placesIn(servers, memories)) {
        const auto& server = servers[place.server];
        auto& session = facts->sessions[id];
        session.id = id;
        session.host = place.connection->host;
        session.server = zk::toString(server.address);
        session.source = server.connectionsBy;
        session.isSecure = place.connection->isSecure;
        session.timeout = place.connection->timeout;
        if (place.connection->lastResponse)
            session.lastHeard = memories[place.server].uptime().timeOf(*place.connection->lastResponse);
        session.askedAt = server.connectionsAskedAt;
        session.reportedAt = server.reportedAt;
    }
    for (const auto& server : servers)
        facts->reportedAt = std::max(facts->reportedAt, server.reportedAt);
    facts->hasEverySession = outcome.dump && outcome.dump->sessions;
    if (facts->hasEverySession) {
        const bool isShared = memories[outcome.leader].isShared();
        ServerUptime unknown; // each answer of a shared address may be from another server
        addDumped(*facts, outcome, isShared ? unknown : memories[outcome.leader].uptime());
        if (!isShared)
            facts->zxid = outcome.zxid;
    }
    facts->clockAhead = outcome.clockAhead;
    facts->knowsMembers = members > 0;
    facts->hasEveryConnection = members > 0 && differentServers(servers, memories) >= members &&
                                std::all_of(servers.begin(), servers.end(),
                                            [](const AskedServer& server) { return server.connections.has_value(); });
    for (std::size_t index = 0; index < servers.size(); ++index)
        facts->servers.push_back(factsOf(servers[index], facts->hasEverySession, memories[index].isShared()));
    addLag(facts->servers);
    if (outcome.dump)
        facts->ephemerals = std::make_shared<const EphemeralOwners>(std::move(outcome.dump->ephemerals));
    return facts;
}

void keepKnown(EnsembleFacts& facts, const EnsembleFacts& earlier)
{
    std::set<std::string> answering;
    for (const auto& server : facts.servers) {
        if (server.connections != Source::None)
            answering.insert(zk::toString(server.address));
    }
    for (const auto& [id, known] : earlier.sessions) {
        const auto now = facts.sessions.find(id);
        const bool isListed = now != facts.sessions.end();
        if (!isListed && facts.hasEverySession)
            continue; // it has ended
        if (known.host.empty() ? isListed || facts.hasEveryConnection : answering.contains(known.server))
            continue; // its server reports something newer
        if (isListed && !now->second.host.empty())
            continue; // it has moved to another server
        auto kept = known;
        if (isListed && now->second.expiresAt)
            kept.expiresAt = now->second.expiresAt;
        facts.sessions.insert_or_assign(id, std::move(kept));
    }
}

} // namespace lockscope::ensemble
