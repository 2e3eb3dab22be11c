// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleasePlan.h"

#include "core/queue/Scheme.h"

#include <algorithm>

namespace lockscope::release {

namespace {

/// Who would hold if `gone` were not there; null when nobody else would.
const inspect::Contender* nextAfter(const inspect::LockQueue& lock, const inspect::Contender& gone,
                                    const inspect::Dialect& dialect)
{
    const auto waits = [](const inspect::Contender& contender) { return !contender.holds; };
    if (dialect.gate) {
        // Its place is free for whoever has passed the gate, or is the next to do so.
        const auto first = std::find_if(lock.queue.begin(), lock.queue.end(), waits);
        return first == lock.queue.end() ? nullptr : &*first;
    }
    // The rule itself says who would hold without this node.
    std::vector<std::string> names;
    for (const auto& other : lock.queue) {
        if (other.node != gone.node)
            names.push_back(other.node);
    }
    names.insert(names.end(), lock.unrecognised.begin(), lock.unrecognised.end());
    auto left = queue::parseListing(dialect.queue.scheme, names);
    for (auto& contender : left.contenders) {
        const auto* shown = lock.find(contender.node);
        if (shown && shown->details)
            contender.czxid = shown->details->czxid;
    }
    const auto verdicts = queue::judge(dialect.queue.scheme, left, std::max(lock.leases, 1));
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
        const auto* shown = lock.find(left.contenders[i].node);
        if (shown && waits(*shown) && queue::isGranted(verdicts[i]))
            return shown;
    }
    return nullptr;
}

} // namespace

ReleasePlan makePlan(const inspect::LockQueue& lock, const inspect::Contender& contender, const zk::Stat& stat,
                     const inspect::DialectCatalogue& dialects)
{
    ReleasePlan plan;
    plan.lockPath = lock.path;
    plan.dialect = lock.dialect;
    plan.numbered = contender.sequence.has_value();
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
    const auto* dialect = dialects.find(lock.dialect);
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
