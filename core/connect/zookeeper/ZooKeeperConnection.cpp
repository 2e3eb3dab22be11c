// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/zookeeper/ZooKeeperConnection.h"

#include "core/zk/Client.h"

#include <future>
#include <utility>

namespace lockscope::connect {

ZooKeeperConnection::ZooKeeperConnection(zk::ClientFactory makeClient, Settings settings)
    : m_makeClient(std::move(makeClient))
    , m_route(std::move(settings.profile), std::move(settings.secrets))
    , m_gate(std::move(settings.gate))
    , m_traffic(std::move(settings.traffic))
    , m_executor(std::move(settings.log))
{
}

ZooKeeperConnection::~ZooKeeperConnection()
{
    close();
}

void ZooKeeperConnection::open(Handlers handlers)
{
    // Opening a tunnel takes seconds: not on the loop.
    m_executor.callbacks().post([this, handlers = std::move(handlers)] {
        const auto opened = m_route.open();
        m_executor.post([this, handlers, opened] {
            if (m_isClosed) // closed meanwhile: no session is needed
                return;
            if (!opened)
                return handlers.failed(opened.error());
            m_isOpen = true;
            m_client = anotherClient();
            handlers.opened(*m_client);
        });
    });
}

void ZooKeeperConnection::close(const Task& first)
{
    if (m_isClosed.exchange(true))
        return;
    m_route.giveUp();
    const auto closed = std::make_shared<std::promise<void>>();
    m_executor.post([this, first, closed] {
        if (first)
            first();
        if (m_client)
            m_client->close([closed] { closed->set_value(); });
        else
            closed->set_value();
    });
    closed->get_future().wait();
    // Pending tasks and timers may still reference the client: destroy the client last.
    m_executor.stop();
    m_client.reset();
}

zk::ClientSettings ZooKeeperConnection::usualSettings() const
{
    zk::ClientSettings settings;
    settings.sessionTimeout = profile().sessionTimeout;
    return settings;
}

std::unique_ptr<zk::Client> ZooKeeperConnection::anotherClient(zk::ClientSettings settings, EventLoop& loop) const
{
    settings.servers = m_route.connectString();
    settings.gate = m_gate;
    settings.callbacks = &loop; // the console's handlers do not block
    if (m_traffic)
        settings.traffic = m_traffic;
    auto client = m_makeClient(settings, loop);
    // Before any request of this client.
    loop.run([share = client->share(), profile = m_route.profile(), secrets = m_route.secrets()] {
        introduce(*share, profile, secrets);
    });
    return client;
}

} // namespace lockscope::connect
