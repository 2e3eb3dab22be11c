// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/AfterRelease.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/QueueStates.h"
#include "core/release/zookeeper/BoundedListing.h"
#include "core/release/zookeeper/LockReader.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"

#include <algorithm>

namespace lockscope::release {

namespace {

using DialectsPtr = std::shared_ptr<const inspect::DialectCatalogue>;
using Done = std::function<void(ReleaseResult)>;

/// Adds the holder's client name and replies.
void withClient(zk::Client& client, const DialectsPtr& dialects, const ReleasePlan& plan, const std::string& path,
                ReleaseResult seen, const Done& reply)
{
    const auto payloads = payloadsAt(*dialects, plan.dialect, plan.lockPath, path);
    client.get(path, [seen = std::move(seen), payloads, reply](Result<zk::NodeData> read) mutable {
        if (read)
            seen.holderClient = inspect::detailsOf(read->stat, std::move(read->data), payloads).client;
        else if (read.error().code == ErrorCode::NoNode)
            seen.holderKnown = false; // the holder has released since
        reply(std::move(seen));
    });
}

/// Reads the lock by the path `at` of any of its nodes, and adds its holder.
void findHolder(zk::Client& client, const DialectsPtr& dialects, const ReleasePlan& plan, const std::string& at,
                ReleaseResult seen, const Done& reply)
{
    readContender(client, dialects, at, [&client, dialects, plan, seen, reply](Result<Reading> reading) mutable {
        if (!reading || reading->lock.path != plan.lockPath) {
            reply(std::move(seen));
            return;
        }
        seen.holderKnown = true;
        const inspect::Contender* holder = nullptr;
        for (const auto& one : reading->lock.queue) {
            if (one.holds && (!holder || reading->lock.kind == inspect::LockKind::Semaphore))
                holder = &one;
        }
        if (!holder) {
            seen.holderKnown = inspect::undecided(reading->lock) == 0;
            reply(std::move(seen));
            return;
        }
        seen.holder = holder->node;
        seen.others = reading->lock.holders() - 1;
        withClient(client, dialects, plan, reading->lock.nodePath(*holder), std::move(seen), reply);
    });
}

std::string deletedByAClient(const std::string& session)
{
    return phrase("the node no longer exists: its own client or another client deleted it, and its session %1 is still "
                  "alive. Nothing was deleted",
                  session);
}

std::string goneForAnUnknownCause()
{
    return phrase("the node no longer exists, and the cause is unknown. Nothing was deleted");
}

} // namespace

void lookAfter(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, ReleasePlan plan,
               ReleaseResult result, std::function<void(ReleaseResult)> reply)
{
    const auto path = plan.nodePath;
    client.exists(path, [&client, dialects = std::move(dialects), plan = std::move(plan), seen = std::move(result),
                         reply = std::move(reply)](const Result<std::optional<zk::Stat>>& found) mutable {
        seen.isGone = found && (!*found || (*found)->czxid != plan.creationId);
        if (!found) {
            reply(std::move(seen));
            return;
        }
        if (!plan.waitersKnown) { // a single-node lock: the new holder's node has the same path
            seen.holderKnown = true;
            if (!*found) {
                reply(std::move(seen));
                return;
            }
            seen.holder = plan.node;
            withClient(client, dialects, plan, plan.nodePath, std::move(seen), reply);
            return;
        }
        const auto directory = parentOf(plan.nextPath.empty() ? plan.nodePath : plan.nextPath);
        listBounded(client, directory, plan.node,
                    [&client, dialects, plan, directory, seen, reply](const Result<zk::Listing>& listing) mutable {
                        const auto* names = listing ? &listing->names : nullptr;
                        if (!names || names->empty()) {
                            seen.holderKnown = names || listing.error().code == ErrorCode::NoNode;
                            reply(std::move(seen));
                            return;
                        }
                        const bool isNextThere = std::find(names->begin(), names->end(), plan.next) != names->end();
                        findHolder(client, dialects, plan,
                                   joinPath(directory, isNextThere ? plan.next : names->front()), std::move(seen),
                                   reply);
                    });
    });
}

void findWhoTook(zk::Client& client, ReleasePlan plan, const FreshFacts& freshFacts,
                 std::function<void(std::string)> reply)
{
    if (plan.owner == 0) {
        reply(phrase(
            "the node no longer exists: another client deleted it, and no session owned it. Nothing was deleted"));
        return;
    }
    const auto session = toHex(plan.owner);
    const auto byNodes = [&client, plan, session, reply] {
        if (!plan.others || plan.others->empty()) {
            reply(goneForAnUnknownCause());
            return;
        }
        client.exists(plan.others->front().nodePath, [plan, session,
                                                      reply](const Result<std::optional<zk::Stat>>& found) {
            if (!found)
                reply(goneForAnUnknownCause());
            else if (*found && (*found)->ephemeralOwner == plan.owner)
                reply(deletedByAClient(session));
            else
                reply(
                    phrase("the node no longer exists: its session %1 has probably ended, because another node of the "
                           "session no longer exists either. Nothing was deleted",
                           session));
        });
    };
    if (!freshFacts) {
        byNodes();
        return;
    }
    freshFacts([plan, session, byNodes, reply](const std::shared_ptr<const ensemble::EnsembleFacts>& facts) {
        if (facts && facts->find(plan.owner))
            reply(deletedByAClient(session));
        else if (facts && facts->hasEverySession)
            reply(phrase("the node no longer exists: its session %1 has ended. Nothing was deleted", session));
        else
            byNodes();
    });
}

} // namespace lockscope::release
