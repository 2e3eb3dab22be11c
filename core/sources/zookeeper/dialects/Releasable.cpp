// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/Releasable.h"

#include "core/base/Path.h"
#include "core/queue/Rule.h"

#include <algorithm>
#include <set>

namespace lockscope::inspect {

const Dialect* persistentSingle(const DialectCatalogue& dialects, std::string_view path, bool hasChildren)
{
    const auto* dialect = hasChildren ? nullptr : dialects.recogniseSingle(path);
    const bool isCertain = dialect && (dialect->needs == Need::Nothing || dialect->persistence != Persistence::Never) &&
                           isMark(dialect->queue, baseName(std::string(path)));
    return isCertain ? dialect : nullptr;
}

std::vector<std::string> strayChildren(const Lock& lock, const Dialect& dialect)
{
    // Clients of Curator's semaphore count each child as a lease, regardless of its name.
    const bool takesALease = dialect.gate && dialect.queue.scheme.rule == &queue::leaseRule && lock.waiters() > 0;
    if ((!dialect.queue.scheme.unrecognisedQueue && !takesALease) || lock.unrecognised.empty())
        return {};
    std::set<std::string_view> waitedFor;
    for (const auto& contender : lock.queue) {
        if (!contender.atGate)
            waitedFor.insert(contender.waitsOn.begin(), contender.waitsOn.end());
    }
    const auto prefix = dialect.queue.at.empty() ? std::string() : dialect.queue.at.substr(1) + "/";
    std::vector<std::string> strays;
    for (const auto& child : lock.unrecognised) {
        if (!child.starts_with(prefix))
            continue;
        auto name = child.substr(prefix.size());
        if (name.find('/') == std::string::npos && (takesALease || waitedFor.contains(name)))
            strays.push_back(std::move(name));
    }
    return strays;
}

} // namespace lockscope::inspect
