// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What simulated clients shall do, and its form on a command line. Pure.

#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::console {

enum class Recipe {
    Mutex,
    Single
};

[[nodiscard]] std::string_view toString(Recipe recipe);
[[nodiscard]] Result<Recipe> parseRecipe(std::string_view text);

/// "50ms..200ms" or "50ms": drawn evenly from it each time. Units ms, s, m, h; a bare number is milliseconds.
struct DurationRange {
    std::chrono::milliseconds least{0};
    std::chrono::milliseconds most{0};

    friend bool operator==(const DurationRange&, const DurationRange&) = default;
};

[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);
[[nodiscard]] Result<DurationRange> parseDurationRange(std::string_view text);
/// "50ms..200ms": what parseDurationRange reads back.
[[nodiscard]] std::string toString(const DurationRange& range);

struct ContendOptions {
    std::string path; ///< the lock
    Recipe recipe = Recipe::Mutex;
    int clients = 1;
    std::string name = "sim"; ///< clients are called name-1, name-2, …; a single client is called by the name itself
    DurationRange hold{std::chrono::milliseconds(50), std::chrono::milliseconds(200)};
    DurationRange think{std::chrono::milliseconds(0), std::chrono::milliseconds(10)};
    std::optional<int> cycles;                               ///< per client; nothing: until stopped
    std::optional<std::chrono::milliseconds> runFor;         ///< nothing: until stopped
    std::optional<std::chrono::milliseconds> acquireTimeout; ///< nothing: wait for ever
};

/// The words after "lockscopectl --connect … --json" that make a process do this.
[[nodiscard]] std::vector<std::string> toArguments(const ContendOptions& options);

} // namespace lockscope::console
