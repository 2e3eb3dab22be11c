// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/ClientConformance.h"

namespace lockscope::test {

void ClientConformance::init()
{
    const auto started = enter(makeWorld());
    QVERIFY_RESULT(started);
}

Result<void> ClientConformance::enter(std::unique_ptr<ClientWorld> world)
{
    m_world = std::move(world);
    return m_world->start();
}

void ClientConformance::cleanup()
{
    if (m_world)
        m_world->run([this] { m_kept.clear(); });
    m_world.reset();
}

Result<zk::Created> ClientConformance::create(zk::Client& client, const std::string& path, zk::CreateMode mode,
                                              const std::string& data)
{
    return ask<zk::Created>([&](auto reply) { client.create({path, data, mode, zk::openAcl()}, std::move(reply)); });
}

Result<void> ClientConformance::remove(zk::Client& client, const std::string& path, std::int32_t version)
{
    return ask<void>([&](auto reply) { client.remove(path, version, std::move(reply)); });
}

Result<zk::Stat> ClientConformance::set(zk::Client& client, const std::string& path, const std::string& data,
                                        std::int32_t version)
{
    return ask<zk::Stat>([&](auto reply) { client.set(path, data, version, std::move(reply)); });
}

Result<zk::NodeData> ClientConformance::get(zk::Client& client, const std::string& path)
{
    return ask<zk::NodeData>([&](auto reply) { client.get(path, std::move(reply)); });
}

Result<std::optional<zk::Stat>> ClientConformance::exists(zk::Client& client, const std::string& path)
{
    return ask<std::optional<zk::Stat>>([&](auto reply) { client.exists(path, std::move(reply)); });
}

Result<std::vector<std::string>> ClientConformance::children(zk::Client& client, const std::string& path)
{
    return ask<std::vector<std::string>>([&](auto reply) { client.children(path, std::move(reply)); });
}

Result<zk::Listing> ClientConformance::list(zk::Client& client, const std::string& path)
{
    return ask<zk::Listing>([&](auto reply) { client.list(path, std::move(reply)); });
}

Result<std::vector<zk::OpResult>> ClientConformance::multi(zk::Client& client, const std::vector<zk::Op>& ops)
{
    return ask<std::vector<zk::OpResult>>([&](auto reply) { client.multi(ops, std::move(reply)); });
}

Result<void> ClientConformance::sync(zk::Client& client)
{
    return ask<void>([&](auto reply) { client.sync(m_world->root(), std::move(reply)); });
}

bool ClientConformance::waitForState(SessionState state)
{
    return m_world->waitFor([&] { return client().session().state == state; });
}

zk::Session ClientConformance::session()
{
    zk::Session session;
    m_world->run([&] { session = client().session(); });
    return session;
}

std::shared_ptr<ClientConformance::Set> ClientConformance::setWatch(Watch kind, const std::string& path)
{
    auto set = std::make_shared<Set>();
    set->order = std::make_shared<std::vector<std::string>>();
    m_kept.push_back(set);
    const auto replied = [order = set->order](const auto&) { order->push_back("reply"); };
    const auto fired = [order = set->order, handler = set->events.handler()](const zk::WatchEvent& event) {
        order->push_back("event");
        handler(event);
    };
    m_world->run([&] {
        switch (kind) {
        case Watch::Exists:
            set->subscription = client().exists(path, fired, replied);
            break;
        case Watch::Get:
            set->subscription = client().get(path, fired, replied);
            break;
        case Watch::Children:
            set->subscription = client().children(path, fired, replied);
            break;
        case Watch::List:
            set->subscription = client().list(path, fired, replied);
            break;
        }
    });
    return set;
}

} // namespace lockscope::test

#include "moc_ClientConformance.cpp"
