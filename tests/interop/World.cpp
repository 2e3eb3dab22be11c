// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/World.h"

#include "tests/support/Test.h"

namespace lockscope::test {

namespace {

std::string made(const Result<zk::Created>& node)
{
    if (!node)
        QTest::qFail(describe(node.error()).c_str(), __FILE__, __LINE__);
    return node ? node->path : std::string();
}

} // namespace

Result<void> World::start()
{
    if (const auto started = m_servers.start(); !started)
        return failure(started.error());
    m_observer = std::make_unique<BlockingClient>(m_servers.connectString());
    return {};
}

std::string World::madePath()
{
    const auto path = freshPath();
    return made(m_observer->create(path));
}

std::string World::makeRegister(int capacity)
{
    const auto path = freshPath();
    RegisterState empty;
    empty.capacity = capacity;
    return made(m_observer->create(path, empty.text()));
}

RegisterState World::registerState(const std::string& path)
{
    const auto data = m_observer->get(path);
    return data ? RegisterState::read(data->data) : RegisterState();
}

std::vector<std::string> World::children(const std::string& path)
{
    return m_observer->children(path).value_or(std::vector<std::string>());
}

bool World::waitForChildren(const std::string& path, std::size_t count, int limitMs)
{
    return QTest::qWaitFor([&] { return children(path).size() == count; }, limitMs);
}

} // namespace lockscope::test
