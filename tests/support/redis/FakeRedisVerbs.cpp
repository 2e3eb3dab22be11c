// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The faults of FakeRedis, and WAIT.

#include "tests/support/redis/FakeRedis.h"

#include <algorithm>

namespace lockscope::test {

using redis::Value;

void FakeRedis::lose(FakeRedisMatch match, When when, FakeLoss loss)
{
    m_faults.add({.match = std::move(match), .when = when, .loss = loss, .delay = {}, .hold = 0});
}

void FakeRedis::delay(FakeRedisMatch match, Duration by)
{
    m_faults.add({.match = std::move(match), .when = When::BeforeExecution, .loss = {}, .delay = by, .hold = 0});
}

int FakeRedis::hold(FakeRedisMatch match)
{
    return m_faults.addHold(std::move(match));
}

void FakeRedis::release(int hold)
{
    m_faults.disarm(hold);
    const auto it = std::find_if(m_sessions.begin(), m_sessions.end(),
                                 [hold](const auto& each) { return each.second->isHeld && each.second->hold == hold; });
    if (it != m_sessions.end())
        resume(it->first);
}

bool FakeRedis::applyFault(FakeSession& session, const FakeRedisFaults::Fault& fault)
{
    if (!fault.loss) {
        session.isHeld = true;
        session.hold = fault.hold;
        if (fault.delay)
            session.timer = m_executor.after(*fault.delay, [this, id = session.id] { resume(id); });
        return false;
    }
    session.isMute = true;
    if (fault.when == When::AfterExecution) {
        session.isClosing = fault.loss == FakeLoss::Cut;
        return true;
    }
    if (fault.loss == FakeLoss::Cut)
        close(session.id);
    return false;
}

void FakeRedis::resume(std::uint64_t connection)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end())
        return;
    it->second->isHeld = false;
    it->second->hold = 0;
    proceed(connection);
}

void FakeRedis::closeConnections(const std::string& client)
{
    closeAll(client, false);
}

void FakeRedis::closeSubscribers(const std::string& client)
{
    closeAll(client, true);
}

void FakeRedis::closeAll(const std::string& client, bool onlySubscribers)
{
    std::vector<std::uint64_t> closed;
    for (const auto& [id, session] : m_sessions) {
        const bool isClient = client.empty() || session->peer.client == client;
        if (isClient && (!onlySubscribers || session->isSubscribed()))
            closed.push_back(id);
    }
    for (const auto id : closed)
        close(id);
}

void FakeRedis::loseData()
{
    closeConnections();
    m_scripts.restart();
    m_store.reset();
    ++m_runs;
}

std::size_t FakeRedis::failOver(std::size_t lostWrites)
{
    closeConnections();
    m_scripts.restart();
    ++m_runs;
    return m_store.undo(lostWrites);
}

void FakeRedis::takeOver(const FakeRedis& master, std::size_t lostWrites)
{
    m_store.copy(master.m_store, lostWrites);
    m_master.reset();
}

void FakeRedis::flushScripts()
{
    m_scripts.clear();
}

void FakeRedis::setReplicas(std::vector<redis::Address> replicas, std::size_t acknowledging)
{
    m_replicas = std::move(replicas);
    m_acknowledging = acknowledging;
    std::vector<std::uint64_t> satisfied;
    for (const auto& [id, session] : m_sessions) {
        if (session->waitsFor && *session->waitsFor <= static_cast<std::int64_t>(m_acknowledging))
            satisfied.push_back(id);
    }
    for (const auto id : satisfied)
        endWait(id);
}

std::optional<Value> FakeRedis::wait(FakeSession& session, std::int64_t replicas, std::chrono::milliseconds timeout)
{
    const auto acknowledging = static_cast<std::int64_t>(m_acknowledging);
    if (acknowledging >= replicas)
        return Value::integer(acknowledging);
    session.waitsFor = replicas;
    if (timeout.count() > 0)
        session.timer = m_executor.after(timeout, [this, id = session.id] { endWait(id); });
    return std::nullopt;
}

void FakeRedis::endWait(std::uint64_t connection)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end() || !it->second->waitsFor)
        return;
    const auto session = it->second;
    session->waitsFor.reset();
    session->timer.reset();
    send(*session, Value::integer(static_cast<std::int64_t>(m_acknowledging)));
    proceed(connection);
}

} // namespace lockscope::test
