// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/ContendOptions.h"

#include <charconv>

namespace lockscope::console {

std::string_view toString(Recipe recipe)
{
    switch (recipe) {
    case Recipe::Mutex:
        return "mutex";
    case Recipe::Single:
        return "single";
    }
    return "?";
}

Result<Recipe> parseRecipe(std::string_view text)
{
    for (const auto recipe : {Recipe::Mutex, Recipe::Single}) {
        if (text == toString(recipe))
            return recipe;
    }
    return failure(ErrorCode::BadArguments, "recipe", {},
                   "'" + std::string(text) + "' is none: choose mutex or single");
}

Result<std::chrono::milliseconds> parseDuration(std::string_view text)
{
    std::int64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    std::int64_t factor = 0;
    if (unit.empty() || unit == "ms")
        factor = 1;
    else if (unit == "s")
        factor = 1'000;
    else if (unit == "m" || unit == "min")
        factor = 60'000;
    else if (unit == "h")
        factor = 3'600'000;
    constexpr std::int64_t aDay = 24LL * 60 * 60 * 1'000;
    if (error != std::errc() || number < 0 || factor == 0 || number > aDay / factor)
        return failure(ErrorCode::BadArguments, "duration", {},
                       "'" + std::string(text) + "' is none: write it like 50ms, 10s or 2m, at most a day");
    return std::chrono::milliseconds(number * factor);
}

Result<DurationRange> parseDurationRange(std::string_view text)
{
    const auto dots = text.find("..");
    const auto least = parseDuration(text.substr(0, dots));
    const auto most = dots == std::string_view::npos ? least : parseDuration(text.substr(dots + 2));
    if (!least || !most)
        return failure(least ? most.error() : least.error());
    if (*most < *least)
        return failure(ErrorCode::BadArguments, "duration", {},
                       "'" + std::string(text) + "' runs backwards: write the shorter one first, like 50ms..200ms");
    return DurationRange{*least, *most};
}

std::string toString(const DurationRange& range)
{
    const auto least = std::to_string(range.least.count()) + "ms";
    return range.least == range.most ? least : least + ".." + std::to_string(range.most.count()) + "ms";
}

std::vector<std::string> toArguments(const ContendOptions& options)
{
    std::vector<std::string> arguments{"contend",   options.path,
                                       "--recipe",  std::string(toString(options.recipe)),
                                       "--clients", std::to_string(options.clients),
                                       "--name",    options.name,
                                       "--hold",    toString(options.hold),
                                       "--think",   toString(options.think)};
    const auto add = [&](const char* option, std::string value) {
        arguments.emplace_back(option);
        arguments.push_back(std::move(value));
    };
    if (options.cycles)
        add("--cycles", std::to_string(*options.cycles));
    if (options.runFor)
        add("--for", std::to_string(options.runFor->count()) + "ms");
    if (options.acquireTimeout)
        add("--acquire-timeout", std::to_string(options.acquireTimeout->count()) + "ms");
    return arguments;
}

} // namespace lockscope::console
