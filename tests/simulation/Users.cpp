// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Users.h"

#include <algorithm>
#include <array>

namespace lockscope::simulation {

using locks::Phase;

// ---- Processes and their parts

void Users::addProcess()
{
    auto made = std::make_unique<Process>(m_world.clock);
    auto& process = *made;
    const auto index = m_world.processes.size();
    process.name = "p" + std::to_string(index);
    process.speed = m_world.random.between(1, 4);
    m_world.processes.push_back(std::move(made));
    connect(m_world, process);
    const int objects = m_world.recipe.sharesSessions ? m_world.random.between(1, 2) : 1;
    const int users = m_world.recipe.sharesSessions ? m_world.random.between(1, 2) : 1;
    process.objects.resize(static_cast<std::size_t>(objects));
    for (std::size_t i = 0; i < process.objects.size(); ++i) {
        auto& object = process.objects[i];
        object.role = m_world.random.between(0, m_world.recipe.roles - 1);
        for (int j = 0; j < users; ++j) {
            auto user = std::make_shared<User>();
            user->name = process.name + ".lock" + std::to_string(i) + ".user" + std::to_string(j);
            user->process = index;
            user->object = i;
            user->owner = locks::Owner::named(static_cast<std::uint64_t>(j + 1));
            (void)m_world.ensemble.create("/guarded");
            (void)m_world.ensemble.create("/guarded/" + user->name);
            object.users.push_back(std::move(user));
        }
        makeLock(process, i);
    }
}

void Users::makeLock(Process& process, std::size_t index)
{
    auto& object = process.objects[index];
    locks::LockOptions options;
    options.retry = anyPolicy(m_world, object.limited);
    if (m_world.trace.enabled())
        options.log =
            Log([this](LogLevel, std::string_view, std::string_view line) { m_world.trace.say("  log: ", line); },
                LogLevel::Debug);
    object.lock = m_world.recipe.make(*process.client, std::string(m_world.recipe.path), object.role, options);
    object.dying = false;
    object.states =
        object.lock->onState([this, users = object.users](locks::Owner owner, const locks::LockState& state) {
            for (const auto& user : users) {
                if (user->owner == owner)
                    onState(user, state);
            }
        });
}

void Users::tearDown(LockObject& object)
{
    object.dying = false;
    object.states.reset();
    for (const auto& user : object.users) {
        if (user->ask)
            user->ask->abandoned = true;
        user->hold.reset();
        user->yielded.reset();
        for (const auto& hold : user->leaving)
            hold->mayEnd = true;
        m_states.erase(user->name);
    }
    object.lock.reset();
}

void Users::destroy(Process& process, LockObject& object)
{
    m_world.trace.say(process.name, " destroys a lock object");
    object.dying = true;
    process.executor.post([this, &object] { tearDown(object); });
}

void Users::closeClient(Process& process)
{
    m_world.trace.say(process.name, " closes its client");
    process.closing = true;
    for (const auto& object : process.objects) {
        for (const auto& user : object.users) {
            if (user->ask)
                user->ask->closing = true;
            if (user->hold)
                user->hold->mayEnd = true;
            for (const auto& hold : user->leaving)
                hold->mayEnd = true;
        }
    }
    process.client->close([this, name = process.name] { m_world.trace.say(name, " is closed"); });
}

void Users::restart(Process& process)
{
    m_world.trace.say(process.name, " restarts");
    process.closing = true;
    process.restarting = true;
    const auto beginAnew = [this, &process] {
        process.client.reset();
        connect(m_world, process);
        for (std::size_t i = 0; i < process.objects.size(); ++i)
            makeLock(process, i);
    };
    // Politely, or just so: what the locks still have to do must end with the client.
    const bool isAbrupt = m_world.random.chance(50);
    process.executor.post([this, &process, beginAnew, isAbrupt] {
        for (auto& object : process.objects)
            tearDown(object);
        if (isAbrupt)
            beginAnew();
        else
            process.client->close(beginAnew);
    });
}

// ---- What a user does

std::shared_ptr<Ask> Users::newAsk(const LockObject& object, const std::shared_ptr<User>& user)
{
    auto& random = m_world.random;
    auto ask = std::make_shared<Ask>();
    ask->who = user->name + " ask " + std::to_string(++m_asks);
    ask->at = m_world.clock.now();
    ask->limited = object.limited;
    ask->closing = processOf(*user).closing;
    const auto kind = random.below(100);
    if (kind < 15)
        ask->timeout = Duration::zero();
    else if (kind < 35)
        ask->timeout = std::chrono::milliseconds(random.between(1, 200));
    else if (kind < 55)
        ask->timeout = std::chrono::milliseconds(random.between(1'000, 30'000));
    constexpr std::array weights{70, 10, 12, 4, 4};
    ask->then = static_cast<Then>(random.weighted(weights));
    if (!random.chance(60))
        ask->stop = std::stop_source(std::nostopstate);
    m_world.asks.push_back(ask);
    user->ask = ask;
    return ask;
}

void Users::ask(LockObject& object, const std::shared_ptr<User>& user)
{
    const auto ask = newAsk(object, user);
    ask->deeper = static_cast<bool>(user->hold);
    m_world.trace.say(ask->who, ask->deeper ? " (deeper)" : "", ": asks, ",
                      ask->timeout ? std::to_string(ask->timeout->count() / 1'000'000) + " ms"
                                   : std::string("for ever"));
    if (!ask->deeper) {
        user->waitingNode.clear();
        user->ownNodes.clear();
    }
    if (m_world.recipe.mostLeases > 1)
        ask->leases = m_world.random.between(1, m_world.recipe.mostLeases);
    const auto stop = ask->stop.get_token();
    const auto reply = [this, user, ask](const Result<locks::Grant>& result) { onAnswer(user, ask, result); };
    if (m_world.recipe.take)
        m_world.recipe.take(*object.lock, user->owner, ask->leases, ask->timeout, stop, reply);
    else
        object.lock->acquireAsync(user->owner, ask->timeout, stop, reply);
    processOf(*user).executor.post([this, ask] { ask->heard = m_world.clock.now(); });
}

/// Gives back and asks, and hears of the latter alone.
void Users::yield(LockObject& object, const std::shared_ptr<User>& user)
{
    const auto ask = newAsk(object, user);
    m_world.trace.say(ask->who, ": yields, and asks");
    user->yielded = std::exchange(user->hold, nullptr);
    user->yielded->left = m_world.clock.now();
    user->waitingNode.clear();
    user->ownNodes.clear();
    object.lock->yieldAsync(user->owner, ask->timeout, ask->stop.get_token(),
                            [this, user, ask](const Result<locks::Grant>& result) { onAnswer(user, ask, result); });
    processOf(*user).executor.post([this, ask] { ask->heard = m_world.clock.now(); });
}

std::shared_ptr<Inquiry> Users::newInquiry(const char* what, const User& user)
{
    auto inquiry = std::make_shared<Inquiry>();
    inquiry->who = user.name + what + std::to_string(++m_asks);
    inquiry->hold = user.hold;
    inquiry->at = m_world.clock.now();
    inquiry->wasThere = m_judge.isThere(*user.hold);
    m_world.inquiries.push_back(inquiry);
    m_world.trace.say(inquiry->who);
    return inquiry;
}

void Users::verify(LockObject& object, const std::shared_ptr<User>& user)
{
    object.lock->verifyAsync(user->owner, [this, user, inquiry = newInquiry(" verify ", *user)](
                                              const Result<void>& result) { onVerified(*user, *inquiry, result); });
}

void Users::guard(LockObject& object, const std::shared_ptr<User>& user)
{
    const auto inquiry = newInquiry(" guard ", *user);
    inquiry->path = "/guarded/" + user->name;
    inquiry->data = inquiry->who;
    user->guarded = inquiry;
    object.lock->guardAsync(
        user->owner, {zk::SetOp{inquiry->path, inquiry->data}},
        [this, user, inquiry](const Result<std::vector<zk::OpResult>>& result) { onGuarded(*user, inquiry, result); });
}

void Users::cancel(User& user)
{
    m_world.trace.say(user.ask->who, ": is cancelled");
    user.ask->stop.request_stop();
}

void Users::release(LockObject& object, const std::shared_ptr<User>& user)
{
    m_world.trace.say(user->name, " releases");
    if (user->hold->depth > 1 && user->hold->phase != Phase::Lost) {
        --user->hold->depth;
        object.lock->releaseAsync(
            user->owner, [this, user, lock = std::weak_ptr(object.lock)](const Result<void>& result) {
                if (!result && !processOf(*user).closing && !lock.expired())
                    m_world.violated("a deeper hold can be released", user->name + ": " + describe(result.error()));
            });
        return;
    }
    auto hold = std::exchange(user->hold, nullptr);
    user->leaving.push_back(hold);
    hold->left = m_world.clock.now();
    // A lost hold is released once for each depth; what is asked for meanwhile waits behind these in the executor.
    for (; hold->depth > 1; --hold->depth)
        object.lock->releaseAsync(user->owner, [](const Result<void>&) {});
    m_world.releases.push_back(hold);
    hold->mayEnd = hold->mayEnd || processOf(*user).closing || object.dying;
    object.lock->releaseAsync(user->owner,
                              [this, user, hold](const Result<void>& result) { onReleased(user, hold, result); });
}

bool Users::isSettled(const Process& process, const User& user) const
{
    return user.leaving.empty() && m_world.ensemble.openRequests(*process.client) == 0 &&
           process.executor.pendingTasks() == 0 && process.executor.pendingTimers() == 0;
}

void Users::actOn(Process& process, LockObject& object, const std::shared_ptr<User>& user)
{
    auto& random = m_world.random;
    if (user->hold && random.chance(15)) {
        if (random.chance(50))
            verify(object, user);
        else if (!user->guarded)
            guard(object, user);
    } else if (user->ask) {
        if (user->ask->stop.stop_possible() && !user->ask->stop.stop_requested() && random.chance(25))
            cancel(*user);
    } else if (!user->hold) {
        if (!user->yielded && (m_world.recipe.sharesSessions || isSettled(process, *user)))
            ask(object, user);
    } else if (user->hold->depth == 1 && user->hold->phase == Phase::Held && m_world.recipe.sharesSessions &&
               m_world.recipe.mostLeases == 1 && random.chance(15)) {
        yield(object, user);
    } else if (user->hold->phase == Phase::Lost || random.chance(70)) {
        const bool again = random.chance(40) && m_world.recipe.sharesSessions;
        release(object, user);
        if (again && !user->hold)
            ask(object, user); // without waiting for the answer
    } else if (m_world.recipe.reentrant && random.chance(30)) {
        ask(object, user);
    }
}

void Users::act()
{
    auto& random = m_world.random;
    auto& process = *m_world.processes[random.below(m_world.processes.size())];
    if (process.restarting)
        return;
    if (process.closing || random.chance(1)) {
        if (random.chance(30))
            restart(process);
        return;
    }
    const auto index = random.below(process.objects.size());
    auto& object = process.objects[index];
    if (object.dying)
        return;
    if (!object.lock) {
        if (m_world.recipe.sharesSessions || isSettled(process, *object.users.front()))
            makeLock(process, index);
        return;
    }
    const auto dice = random.below(200);
    if (dice == 0)
        closeClient(process);
    else if (dice < 6)
        destroy(process, object);
    else
        actOn(process, object, object.users[random.below(object.users.size())]);
}

// ---- The end

void Users::reclaim()
{
    forEachUser(m_world, [&](const Process& process, const LockObject& object, User& user) {
        if (!user.yielded || user.ask || !object.lock || !m_world.isConnected(process))
            return;
        locks::LockState state;
        processOf(user).executor.runAndWait([&] { state = object.lock->state(user.owner); });
        const auto hold = std::exchange(user.yielded, nullptr);
        if (state.phase == Phase::Released)
            return;
        m_world.trace.say(hold->who, " was yielded, and the server refused");
        hold->phase = state.phase;
        holdAgain(user, *hold);
        if (!m_world.mayBeRefused(hold->left) || hold->token != state.token)
            m_world.violated("yielding gives back", hold->who + " still holds");
    });
}

void Users::mend()
{
    for (const auto& process : m_world.processes) {
        if (process->closing && !process->restarting)
            restart(*process);
    }
}

bool Users::releaseOne()
{
    bool released = false;
    forEachUser(m_world, [&](Process& process, LockObject& object, User& user) {
        if (released || !user.hold || user.hold->phase == Phase::Uncertain || !object.lock || process.closing)
            return;
        for (const auto& shared : object.users) {
            if (shared.get() == &user)
                release(object, shared);
        }
        released = true;
    });
    return released;
}

bool Users::anybodyWaits()
{
    bool waits = false;
    forEachUser(m_world, [&](const Process&, const LockObject&, const User& user) {
        waits = waits || user.ask || user.hold || user.yielded || !user.leaving.empty();
    });
    return waits;
}

void Users::tearDown(Process& process)
{
    for (auto& object : process.objects) {
        object.states.reset();
        object.lock.reset();
    }
}

void Users::destroyAll()
{
    for (const auto& process : m_world.processes) {
        for (auto& object : process->objects) {
            if (object.lock && !object.dying)
                destroy(*process, object);
        }
    }
}

} // namespace lockscope::simulation
