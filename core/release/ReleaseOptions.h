// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be done to get a contender out of the way, mildest first: ask it, wait for it, delete its node. Each
/// release option says who is affected and what the contender notices. Pure.

#include "core/release/ReleasePlan.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::release {

enum class Helps {
    Yes,
    Maybe,
    No
};

/// "yes", "maybe", "no".
[[nodiscard]] std::string_view toString(Helps helps);

struct ReleaseOption {
    Helps helps = Helps::No;
    std::string what;              ///< what it does, or why it does not help
    std::string affects;           ///< who is affected; empty where it does not help
    std::string notices;           ///< what the contender notices; likewise
    std::optional<WallTime> until; ///< when it is over by itself, at the latest

    [[nodiscard]] std::optional<std::chrono::milliseconds> left(WallTime now) const;
};

struct ReleaseOptions {
    ReleaseOption ask;
    ReleaseOption wait;
    ReleaseOption remove;
};

/// Does the first of them help?
[[nodiscard]] bool canBeAsked(const ReleasePlan& plan);

/// `now`: against which a silent session's end is told.
[[nodiscard]] ReleaseOptions releaseOptionsOf(const ReleasePlan& plan, WallTime now);

} // namespace lockscope::release
