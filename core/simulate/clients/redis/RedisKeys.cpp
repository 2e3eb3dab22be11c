// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/RedisKeys.h"

#include "core/base/AfterAll.h"
#include "core/redis/KeyNames.h"

#include <utility>

namespace lockscope::console {

namespace {

/// KEYS[1]: the semaphore, ARGV[1]: all its permits. Reply: 1: removed; 0: permits are in use.
const redis::Script& semaphoreRemoval()
{
    static const redis::Script script("contend-semaphore-removal", R"(
if redis.call('get', KEYS[1]) == ARGV[1] then
    return redis.call('del', KEYS[1])
end
return redis.call('exists', KEYS[1]) == 1 and 0 or 1
)");
    return script;
}

/// KEYS[1]: the lock, KEYS[2]: its counter. Reply: 1: removed; 0: the lock is held.
const redis::Script& counterRemoval()
{
    static const redis::Script script("contend-counter-removal", R"(
if redis.call('exists', KEYS[1]) == 1 then
    return 0
end
redis.call('del', KEYS[2])
return 1
)");
    return script;
}

} // namespace

Error requestError(const redis::Value& value, const char* operation, const std::string& key)
{
    return {ErrorCode::System, operation, key, value.isError() ? value.text() : toString(value)};
}

RedisKeys::RedisKeys(redis::Client& client, ContendOptions options)
    : m_client(client)
    , m_options(std::move(options))
{
}

void RedisKeys::prepare(const Reply<void>& reply)
{
    const bool isSemaphore = descriptionOf(m_options.recipe).hasLeases;
    if (!isSemaphore && !isCounter()) {
        reply({});
        return;
    }
    const auto outcome = std::make_shared<Result<void>>();
    const auto answered = afterAll(m_options.paths.size(), [outcome, reply] { reply(*outcome); });
    for (const auto& path : m_options.paths) {
        const Key key{path, isSemaphore ? path : redis::keys::lockToken(path)};
        auto command = isSemaphore ? redis::Command{"SET", key.name, std::to_string(m_options.leases), "NX"}
                                   : redis::Command{"EXISTS", key.name};
        m_client.send(key.name, std::move(command), isSemaphore ? redis::Access::Write : redis::Access::Read,
                      [made = m_made, key, outcome, answered](const Result<redis::Value>& value) {
                          if (!value)
                              *outcome = failure(value.error());
                          else if (value->isStatus("OK") || *value == redis::Value::integer(0))
                              made->push_back(key);
                          else if (value->isError())
                              *outcome = failure(requestError(*value, "prepare", key.lock));
                          answered();
                      });
    }
}

void RedisKeys::cleanUp(const Reply<std::vector<std::string>>& reply)
{
    const auto keys = std::exchange(*m_made, {});
    if (keys.empty() || m_options.control) {
        reply(std::vector<std::string>());
        return;
    }
    const auto outcome = std::make_shared<Result<std::vector<std::string>>>();
    const auto answered = afterAll(keys.size(), [outcome, reply] { reply(*outcome); });
    for (const auto& key : keys) {
        const auto take = [key, outcome, answered](const Result<redis::Value>& value) {
            if (!value)
                *outcome = failure(value.error());
            else if (value->kind() != redis::Value::Kind::Integer)
                *outcome = failure(requestError(*value, "remove", key.name));
            else if (value->number() == 0 && *outcome)
                (*outcome)->push_back(key.name);
            answered();
        };
        if (isCounter())
            m_client.run(counterRemoval(), {key.lock, key.name}, {}, redis::Access::Write, take);
        else
            m_client.run(semaphoreRemoval(), {key.name}, {std::to_string(m_options.leases)}, redis::Access::Write,
                         take);
    }
}

} // namespace lockscope::console
