// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Users that creates and destroys processes and their objects.

#include "tests/simulation/Users.h"

namespace lockscope::simulation {

void Users::addProcess()
{
    auto& random = m_world.random;
    m_world.processes.push_back(std::make_unique<Process>(m_world.clock));
    auto& process = *m_world.processes.back();
    process.name = "p" + std::to_string(m_world.processes.size() - 1);
    process.speed = random.between(1, 4);
    connect(m_world, process);
    const auto& recipe = m_world.recipe;
    const int objects = recipe.sharesSessions ? random.between(1, 2) : 1;
    const int users = recipe.sharesSessions ? random.between(1, 2) : 1;
    process.objects.reserve(4); // elements keep their addresses
    for (int i = 0; i < objects; ++i) {
        if (recipe.makePair && random.chance(60)) {
            auto& writers = addObject(process, Writes, users);
            auto& readers = addObject(process, Reads, users);
            writers.twin = &readers;
            readers.twin = &writers;
            for (std::size_t j = 0; j < writers.users.size(); ++j) {
                readers.users[j]->owner = writers.users[j]->owner;
                writers.users[j]->twin = readers.users[j];
                readers.users[j]->twin = writers.users[j];
            }
        } else {
            addObject(process, random.between(0, recipe.roles - 1), users);
        }
    }
    makeLocks(process);
}

LockObject& Users::addObject(Process& process, int role, int users)
{
    const auto index = process.objects.size();
    auto& object = process.objects.emplace_back();
    object.role = role;
    for (int j = 0; j < users; ++j) {
        auto user = std::make_shared<User>();
        user->name = process.name + ".lock" + std::to_string(index) + ".user" + std::to_string(j);
        user->process = m_world.processes.size() - 1;
        user->object = index;
        (void)m_world.ensemble.create("/guarded");
        (void)m_world.ensemble.create("/guarded/" + user->name);
        object.users.push_back(std::move(user));
    }
    return object;
}

void Users::makeLocks(Process& process)
{
    for (auto& object : process.objects) {
        if (!object.lock && !m_isOver)
            makeLock(process, object);
    }
}

void Users::makeLock(Process& process, LockObject& object)
{
    const auto& recipe = m_world.recipe;
    const std::string path(recipe.path);
    locks::NodeOptions options;
    options.retry = anyPolicy(m_world, object.limited);
    options.firstContact.reset();
    options.log = Log();
    if (m_world.trace.enabled())
        options.log =
            Log([this](LogLevel, std::string_view, std::string_view line) { m_world.trace.say("  log: ", line); },
                LogLevel::Debug);
    if (auto* twin = object.twin) {
        const auto sides = recipe.makePair(*process.client, path, options);
        object.lock = sides[static_cast<std::size_t>(object.role)];
        twin->lock = sides[static_cast<std::size_t>(twin->role)];
        twin->limited = object.limited;
        attend(*twin);
    } else if (recipe.makeCounted) {
        object.count =
            std::make_shared<locks::SharedCount>(*process.client, std::string(recipe.number), leaseCount, options);
        // Before the lock is notified of it.
        object.numbers = object.count->onValue([this, &object](int number) { onNumber(object, number); });
        object.lock = recipe.makeCounted(*process.client, path, *object.count, options);
    } else {
        object.lock = recipe.make(*process.client, path, object.role, options);
    }
    attend(object);
}

/// Subscribes to the lock's events.
void Users::attend(LockObject& object)
{
    object.dying = false;
    const auto withUser = [users = object.users](locks::Owner owner, const auto& callback) {
        for (const auto& user : users) {
            if (user->owner == owner)
                callback(user);
        }
    };
    object.states = object.lock->onState([this, withUser](locks::Owner owner, const locks::LockState& state) {
        withUser(owner, [&](const std::shared_ptr<User>& user) { onState(user, state); });
    });
    object.heeds = m_world.random.chance(60);
    if (object.heeds)
        object.requests = object.lock->onRevoked([this, withUser](locks::Owner owner) {
            withUser(owner, [&](const std::shared_ptr<User>& user) { onRevoked(user); });
        });
}

void Users::tearDown(LockObject& object)
{
    takeDown(object);
    if (object.twin)
        takeDown(*object.twin);
}

void Users::takeDown(LockObject& object)
{
    object.dying = false;
    object.states.reset();
    object.requests.reset();
    object.numbers.reset();
    object.heardAt = 0;
    object.number.reset();
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
    object.count.reset();
}

void Users::destroy(Process& process, LockObject& object)
{
    m_world.trace.say(process.name, " destroys a lock object");
    object.dying = true;
    if (object.twin)
        object.twin->dying = true;
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
            for (const auto& hold : {user->hold, user->yielded}) {
                if (hold)
                    hold->mayEnd = true;
            }
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
        makeLocks(process);
    };
    // Closed first, or just destroyed: pending work of the locks must end with the client.
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

void Users::tearDown(Process& process)
{
    for (auto& object : process.objects) {
        object.states.reset();
        object.requests.reset();
        object.numbers.reset();
        object.lock.reset();
        object.count.reset();
    }
}

void Users::destroyAll()
{
    m_isOver = true;
    for (const auto& process : m_world.processes) {
        for (auto& object : process->objects) {
            if (object.lock && !object.dying)
                destroy(*process, object);
        }
    }
}

} // namespace lockscope::simulation
