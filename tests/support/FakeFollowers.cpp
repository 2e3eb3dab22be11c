// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that keeps its followers, each some transactions behind the leader.

#include "tests/support/FakeServer.h"

namespace lockscope::test {

using Lock = std::lock_guard<std::recursive_mutex>;

std::size_t FakeServer::addFollower()
{
    const Lock lock(mutex);
    publish();
    m_followers.push_back({std::make_shared<const Transaction>(Transaction{tree, {}}), {}});
    return m_followers.size();
}

const FakeTree& FakeServer::viewOf(std::size_t server) const
{
    return server == 0 ? tree : m_followers.at(server - 1).applied->after;
}

const FakeTree& FakeServer::view(zk::SessionId session) const
{
    const Lock lock(mutex);
    const auto it = m_sessions.find(session);
    const auto link = it == m_sessions.end() ? nullptr : it->second.link.lock();
    return link ? viewOf(link->server) : tree;
}

void FakeServer::apply(std::size_t follower, std::size_t count)
{
    const Lock lock(mutex);
    Follower& behind = m_followers.at(follower - 1);
    for (; count > 0 && !behind.pending.empty(); --count) {
        behind.applied = behind.pending.front();
        behind.pending.pop_front();
        applyChanges(follower, behind.applied->changes);
    }
}

void FakeServer::applyUntil(std::size_t server, std::int64_t zxid)
{
    if (server == 0)
        return;
    const Follower& behind = m_followers.at(server - 1);
    while (behind.applied->after.zxid() < zxid && !behind.pending.empty())
        apply(server, 1);
}

std::size_t FakeServer::lag(std::size_t follower) const
{
    const Lock lock(mutex);
    return m_followers.at(follower - 1).pending.size();
}

} // namespace lockscope::test
