// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Users that records replies and events.

#include "tests/simulation/Users.h"

#include <algorithm>

namespace lockscope::simulation {

using locks::Phase;

void Users::onState(const std::shared_ptr<User>& user, const locks::LockState& state)
{
    m_world.trace.say("  ", user->name, " is ", locks::toString(state));
    auto& last = m_states[user->name];
    m_checker.stateChanged(processOf(*user), *user, last, state);
    last = state;
    if (state.phase == Phase::Waiting && user->ask) {
        noteParts(*user, state.node);
        user->waitingNode = state.node;
        user->ownNodes.insert(state.node);
    }
    const auto take = [&](const std::shared_ptr<Hold>& hold) {
        if (hold && hold->node == state.node && hold->token == state.token)
            hold->phase = state.phase;
    };
    take(user->hold);
    take(user->yielded);
    for (const auto& hold : user->leaving)
        take(hold);
}

/// A node's name is removed when it is lost while waiting; otherwise the next one is added after its grant.
void Users::noteParts(User& user, const std::string& node)
{
    if (node == user.waitingNode)
        return;
    if (node.empty() && !user.parts.empty()) {
        user.parts.pop_back();
        return;
    }
    const auto& queues = m_world.recipe.queues;
    const auto found = std::find_if(queues.begin(), queues.end(), [&](const Queue& queue) {
        return m_world.ensemble.exists(World::pathOf(queue, node));
    });
    user.parts.push_back(found == queues.end() ? std::string() : World::pathOf(*found, node));
}

/// A revocation request was received.
void Users::onRevoked(const std::shared_ptr<User>& user)
{
    m_world.trace.say("  ", user->name, " receives a revocation request");
    m_checker.revoked(*user);
    auto& object = objectOf(*user);
    if (processOf(*user).closing || object.dying || !m_world.random.chance(40))
        return;
    if (user->hold && !user->ask)
        release(user);
    else if (!user->hold && user->ask && user->ask->stop.stop_possible())
        cancel(*user);
}

void Users::onNumber(LockObject& object, int number)
{
    m_world.trace.say("  ", object.users.front()->name, " is notified of ", number, " leases");
    m_checker.numberHeard(object, number);
    for (const auto& user : object.users) {
        if (user->ask)
            user->ask->number = std::max(user->ask->number, number);
    }
}

void Users::onAnswer(const std::shared_ptr<User>& user, const std::shared_ptr<Ask>& ask, Result<locks::Hold> result)
{
    m_world.trace.say("  ", ask->who, ": ", result ? "granted " + result->grant().node : describe(result.error()));
    if (++ask->answers > 1)
        m_world.violated("every ask is answered once", ask->who + " was answered again");
    if (user->ask == ask)
        user->ask.reset();
    auto& process = processOf(*user);
    if (!result) {
        m_checker.refused(*user, *ask, result.error());
        if (user->yielded && result.error().operation == "yield") { // changed nothing
            user->hold = std::exchange(user->yielded, nullptr);
            // After the tasks that record it.
            process.executor.post([hold = user->hold] { hold->releaseHold = false; });
        }
        return;
    }
    user->yielded.reset();
    const auto handle = std::make_shared<locks::Hold>(*std::move(result));
    const auto& grant = handle->grant();
    // Released, refused, and asked for before the refusal was known: the same hold again.
    ask->deeper = ask->deeper || (user->hold && user->hold->node == grant.node);
    m_checker.granted(process, *user, *ask, grant);
    if (ask->abandoned)
        return;
    if (ask->deeper) {
        if (user->hold) {
            ++user->hold->depth;
            user->hold->handles.push_back(handle);
        }
        return;
    }
    user->hold = std::make_shared<Hold>();
    user->hold->who = ask->who;
    user->hold->handles = {handle};
    user->hold->node = grant.node;
    user->hold->token = grant.token;
    user->hold->nodes = grant.nodes;
    user->hold->session = m_world.sessionOf(process);
    user->hold->role = objectOf(*user).role;
    user->hold->mayEnd = process.closing;
    user->hold->number = ask->number;
    user->tokens[grant.token] = grant.node;
    if (process.closing || objectOf(*user).dying)
        return;
    switch (ask->then) {
    case Then::Nothing:
        break;
    case Then::Release:
        release(user);
        break;
    case Then::ReleaseAndAsk:
        release(user);
        if (m_world.recipe.sharesSessions)
            this->ask(objectOf(*user), user);
        break;
    case Then::DestroyLock:
        m_world.trace.say(process.name, " destroys a lock object in the reply");
        tearDown(objectOf(*user));
        break;
    case Then::CloseClient:
        closeClient(process);
        break;
    }
}

void Users::onReleased(const std::shared_ptr<User>& user, const std::shared_ptr<Hold>& hold, const Result<void>& result)
{
    m_world.trace.say("  ", hold->who, ": ", result ? std::string("released") : describe(result.error()));
    if (++hold->answers > 1)
        m_world.violated("every release is answered once", hold->who + " was answered again");
    std::erase(user->leaving, hold);
    m_checker.released(processOf(*user), *hold, result);
    const bool isRefused = !result && result.error().code == ErrorCode::NoAuth;
    if (isRefused && !user->hold && objectOf(*user).lock && !hold->mayEnd)
        holdAgain(*user, *hold);
}

void Users::holdAgain(User& user, const Hold& hold)
{
    user.hold = std::make_shared<Hold>(hold);
    user.hold->answers = 0;
    user.hold->releaseHold = false;
}

void Users::onVerified(const User& user, Inquiry& inquiry, const Result<void>& result)
{
    m_world.trace.say("  ", inquiry.who, ": ", result ? std::string("holds") : describe(result.error()));
    ++inquiry.answers;
    if (result && !inquiry.wasThere)
        m_world.violated("verify tells the truth", inquiry.who + ": it had been gone before");
    if (!result)
        m_checker.deniedHold(processOf(user), user, inquiry, result.error());
}

void Users::onGuarded(User& user, const std::shared_ptr<Inquiry>& inquiry,
                      const Result<std::vector<zk::OpResult>>& result)
{
    m_world.trace.say("  ", inquiry->who, ": ", result ? std::string("written") : describe(result.error()));
    ++inquiry->answers;
    user.guarded.reset();
    const bool isWritten = m_world.ensemble.data(inquiry->path) == inquiry->data;
    if (result && (!isWritten || result->size() != 1))
        m_world.violated("guard tells the truth", inquiry->who + " was to be written");
    if (result)
        return;
    // A code without a name leaves the outcome unknown.
    const bool isUnknown = isOutcomeUnknown(result.error()) || result.error().code == ErrorCode::System;
    if (isWritten && !isUnknown)
        m_world.violated("guard tells the truth", inquiry->who + " has been written all the same");
    m_checker.deniedHold(processOf(user), user, *inquiry, result.error());
}

} // namespace lockscope::simulation
