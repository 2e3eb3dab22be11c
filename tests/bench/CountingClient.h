// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <atomic>
#include <memory>
#include <utility>

namespace lockscope::bench {

/// What went over the wire, by kind, and what ran on the executors. Any thread.
struct Counts {
    std::atomic<std::int64_t> creates = 0;
    std::atomic<std::int64_t> removes = 0;
    std::atomic<std::int64_t> exists = 0;
    std::atomic<std::int64_t> gets = 0;
    std::atomic<std::int64_t> children = 0;
    std::atomic<std::int64_t> multis = 0;
    std::atomic<std::int64_t> others = 0;
    std::atomic<std::int64_t> ownEvents = 0; ///< of exists watches: a lock's own node
    std::atomic<std::int64_t> wakeUps = 0;   ///< of get and children watches: what a waiter waits for
    std::atomic<std::int64_t> posts = 0;     ///< tasks given to an executor: a hop between threads each
};

/// Counts what goes through to another client.
class CountingClient final : public zk::Client {
public:
    CountingClient(std::shared_ptr<zk::Client> client, Counts& counts)
        : m_client(std::move(client))
        , m_counts(counts)
    {
    }

    [[nodiscard]] Executor& executor() const override { return m_client->executor(); }
    [[nodiscard]] const zk::Session& session() const override { return m_client->session(); }
    [[nodiscard]] Subscription onSession(zk::SessionHandler handler) override
    {
        return m_client->onSession(std::move(handler));
    }
    [[nodiscard]] Subscription heartbeat() override { return m_client->heartbeat(); }
    void create(zk::CreateRequest request, zk::Reply<zk::Created> reply) override
    {
        ++m_counts.creates;
        m_client->create(std::move(request), std::move(reply));
    }
    void remove(std::string path, std::int32_t version, zk::Reply<void> reply) override
    {
        ++m_counts.removes;
        m_client->remove(std::move(path), version, std::move(reply));
    }
    void exists(std::string path, zk::Reply<std::optional<zk::Stat>> reply) override
    {
        ++m_counts.exists;
        m_client->exists(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription exists(std::string path, zk::WatchHandler watch,
                                      zk::Reply<std::optional<zk::Stat>> reply) override
    {
        ++m_counts.exists;
        return m_client->exists(std::move(path), counted(std::move(watch), m_counts.ownEvents), std::move(reply));
    }
    void get(std::string path, zk::Reply<zk::NodeData> reply) override
    {
        ++m_counts.gets;
        m_client->get(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription get(std::string path, zk::WatchHandler watch, zk::Reply<zk::NodeData> reply) override
    {
        ++m_counts.gets;
        return m_client->get(std::move(path), counted(std::move(watch), m_counts.wakeUps), std::move(reply));
    }
    void set(std::string path, std::string data, std::int32_t version, zk::Reply<zk::Stat> reply) override
    {
        ++m_counts.others;
        m_client->set(std::move(path), std::move(data), version, std::move(reply));
    }
    void children(std::string path, zk::Reply<std::vector<std::string>> reply) override
    {
        ++m_counts.children;
        m_client->children(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription children(std::string path, zk::WatchHandler watch,
                                        zk::Reply<std::vector<std::string>> reply) override
    {
        ++m_counts.children;
        return m_client->children(std::move(path), counted(std::move(watch), m_counts.wakeUps), std::move(reply));
    }
    void list(std::string path, zk::Reply<zk::Listing> reply) override
    {
        ++m_counts.children;
        m_client->list(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription list(std::string path, zk::WatchHandler watch, zk::Reply<zk::Listing> reply) override
    {
        ++m_counts.children;
        return m_client->list(std::move(path), counted(std::move(watch), m_counts.wakeUps), std::move(reply));
    }
    void acl(std::string path, zk::Reply<std::vector<zk::Acl>> reply) override
    {
        ++m_counts.others;
        m_client->acl(std::move(path), std::move(reply));
    }
    void multi(std::vector<zk::Op> ops, zk::Reply<std::vector<zk::OpResult>> reply) override
    {
        ++m_counts.multis;
        m_client->multi(std::move(ops), std::move(reply));
    }
    void sync(std::string path, zk::Reply<void> reply) override
    {
        ++m_counts.others;
        m_client->sync(std::move(path), std::move(reply));
    }
    void addAuth(std::string scheme, std::string credential, zk::Reply<void> reply) override
    {
        ++m_counts.others;
        m_client->addAuth(std::move(scheme), std::move(credential), std::move(reply));
    }
    void close(Task closed) override { m_client->close(std::move(closed)); }
    [[nodiscard]] std::shared_ptr<zk::Client> share() override
    {
        return std::make_shared<CountingClient>(m_client->share(), m_counts);
    }

private:
    static zk::WatchHandler counted(zk::WatchHandler watch, std::atomic<std::int64_t>& events)
    {
        return [watch = std::move(watch), &events](const zk::WatchEvent& event) {
            ++events;
            watch(event);
        };
    }

    std::shared_ptr<zk::Client> m_client;
    Counts& m_counts;
};

/// Counts what is posted to another executor.
class CountingExecutor final : public Executor {
public:
    CountingExecutor(Executor& executor, Counts& counts)
        : m_executor(executor)
        , m_counts(counts)
    {
    }

    void post(Task task) override
    {
        ++m_counts.posts;
        m_executor.post(std::move(task));
    }
    void dispatch(Task task) override
    {
        ++m_counts.posts;
        m_executor.dispatch(std::move(task));
    }
    [[nodiscard]] Subscription after(Duration delay, Task task) override
    {
        return m_executor.after(delay, std::move(task));
    }
    [[nodiscard]] bool isCurrent() const override { return m_executor.isCurrent(); }
    [[nodiscard]] const Clock& clock() const override { return m_executor.clock(); }

private:
    Executor& m_executor;
    Counts& m_counts;
};

} // namespace lockscope::bench
