// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/World.h"

#include "tests/support/Test.h"

namespace lockscope::test {

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
    return m_observer->create(path) ? path : std::string();
}

std::string World::makeRegister(int capacity)
{
    const auto path = freshPath();
    RegisterState empty;
    empty.capacity = capacity;
    return m_observer->create(path, empty.text()) ? path : std::string();
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
