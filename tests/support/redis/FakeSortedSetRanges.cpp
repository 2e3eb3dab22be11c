// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Ranges of sorted sets, by rank and by score.

#include "tests/support/redis/FakeCommand.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lockscope::test::commands {

using redis::Value;

namespace {

struct ScoreRange {
    double low = 0;
    double high = 0;
    bool withoutLow = false;
    bool withoutHigh = false;

    [[nodiscard]] bool contains(double score) const
    {
        return (withoutLow ? score > low : score >= low) && (withoutHigh ? score < high : score <= high);
    }
};

/// As redis-server: a number, or one after a round bracket; an empty number is 0.
bool parseLimit(const std::string& text, double& limit, bool& isExcluded)
{
    isExcluded = text.starts_with('(');
    const char* begin = text.c_str() + (isExcluded ? 1 : 0);
    char* end = nullptr;
    limit = std::strtod(begin, &end);
    return *end == '\0' && !std::isnan(limit);
}

std::optional<ScoreRange> parseScores(const std::string& low, const std::string& high)
{
    ScoreRange range;
    if (!parseLimit(low, range.low, range.withoutLow) || !parseLimit(high, range.high, range.withoutHigh))
        return std::nullopt;
    return range;
}

Value notAFloat()
{
    return Value::error("ERR min or max is not a float");
}

enum class RangeKind {
    Rank,
    Score
};

struct RangeOptions {
    RangeKind kind = RangeKind::Rank;
    bool isReversed = false;
    bool withScores = false;
    bool isLimited = false;
    std::int64_t offset = 0;
    std::int64_t most = -1; ///< negative: all
};

/// `isGeneral`: ZRANGE, which has BYSCORE, BYLEX and REV.
FakeReply parseRangeOptions(const FakeCall& call, bool isGeneral, RangeOptions& options)
{
    for (std::size_t i = 4; i < call.count(); ++i) {
        if (call.is(i, "WITHSCORES")) {
            options.withScores = true;
        } else if (call.is(i, "LIMIT") && i + 2 < call.count()) {
            const auto offset = call.integer(i + 1);
            const auto most = call.integer(i + 2);
            if (!offset || !most)
                return notAnInteger();
            options.isLimited = true;
            options.offset = *offset;
            options.most = *most;
            i += 2;
        } else if (isGeneral && call.is(i, "REV") && !options.isReversed) {
            options.isReversed = true;
        } else if (isGeneral && call.is(i, "BYSCORE") && options.kind == RangeKind::Rank) {
            options.kind = RangeKind::Score;
        } else if (isGeneral && call.is(i, "BYLEX")) {
            return Value::error("ERR BYLEX is not implemented by this fake server");
        } else {
            return syntaxError();
        }
    }
    if (options.isLimited && options.kind == RangeKind::Rank)
        return Value::error("ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
    return std::nullopt;
}

using Members = std::vector<std::pair<double, std::string>>;

Value members(const Members& chosen, bool withScores)
{
    std::vector<Value> items;
    for (const auto& [score, member] : chosen) {
        items.push_back(Value::string(member));
        if (withScores)
            items.push_back(decimal(score));
    }
    return Value::array(std::move(items));
}

FakeReply rangeByScore(const FakeCall& call, const RangeOptions& options)
{
    const auto range =
        options.isReversed ? parseScores(call.word(3), call.word(2)) : parseScores(call.word(2), call.word(3));
    if (!range)
        return notAFloat();
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    Members chosen;
    for (const auto& each : found.data ? found.data->order() : FakeSortedSet::Order()) {
        if (range->contains(each.first))
            chosen.push_back(each);
    }
    if (options.isReversed)
        std::reverse(chosen.begin(), chosen.end());
    const auto size = static_cast<std::int64_t>(chosen.size());
    if (options.offset < 0 || options.offset >= size)
        return Value::array({});
    const auto end = options.most < 0 ? size : std::min(size, options.offset + std::min(options.most, size));
    return members({chosen.begin() + options.offset, chosen.begin() + end}, options.withScores);
}

FakeReply rangeByRank(const FakeCall& call, const RangeOptions& options)
{
    auto start = call.integer(2);
    auto end = call.integer(3);
    if (!start || !end)
        return notAnInteger();
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    if (!found.data || !resolveRange(*start, *end, found.data->order().size()))
        return Value::array({});
    Members all(found.data->order().begin(), found.data->order().end());
    if (options.isReversed)
        std::reverse(all.begin(), all.end());
    return members({all.begin() + *start, all.begin() + *end + 1}, options.withScores);
}

FakeReply range(FakeCall& call, RangeOptions options, bool isGeneral)
{
    if (auto error = parseRangeOptions(call, isGeneral, options))
        return error;
    return options.kind == RangeKind::Score ? rangeByScore(call, options) : rangeByRank(call, options);
}

FakeReply countInRange(FakeCall& call)
{
    const auto scores = parseScores(call.word(2), call.word(3));
    if (!scores)
        return notAFloat();
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::size_t number = 0;
    for (const auto& each : found.data ? found.data->order() : FakeSortedSet::Order())
        number += scores->contains(each.first) ? 1 : 0;
    return count(number);
}

FakeReply removeRange(FakeCall& call)
{
    const auto scores = parseScores(call.word(2), call.word(3));
    if (!scores)
        return notAFloat();
    const auto found = call.get<FakeSortedSet>(call.word(1));
    if (found.isWrongType)
        return wrongType();
    std::vector<std::string> leaving;
    for (const auto& [score, member] : found.data ? found.data->order() : FakeSortedSet::Order()) {
        if (scores->contains(score))
            leaving.push_back(member);
    }
    for (const std::string& member : leaving)
        call.edit<FakeSortedSet>(call.word(1)).erase(member);
    call.eraseIfEmpty<FakeSortedSet>(call.word(1));
    return count(leaving.size());
}

constexpr RangeOptions byScore{.kind = RangeKind::Score};
constexpr RangeOptions byScoreReversed{.kind = RangeKind::Score, .isReversed = true};
constexpr RangeOptions reversed{.isReversed = true};

} // namespace

std::vector<FakeCommand> sortedSetRangeCommands()
{
    constexpr auto write = FakeCommand::Write;
    return {
        {"zremrangebyscore", 4, write, removeRange},
        {"zcount", 4, 0, countInRange},
        {"zrange", -4, 0, [](FakeCall& call) { return range(call, {}, true); }},
        {"zrevrange", -4, 0, [](FakeCall& call) { return range(call, reversed, false); }},
        {"zrangebyscore", -4, 0, [](FakeCall& call) { return range(call, byScore, false); }},
        {"zrevrangebyscore", -4, 0, [](FakeCall& call) { return range(call, byScoreReversed, false); }},
    };
}

} // namespace lockscope::test::commands
