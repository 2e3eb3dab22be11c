// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The options to release a contender, mildest first: request, wait, delete its node. Each option states the affected
/// clients and what the contender notices. Pure.

#include "core/release/ReleasePlan.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    std::string what;              ///< its effect, or why it does not help
    std::string affects;           ///< the affected clients; empty where it does not help
    std::string notices;           ///< what the contender notices; empty where it does not help
    std::optional<WallTime> until; ///< the latest time at which the node expires by itself

    [[nodiscard]] std::optional<std::chrono::milliseconds> left(WallTime now) const;
};

/// Redis: the waiters at the head of the queue that do not listen, in order.
[[nodiscard]] std::vector<std::string> deadHeadsOf(const inspect::Lock& lock);

struct ReleaseOptions {
    ReleaseOption ask;
    ReleaseOption wait;
    ReleaseOption remove;
};

/// Whether the option `ask` may help.
[[nodiscard]] bool canBeAsked(const ReleasePlan& plan);

/// `now`: the reference time for the expiry of a silent session.
[[nodiscard]] ReleaseOptions releaseOptionsOf(const ReleasePlan& plan, WallTime now);

} // namespace lockscope::release
