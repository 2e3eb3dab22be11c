// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/ContendLink.h"

#include "app/lockscopectl/Link.h"
#include "app/lockscopectl/RedisLink.h"
#include "core/simulate/clients/redis/RedisKeys.h"
#include "core/simulate/clients/zookeeper/SimulatedSession.h"

#include <optional>
#include <utility>

namespace lockscope::ctl {

namespace {

class ZooKeeperContendLink final : public ContendLink {
public:
    ZooKeeperContendLink(const Context& context, console::ContendOptions options)
        : m_options(std::move(options))
        , m_link(context)
    {
    }

    [[nodiscard]] Executor& executor() override { return m_link.executor(); }
    void whenConnected(Task connected) override { m_link.whenConnected(std::move(connected)); }
    void prepare(Reply<void> reply) override { reply({}); }
    [[nodiscard]] std::unique_ptr<console::SimulatedConnection> connect(const std::string&) override
    {
        auto traffic = std::make_shared<zk::Traffic>();
        auto settings = m_link.connection().usualSettings();
        settings.sessionTimeout = m_options.sessionTimeout.value_or(settings.sessionTimeout);
        settings.traffic = traffic;
        return std::make_unique<console::SimulatedSession>(
            m_link.connection().anotherClient(std::move(settings), m_link.executor()), std::move(traffic));
    }
    void cleanUp(Reply<std::vector<std::string>> reply) override { reply(std::vector<std::string>()); }

private:
    console::ContendOptions m_options;
    Link m_link;
};

class RedisContendLink final : public ContendLink {
public:
    RedisContendLink(const Context& context, console::ContendOptions options)
        : m_options(std::move(options))
        , m_link(context)
    {
    }

    [[nodiscard]] Executor& executor() override { return m_link.executor(); }
    void whenConnected(Task connected) override { m_link.whenConnected(std::move(connected)); }
    void prepare(Reply<void> reply) override
    {
        m_keys.emplace(m_link.first().first(), m_options);
        m_keys->prepare(reply);
    }
    [[nodiscard]] std::unique_ptr<console::SimulatedConnection> connect(const std::string& name) override
    {
        return m_link.another(name);
    }
    void cleanUp(Reply<std::vector<std::string>> reply) override { m_keys->cleanUp(reply); }

private:
    console::ContendOptions m_options;
    RedisLink m_link;
    std::optional<console::RedisKeys> m_keys; ///< on the executor
};

} // namespace

std::unique_ptr<ContendLink> makeContendLink(const Context& context, const console::ContendOptions& options)
{
    if (context.target.isRedis())
        return std::make_unique<RedisContendLink>(context, options);
    return std::make_unique<ZooKeeperContendLink>(context, options);
}

} // namespace lockscope::ctl
