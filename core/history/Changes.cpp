// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/Changes.h"

#include "core/model/NodeIndex.h"
#include "core/model/zookeeper/NodeRevocation.h"

namespace lockscope::inspect {

namespace {

/// The same name, but another node: a single-node lock with a new holder.
bool isReplaced(const Contender& before, const Contender& after)
{
    return before.details && after.details && before.details->creationId != after.details->creationId;
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

void compare(const Lock* before, const Lock* after, std::vector<Change>& changes)
{
    const auto was = before ? NodeIndex(*before) : NodeIndex();
    const auto is = after ? NodeIndex(*after) : NodeIndex();
    const auto& path = (after ? after : before)->path;
    if (before) {
        for (const auto& contender : before->queue) {
            const auto* now = is.find(contender.ref());
            if (after && isGateHolder(*after, contender))
                continue; // it has passed the gate and is shown by its other node
            if (!now || isReplaced(contender, *now))
                changes.push_back({Change::Type::Left, path, contender, {}});
        }
    }
    if (!after)
        return;
    std::vector<Change> granted;
    for (const auto& contender : after->queue) {
        const auto* earlier = was.find(contender.ref());
        const bool isNew = earlier ? isReplaced(*earlier, contender) : !(before && isGateHolder(*before, contender));
        if (isNew)
            changes.push_back({Change::Type::Joined, path, contender, {}});
        else if (earlier && isRevoked(*earlier, contender))
            changes.push_back({Change::Type::Revoked, path, contender, {}});
        if (contender.holds && (isNew || !earlier || !earlier->holds))
            granted.push_back({Change::Type::Granted, path, contender, {}});
    }
    changes.insert(changes.end(), granted.begin(), granted.end());
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
    case Change::Type::Left:
        return "left";
    case Change::Type::Other:
        return "other";
    }
    return {};
}

std::string_view typeWord(const Change& change)
{
    return change.type == Change::Type::Other && !change.otherType.empty() ? change.otherType : toString(change.type);
}

std::vector<Change> changesBetween(const Snapshot& before, const Snapshot& after)
{
    std::vector<Change> changes;
    auto was = before.locks.begin();
    auto is = after.locks.begin();
    while (was != before.locks.end() || is != after.locks.end()) {
        if (was != before.locks.end() && is != after.locks.end() && *was == *is) {
            ++was; // snapshots share unchanged locks
            ++is;
        } else if (is == after.locks.end() || (was != before.locks.end() && (*was)->path < (*is)->path)) {
            compare((was++)->get(), nullptr, changes);
        } else if (was == before.locks.end() || (*is)->path < (*was)->path) {
            compare(nullptr, (is++)->get(), changes);
        } else {
            compare((was++)->get(), (is++)->get(), changes);
        }
    }
    return changes;
}

} // namespace lockscope::inspect
