// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/LockCommand.h"

#include "core/sources/redis/dialects/KeyRoles.h"
#include "core/sources/redis/dialects/OwnerName.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

bool isWord(std::string_view word, std::string_view upper)
{
    const auto inUpper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    return std::equal(word.begin(), word.end(), upper.begin(), upper.end(),
                      [&](char a, char b) { return inUpper(a) == b; });
}

void addOwner(LockCommand& command, const std::string& word)
{
    if (const auto owner = parseOwnerName(word))
        command.owners.push_back(owner->client());
    else
        command.values.emplace_back(word);
}

/// EVALSHA digest count key… argument…
LockCommand ofScript(const redis::Command& words)
{
    constexpr std::size_t firstKey = 3;
    LockCommand command;
    const auto count = words.size() > firstKey ? parseNumber(words[2]) : std::nullopt;
    if (!count || *count <= 0 || static_cast<std::uint64_t>(*count) > words.size() - firstKey)
        return command;
    const auto firstArgument = words.begin() + static_cast<std::ptrdiff_t>(firstKey) + *count;
    std::for_each(words.begin() + firstKey, firstArgument, [&](const std::string& key) {
        command.locks.push_back(key);
        if (const auto role = roleOfKey(key))
            command.locks.insert(command.locks.end(), role->locks.begin(), role->locks.end());
    });
    std::for_each(firstArgument, words.end(), [&](const std::string& word) { addOwner(command, word); });
    return command;
}

LockCommand ofSubscription(const redis::Command& words)
{
    LockCommand command;
    for (auto word = words.begin() + 1; word != words.end(); ++word) {
        const auto role = roleOfChannel(*word);
        const auto owner = role ? parseOwnerName(role->owner) : std::nullopt;
        if (!owner)
            continue;
        command.locks.insert(command.locks.end(), role->locks.begin(), role->locks.end());
        command.owners.push_back(owner->client());
    }
    return command;
}

/// SET key token NX PX milliseconds
LockCommand ofSet(const redis::Command& words)
{
    constexpr std::size_t firstOption = 3;
    LockCommand command;
    if (words.size() <= firstOption || std::none_of(words.begin() + firstOption, words.end(),
                                                    [](const std::string& word) { return isWord(word, "NX"); }))
        return command;
    command.locks.push_back(words[1]);
    command.values.emplace_back(words[2]);
    return command;
}

} // namespace

LockCommand lockCommandOf(const redis::Command& words)
{
    if (words.empty())
        return {};
    const auto& name = words.front();
    if (isWord(name, "EVALSHA") || isWord(name, "EVAL"))
        return ofScript(words);
    if (isWord(name, "SUBSCRIBE") || isWord(name, "SSUBSCRIBE"))
        return ofSubscription(words);
    return isWord(name, "SET") ? ofSet(words) : LockCommand();
}

std::optional<std::string> clientNameIn(const redis::Command& words)
{
    if (words.size() != 3 || !isWord(words[0], "CLIENT") || !isWord(words[1], "SETNAME"))
        return std::nullopt;
    return words[2];
}

} // namespace lockscope::inspect
