// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/redis/RedisFacts.h"

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

std::string shortOwner(std::string_view owner)
{
    constexpr std::size_t firstHyphen = 8;
    constexpr std::size_t uuidLength = 36;
    if (owner.size() <= uuidLength || owner[firstHyphen] != '-' || owner[uuidLength] != ':')
        return std::string(owner);
    return std::string(owner.substr(0, firstHyphen)) + std::string(owner.substr(uuidLength));
}

} // namespace lockscope::inspect
