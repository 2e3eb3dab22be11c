// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/zookeeper/SessionNodes.h"

#include <unordered_set>

namespace lockscope::inspect {

std::optional<NodesBySession> nodesOutsideLocks(const Snapshot& snapshot)
{
    if (!snapshot.ensemble || !snapshot.ensemble->ephemerals)
        return std::nullopt;
    std::unordered_set<std::string> inLocks;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue)
            inLocks.insert(lock->nodePath(contender));
    }
    NodesBySession others;
    for (const auto& [path, session] : *snapshot.ensemble->ephemerals) {
        if (!inLocks.contains(path))
            others[session].push_back(path);
    }
    return others;
}

} // namespace lockscope::inspect
