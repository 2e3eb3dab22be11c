// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Client.h"

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

namespace lockscope::test {

/// Another client's requests, with an action before each: `before` is called just before a request is sent, with its
/// number from 0 on and ZooKeeper's name of the operation. Thread: as the other client, which it shares.
class ActingClient final : public zk::Client {
public:
    using Before = std::function<void(int number, std::string_view operation)>;

    ActingClient(std::shared_ptr<zk::Client> client, Before before)
        : m_client(std::move(client))
        , m_before(std::move(before))
    {
    }

    [[nodiscard]] Executor& executor() const override { return m_client->executor(); }
    [[nodiscard]] Executor& callbacks() const override { return m_client->callbacks(); }
    [[nodiscard]] const zk::Session& session() const override { return m_client->session(); }
    [[nodiscard]] Subscription onSession(zk::SessionHandler handler) override
    {
        return m_client->onSession(std::move(handler));
    }
    [[nodiscard]] Subscription heartbeat() override { return m_client->heartbeat(); }
    void create(zk::CreateRequest request, zk::Reply<zk::Created> reply) override
    {
        act("create");
        m_client->create(std::move(request), std::move(reply));
    }
    void remove(std::string path, std::int32_t version, zk::Reply<void> reply) override
    {
        act("delete");
        m_client->remove(std::move(path), version, std::move(reply));
    }
    void exists(std::string path, zk::Reply<std::optional<zk::Stat>> reply) override
    {
        act("exists");
        m_client->exists(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription exists(std::string path, zk::WatchHandler watch,
                                      zk::Reply<std::optional<zk::Stat>> reply) override
    {
        act("exists");
        return m_client->exists(std::move(path), std::move(watch), std::move(reply));
    }
    void get(std::string path, zk::Reply<zk::NodeData> reply) override
    {
        act("getData");
        m_client->get(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription get(std::string path, zk::WatchHandler watch, zk::Reply<zk::NodeData> reply) override
    {
        act("getData");
        return m_client->get(std::move(path), std::move(watch), std::move(reply));
    }
    void set(std::string path, std::string data, std::int32_t version, zk::Reply<zk::Stat> reply) override
    {
        act("setData");
        m_client->set(std::move(path), std::move(data), version, std::move(reply));
    }
    void children(std::string path, zk::Reply<std::vector<std::string>> reply) override
    {
        act("getChildren");
        m_client->children(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription children(std::string path, zk::WatchHandler watch,
                                        zk::Reply<std::vector<std::string>> reply) override
    {
        act("getChildren");
        return m_client->children(std::move(path), std::move(watch), std::move(reply));
    }
    void list(std::string path, zk::Reply<zk::Listing> reply) override
    {
        act("getChildren");
        m_client->list(std::move(path), std::move(reply));
    }
    [[nodiscard]] Subscription list(std::string path, zk::WatchHandler watch, zk::Reply<zk::Listing> reply) override
    {
        act("getChildren");
        return m_client->list(std::move(path), std::move(watch), std::move(reply));
    }
    void acl(std::string path, zk::Reply<std::vector<zk::Acl>> reply) override
    {
        act("getACL");
        m_client->acl(std::move(path), std::move(reply));
    }
    void multi(std::vector<zk::Op> ops, zk::Reply<std::vector<zk::OpResult>> reply) override
    {
        act("multi");
        m_client->multi(std::move(ops), std::move(reply));
    }
    void sync(std::string path, zk::Reply<void> reply) override
    {
        act("sync");
        m_client->sync(std::move(path), std::move(reply));
    }
    void addAuth(std::string scheme, std::string credential, zk::Reply<void> reply) override
    {
        m_client->addAuth(std::move(scheme), std::move(credential), std::move(reply));
    }
    void close(Task closed) override { m_client->close(std::move(closed)); }
    [[nodiscard]] std::shared_ptr<zk::Client> share() override { return m_client->share(); }

private:
    void act(std::string_view operation)
    {
        if (m_before)
            m_before(m_number++, operation);
    }

    std::shared_ptr<zk::Client> m_client;
    Before m_before;
    int m_number = 0;
};

} // namespace lockscope::test
