// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/Scheme.h"

#include "core/queue/Order.h"

namespace lockscope::queue {

std::optional<Contender> parseContender(const Scheme& scheme, std::string_view name)
{
    for (const auto& pattern : scheme.patterns) {
        if (const auto parts = pattern.match(name); parts && parts->sequence)
            return Contender{std::string(name), *parts->sequence, 0, Mode::Exclusive};
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
    static const Scheme scheme{{NamePattern::parse("{any}lock-{seq}").value()}, &exclusiveRule};
    return scheme;
}

} // namespace lockscope::queue
