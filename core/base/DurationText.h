// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Formats and parses durations for users. Pure.

#include "core/base/Result.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope {

/// "350 ms", "4.2 s", "45 s", "59 m 59 s", "2 h 05 m", "3 d 01 h". A negative duration is formatted as 0.
[[nodiscard]] std::string durationText(std::chrono::milliseconds duration);

/// The same without zero parts: "15 m", "2 h".
[[nodiscard]] std::string roundDurationText(std::chrono::milliseconds duration);

/// Parses "50ms", "10s", "2m" or "2min", "1h", "0". A number other than 0 needs a unit. Returns nothing if the text is
/// not a duration, or is longer than `most`.
[[nodiscard]] std::optional<std::chrono::milliseconds> durationIn(std::string_view text, std::chrono::hours most);

/// The same, up to 24 hours. Errors: BadArguments.
[[nodiscard]] Result<std::chrono::milliseconds> parseDuration(std::string_view text);

} // namespace lockscope
