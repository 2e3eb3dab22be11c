// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands of an in-memory Redis: one table, with the arities, the flags and the error texts of redis-server 7.0.
/// Private to tests/support/redis.

#include "core/redis/Value.h"
#include "tests/support/redis/FakeStore.h"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace lockscope::test {
class FakeRedis;
struct FakeSession;
} // namespace lockscope::test

namespace lockscope::test::commands {

/// One command while it is executed. Its number of words has been checked.
struct FakeCall {
    FakeRedis& server;
    FakeSession& session;
    FakeStore& store;
    const redis::Command& words;
    int& database; ///< the connection's, or the script's
    bool isScript = false;

    [[nodiscard]] std::size_t count() const { return words.size(); }
    [[nodiscard]] const std::string& word(std::size_t index) const { return words[index]; }
    /// The word equals `upper`, which is in upper case, in any case.
    [[nodiscard]] bool is(std::size_t index, std::string_view upper) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t index) const;
    [[nodiscard]] std::optional<double> number(std::size_t index) const;

    [[nodiscard]] const FakeEntry* find(const std::string& key) const { return store.find(database, key); }

    template <typename T> struct Found {
        const T* data = nullptr;
        bool isWrongType = false;
    };
    /// The data of the key, if it exists and has this type.
    template <typename T> [[nodiscard]] Found<T> get(const std::string& key) const
    {
        const FakeEntry* entry = find(key);
        if (!entry)
            return {};
        const T* data = std::get_if<T>(&entry->data);
        return {data, data == nullptr};
    }
    /// The data of the key for a change. Creates the key; an existing one has this type.
    template <typename T> [[nodiscard]] T& edit(const std::string& key) const
    {
        FakeEntry& entry = find(key) ? store.change(database, key) : store.put(database, key, {T{}});
        return std::get<T>(entry.data);
    }
    /// Deletes the key if its data is empty: Redis has no empty hashes, lists and sorted sets.
    template <typename T> void eraseIfEmpty(const std::string& key) const
    {
        if (const auto found = get<T>(key); found.data && found.data->empty())
            store.erase(database, key);
    }
};

/// Without a value: the command has sent its replies itself, or sends its reply later.
using FakeReply = std::optional<redis::Value>;

struct FakeCommand {
    enum Flag : unsigned {
        Write = 1,
        NoScript = 2,   ///< not in scripts
        Subscribed = 4, ///< allowed on a connection that has subscriptions
        BeforeAuth = 8, ///< allowed before AUTH
    };
    std::string_view name; ///< lower case
    int arity = 0;         ///< with the name, and the subcommand's; negative: at least
    unsigned flags = 0;
    FakeReply (*run)(FakeCall&) = nullptr;
    std::vector<FakeCommand> subcommands = {};
};

/// The command of these words, the subcommand where it has some. Null: there is none; `error` is the reply then.
[[nodiscard]] const FakeCommand* findCommand(const redis::Command& words, redis::Value& error);
/// Whether `words` has a number of words that the command allows.
[[nodiscard]] bool hasArity(const FakeCommand& command, std::size_t words);
/// "client|setname" of a subcommand, as errors say it.
[[nodiscard]] std::string fullName(const FakeCommand& command, const redis::Command& words);

// The table's parts.
[[nodiscard]] std::vector<FakeCommand> adminCommands();
[[nodiscard]] std::vector<FakeCommand> hashCommands();
[[nodiscard]] std::vector<FakeCommand> keyCommands();
[[nodiscard]] std::vector<FakeCommand> listCommands();
[[nodiscard]] std::vector<FakeCommand> pubSubCommands();
[[nodiscard]] std::vector<FakeCommand> scriptCommands();
[[nodiscard]] std::vector<FakeCommand> sortedSetCommands();
[[nodiscard]] std::vector<FakeCommand> sortedSetRangeCommands();
[[nodiscard]] std::vector<FakeCommand> stringCommands();

// Replies and arguments that several commands have.

[[nodiscard]] redis::Value ok();
[[nodiscard]] redis::Value wrongType();
[[nodiscard]] redis::Value syntaxError();
[[nodiscard]] redis::Value notAnInteger();
[[nodiscard]] redis::Value wrongNumberOfArguments(std::string_view command);
[[nodiscard]] redis::Value truth(bool value);
[[nodiscard]] redis::Value count(std::size_t number);
/// A number as a bulk string, with the digits that 7.0 sends.
[[nodiscard]] redis::Value decimal(double number);

/// As redis-server: no leading zeros, signs and blanks that a client would not print.
[[nodiscard]] std::optional<std::int64_t> toInteger(std::string_view text);
[[nodiscard]] std::optional<double> toNumber(const std::string& text);
[[nodiscard]] std::string lowerCase(std::string_view text);
/// Redis' glob patterns: * ? [a-z] [^a] and the backslash.
[[nodiscard]] bool matchesGlob(std::string_view pattern, std::string_view text);
/// a + b, if it is in range.
[[nodiscard]] std::optional<std::int64_t> checkedSum(std::int64_t a, std::int64_t b);
/// The time that EX, PX, EXPIRE and so on say as milliseconds since 1970. Without a value: out of range.
[[nodiscard]] std::optional<std::int64_t> deadline(std::int64_t argument, bool isSeconds, bool isAbsolute,
                                                   std::int64_t now);

/// Resolves the positions `start` and `end` of a range, which may be negative. False if it is empty.
[[nodiscard]] bool resolveRange(std::int64_t& start, std::int64_t& end, std::size_t size);

} // namespace lockscope::test::commands
