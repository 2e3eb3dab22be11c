// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Path.h"
#include "core/zk/NamespaceClient.h"
#include "tests/support/Answer.h"
#include "tests/zk/ClientWorld.h"

namespace lockscope::test {

/// Another world's clients in a namespace that does not exist at first.
class NamespaceWorld final : public ClientWorld {
public:
    explicit NamespaceWorld(std::unique_ptr<ClientWorld> world)
        : m_world(std::move(world))
        , m_namespace(joinPath(m_world->root(), "team/app"))
        , m_client(within(m_world->client().share()))
        , m_other(within(m_world->other().share()))
    {
    }

    [[nodiscard]] Result<void> start() override
    {
        if (auto started = m_world->start(); !started)
            return started;
        const Answer<zk::Created> made;
        run([&] { m_other->create({root(), "", zk::CreateMode::Persistent, zk::openAcl()}, made.reply()); });
        if (!waitFor([&] { return made.arrived(); }))
            return failure(ErrorCode::TimedOut, "create", root());
        return made.result().map([](const zk::Created&) {});
    }

    [[nodiscard]] zk::Client& client() override { return *m_client; }
    [[nodiscard]] zk::Client& other() override { return *m_other; }
    [[nodiscard]] std::string root() const override { return "/suite"; }
    [[nodiscard]] std::unique_ptr<zk::Client> connect() override { return within(m_world->connect()); }
    void run(const Task& task) override { m_world->run(task); }
    [[nodiscard]] bool waitFor(const std::function<bool()>& condition) override { return m_world->waitFor(condition); }
    void disconnect() override { m_world->disconnect(); }
    void silence() override { m_world->silence(); }
    void reconnect() override { m_world->reconnect(); }
    [[nodiscard]] Result<void> expire() override { return m_world->expire(); }

private:
    [[nodiscard]] std::unique_ptr<zk::Client> within(std::shared_ptr<zk::Client> client) const
    {
        return std::move(zk::NamespaceClient::make(std::move(client), m_namespace).value());
    }

    std::unique_ptr<ClientWorld> m_world;
    std::string m_namespace;
    std::unique_ptr<zk::Client> m_client;
    std::unique_ptr<zk::Client> m_other;
};

} // namespace lockscope::test
