// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/release/zookeeper/LockReader.h"
#include "core/release/zookeeper/NodeRelease.h"
#include "core/release/zookeeper/Revocability.h"
#include "core/release/zookeeper/RevocationRequest.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "core/zk/CreateCounter.h"

namespace lockscope::release {

namespace {

/// Our address without the port; of "[fe80::7%eth0]:49282" also without brackets and zone, which ACLs do not have.
std::string addressIn(const ensemble::EnsembleFacts* facts, SessionId session)
{
    const auto* own = facts && session != 0 ? facts->find(session) : nullptr;
    if (!own)
        return {};
    auto address = own->host.substr(0, own->host.rfind(':'));
    std::erase_if(address, [](char c) { return c == '[' || c == ']'; });
    return address.substr(0, address.find('%'));
}

std::string deletedText(const ReleasePlan& plan, const GuardedDelete& guarded)
{
    return guarded.proof == GuardProof::Counter
               ? phrase("deleted %1", plan.nodePath)
               : phrase("deleted %1 by its version after %2", plan.nodePath,
                        counted(static_cast<std::size_t>(guarded.attempts), "%1 attempt", "%1 attempts"));
}

/// A plan while its directories are read for what the guard can prove.
struct PlacesRead {
    ReleasePlan plan;
    OwnIdentity identity;
    int tries = 0;
    zk::Reply<ReleasePlan> reply;
    std::vector<ProbePlace> places{};
    std::size_t open = 0; ///< number of pending replies

    void answered()
    {
        if (--open > 0)
            return;
        plan.guard = promiseOf(plan.zookeeper.reuse, places, tries);
        reply(std::move(plan));
    }
};

/// Adds the permission on the parent, and what the guard can prove. `created`: the parent's counter.
void readPlaces(zk::Client& client, ReleasePlan plan, std::uint32_t created, const OwnIdentity& identity, int tries,
                zk::Reply<ReleasePlan> reply)
{
    const auto read = std::make_shared<PlacesRead>(PlacesRead{std::move(plan), identity, tries, std::move(reply)});
    for (auto& path : probePlaces(read->plan.nodePath, read->plan.zookeeper.reuse))
        read->places.push_back({std::move(path)});
    read->places.front().created = created;
    read->open = 2 * read->places.size() - 1;
    for (std::size_t i = 0; i < read->places.size(); ++i) {
        const auto path = read->places[i].path;
        if (i > 0) {
            client.exists(path, [read, i](const Result<std::optional<zk::Stat>>& found) {
                if (found && *found)
                    read->places[i].created = zk::createdChildren(**found);
                read->answered();
            });
        }
        client.acl(path, [read, i, path](const Result<std::vector<zk::Acl>>& acl) {
            if (i == 0)
                read->plan.permission = deletePermission(path, acl, read->identity);
            const auto create = allowedBy(acl, zk::Permission::Create, read->identity);
            // The parent's DELETE permission has its own row in the plan.
            const auto remove = i == 0 ? Allowed::Yes : allowedBy(acl, zk::Permission::Delete, read->identity);
            read->places[i].mayProbe = create == Allowed::No || remove == Allowed::No             ? Allowed::No
                                       : create == Allowed::Unknown || remove == Allowed::Unknown ? Allowed::Unknown
                                                                                                  : Allowed::Yes;
            read->answered();
        });
    }
}

} // namespace

ZooKeeperReleaseActor::ZooKeeperReleaseActor(zk::Client& client,
                                             std::shared_ptr<const inspect::DialectCatalogue> dialects,
                                             ActorSettings settings)
    : m_client(client)
    , m_dialects(std::move(dialects))
    , m_settings(std::move(settings))
{
}

Executor& ZooKeeperReleaseActor::executor() const
{
    return m_client.executor();
}

std::string ZooKeeperReleaseActor::session() const
{
    return toHex(m_client.session().id);
}

std::optional<Error> ZooKeeperReleaseActor::whyNotWritable(const char* operation, const std::string& path) const
{
    const auto session = m_client.session();
    switch (session.state) {
    case SessionState::Connected:
        return std::nullopt;
    case SessionState::ReadOnly:
        return Error{ErrorCode::ReadOnlyServer, operation, path,
                     phrase("nothing was done. Wait until the ensemble has a quorum")};
    case SessionState::AuthFailed:
        return Error{ErrorCode::AuthFailed, operation, path, phrase("nothing was done")};
    case SessionState::Lost:
        return Error{ErrorCode::NoConnection, operation, path, phrase("the session has expired. Nothing was done")};
    case SessionState::Closed:
        return Error{ErrorCode::NoConnection, operation, path, phrase("the client was closed. Nothing was done")};
    case SessionState::Suspended:
        return Error{ErrorCode::NoConnection, operation, path, phrase("the connection was lost. Nothing was done")};
    case SessionState::Connecting:
        break;
    }
    return Error{ErrorCode::NoConnection, operation, path, phrase("the session does not exist yet. Nothing was done")};
}

std::optional<Error> ZooKeeperReleaseActor::whyNotAsked(const ReleasePlan& plan) const
{
    if (const auto revocability = revocabilityOf(plan); !revocability.canBeAsked())
        return Error{ErrorCode::Refused, "revoke", plan.nodePath, revocability.text};
    return std::nullopt;
}

void ZooKeeperReleaseActor::plan(inspect::ContenderKey contender, Background background, Reply<ReleasePlan> reply)
{
    if (background.identity.address.empty())
        background.identity.address = addressIn(background.facts.get(), m_client.session().id);
    // The next holder matters for the decision: reads the client's name from its node; and the directories' ACLs.
    const auto finish = [&client = m_client, tries = m_settings.guard.tries, background, reply](ReleasePlan plan,
                                                                                                std::uint32_t created) {
        readPlaces(client, std::move(plan), created, background.identity, tries, reply);
    };
    readContender(
        m_client, m_dialects, inspect::nodePathOf(contender, background.snapshot.get()),
        [&client = m_client, dialects = m_dialects, background, reply, finish](Result<Reading> reading) {
            if (!reading) {
                reply(failure(reading.error()));
                return;
            }
            auto plan = makePlan(reading->lock, reading->contender, *dialects);
            plan.isStray = reading->isStray;
            plan.zookeeper.reuse = reuseOf(baseName(plan.nodePath), plan.dialect, reading->created);
            addBackground(plan, background, reading->contender, reading->readAt, *dialects);
            const auto created = reading->created;
            if (plan.next.empty()) {
                finish(std::move(plan), created);
                return;
            }
            const auto next = plan.nextPath;
            const auto payloads = payloadsAt(*dialects, plan.dialect, plan.lockPath, next);
            client.get(next, [finish, payloads, created, plan = std::move(plan)](Result<zk::NodeData> read) mutable {
                if (read)
                    plan.nextClient = inspect::detailsOf(read->stat, std::move(read->data), payloads).client;
                finish(std::move(plan), created);
            });
        });
}

void ZooKeeperReleaseActor::apply(ReleasePlan plan, Reply<ReleaseResult> reply)
{
    const auto onRemoved = [&client = m_client, dialects = m_dialects, freshFacts = m_settings.freshFacts, plan,
                            reply](const Result<GuardedDelete>& removed) {
        if (removed) {
            ReleaseResult result;
            result.releasedAt = client.executor().clock().wallNow();
            result.guarded = *removed;
            result.text = deletedText(plan, *removed);
            lookAfter(client, dialects, plan, std::move(result), reply);
        } else if (removed.error().code == ErrorCode::NoNode) {
            findWhoTook(client, plan, freshFacts, [error = removed.error(), reply](const std::string& why) mutable {
                error.detail = why;
                reply(failure(std::move(error)));
            });
        } else {
            reply(failure(removed.error()));
        }
    };
    removeGuarded(m_client, m_dialects, plan, onRemoved, m_settings.guard);
}

void ZooKeeperReleaseActor::ask(ReleasePlan plan, std::chrono::milliseconds wait, Reply<Asked> reply)
{
    requestRelease(m_client, m_dialects, std::move(plan), wait, std::move(reply));
}

} // namespace lockscope::release
