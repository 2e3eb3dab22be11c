// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"

#include "core/base/Phrase.h"

#include <charconv>

namespace lockscope {

namespace {

/// In milliseconds; 0 if it is no unit.
std::int64_t lengthOf(std::string_view unit)
{
    if (unit == "ms")
        return 1;
    if (unit == "s")
        return 1'000;
    if (unit == "m" || unit == "min")
        return 60'000;
    return unit == "h" ? 3'600'000 : 0;
}

} // namespace

std::optional<std::chrono::milliseconds> durationIn(std::string_view text, std::chrono::hours most)
{
    std::int64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && number == 0 && rest == end)
        return std::chrono::milliseconds(0);
    const auto unit = lengthOf({rest, static_cast<std::size_t>(end - rest)});
    if (error != std::errc() || number < 0 || unit == 0 || number > std::chrono::milliseconds(most).count() / unit)
        return std::nullopt;
    return std::chrono::milliseconds(number * unit);
}

Result<std::chrono::milliseconds> parseDuration(std::string_view text)
{
    if (const auto duration = durationIn(text, std::chrono::hours(24)))
        return *duration;
    return failure(ErrorCode::BadArguments, phraseLater("duration"), {},
                   phrase("'%1' is no duration: write it like 50ms, 10s or 2m, at most a day", text));
}

} // namespace lockscope
