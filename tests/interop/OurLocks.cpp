// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/OurLocks.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"

#include <sstream>

// mutex:PATH  semaphore-mutex:PATH
// read:PATH  write:PATH    of one lock
// semaphore:PATH:N[:TAKE]  counted:PATH:COUNT_PATH[:TAKE]   takes TAKE leases at a time, 1 without
// latch:PATH:PARTICIPANT   leads, or has left
// multi:PATH,PATH…         mutexes, taken in this order
// kazoo-lock:PATH  kazoo-read:PATH  kazoo-write:PATH  kazoo-semaphore:PATH:N
// none:PATH                no lock at all

namespace lockscope::test {

namespace {

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, at);)
        parts.push_back(part);
    return parts;
}

std::string nodeOf(const locks::Grant& grant)
{
    return grant.nodes.empty() ? std::string() : grant.nodes.back().path;
}

/// Any Lock, together with the objects it needs.
class PlainLock final : public OurLock {
public:
    explicit PlainLock(std::unique_ptr<locks::Lock> owned)
        : m_owned(std::move(owned))
        , m_lock(*m_owned)
    {
    }
    explicit PlainLock(locks::Lock& lock)
        : m_lock(lock)
    {
    }

    Result<std::string> acquire(std::optional<Duration> timeout, std::stop_token stop) override
    {
        auto hold = m_lock.acquire(timeout, std::move(stop));
        if (!hold)
            return failure(hold.error());
        m_holds.push_back(*std::move(hold));
        return nodeOf(m_holds.back().grant());
    }
    Result<void> release() override
    {
        if (m_holds.empty())
            return failure(ErrorCode::NotHeld, "release");
        auto released = m_holds.back().release();
        m_holds.pop_back();
        return released;
    }

private:
    std::unique_ptr<locks::Lock> m_owned;
    locks::Lock& m_lock;
    std::vector<locks::Hold> m_holds; ///< newest last
};

class Leases final : public OurLock {
public:
    Leases(std::unique_ptr<locks::Semaphore> semaphore, int take)
        : m_semaphore(std::move(semaphore))
        , m_take(take)
    {
    }

    Result<std::string> acquire(std::optional<Duration> timeout, std::stop_token stop) override
    {
        auto hold = m_semaphore->take(m_take, timeout, std::move(stop));
        if (!hold)
            return failure(hold.error());
        m_hold = std::move(*hold);
        return nodeOf(m_hold->grant());
    }
    Result<void> release() override
    {
        if (!m_hold)
            return failure(ErrorCode::NotHeld, "release");
        const auto released = m_hold->release();
        m_hold.reset();
        return released;
    }

private:
    std::unique_ptr<locks::Semaphore> m_semaphore;
    int m_take;
    std::optional<locks::Hold> m_hold;
};

class Leadership final : public OurLock {
public:
    Leadership(BlockingClient& client, std::string path, std::string participant)
        : m_client(client)
        , m_path(std::move(path))
        , m_participant(std::move(participant))
    {
    }

    Result<std::string> acquire(std::optional<Duration> timeout, std::stop_token stop) override
    {
        m_latch = std::make_unique<locks::Latch>(m_client.client(), m_path, m_participant);
        if (const auto leads = m_latch->await(timeout, std::move(stop)); !leads) {
            const auto closed = m_latch->close();
            return failure(closed ? leads.error() : closed.error());
        }
        return joinPath(m_path, m_latch->state().node);
    }
    Result<void> release() override { return m_latch->close(); }

private:
    BlockingClient& m_client;
    std::string m_path;
    std::string m_participant;
    std::unique_ptr<locks::Latch> m_latch;
};

class NoLock final : public OurLock {
public:
    explicit NoLock(std::string path)
        : m_path(std::move(path))
    {
    }
    Result<std::string> acquire(std::optional<Duration>, std::stop_token) override { return m_path; }
    Result<void> release() override { return {}; }

private:
    std::string m_path;
};

} // namespace

OurLock* OurLocks::lock(const std::string& spec)
{
    auto& lock = m_locks[spec];
    if (!lock)
        lock = make(split(spec, ':'));
    return lock.get();
}

locks::ReadWriteLock& OurLocks::readWrite(const std::string& path)
{
    auto& lock = m_readWriteLocks[path];
    if (!lock)
        lock = std::make_unique<locks::ReadWriteLock>(m_client.client(), path);
    return *lock;
}

std::unique_ptr<OurLock> OurLocks::make(const std::vector<std::string>& words)
{
    if (words.size() < 2)
        return {};
    auto& client = m_client.client();
    const auto& recipe = words[0];
    const auto& path = words[1];
    const int take = words.size() > 3 ? std::stoi(words[3]) : 1;
    locks::NodeOptions options;
    options.payload = m_name;
    const auto plain = [](auto lock) { return std::make_unique<PlainLock>(std::move(lock)); };
    if (recipe == "mutex")
        return plain(std::make_unique<locks::Mutex>(client, path, options));
    if (recipe == "semaphore-mutex")
        return plain(std::make_unique<locks::SemaphoreMutex>(client, path, options));
    if (recipe == "read")
        return std::make_unique<PlainLock>(readWrite(path).read());
    if (recipe == "write")
        return std::make_unique<PlainLock>(readWrite(path).write());
    if (recipe == "semaphore")
        return std::make_unique<Leases>(
            std::make_unique<locks::Semaphore>(client, path, std::stoi(words.at(2)), options), take);
    if (recipe == "counted") {
        auto& count = m_counts[words.at(2)];
        if (!count)
            count = std::make_unique<locks::SharedCount>(client, words.at(2), 1);
        return std::make_unique<Leases>(std::make_unique<locks::Semaphore>(client, path, *count, options), take);
    }
    if (recipe == "latch")
        return std::make_unique<Leadership>(m_client, path, words.at(2));
    if (recipe == "multi")
        return plain(
            std::make_unique<locks::MultiLock>(client, split(path, ','), options, locks::MultiLock::Order::AsGiven));
    if (recipe == "kazoo-lock")
        return plain(std::make_unique<locks::KazooLock>(client, path, options));
    if (recipe == "kazoo-read")
        return plain(std::make_unique<locks::KazooReadLock>(client, path, options));
    if (recipe == "kazoo-write")
        return plain(std::make_unique<locks::KazooWriteLock>(client, path, options));
    if (recipe == "kazoo-semaphore")
        return plain(std::make_unique<locks::KazooSemaphore>(client, path, std::stoi(words.at(2)), options));
    if (recipe == "none")
        return std::make_unique<NoLock>(path);
    return {};
}

} // namespace lockscope::test
