// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/ContendOptions.h"

#include "core/base/EnumWords.h"
#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

/// A shorter lease would end during its own round trip.
constexpr std::chrono::milliseconds shortestExpiry(10);

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

RecipeServers serversOf(const ContendOptions& options)
{
    return descriptionOf(options.recipe).servers;
}

Result<void> checkedNode(const std::string& path)
{
    if (const auto checked = checkedPath(path); !checked)
        return failure(checked.error());
    if (path == "/")
        return failure(wrong(phrase("the root node cannot be a lock")));
    return {};
}

Result<void> checkedName(const std::string& name)
{
    if (name.empty())
        return failure(wrong(phrase("the name of the lock is empty: use a name such as orders")));
    return {};
}

/// For what only other recipes can do: names those of the same servers, `can` is true for them.
Error needsRecipe(const ContendOptions& options, const char* pattern, bool RecipeDescription::*can)
{
    const auto words = recipeWords(serversOf(options), can);
    return wrong(words.empty() ? phrase("no recipe of these servers can do this: independent masters have only %1",
                                        recipeWords(serversOf(options)))
                               : phrase(pattern, words));
}

Result<void> checkedPaths(const ContendOptions& options)
{
    const bool areNodes = serversOf(options).backend == inspect::Backend::ZooKeeper;
    if (options.paths.empty())
        return failure(wrong(areNodes ? phrase("the path is missing: use a path such as /locks/orders")
                                      : phrase("the name of the lock is missing: use a name such as orders")));
    for (const auto& path : options.paths) {
        if (auto checked = areNodes ? checkedNode(path) : checkedName(path); !checked)
            return checked;
        if (std::count(options.paths.begin(), options.paths.end(), path) > 1)
            return failure(wrong(areNodes ? phrase("duplicate path \"%1\": give each lock once", path)
                                          : phrase("duplicate name \"%1\": give each lock once", path)));
    }
    if (options.paths.size() < 2 || descriptionOf(options.recipe).takesSeveral || options.nested)
        return {};
    if (recipeWords(serversOf(options), &RecipeDescription::takesSeveral).empty())
        return failure(wrong(phrase("on independent masters, several locks must be nested")));
    return failure(needsRecipe(options, phraseLater("several locks need the recipe %1 or nested locks"),
                               &RecipeDescription::takesSeveral));
}

Result<void> checkedRecipe(const ContendOptions& options)
{
    const auto& recipe = descriptionOf(options.recipe);
    if (options.nested && !recipe.canNest)
        return failure(needsRecipe(options, phraseLater("only a lock of the recipe %1 can be nested"),
                                   &RecipeDescription::canNest));
    if (options.nested && options.paths.size() < 2)
        return failure(
            wrong(phrase("nested locks need two or more paths: the second lock is requested while the first is held")));
    if (options.asGiven && !recipe.canKeepOrder)
        return failure(wrong(phrase("only the recipe multi can acquire its locks in the given order")));
    if (options.mode != Mode::Write && !recipe.hasModes)
        return failure(needsRecipe(options, phraseLater("the modes read, mix and downgrade need the recipe %1"),
                                   &RecipeDescription::hasModes));
    if (options.leases < 1 || options.leases > mostLeases)
        return failure(
            wrong(phrase("invalid number of leases \"%1\": use a number from 1 to %2", options.leases, mostLeases)));
    if (options.leases > 1 && !recipe.hasLeases)
        return failure(
            needsRecipe(options, phraseLater("several leases need the recipe %1"), &RecipeDescription::hasLeases));
    if (options.writeShare < 0 || options.writeShare > 100)
        return failure(wrong(phrase("invalid value for --write-share: use 0% to 100%")));
    return {};
}

/// Revocation requests and the session timeout.
Result<void> checkedSession(const ContendOptions& options)
{
    const bool hasSessions = serversOf(options).backend == inspect::Backend::ZooKeeper;
    if (options.revocation != Revocation::Unnotified) {
        if (!hasSessions)
            return failure(wrong(phrase("--revocation is for ZooKeeper: locks on Redis have no revocation requests. "
                                        "Remove the option")));
        if (!descriptionOf(options.recipe).holders)
            return failure(
                wrong(phrase("revocation is not available for a latch: a latch does not support revocation requests")));
    }
    if (options.sessionTimeout && !hasSessions)
        return failure(wrong(phrase("--session-timeout is for ZooKeeper: Redis has no sessions. Use --lease or "
                                    "--watchdog-timeout")));
    if (options.sessionTimeout && options.sessionTimeout->count() < 1)
        return failure(
            wrong(phrase("invalid value for --session-timeout: use 1ms or more; the server has its own limits")));
    return {};
}

/// The time after which Redis ends a hold.
Result<void> checkedExpiry(const ContendOptions& options)
{
    const auto& recipe = descriptionOf(options.recipe);
    for (const auto& [option, time] :
         {std::pair("--lease", options.lease), std::pair("--watchdog-timeout", options.watchdogTimeout)}) {
        if (!time)
            continue;
        if (recipe.servers.backend == inspect::Backend::ZooKeeper)
            return failure(wrong(phrase("%1 is for Redis: on ZooKeeper, the session of the client ends its lock. Use "
                                        "--session-timeout",
                                        option)));
        if (!recipe.hasExpiry)
            return failure(wrong(phrase("%1 does not apply to the recipe %2: its permits never expire. Use "
                                        "redisson-permit-semaphore",
                                        option, recipe.word)));
        if (*time < shortestExpiry)
            return failure(wrong(phrase("invalid value for %1: use %2ms or more", option, shortestExpiry.count())));
    }
    if (options.lease && options.watchdogTimeout)
        return failure(wrong(phrase("--lease and --watchdog-timeout exclude each other: a fixed lease is not renewed. "
                                    "Use one of them")));
    return {};
}

Result<void> checkedVotes(const ContendOptions& options)
{
    for (const auto& [option, isGiven] : {std::pair("--sequential", options.sequential),
                                          std::pair("--node-timeout", options.nodeTimeout.has_value())}) {
        if (isGiven && !serversOf(options).areIndependent)
            return failure(wrong(phrase("%1 needs the recipe redlock on independent masters. Use a target such as "
                                        "redlock://r1:6379,r2:6379,r3:6379",
                                        option)));
    }
    if (options.nodeTimeout && options.nodeTimeout->count() < 1)
        return failure(wrong(phrase("invalid value for --node-timeout: use 1ms or more")));
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
    for (const auto check : {&checkedRecipe, &checkedSession, &checkedExpiry, &checkedVotes}) {
        if (auto right = check(options); !right)
            return right;
    }
    if (options.name.empty())
        return failure(wrong(phrase("--name must not be empty")));
    if (options.clients < 1 || options.clients > mostClients)
        return failure(wrong(
            phrase("invalid value \"%1\" for --clients: use a number from 1 to %2", options.clients, mostClients)));
    if (options.think.kind == Spread::Kind::Forever)
        return failure(wrong(phrase("with the think time forever a client never queues: remove the client")));
    if (options.autostart && !options.control)
        return failure(wrong(phrase("--autostart needs --control: without it, clients start by themselves")));
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
    addTime("--lease", options.lease);
    addTime("--watchdog-timeout", options.watchdogTimeout);
    addIf(options.sequential, "--sequential");
    addTime("--node-timeout", options.nodeTimeout);
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
