// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Durations as people write and read them. Pure.

#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope {

/// "350 ms", "4.2 s", "45 s", "59 m 59 s", "2 h 05 m", "3 d 01 h": for people. Nothing is shorter than 0.
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// The same without what is zero: "15 m", "2 h".
[[nodiscard]] std::string roundDurationText(std::chrono::milliseconds duration);

/// "50ms", "10s", "2m" or "2min", "1h", "0": whoever leaves the unit out may mean another. Nothing if it is none, or
/// longer than `most`.
[[nodiscard]] std::optional<std::chrono::milliseconds> durationIn(std::string_view text, std::chrono::hours most);

/// The same of at most a day, or a sentence. Errors: BadArguments.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);

} // namespace lockscope
