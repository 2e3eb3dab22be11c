// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/RedisLibraryDuties.h"

#include "core/locks/redis/RedisTokenLock.h"
#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "core/locks/redis/Redlock.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <utility>

namespace lockscope::bench {

namespace {

constexpr int shortLocks = 1000;
constexpr auto connectLimit = std::chrono::seconds(20);
/// Longer than the removal of a dead waiter takes, shorter than a test of one's patience.
constexpr auto serviceLimit = std::chrono::seconds(30);

} // namespace

bool failed(const Error& error)
{
    sayFailed(describe(error));
    return false;
}

LockMaker::LockMaker(std::vector<int> ports)
    : m_ports(std::move(ports))
{
}

redis::Client& LockMaker::clientOf(int port, std::shared_ptr<redis::Traffic> traffic)
{
    redis::ClientSettings settings;
    settings.target.servers = {{"127.0.0.1", static_cast<std::uint16_t>(port), {}}};
    settings.traffic = std::move(traffic);
    settings.callbacks = &m_loop;
    return m_clients.emplace_back(std::move(settings), m_loop);
}

redis::Client& LockMaker::newClient(std::shared_ptr<redis::Traffic> traffic)
{
    return clientOf(m_ports.front(), std::move(traffic));
}

std::vector<redis::Client*> LockMaker::oneForEachServer()
{
    std::vector<redis::Client*> clients;
    for (const int port : m_ports)
        clients.push_back(&clientOf(port, nullptr));
    return clients;
}

std::unique_ptr<locks::Lock> LockMaker::make(const std::string& measure, const std::string& name)
{
    if (m_shared.empty())
        m_shared = oneForEachServer();
    if (measure.find("/redlock") != std::string::npos)
        return std::make_unique<locks::Redlock>(m_shared, name);
    if (measure.find("/setnx") != std::string::npos)
        return std::make_unique<locks::RedisTokenLock>(*m_shared.front(), name);
    if (measure.find("/fair") != std::string::npos)
        return std::make_unique<locks::RedissonFairLock>(*m_shared.front(), name);
    return std::make_unique<locks::RedissonLock>(*m_shared.front(), name);
}

std::unique_ptr<locks::Lock> LockMaker::makeOnNewClient(const std::string& measure, const std::string& name)
{
    m_shared.clear();
    if (measure.find("/redlock") == std::string::npos)
        m_shared.push_back(&newClient());
    return make(measure, name);
}

namespace {

/// A waiter of these measures: when it was queued and acquired, and its requests until then.
class DutyWaiter final {
public:
    explicit DutyWaiter(LockMaker& maker)
        : m_client(maker.newClient(m_traffic))
    {
    }

    /// Connects, then waits for the lock. `queued`: whether it waits for a position in the queue.
    [[nodiscard]] Result<void> begin(std::unique_ptr<locks::Lock> lock, bool hasQueue)
    {
        m_lock = std::move(lock);
        m_before = m_traffic->requests;
        const auto whenQueued = m_queued.get_future();
        m_states = m_lock->onState([this, hasQueue](locks::Owner, const locks::LockState& state) {
            const bool isQueued = hasQueue ? state.position >= 0 : true;
            if (state.phase == locks::Phase::Waiting && isQueued && !std::exchange(m_isQueued, true))
                m_queued.set_value();
        });
        m_granted = m_promise.get_future();
        m_lock->acquireAsync({}, {}, [this](Result<locks::Hold> hold) {
            m_requestsAtGrant = m_traffic->requests.load();
            m_promise.set_value(hold ? std::optional<Error>() : hold.error());
            // The hold is released at its end here.
        });
        if (whenQueued.wait_for(connectLimit) != std::future_status::ready)
            return failure(ErrorCode::TimedOut, "queue");
        return {};
    }

    [[nodiscard]] Result<void> waitForGrant(std::chrono::steady_clock::duration limit)
    {
        if (m_granted.wait_for(limit) != std::future_status::ready)
            return failure(ErrorCode::TimedOut, "acquire");
        if (const auto error = m_granted.get())
            return failure(*error);
        return {};
    }

    [[nodiscard]] redis::Client& client() { return m_client; }
    /// Since begin(), until the grant.
    [[nodiscard]] std::uint64_t requests() const
    {
        const auto atGrant = m_requestsAtGrant.load();
        return (atGrant > 0 ? atGrant : m_traffic->requests.load()) - m_before;
    }

private:
    std::shared_ptr<redis::Traffic> m_traffic = std::make_shared<redis::Traffic>();
    redis::Client& m_client;
    std::uint64_t m_before = 0;
    std::atomic<std::uint64_t> m_requestsAtGrant{0};
    bool m_isQueued = false;
    std::promise<void> m_queued;
    std::promise<std::optional<Error>> m_promise;
    std::future<std::optional<Error>> m_granted;
    std::unique_ptr<locks::Lock> m_lock; ///< destroyed before what its callbacks use
    Subscription m_states;
};

/// The first requests are those of the connection.
Result<void> connectFully(redis::Client& client, const std::string& name)
{
    locks::RedissonLock lock(client, name);
    auto hold = lock.acquire(connectLimit);
    return hold ? hold->release() : Result<void>(failure(hold.error()));
}

Result<void> deadHead(const RedisCommand& command, LockMaker& maker)
{
    locks::RedissonFairLock lock(maker.newClient(), command.lock);
    auto hold = lock.acquire(connectLimit);
    if (!hold)
        return failure(hold.error());
    say("connected", member("lock", command.lock));
    waitForDriver();
    std::deque<DutyWaiter> waiters;
    for (int i = 0; i < command.clients; ++i) {
        auto& waiter = waiters.emplace_back(maker);
        if (const auto ready = connectFully(waiter.client(), command.lock + "-connect"); !ready)
            return ready;
        const auto begun = waiter.begin(std::make_unique<locks::RedissonFairLock>(waiter.client(), command.lock), true);
        if (!begun)
            return begun;
    }
    std::this_thread::sleep_for(command.time());
    const auto releasedAt = benchNow();
    if (const auto released = hold->release(); !released)
        return released;
    const auto milliseconds = [&] {
        return std::chrono::duration<double, std::milli>(benchNow() - releasedAt).count();
    };
    double first = 0;
    std::uint64_t most = 0;
    for (auto& waiter : waiters) { // in the order of the queue
        if (const auto granted = waiter.waitForGrant(serviceLimit); !granted)
            return granted;
        first = first > 0 ? first : milliseconds();
        most = std::max(most, waiter.requests());
    }
    say("ended",
        member("servedMs", first) + member("allServedMs", milliseconds()) + member("requestsEach", double(most)));
    return {};
}

Result<void> queueOnly(const RedisCommand& command, LockMaker& maker)
{
    DutyWaiter waiter(maker);
    const auto begun = waiter.begin(std::make_unique<locks::RedissonFairLock>(waiter.client(), command.lock), true);
    if (!begun)
        return begun;
    say("connected");
    waitForDriver();
    say("ended");
    return {};
}

Result<void> waitForLease(const RedisCommand& command, LockMaker& maker)
{
    DutyWaiter waiter(maker);
    if (const auto ready = connectFully(waiter.client(), command.lock + "-connect"); !ready)
        return ready;
    locks::LeaseOptions options;
    options.lease = std::chrono::duration_cast<std::chrono::milliseconds>(command.time());
    options.log = Log();
    locks::RedissonLock lock(maker.newClient(), command.lock, options);
    const auto hold = lock.acquire(connectLimit);
    if (!hold)
        return failure(hold.error());
    const auto end = benchNow() + command.time();
    const auto begun = waiter.begin(std::make_unique<locks::RedissonLock>(waiter.client(), command.lock), false);
    if (!begun)
        return begun;
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // it has subscribed, and asked again
    const auto first = waiter.requests();
    std::this_thread::sleep_until(end - std::chrono::milliseconds(100));
    const auto whileHeld = waiter.requests();
    if (const auto granted = waiter.waitForGrant(serviceLimit); !granted)
        return granted;
    say("ended",
        member("whileHeld", double(whileHeld - first)) + member("atEnd", double(waiter.requests() - whileHeld)));
    return {};
}

Result<void> renewLocks(const RedisCommand& command, LockMaker& maker)
{
    const auto traffic = std::make_shared<redis::Traffic>();
    auto& client = maker.newClient(traffic);
    for (int i = 0; i < shortLocks; ++i) {
        if (const auto cycle = connectFully(client, command.lock + "-short"); !cycle)
            return cycle;
    }
    locks::LeaseOptions options;
    options.watchdogTimeout = std::chrono::duration_cast<std::chrono::milliseconds>(3 * command.time());
    std::deque<locks::RedissonLock> locks;
    std::vector<locks::Hold> holds;
    for (int i = 0; i < command.clients; ++i) {
        auto hold = locks.emplace_back(client, command.lock + '-' + std::to_string(i), options).acquire(connectLimit);
        if (!hold)
            return failure(hold.error());
        holds.push_back(*std::move(hold));
    }
    std::this_thread::sleep_for(command.time() + command.time() / 4); // the first renewal also sends the script
    const auto before = traffic->requests.load();
    std::this_thread::sleep_for(2 * command.time());
    const auto requests = traffic->requests - before;
    const auto held = std::count_if(holds.begin(), holds.end(),
                                    [](const locks::Hold& hold) { return hold.state().phase == locks::Phase::Held; });
    say("ended", member("perPeriod", double(requests) / 2) + member("held", double(held)));
    return {};
}

} // namespace

bool measureDuty(const RedisCommand& command, LockMaker& maker)
{
    Result<void> measured;
    if (command.measure == "dead-head")
        measured = deadHead(command, maker);
    else if (command.measure == "queue")
        measured = queueOnly(command, maker);
    else if (command.measure == "waiting")
        measured = waitForLease(command, maker);
    else if (command.measure == "renewals")
        measured = renewLocks(command, maker);
    else
        return false;
    if (!measured)
        failed(measured.error());
    return true;
}

} // namespace lockscope::bench
