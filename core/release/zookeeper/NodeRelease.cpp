// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/NodeRelease.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/NodeIndex.h"
#include "core/queue/Scheme.h"
#include "core/release/zookeeper/OtherLocks.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/zk/CreateCounter.h"

#include <algorithm>
#include <iterator>

namespace lockscope::release {

namespace {

/// The contender that would hold without `gone`; null if there is none.
const inspect::Contender* nextAfter(const inspect::Lock& lock, const inspect::Contender& gone,
                                    const inspect::Dialect& dialect)
{
    const auto waits = [](const inspect::Contender& contender) { return contender.waits(); };
    if (dialect.gate) {
        // Its lease goes to the client that has passed the gate, or passes it next.
        const auto first = std::find_if(lock.queue.begin(), lock.queue.end(), waits);
        return first == lock.queue.end() ? nullptr : &*first;
    }
    // Applies the queue's rule without this node.
    std::vector<std::string> names;
    names.reserve(lock.queue.size() + lock.unrecognised.size());
    for (const auto& other : lock.queue) {
        if (other.node != gone.node)
            names.push_back(other.node);
    }
    std::copy_if(lock.unrecognised.begin(), lock.unrecognised.end(), std::back_inserter(names),
                 [&](const std::string& other) { return other != gone.node; });
    auto left = queue::parseListing(dialect.queue.scheme, names);
    const inspect::NodeIndex index(lock);
    for (auto& contender : left.contenders) {
        const auto* shown = index.find({inspect::LockPart::Queue, contender.node});
        if (shown && shown->details)
            contender.czxid = shown->details->creationId;
    }
    const auto verdicts = queue::judge(dialect.queue.scheme, left, std::max(lock.leases, 1));
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const auto* shown = index.find({inspect::LockPart::Queue, left.contenders[i].node});
        if (shown && waits(*shown) && queue::isGranted(verdicts[i]))
            return shown;
    }
    return nullptr;
}

} // namespace

ReleasePlan makePlan(const inspect::Lock& lock, const inspect::Contender& contender,
                     const inspect::DialectCatalogue& dialects)
{
    ReleasePlan plan;
    plan.lockPath = lock.path;
    plan.dialect = lock.dialect;
    plan.dialectName = lock.dialectTitle;
    plan.certainty = lock.certainty;
    plan.nodePath = lock.nodePath(contender);
    plan.zookeeper.reuse = reuseOf(contender.node, lock.dialect, lock.parent ? zk::createdChildren(*lock.parent) : 0);
    plan.node = contender.node;
    plan.isStateKnown = contender.isStateKnown;
    plan.holds = contender.holds || !contender.isStateKnown;
    if (contender.isModeKnown)
        plan.mode = contender.mode;
    if (const auto& details = contender.details) {
        plan.creationId = details->creationId;
        plan.owner = details->session;
        plan.zookeeper.version = details->version;
        plan.createdAt = details->createdAt;
        plan.payload = details->payload;
        plan.host = details->host;
        plan.client = details->client; // a revocation request takes the place of the name
        plan.clientIsLastKnown = details->isLastKnown;
    }
    plan.waiters = lock.waiters();
    plan.waitersKnown = lock.kind != inspect::LockKind::Single;
    const auto* dialect = dialects.find(lock.dialect);
    if (dialect && (plan.holds || dialect->breaksWaiters))
        plan.breaks = dialect->breaks;
    if (!contender.holds || !dialect)
        return plan;
    if (const auto* next = nextAfter(lock, contender, *dialect)) {
        plan.next = next->node;
        plan.nextPath = lock.nodePath(*next);
        if (next->details)
            plan.nextClient = next->details->client;
    }
    return plan;
}

void addBackground(ReleasePlan& plan, const Background& background, const inspect::Contender& contender,
                   WallTime seenAt, const inspect::DialectCatalogue& dialects)
{
    plan.readAt = seenAt;
    plan.evidence = evidenceOf(background.facts.get(), contender, seenAt);
    if (background.facts)
        plan.clockAhead = background.facts->clockAhead.value_or(plan.clockAhead);
    if (const auto* lock = background.snapshot ? background.snapshot->find(plan.lockPath) : nullptr;
        lock && plan.client.empty()) {
        const auto* seen = lock->find(lock->keyAt(plan.nodePath));
        if (seen && seen->details && seen->details->creationId == plan.creationId && plan.wasAsked()) {
            plan.client = seen->details->client;
            plan.host = plan.host.empty() ? seen->details->host : plan.host;
            plan.clientIsLastKnown = !plan.client.empty();
        }
    }
    if (plan.host.empty())
        plan.host = plan.evidence.owner.host;
    if (plan.owner == 0)
        plan.others.emplace();
    else if (background.snapshot && background.snapshot->complete)
        plan.others = otherLocks(*background.snapshot, plan.owner, plan.nodePath);
    else if (background.facts && background.facts->ephemerals)
        plan.others = otherLocks(*background.facts->ephemerals, plan.owner, plan.nodePath, dialects);
}

std::vector<std::string> operationsOf(const ReleasePlan& plan)
{
    const auto directory = parentOf(plan.nodePath);
    const auto owner = plan.owner == 0 ? phrase("no session") : phrase("session %1", toHex(plan.owner));
    return {
        phrase(plan.holds ? phraseLater("sync %1, list it and read %2; continue only if the node has czxid %3, is "
                                        "owned by %4 and holds %5")
                          : phraseLater("sync %1, list it and read %2; continue only if the node has czxid %3, is "
                                        "owned by %4 and waits for %5"),
               directory, plan.nodePath, toHex(plan.creationId), owner, plan.lockPath),
        phrase(plan.zookeeper.reuse == NameReuse::Never
                   ? phraseLater("in one transaction: create a sequential probe node in %1; check that it gets the "
                                 "name expected if no child was created there since the read; delete the probe node")
                   : phraseLater("in one transaction: create a sequential probe node in %1 and in each directory above "
                                 "it; check that each gets the name expected if no child was created there since the "
                                 "read; delete the probe nodes"),
               directory),
        phrase("in the same transaction: delete %1 at the version that was read, and no node below or beside it. If a "
               "check fails, nothing is changed, and everything is read again",
               plan.nodePath),
        phrase("read %1 to verify that the node no longer exists, and find the current holder of %2", plan.nodePath,
               plan.lockPath),
    };
}

std::optional<std::string> whyRefused(const ReleasePlan& shown, const inspect::Lock& lock,
                                      const inspect::Contender& contender)
{
    const auto& now = *contender.details;
    if (now.creationId != shown.creationId)
        return phrase("another node with this name exists now, created by transaction %1, not %2",
                      toHex(now.creationId), toHex(shown.creationId));
    if (now.session != shown.owner)
        return phrase("the owner is now session %1, not %2", toHex(now.session), toHex(shown.owner));
    if (lock.path != shown.lockPath || lock.dialect != shown.dialect)
        return phrase("the node now belongs to another lock: %1 (%2), not %3 (%4)", lock.path,
                      phrase(lock.dialectTitle.c_str()), shown.lockPath, phrase(shown.dialectName.c_str()));
    const bool mayHold = contender.holds || !contender.isStateKnown;
    if (mayHold && !shown.holds)
        return phrase("the node now holds the lock, but was waiting when you reviewed it");
    if (!mayHold && shown.holds)
        return phrase("the node now waits for the lock, but held it when you reviewed it");
    return std::nullopt;
}

} // namespace lockscope::release
