// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Neighbours.h"

#include <tuple>

namespace lockscope::queue {

namespace {

struct Contender {
    std::string_view node;
    std::int32_t sequence = 0;
    LockMode mode = LockMode::Exclusive;

    /// As isBefore() in Order.h: a listing has no czxid.
    friend bool operator<(const Contender& a, const Contender& b)
    {
        return a.sequence != b.sequence ? a.sequence < b.sequence : std::tie(a.mode, a.node) < std::tie(b.mode, b.node);
    }
};

/// A Group while it is filled.
struct LastTwo {
    std::size_t count = 0;
    Contender last;
    Contender beforeLast;

    void add(const Contender& one)
    {
        if (count == 0 || !(one < last)) {
            beforeLast = last;
            last = one;
        } else if (count == 1 || !(one < beforeLast)) {
            beforeLast = one;
        }
        ++count;
    }
    [[nodiscard]] Group group() const { return {count, last.node, beforeLast.node, last.sequence}; }
};

} // namespace

Neighbours findNeighbours(const Scheme& scheme, std::span<const std::string> names, std::string_view own)
{
    Neighbours found;
    const auto me = matchContender(scheme, own);
    const Contender mine{own, me ? me->sequence : 0, me ? me->mode : LockMode::Exclusive};
    LastTwo ahead;
    LastTwo behind;
    for (const auto& name : names) {
        const auto contender = matchContender(scheme, name);
        if (!contender) {
            if (found.foreign.empty())
                found.foreign = name;
            continue;
        }
        const Contender one{name, contender->sequence, contender->mode};
        if (one < mine)
            ahead.add(one);
        else if (!found.isListed && one.node == own)
            found.isListed = true;
        else
            behind.add(one);
    }
    found.ahead = ahead.group();
    found.behind = behind.group();
    return found;
}

} // namespace lockscope::queue
