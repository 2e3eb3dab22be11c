// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/Changes.h"

#include "core/inspect/NodeIndex.h"
#include "core/inspect/Payload.h"

namespace lockscope::inspect {

namespace {

/// The same name, but another node: a single-node lock that changed hands.
bool isReplaced(const Contender& before, const Contender& after)
{
    return before.details && after.details && before.details->czxid != after.details->czxid;
}

/// The wish that it lets go stands in its node now, and did not before.
bool isRevoked(const Contender& before, const Contender& after)
{
    return after.holds && before.details && after.details && before.details->payload != after.details->payload &&
           asksToLetGo(after.details->payload) && !asksToLetGo(before.details->payload);
}

void compare(const LockQueue* before, const LockQueue* after, std::vector<Change>& changes)
{
    const auto was = before ? NodeIndex(*before) : NodeIndex();
    const auto is = after ? NodeIndex(*after) : NodeIndex();
    const auto& path = (after ? after : before)->path;
    if (before) {
        for (const auto& contender : before->queue) {
            const auto* now = is.find(contender.node);
            if (after && contender.node == after->gateHolder)
                continue; // it has passed the gate, and is seen by another node
            if (!now || isReplaced(contender, *now))
                changes.push_back({Change::Type::Left, path, contender});
        }
    }
    if (!after)
        return;
    std::vector<Change> granted;
    for (const auto& contender : after->queue) {
        const auto* earlier = was.find(contender.node);
        const bool isNew =
            earlier ? isReplaced(*earlier, contender) : !(before && contender.node == before->gateHolder);
        if (isNew)
            changes.push_back({Change::Type::Joined, path, contender});
        else if (earlier && isRevoked(*earlier, contender))
            changes.push_back({Change::Type::Revoked, path, contender});
        if (contender.holds && (isNew || !earlier || !earlier->holds))
            granted.push_back({Change::Type::Granted, path, contender});
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
        break;
    }
    return "left";
}

std::vector<Change> changesBetween(const Picture& before, const Picture& after)
{
    std::vector<Change> changes;
    auto was = before.locks.begin();
    auto is = after.locks.begin();
    while (was != before.locks.end() || is != after.locks.end()) {
        if (was != before.locks.end() && is != after.locks.end() && *was == *is) {
            ++was; // pictures share what has not changed
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
