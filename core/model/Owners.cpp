// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/Owners.h"

#include <algorithm>

namespace lockscope::inspect {

using std::chrono::milliseconds;

namespace {

/// Adds what a list of clients or a sample shows of its connection.
void addRedisHost(Owner& owner, const RedisHost& host, const RedisHosts& hosts)
{
    if (hosts.hostNames)
        owner.hostName = hosts.hostNames->nameOf(host.address);
    owner.host = host.address;
    owner.hostSource = host.source;
    owner.client = host.client;
    owner.server = host.server;
    owner.reportedAt = host.seenAt;
}

bool existedBefore(const Contender& contender, const ensemble::EnsembleFacts& facts)
{
    if (!contender.details)
        return false;
    return facts.isOlder(contender.details->creationId) ||
           (contender.firstSeenAt && *contender.firstSeenAt <= facts.takenAt);
}

bool stoodAround(const Contender& contender, const ensemble::EnsembleFacts& facts, WallTime lastSeen,
                 const FindingSettings& settings)
{
    return existedBefore(contender, facts) && lastSeen >= facts.completeAt() + settings.settle;
}

} // namespace

std::optional<milliseconds> Owner::sinceHeard(WallTime now) const
{
    if (!lastHeard)
        return std::nullopt;
    return std::max(now - *lastHeard, milliseconds(0));
}

std::optional<milliseconds> Owner::expiresIn(WallTime now) const
{
    if (!expiresAt)
        return std::nullopt;
    return std::max(*expiresAt - now, milliseconds(0));
}

std::optional<milliseconds> Owner::timeLeft(WallTime now) const
{
    const auto left = expiresIn(now);
    return left == milliseconds(0) ? std::nullopt : left;
}

Owner ownerOf(const Snapshot& snapshot, const Contender& contender)
{
    return ownerOf(snapshot.ensemble.get(), snapshot.redisHosts.get(), contender);
}

Owner ownerOf(const ensemble::EnsembleFacts* ensemble, const RedisHosts* hosts, const Contender& contender)
{
    auto owner = ownerOf(ensemble, contender);
    if (const auto* host = contender.redis && hosts ? hosts->find(contender.redis->owner) : nullptr)
        addRedisHost(owner, *host, *hosts);
    return owner;
}

Owner ownerOf(const ensemble::EnsembleFacts* ensemble, const Contender& contender)
{
    Owner owner;
    const auto session = contender.session();
    owner.isKnown = session.has_value();
    owner.session = session.value_or(0);
    if (contender.details && !contender.details->host.empty()) {
        owner.host = contender.details->host;
        owner.hostSource = contender.details->hostSource;
        owner.reportedAt = std::max(contender.details->createdAt, contender.details->modifiedAt);
    }
    const auto* facts = ensemble && owner.session != 0 ? ensemble->find(owner.session) : nullptr;
    if (facts)
        addSessionFacts(owner, *facts);
    addHostName(owner, ensemble);
    return owner;
}

void addHostName(Owner& owner, const ensemble::EnsembleFacts* facts)
{
    if (facts && facts->hostNames)
        owner.hostName = facts->hostNames->nameOf(owner.host);
}

void addSessionFacts(Owner& owner, const ensemble::SessionFacts& facts)
{
    owner.server = facts.server;
    owner.timeout = facts.timeout;
    owner.lastHeard = facts.lastHeard;
    owner.expiresAt = facts.expiresAt;
    owner.reportedAt = facts.reportedAt;
    if (!facts.host.empty()) {
        owner.host = facts.host;
        owner.hostSource = hostSourceOf(facts.source);
    }
}

OwnerLife judgeOwner(const ensemble::EnsembleFacts& facts, const Contender& contender, WallTime lastSeen,
                     const FindingSettings& settings)
{
    const auto* session = facts.find(contender.session().value_or(0));
    const bool isSure = stoodAround(contender, facts, lastSeen, settings);
    if (!session)
        return facts.hasEverySession && isSure ? OwnerLife::Gone : OwnerLife::Unknown;
    if (session->host.empty())
        return facts.hasEveryConnection && isSure ? OwnerLife::Disconnected : OwnerLife::Unknown;
    const auto silence = silenceOf(*session);
    if (!silence || !session->timeout)
        return OwnerLife::Alive;
    return *silence > std::max(*session->timeout * 2 / 3, settings.leastSilence) ? OwnerLife::Silent : OwnerLife::Alive;
}

std::optional<milliseconds> silenceOf(const ensemble::SessionFacts& session)
{
    if (!session.lastHeard)
        return std::nullopt;
    // The answer may have been under way for a while, with later heartbeats.
    const auto until = session.askedAt == WallTime() ? session.reportedAt : session.askedAt;
    return std::max(until - *session.lastHeard, milliseconds(0));
}

std::optional<std::vector<std::string>> watchesOf(const Snapshot& snapshot, const Lock& lock,
                                                  const Contender& contender)
{
    if (!snapshot.watchers)
        return std::nullopt;
    const auto session = contender.session().value_or(0);
    if (session == 0)
        return std::nullopt;
    std::vector<std::string> nodes;
    for (const auto& other : lock.queue) {
        const auto watched = snapshot.watchers->watchers.find(lock.nodePath(other));
        if (watched != snapshot.watchers->watchers.end() && watched->second.contains(session))
            nodes.push_back(other.node);
    }
    if (nodes.empty() && !snapshot.watchers->isComplete)
        return std::nullopt;
    return nodes;
}

} // namespace lockscope::inspect
