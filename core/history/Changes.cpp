// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/Changes.h"

#include "core/base/Path.h"
#include "core/model/NodeIndex.h"
#include "core/model/QueueStates.h"
#include "core/model/zookeeper/NodeRevocation.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

namespace lockscope::inspect {

namespace {

/// The end of a lease as this machine knows it: less precise by the round trip and by the drift of two clocks.
constexpr auto leaseTolerance = std::chrono::milliseconds(50);
/// The end of a lease is noticed so soon where changes are notified; Redis deletes a key some time after its end.
constexpr auto noticedWithin = std::chrono::milliseconds(500);

/// The same name, but another node: a single-node lock with a new holder; or a value of a multi-lock with a new owner.
/// On Redis a contender's name is that of its client: a holder that waits now has released the lock in between.
bool isReplaced(const Contender& before, const Contender& after)
{
    const bool hasReleased = before.redis && after.redis && before.holds && after.waits();
    return hasReleased || !isSameContender(before, after);
}

/// Whether the client is shown by its other node, in the queue, instead of this one.
bool isGateHolder(const Lock& lock, const Contender& contender)
{
    return contender.atGate && contender.node == lock.gateHolder;
}

/// Whether a revocation request was written to the node between the two snapshots.
bool isRevoked(const Contender& before, const Contender& after)
{
    return after.holds && before.details && after.details && before.details->payload != after.details->payload &&
           isRevocation(*after.details) && !isRevocation(*before.details);
}

/// The node exists, but the lock does not count it as a contender any more.
bool isUnrecognised(const Lock& lock, const Contender& contender)
{
    const auto& children = lock.unrecognised;
    return std::any_of(children.begin(), children.end(), [node = lock.nodePath(contender), &lock](const auto& child) {
        return joinPath(lock.path, child) == node;
    });
}

/// Whether a waiter that left may have acquired the lock between the two snapshots, and released it.
class Acquirable final {
public:
    Acquirable(const Lock& before, const Lock& after, const NodeIndex& was, const NodeIndex& is)
        : m_before(before)
        , m_was(was)
        , m_is(is)
    {
        for (const auto& contender : before.queue) {
            if (contender.holds && stays(contender)) {
                ++m_holders;
                m_isExclusive = m_isExclusive || isExclusive(contender);
            }
        }
        for (const auto& contender : after.queue) {
            if (!contender.atGate)
                m_queued.insert(contender.session().value_or(0));
        }
    }

    [[nodiscard]] bool mayHaveHeld(const Contender& gone) const
    {
        if (gone.holds)
            return false; // it has held, for certain
        if (m_before.kind == LockKind::Semaphore) {
            if (m_before.leases > 0 && m_holders >= m_before.leases)
                return false;
        } else if (m_holders > 0 && (m_isExclusive || isExclusive(gone))) {
            return false;
        } else if (isBehind(gone)) {
            return false;
        }
        return !hasPassedGate(gone);
    }

private:
    [[nodiscard]] bool stays(const Contender& contender) const
    {
        const auto* now = m_is.find(contender.ref());
        return now && !isReplaced(contender, *now) && (now->holds || !contender.holds);
    }
    /// A contender that it waits for is still there.
    [[nodiscard]] bool isBehind(const Contender& gone) const
    {
        return std::any_of(gone.waitsOn.begin(), gone.waitsOn.end(), [&](const std::string& node) {
            const auto* ahead = m_was.waitedFor(gone, node);
            return ahead && stays(*ahead);
        });
    }
    [[nodiscard]] bool hasPassedGate(const Contender& gone) const
    {
        const auto session = gone.session().value_or(0);
        return gone.atGate && session != 0 && m_queued.contains(session);
    }

    const Lock& m_before;
    const NodeIndex& m_was;
    const NodeIndex& m_is;
    std::unordered_set<SessionId> m_queued; ///< after, and not at the gate
    int m_holders = 0;                      ///< that hold in both snapshots, and so in between
    bool m_isExclusive = false;
};

void compare(const Lock* before, const Lock* after, std::vector<Change>& changes)
{
    const auto was = before ? NodeIndex(*before) : NodeIndex();
    const auto is = after ? NodeIndex(*after) : NodeIndex();
    const auto& lock = after ? *after : *before;
    const auto add = [&](Change::Type type, const Contender& contender) {
        changes.push_back({type, lock.path, contender, {}, lock.certainty});
    };
    if (before) {
        const Lock free; // a lock on Redis exists only while a client holds it, or waits in its queue
        const auto* end = !after && before->redis ? &free : after;
        const auto acquirable = end ? std::optional<Acquirable>(std::in_place, *before, *end, was, is) : std::nullopt;
        auto unseen = after ? std::max(after->unlisted - before->unlisted, 0) : 0;
        for (const auto& contender : before->queue) {
            const auto* now = is.find(contender.ref());
            if (after && isGateHolder(*after, contender))
                continue; // it has passed the gate and is shown by its other node
            if (!now && after && isUnrecognised(*after, contender))
                continue;
            if (now && !isReplaced(contender, *now))
                continue;
            add(Change::Type::Left, contender);
            const bool mayHold = !contender.holds && !contender.isStateKnown;
            changes.back().mayHaveHeld = mayHold || (acquirable && acquirable->mayHaveHeld(contender));
            unseen += changes.back().mayHaveHeld ? 1 : 0;
        }
        if (unseen > 0) {
            add(Change::Type::Unseen, {});
            changes.back().unseen = unseen;
        }
    }
    if (!after)
        return;
    struct Granted {
        const Contender* contender;
        bool mayBeEarlier;
        bool isFirstSeen;
    };
    std::vector<Granted> granted;
    for (const auto& contender : after->queue) {
        const auto* earlier = was.find(contender.ref());
        const bool isNew = earlier ? isReplaced(*earlier, contender) : !(before && isGateHolder(*before, contender));
        const bool isFirstSeen = isNew && contender.holds && contender.redis;
        if (isNew && !isFirstSeen)
            add(Change::Type::Joined, contender);
        else if (earlier && isRevoked(*earlier, contender))
            add(Change::Type::Revoked, contender);
        if (contender.holds && (isNew || !earlier || !earlier->holds))
            granted.push_back({&contender, earlier && !isNew && !earlier->isStateKnown, isFirstSeen});
    }
    for (const auto& [contender, mayBeEarlier, isFirstSeen] : granted) {
        add(Change::Type::Granted, *contender);
        changes.back().mayBeEarlier = mayBeEarlier;
        changes.back().isFirstSeen = isFirstSeen;
    }
}

} // namespace

std::string_view toString(Change::Type type)
{
    switch (type) {
    case Change::Type::Joined:
        return "joined";
    case Change::Type::Granted:
        return "granted";
    case Change::Type::Lost:
        return "lost";
    case Change::Type::Revoked:
        return "revoked";
    case Change::Type::Released:
        return "released";
    case Change::Type::Deleted:
        return "deleted";
    case Change::Type::Gap:
        return "gap";
    case Change::Type::Unseen:
        return "unseen";
    case Change::Type::Left:
        return "left";
    case Change::Type::Other:
        return "other";
    }
    return {};
}

std::string_view toString(Change::Ending ending)
{
    switch (ending) {
    case Change::Ending::Released:
        return "released";
    case Change::Ending::Expired:
        return "expired";
    case Change::Ending::Unknown:
        break;
    }
    return {};
}

std::string_view typeWord(const Change& change)
{
    if (change.type == Change::Type::Left && change.ending != Change::Ending::Unknown)
        return toString(change.ending);
    return change.type == Change::Type::Other && !change.otherType.empty() ? change.otherType : toString(change.type);
}

std::vector<Change> changesOf(const Lock* before, const Lock* after)
{
    std::vector<Change> changes;
    if (before || after)
        compare(before, after, changes);
    return changes;
}

bool isSameContender(const Contender& one, const Contender& other)
{
    if (one.redis && other.redis)
        return one.redis->owner == other.redis->owner;
    return !one.details || !other.details || one.details->creationId == other.details->creationId;
}

Change::Ending endingOf(const Lock& lock, const Contender& contender, WallTime at, bool isPolled)
{
    if (!contender.holds || !contender.redis)
        return Change::Ending::Unknown;
    if (!contender.redis->lease) {
        // The key of a reader that has no lease of its own ends with that of the others.
        const bool endsWithLock = lock.redis && lock.redis->lease;
        return endsWithLock ? Change::Ending::Unknown : Change::Ending::Released;
    }
    const auto end = lock.readAt + *contender.redis->lease;
    if (at < end - leaseTolerance)
        return Change::Ending::Released;
    // Between two readings it may have been released in time, or renewed and released later.
    return !isPolled && at < end + noticedWithin ? Change::Ending::Expired : Change::Ending::Unknown;
}

} // namespace lockscope::inspect
