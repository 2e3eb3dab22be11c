// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Scheme.h"

#include "core/queue/Order.h"

namespace lockscope::queue {

namespace {

ContenderPattern named(std::string_view pattern, Mode mode = Mode::Exclusive)
{
    return {NamePattern::parse(pattern).value(), mode}; // constants below, covered by a test
}

} // namespace

std::optional<Contender> parseContender(const Scheme& scheme, std::string_view name)
{
    for (const auto& [pattern, mode] : scheme.patterns) {
        if (const auto parts = pattern.match(name); parts && parts->sequence)
            return Contender{std::string(name), *parts->sequence, 0, mode};
    }
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

const Scheme& curatorMutexScheme()
{
    static const Scheme scheme{{named("{any}lock-{seq}")}, &exclusiveRule};
    return scheme;
}

const Scheme& curatorReadWriteScheme()
{
    static const Scheme scheme{
        {named("{any}__READ__{seq}", Mode::Shared), named("{any}__WRIT__{seq}")}, &readWriteRule, false};
    return scheme;
}

const Scheme& tutorialReadWriteScheme()
{
    static const Scheme scheme{{named("{any}-R-{seq}", Mode::Shared), named("{any}-W-{seq}")}, &readWriteRule, false};
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
    static const Scheme scheme{{named("{any}__rlock__{seq}", Mode::Shared), named("{any}__lock__{seq}")},
                               &readWriteRule};
    return scheme;
}

} // namespace lockscope::queue
