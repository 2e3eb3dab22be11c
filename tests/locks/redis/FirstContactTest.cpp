// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A lock whose client becomes connected while the first request is being refused.

#include "core/locks/redis/RedissonLock.h"
#include "tests/redis/MemoryServers.h"
#include "tests/support/Answer.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

namespace lockscope::firstContactTest {

using namespace lockscope::test;

namespace {

struct FirstContactWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    MemoryServers servers{executor};
    MemoryServer& server{servers["10.0.0.1:6379"]};
    std::unique_ptr<redis::Client> client;

    FirstContactWorld()
    {
        redis::ClientSettings settings;
        settings.target.servers = {{.host = "10.0.0.1", .port = 6379, .socket = {}}};
        settings.callbacks = &executor;
        client = std::make_unique<redis::Client>(settings, executor, Log(), servers.transports());
    }

    [[nodiscard]] bool isConnected() const { return client->status().state == SessionState::Connected; }
    /// The server has received a request for a lock.
    [[nodiscard]] bool isAsked() const
    {
        return std::any_of(server.received.begin(), server.received.end(),
                           [](const std::string& command) { return command.starts_with("EVALSHA"); });
    }
};

} // namespace

class FirstContactTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asksAsSoonAsItIsConnected();
};

/// The acquisition begins after each number of the tasks by which the client connects, and no time passes.
void FirstContactTest::asksAsSoonAsItIsConnected()
{
    int worlds = 0;
    for (bool isConnected = false; !isConnected; ++worlds) {
        FirstContactWorld world;
        for (int i = 0; i < worlds; ++i)
            QVERIFY(world.executor.runOne());
        isConnected = world.isConnected();
        locks::LeaseOptions options;
        options.log = Log();
        locks::RedissonLock lock(*world.client, "a", options);
        Answer<locks::Hold> answer;
        lock.acquireAsync({}, {}, answer.reply());
        world.executor.runUntilIdle();
        QVERIFY2(world.isAsked(), qPrintable(QString::number(worlds)));
    }
    QVERIFY(worlds > 1);
}

} // namespace lockscope::firstContactTest

LOCKSCOPE_TEST(lockscope::firstContactTest::FirstContactTest)
#include "FirstContactTest.moc"
