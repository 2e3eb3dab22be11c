// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContendOptions.h"

#include "core/base/EnumWords.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::console {

namespace {

Error wrong(std::string sentence)
{
    return {ErrorCode::BadArguments, "contend", {}, std::move(sentence)};
}

/// The value of `values` whose word is `text`, or an error that lists all words. `unknown` is a pattern for both.
template <typename T> Result<T> parseWord(std::string_view text, const std::vector<T>& values, const char* unknown)
{
    std::vector<std::string_view> words;
    for (const auto value : values) {
        if (text == toString(value))
            return value;
        words.push_back(toString(value));
    }
    return failure(ErrorCode::BadArguments, {}, {}, phrase(unknown, text, oneOf(words)));
}

Result<void> checkedPaths(const ContendOptions& options)
{
    if (options.paths.empty())
        return failure(wrong(phrase("the path is missing: use a path such as /locks/orders")));
    for (const auto& path : options.paths) {
        if (const auto checked = checkedPath(path); !checked)
            return failure(checked.error());
        if (path == "/")
            return failure(wrong(phrase("the root node cannot be a lock")));
        if (std::count(options.paths.begin(), options.paths.end(), path) > 1)
            return failure(wrong(phrase("duplicate path \"%1\": give each lock once", path)));
    }
    if (options.paths.size() > 1 && !descriptionOf(options.recipe).takesSeveral && !options.nested)
        return failure(wrong(phrase("several paths need the recipe multi or nested locks")));
    return {};
}

Result<void> checkedRecipe(const ContendOptions& options)
{
    const auto& recipe = descriptionOf(options.recipe);
    if (options.nested && !recipe.canNest)
        return failure(
            wrong(phrase("only a lock of the recipe %1 can be nested", recipeWords(&RecipeDescription::canNest))));
    if (options.nested && options.paths.size() < 2)
        return failure(
            wrong(phrase("nested locks need two or more paths: the second lock is requested while the first is held")));
    if (options.asGiven && !recipe.takesSeveral)
        return failure(wrong(phrase("only the recipe multi can acquire its locks in the given order")));
    if (options.mode != Mode::Write && !recipe.hasModes)
        return failure(wrong(phrase("the mode %1 needs the recipe read-write", toString(options.mode))));
    if (options.leases < 1 || options.leases > mostLeases)
        return failure(
            wrong(phrase("invalid number of leases \"%1\": use a number from 1 to %2", options.leases, mostLeases)));
    if (options.leases > 1 && !recipe.hasLeases)
        return failure(wrong(phrase("several leases need the recipe %1", recipeWords(&RecipeDescription::hasLeases))));
    if (options.revocation != Revocation::Unnotified && !recipe.holders)
        return failure(
            wrong(phrase("revocation is not available for a latch: a latch does not support revocation requests")));
    if (options.writeShare < 0 || options.writeShare > 100)
        return failure(wrong(phrase("invalid value for --write-share: use 0% to 100%")));
    return {};
}

} // namespace

std::string_view toString(Mode mode)
{
    switch (mode) {
    case Mode::Write:
        return "write";
    case Mode::Read:
        return "read";
    case Mode::Mix:
        return "mix";
    case Mode::Downgrade:
        return "downgrade";
    }
    return {};
}

Result<Mode> parseMode(std::string_view text)
{
    return parseWord(text, allOf<Mode>(), phraseLater("unknown mode \"%1\": use %2"));
}

std::string_view toString(Revocation revocation)
{
    switch (revocation) {
    case Revocation::Unnotified:
        return "unheard";
    case Revocation::Ignore:
        return "ignore";
    case Revocation::Follow:
        return "follow";
    }
    return {};
}

Result<Revocation> parseRevocation(std::string_view text)
{
    return parseWord(text, allOf<Revocation>(), phraseLater("unknown reaction to a revocation request \"%1\": use %2"));
}

Result<void> checked(const ContendOptions& options)
{
    if (auto paths = checkedPaths(options); !paths)
        return paths;
    if (auto recipe = checkedRecipe(options); !recipe)
        return recipe;
    if (options.name.empty())
        return failure(wrong(phrase("--name must not be empty")));
    if (options.clients < 1 || options.clients > mostClients)
        return failure(wrong(
            phrase("invalid value \"%1\" for --clients: use a number from 1 to %2", options.clients, mostClients)));
    if (options.think.kind == Spread::Kind::Forever)
        return failure(wrong(phrase("with the think time forever a client never queues: remove the client")));
    if (options.autostart && !options.control)
        return failure(wrong(phrase("--autostart needs --control: without it, clients start by themselves")));
    if (options.sessionTimeout && options.sessionTimeout->count() < 1)
        return failure(
            wrong(phrase("invalid value for --session-timeout: use 1ms or more; the server has its own limits")));
    if (options.writeEvery.count() < 1)
        return failure(wrong(phrase("invalid time for each write: use 1ms or more")));
    return {};
}

std::vector<std::string> toArguments(const ContendOptions& options)
{
    std::vector<std::string> arguments{"contend"};
    arguments.insert(arguments.end(), options.paths.begin(), options.paths.end());
    const auto add = [&](const char* option, std::string value) {
        arguments.emplace_back(option);
        arguments.push_back(std::move(value));
    };
    const auto addTime = [&](const char* option, const std::optional<std::chrono::milliseconds>& time) {
        if (time)
            add(option, std::to_string(time->count()) + "ms");
    };
    const auto addIf = [&](bool isSet, const char* option) {
        if (isSet)
            arguments.emplace_back(option);
    };
    add("--recipe", std::string(toString(options.recipe)));
    add("--clients", std::to_string(options.clients));
    add("--name", options.name);
    add("--hold", toString(options.hold));
    add("--think", toString(options.think));
    addIf(options.nested, "--nested");
    addIf(options.asGiven, "--as-given");
    if (options.mode != Mode::Write)
        add("--mode", std::string(toString(options.mode)));
    if (options.mode == Mode::Mix)
        add("--write-share", std::to_string(options.writeShare) + "%");
    if (options.leases > 1)
        add("--leases", std::to_string(options.leases));
    if (options.cycles)
        add("--cycles", std::to_string(*options.cycles));
    addTime("--for", options.runFor);
    addTime("--acquire-timeout", options.acquireTimeout);
    addTime("--session-timeout", options.sessionTimeout);
    if (options.seed)
        add("--seed", std::to_string(*options.seed));
    addIf(options.careless, "--careless");
    if (options.revocation != Revocation::Unnotified)
        add("--revocation", std::string(toString(options.revocation)));
    if (!options.resource.empty()) {
        add("--resource", options.resource);
        addTime("--write-every", options.writeEvery);
    }
    addIf(options.control, "--control");
    addIf(options.autostart, "--autostart");
    return arguments;
}

std::vector<std::string> clientNames(const ContendOptions& options)
{
    if (options.clients == 1)
        return {options.name};
    std::vector<std::string> names;
    for (int i = 1; i <= options.clients; ++i)
        names.push_back(options.name + "-" + std::to_string(i));
    return names;
}

} // namespace lockscope::console
