// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that manages its followers, each some transactions behind the leader.

#include "tests/support/FakeServer.h"

namespace lockscope::test {

using Lock = std::lock_guard<std::recursive_mutex>;

std::size_t FakeServer::addFollower()
{
    const Lock lock(mutex);
    publish();
    m_followers.emplace_back().applied = std::make_shared<const Transaction>(Transaction{tree, {}});
    return m_followers.size();
}

const FakeTree& FakeServer::viewOf(std::size_t server) const
{
    return server == 0 ? tree : m_followers.at(server - 1).applied->after;
}

void FakeServer::freeze(FakeLink& link)
{
    if (link.frozen == 0)
        link.frozen = addFollower();
    publish();
    auto& frozen = m_followers.at(link.frozen - 1);
    frozen.isFrozen = true;
    frozen.applied = std::make_shared<const Transaction>(Transaction{tree, {}});
    frozen.pending.clear();
}

bool FakeServer::isPartitioned(std::size_t follower) const
{
    return follower != 0 && m_followers.at(follower - 1).isPartitioned;
}

void FakeServer::partition(std::size_t follower)
{
    const Lock lock(mutex);
    for (auto& [id, session] : m_sessions) {
        if (session.touchedAt == follower)
            handOver(session);
    }
    auto& cut = m_followers.at(follower - 1);
    cut.isPartitioned = true;
    cut.waitLimit = m_executor.after(syncLimit * tick, [weak = weak_from_this(), follower] {
        const auto self = weak.lock();
        if (!self)
            return;
        const Lock guard(self->mutex);
        for (const auto& one : self->m_links) {
            if (const auto link = one.lock(); link && link->server == follower)
                self->drop(link, When::BeforeExecution);
        }
    });
}

void FakeServer::heal(std::size_t follower)
{
    const Lock lock(mutex);
    auto& healed = m_followers.at(follower - 1);
    if (!std::exchange(healed.isPartitioned, false))
        return;
    healed.waitLimit.reset();
    for (auto& [id, session] : m_sessions) {
        // The delayed pings arrive now and are answered.
        if (session.touchedAt == follower && session.touched.has_value()) {
            track(session);
            session.touched.reset();
        }
    }
    for (const auto& one : m_links) {
        if (const auto link = one.lock(); link && link->server == follower)
            postSteps(link);
    }
}

void FakeServer::apply(std::size_t follower, std::size_t count)
{
    const Lock lock(mutex);
    Follower& behind = m_followers.at(follower - 1);
    if (behind.isPartitioned)
        return;
    for (; count > 0 && !behind.pending.empty(); --count) {
        behind.applied = behind.pending.front();
        behind.pending.pop_front();
        applyChanges(follower, behind.applied->changes);
    }
    if (behind.pending.empty()) // its sessions are the leader's sessions
        hangUpOnTheExpired(follower);
}

void FakeServer::applyUntil(std::size_t server, std::int64_t zxid)
{
    if (server == 0)
        return;
    const Follower& behind = m_followers.at(server - 1);
    while (!behind.isPartitioned && behind.applied->after.zxid() < zxid && !behind.pending.empty())
        apply(server, 1);
}

std::size_t FakeServer::lag(std::size_t follower) const
{
    const Lock lock(mutex);
    return m_followers.at(follower - 1).pending.size();
}

} // namespace lockscope::test
