// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/SeededUuid.h"

#include "core/locks/Uuid.h"
#include "tests/simulation/Random.h"

namespace lockscope::simulation {

namespace {
thread_local Random uuids{0};
}

void seedUuids(std::uint64_t seed)
{
    uuids = Random(seed);
}

} // namespace lockscope::simulation

std::string lockscope::locks::randomUuid()
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "00000000-0000-4000-8000-000000000000";
    for (char& c : text) {
        if (c == '0')
            c = digits[simulation::uuids.below(digits.size())];
    }
    return text;
}
