// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/commands/OtherOwnerLocks.h"

#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Table.h"
#include "core/model/OwnerLocks.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <vector>

namespace lockscope::ctl {

bool hasThreads(const inspect::Lock& lock)
{
    return std::any_of(lock.queue.begin(), lock.queue.end(), [](const inspect::Contender& contender) {
        return contender.redis && inspect::isThread(contender.redis->owner);
    });
}

void addOtherLocks(Context context, const inspect::RedisDialectsPtr& dialects, inspect::Snapshot& snapshot)
{
    constexpr std::chrono::seconds readLimit(10);
    context.locks.clear();
    context.readLimit = std::min<std::chrono::milliseconds>(context.readLimit, readLimit);
    Wanted wanted;
    wanted.confirms = false;
    wanted.hasLimits = true; // none are needed
    wanted.redisDialects = dialects;
    snapshot.complete = false;
    std::vector<std::shared_ptr<const inspect::Lock>> others;
    inspectOnce(
        context,
        [&](const inspect::Snapshot& all) {
            snapshot.complete = all.complete && all.problems.empty();
            std::copy_if(all.locks.begin(), all.locks.end(), std::back_inserter(others),
                         [&](const auto& lock) { return !snapshot.find(lock->path); });
            return Done;
        },
        wanted);
    snapshot.locks.insert(snapshot.locks.end(), others.begin(), others.end());
    std::sort(snapshot.locks.begin(), snapshot.locks.end(),
              [](const auto& one, const auto& other) { return one->path < other->path; });
}

QStringList otherLockLines(const inspect::Snapshot& snapshot, const inspect::Lock& lock)
{
    if (!hasThreads(lock))
        return {};
    if (!snapshot.complete)
        return {QStringLiteral("Whether the owners hold other locks is unknown: not all locks were read.")};
    const inspect::OwnerLocks ownerLocks(snapshot);
    QStringList lines;
    for (const auto& contender : lock.queue) {
        if (const auto names = ownerLocks.alsoHeld(lock, contender); !names.empty())
            lines.append(safe(inspect::alsoHeldText(names, contender)));
    }
    return lines;
}

} // namespace lockscope::ctl
