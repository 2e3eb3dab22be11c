// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/Answer.h"
#include "tests/support/Link.h"
#include "tests/support/Test.h"
#include "tests/zk/ClientWorld.h"

namespace lockscope::test {

/// Far longer than any wait here takes: only a failing test reaches it.
inline constexpr auto serverWaitLimit = std::chrono::milliseconds(longestWaitMs);

/// Survives a program that is stopped for a while.
inline constexpr auto longSession = std::chrono::seconds(20);
/// For tests that wait for the session's end.
inline constexpr auto shortSession = std::chrono::seconds(3);

/// The product's client and a real server. Faults affect the link between the two, so that the server and its other
/// clients continue.
class ServerWorld final : public ClientWorld {
public:
    /// `sessionTimeout`: of the first client.
    ServerWorld(quint16 port, std::string root, std::chrono::milliseconds sessionTimeout = longSession)
        : m_link(port)
        , m_root(std::move(root))
        , m_port(port)
        , m_client(connectTo(m_link.port(), sessionTimeout))
        , m_other(connectTo(port, longSession))
    {
    }

    ~ServerWorld() override
    {
        reconnect(); // otherwise the client waits in vain for its session's end
    }

    [[nodiscard]] Result<void> start() override
    {
        if (!waitFor([this] {
                return m_client->session().state == SessionState::Connected &&
                       m_other->session().state == SessionState::Connected;
            }))
            return failure(ErrorCode::TimedOut, "connect", {}, "the clients did not connect");
        const Answer<zk::Created> made;
        run([&] { m_other->create({m_root, "", zk::CreateMode::Persistent, zk::openAcl()}, made.reply()); });
        if (!waitFor([&] { return made.arrived(); }))
            return failure(ErrorCode::TimedOut, "create", m_root);
        return made.result().map([](const zk::Created&) {});
    }

    [[nodiscard]] zk::Client& client() override { return *m_client; }
    [[nodiscard]] zk::Client& other() override { return *m_other; }
    [[nodiscard]] std::string root() const override { return m_root; }
    [[nodiscard]] std::unique_ptr<zk::Client> connect() override { return connectTo(m_port, longSession); }
    void run(const Task& task) override { m_executor.runAndWait(task); }

    [[nodiscard]] bool waitFor(const std::function<bool()>& condition) override
    {
        return QTest::qWaitFor(
            [&] {
                bool holds = false;
                m_executor.runAndWait([&] { holds = condition(); });
                return holds;
            },
            static_cast<int>(serverWaitLimit.count()));
    }

    void disconnect() override { m_link.set({.cut = true}); }
    void silence() override { m_link.set({.requestsPass = false, .answersPass = false}); }
    void reconnect() override { m_link.set({}); }
    [[nodiscard]] Result<void> expire() override { return m_link.endSessions(serverWaitLimit); }

private:
    std::unique_ptr<zk::ZooKeeperClient> connectTo(quint16 port, std::chrono::milliseconds sessionTimeout)
    {
        return std::make_unique<zk::ZooKeeperClient>(
            zk::ClientSettings{.servers = {{{"127.0.0.1", port}}, ""}, .sessionTimeout = sessionTimeout}, m_executor,
            Log());
    }

    EventLoop m_executor;
    Link m_link;
    std::string m_root;
    quint16 m_port;
    std::unique_ptr<zk::ZooKeeperClient> m_client;
    std::unique_ptr<zk::ZooKeeperClient> m_other;
};

} // namespace lockscope::test
