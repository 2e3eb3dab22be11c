// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/RedisServers.h"
#include "tests/support/Processes.h"
#include "tests/support/Test.h"

#include <QFile>

namespace lockscope::redisServersTest {

using namespace lockscope::test;
using redis::RedisSandbox;
using redis::SandboxKind;

/// No event loop runs in these tests: the fixture must not need the test's own.
class RedisServersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void servesAndLeavesNothing();
    void returnsEveryKindOfReply();
    void readsMessages();
    void killAndStartWaitForTheirEffect();
    void pausedServerDoesNotReply();
    void usesThePasswords();
    void followsAFailover();
    void saysWhyItDoesNotStart();
};

void RedisServersTest::servesAndLeavesNothing()
{
    QString folder;
    {
        RedisServers servers;
        QVERIFY_RESULT(servers.start());
        folder = servers.folder();
        QVERIFY(QFile::exists(folder));
        QCOMPARE(servers.target(), QStringLiteral("redis://127.0.0.1:%1").arg(servers.port()));
        QCOMPARE(servers.command({"SET", "a", "b"}), QByteArray("OK"));
        QCOMPARE(servers.info("role"), QByteArray("master"));
        QCOMPARE(servers.info("no such field"), QByteArray());
        QCOMPARE(servers.indexOf(servers.port()), 0);
        QCOMPARE(servers.indexOf(0), -1);
    }
    QVERIFY(!QFile::exists(folder));
}

void RedisServersTest::returnsEveryKindOfReply()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const QByteArray bytes("\r\n\0$-1\r\n", 8);
    QCOMPARE(servers.command({"SET", "a", bytes}), QByteArray("OK"));
    QCOMPARE(servers.command({"GET", "a"}), bytes);
    QCOMPARE(servers.command({"SET", "empty", ""}), QByteArray("OK"));
    QCOMPARE(servers.command({"GET", "empty"}), QByteArray(""));
    QCOMPARE(servers.command({"GET", "b"}), QVariant());
    QCOMPARE(servers.command({"STRLEN", "a"}), qlonglong(8));
    QCOMPARE(servers.command({"MGET", "b", "empty"}).toList(), (QVariantList{QVariant(), QByteArray("")}));
    QCOMPARE(errorIn(servers.command({"LPUSH", "a", "x"})),
             QByteArray("WRONGTYPE Operation against a key holding the wrong kind of value"));
    QCOMPARE(errorIn(servers.command({"GET", "a"})), QByteArray());
    const QByteArray large(1 << 20, 'x'); // more than one read
    QCOMPARE(servers.command({"SET", "large", large}), QByteArray("OK"));
    QCOMPARE(servers.command({"GET", "large"}), large);
}

void RedisServersTest::readsMessages()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    RedisConnection subscriber(servers.port());
    QCOMPARE(subscriber.command({"SUBSCRIBE", "news"}).toList().value(0), QByteArray("subscribe"));
    QCOMPARE(servers.command({"PUBLISH", "news", "one"}), qlonglong(1));
    QCOMPARE(servers.command({"PUBLISH", "news", "two"}), qlonglong(1));
    for (const char* text : {"one", "two"})
        QCOMPARE(subscriber.next().toList(),
                 (QVariantList{QByteArray("message"), QByteArray("news"), QByteArray(text)}));
    QCOMPARE(errorIn(subscriber.next(50)), QByteArray("no reply: time limit"));
}

void RedisServersTest::killAndStartWaitForTheirEffect()
{
    RedisServers servers({.kind = SandboxKind::Independent, .masters = 2});
    QVERIFY_RESULT(servers.start());
    QCOMPARE(servers.command({"SET", "a", "b"}, 1), QByteArray("OK"));
    const auto process = servers.servers().at(1).processId;
    QVERIFY_RESULT(servers.killServer(1));
    QVERIFY(!runs(process));
    QVERIFY(errorIn(servers.command({"PING"}, 1)).startsWith("no reply: "));
    QVERIFY_RESULT(servers.killServer(1)); // already stopped: no wait
    QVERIFY_RESULT(servers.startServer(1));
    QCOMPARE(servers.command({"GET", "a"}, 1), QVariant());
    QCOMPARE(servers.command({"PING"}, 0), QByteArray("PONG"));
}

void RedisServersTest::pausedServerDoesNotReply()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    RedisConnection connection(servers.port());
    QVERIFY_RESULT(servers.pauseServer());
    QCOMPARE(errorIn(connection.command({"PING"}, 300)), QByteArray("no reply: time limit"));
    servers.resumeServer();
    QCOMPARE(connection.next(), QByteArray("PONG"));
    QVERIFY_RESULT(servers.pauseServer());
    QVERIFY_RESULT(servers.killServer()); // a paused one ends too
}

void RedisServersTest::usesThePasswords()
{
    RedisServers servers(
        {.kind = SandboxKind::Sentinel, .password = QStringLiteral("one"), .sentinelPassword = QStringLiteral("two")});
    QVERIFY_RESULT(servers.start());
    QCOMPARE(servers.command({"SET", "a", "b"}), QByteArray("OK"));
    QCOMPARE(servers.info("redis_mode", 3), QByteArray("sentinel"));
}

void RedisServersTest::followsAFailover()
{
    RedisServers servers({.kind = SandboxKind::Sentinel, .downAfterMs = 3'000});
    QVERIFY_RESULT(servers.start());
    QVERIFY_RESULT(servers.killServer(0));
    const auto isMaster = [&](int index) { return index >= 1 && servers.info("role", index) == "master"; };
    QVERIFY(RedisServers::waitUntil([&] { return isMaster(1) || isMaster(2); }));
    QVERIFY_RESULT(servers.startServer(0));
    QVERIFY(RedisServers::waitUntil([&] {
        return servers.info("role", 0) == "slave" && isMaster(servers.indexOf(servers.info("master_port", 0).toInt()));
    }));
}

void RedisServersTest::saysWhyItDoesNotStart()
{
    RedisServers servers({.masters = 0});
    const auto started = servers.start();
    QVERIFY(!started);
    QVERIFY(started.error().code == ErrorCode::BadArguments);
    QVERIFY(servers.target().isEmpty());
}

} // namespace lockscope::redisServersTest

LOCKSCOPE_TEST(lockscope::redisServersTest::RedisServersTest)
#include "RedisServersTest.moc"
