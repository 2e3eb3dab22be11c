// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A place in a lock's queue, as the names of the lock's children tell it. Pure.

#include <cstdint>
#include <string>
#include <string_view>

namespace lockscope::queue {

enum class Mode {
    Exclusive,
    Shared
};

[[nodiscard]] constexpr std::string_view toString(Mode mode)
{
    switch (mode) {
    case Mode::Exclusive:
        return "exclusive";
    case Mode::Shared:
        return "shared";
    }
    return {};
}

struct Contender {
    std::string node;          ///< the child's name
    std::int32_t sequence = 0; ///< the server's counter, signed as the server writes it
    std::int64_t czxid = 0;    ///< 0 while unknown; decides between equal numbers
    Mode mode = Mode::Exclusive;
    bool numbered = true; ///< false: the server gave the name no number, so `sequence` says nothing

    friend bool operator==(const Contender&, const Contender&) = default;
};

} // namespace lockscope::queue
