// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/Releasable.h"

#include "core/base/Path.h"
#include "core/queue/Rule.h"
#include "core/sources/zookeeper/dialects/RecognitionTrace.h"

#include <set>

namespace lockscope::inspect {

namespace {

/// The children that a contender comes directly after in the order of the dialect's clients, where they wait for every
/// child.
std::set<std::string> beforeContenders(const Lock& lock, const Dialect& dialect, const std::set<std::string>& others)
{
    std::vector<queue::QueueEntry> all;
    for (const auto& contender : lock.queue) {
        if (!contender.atGate)
            all.push_back({contender.node, contender.sequence.value_or(0),
                           contender.details ? contender.details->creationId : 0, contender.mode});
    }
    for (const auto& name : others)
        all.push_back({name, 0, 0, LockMode::Shared, false});
    queue::sortQueue(all, dialect.queue.scheme.ordering);
    std::set<std::string> before;
    for (std::size_t i = 1; i < all.size(); ++i) {
        if (!all[i - 1].numbered && all[i].numbered && all[i].mode == LockMode::Exclusive)
            before.insert(all[i - 1].node);
    }
    return before;
}

} // namespace

const Dialect* persistentSingle(const DialectCatalogue& dialects, std::string_view path, bool hasChildren,
                                RecognitionTrace* trace)
{
    const auto* dialect = hasChildren ? nullptr : dialects.recogniseSingle(path, trace);
    const bool isCertain = dialect && (dialect->needs == Need::Nothing || dialect->persistence != Persistence::Never) &&
                           isMark(dialect->queue, baseName(std::string(path)));
    if (dialect && !isCertain && trace)
        trace->failAsPersistent(*dialect);
    return isCertain ? dialect : nullptr;
}

std::vector<std::string> strayChildren(const Lock& lock, const Dialect& dialect)
{
    // Clients of Curator's semaphore count each child as a lease, regardless of its name.
    const bool takesALease = dialect.gate && dialect.queue.scheme.rule == &queue::leaseRule && lock.waiters() > 0;
    if ((!dialect.queue.scheme.unrecognisedQueue && !takesALease) || lock.unrecognised.empty())
        return {};
    const auto prefix = dialect.queue.at.empty() ? std::string() : dialect.queue.at.substr(1) + "/";
    std::set<std::string> others;
    for (const auto& child : lock.unrecognised) {
        if (child.starts_with(prefix) && child.find('/', prefix.size()) == std::string::npos)
            others.insert(child.substr(prefix.size()));
    }
    if (!takesALease)
        others = beforeContenders(lock, dialect, others);
    return {others.begin(), others.end()};
}

} // namespace lockscope::inspect
