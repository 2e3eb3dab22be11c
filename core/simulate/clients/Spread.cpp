// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/Spread.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"

#include <algorithm>
#include <cmath>

namespace lockscope::console {

namespace {

constexpr std::chrono::hours aDay{24};
constexpr std::string_view exponentialPrefix = "exp:";
constexpr std::string_view foreverWord = "forever";

std::string millisecondsText(std::chrono::milliseconds duration)
{
    return std::to_string(duration.count()) + "ms";
}

/// Uniform in [0, 1), from the generator's upper 53 bits.
double drawShare(std::mt19937_64& random)
{
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

} // namespace

Spread Spread::exponential(std::chrono::milliseconds mean)
{
    Spread spread(mean, mean);
    spread.kind = Kind::Exponential;
    return spread;
}

Spread Spread::forever()
{
    Spread spread;
    spread.kind = Kind::Forever;
    return spread;
}

std::optional<Duration> Spread::draw(std::mt19937_64& random) const
{
    if (kind == Kind::Forever)
        return std::nullopt;
    const auto share = drawShare(random);
    if (kind == Kind::Even) {
        const auto width = std::chrono::duration<double, std::nano>(most - least) * share;
        return Duration(least) + std::chrono::duration_cast<Duration>(width);
    }
    const auto drawn = std::chrono::duration<double, std::nano>(least) * -std::log1p(-share);
    return std::chrono::duration_cast<Duration>(std::min<std::chrono::duration<double, std::nano>>(drawn, aDay));
}

Result<Spread> parseSpread(std::string_view text)
{
    if (text == foreverWord)
        return Spread::forever();
    if (text.starts_with(exponentialPrefix)) {
        const auto mean = parseDuration(text.substr(exponentialPrefix.size()));
        if (!mean)
            return failure(ErrorCode::BadArguments, phraseLater("read the duration"), {},
                           phrase("invalid mean in \"%1\": use a duration such as exp:50ms", text));
        return Spread::exponential(*mean);
    }
    const auto dots = text.find("..");
    const auto least = parseDuration(text.substr(0, dots));
    const auto most = dots == std::string_view::npos ? least : parseDuration(text.substr(dots + 2));
    if (!least || !most)
        return failure(least ? most.error() : least.error());
    if (*most < *least)
        return failure(ErrorCode::BadArguments, phraseLater("read the duration"), {},
                       phrase("invalid range \"%1\": write the shorter duration first, such as 50ms..200ms", text));
    return Spread(*least, *most);
}

std::string toString(const Spread& spread)
{
    switch (spread.kind) {
    case Spread::Kind::Forever:
        return std::string(foreverWord);
    case Spread::Kind::Exponential:
        return std::string(exponentialPrefix) + millisecondsText(spread.least);
    case Spread::Kind::Even:
        break;
    }
    if (spread.least == spread.most)
        return millisecondsText(spread.least);
    return millisecondsText(spread.least) + ".." + millisecondsText(spread.most);
}

} // namespace lockscope::console
