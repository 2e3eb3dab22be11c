// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/RedisServers.h"

#include "tests/support/SandboxHost.h"
#include "tests/support/Test.h"

#include <QDeadlineTimer>

#include <chrono>
#include <thread>

namespace lockscope::test {

using redis::RedisSandbox;

RedisServers::RedisServers(redis::RedisSandboxOptions options)
    : m_options(std::move(options))
    , m_host(std::make_unique<SandboxHost<RedisSandbox>>(m_options))
{
}

RedisServers::~RedisServers() = default;

Result<void> RedisServers::start()
{
    Result<void> started = m_host->start();
    if (!started)
        return started;
    m_target = m_host->get([](const RedisSandbox& sandbox) { return sandbox.target(); });
    const auto wanted = qgetenv("LOCKSCOPE_TEST_REDIS");
    if (wanted.isEmpty())
        return started;
    if (const auto found = info("redis_version"); !found.startsWith(wanted + "."))
        return failure(ErrorCode::System, "start the test's servers", {},
                       "the server's version is " + found.toStdString() + ", not " + wanted.toStdString());
    return started;
}

std::vector<RedisSandbox::Server> RedisServers::servers() const
{
    return m_host->servers();
}

int RedisServers::port(int index) const
{
    return servers().at(static_cast<std::size_t>(index)).port;
}

QString RedisServers::folder() const
{
    return m_host->get([](const RedisSandbox& sandbox) { return sandbox.folder(); });
}

RedisConnection& RedisServers::connectionTo(int index)
{
    const auto list = servers();
    const auto& server = list.at(static_cast<std::size_t>(index));
    m_connections.resize(list.size());
    auto& connection = m_connections[static_cast<std::size_t>(index)];
    if (connection && connection->isConnected())
        return *connection;
    connection = std::make_unique<RedisConnection>(server.port);
    const auto isSentinel = server.role == RedisSandbox::Role::Sentinel;
    const auto& password = isSentinel ? m_options.sentinelPassword : m_options.password;
    if (!password.isEmpty())
        connection->command({"AUTH", password.toUtf8()});
    return *connection;
}

QVariant RedisServers::command(const QByteArrayList& words, int index)
{
    return connectionTo(index).command(words);
}

QByteArray RedisServers::info(const QByteArray& field, int index)
{
    const auto lines = command({"INFO", "everything"}, index).toByteArray().split('\n');
    for (const auto& line : lines) {
        if (line.startsWith(field + ':'))
            return line.mid(field.size() + 1).trimmed();
    }
    return {};
}

bool RedisServers::waitUntil(const std::function<bool()>& condition)
{
    const QDeadlineTimer deadline(longestWaitMs);
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

int RedisServers::indexOf(int port) const
{
    const auto list = servers();
    for (std::size_t index = 0; index < list.size(); ++index) {
        if (list[index].port == port || (list[index].tlsPort == port && port > 0))
            return static_cast<int>(index);
    }
    return -1;
}

Result<void> RedisServers::killServer(int index)
{
    return m_host->killServer(index);
}

Result<void> RedisServers::startServer(int index)
{
    return startServers({index});
}

Result<void> RedisServers::startServers(const std::vector<int>& indexes)
{
    return m_host->startServers(indexes);
}

Result<void> RedisServers::pauseServer(int index)
{
    return m_host->pauseServer(index);
}

void RedisServers::resumeServer(int index)
{
    m_host->resumeServer(index);
}

} // namespace lockscope::test
