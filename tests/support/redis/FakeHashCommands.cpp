// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Hashes.

#include "tests/support/redis/FakeCommand.h"

namespace lockscope::test::commands {

using redis::Value;

namespace {

/// Sets the pairs from the word 2 on, and returns the number of new fields.
FakeReply setFields(FakeCall& call, std::string_view command)
{
    if (call.count() % 2 != 0)
        return wrongNumberOfArguments(command);
    if (call.get<FakeHash>(call.word(1)).isWrongType)
        return wrongType();
    auto& hash = call.edit<FakeHash>(call.word(1));
    std::size_t added = 0;
    for (std::size_t i = 2; i < call.count(); i += 2)
        added += hash.set(call.word(i), call.word(i + 1)) ? 1 : 0;
    return count(added);
}

FakeReply setFieldsOfOldClients(FakeCall& call)
{
    auto reply = setFields(call, "hmset");
    return reply && reply->isError() ? reply : ok();
}

FakeReply setFieldIfAbsent(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (found.data && found.data->find(call.word(2)))
        return truth(false);
    call.edit<FakeHash>(call.word(1)).set(call.word(2), call.word(3));
    return truth(true);
}

Value fieldValue(const FakeHash* hash, const std::string& field)
{
    const std::string* value = hash ? hash->find(field) : nullptr;
    return value ? Value::string(*value) : Value();
}

FakeReply getField(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    return found.isWrongType ? wrongType() : fieldValue(found.data, call.word(2));
}

FakeReply getFields(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::vector<Value> values;
    for (std::size_t i = 2; i < call.count(); ++i)
        values.push_back(fieldValue(found.data, call.word(i)));
    return Value::array(std::move(values));
}

FakeReply hasField(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    return found.isWrongType ? wrongType() : truth(found.data && found.data->find(call.word(2)));
}

FakeReply fieldCount(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    return found.isWrongType ? wrongType() : count(found.data ? found.data->fields().size() : 0);
}

FakeReply listFields(FakeCall& call, bool withNames, bool withValues)
{
    const auto found = call.get<FakeHash>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::vector<Value> items;
    for (const auto& [field, value] : found.data ? found.data->fields() : FakeHash::Fields()) {
        if (withNames)
            items.push_back(Value::string(field));
        if (withValues)
            items.push_back(Value::string(value));
    }
    return Value::array(std::move(items));
}

FakeReply deleteFields(FakeCall& call)
{
    const auto found = call.get<FakeHash>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::size_t deleted = 0;
    for (std::size_t i = 2; i < call.count(); ++i) {
        if (const auto now = call.get<FakeHash>(call.word(1)); now.data && now.data->find(call.word(i))) {
            call.edit<FakeHash>(call.word(1)).erase(call.word(i));
            ++deleted;
        }
    }
    call.eraseIfEmpty<FakeHash>(call.word(1));
    return count(deleted);
}

FakeReply addToField(FakeCall& call)
{
    const auto by = call.integer(3);
    if (!by)
        return notAnInteger();
    const auto found = call.get<FakeHash>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    const std::string* text = found.data ? found.data->find(call.word(2)) : nullptr;
    const auto before = text ? toInteger(*text) : 0;
    if (!before)
        return Value::error("ERR hash value is not an integer");
    const auto after = checkedSum(*before, *by);
    if (!after)
        return Value::error("ERR increment or decrement would overflow");
    call.edit<FakeHash>(call.word(1)).set(call.word(2), std::to_string(*after));
    return Value::integer(*after);
}

} // namespace

std::vector<FakeCommand> hashCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"hset", -4, write, [](FakeCall& call) { return setFields(call, "hset"); }},
        {"hmset", -4, write, setFieldsOfOldClients},
        {"hsetnx", 4, write, setFieldIfAbsent},
        {"hget", 3, 0, getField},
        {"hmget", -3, 0, getFields},
        {"hexists", 3, 0, hasField},
        {"hlen", 2, 0, fieldCount},
        {"hgetall", 2, 0, [](FakeCall& call) { return listFields(call, true, true); }},
        {"hkeys", 2, 0, [](FakeCall& call) { return listFields(call, true, false); }},
        {"hvals", 2, 0, [](FakeCall& call) { return listFields(call, false, true); }},
        {"hdel", -3, write, deleteFields},
        {"hincrby", 4, write, addToField},
    };
}

} // namespace lockscope::test::commands
