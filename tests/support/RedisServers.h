// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/redis/RedisSandbox.h"
#include "tests/support/RedisConnection.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QVariant>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::test {

template <typename AnySandbox> class SandboxHost;

/// Real Redis servers for a test, on their own thread: a test may block its thread while they start, stop and serve.
/// Uses Debian's redis-tools, or the program in LOCKSCOPE_REDIS_SERVER; with LOCKSCOPE_TEST_REDIS=6.2 only of that
/// version. Thread: one thread at a time; every function waits for its effect. The destructor removes everything.
///
///     RedisServers servers;                                                // one server
///     RedisServers servers({.kind = redis::SandboxKind::Sentinel});        // or Independent, Cluster
///     RedisServers servers({.replicas = 2, .moreSettings = "user app on >secret ~* &* +@all\n"});
///     QVERIFY_RESULT(servers.start());
///     QCOMPARE(servers.command({"SET", "a", "b"}), QByteArray("OK"));
class RedisServers final {
public:
    explicit RedisServers(redis::RedisSandboxOptions options = {});
    ~RedisServers();
    RedisServers(const RedisServers&) = delete;
    RedisServers& operator=(const RedisServers&) = delete;

    /// Returns when every server serves and the topology is complete, or the reason why not.
    [[nodiscard]] Result<void> start();

    /// "redis://127.0.0.1:40123"; see RedisSandbox::target(). Known after start().
    [[nodiscard]] QString target() const { return m_target; }
    /// Masters first, then replicas, then Sentinels.
    [[nodiscard]] std::vector<redis::RedisSandbox::Server> servers() const;
    [[nodiscard]] int port(int index = 0) const;
    [[nodiscard]] QString folder() const;

    /// Sends a command to a server by a connection of the fixture, with the password of the options. It is the same
    /// connection each time, until the server has closed it. The reply: see RedisConnection.
    QVariant command(const QByteArrayList& words, int index = 0);
    /// A field of any section of INFO, such as "role" or "cmdstat_get"; empty if there is none.
    [[nodiscard]] QByteArray info(const QByteArray& field, int index = 0);
    /// Waits up to 30 seconds until the condition holds; it is checked every 20 ms.
    [[nodiscard]] static bool waitUntil(const std::function<bool()>& condition);
    /// The index of the server with this port, with or without TLS; -1 if there is none.
    [[nodiscard]] int indexOf(int port) const;

    /// Fault functions. killServer returns when the process has ended: its data is lost. startServer and startServers
    /// return when the servers reply again, pauseServer when the whole process has stopped.
    [[nodiscard]] Result<void> killServer(int index = 0);
    [[nodiscard]] Result<void> startServer(int index = 0);
    [[nodiscard]] Result<void> startServers(const std::vector<int>& indexes);
    [[nodiscard]] Result<void> pauseServer(int index = 0);
    void resumeServer(int index = 0);

private:
    RedisConnection& connectionTo(int index);

    redis::RedisSandboxOptions m_options;
    std::unique_ptr<SandboxHost<redis::RedisSandbox>> m_host;
    QString m_target;
    std::vector<std::unique_ptr<RedisConnection>> m_connections;
};

} // namespace lockscope::test
