// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/redis/RedisFacts.h"

#include "core/model/redis/RedisHosts.h"

namespace lockscope::inspect {

std::string_view toString(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Held:
        return "held";
    case Verdict::Split:
        return "split";
    case Verdict::Remnant:
        return "remnant";
    case Verdict::Free:
        return "free";
    case Verdict::Undecided:
        return "undecided";
    }
    return {};
}

namespace {

constexpr std::size_t firstHyphen = 8;
constexpr std::size_t uuidLength = 36;

bool hasInstance(std::string_view owner)
{
    return owner.size() > uuidLength && owner[firstHyphen] == '-' && owner[uuidLength] == ':';
}

} // namespace

std::string_view instanceOf(std::string_view owner)
{
    return hasInstance(owner) ? owner.substr(0, uuidLength) : owner;
}

std::string shortOwner(std::string_view owner)
{
    if (!hasInstance(owner))
        return std::string(owner);
    return std::string(owner.substr(0, firstHyphen)) + std::string(owner.substr(uuidLength));
}

} // namespace lockscope::inspect
