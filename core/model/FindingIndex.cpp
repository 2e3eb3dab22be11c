// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/FindingIndex.h"

#include "core/base/Path.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

bool concerns(const Finding& finding, const Lock& lock)
{
    if (lock.liesIn(finding.path))
        return true;
    // Only a deadlock names nodes of other locks.
    return finding.kind == FindingKind::Deadlock &&
           std::any_of(finding.nodes.begin(), finding.nodes.end(), [&](const std::string& node) {
               return lock.liesIn(parentOf(node)) || (lock.kind == LockKind::Single && node == lock.path);
           });
}

const Lock* lockOfNode(const Snapshot& snapshot, const std::string& node)
{
    if (const auto* single = snapshot.find(node))
        return single;
    const auto directory = parentOf(node);
    for (auto above = directory;; above = parentOf(above)) {
        if (const auto* lock = snapshot.find(above); lock && lock->liesIn(directory))
            return lock;
        if (above.size() <= 1)
            return nullptr;
    }
}

std::vector<const Lock*> locksOf(const Snapshot& snapshot, const Finding& finding)
{
    std::vector<const Lock*> locks;
    const auto add = [&](const Lock* lock) {
        if (lock && std::find(locks.begin(), locks.end(), lock) == locks.end())
            locks.push_back(lock);
    };
    add(snapshot.find(finding.path));
    for (const auto& node : finding.nodes)
        add(lockOfNode(snapshot, node));
    return locks;
}

std::vector<const Finding*> findingsOf(const Snapshot& snapshot, const Lock& lock)
{
    std::vector<const Finding*> findings;
    for (const auto& finding : snapshot.findings) {
        if (concerns(finding, lock))
            findings.push_back(&finding);
    }
    return findings;
}

FindingIndex::FindingIndex(const Snapshot& snapshot)
{
    for (const auto& finding : snapshot.findings) {
        add(finding.path, finding);
        // Only a deadlock names nodes of other locks.
        if (finding.kind != FindingKind::Deadlock)
            continue;
        for (const auto& node : finding.nodes) {
            add(parentOf(node), finding);
            add(node, finding); // a single-node lock: the node is the lock
        }
    }
}

void FindingIndex::add(std::string directory, const Finding& finding)
{
    auto& known = m_byDirectory[std::move(directory)];
    if (known.empty() || known.back() != &finding)
        known.push_back(&finding);
}

std::vector<const Finding*> FindingIndex::of(const Lock& lock) const
{
    std::vector<const Finding*> findings;
    const auto take = [&](const std::string& directory) {
        const auto known = m_byDirectory.find(directory);
        if (known == m_byDirectory.end())
            return;
        for (const auto* finding : known->second) {
            if (concerns(*finding, lock) && std::find(findings.begin(), findings.end(), finding) == findings.end())
                findings.push_back(finding);
        }
    };
    take(lock.path);
    if (lock.layout) {
        take(lock.path + lock.layout->queue);
        take(lock.gatePath());
    }
    // The findings of a snapshot are in one vector, so their addresses have its order.
    std::sort(findings.begin(), findings.end());
    return findings;
}

} // namespace lockscope::inspect
