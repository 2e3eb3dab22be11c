// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How durations of a simulated client are spread. Pure.

#include "core/base/Clock.h"
#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace lockscope::console {

/// How long something takes, drawn anew each time.
struct Spread {
    enum class Kind {
        Even,        ///< evenly between least and most
        Exponential, ///< of mean `least`, as arrivals at random are apart
        Forever      ///< until told otherwise
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

    /// Nothing for ever; else at most a day. The same generator in the same state gives the same everywhere: the
    /// standard library's distributions would not promise that.
    [[nodiscard]] std::optional<Duration> draw(std::mt19937_64& random) const;

    friend bool operator==(const Spread&, const Spread&) = default;
};

/// "50ms" (always), "50ms..200ms" (evenly), "exp:50ms" (exponential of that mean), "forever". Errors: BadArguments.
[[nodiscard]] Result<Spread> parseSpread(std::string_view text);
/// What parseSpread() reads back.
[[nodiscard]] std::string toString(const Spread& spread);

} // namespace lockscope::console
