// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Users that takes note of what they are told.

#include "tests/simulation/Users.h"

namespace lockscope::simulation {

using locks::Phase;

void Users::onState(const std::shared_ptr<User>& user, const locks::LockState& state)
{
    m_world.trace.say("  ", user->name, " is ", locks::toString(state));
    auto& last = m_states[user->name];
    m_judge.stateChanged(processOf(*user), *user, last, state);
    last = state;
    if (state.phase == Phase::Waiting && user->ask)
        user->waitingNode = state.node;
    const auto take = [&](const std::shared_ptr<Hold>& hold) {
        if (hold && hold->node == state.node && hold->token == state.token)
            hold->phase = state.phase;
    };
    take(user->hold);
    for (const auto& hold : user->leaving)
        take(hold);
}

void Users::onAnswer(const std::shared_ptr<User>& user, const std::shared_ptr<Ask>& ask,
                     const Result<locks::Grant>& result)
{
    m_world.trace.say("  ", ask->who, ": ", result ? "granted " + result->node : describe(result.error()));
    if (++ask->answers > 1)
        m_world.violated("every ask is answered once", ask->who + " was answered again");
    if (user->ask == ask)
        user->ask.reset();
    auto& process = processOf(*user);
    if (!result) {
        m_judge.refused(*ask, result.error());
        return;
    }
    m_judge.granted(process, *user, *ask, *result);
    if (ask->abandoned)
        return;
    if (ask->deeper) {
        if (user->hold)
            ++user->hold->depth;
        return;
    }
    user->hold = std::make_shared<Hold>();
    user->hold->who = ask->who;
    user->hold->node = result->node;
    user->hold->token = result->token;
    user->hold->session = m_world.sessionOf(process);
    user->hold->role = objectOf(*user).role;
    user->hold->mayEnd = process.closing;
    if (process.closing || objectOf(*user).dying)
        return;
    switch (ask->then) {
    case Then::Nothing:
        break;
    case Then::Release:
        release(objectOf(*user), user);
        break;
    case Then::ReleaseAndAsk:
        release(objectOf(*user), user);
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
    m_judge.released(processOf(*user), *hold, result);
}

} // namespace lockscope::simulation
