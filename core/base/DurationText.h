// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Durations as people write them. Pure.

#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <string_view>

namespace lockscope {

/// "50ms", "10s", "2m" or "2min", "1h", "0": whoever leaves the unit out may mean another. Nothing if it is none, or
/// longer than `most`.
[[nodiscard]] std::optional<std::chrono::milliseconds> durationIn(std::string_view text, std::chrono::hours most);

/// The same of at most a day, or a sentence. Errors: BadArguments.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);

} // namespace lockscope
