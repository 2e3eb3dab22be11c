// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Lists.

#include "tests/support/redis/FakeCommand.h"

#include <algorithm>
#include <limits>

namespace lockscope::test::commands {

using redis::Value;

namespace {

FakeReply push(FakeCall& call, bool atFront, bool onlyExisting)
{
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (onlyExisting && !found.data)
        return count(0);
    auto& list = call.edit<FakeList>(call.word(1));
    for (std::size_t i = 2; i < call.count(); ++i) {
        if (atFront)
            list.push_front(call.word(i));
        else
            list.push_back(call.word(i));
    }
    return count(list.size());
}

std::string take(FakeList& list, bool atFront)
{
    std::string item = atFront ? std::move(list.front()) : std::move(list.back());
    if (atFront)
        list.pop_front();
    else
        list.pop_back();
    return item;
}

FakeReply pop(FakeCall& call, bool atFront, std::string_view command)
{
    if (call.count() > 3)
        return wrongNumberOfArguments(command);
    std::int64_t wanted = 1;
    if (call.count() == 3) {
        const auto number = call.integer(2);
        if (!number || *number < 0)
            return Value::error("ERR value is out of range, must be positive");
        wanted = *number;
    }
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (!found.data)
        return Value();
    if (wanted == 0)
        return Value::array({});
    auto& list = call.edit<FakeList>(call.word(1));
    std::vector<Value> items;
    for (; wanted > 0 && !list.empty(); --wanted)
        items.push_back(Value::string(take(list, atFront)));
    call.eraseIfEmpty<FakeList>(call.word(1));
    return call.count() == 3 ? Value::array(std::move(items)) : items.front();
}

FakeReply range(FakeCall& call)
{
    auto start = call.integer(2);
    auto end = call.integer(3);
    if (!start || !end)
        return notAnInteger();
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::vector<Value> items;
    if (found.data && resolveRange(*start, *end, found.data->size())) {
        for (auto i = *start; i <= *end; ++i)
            items.push_back(Value::string((*found.data)[static_cast<std::size_t>(i)]));
    }
    return Value::array(std::move(items));
}

FakeReply listLength(FakeCall& call)
{
    const auto found = call.get<FakeList>(call.word(1));
    return found.isWrongType ? wrongType() : count(found.data ? found.data->size() : 0);
}

FakeReply itemAt(FakeCall& call)
{
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (!found.data)
        return Value(); // also if the position is no number
    const auto position = call.integer(2);
    if (!position)
        return notAnInteger();
    const auto size = static_cast<std::int64_t>(found.data->size());
    const auto index = *position < 0 ? *position + size : *position;
    return index < 0 || index >= size ? Value() : Value::string((*found.data)[static_cast<std::size_t>(index)]);
}

/// A positive count removes from the front, a negative one from the back, zero all.
FakeReply removeItems(FakeCall& call)
{
    const auto number = call.integer(2);
    if (!number)
        return notAnInteger();
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (!found.data || std::find(found.data->begin(), found.data->end(), call.word(3)) == found.data->end())
        return count(0);
    auto& list = call.edit<FakeList>(call.word(1));
    std::uint64_t left = *number == 0 ? std::numeric_limits<std::uint64_t>::max()
                                      : static_cast<std::uint64_t>(*number < 0 ? -(*number + 1) : *number - 1) + 1;
    const bool fromBack = *number < 0;
    if (fromBack)
        std::reverse(list.begin(), list.end());
    const auto removed = std::erase_if(list, [&](const std::string& item) {
        if (left == 0 || item != call.word(3))
            return false;
        --left;
        return true;
    });
    if (fromBack)
        std::reverse(list.begin(), list.end());
    call.eraseIfEmpty<FakeList>(call.word(1));
    return count(removed);
}

struct PositionOptions {
    std::int64_t rank = 1;
    std::int64_t most = -1; ///< -1: one position, not as an array
    std::int64_t compared = 0;
};

FakeReply parsePositionOptions(const FakeCall& call, PositionOptions& options)
{
    for (std::size_t i = 3; i < call.count(); i += 2) {
        const bool isKnown = call.is(i, "RANK") || call.is(i, "COUNT") || call.is(i, "MAXLEN");
        if (!isKnown || i + 1 == call.count())
            return syntaxError();
        const auto number = call.integer(i + 1);
        if (call.is(i, "RANK")) {
            if (!number)
                return notAnInteger();
            if (*number == 0)
                return Value::error(
                    "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... "
                    "or use negative to start from the end of the list");
            options.rank = *number;
        } else if (!number || *number < 0) {
            return Value::error(call.is(i, "COUNT") ? "ERR COUNT can't be negative" : "ERR MAXLEN can't be negative");
        } else {
            (call.is(i, "COUNT") ? options.most : options.compared) = *number;
        }
    }
    return std::nullopt;
}

FakeReply positionOf(FakeCall& call)
{
    PositionOptions options;
    if (auto error = parsePositionOptions(call, options))
        return error;
    const auto found = call.get<FakeList>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    const bool asArray = options.most >= 0;
    const auto size = static_cast<std::int64_t>(found.data ? found.data->size() : 0);
    const bool fromBack = options.rank < 0;
    auto skipped = fromBack ? -(options.rank + 1) : options.rank - 1;
    const auto last = options.compared == 0 ? size : std::min(size, options.compared);
    std::vector<Value> positions;
    for (std::int64_t i = 0; i < last; ++i) {
        const auto index = fromBack ? size - 1 - i : i;
        if ((*found.data)[static_cast<std::size_t>(index)] != call.word(2) || skipped-- > 0)
            continue;
        if (!asArray)
            return Value::integer(index);
        positions.push_back(Value::integer(index));
        if (options.most > 0 && static_cast<std::int64_t>(positions.size()) == options.most)
            break;
    }
    return asArray ? Value::array(std::move(positions)) : Value();
}

} // namespace

std::vector<FakeCommand> listCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"rpush", -3, write, [](FakeCall& call) { return push(call, false, false); }},
        {"lpush", -3, write, [](FakeCall& call) { return push(call, true, false); }},
        {"rpushx", -3, write, [](FakeCall& call) { return push(call, false, true); }},
        {"lpushx", -3, write, [](FakeCall& call) { return push(call, true, true); }},
        {"lpop", -2, write, [](FakeCall& call) { return pop(call, true, "lpop"); }},
        {"rpop", -2, write, [](FakeCall& call) { return pop(call, false, "rpop"); }},
        {"lrange", 4, 0, range},
        {"llen", 2, 0, listLength},
        {"lindex", 3, 0, itemAt},
        {"lrem", 4, write, removeItems},
        {"lpos", -3, 0, positionOf},
    };
}

} // namespace lockscope::test::commands
