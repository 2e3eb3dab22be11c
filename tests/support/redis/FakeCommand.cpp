// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeCommand.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>

namespace lockscope::test::commands {

using redis::Value;

namespace {

const std::map<std::string_view, FakeCommand>& commandTable()
{
    static const auto table = [] {
        std::map<std::string_view, FakeCommand> commands;
        for (const auto part : {adminCommands, hashCommands, keyCommands, listCommands, pubSubCommands, scriptCommands,
                                sortedSetCommands, sortedSetRangeCommands, stringCommands}) {
            for (FakeCommand& command : part())
                commands.emplace(command.name, std::move(command));
        }
        return commands;
    }();
    return table;
}

Value unknownCommand(const redis::Command& words)
{
    // redis-server cuts the name and the list of arguments at 128 bytes.
    constexpr std::size_t most = 128;
    std::string text = "ERR unknown command '" + words.front().substr(0, most) + "', with args beginning with: ";
    std::string arguments;
    for (std::size_t i = 1; i < words.size() && arguments.size() < most; ++i)
        arguments += "'" + words[i].substr(0, most - arguments.size()) + "' ";
    text += arguments;
    std::replace_if(
        text.begin(), text.end(), [](char byte) { return byte == '\r' || byte == '\n'; }, ' ');
    return Value::error(std::move(text));
}

std::string upperCase(std::string_view text)
{
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return upper;
}

/// Matches one bracket expression, whose text after the bracket is `set`, and removes it.
bool matchesSet(std::string_view& set, char byte)
{
    const bool isNegated = set.starts_with('^');
    if (isNegated)
        set.remove_prefix(1);
    bool matches = false;
    while (!set.empty() && set.front() != ']') {
        if (set.front() == '\\' && set.size() >= 2) {
            set.remove_prefix(1);
            matches = matches || set.front() == byte;
            set.remove_prefix(1);
        } else if (set.size() >= 3 && set[1] == '-') {
            const auto [low, high] = std::minmax(set[0], set[2]);
            matches = matches || (byte >= low && byte <= high);
            set.remove_prefix(3);
        } else {
            matches = matches || set.front() == byte;
            set.remove_prefix(1);
        }
    }
    if (!set.empty())
        set.remove_prefix(1);
    return matches != isNegated;
}

} // namespace

bool FakeCall::is(std::size_t index, std::string_view upper) const
{
    return index < words.size() && upperCase(words[index]) == upper;
}

std::optional<std::int64_t> FakeCall::integer(std::size_t index) const
{
    return toInteger(words[index]);
}

std::optional<double> FakeCall::number(std::size_t index) const
{
    return toNumber(words[index]);
}

bool hasArity(const FakeCommand& command, std::size_t words)
{
    const auto arity = static_cast<std::size_t>(std::abs(command.arity));
    return command.arity >= 0 ? words == arity : words >= arity;
}

std::string fullName(const FakeCommand& command, const redis::Command& words)
{
    const auto first = lowerCase(words.front());
    return first == command.name ? first : first + "|" + std::string(command.name);
}

const FakeCommand* findCommand(const redis::Command& words, Value& error)
{
    const auto it = commandTable().find(lowerCase(words.front()));
    if (it == commandTable().end()) {
        error = unknownCommand(words);
        return nullptr;
    }
    const FakeCommand& command = it->second;
    if (command.subcommands.empty() || words.size() < 2)
        return &command;
    const auto name = lowerCase(words[1]);
    const auto sub = std::find_if(command.subcommands.begin(), command.subcommands.end(),
                                  [&](const FakeCommand& each) { return each.name == name; });
    if (sub != command.subcommands.end())
        return &*sub;
    error = Value::error("ERR unknown subcommand '" + words[1].substr(0, 128) + "'. Try " + upperCase(command.name) +
                         " HELP.");
    return nullptr;
}

Value ok()
{
    return Value::status("OK");
}

Value wrongType()
{
    return Value::error("WRONGTYPE Operation against a key holding the wrong kind of value");
}

Value syntaxError()
{
    return Value::error("ERR syntax error");
}

Value notAnInteger()
{
    return Value::error("ERR value is not an integer or out of range");
}

Value wrongNumberOfArguments(std::string_view command)
{
    return Value::error("ERR wrong number of arguments for '" + std::string(command) + "' command");
}

Value truth(bool value)
{
    return Value::integer(value ? 1 : 0);
}

Value count(std::size_t number)
{
    return Value::integer(static_cast<std::int64_t>(number));
}

Value decimal(double number)
{
    if (std::isinf(number))
        return Value::string(number > 0 ? "inf" : "-inf");
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.17g", number);
    return Value::string(text.data());
}

std::optional<std::int64_t> toInteger(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

std::optional<double> toNumber(const std::string& text)
{
    if (text.empty() || text.front() == ' ' || text.find('\0') != std::string::npos)
        return std::nullopt;
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    if (*end != '\0' || std::isnan(number))
        return std::nullopt;
    return number;
}

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

bool matchesGlob(std::string_view pattern, std::string_view text)
{
    while (!pattern.empty()) {
        const char first = pattern.front();
        pattern.remove_prefix(1);
        if (first == '*') {
            for (std::size_t at = 0; at <= text.size(); ++at) {
                if (matchesGlob(pattern, text.substr(at)))
                    return true;
            }
            return false;
        }
        if (text.empty())
            return false;
        bool matches = true;
        if (first == '[') {
            matches = matchesSet(pattern, text.front());
        } else if (first != '?') {
            char wanted = first;
            if (first == '\\' && !pattern.empty()) {
                wanted = pattern.front();
                pattern.remove_prefix(1);
            }
            matches = wanted == text.front();
        }
        if (!matches)
            return false;
        text.remove_prefix(1);
    }
    return text.empty();
}

std::optional<std::int64_t> checkedSum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

std::optional<std::int64_t> deadline(std::int64_t argument, bool isSeconds, bool isAbsolute, std::int64_t now)
{
    std::int64_t milliseconds = argument;
    if (isSeconds && __builtin_mul_overflow(argument, std::int64_t{1000}, &milliseconds))
        return std::nullopt;
    return isAbsolute ? milliseconds : checkedSum(milliseconds, now);
}

bool resolveRange(std::int64_t& start, std::int64_t& end, std::size_t size)
{
    const auto length = static_cast<std::int64_t>(size);
    if (start < 0)
        start = std::max<std::int64_t>(start + length, 0);
    if (end < 0)
        end += length;
    end = std::min(end, length - 1);
    return start <= end && start < length;
}

} // namespace lockscope::test::commands
