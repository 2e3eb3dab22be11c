// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/BenchKeys.h"

#include "core/locks/Uuid.h"

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <utility>

namespace lockscope::ctl {

namespace {

constexpr auto longestAnswer = std::chrono::seconds(20);
/// A script stops the server while it runs: some ten milliseconds.
constexpr int keysPerScript = 5'000;

/// ARGV of all scripts: the beginning of the names, the first and the last number, the time in ms since 1970. Owners
/// are named as by Redisson.
const redis::Script& makeLocksScript()
{
    static const redis::Script script("make the bench's locks", R"(
local life = 3600000
local function put(key, ...)
    redis.call(select(1, ...), key, select(2, ...))
    redis.call('pexpire', key, life)
end
for i = tonumber(ARGV[2]), tonumber(ARGV[3]) do
    local key = string.format('%slock:%d', ARGV[1], i)
    local tagged = '{' .. key .. '}'
    local owner = string.format('0123abcd-4567-89ab-cdef-%012d:%d', i, i % 90 + 1)
    local kind = i % 10
    if kind == 0 then
        put(key, 'hset', 'mode', 'read', owner, 1, owner .. '1', 1)
        put(tagged .. ':' .. owner .. ':rwlock_timeout:1', 'set', 1)
        put(tagged .. ':' .. owner .. '1:rwlock_timeout:1', 'set', 1)
    elseif kind == 1 then
        put(key, 'set', 3)
        put(tagged .. ':timeout', 'zadd', ARGV[4] + life, string.format('%016d', i))
    else
        put(key, 'hset', owner, 1)
        if kind == 2 then
            put('redisson_lock_queue:' .. tagged, 'rpush', owner .. '1', owner .. '2')
            put('redisson_lock_timeout:' .. tagged, 'zadd', ARGV[4] + life, owner .. '1', ARGV[4] + life, owner .. '2')
        elseif kind == 3 then
            put('redisson_lock_token:' .. tagged, 'set', i)
        end
    end
end)");
    return script;
}

const redis::Script& removeLocksScript()
{
    static const redis::Script script("remove the bench's locks", R"(
for i = tonumber(ARGV[2]), tonumber(ARGV[3]) do
    local key = string.format('%slock:%d', ARGV[1], i)
    local tagged = '{' .. key .. '}'
    local owner = string.format('0123abcd-4567-89ab-cdef-%012d:%d', i, i % 90 + 1)
    redis.call('unlink', key, tagged .. ':timeout', 'redisson_lock_queue:' .. tagged,
        'redisson_lock_timeout:' .. tagged, 'redisson_lock_token:' .. tagged,
        tagged .. ':' .. owner .. ':rwlock_timeout:1', tagged .. ':' .. owner .. '1:rwlock_timeout:1')
end)");
    return script;
}

const redis::Script& makeOthersScript()
{
    static const redis::Script script("make the bench's other keys", R"(
for i = tonumber(ARGV[2]), tonumber(ARGV[3]) do
    local key = string.format('%skey:%d', ARGV[1], i)
    local kind = i % 10
    if kind == 0 then
        redis.call('hset', key, 'name', 'Kim', 'visits', i)
    elseif kind == 1 then
        redis.call('rpush', key, 'a', 'b')
    elseif kind == 2 then
        redis.call('sadd', key, 'red', 'blue')
    elseif kind == 3 then
        redis.call('zadd', key, i, 'player')
    else
        redis.call('set', key, i)
    end
    redis.call('pexpire', key, 3600000)
end)");
    return script;
}

const redis::Script& removeOthersScript()
{
    static const redis::Script script("remove the bench's other keys", R"(
for i = tonumber(ARGV[2]), tonumber(ARGV[3]) do
    redis.call('unlink', string.format('%skey:%d', ARGV[1], i))
end)");
    return script;
}

/// Begins a request on the executor and waits for its reply.
Result<redis::Value> await(redis::Client& client, const std::function<void(Reply<redis::Value>)>& ask)
{
    const auto promise = std::make_shared<std::promise<Result<redis::Value>>>();
    auto answer = promise->get_future();
    client.executor().post(
        [ask, promise] { ask([promise](Result<redis::Value> result) { promise->set_value(std::move(result)); }); });
    if (answer.wait_for(longestAnswer) != std::future_status::ready)
        return failure(ErrorCode::OperationTimeout, "measure", {}, "the server does not answer");
    auto result = answer.get();
    if (result && result->isError())
        return failure(ErrorCode::Refused, "measure", {}, result->text());
    return result;
}

} // namespace

Result<redis::Value> askServer(redis::Client& client, redis::Command command)
{
    return await(client, [&client, command = std::move(command)](Reply<redis::Value> reply) {
        client.send({}, command, redis::Access::Write, std::move(reply));
    });
}

BenchKeys::BenchKeys(redis::Client& client)
    : m_client(client)
    , m_prefix("lockscope-bench-" + locks::randomUuid() + ":")
{
}

Result<void> BenchKeys::makeLocks(int count)
{
    m_locks = std::max(m_locks, count);
    return run(makeLocksScript(), count);
}

Result<void> BenchKeys::makeOthers(int count)
{
    m_others = std::max(m_others, count);
    return run(makeOthersScript(), count);
}

Result<void> BenchKeys::remove()
{
    if (auto removed = run(removeLocksScript(), m_locks); !removed)
        return removed;
    return run(removeOthersScript(), m_others);
}

/// For the numbers from 1 to `count`.
Result<void> BenchKeys::run(const redis::Script& script, int count) const
{
    const auto now = SystemClock().wallNow().time_since_epoch().count();
    for (int from = 1; from <= count; from += keysPerScript) {
        const auto to = std::min(from + keysPerScript - 1, count);
        const auto done = await(m_client, [&, from](Reply<redis::Value> reply) {
            m_client.run(script, {m_prefix}, {m_prefix, std::to_string(from), std::to_string(to), std::to_string(now)},
                         redis::Access::Write, std::move(reply));
        });
        if (!done)
            return failure(done.error());
    }
    return {};
}

} // namespace lockscope::ctl
