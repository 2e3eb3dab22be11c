// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Distributions of a simulated client's durations. Pure.

#include "core/base/Clock.h"
#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace lockscope::console {

/// A duration that is drawn again each time.
struct Spread {
    enum class Kind {
        Even,        ///< uniform between least and most
        Exponential, ///< with mean `least`, like the times between random arrivals
        Forever      ///< without limit
    };

    Kind kind = Kind::Even;
    std::chrono::milliseconds least{0};
    std::chrono::milliseconds most{0};

    Spread() = default;
    Spread(std::chrono::milliseconds shortest, std::chrono::milliseconds longest)
        : least(shortest)
        , most(longest)
    {
    }
    [[nodiscard]] static Spread exponential(std::chrono::milliseconds mean);
    [[nodiscard]] static Spread forever();

    /// Nothing: forever; else at most a day. The same generator state gives the same value on each platform, which the
    /// standard library's distributions do not guarantee.
    [[nodiscard]] std::optional<Duration> draw(std::mt19937_64& random) const;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// "50ms" (always), "50ms..200ms" (uniform), "exp:50ms" (exponential with that mean), "forever". Errors: BadArguments.
[[nodiscard]] Result<Spread> parseSpread(std::string_view text);
/// A text that parseSpread() can read.
[[nodiscard]] std::string toString(const Spread& spread);

} // namespace lockscope::console
