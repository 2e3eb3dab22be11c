// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Ports of a Redis sandbox that another process has taken.

#include "core/sandbox/FreePorts.h"
#include "core/sandbox/redis/RedisServer.h"
#include "core/sandbox/redis/RedisSoftware.h"
#include "tests/support/RedisConnection.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QHostAddress>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>

#include <set>

namespace lockscope::redisPortsTest {

using namespace lockscope::redis;

namespace {

constexpr int startLimitMs = 90'000;
constexpr int busOffset = 10'000;

/// The program under the name by which it is a server.
QString serverIn(const QTemporaryDir& folder)
{
    const auto program = findServerProgram(SoftwarePlaces::fromEnvironment());
    const auto link = folder.filePath(QStringLiteral("redis-server"));
    return program && QFile::link(*program, link) ? link : QString();
}

} // namespace

class RedisPortsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void busPortsAreFreeToo();
    void noticesALostPort_data();
    void noticesALostPort();
    void triesOtherPortsWhenOneIsLost();
};

void RedisPortsTest::busPortsAreFreeToo()
{
    for (int i = 0; i < 20; ++i) {
        const auto ports = ensemble::freePorts(6, busOffset);
        QVERIFY_RESULT(ports);
        std::set<int> all;
        std::vector<std::unique_ptr<QTcpServer>> held;
        for (const int port : *ports) {
            for (const int each : {port, port + busOffset}) {
                all.insert(each);
                held.push_back(std::make_unique<QTcpServer>());
                QVERIFY2(each <= 65'535 &&
                             held.back()->listen(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(each)),
                         qPrintable(held.back()->errorString()));
            }
        }
        QCOMPARE(all.size(), std::size_t(12));
    }
}

void RedisPortsTest::noticesALostPort_data()
{
    QTest::addColumn<int>("offset");
    QTest::newRow("the server's") << 0;
    QTest::newRow("the cluster bus's") << busOffset;
}

void RedisPortsTest::noticesALostPort()
{
    QFETCH(int, offset);
    const QTemporaryDir folder;
    const RedisSandboxOptions options{.kind = SandboxKind::Cluster};
    const auto servers = redisServers(options);
    QVERIFY_RESULT(servers);
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress(QHostAddress::LocalHost), static_cast<quint16>(servers->front().port + offset)));
    const auto program = serverIn(folder);
    QVERIFY(!program.isEmpty());
    ensemble::ServerProcess process(planOf(options, *servers, 0, folder.filePath(QStringLiteral("server")), program));
    QSignalSpy stopped(&process, &ensemble::ServerProcess::stopped);
    QSignalSpy serving(&process, &ensemble::ServerProcess::serving);
    QVERIFY_RESULT(process.prepare());
    process.start();
    QTRY_COMPARE_WITH_TIMEOUT(stopped.count(), 1, startLimitMs);
    QVERIFY2(process.hasLostPort(), qPrintable(process.complaint()));
    QCOMPARE(serving.count(), 0);
}

/// The first process ends as if its port were in use; every later one is the real server.
void RedisPortsTest::triesOtherPortsWhenOneIsLost()
{
    const auto program = findServerProgram(SoftwarePlaces::fromEnvironment());
    QVERIFY_RESULT(program);
    const QTemporaryDir home;
    QFile script(home.filePath(QStringLiteral("server")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/bash\n"
                 "if mkdir '" +
                 QFile::encodeName(home.filePath(QStringLiteral("first"))) +
                 "' 2>/dev/null; then\n"
                 "    echo 'Could not create server TCP listening socket 127.0.0.1:1: bind: Address already in use'\n"
                 "    exit 1\n"
                 "fi\n"
                 "exec -a redis-server '" +
                 QFile::encodeName(*program) + "' \"$@\"\n");
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    script.close();
    const auto restore = qScopeGuard(
        [wasSet = qEnvironmentVariableIsSet("LOCKSCOPE_REDIS_SERVER"), old = qgetenv("LOCKSCOPE_REDIS_SERVER")] {
            wasSet ? qputenv("LOCKSCOPE_REDIS_SERVER", old) : qunsetenv("LOCKSCOPE_REDIS_SERVER");
        });
    qputenv("LOCKSCOPE_REDIS_SERVER", QFile::encodeName(script.fileName()));

    RedisSandbox sandbox({.kind = SandboxKind::Sentinel});
    QSignalSpy ready(&sandbox, &RedisSandbox::ready);
    QSignalSpy failed(&sandbox, &RedisSandbox::failed);
    sandbox.start();
    QTRY_VERIFY_WITH_TIMEOUT(ready.count() + failed.count() > 0, startLimitMs);
    QVERIFY2(failed.isEmpty(), failed.isEmpty() ? "" : describe(failed.at(0).at(0).value<Error>()).c_str());
    QVERIFY(QFile::exists(home.filePath(QStringLiteral("first"))));
    for (const auto& server : sandbox.servers())
        QCOMPARE(test::RedisConnection(server.port).command({"PING"}), QByteArray("PONG"));
}

} // namespace lockscope::redisPortsTest

LOCKSCOPE_TEST(lockscope::redisPortsTest::RedisPortsTest)
#include "RedisPortsTest.moc"
