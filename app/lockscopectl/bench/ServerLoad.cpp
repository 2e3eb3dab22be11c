// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/ServerLoad.h"

#include "app/lockscopectl/bench/BenchKeys.h"
#include "core/redis/KeyNames.h"
#include "core/simulate/measure/BenchPipeline.h"

#include <charconv>
#include <string_view>
#include <thread>

namespace lockscope::ctl {

namespace {

namespace keys = redis::keys;

constexpr std::size_t pairsAtOnce = 50;
/// More than are in use at a time, so that each is free when its turn comes.
constexpr std::size_t names = 1'000;
constexpr std::size_t pairsOfFullLoad = 500;
constexpr auto step = std::chrono::milliseconds(20);
constexpr auto longestStep = std::chrono::seconds(20);
const std::string owner = "0123abcd-4567-89ab-cdef-0123456789ab:1";
const std::string leaseMs = "30000";

/// The effects of Redisson's acquisition and release of a lock.
const redis::Script& acquisition()
{
    static const redis::Script script("acquire for the bench", R"(
if redis.call('exists', KEYS[1]) == 0 or redis.call('hexists', KEYS[1], ARGV[2]) == 1 then
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
    redis.call('pexpire', KEYS[1], ARGV[1])
    return nil
end
return redis.call('pttl', KEYS[1]))");
    return script;
}

const redis::Script& removal()
{
    static const redis::Script script("release for the bench", R"(
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
    return nil
end
if redis.call('hincrby', KEYS[1], ARGV[1], -1) == 0 then
    redis.call('del', KEYS[1])
    redis.call('publish', ARGV[2], '0')
end
return 1)");
    return script;
}

/// The number after `label` in INFO.
template <typename Number> Result<Number> numberIn(std::string_view info, std::string_view label)
{
    const auto at = info.find(label);
    Number number{};
    if (at != std::string_view::npos) {
        const auto* const begin = info.data() + at + label.size();
        if (std::from_chars(begin, info.data() + info.size(), number).ec == std::errc())
            return number;
    }
    return failure(ErrorCode::System, "measure", {}, "the server's INFO has no " + std::string(label));
}

} // namespace

ServerLoad::ServerLoad(redis::Client& client, const std::string& prefix)
    : m_client(client)
    , m_prefix(prefix + "load:")
{
}

Result<std::int64_t> ServerLoad::scans() const
{
    const auto info = askServer(m_client, {"INFO", "commandstats"});
    if (!info)
        return failure(info.error());
    return numberIn<std::int64_t>(info->text(), "cmdstat_scan:calls=");
}

Result<double> ServerLoad::processorSeconds() const
{
    const auto info = askServer(m_client, {"INFO", "cpu"});
    if (!info)
        return failure(info.error());
    const auto system = numberIn<double>(info->text(), "used_cpu_sys:");
    const auto user = numberIn<double>(info->text(), "used_cpu_user:");
    if (!system || !user)
        return failure(system ? user.error() : system.error());
    return *system + *user;
}

Result<double> ServerLoad::microsecondsEach(double pairsPerSecond, std::chrono::milliseconds time)
{
    auto before = processorSeconds();
    if (!before)
        return before;
    const SystemClock clock;
    const auto from = clock.now();
    std::size_t done = 0;
    while (clock.now() - from < time) {
        auto pairs = pairsOfFullLoad;
        if (pairsPerSecond > 0) {
            const auto elapsed = std::chrono::duration<double>(clock.now() - from + step).count();
            const auto due = static_cast<std::size_t>(elapsed * pairsPerSecond);
            pairs = due > done ? due - done : 0;
        }
        if (auto ran = run(pairs); !ran)
            return failure(ran.error());
        done += pairs;
        if (pairsPerSecond > 0)
            std::this_thread::sleep_for(step);
    }
    auto after = processorSeconds();
    if (!after)
        return after;
    return (*after - *before) * 1e6 / static_cast<double>(2 * std::max<std::size_t>(done, 1));
}

Result<void> ServerLoad::run(std::size_t pairs)
{
    if (pairs == 0)
        return {};
    const auto first = m_next;
    m_next += pairs;
    const auto ran = console::runPipeline(
        m_client.executor(), pairs, pairsAtOnce,
        [this, first](std::size_t index, const console::BenchStepDone& done) { pair(first + index, done); },
        longestStep);
    return ran ? Result<void>() : failure(ran.error());
}

void ServerLoad::pair(std::size_t index, const std::function<void(const Result<void>&)>& done)
{
    const auto name = m_prefix + std::to_string(index % names);
    m_client.run(acquisition(), {name}, {leaseMs, owner}, redis::Access::Write,
                 [this, name, done](const Result<redis::Value>& acquired) {
                     if (!acquired || acquired->isError()) {
                         done(acquired ? failure(ErrorCode::Refused, "acquire", name, acquired->text())
                                       : failure(acquired.error()));
                         return;
                     }
                     m_client.run(removal(), {name}, {owner, keys::lockChannel(name)}, redis::Access::Write,
                                  [done](const Result<redis::Value>& released) {
                                      done(released ? Result<void>() : failure(released.error()));
                                  });
                 });
}

} // namespace lockscope::ctl
