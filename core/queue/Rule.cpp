// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Rule.h"

#include <string_view>

namespace lockscope::queue {

namespace {

constexpr auto noIndex = static_cast<std::size_t>(-1);

/// The name without the sequence number: identical for all nodes of one client.
std::string_view ownerPart(const QueueEntry& contender)
{
    std::string_view name = contender.node;
    const auto digits = name.find_last_not_of("0123456789");
    return name.substr(0, digits == std::string_view::npos ? 0 : digits + 1);
}

std::vector<Decision> judgeReadersAndWriters(std::span<const QueueEntry> sorted)
{
    std::vector<Decision> verdicts;
    verdicts.reserve(sorted.size());
    auto writer = noIndex; // the nearest before
    auto other = noIndex;  // the nearest before that has another number than `writer`
    for (std::size_t me = 0; me < sorted.size(); ++me) {
        if (sorted[me].mode == LockMode::Exclusive) {
            verdicts.push_back(exclusiveRule(sorted, me, 1));
            if (writer != noIndex && sorted[writer].sequence != sorted[me].sequence)
                other = writer;
            writer = me;
            continue;
        }
        const bool isDowngrade = writer != noIndex && sorted[writer].sequence == sorted[me].sequence;
        const auto before = isDowngrade ? other : writer;
        verdicts.push_back(before == noIndex ? Decision(Granted{}) : Decision(WaitFor{sorted[before].node}));
    }
    return verdicts;
}

} // namespace

Decision exclusiveRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    if (me == 0)
        return Granted{};
    return WaitFor{sorted[me - 1].node};
}

Decision readWriteRule(std::span<const QueueEntry> sorted, std::size_t me, int leases)
{
    if (sorted[me].mode == LockMode::Exclusive)
        return exclusiveRule(sorted, me, leases);
    for (auto i = me; i > 0; --i) {
        const auto& before = sorted[i - 1];
        if (before.mode == LockMode::Exclusive && before.sequence != sorted[me].sequence)
            return WaitFor{before.node};
    }
    return Granted{};
}

Decision leaseRule(std::span<const QueueEntry> /*sorted*/, std::size_t me, int leases)
{
    if (leases > 0 && me < static_cast<std::size_t>(leases))
        return Granted{};
    return WaitForAny{};
}

Decision leaseInOrderRule(std::span<const QueueEntry> sorted, std::size_t me, int leases)
{
    if (leases <= 0)
        return WaitForAny{};
    const auto room = static_cast<std::size_t>(leases);
    if (me < room)
        return Granted{};
    return WaitFor{sorted[me - room].node};
}

Decision exclusiveOwnerRule(std::span<const QueueEntry> sorted, std::size_t me, int /*leases*/)
{
    auto first = me;
    if (first == 0)
        return Granted{};
    const auto owner = ownerPart(sorted[--first]);
    while (first > 0 && ownerPart(sorted[first - 1]) == owner)
        --first;
    return WaitFor{sorted[first].node};
}

Decision presenceRule(std::span<const QueueEntry> /*sorted*/, std::size_t /*me*/, int /*leases*/)
{
    return Granted{};
}

std::vector<Decision> judgeQueue(Rule rule, std::span<const QueueEntry> sorted, int leases)
{
    if (rule == &readWriteRule)
        return judgeReadersAndWriters(sorted);
    std::vector<Decision> verdicts;
    verdicts.reserve(sorted.size());
    for (std::size_t me = 0; me < sorted.size(); ++me)
        verdicts.push_back(rule(sorted, me, leases));
    return verdicts;
}

} // namespace lockscope::queue
