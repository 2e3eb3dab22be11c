// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeEnsemble.h"

#include <algorithm>

namespace lockscope::test {

using Lock = std::lock_guard<std::recursive_mutex>;

FakeEnsemble::FakeEnsemble(Executor& executor)
    : m_server(std::make_shared<FakeServer>(executor))
{
}

void FakeEnsemble::fail(FakeFault fault)
{
    const Lock lock(m_server->mutex);
    m_server->faults.fail(std::move(fault));
}

int FakeEnsemble::hold(FakeFault fault)
{
    const Lock lock(m_server->mutex);
    return m_server->faults.hold(std::move(fault));
}

void FakeEnsemble::release(int hold)
{
    m_server->release(hold);
}

void FakeEnsemble::setLatency(Duration latency)
{
    const std::lock_guard lock(m_server->mutex);
    m_server->latency = latency;
}

void FakeEnsemble::clearFaults()
{
    const Lock lock(m_server->mutex);
    m_server->faults.clear();
}

std::size_t FakeEnsemble::faultsLeft() const
{
    const Lock lock(m_server->mutex);
    return m_server->faults.armed();
}

void FakeEnsemble::refuseScheme(std::string scheme)
{
    const Lock lock(m_server->mutex);
    m_server->refusedSchemes.push_back(std::move(scheme));
}

void FakeEnsemble::disconnect(const FakeClient& client, When pending)
{
    m_server->disconnect(client.m_link, pending);
}

void FakeEnsemble::isolate(const FakeClient& client)
{
    const Lock lock(m_server->mutex);
    client.m_link->blocked = true;
}

void FakeEnsemble::cut(const FakeClient& client)
{
    m_server->cut(client.m_link);
}

void FakeEnsemble::reconnect(const FakeClient& client)
{
    m_server->reconnect(client.m_link);
}

SessionId FakeEnsemble::expire(const FakeClient& client)
{
    const Lock lock(m_server->mutex);
    const auto follower = client.m_link->readOnly ? 0 : client.m_link->server;
    const auto session = client.m_link->session;
    m_server->expire(session);
    if (follower != 0)
        m_server->apply(follower, m_server->lag(follower));
    return session;
}

void FakeEnsemble::setReadOnly(const FakeClient& client, bool readOnly)
{
    m_server->setReadOnly(client.m_link, readOnly);
}

std::size_t FakeEnsemble::addFollower()
{
    return m_server->addFollower();
}

void FakeEnsemble::attach(const FakeClient& client, std::size_t server)
{
    const Lock lock(m_server->mutex);
    client.m_link->nextServer = server;
}

void FakeEnsemble::apply(std::size_t follower, std::size_t transactions)
{
    m_server->apply(follower, transactions);
}

void FakeEnsemble::partition(std::size_t follower)
{
    m_server->partition(follower);
}

void FakeEnsemble::heal(std::size_t follower)
{
    m_server->heal(follower);
}

std::size_t FakeEnsemble::lag(std::size_t follower) const
{
    return m_server->lag(follower);
}

void FakeEnsemble::pauseExpiry()
{
    m_server->pauseExpiry(true);
}

void FakeEnsemble::resumeExpiry()
{
    m_server->pauseExpiry(false);
}

void FakeEnsemble::setTick(Duration tick, Duration pingPhase)
{
    const Lock lock(m_server->mutex);
    m_server->tick = tick;
    m_server->pingPhase = pingPhase;
}

void FakeEnsemble::keepEphemeralsVisible(const FakeClient& client)
{
    const Lock lock(m_server->mutex);
    m_server->keepEphemerals(client.m_link->session);
}

void FakeEnsemble::removeKeptEphemerals()
{
    m_server->removeKeptEphemerals();
}

Result<zk::Created> FakeEnsemble::create(const std::string& path, std::string data, SessionId owner,
                                         zk::CreateMode mode)
{
    const Lock lock(m_server->mutex);
    if (owner != 0 && mode == zk::CreateMode::Persistent)
        mode = zk::CreateMode::Ephemeral;
    else if (owner != 0 && mode == zk::CreateMode::PersistentSequential)
        mode = zk::CreateMode::EphemeralSequential;
    auto result =
        m_server->tree.create({path, std::move(data), mode, zk::openAcl()}, {owner, m_server->clock().wallNow(), true});
    m_server->publish();
    return result;
}

Result<void> FakeEnsemble::remove(const std::string& path)
{
    const Lock lock(m_server->mutex);
    auto result = m_server->tree.remove(path, zk::anyVersion, {0, m_server->clock().wallNow(), true});
    m_server->publish();
    return result;
}

Result<zk::Stat> FakeEnsemble::setData(const std::string& path, std::string data)
{
    const Lock lock(m_server->mutex);
    auto result = m_server->tree.set(path, std::move(data), zk::anyVersion, {0, m_server->clock().wallNow(), true});
    m_server->publish();
    return result;
}

Result<void> FakeEnsemble::setNextSequence(const std::string& parent, std::int32_t number)
{
    const Lock lock(m_server->mutex);
    return m_server->tree.setNextSequence(parent, number);
}

void FakeEnsemble::deny(const std::string& path, std::int32_t permissions)
{
    const Lock lock(m_server->mutex);
    m_server->tree.takeZxid();
    m_server->tree.deny(path, permissions);
    m_server->publish();
}

void FakeEnsemble::setExistsNeedsRead(bool needsRead)
{
    const Lock lock(m_server->mutex);
    m_server->tree.takeZxid();
    m_server->tree.setExistsNeedsRead(needsRead);
    m_server->publish();
}

void FakeEnsemble::reapContainers()
{
    const Lock lock(m_server->mutex);
    m_server->tree.reapContainers();
    m_server->publish();
}

std::vector<std::string> FakeEnsemble::children(const std::string& path) const
{
    const Lock lock(m_server->mutex);
    return m_server->tree.names(path);
}

bool FakeEnsemble::exists(const std::string& path) const
{
    return stat(path).has_value();
}

std::optional<zk::Stat> FakeEnsemble::stat(const std::string& path) const
{
    const Lock lock(m_server->mutex);
    return m_server->tree.stat(path);
}

std::string FakeEnsemble::data(const std::string& path) const
{
    const Lock lock(m_server->mutex);
    return m_server->tree.data(path);
}

std::vector<std::string> FakeEnsemble::ephemeralsOf(SessionId session) const
{
    const Lock lock(m_server->mutex);
    return m_server->tree.pathsOwnedBy(session);
}

std::int64_t FakeEnsemble::zxid() const
{
    const Lock lock(m_server->mutex);
    return m_server->tree.zxid();
}

std::size_t FakeEnsemble::watchCount(const std::string& path) const
{
    return m_server->watchCount(path);
}

std::size_t FakeEnsemble::watchCount() const
{
    return m_server->watchCount();
}

std::size_t FakeEnsemble::sessionCount() const
{
    return m_server->sessionCount();
}

bool FakeEnsemble::hasSession(SessionId session) const
{
    return m_server->hasSession(session);
}

std::size_t FakeEnsemble::openRequests(const FakeClient& client) const
{
    return client.openRequests();
}

std::vector<FakeServer::Logged> FakeEnsemble::requests() const
{
    const Lock lock(m_server->mutex);
    return m_server->log;
}

std::size_t FakeEnsemble::count(FakeOp op) const
{
    const Lock lock(m_server->mutex);
    return static_cast<std::size_t>(std::count_if(m_server->log.begin(), m_server->log.end(), [op](const auto& entry) {
        return op == FakeOp::Any || entry.op == op;
    }));
}

void FakeEnsemble::onExecuting(std::function<void(SessionId, const FakeRequest&)> observer)
{
    const Lock lock(m_server->mutex);
    m_server->executing = std::move(observer);
}

void FakeEnsemble::onTraffic(std::function<void(SessionId, const std::string&)> observer)
{
    const Lock lock(m_server->mutex);
    m_server->observer = std::move(observer);
}

void FakeEnsemble::clearRequests()
{
    const Lock lock(m_server->mutex);
    m_server->log.clear();
}

} // namespace lockscope::test
