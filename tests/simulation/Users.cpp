// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Users.h"

#include "core/locks/zookeeper/Guard.h"
#include "core/locks/zookeeper/Revocation.h"

#include <algorithm>
#include <array>

namespace lockscope::simulation {

using locks::Phase;

std::shared_ptr<Ask> Users::newAsk(const LockObject& object, const std::shared_ptr<User>& user)
{
    auto& random = m_world.random;
    auto ask = std::make_shared<Ask>();
    ask->who = user->name + " ask " + std::to_string(++m_asks);
    ask->at = m_world.clock.now();
    ask->limited = object.limited;
    ask->closing = processOf(*user).closing;
    ask->number = object.number.value_or(0);
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
    if (!ask->deeper)
        forgetNodes(*user);
    if (m_world.recipe.mostLeases > 1)
        ask->leases = m_world.random.between(1, m_world.recipe.mostLeases);
    const auto stop = ask->stop.get_token();
    const auto reply = [this, user, ask](Result<locks::Hold> result) { onAnswer(user, ask, std::move(result)); };
    if (m_world.recipe.take)
        m_world.recipe.take(*object.lock, user->owner, ask->leases, ask->timeout, stop, reply);
    else
        object.lock->acquireAsync(user->owner, ask->timeout, stop, reply);
    processOf(*user).executor.post([this, user, ask] { onNotified(*user, *ask); });
}

void Users::forgetNodes(User& user)
{
    user.waitingNode.clear();
    user.ownNodes.clear();
    user.parts.clear();
}

/// The lock has received the request.
void Users::onNotified(const User& user, Ask& ask)
{
    ask.notified = m_world.clock.now();
    if (const auto twin = user.twin.lock(); twin && objectOf(user).role == Reads)
        ask.conferred = Checker::heldBy(*twin);
    m_checker.notified(objectOf(user), user, ask);
}

/// From now on the owner has no claim to the hold.
void Users::releaseHold(const User& user, const std::shared_ptr<Hold>& hold)
{
    processOf(user).executor.post([hold] { hold->releaseHold = true; });
}

/// Releases and asks, and receives the reply of the latter only.
void Users::yield(LockObject& object, const std::shared_ptr<User>& user)
{
    const auto ask = newAsk(object, user);
    m_world.trace.say(ask->who, ": yields, and asks");
    user->yielded = std::exchange(user->hold, nullptr);
    user->yielded->left = m_world.clock.now();
    forgetNodes(*user);
    user->yielded->handles.back()->yieldAsync(
        ask->timeout, ask->stop.get_token(),
        [this, user, ask](Result<locks::Hold> result) { onAnswer(user, ask, std::move(result)); });
    releaseHold(*user, user->yielded);
    processOf(*user).executor.post([this, user, ask] { onNotified(*user, *ask); });
}

std::shared_ptr<Inquiry> Users::newInquiry(const char* what, const User& user)
{
    auto inquiry = std::make_shared<Inquiry>();
    inquiry->who = user.name + what + std::to_string(++m_asks);
    inquiry->hold = user.hold;
    inquiry->at = m_world.clock.now();
    inquiry->wasThere = m_checker.isThere(*user.hold);
    m_world.inquiries.push_back(inquiry);
    m_world.trace.say(inquiry->who);
    return inquiry;
}

void Users::verify(const std::shared_ptr<User>& user)
{
    user->hold->handles.back()->verifyAsync([this, user, inquiry = newInquiry(" verify ", *user)](
                                                const Result<void>& result) { onVerified(*user, *inquiry, result); });
}

void Users::guard(const std::shared_ptr<User>& user)
{
    const auto inquiry = newInquiry(" guard ", *user);
    inquiry->path = "/guarded/" + user->name;
    inquiry->data = inquiry->who;
    user->guarded = inquiry;
    locks::guardAsync(
        *user->hold->handles.back(), {zk::SetOp{inquiry->path, inquiry->data}},
        [this, user, inquiry](const Result<std::vector<zk::OpResult>>& result) { onGuarded(*user, inquiry, result); });
}

void Users::cancel(User& user)
{
    m_world.trace.say(user.ask->who, ": is cancelled");
    user.ask->stop.request_stop();
}

void Users::release(const std::shared_ptr<User>& user)
{
    auto& object = objectOf(*user);
    m_world.trace.say(user->name, " releases");
    if (user->hold->depth > 1 && user->hold->phase != Phase::Lost) {
        --user->hold->depth;
        const auto handle = user->hold->handles.back();
        user->hold->handles.pop_back();
        handle->releaseAsync([this, user, handle, lock = std::weak_ptr(object.lock)](const Result<void>& result) {
            // Another client may have held meanwhile: the last release reports whether it has.
            const bool isLate = !result && result.error().code == ErrorCode::NotHeld;
            if (!result && !isLate && !processOf(*user).closing && !lock.expired())
                m_world.violated("a deeper hold can be released", user->name + ": " + describe(result.error()));
        });
        return;
    }
    auto hold = std::exchange(user->hold, nullptr);
    user->leaving.push_back(hold);
    hold->left = m_world.clock.now();
    // A lost hold is released once per depth; later requests queue behind these in the executor.
    for (; hold->depth > 1; --hold->depth) {
        hold->handles.back()->releaseAsync([](const Result<void>&) {});
        hold->handles.pop_back();
    }
    m_world.releases.push_back(hold);
    hold->mayEnd = hold->mayEnd || processOf(*user).closing || object.dying;
    hold->handles.back()->releaseAsync(
        [this, user, hold](const Result<void>& result) { onReleased(user, hold, result); });
    releaseHold(*user, hold);
}

/// For any node; its holder may or may not honour the request.
void Users::askForRevocation(Process& process)
{
    auto& random = m_world.random;
    const auto& queue = m_world.recipe.queues[random.below(m_world.recipe.queues.size())];
    const auto nodes = m_world.ensemble.children(std::string(queue.directory));
    if (nodes.empty())
        return;
    auto request = std::make_shared<Inquiry>();
    const auto path = World::pathOf(queue, nodes[random.below(nodes.size())]);
    request->who = process.name + " wish " + std::to_string(++m_asks);
    request->at = m_world.clock.now();
    m_world.inquiries.push_back(request);
    m_world.trace.say(request->who, ": asks for ", path);
    const auto message = random.chance(50) ? locks::curatorRevocation : locks::documentedRevocation;
    process.executor.post([this, &process, request, path, message] {
        locks::revoke(
            *process.client, path,
            [this, request](const Result<void>& result) {
                m_world.trace.say("  ", request->who, ": ", result ? std::string("written") : describe(result.error()));
                ++request->answers;
                m_checker.refusedWrite(*request, result);
            },
            message);
    });
}

/// Unconditionally, or only if no other client was faster.
void Users::changeNumber(LockObject& object, const Process& process)
{
    auto& random = m_world.random;
    auto change = std::make_shared<Inquiry>();
    const int number = random.between(0, leaseCount + 1);
    change->who = process.name + " number " + std::to_string(++m_asks);
    change->at = m_world.clock.now();
    m_world.inquiries.push_back(change);
    m_world.trace.say(change->who, ": writes ", number);
    const auto reported = [this, change](const Result<bool>& result) {
        m_world.trace.say("  ", change->who, ": ",
                          result ? std::string(*result ? "written" : "not written") : describe(result.error()));
        ++change->answers;
        m_checker.refusedWrite(*change, result ? Result<void>() : failure(result.error()));
    };
    if (random.chance(50))
        object.count->setAsync(number, [reported](const Result<void>& result) {
            reported(result ? Result<bool>(true) : failure(result.error()));
        });
    else
        object.count->trySetAsync(number, reported);
}

bool Users::isSettled(const Process& process, const User& user) const
{
    return user.leaving.empty() && m_world.ensemble.openRequests(*process.client) == 0 &&
           process.executor.pendingTasks() == 0 && process.executor.pendingTimers() <= clientTimers;
}

void Users::actOn(Process& process, LockObject& object, const std::shared_ptr<User>& user)
{
    auto& random = m_world.random;
    if (user->hold && random.chance(15)) {
        if (random.chance(50))
            verify(user);
        else if (!user->guarded)
            guard(user);
    } else if (user->ask) {
        if (user->ask->stop.stop_possible() && !user->ask->stop.stop_requested() && random.chance(25))
            cancel(*user);
    } else if (!user->hold) {
        if (!user->yielded && (m_world.recipe.sharesSessions || isSettled(process, *user)))
            ask(object, user);
    } else if (const auto reader = idleReader(object, *user); reader && random.chance(40)) {
        ask(*object.twin, reader);
    } else if (user->hold->depth == 1 && user->hold->phase == Phase::Held && m_world.recipe.sharesSessions &&
               m_world.recipe.mostLeases == 1 && random.chance(15)) {
        yield(object, user);
    } else if (user->hold->phase == Phase::Lost || random.chance(70)) {
        const bool again = random.chance(40) && m_world.recipe.sharesSessions;
        release(user);
        if (again && !user->hold)
            ask(object, user); // without waiting for the reply
    } else if (m_world.recipe.reentrant && random.chance(30)) {
        ask(object, user);
    }
}

/// The same owner's other side, if a writer holds and may continue as a reader.
std::shared_ptr<User> Users::idleReader(const LockObject& object, const User& user)
{
    const auto twin = user.twin.lock();
    if (!twin || object.role != Writes || !object.twin->lock || twin->ask || twin->hold || twin->yielded)
        return nullptr;
    return twin;
}

void Users::act()
{
    auto& random = m_world.random;
    auto& process = *m_world.processes[random.below(m_world.processes.size())];
    if (process.restarting || process.suspended)
        return;
    if (process.closing || random.chance(1)) {
        if (random.chance(30))
            restart(process);
        return;
    }
    auto& object = process.objects[random.below(process.objects.size())];
    if (object.dying)
        return;
    if (!object.lock) {
        if (m_world.recipe.sharesSessions || isSettled(process, *object.users.front()))
            makeLock(process, object);
        return;
    }
    const auto dice = random.below(200);
    if (dice == 0)
        closeClient(process);
    else if (dice < 6)
        destroy(process, object);
    else if (dice < 16)
        askForRevocation(process);
    else if (dice < 36 && object.count)
        changeNumber(object, process);
    else
        actOn(process, object, object.users[random.below(object.users.size())]);
}

// ---- The end

void Users::reclaim()
{
    forEachUser(m_world, [&](const Process& process, const LockObject& object, User& user) {
        if (!user.yielded || user.ask || !object.lock || !m_world.isConnected(process))
            return;
        const auto hold = std::exchange(user.yielded, nullptr);
        const auto state = hold->handles.back()->state();
        if (state.phase == Phase::Released)
            return;
        m_world.trace.say(hold->who, " was yielded, and the server refused");
        hold->phase = state.phase;
        holdAgain(user, *hold);
        if (!m_world.mayHaveBeenRefused(hold->left) || hold->token != state.token)
            m_world.violated("yielding releases the lock", hold->who + " still holds");
    });
}

void Users::mend()
{
    const std::string number(m_world.recipe.number);
    if (!number.empty() && m_world.ensemble.data(number) != SharedNumber::encoded(leaseCount)) {
        (void)m_world.ensemble.setData(number, SharedNumber::encoded(leaseCount));
        for (std::size_t follower = 1; follower <= m_world.followers; ++follower)
            m_world.ensemble.apply(follower, m_world.ensemble.lag(follower));
    }

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
                release(shared);
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

} // namespace lockscope::simulation
