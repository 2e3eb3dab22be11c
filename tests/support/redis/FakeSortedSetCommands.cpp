// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Members of sorted sets.

#include "tests/support/redis/FakeCommand.h"

#include <cmath>
#include <iterator>

namespace lockscope::test::commands {

using redis::Value;

namespace {

struct AddOptions {
    bool onlyNew = false;
    bool onlyExisting = false;
    bool ifGreater = false;
    bool ifLess = false;
    bool countChanged = false;
    bool increment = false;
    std::size_t first = 2; ///< the index of the first score
};

AddOptions parseAddOptions(const FakeCall& call)
{
    AddOptions options;
    for (; options.first < call.count(); ++options.first) {
        const auto i = options.first;
        if (call.is(i, "NX"))
            options.onlyNew = true;
        else if (call.is(i, "XX"))
            options.onlyExisting = true;
        else if (call.is(i, "GT"))
            options.ifGreater = true;
        else if (call.is(i, "LT"))
            options.ifLess = true;
        else if (call.is(i, "CH"))
            options.countChanged = true;
        else if (call.is(i, "INCR"))
            options.increment = true;
        else
            break;
    }
    return options;
}

FakeReply checkAddOptions(const FakeCall& call, const AddOptions& options)
{
    const auto words = call.count() - options.first;
    if (words == 0 || words % 2 != 0)
        return syntaxError();
    if (options.onlyNew && options.onlyExisting)
        return Value::error("ERR XX and NX options at the same time are not compatible");
    if ((options.ifGreater && (options.ifLess || options.onlyNew)) || (options.ifLess && options.onlyNew))
        return Value::error("ERR GT, LT, and/or NX options at the same time are not compatible");
    if (options.increment && words > 2)
        return Value::error("ERR INCR option supports a single increment-element pair");
    return std::nullopt;
}

/// The score that the member gets. Without a value: the options forbid the change.
std::optional<double> scoreAfter(const AddOptions& options, std::optional<double> before, double argument)
{
    if (!before)
        return options.onlyExisting ? std::nullopt : std::optional(argument);
    const double after = options.increment ? *before + argument : argument;
    const bool isRefused =
        options.onlyNew || (options.ifLess && after >= *before) || (options.ifGreater && after <= *before);
    return isRefused ? std::nullopt : std::optional(after);
}

FakeReply add(FakeCall& call, const AddOptions& options)
{
    std::vector<double> scores;
    for (auto i = options.first; i < call.count(); i += 2) {
        const auto score = call.number(i);
        if (!score)
            return Value::error("ERR value is not a valid float");
        scores.push_back(*score);
    }
    const std::string& key = call.word(1);
    if (call.get<FakeSortedSet>(key).isWrongType)
        return wrongType();
    std::size_t added = 0;
    std::size_t changed = 0;
    std::optional<double> last;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::string& member = call.word(options.first + 2 * i + 1);
        const auto found = call.get<FakeSortedSet>(key);
        const auto before = found.data ? found.data->score(member) : std::nullopt;
        last = scoreAfter(options, before, scores[i]);
        if (!last)
            continue;
        if (std::isnan(*last))
            return Value::error("ERR resulting score is not a number (NaN)");
        if (before && *before == *last)
            continue;
        (before ? changed : added) += 1;
        call.edit<FakeSortedSet>(key).set(member, *last);
    }
    if (options.increment)
        return last ? decimal(*last) : Value();
    return count(options.countChanged ? added + changed : added);
}

FakeReply addMembers(FakeCall& call)
{
    const auto options = parseAddOptions(call);
    if (auto error = checkAddOptions(call, options))
        return error;
    return add(call, options);
}

FakeReply increment(FakeCall& call)
{
    AddOptions options;
    options.increment = true;
    return add(call, options);
}

FakeReply removeMembers(FakeCall& call)
{
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::size_t removed = 0;
    for (std::size_t i = 2; i < call.count(); ++i) {
        const auto now = call.get<FakeSortedSet>(call.word(1));
        if (now.data && now.data->score(call.word(i)))
            removed += call.edit<FakeSortedSet>(call.word(1)).erase(call.word(i)) ? 1 : 0;
    }
    call.eraseIfEmpty<FakeSortedSet>(call.word(1));
    return count(removed);
}

FakeReply scoreOf(FakeCall& call)
{
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    const auto score = found.data ? found.data->score(call.word(2)) : std::nullopt;
    return score ? decimal(*score) : Value();
}

FakeReply memberCount(FakeCall& call)
{
    const auto found = call.get<FakeSortedSet>(call.word(1));
    return found.isWrongType ? wrongType() : count(found.data ? found.data->order().size() : 0);
}

FakeReply rankOf(FakeCall& call, bool isReversed)
{
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    const auto score = found.data ? found.data->score(call.word(2)) : std::nullopt;
    if (!score)
        return Value();
    const auto& order = found.data->order();
    const auto rank = std::distance(order.begin(), order.find({*score, call.word(2)}));
    return Value::integer(isReversed ? static_cast<std::int64_t>(order.size()) - 1 - rank : rank);
}

} // namespace

std::vector<FakeCommand> sortedSetCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"zadd", -4, write, addMembers},
        {"zincrby", 4, write, increment},
        {"zrem", -3, write, removeMembers},
        {"zscore", 3, 0, scoreOf},
        {"zcard", 2, 0, memberCount},
        {"zrank", 3, 0, [](FakeCall& call) { return rankOf(call, false); }},
        {"zrevrank", 3, 0, [](FakeCall& call) { return rankOf(call, true); }},
    };
}

} // namespace lockscope::test::commands
