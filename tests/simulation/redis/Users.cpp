// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/Users.h"

#include <algorithm>

namespace lockscope::redisSimulation {

using locks::Phase;
using std::chrono::milliseconds;

void Users::addProcess()
{
    auto& random = m_world.random;
    // The library allows for clocks that differ by one percent.
    auto& process = m_world.addProcess(random.chance(50) ? 0 : random.between(-4'500, 4'500), random.between(1, 4));
    const int objects = random.chance(75) ? 1 : 2;
    process.objects.resize(static_cast<std::size_t>(objects));
    for (std::size_t i = 0; i < process.objects.size(); ++i) {
        auto& object = process.objects[i];
        object.options = anyOptions();
        const int users = random.chance(60) ? 1 : 2;
        for (int j = 0; j < users; ++j) {
            auto& user = *object.users.emplace_back(std::make_unique<User>());
            user.name = process.name + (objects > 1 ? "." + std::to_string(i + 1) : "") + static_cast<char>('a' + j);
            user.process = &process;
            user.object = i;
        }
        make(process, i);
    }
}

locks::LeaseOptions Users::anyOptions()
{
    auto& random = m_world.random;
    locks::LeaseOptions options;
    options.log = Log();
    options.random = [this] { return m_world.random.between(0, 999) / 1000.0; };
    options.firstContact.reset();
    const milliseconds lease{random.chance(30) ? random.between(100, 600)
                                               : random.between(600, static_cast<int>(longestLease.count()))};
    if (m_world.recipe.isAlwaysLeased || random.chance(40))
        options.lease = lease;
    else
        options.watchdogTimeout = lease;
    return options;
}

void Users::make(Process& process, std::size_t object)
{
    auto& made = process.objects[object];
    std::vector<redis::Client*> clients;
    for (const auto& client : process.clients)
        clients.push_back(client.get());
    made.sides = m_world.recipe.make(clients, made.options);
    made.isDying = false;
    const auto observe = [&](locks::Lock& lock, std::size_t side) {
        made.states[side] = lock.onState([&made, side](locks::Owner owner, const locks::LockState& state) {
            for (const auto& user : made.users) {
                if (user->owner == owner)
                    user->reported[side] = state.phase;
            }
        });
    };
    observe(*made.sides.lock, 0);
    if (made.sides.read)
        observe(*made.sides.read, 1);
}

// --- actions -------------------------------------------------------------------------------------------------------

void Users::act()
{
    auto& random = m_world.random;
    auto& process = *m_world.processes[random.below(m_world.processes.size())];
    if (process.isDead || process.isSuspended)
        return;
    const auto index = random.below(process.objects.size());
    auto& object = process.objects[index];
    auto& user = *object.users[random.below(object.users.size())];
    if (object.isDying)
        return;
    if (random.chance(2)) {
        renew(process, index);
        return;
    }
    if (user.ask) {
        if (random.chance(25))
            cancel(user);
        return;
    }
    if (user.holdings.empty()) {
        askAny(user);
        return;
    }
    const auto newest = user.holdings.back();
    switch (random.below(8)) {
    case 0:
        verify(newest);
        break;
    case 1:
        if (m_world.recipe.isReentrant)
            ask(user, object.sides.read && (newest->reads || random.chance(70)), 1, {});
        break;
    case 2:
        if (user.holdings.size() == 1 && !newest->reads && m_world.recipe.take == nullptr)
            yield(newest);
        break;
    case 3: // lets the lease run out
        break;
    default:
        release(user.holdings[random.below(user.holdings.size())], random.chance(80));
    }
}

void Users::askAny(User& user)
{
    auto& random = m_world.random;
    const auto& object = user.process->objects[user.object];
    std::optional<Duration> timeout;
    if (random.chance(40))
        timeout = milliseconds(random.chance(40) ? 0 : random.between(1, 5'000));
    ask(user, object.sides.read && random.chance(60),
        m_world.recipe.take && random.chance(30) ? random.between(1, permitCount) : 1, timeout);
}

std::shared_ptr<Ask> Users::newAsk(User& user, bool reads, int permits, std::optional<Duration> timeout)
{
    const auto ask = std::make_shared<Ask>();
    ask->user = &user;
    ask->reads = reads;
    ask->permits = permits;
    ask->timeout = timeout;
    user.ask = ask;
    m_world.asks.push_back(ask);
    m_world.trace.say(user.name, reads ? " asks to read" : " asks", permits > 1 ? " for several" : "",
                      timeout ? " within " + std::to_string(*timeout / milliseconds(1)) + " ms" : "");
    return ask;
}

/// After the call: its time limit has started by then.
void Users::noteStart(const std::shared_ptr<Ask>& ask)
{
    ask->user->process->executor.post([ask] {
        ask->isStarted = true;
        ask->at = ask->user->process->clock.now();
    });
}

Reply<locks::Hold> Users::replyFor(const std::shared_ptr<Ask>& ask)
{
    return [this, ask](Result<locks::Hold> result) { onAnswer(ask, std::move(result)); };
}

void Users::ask(User& user, bool reads, int permits, std::optional<Duration> timeout)
{
    const auto asked = newAsk(user, reads, permits, timeout);
    auto& sides = user.process->objects[user.object].sides;
    auto& lock = reads ? *sides.read : *sides.lock;
    if (m_world.recipe.take)
        m_world.recipe.take(lock, permits, timeout, asked->stop.get_token(), replyFor(asked));
    else
        lock.acquireAsync(user.owner, timeout, asked->stop.get_token(), replyFor(asked));
    noteStart(asked);
}

void Users::yield(const std::shared_ptr<Holding>& holding)
{
    auto& user = *holding->user;
    const auto asked = newAsk(user, holding->reads, holding->permits, {});
    m_world.trace.say(user.name, " yields");
    asked->yielded = std::move(*holding->hold);
    forget(holding);
    asked->yielded->yieldAsync({}, asked->stop.get_token(), replyFor(asked));
}

void Users::cancel(const User& user)
{
    m_world.trace.say(user.name, " cancels");
    user.ask->stop.request_stop();
}

void Users::verify(const std::shared_ptr<Holding>& holding)
{
    m_world.trace.say(holding->user->name, " verifies");
    holding->hold->verifyAsync([this, holding](const Result<void>& result) { m_checker.verified(*holding, result); });
}

/// By value: the argument may be the one that is erased.
void Users::forget(std::shared_ptr<Holding> holding)
{
    std::erase(holding->user->holdings, holding);
    holding->hold.reset();
}

void Users::release(std::shared_ptr<Holding> holding, bool isAnswered)
{
    m_world.trace.say(holding->user->name, isAnswered ? " releases" : " drops its hold");
    holding->mayBeGone = m_checker.isOvertaken(*holding);
    if (isAnswered) {
        m_world.releases.push_back(holding);
        holding->hold->releaseAsync([this, holding](const Result<void>& result) {
            m_world.trace.say("  released ", holding->user->name, ": ", result ? "ok" : describe(result.error()));
            m_checker.released(*holding, result);
        });
    }
    forget(holding);
}

/// Destroys a lock object with its holds, and makes it again.
void Users::renew(Process& process, std::size_t object)
{
    m_world.trace.say(process.name, " makes lock ", object + 1, " anew");
    process.objects[object].isDying = true;
    process.executor.post([this, &process, object] {
        auto& dying = process.objects[object];
        for (const auto& user : dying.users) {
            if (user->ask)
                std::exchange(user->ask, nullptr)->isDropped = true;
            while (!user->holdings.empty())
                forget(user->holdings.back());
        }
        dying.states = {};
        dying.sides = {};
        for (const auto& user : dying.users)
            user->reported = {Phase::Released, Phase::Released};
        make(process, object);
    });
}

void Users::destroyLocks()
{
    for (const auto& process : m_world.processes) {
        if (process->isDead)
            continue;
        process->executor.post([&objects = process->objects] {
            for (auto& object : objects) {
                object.isDying = true;
                object.states = {};
                object.sides = {};
            }
        });
    }
}

// --- answers -------------------------------------------------------------------------------------------------------

void Users::onAnswer(const std::shared_ptr<Ask>& ask, Result<locks::Hold> result)
{
    auto& user = *ask->user;
    m_checker.answered(*ask);
    ask->yielded.reset();
    if (user.ask == ask)
        user.ask.reset();
    if (!result) {
        m_world.trace.say("  refused ", user.name, ": ", describe(result.error()));
        m_checker.refused(*ask, result.error());
        if (result.error().code != ErrorCode::NotHeld && result.error().code != ErrorCode::ConnectionLoss)
            return;
        // A lost hold is released first.
        while (!user.holdings.empty() && m_world.recipe.take == nullptr)
            forget(user.holdings.back());
        return;
    }
    const auto holding = std::make_shared<Holding>();
    holding->user = &user;
    holding->reads = ask->reads;
    holding->permits = ask->permits;
    holding->grant = ++m_world.grants;
    holding->grantedAt = m_world.clock.now();
    holding->isRepeated = std::any_of(user.holdings.begin(), user.holdings.end(), [](const auto& one) {
        return one->hold && locks::isHold(one->hold->state().phase);
    });
    holding->hold = std::move(*result);
    if (ask->isDropped) {
        m_checker.granted(*ask, *holding);
        return;
    }
    user.holdings.push_back(holding);
    ++user.grants;
    m_world.trace.say("  granted ", user.name, holding->reads ? " to read" : "", ": grant ", holding->grant, ", token ",
                      holding->hold->token());
    m_checker.granted(*ask, *holding);
    if (m_world.random.chance(10))
        release(holding, m_world.random.chance(50));
}

} // namespace lockscope::redisSimulation
