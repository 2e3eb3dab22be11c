// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace lockscope {

namespace {

std::string twoDigits(std::int64_t number)
{
    return (number < 10 ? "0" : "") + std::to_string(number);
}

/// In milliseconds; 0 for an unknown unit.
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

std::string durationText(std::chrono::milliseconds duration)
{
    const auto ms = std::max<std::int64_t>(duration.count(), 0);
    const auto seconds = ms / 1'000;
    if (ms < 1'000)
        return phrase("%1 ms", ms);
    if (ms < 10'000)
        return phrase("%1.%2 s", seconds, ms % 1'000 / 100);
    if (seconds < 60)
        return phrase("%1 s", seconds);
    if (seconds < 3'600)
        return phrase("%1 m %2 s", seconds / 60, twoDigits(seconds % 60));
    if (seconds < 86'400)
        return phrase("%1 h %2 m", seconds / 3'600, twoDigits(seconds % 3'600 / 60));
    return phrase("%1 d %2 h", seconds / 86'400, twoDigits(seconds % 86'400 / 3'600));
}

std::string roundDurationText(std::chrono::milliseconds duration)
{
    using namespace std::chrono_literals;
    if (duration <= 0ms || duration % 1s != 0ms)
        return durationText(duration);
    if (duration < 1min)
        return phrase("%1 s", duration / 1s);
    if (duration < 1h && duration % 1min == 0ms)
        return phrase("%1 m", duration / 1min);
    if (duration >= 1h && duration < 24h && duration % 1h == 0ms)
        return phrase("%1 h", duration / 1h);
    if (duration >= 24h && duration % 24h == 0ms)
        return phrase("%1 d", duration / 24h);
    return durationText(duration);
}

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
    return failure(ErrorCode::BadArguments, phraseLater("read the duration"), {},
                   phrase("invalid duration \"%1\": use 50ms, 10s or 2m, up to 24h", text));
}

} // namespace lockscope
