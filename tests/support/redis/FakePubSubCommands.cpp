// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Channels, patterns and sharded channels.

#include "tests/support/redis/FakeCommand.h"
#include "tests/support/redis/FakeRedis.h"

#include <algorithm>

namespace lockscope::test::commands {

using redis::Value;

namespace {

using Subscribers = std::map<std::string, std::vector<std::uint64_t>>;

/// One of the three kinds of subscriptions.
struct Kind {
    const char* subscribe;
    const char* unsubscribe;
    std::set<std::string> FakeSession::*own;
    Subscribers& (FakeRedisInside::*all)() const;
    bool isSharded = false;
};

constexpr Kind channelKind{"subscribe", "unsubscribe", &FakeSession::channels, &FakeRedisInside::channels};
constexpr Kind patternKind{"psubscribe", "punsubscribe", &FakeSession::patterns, &FakeRedisInside::patterns};
constexpr Kind shardKind{"ssubscribe", "sunsubscribe", &FakeSession::shards, &FakeRedisInside::shards, true};

std::size_t subscriptionCount(const FakeSession& session, const Kind& kind)
{
    return kind.isSharded ? session.shards.size() : session.channels.size() + session.patterns.size();
}

FakeReply subscribe(FakeCall& call, const Kind& kind)
{
    const FakeRedisInside server{call.server};
    for (std::size_t i = 1; i < call.count(); ++i) {
        const std::string& name = call.word(i);
        if ((call.session.*kind.own).insert(name).second)
            (server.*kind.all)()[name].push_back(call.session.id);
        server.send(call.session, Value::array({Value::string(kind.subscribe), Value::string(name),
                                                count(subscriptionCount(call.session, kind))}));
    }
    return std::nullopt;
}

FakeReply unsubscribe(FakeCall& call, const Kind& kind)
{
    const FakeRedisInside server{call.server};
    auto& own = call.session.*kind.own;
    std::vector<std::string> names(call.words.begin() + 1, call.words.end());
    if (names.empty())
        names.assign(own.begin(), own.end());
    for (const std::string& name : names) {
        if (own.erase(name) > 0) {
            auto& all = (server.*kind.all)();
            std::erase(all[name], call.session.id);
            if (all[name].empty())
                all.erase(name);
        }
        server.send(call.session, Value::array({Value::string(kind.unsubscribe), Value::string(name),
                                                count(subscriptionCount(call.session, kind))}));
    }
    if (names.empty())
        server.send(call.session, Value::array({Value::string(kind.unsubscribe), Value(),
                                                count(subscriptionCount(call.session, kind))}));
    return std::nullopt;
}

FakeReply publish(FakeCall& call, bool isSharded)
{
    return count(FakeRedisInside{call.server}.publish(call.word(1), call.word(2), isSharded));
}

FakeReply listNames(const Subscribers& all, const FakeCall& call)
{
    if (call.count() > 3)
        return Value::error("ERR unknown subcommand or wrong number of arguments for '" + call.word(1) +
                            "'. Try PUBSUB HELP.");
    std::vector<Value> names;
    for (const auto& [name, subscribers] : all) {
        if (call.count() < 3 || matchesGlob(call.word(2), name))
            names.push_back(Value::string(name));
    }
    return Value::array(std::move(names));
}

FakeReply countSubscribers(const Subscribers& all, const FakeCall& call)
{
    std::vector<Value> items;
    for (std::size_t i = 2; i < call.count(); ++i) {
        const auto it = all.find(call.word(i));
        items.push_back(Value::string(call.word(i)));
        items.push_back(count(it == all.end() ? 0 : it->second.size()));
    }
    return Value::array(std::move(items));
}

} // namespace

std::vector<FakeCommand> pubSubCommands()
{
    constexpr auto subscribed = FakeCommand::Subscribed | FakeCommand::NoScript;
    return {
        {"subscribe", -2, subscribed, [](FakeCall& call) { return subscribe(call, channelKind); }},
        {"psubscribe", -2, subscribed, [](FakeCall& call) { return subscribe(call, patternKind); }},
        {"ssubscribe", -2, subscribed, [](FakeCall& call) { return subscribe(call, shardKind); }},
        {"unsubscribe", -1, subscribed, [](FakeCall& call) { return unsubscribe(call, channelKind); }},
        {"punsubscribe", -1, subscribed, [](FakeCall& call) { return unsubscribe(call, patternKind); }},
        {"sunsubscribe", -1, subscribed, [](FakeCall& call) { return unsubscribe(call, shardKind); }},
        {"publish", 3, 0, [](FakeCall& call) { return publish(call, false); }},
        {"spublish", 3, 0, [](FakeCall& call) { return publish(call, true); }},
        {"pubsub",
         -2,
         0,
         nullptr,
         {
             {"channels", -2, 0, [](FakeCall& c) { return listNames(FakeRedisInside{c.server}.channels(), c); }},
             {"numsub", -2, 0, [](FakeCall& c) { return countSubscribers(FakeRedisInside{c.server}.channels(), c); }},
             {"numpat", 2, 0,
              [](FakeCall& c) -> FakeReply { return count(FakeRedisInside{c.server}.patterns().size()); }},
             {"shardchannels", -2, 0, [](FakeCall& c) { return listNames(FakeRedisInside{c.server}.shards(), c); }},
             {"shardnumsub", -2, 0,
              [](FakeCall& c) { return countSubscribers(FakeRedisInside{c.server}.shards(), c); }},
         }},
    };
}

} // namespace lockscope::test::commands
