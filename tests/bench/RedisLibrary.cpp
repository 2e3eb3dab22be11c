// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
///
/// The lock library on Redis, measured: bench_redis_locks PORT.... The first server has the locks of one server, all of
/// them those of Redlock. Each client is a redis::Client; all are on one event loop. Measures of locks:
///   cycle/hash, cycle/setnx, cycle/redlock   lock and unlock by blocking calls: RedissonLock, RedisTokenLock, Redlock
///   cycle/hash-async, cycle/hash-32          the same, asynchronous: one lock, 32 locks of one client
///   handover/plain, /fair, /redlock          asynchronous; with "-blocking" on a thread for each client
/// and, in RedisLibraryDuties.h, what waiting and holding clients cost.

#include "tests/bench/RedisLibraryDuties.h"

#include <condition_variable>
#include <iostream>
#include <thread>

namespace {

using namespace lockscope;
using namespace lockscope::bench;

// --- without contention
// -----------------------------------------------------------------------------------------------

void measureBlockingCycles(const RedisCommand& command, LockMaker& maker)
{
    const auto lock = maker.make(command.measure, command.lock);
    RedisTally tally;
    measureCycles(command, tally, [&] {
        auto hold = lock->acquire();
        if (!hold)
            return failed(hold.error());
        const auto released = hold->release();
        return released ? true : failed(released.error());
    });
}

/// Counts what is under way, and waits for its end.
class Pending final {
public:
    void add()
    {
        const std::lock_guard lock(m_mutex);
        ++m_count;
    }
    void remove()
    {
        const std::lock_guard lock(m_mutex);
        if (--m_count == 0)
            m_none.notify_all();
    }
    void wait()
    {
        std::unique_lock lock(m_mutex);
        m_none.wait(lock, [this] { return m_count == 0; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_none;
    int m_count = 0;
};

/// What the asynchronous clients of a command share.
struct Round {
    explicit Round(const RedisCommand& ofCommand)
        : command(ofCommand)
    {
    }

    /// Warms up, counts, and stops the clients.
    void conduct()
    {
        std::this_thread::sleep_for(command.warmUp());
        tally.begin();
        std::this_thread::sleep_for(command.time());
        tally.end();
        isOver = true;
        stop.request_stop();
        pending.wait();
        if (problem)
            sayFailed(describe(*problem));
        else
            tally.report();
    }

    void fail(const Error& error)
    {
        if (!isOver.exchange(true))
            problem = error;
        stop.request_stop();
    }

    const RedisCommand& command;
    RedisTally tally;
    Pending pending;
    std::atomic<bool> isOver{false};
    std::stop_source stop;
    std::optional<Error> problem;
};

/// Locks and unlocks again and again, on the loop.
class AsyncCycle final {
public:
    AsyncCycle(std::unique_ptr<locks::Lock> lock, Round& round)
        : m_lock(std::move(lock))
        , m_round(round)
    {
    }

    void begin()
    {
        m_round.pending.add();
        next();
    }

private:
    void next()
    {
        m_from = benchNow();
        m_lock->acquireAsync(m_owner, {}, {}, [this](Result<locks::Hold> hold) {
            if (!hold)
                return end(hold.error());
            hold->releaseAsync([this](const Result<void>& released) {
                if (!released)
                    return end(released.error());
                m_round.tally.addCycle(m_from, benchNow());
                if (m_round.isOver)
                    m_round.pending.remove();
                else
                    next();
            });
        });
    }
    void end(const Error& error)
    {
        m_round.fail(error);
        m_round.pending.remove();
    }

    std::unique_ptr<locks::Lock> m_lock;
    Round& m_round;
    locks::Owner m_owner = locks::Owner::make();
    BenchTime m_from;
};

void measureAsyncCycles(const RedisCommand& command, LockMaker& maker, int inFlight)
{
    Round round(command);
    std::deque<AsyncCycle> cycles;
    for (int i = 0; i < inFlight; ++i)
        cycles.emplace_back(maker.make(command.measure, command.lock + '-' + std::to_string(i)), round);
    for (auto& cycle : cycles)
        cycle.begin();
    round.conduct();
}

// --- hand-overs
// -------------------------------------------------------------------------------------------------------

/// A client that holds for no time. A fair one queues again in the write of its release; another one would then acquire
/// the lock again itself, and waits for the reply first.
class AsyncContender final {
public:
    AsyncContender(std::unique_ptr<locks::Lock> lock, int number, Round& round)
        : m_lock(std::move(lock))
        , m_number(number)
        , m_isFair(round.command.measure == "handover/fair")
        , m_round(round)
    {
    }

    void ask()
    {
        m_round.pending.add();
        m_askedAt = benchNow();
        m_lock->acquireAsync(m_owner, {}, m_round.stop.get_token(),
                             [this](Result<locks::Hold> hold) { onAnswer(std::move(hold)); });
    }

private:
    void onAnswer(Result<locks::Hold> hold)
    {
        if (hold)
            onGranted(*hold);
        else if (!m_round.isOver)
            m_round.fail(hold.error());
        m_round.pending.remove();
    }
    void onGranted(locks::Hold& hold)
    {
        m_round.tally.granted(m_number, m_askedAt);
        m_round.tally.releasing(m_number);
        m_round.pending.add();
        hold.releaseAsync([this](const Result<void>& released) {
            if (!released)
                m_round.fail(released.error());
            else if (!m_isFair && !m_round.isOver)
                ask();
            m_round.pending.remove();
        });
        if (m_isFair && !m_round.isOver)
            ask();
    }

    std::unique_ptr<locks::Lock> m_lock;
    const int m_number;
    const bool m_isFair;
    Round& m_round;
    locks::Owner m_owner = locks::Owner::make();
    BenchTime m_askedAt;
};

void measureAsyncHandovers(const RedisCommand& command, LockMaker& maker)
{
    Round round(command);
    std::deque<AsyncContender> contenders;
    for (int i = 0; i < command.clients; ++i)
        contenders.emplace_back(maker.makeOnNewClient(command.measure, command.lock), i, round);
    for (auto& contender : contenders)
        contender.ask();
    round.conduct();
}

void contend(locks::Lock& lock, int number, Round& round)
{
    while (!round.isOver) {
        const auto askedAt = benchNow();
        auto hold = lock.acquire({}, round.stop.get_token());
        if (!hold) {
            if (!round.isOver)
                round.fail(hold.error());
            return;
        }
        round.tally.granted(number, askedAt);
        round.tally.releasing(number);
        if (const auto released = hold->release(); !released)
            round.fail(released.error());
    }
}

void measureBlockingHandovers(const RedisCommand& command, LockMaker& maker)
{
    Round round(command);
    std::vector<std::unique_ptr<locks::Lock>> locks;
    for (int i = 0; i < command.clients; ++i)
        locks.push_back(maker.makeOnNewClient(command.measure, command.lock));
    std::vector<std::jthread> threads;
    for (int i = 0; i < command.clients; ++i)
        threads.emplace_back([&lock = *locks[std::size_t(i)], i, &round] { contend(lock, i, round); });
    // Until the threads have ended, the round is not over.
    round.pending.add();
    std::jthread joiner([&] {
        for (auto& thread : threads)
            thread.join();
        round.pending.remove();
    });
    round.conduct();
}

// --- commands
// ---------------------------------------------------------------------------------------------------------

void obey(const std::vector<int>& ports, const RedisCommand& command)
{
    const auto& how = command.measure;
    LockMaker maker(ports);
    if (how == "cycle/hash-32")
        measureAsyncCycles(command, maker, 32);
    else if (how == "cycle/hash-async")
        measureAsyncCycles(command, maker, 1);
    else if (how.starts_with("cycle/"))
        measureBlockingCycles(command, maker);
    else if (how.starts_with("handover/") && how.ends_with("-blocking"))
        measureBlockingHandovers(command, maker);
    else if (how.starts_with("handover/"))
        measureAsyncHandovers(command, maker);
    else if (!measureDuty(command, maker))
        sayFailed("no such measure");
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<int> ports;
    for (int i = 1; i < argc; ++i)
        ports.push_back(std::stoi(argv[i]));
    if (ports.empty()) {
        std::cerr << "usage: " << argv[0] << " PORT...\n";
        return 2;
    }
    for (RedisCommand command; nextCommand(command, "library");)
        obey(ports, command);
    return 0;
}
