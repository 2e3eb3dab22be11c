// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/Renewals.h"

#include "core/redis/topology/Slots.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::locks {

Renewals::Renewals(redis::Client& client, bool isCluster)
    : m_client(client.share())
    , m_isCluster(isCluster)
    , m_generation(client.status().generation)
{
}

Subscription Renewals::add(Renewal renewal, std::chrono::milliseconds lease, Handler handler)
{
    if (!m_status) {
        m_status = m_client->onStatus([weak = weak_from_this()](const redis::Status& status) {
            if (const auto me = weak.lock())
                me->onStatus(status);
        });
    }
    const auto& firstKey = renewal.fixedKeys.empty() ? renewal.keys.front() : renewal.fixedKeys.front();
    const GroupKey groupKey{renewal.script->name(),
                            renewal.script,
                            lease,
                            m_isCluster ? redis::slotOf(firstKey) : 0,
                            std::move(renewal.fixedKeys),
                            std::move(renewal.fixedArguments)};
    const auto id = ++m_lastId;
    auto& group = m_groups[groupKey];
    group.leases.emplace(id, std::make_shared<Lease>(Lease{std::move(renewal.keys), std::move(renewal.arguments),
                                                           renewal.replies, std::move(handler)}));
    if (!group.timer)
        schedule(groupKey, lease / 3);
    return Subscription([weak = weak_from_this(), groupKey, id] {
        if (const auto me = weak.lock())
            me->remove(groupKey, id);
    });
}

void Renewals::remove(const GroupKey& key, std::uint64_t id)
{
    const auto found = m_groups.find(key);
    if (found != m_groups.end())
        found->second.leases.erase(id); // the timer goes on: a lease that is added soon needs no other one
}

void Renewals::schedule(const GroupKey& key, Duration delay)
{
    m_groups[key].timer = m_client->executor().after(delay, [weak = weak_from_this(), key] {
        if (const auto me = weak.lock())
            me->renew(key);
    });
}

void Renewals::renew(const GroupKey& key)
{
    const auto found = m_groups.find(key);
    if (found == m_groups.end())
        return;
    auto& group = found->second;
    if (group.leases.empty()) {
        const auto ended = m_groups.extract(found); // its timer is this task: destroyed last
        return;
    }
    schedule(key, key.lease / 3);
    const auto sentAt = m_client->executor().clock().now();
    for (auto next = group.leases.begin(); next != group.leases.end();) {
        Batch batch;
        auto keys = key.fixedKeys;
        std::vector<std::string> arguments{std::to_string(key.lease.count())};
        arguments.insert(arguments.end(), key.fixedArguments.begin(), key.fixedArguments.end());
        for (; next != group.leases.end() && batch.leases.size() < leasesPerRequest; ++next) {
            const auto& one = *next->second;
            batch.leases.emplace_back(next->second, one.replies);
            batch.replies += one.replies;
            keys.insert(keys.end(), one.keys.begin(), one.keys.end());
            arguments.insert(arguments.end(), one.arguments.begin(), one.arguments.end());
        }
        m_client->run(*key.script, std::move(keys), std::move(arguments), redis::Access::Write,
                      [weak = weak_from_this(), key, batch = std::move(batch), sentAt](Result<redis::Value> reply) {
                          if (const auto me = weak.lock())
                              me->onRenewed(key, batch, sentAt, reply);
                      });
    }
}

void Renewals::onRenewed(const GroupKey& key, const Batch& batch, SteadyTime sentAt, const Result<redis::Value>& reply)
{
    const auto found = m_groups.find(key);
    const bool isAnswered =
        reply && reply->kind() == redis::Value::Kind::Array && reply->items().size() == batch.replies;
    if (found != m_groups.end())
        found->second.isFailing = !isAnswered;
    if (!isAnswered) {
        if (found != m_groups.end())
            schedule(key, std::min<Duration>(retryPause, key.lease / 3));
        return;
    }
    auto item = reply->items().begin();
    for (const auto& [weak, replies] : batch.leases) {
        const auto end = item + static_cast<std::ptrdiff_t>(replies);
        const bool isRenewed = std::all_of(item, end, [](const redis::Value& one) { return one.number() == 1; });
        item = end;
        // A lease that was removed meanwhile is gone.
        if (const auto lease = weak.lock())
            lease->handler(isRenewed, sentAt);
    }
}

/// A new connection: renewals that failed on the old one are made at once.
void Renewals::onStatus(const redis::Status& status)
{
    if (status.state != SessionState::Connected || std::exchange(m_generation, status.generation) == status.generation)
        return;
    for (const auto& [key, group] : m_groups) {
        if (group.isFailing)
            schedule(key, Duration::zero());
    }
}

} // namespace lockscope::locks
