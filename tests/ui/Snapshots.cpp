// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/Snapshots.h"

#include <algorithm>
#include <cstdio>

namespace lockscope::test {

inspect::Contender contender(int sequence, qint64 ageMs)
{
    char name[32];
    std::snprintf(name, sizeof(name), "lock-%010d", sequence);
    inspect::Contender made;
    made.node = name;
    made.sequence = sequence;
    inspect::ContenderDetails details;
    details.session = 0x100 + sequence;
    details.createdAt = snapshotTime - std::chrono::milliseconds(ageMs);
    details.creationId = 0x5000 + sequence;
    details.client = "worker-" + std::to_string(sequence);
    details.host = "10.20.4." + std::to_string(sequence % 250);
    details.hostSource = inspect::HostSource::Payload;
    details.payload = details.host;
    made.details = details;
    return made;
}

inspect::Lock mutexQueue(const std::string& path, std::vector<inspect::Contender> contenders)
{
    inspect::Lock lock;
    lock.path = path;
    lock.dialect = "curator-mutex";
    lock.dialectTitle = "Curator mutex";
    lock.kind = inspect::LockKind::Mutex;
    lock.readAt = snapshotTime;
    lock.queue = std::move(contenders);
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        lock.queue[i].position = static_cast<int>(i);
        lock.queue[i].holds = i == 0;
        lock.queue[i].waitsOn.clear();
        if (i > 0)
            lock.queue[i].waitsOn = {lock.queue[i - 1].node};
    }
    return lock;
}

LockPtr mutexLock(const std::string& path, int contenders)
{
    std::vector<inspect::Contender> queue;
    for (auto i = 0; i < contenders; ++i)
        queue.push_back(contender(101 + i, 1'000 * (contenders - i)));
    return std::make_shared<inspect::Lock>(mutexQueue(path, std::move(queue)));
}

LockPtr readWriteLock(const std::string& path, std::string_view modes)
{
    auto lock = *mutexLock(path, static_cast<int>(modes.size()));
    lock.dialect = "curator-readwrite";
    lock.dialectTitle = "Curator read/write lock";
    lock.kind = inspect::LockKind::ReadWrite;
    const auto firstWriter = std::min(modes.find('W'), modes.size());
    for (std::size_t i = 0; i < modes.size(); ++i) {
        auto& contender = lock.queue[i];
        const bool isReader = modes[i] == 'R';
        contender.mode = isReader ? LockMode::Shared : LockMode::Exclusive;
        contender.holds = i == 0 || (isReader && i < firstWriter);
        contender.waitsOn.clear();
        if (!contender.holds)
            contender.waitsOn = {lock.queue[isReader ? firstWriter : i - 1].node};
    }
    return std::make_shared<inspect::Lock>(std::move(lock));
}

LockPtr semaphoreLock(const std::string& path, int leases, int waiters)
{
    auto lock = *mutexLock(path, leases + waiters);
    lock.dialect = "curator-semaphore";
    lock.dialectTitle = "Curator semaphore";
    lock.kind = inspect::LockKind::Semaphore;
    lock.leases = leases;
    std::vector<std::string> holders;
    for (auto& contender : lock.queue) {
        contender.holds = contender.position < leases;
        contender.waitsOn.clear();
        if (contender.holds)
            holders.push_back(contender.node);
        else if (contender.position == leases)
            contender.waitsOn = holders;
    }
    return std::make_shared<inspect::Lock>(std::move(lock));
}

std::shared_ptr<ensemble::EnsembleFacts> hostsOf(const std::map<SessionId, std::string>& hosts)
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    for (const auto& [id, host] : hosts) {
        auto& session = facts->sessions[id];
        session.id = id;
        session.host = host;
        session.server = "zk2:2181";
        session.source = ensemble::Source::AdminServer;
        session.reportedAt = snapshotTime - std::chrono::seconds(2);
    }
    return facts;
}

inspect::SnapshotPtr snapshot(std::vector<LockPtr> locks)
{
    std::sort(locks.begin(), locks.end(), [](const auto& a, const auto& b) { return a->path < b->path; });
    auto made = std::make_shared<inspect::Snapshot>();
    made->connect = "zk1:2181";
    made->session.state = SessionState::Connected;
    made->takenAt = snapshotTime;
    made->complete = true;
    made->locks = std::move(locks);
    made->watches = static_cast<int>(made->locks.size());
    made->watchBudget = 10'000;
    return made;
}

ui::ViewState liveViewState(inspect::SnapshotPtr snapshot)
{
    ui::ViewState viewState;
    viewState.source = ui::SourceState::Live;
    viewState.connect = QStringLiteral("zk1:2181");
    viewState.session.state = SessionState::Connected;
    viewState.session.id = 0x20000a1;
    viewState.session.server = "zk1:2181";
    viewState.session.timeout = std::chrono::seconds(30);
    viewState.snapshot = std::move(snapshot);
    viewState.now = snapshotTime;
    return viewState;
}

} // namespace lockscope::test
