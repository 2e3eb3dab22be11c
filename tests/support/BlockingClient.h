// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/BlockingAnswer.h"

#include <QString>

#include <chrono>

namespace lockscope::test {

/// A client with its own executor and session. Its functions block until the reply. Thread: any but its executor's.
class BlockingClient {
public:
    /// Long enough to survive a stall of the machine.
    static constexpr std::chrono::milliseconds longSession{40'000};

    explicit BlockingClient(const QString& connect, std::chrono::milliseconds sessionTimeout = longSession)
        : m_client({zk::parseConnectString(connect.toStdString()).value(), sessionTimeout}, m_executor, {})
    {
    }

    /// For locks that use this client.
    [[nodiscard]] zk::Client& client() { return m_client; }
    [[nodiscard]] EventLoop& executor() { return m_executor; }
    [[nodiscard]] SessionId session() { return sessionState().id; }
    [[nodiscard]] zk::Session sessionState()
    {
        zk::Session session;
        m_executor.runAndWait([&] { session = m_client.session(); });
        return session;
    }

    [[nodiscard]] Result<void> addAuth(const std::string& scheme, const std::string& credential)
    {
        return ask<void>([=, this](auto reply) { m_client.addAuth(scheme, credential, std::move(reply)); });
    }

    [[nodiscard]] Result<zk::Created> create(const std::string& path, const std::string& data = {},
                                             zk::CreateMode mode = zk::CreateMode::Persistent,
                                             const std::vector<zk::Acl>& acl = zk::openAcl())
    {
        return ask<zk::Created>([=, this](auto reply) { m_client.create({path, data, mode, acl}, std::move(reply)); });
    }
    /// Joins the queue like a Curator mutex that holds or waits: an ephemeral child of `lock`, owned by this session.
    [[nodiscard]] Result<zk::Created> queueUp(const std::string& lock, const std::string& data = {},
                                              const std::vector<zk::Acl>& acl = zk::openAcl())
    {
        return create(lock + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", data,
                      zk::CreateMode::EphemeralSequential, acl);
    }
    [[nodiscard]] Result<void> remove(const std::string& path)
    {
        return ask<void>([=, this](auto reply) { m_client.remove(path, zk::anyVersion, std::move(reply)); });
    }
    [[nodiscard]] Result<std::optional<zk::Stat>> exists(const std::string& path)
    {
        return ask<std::optional<zk::Stat>>([=, this](auto reply) { m_client.exists(path, std::move(reply)); });
    }
    [[nodiscard]] Result<zk::NodeData> get(const std::string& path)
    {
        return ask<zk::NodeData>([=, this](auto reply) { m_client.get(path, std::move(reply)); });
    }
    [[nodiscard]] Result<zk::Stat> set(const std::string& path, const std::string& data, std::int32_t version)
    {
        return ask<zk::Stat>([=, this](auto reply) { m_client.set(path, data, version, std::move(reply)); });
    }
    [[nodiscard]] Result<std::vector<std::string>> children(const std::string& path)
    {
        return ask<std::vector<std::string>>([=, this](auto reply) { m_client.children(path, std::move(reply)); });
    }

private:
    template <typename T, typename F> [[nodiscard]] Result<T> ask(F request)
    {
        BlockingAnswer<T> answer;
        m_executor.post([request, reply = answer.reply()] { request(zk::Reply<T>(reply)); });
        return answer.get();
    }

    EventLoop m_executor;
    zk::ZooKeeperClient m_client;
};

} // namespace lockscope::test
