// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::bench {

/// Snapshots of locks of Curator's mutex, which clients leave and join. Each has the time of its request. The
/// contenders have queued for a while at the start, so findings that depend on age, and their order, exist from the
/// start.
class Crowd final {
public:
    Crowd(int locks, int contenders, WallTime at)
        : m_now(at)
    {
        for (auto i = 0; i < locks; ++i) {
            auto lock = std::make_shared<inspect::Lock>();
            char path[64];
            std::snprintf(path, sizeof path, "/prod/service-%02d/locks/resource-%05d", i % 40, i);
            lock->path = path;
            lock->dialect = "curator-mutex";
            lock->dialectTitle = "Curator mutex";
            lock->kind = inspect::LockKind::Mutex;
            const auto queued = contenders / locks + (i < contenders % locks ? 1 : 0);
            for (auto k = 0; k < queued; ++k)
                lock->queue.push_back(newcomer(at - (queued - k) * turnOfHolder + i * std::chrono::milliseconds(1)));
            seat(*lock);
            m_locks.push_back(std::move(lock));
        }
        std::sort(m_locks.begin(), m_locks.end(), [](const auto& a, const auto& b) { return a->path < b->path; });
    }

    /// This many holders release, and queue again at the end.
    inspect::SnapshotPtr next(int changes, WallTime at)
    {
        m_now = at;
        for (auto i = 0; i < changes; ++i) {
            m_at = (m_at + 7'919) % m_locks.size();
            auto lock = std::make_shared<inspect::Lock>(*m_locks[m_at]);
            lock->queue.erase(lock->queue.begin());
            lock->queue.push_back(newcomer(at));
            seat(*lock);
            m_locks[m_at] = std::move(lock);
        }
        auto snapshot = std::make_shared<inspect::Snapshot>();
        snapshot->connect = "zk1:2181";
        snapshot->session.state = SessionState::Connected;
        snapshot->takenAt = m_now;
        snapshot->complete = true;
        snapshot->locks = m_locks;
        snapshot->watches = static_cast<int>(m_locks.size());
        snapshot->watchBudget = 100'000;
        return snapshot;
    }

private:
    static constexpr std::chrono::seconds turnOfHolder{10};

    inspect::Contender newcomer(WallTime since)
    {
        const auto number = ++m_number;
        inspect::Contender contender;
        char name[80];
        std::snprintf(name, sizeof name, "_c_%08x-0000-4000-8000-%012x-lock-%010d", number, number, number);
        contender.node = name;
        contender.sequence = number;
        inspect::ContenderDetails details;
        details.session = 0x100000000 + number;
        details.createdAt = since;
        details.creationId = number;
        details.client = "worker-" + std::to_string(number % 5'000);
        details.host = "10.20." + std::to_string(number / 250 % 250) + "." + std::to_string(number % 250);
        details.hostSource = inspect::HostSource::Payload;
        details.payload = details.host;
        contender.details = std::move(details);
        return contender;
    }

    void seat(inspect::Lock& lock)
    {
        lock.readAt = m_now;
        for (std::size_t i = 0; i < lock.queue.size(); ++i) {
            auto& contender = lock.queue[i];
            contender.position = static_cast<int>(i);
            contender.holds = i == 0;
            contender.waitsOn.clear();
            if (i > 0)
                contender.waitsOn = {lock.queue[i - 1].node};
        }
    }

    WallTime m_now;
    std::vector<std::shared_ptr<const inspect::Lock>> m_locks;
    std::size_t m_at = 0;
    int m_number = 0;
};

} // namespace lockscope::bench
