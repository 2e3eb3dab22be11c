// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::release {

enum class Allowed {
    Yes,
    No,
    Unknown
};

/// "yes", "no", "unknown".
[[nodiscard]] constexpr std::string_view toString(Allowed allowed)
{
    switch (allowed) {
    case Allowed::Yes:
        return "yes";
    case Allowed::No:
        return "no";
    case Allowed::Unknown:
        return "unknown";
    }
    return {};
}

/// Whether the servers permit the release, as far as known before it is tried.
struct Permission {
    Allowed allowed = Allowed::Unknown;
    std::string text; ///< the reason, as a sentence

    friend bool operator==(const Permission&, const Permission&) = default;
};

} // namespace lockscope::release
