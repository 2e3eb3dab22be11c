// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Owners.h"

#include <algorithm>

namespace lockscope::inspect {

using std::chrono::milliseconds;

namespace {

/// Of the node, as it was read, or as the servers told of it.
std::optional<std::int64_t> sessionOf(const Contender& contender)
{
    return contender.details ? std::optional(contender.details->session) : contender.owner;
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

HostSource hostSourceOf(ensemble::Source source)
{
    switch (source) {
    case ensemble::Source::AdminServer:
        return HostSource::AdminServer;
    case ensemble::Source::FourLetter:
        return HostSource::FourLetter;
    case ensemble::Source::None:
        break;
    }
    return HostSource::None;
}

Owner ownerOf(const Picture& picture, const Contender& contender)
{
    return ownerOf(picture.ensemble.get(), contender);
}

Owner ownerOf(const ensemble::EnsembleFacts* ensemble, const Contender& contender)
{
    Owner owner;
    const auto session = sessionOf(contender);
    owner.isKnown = session.has_value();
    owner.session = session.value_or(0);
    if (contender.details && !contender.details->host.empty()) {
        owner.host = contender.details->host;
        owner.hostSource = contender.details->hostSource;
        owner.toldAt = std::max(contender.details->createdAt, contender.details->modifiedAt);
    }
    const auto* facts = ensemble && owner.session != 0 ? ensemble->find(owner.session) : nullptr;
    if (!facts)
        return owner;
    owner.server = facts->server;
    owner.timeout = facts->timeout;
    owner.lastHeard = facts->lastHeard;
    owner.expiresAt = facts->expiresAt;
    owner.toldAt = facts->toldAt;
    if (!facts->host.empty()) {
        owner.host = facts->host;
        owner.hostSource = hostSourceOf(facts->source);
    }
    return owner;
}

std::optional<std::vector<std::string>> watchesOf(const Picture& picture, const LockQueue& lock,
                                                  const Contender& contender)
{
    if (!picture.watchers)
        return std::nullopt;
    const auto session = sessionOf(contender).value_or(0);
    if (session == 0)
        return std::nullopt;
    std::vector<std::string> nodes;
    for (const auto& other : lock.queue) {
        const auto watched = picture.watchers->watchers.find(lock.nodePath(other));
        if (watched != picture.watchers->watchers.end() && watched->second.contains(session))
            nodes.push_back(other.node);
    }
    if (nodes.empty() && !picture.watchers->isComplete)
        return std::nullopt;
    return nodes;
}

} // namespace lockscope::inspect
