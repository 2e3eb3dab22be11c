// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/ClientLocks.h"

#include "core/locks/Uuid.h"
#include "core/locks/redis/engine/LeaseAttempt.h"

#include <utility>

namespace lockscope::locks {

std::shared_ptr<ClientLocks> ClientLocks::of(redis::Client& client)
{
    static const char key = 0; // its address is unique
    return std::static_pointer_cast<ClientLocks>(
        client.attachment(&key, [&client] { return std::make_shared<ClientLocks>(client); }));
}

ClientLocks::ClientLocks(redis::Client& client)
    : m_executor(client.executor())
    , m_instance(randomUuid())
    , m_renewals(std::make_shared<Renewals>(client, client.topology() == redis::Topology::Cluster))
    , m_wakeUps(std::make_shared<WakeUps>(client))
{
}

void ClientLocks::after(Duration delay, Task task)
{
    const auto id = ++m_lastTimer;
    m_timers.emplace(id, m_executor.after(delay, [weak = weak_from_this(), id, task = std::move(task)] {
        const auto me = weak.lock();
        if (!me)
            return;
        const auto timer = me->m_timers.extract(id); // owns this task
        task();
    }));
}

std::shared_ptr<LeaseAttempt> ClientLocks::use(const std::string& name, const std::string& owner,
                                               const std::shared_ptr<LeaseAttempt>& attempt)
{
    return std::exchange(m_uses[Use(name, owner)], attempt).lock();
}

void ClientLocks::endUse(const std::string& name, const std::string& owner, const LeaseAttempt& attempt)
{
    const auto found = m_uses.find(Use(name, owner));
    if (found == m_uses.end())
        return;
    const auto user = found->second.lock();
    if (!user || user.get() == &attempt)
        m_uses.erase(found);
}

std::string ClientLocks::ownerId(std::uint64_t number, Owner owner) const
{
    constexpr std::uint64_t owners = 1'000'000'000;
    return m_instance + ':' + std::to_string(number * owners + owner.number());
}

} // namespace lockscope::locks
