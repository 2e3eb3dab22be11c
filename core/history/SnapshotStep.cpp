// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/SnapshotStep.h"

namespace lockscope::inspect {

LockMap differences(const LockMap& before, const Snapshot& snapshot)
{
    LockMap changed;
    auto was = before.begin();
    const auto add = [&](const std::string& path, std::shared_ptr<const Lock> lock) {
        changed.emplace_hint(changed.end(), path, std::move(lock));
    };
    for (const auto& lock : snapshot.locks) {
        if (was != before.end() && was->second == lock) {
            ++was; // snapshots share unchanged locks
            continue;
        }
        for (; was != before.end() && was->first < lock->path; ++was)
            add(was->first, nullptr);
        if (was != before.end() && was->first == lock->path)
            ++was;
        add(lock->path, lock);
    }
    for (; was != before.end(); ++was)
        add(was->first, nullptr);
    return changed;
}

void applyTo(LockMap& locks, const LockMap& differing)
{
    for (const auto& [path, lock] : differing) {
        if (lock)
            locks.insert_or_assign(path, lock);
        else
            locks.erase(path);
    }
}

SnapshotPtr wholeOf(const Snapshot& rest, const LockMap& locks)
{
    auto whole = std::make_shared<Snapshot>(rest);
    whole->locks.clear();
    whole->locks.reserve(locks.size());
    for (const auto& [path, lock] : locks)
        whole->locks.push_back(lock);
    return whole;
}

} // namespace lockscope::inspect
