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

std::vector<Decision> judge(const Scheme& scheme, ParsedListing& listing, int leases)
{
    auto& contenders = listing.contenders;
    if (!scheme.unrecognisedQueue || listing.foreign.empty()) {
        sortQueue(contenders, scheme.ordering);
        return judgeQueue(scheme.rule, contenders, leases);
    }
    // As readers: only writers wait for them, because clients that look for writers ignore unrecognised children.
    std::vector<QueueEntry> all = std::move(contenders);
    const auto isUnrecognised = [](const QueueEntry& one) { return !one.numbered; };
    for (const auto& name : listing.foreign)
        all.push_back({name, 0, 0, LockMode::Shared, false});
    sortQueue(all, scheme.ordering);
    const auto everyVerdict = judgeQueue(scheme.rule, all, leases);
    std::vector<Decision> verdicts;
    contenders.clear();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isUnrecognised(all[i]))
            continue;
        verdicts.push_back(everyVerdict[i]);
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
