// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Picture.h"

#include "core/zk/Path.h"

#include <algorithm>

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
    case LockKind::Unrecognised:
        break;
    }
    return "unrecognised";
}

std::string_view toString(Know know)
{
    switch (know) {
    case Know::Exact:
        return "exact";
    case Know::Inferred:
        return "inferred";
    case Know::Unknown:
        break;
    }
    return "unknown";
}

std::string_view toString(HostSource source)
{
    switch (source) {
    case HostSource::AdminServer:
        return "adminserver";
    case HostSource::FourLetter:
        return "fourletter";
    case HostSource::Payload:
        return "payload";
    case HostSource::None:
        break;
    }
    return "none";
}

int LockQueue::holders() const
{
    return static_cast<int>(
        std::count_if(queue.begin(), queue.end(), [](const Contender& contender) { return contender.holds; }));
}

int LockQueue::waiters() const
{
    return static_cast<int>(queue.size()) - holders();
}

std::string LockQueue::gatePath() const
{
    return layout && !layout->gate.empty() ? path + layout->gate : std::string();
}

bool LockQueue::liesIn(std::string_view directory) const
{
    return directory == path || (layout && (directory == path + layout->queue || directory == gatePath()));
}

std::string LockQueue::nodePath(const Contender& contender) const
{
    if (kind == LockKind::Single)
        return path;
    if (contender.atGate)
        return zk::join(gatePath(), contender.node);
    return zk::join(layout ? path + layout->queue : path, contender.node);
}

const Contender* LockQueue::find(std::string_view node) const
{
    const auto found =
        std::find_if(queue.begin(), queue.end(), [&](const Contender& contender) { return contender.node == node; });
    return found == queue.end() ? nullptr : &*found;
}

std::optional<std::chrono::milliseconds> longestWait(const LockQueue& lock, WallTime now)
{
    std::optional<std::chrono::milliseconds> longest;
    for (const auto& contender : lock.queue) {
        if (contender.holds || !contender.details)
            continue;
        const auto waited = std::max(now - contender.details->createdAt, std::chrono::milliseconds(0));
        longest = std::max(longest.value_or(waited), waited);
    }
    return longest;
}

std::optional<Since> sinceOf(const Contender& contender, WallTime now)
{
    const auto age = [now](WallTime then) { return std::max(now - then, std::chrono::milliseconds(0)); };
    if (contender.holds && contender.grantedAt)
        return Since{age(*contender.grantedAt), false};
    if (!contender.details)
        return std::nullopt;
    return Since{age(contender.details->createdAt), contender.holds};
}

std::optional<Since> heldFor(const LockQueue& lock, WallTime now)
{
    for (const auto& contender : lock.queue) {
        if (!contender.holds)
            continue;
        if (const auto since = sinceOf(contender, now))
            return since;
    }
    return std::nullopt;
}

std::optional<std::size_t> Picture::indexOf(std::string_view path) const
{
    const auto found = std::lower_bound(locks.begin(), locks.end(), path,
                                        [](const auto& lock, std::string_view wanted) { return lock->path < wanted; });
    if (found == locks.end() || (*found)->path != path)
        return std::nullopt;
    return static_cast<std::size_t>(found - locks.begin());
}

const LockQueue* Picture::find(std::string_view path) const
{
    const auto index = indexOf(path);
    return index ? locks[*index].get() : nullptr;
}

WallTime Picture::lastSeen(const LockQueue& lock) const
{
    return manual || lock.polled ? lock.readAt : std::max(lock.readAt, takenAt);
}

} // namespace lockscope::inspect
