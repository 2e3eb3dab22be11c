// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that keeps the watches and notifies their sessions.

#include "tests/support/FakeServer.h"

#include "core/base/Path.h"

namespace lockscope::test {

using EventType = zk::WatchEvent::Type;
using Lock = std::lock_guard<std::recursive_mutex>;

void FakeServer::addWatch(ServerWatch kind, const std::string& path, SessionId session)
{
    const Lock lock(mutex);
    (kind == ServerWatch::Data ? m_dataWatches : m_childWatches)[path].insert(session);
}

void FakeServer::removeWatch(ServerWatch kind, const std::string& path, SessionId session)
{
    const Lock lock(mutex);
    Watches& watches = kind == ServerWatch::Data ? m_dataWatches : m_childWatches;
    if (const auto it = watches.find(path); it != watches.end()) {
        it->second.erase(session);
        if (it->second.empty())
            watches.erase(it);
    }
}

void FakeServer::forgetWatches(SessionId session)
{
    for (Watches* watches : {&m_dataWatches, &m_childWatches}) {
        for (auto& [path, sessions] : *watches)
            sessions.erase(session);
        std::erase_if(*watches, [](const auto& entry) { return entry.second.empty(); });
    }
}

void FakeServer::fire(EventType type, const std::string& path, const std::set<SessionId>& sessions)
{
    for (const SessionId id : sessions) {
        const auto it = m_sessions.find(id);
        const auto link = it == m_sessions.end() ? nullptr : it->second.link.lock();
        if (link && link->up)
            send(link, type, path);
    }
}

void FakeServer::publish()
{
    const Lock lock(mutex);
    const auto changes = tree.takeChanges();
    applyChanges(0, changes);
    std::shared_ptr<const Transaction> transaction;
    for (Follower& follower : m_followers) {
        if (follower.isFrozen || tree.zxid() == m_published)
            continue;
        if (!transaction)
            transaction = std::make_shared<const Transaction>(Transaction{tree, changes});
        follower.pending.push_back(transaction);
    }
    m_published = tree.zxid();
}

std::set<SessionId> FakeServer::takeWatchers(Watches& watches, const std::string& path, std::size_t server)
{
    std::set<SessionId> taken;
    const auto it = watches.find(path);
    if (it == watches.end())
        return taken;
    for (auto id = it->second.begin(); id != it->second.end();) {
        const auto session = m_sessions.find(*id);
        const auto link = session == m_sessions.end() ? nullptr : session->second.link.lock();
        if (link && link->server == server) {
            taken.insert(*id);
            id = it->second.erase(id);
        } else {
            ++id;
        }
    }
    if (it->second.empty())
        watches.erase(it);
    return taken;
}

void FakeServer::applyChanges(std::size_t server, const std::vector<FakeTree::Change>& changes)
{
    for (const FakeTree::Change& change : changes) {
        auto sessions = takeWatchers(m_dataWatches, change.path, server);
        if (change.type == EventType::Deleted)
            sessions.merge(takeWatchers(m_childWatches, change.path, server)); // one event per session
        fire(change.type, change.path, sessions);
        if (change.type != EventType::DataChanged) {
            const std::string parent = parentOf(change.path);
            fire(EventType::ChildrenChanged, parent, takeWatchers(m_childWatches, parent, server));
        }
    }
}

std::size_t FakeServer::watchCount(const std::string& path) const
{
    const Lock lock(mutex);
    const auto data = m_dataWatches.find(path);
    const auto child = m_childWatches.find(path);
    return (data == m_dataWatches.end() ? 0 : data->second.size()) +
           (child == m_childWatches.end() ? 0 : child->second.size());
}

std::size_t FakeServer::watchCount() const
{
    const Lock lock(mutex);
    std::size_t count = 0;
    for (const Watches* watches : {&m_dataWatches, &m_childWatches}) {
        for (const auto& [path, sessions] : *watches)
            count += sessions.size();
    }
    return count;
}

} // namespace lockscope::test
