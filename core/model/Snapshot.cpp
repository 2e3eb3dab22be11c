// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/Snapshot.h"

#include "core/base/Path.h"
#include "core/model/QueueStates.h"

#include <algorithm>
#include <unordered_set>

namespace lockscope::inspect {

std::string_view toString(LockKind kind)
{
    switch (kind) {
    case LockKind::Mutex:
        return "mutex";
    case LockKind::ReadWrite:
        return "read-write";
    case LockKind::Semaphore:
        return "semaphore";
    case LockKind::Latch:
        return "latch";
    case LockKind::Single:
        return "single";
    case LockKind::Multi:
        return "multi";
    case LockKind::Unrecognised:
        return "unrecognised";
    }
    return {};
}

std::string_view toString(Certainty certainty)
{
    switch (certainty) {
    case Certainty::Certain:
        return "certain";
    case Certainty::Possible:
        return "possible";
    }
    return {};
}

std::string_view toString(Confidence know)
{
    switch (know) {
    case Confidence::Exact:
        return "exact";
    case Confidence::Inferred:
        return "inferred";
    case Confidence::Unknown:
        return "unknown";
    }
    return {};
}

std::string_view toString(HostSource source)
{
    switch (source) {
    case HostSource::StatusPage:
        return "adminserver";
    case HostSource::StatusCommand:
        return "fourletter";
    case HostSource::Payload:
        return "payload";
    case HostSource::ClientList:
        return "client-list";
    case HostSource::Monitor:
        return "monitor";
    case HostSource::None:
        return "none";
    }
    return {};
}

int Lock::holders() const
{
    return static_cast<int>(
        std::count_if(queue.begin(), queue.end(), [](const Contender& contender) { return contender.holds; }));
}

int Lock::waiters() const
{
    return static_cast<int>(
        std::count_if(queue.begin(), queue.end(), [](const Contender& contender) { return contender.waits(); }));
}

std::string Lock::gatePath() const
{
    return layout && !layout->gate.empty() ? path + layout->gate : std::string();
}

bool Lock::liesIn(std::string_view directory) const
{
    return directory == path || (layout && (directory == path + layout->queue || directory == gatePath()));
}

LockPart Lock::partAt(std::string_view directory) const
{
    return !directory.empty() && directory == gatePath() ? LockPart::Gate : LockPart::Queue;
}

std::string Lock::nodePath(NodeRef ref) const
{
    if (kind == LockKind::Single)
        return path;
    const std::string node(ref.node);
    if (ref.part == LockPart::Gate)
        return joinPath(gatePath(), node);
    return joinPath(layout ? path + layout->queue : path, node);
}

ContenderKey Lock::keyOf(const Contender& contender) const
{
    return {path, contender.part(), contender.node};
}

ContenderKey Lock::keyAt(std::string_view nodePath) const
{
    const std::string whole(nodePath);
    return {path, kind == LockKind::Single ? LockPart::Queue : partAt(parentOf(whole)), baseName(whole)};
}

const Contender* Lock::find(NodeRef ref) const
{
    const auto found =
        std::find_if(queue.begin(), queue.end(), [&](const Contender& contender) { return contender.ref() == ref; });
    return found == queue.end() ? nullptr : &*found;
}

const Contender* Lock::find(const ContenderKey& key) const
{
    return key.isLock() || key.lock != path ? nullptr : find(key.ref());
}

const Contender* Lock::waitedFor(const Contender& waiter, std::string_view node) const
{
    return findWaitedFor(*this, waiter, node, [this](NodeRef ref) { return find(ref); });
}

WallTime Lock::seenSince(const Contender& contender) const
{
    return contender.firstSeenAt.value_or(unchangedSince.value_or(readAt));
}

std::optional<NodeRef> Lock::firstDuplicate() const
{
    std::unordered_set<NodeRef> seen;
    seen.reserve(queue.size());
    for (const auto& contender : queue) {
        if (!seen.insert(contender.ref()).second)
            return contender.ref();
    }
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> longestWait(const Lock& lock, const Moment& now)
{
    std::optional<std::chrono::milliseconds> longest;
    for (const auto& contender : lock.queue) {
        if (!contender.waits() || !contender.details)
            continue;
        const auto waited = std::max(now.nodes - contender.details->createdAt, std::chrono::milliseconds(0));
        longest = std::max(longest.value_or(waited), waited);
    }
    return longest;
}

std::optional<Since> sinceOf(const Contender& contender, const Moment& now)
{
    const auto age = [](WallTime then, WallTime until) { return std::max(until - then, std::chrono::milliseconds(0)); };
    if (contender.holds && contender.grantedAt)
        return Since{age(*contender.grantedAt, now.here), false};
    if (!contender.details) {
        if (!contender.redis || !contender.firstSeenAt)
            return std::nullopt;
        // Before the trace begins, it may have been another hold of the same owner.
        const auto since = std::max(*contender.firstSeenAt, contender.redis->trace.since);
        return Since{age(since, now.here), false, true};
    }
    return Since{age(contender.details->createdAt, now.nodes), contender.holds};
}

std::optional<std::chrono::milliseconds> seenFor(const Contender& contender, WallTime now)
{
    if (!contender.firstSeenAt)
        return std::nullopt;
    return std::max(now - *contender.firstSeenAt, std::chrono::milliseconds(0));
}

std::optional<std::chrono::milliseconds> leaseLeft(const Lock& lock, const Contender& contender, WallTime now)
{
    if (!contender.redis || !contender.redis->lease)
        return std::nullopt;
    return std::max(lock.readAt + *contender.redis->lease - now, std::chrono::milliseconds(0));
}

std::optional<Since> heldFor(const Lock& lock, const Moment& now)
{
    for (const auto& contender : lock.queue) {
        if (!contender.holds)
            continue;
        if (const auto since = sinceOf(contender, now))
            return since;
    }
    return std::nullopt;
}

std::optional<std::size_t> Snapshot::indexOf(std::string_view path) const
{
    const auto found = std::lower_bound(locks.begin(), locks.end(), path,
                                        [](const auto& lock, std::string_view wanted) { return lock->path < wanted; });
    if (found == locks.end() || (*found)->path != path)
        return std::nullopt;
    return static_cast<std::size_t>(found - locks.begin());
}

const Lock* Snapshot::find(std::string_view path) const
{
    const auto index = indexOf(path);
    return index ? locks[*index].get() : nullptr;
}

std::optional<std::chrono::milliseconds> waitsBecauseOf(const Lock& lock, const LockWaits* waits)
{
    if (!waits || lock.kind == LockKind::Single || lock.isElection || lock.isPossible())
        return std::nullopt;
    const auto found = waits->find(lock.path);
    if (found != waits->end())
        return found->second;
    const bool hasNone = lock.waiters() == 0 && undecided(lock) == 0;
    return hasNone ? std::optional(std::chrono::milliseconds(0)) : std::nullopt;
}

WallTime Snapshot::lastSeen(const Lock& lock) const
{
    return manual || lock.polled ? lock.readAt : std::max(lock.readAt, takenAt);
}

WallTime Snapshot::serverTime() const
{
    return ensemble && ensemble->clockAhead ? takenAt + *ensemble->clockAhead : serverTimeAtLeast.value_or(takenAt);
}

Moment Snapshot::momentAt(WallTime here) const
{
    if (ensemble && ensemble->clockAhead)
        return {here, here + *ensemble->clockAhead};
    return {here, serverTimeAtLeast ? std::max(here, *serverTimeAtLeast + (here - takenAt)) : here};
}

bool Snapshot::isServerTimeAtLeast() const
{
    return serverTimeAtLeast && !(ensemble && ensemble->clockAhead);
}

std::string nodePathOf(const ContenderKey& key, const Snapshot* snapshot)
{
    if (key.lock.empty())
        return key.node;
    const auto* lock = snapshot ? snapshot->find(key.lock) : nullptr;
    return lock ? lock->nodePath(key.ref()) : joinPath(key.lock, key.node);
}

} // namespace lockscope::inspect
