// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Scheme.h"

namespace lockscope::queue {

namespace {

ContenderPattern named(std::string_view pattern, LockMode mode = LockMode::Exclusive)
{
    return {NamePattern::parse(pattern).value(), mode}; // constants below, covered by a test
}

} // namespace

std::optional<ContenderName> matchContender(const Scheme& scheme, std::string_view name)
{
    const NumberedName numbered(name);
    for (const auto& [pattern, mode] : scheme.patterns) {
        if (const auto parts = pattern.match(numbered))
            return ContenderName{parts->sequence.value_or(0), mode, parts->sequence.has_value()};
    }
    return std::nullopt;
}

std::optional<QueueEntry> parseContender(const Scheme& scheme, std::string_view name)
{
    if (const auto contender = matchContender(scheme, name))
        return QueueEntry{std::string(name), contender->sequence, 0, contender->mode, contender->numbered};
    return std::nullopt;
}

ParsedListing parseListing(const Scheme& scheme, std::span<const std::string> names)
{
    ParsedListing parsed;
    for (const auto& name : names) {
        if (auto contender = parseContender(scheme, name))
            parsed.contenders.push_back(*std::move(contender));
        else
            parsed.foreign.push_back(name);
    }
    sortQueue(parsed.contenders);
    return parsed;
}

namespace {

bool isUnrecognised(const QueueEntry& one)
{
    return !one.numbered;
}

/// The verdict of a contender that waits for the unrecognised child before it: see judge().
Decision judgeBehindChild(std::span<const QueueEntry> all, std::size_t me)
{
    for (auto i = me; i > 0; --i) {
        const auto& before = all[i - 1];
        if (!isUnrecognised(before))
            return WaitFor{before.node};
        if (before.czxid == 0)
            return Undecided{};
        if (before.czxid < all[me].czxid)
            return WaitFor{before.node};
    }
    // Younger children only. The first child of all never waited; another one may have listed the directory since.
    return all[me].sequence == 0 ? Decision(Granted{}) : Decision(Undecided{});
}

} // namespace

std::vector<Decision> judge(const Scheme& scheme, ParsedListing& listing, int leases)
{
    auto& contenders = listing.contenders;
    if (!scheme.unrecognisedQueue || listing.foreign.empty()) {
        sortQueue(contenders, scheme.ordering);
        return judgeQueue(scheme.rule, contenders, leases);
    }
    // As readers: only writers wait for them, because clients that look for writers ignore unrecognised children.
    std::vector<QueueEntry> all = std::move(contenders);
    for (const auto& name : listing.foreign) {
        const auto* czxids = listing.foreignCzxids;
        const auto created = czxids ? czxids->find(name) : decltype(czxids->end())();
        const bool isKnown = czxids && created != czxids->end();
        all.push_back({name, 0, isKnown ? created->second : 0, LockMode::Shared, false});
    }
    sortQueue(all, scheme.ordering);
    auto everyVerdict = judgeQueue(scheme.rule, all, leases);
    for (std::size_t i = 1; i < all.size() && listing.foreignCzxids; ++i) {
        const auto* ahead = std::get_if<WaitFor>(&everyVerdict[i]);
        if (ahead && all[i].czxid != 0 && isUnrecognised(all[i - 1]) && ahead->node == all[i - 1].node)
            everyVerdict[i] = judgeBehindChild(all, i);
    }
    std::vector<Decision> verdicts;
    contenders.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isUnrecognised(all[i]))
            continue;
        verdicts.push_back(std::move(everyVerdict[i]));
        contenders.push_back(std::move(all[i]));
    }
    return verdicts;
}

const Scheme& curatorMutexScheme()
{
    static const Scheme scheme{{named("{any}lock-{seq}")}, &exclusiveRule};
    return scheme;
}

const Scheme& curatorReadWriteScheme()
{
    static const Scheme scheme{
        {named("{any}__READ__{seq}", LockMode::Shared), named("{any}__WRIT__{seq}")}, &readWriteRule, false};
    return scheme;
}

const Scheme& tutorialReadWriteScheme()
{
    static const Scheme scheme{
        {named("{any}-R-{seq}", LockMode::Shared), named("{any}-W-{seq}")}, &readWriteRule, false};
    return scheme;
}

const Scheme& curatorLeaseScheme()
{
    static const Scheme scheme{{named("{any}{seq}")}, &leaseRule};
    return scheme;
}

const Scheme& curatorLatchScheme()
{
    static const Scheme scheme{{named("{any}latch-{seq}")}, &exclusiveRule};
    return scheme;
}

const Scheme& kazooLockScheme()
{
    static const Scheme scheme{{named("{any}__lock__{seq}")}, &exclusiveRule};
    return scheme;
}

const Scheme& kazooReadWriteScheme()
{
    static const Scheme scheme{{named("{any}__rlock__{seq}", LockMode::Shared), named("{any}__lock__{seq}")},
                               &readWriteRule};
    return scheme;
}

} // namespace lockscope::queue
