// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleasePlan.h"

#include "core/inspect/Dialect.h"
#include "core/queue/Scheme.h"

#include <algorithm>

namespace lockscope::release {

ReleasePlan makePlan(const inspect::LockQueue& lock, const inspect::Contender& contender, const zk::Stat& stat)
{
    ReleasePlan plan;
    plan.lockPath = lock.path;
    plan.nodePath = lock.nodePath(contender);
    plan.node = contender.node;
    plan.holds = contender.holds;
    plan.czxid = stat.czxid;
    plan.owner = stat.ephemeralOwner;
    plan.version = stat.version;
    plan.createdAt = stat.ctime;
    if (contender.details) {
        plan.client = contender.details->client;
        plan.host = contender.details->host;
    }
    plan.waiters = lock.waiters();
    plan.waitersKnown = lock.kind != inspect::LockKind::Single;
    if (!contender.holds)
        return plan;
    // The rule itself says who would hold without this node.
    std::vector<std::string> others;
    for (const auto& other : lock.queue) {
        if (other.node != contender.node)
            others.push_back(other.node);
    }
    for (const auto& dialect : inspect::builtinDialects()) {
        if (dialect.id != lock.dialect)
            continue;
        const auto left = queue::parseListing(dialect.scheme, others).contenders;
        for (std::size_t i = 0; i < left.size(); ++i) {
            const auto* shown = lock.find(left[i].node);
            if (!shown || shown->holds || !queue::isGranted(dialect.scheme.rule(left, i, dialect.leases)))
                continue;
            plan.next = shown->node;
            if (shown->details)
                plan.nextClient = shown->details->client;
            break;
        }
    }
    return plan;
}

std::string riskOf(const ReleasePlan& plan)
{
    if (plan.owner == 0)
        return "No session owns this node, so nothing will ever free it but a delete. If a program still relies on it, "
               "it is "
               "not told.";
    if (plan.holds)
        return "The holder's session has not ended. If its program runs, it still believes after a delete that it "
               "holds the "
               "lock, and so will the next one.";
    return "The waiter loses its place. Most clients queue again at the end; some fail or hang.";
}

std::optional<std::string> whyRefused(const ReleasePlan& shown, const zk::Stat& now)
{
    if (now.czxid != shown.czxid)
        return "another node of this name stands there by now: created by transaction " + zk::toHex(now.czxid) +
               ", not " + zk::toHex(shown.czxid);
    if (now.ephemeralOwner != shown.owner)
        return "its owner is session " + zk::toHex(now.ephemeralOwner) + " by now, not " + zk::toHex(shown.owner);
    return std::nullopt;
}

} // namespace lockscope::release
