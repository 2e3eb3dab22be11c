// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/TestBed.h"

#include <algorithm>

namespace lockscope::test {

Contestant::Contestant(LockWorld& world, const MakeLock& make, const locks::LockOptions& options, bool isAccepted)
    : m_world(world)
    , m_client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
{
    if (!isAccepted)
        m_world.ensemble.disconnect(*m_client);
    m_world.settle();
    m_lock = make(*m_client, options);
    m_states = m_lock->onState(m_keeper.noting());
}

Contestant::~Contestant()
{
    m_keeper.dropAll();
    destroyLock();
    m_client.reset();
    m_world.settle();
}

Answer<locks::Grant> Contestant::ask(std::optional<Duration> timeout, const std::stop_token& stop)
{
    Answer<locks::Grant> answer;
    m_lock->acquireAsync(owner(), timeout, stop, m_keeper.keeping(answer.reply()));
    return answer;
}

Answer<locks::Grant> Contestant::acquire(std::optional<Duration> timeout)
{
    auto answer = ask(timeout);
    m_world.settle();
    return answer;
}

Answer<void> Contestant::release()
{
    Answer<void> answer;
    m_keeper.release(answer.reply());
    m_world.settle();
    return answer;
}

Answer<locks::Grant> Contestant::yield()
{
    Answer<locks::Grant> answer;
    hold().yieldAsync({}, {}, m_keeper.keeping(answer.reply()));
    m_world.settle();
    return answer;
}

Answer<void> Contestant::verify()
{
    Answer<void> answer;
    hold().verifyAsync(answer.reply());
    m_world.settle();
    return answer;
}

Answer<std::vector<zk::OpResult>> Contestant::guard(std::vector<zk::Op> operations)
{
    Answer<std::vector<zk::OpResult>> answer;
    hold().guardAsync(std::move(operations), answer.reply());
    m_world.settle();
    return answer;
}

void Contestant::destroyLock()
{
    m_world.executor.runAndWait([this] {
        m_states.reset();
        m_lock.reset();
    });
    m_world.settle();
}

locks::LockState Contestant::state()
{
    (void)m_client->session(); // the fake's deadline moves when it is asked
    return m_keeper.state();
}

std::optional<std::int64_t> Contestant::fencingToken()
{
    return isHold(state().phase) ? std::optional(hold().token()) : std::nullopt;
}

std::optional<SteadyTime> Contestant::validUntil()
{
    (void)m_client->session();
    return m_keeper.holds() ? hold().validUntil() : std::nullopt;
}

std::vector<std::string> Contestant::nodes()
{
    return m_world.ensemble.ephemeralsOf(m_client->session().id);
}

std::vector<std::string> Contestant::places()
{
    auto places = nodes();
    const auto name = "/" + state().node;
    std::erase_if(places, [&](const std::string& path) { return !path.ends_with(name); });
    return places;
}

TestBed::~TestBed()
{
    while (!m_programs.empty())
        m_programs.pop_back();
}

void TestBed::acceptClients(bool accepts)
{
    m_accepts = accepts;
    for (auto& program : m_programs) {
        if (accepts && program.client().session().state == SessionState::Connecting)
            ensemble.reconnect(program.client());
    }
}

void TestBed::makeDirectories()
{
    for (const auto& directory : m_kind.directories) {
        for (std::size_t end = directory.find('/', 1); end != std::string::npos; end = directory.find('/', end + 1))
            (void)ensemble.create(directory.substr(0, end)); // may be there already
        (void)ensemble.create(directory);
    }
}

QByteArray TestBed::remains()
{
    for (auto& program : m_programs)
        program.destroyLock();
    wait();
    QByteArray remains;
    for (auto& program : m_programs) {
        for (const auto& node : program.nodes())
            remains += printed(node) + " ";
    }
    for (const auto& directory : m_kind.directories) {
        for (const auto& child : ensemble.children(directory)) {
            const auto path = directory + "/" + child;
            if (ensemble.stat(path)->ephemeralOwner != 0)
                remains += printed(path) + " ";
        }
    }
    if (const auto watches = ensemble.watchCount(); watches > 0)
        remains += QByteArray::number(static_cast<qsizetype>(watches)) + " watches";
    return remains;
}

} // namespace lockscope::test
