// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::bench {

/// Snapshots of Redisson's fair locks, which clients leave and join, as the source builds them from its readings. The
/// counterpart of Crowd.
class RedisCrowd final {
public:
    RedisCrowd(int locks, int contenders, WallTime at)
    {
        for (auto i = 0; i < locks; ++i) {
            char name[64];
            std::snprintf(name, sizeof name, "prod:service-%02d:resource-%05d", i % 40, i);
            Queue queue{name, {}};
            for (auto k = contenders / locks + (i < contenders % locks ? 1 : 0); k > 0; --k)
                queue.owners.push_back(newcomer());
            m_queues.push_back(std::move(queue));
        }
        std::sort(m_queues.begin(), m_queues.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
        for (const auto& queue : m_queues)
            m_locks.push_back(std::make_shared<inspect::Lock>(inspect::buildLock(reading(queue, at), nullptr)));
    }

    /// This many holders release, and queue again at the end.
    inspect::SnapshotPtr next(int changes, WallTime at)
    {
        for (auto i = 0; i < changes; ++i) {
            m_at = (m_at + 7'919) % m_locks.size();
            auto& queue = m_queues[m_at];
            queue.owners.pop_front();
            queue.owners.push_back(newcomer());
            m_locks[m_at] =
                std::make_shared<inspect::Lock>(inspect::buildLock(reading(queue, at), m_locks[m_at].get()));
        }
        auto snapshot = std::make_shared<inspect::Snapshot>();
        snapshot->backend = inspect::Backend::Redis;
        snapshot->connect = "redis://redis-a:6379";
        snapshot->session.state = SessionState::Connected;
        snapshot->takenAt = at;
        snapshot->complete = true;
        snapshot->locks = m_locks;
        snapshot->redisWatch = inspect::RedisWatch{inspect::RedisWatch::By::Tracking, std::chrono::seconds(30), {}};
        return snapshot;
    }

private:
    struct Queue {
        std::string name;
        std::deque<std::string> owners; ///< the holder first
    };

    std::string newcomer()
    {
        char owner[64];
        std::snprintf(owner, sizeof owner, "%08x-7421-469a-addb-44fb92259a1b:%d", m_number % 5'000, m_number);
        ++m_number;
        return owner;
    }

    static inspect::LockReading reading(const Queue& queue, WallTime at)
    {
        inspect::LockReading read;
        read.name = queue.name;
        read.readAt = at;
        read.serverTime = at;
        read.shape = inspect::shapeOf({{queue.owners.front(), "1"}});
        read.lease = std::chrono::seconds(30);
        for (auto i = std::size_t{1}; i < queue.owners.size(); ++i) {
            const auto& owner = queue.owners[i];
            read.queue.push_back(owner);
            read.deadlines[owner] =
                (at + std::chrono::minutes(5) * static_cast<int>(i)).time_since_epoch() / std::chrono::milliseconds(1);
            read.listeners[redis::keys::fairChannel(queue.name, owner)] = 1;
        }
        return read;
    }

    std::vector<Queue> m_queues;
    std::vector<std::shared_ptr<const inspect::Lock>> m_locks; ///< of the queue with the same index
    std::size_t m_at = 0;
    int m_number = 0;
};

} // namespace lockscope::bench
