// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lockscope {

/// How a contender holds a lock: alone, or together with other shared holders, such as readers.
enum class LockMode {
    Exclusive,
    Shared
};

/// "exclusive", "shared".
[[nodiscard]] constexpr std::string_view toString(LockMode mode)
{
    switch (mode) {
    case LockMode::Exclusive:
        return "exclusive";
    case LockMode::Shared:
        return "shared";
    }
    return {};
}

} // namespace lockscope
