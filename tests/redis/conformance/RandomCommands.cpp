// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/redis/conformance/RandomCommands.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace lockscope::test {

namespace {

/// Forms of commands. Words in capitals are placeholders: see words().
const std::vector<std::vector<std::string>>& forms()
{
    static const std::vector<std::vector<std::string>> all{
        {"get", "KEY"},
        {"set", "KEY", "VALUE"},
        {"set", "KEY", "VALUE", "OPTION"},
        {"set", "KEY", "VALUE", "SETTING", "TIME", "OPTION"},
        {"setnx", "KEY", "VALUE"},
        {"setex", "KEY", "TIME", "VALUE"},
        {"psetex", "KEY", "TIME", "VALUE"},
        {"getdel", "KEY"},
        {"mget", "KEY", "KEY"},
        {"strlen", "KEY"},
        {"incr", "KEY"},
        {"decr", "KEY"},
        {"incrby", "KEY", "NUMBER"},
        {"decrby", "KEY", "NUMBER"},
        {"del", "KEY"},
        {"del", "KEY", "KEY"},
        {"unlink", "KEY", "KEY"},
        {"exists", "KEY", "KEY"},
        {"type", "KEY"},
        {"expire", "KEY", "TIME"},
        {"expire", "KEY", "TIME", "OPTION"},
        {"pexpire", "KEY", "TIME", "OPTION", "OPTION"},
        {"persist", "KEY"},
        {"dbsize"},
        {"select", "DATABASE"},
        {"flushdb"},
        {"echo", "VALUE"},
        {"publish", "KEY", "VALUE"},
        {"nosuch", "VALUE", "VALUE"},
        {"hset", "KEY", "VALUE", "VALUE"},
        {"hset", "KEY", "VALUE", "VALUE", "VALUE", "VALUE"},
        {"hset", "KEY", "VALUE"},
        {"hsetnx", "KEY", "VALUE", "VALUE"},
        {"hmset", "KEY", "VALUE", "VALUE"},
        {"hget", "KEY", "VALUE"},
        {"hmget", "KEY", "VALUE", "VALUE"},
        {"hgetall", "KEY"},
        {"hkeys", "KEY"},
        {"hvals", "KEY"},
        {"hlen", "KEY"},
        {"hexists", "KEY", "VALUE"},
        {"hincrby", "KEY", "VALUE", "NUMBER"},
        {"hdel", "KEY", "VALUE", "VALUE"},
        {"rpush", "KEY", "VALUE"},
        {"rpush", "KEY", "VALUE", "VALUE"},
        {"lpush", "KEY", "VALUE", "VALUE"},
        {"rpushx", "KEY", "VALUE"},
        {"lpop", "KEY"},
        {"rpop", "KEY"},
        {"lpop", "KEY", "NUMBER"},
        {"rpop", "KEY", "NUMBER"},
        {"lrange", "KEY", "NUMBER", "NUMBER"},
        {"lindex", "KEY", "NUMBER"},
        {"llen", "KEY"},
        {"lrem", "KEY", "NUMBER", "VALUE"},
        {"lpos", "KEY", "VALUE"},
        {"lpos", "KEY", "VALUE", "OPTION", "NUMBER"},
        {"lpos", "KEY", "VALUE", "RANK", "NUMBER", "COUNT", "NUMBER"},
        {"zadd", "KEY", "SCORE", "VALUE"},
        {"zadd", "KEY", "SCORE", "VALUE", "SCORE", "VALUE"},
        {"zadd", "KEY", "OPTION", "SCORE", "VALUE"},
        {"zadd", "KEY", "OPTION", "OPTION", "SCORE", "VALUE"},
        {"zadd", "KEY", "xx", "ch", "SCORE", "VALUE", "SCORE", "VALUE"},
        {"zadd", "KEY", "gt", "ch", "SCORE", "VALUE", "SCORE", "VALUE"},
        {"zincrby", "KEY", "SCORE", "VALUE"},
        {"zrem", "KEY", "VALUE", "VALUE"},
        {"zremrangebyscore", "KEY", "SCORE", "SCORE"},
        {"zscore", "KEY", "VALUE"},
        {"zcard", "KEY"},
        {"zcount", "KEY", "SCORE", "SCORE"},
        {"zrank", "KEY", "VALUE"},
        {"zrevrank", "KEY", "VALUE"},
        {"zrange", "KEY", "NUMBER", "NUMBER"},
        {"zrange", "KEY", "NUMBER", "NUMBER", "OPTION"},
        {"zrange", "KEY", "NUMBER", "NUMBER", "withscores"},
        {"zrange", "KEY", "SCORE", "SCORE", "byscore", "OPTION"},
        {"zrange", "KEY", "SCORE", "SCORE", "byscore", "limit", "NUMBER", "NUMBER"},
        {"zrange", "KEY", "SCORE", "SCORE", "byscore", "rev", "withscores"},
        {"zrevrange", "KEY", "NUMBER", "NUMBER"},
        {"zrangebyscore", "KEY", "SCORE", "SCORE"},
        {"zrangebyscore", "KEY", "SCORE", "SCORE", "limit", "NUMBER", "NUMBER"},
        {"zrangebyscore", "KEY", "SCORE", "SCORE", "withscores"},
        {"zrevrangebyscore", "KEY", "SCORE", "SCORE"},
    };
    return all;
}

const std::map<std::string, std::vector<std::string>>& placeholders()
{
    static const std::vector<std::string> values{"a",
                                                 "b",
                                                 "c",
                                                 "1",
                                                 "2",
                                                 "-1",
                                                 "0",
                                                 "10",
                                                 "x y",
                                                 "",
                                                 "3.5",
                                                 "inf",
                                                 "-inf",
                                                 "(1",
                                                 "(2",
                                                 "01",
                                                 "1e3",
                                                 "nan",
                                                 "abc",
                                                 " 1",
                                                 "+1",
                                                 "0x10",
                                                 "9223372036854775807",
                                                 "-9223372036854775807"};
    static const std::map<std::string, std::vector<std::string>> all{
        {"KEY", {"k1", "k2", "k3", "h1", "l1", "z1", "s1"}},
        {"VALUE", values},
        {"NUMBER", {"0", "1", "-1", "2", "-2", "3", "10", "100", "x", "1.5", "", "9223372036854775807"}},
        {"SCORE", {"1", "2", "3", "4.5", "-1", "0", "inf", "-inf", "(1", "(2", "(3", "x", "nan", ""}},
        // No key may expire during the test.
        {"TIME", {"100000", "200000", "300000", "0", "-1", "9223372036854775807", "abc", "1.5", "", " 1"}},
        {"SETTING", {"nx", "xx", "get", "keepttl", "ex", "px", "EX", "PX"}},
        {"OPTION",
         {"nx", "xx", "get", "keepttl", "gt", "lt", "ch", "incr", "byscore", "rev", "limit", "withscores", "rank",
          "count", "maxlen", "NX", "nosuch"}},
        {"DATABASE", {"0", "0", "0", "1", "16", "-1", "x"}},
    };
    return all;
}

const std::vector<std::string>& scripts()
{
    static const std::vector<std::string> all{
        "return redis.call(unpack(ARGV))",
        "return redis.pcall(unpack(ARGV))",
        "local r = redis.pcall(unpack(ARGV)) if type(r) == 'table' and r.err then return string.match(r.err, '^%S+') "
        "end return {r}",
        "redis.call('set', KEYS[1], ARGV[1]) return redis.call(unpack(ARGV))",
        "return {redis.call('exists', KEYS[1]), redis.call('type', KEYS[1])}",
        "return tostring(redis.pcall('get', KEYS[1])) == ARGV[1]",
        "return tonumber(ARGV[2])",
        "return {tonumber(ARGV[2]), ARGV[3], #ARGV}",
        "for i, each in ipairs(ARGV) do redis.call('rpush', 'seen', each) end return redis.call('lrange', 'seen', -3, "
        "-1)",
    };
    return all;
}

} // namespace

std::string RandomCommands::wordFor(const std::string& placeholder)
{
    const auto it = placeholders().find(placeholder);
    return it == placeholders().end() ? placeholder : oneOf(it->second);
}

redis::Command RandomCommands::inScript(redis::Command words)
{
    words.insert(words.begin(), {"eval", oneOf(scripts()), "1", wordFor("KEY")});
    return words;
}

redis::Command RandomCommands::next()
{
    redis::Command words;
    for (const std::string& word : forms()[below(forms().size())])
        words.push_back(wordFor(word));
    if (chance(5))
        words.push_back(wordFor("VALUE"));
    if (chance(3) && words.size() > 1)
        words.pop_back();
    if (chance(10))
        std::transform(words[0].begin(), words[0].end(), words[0].begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return chance(25) ? inScript(std::move(words)) : words;
}

} // namespace lockscope::test
