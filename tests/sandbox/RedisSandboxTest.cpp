// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSandbox.h"
#include "core/sandbox/redis/RedisSoftware.h"
#include "tests/connect/Certificates.h"
#include "tests/support/Processes.h"
#include "tests/support/RedisConnection.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::redisSandboxTest {

using namespace lockscope::redis;
using test::RedisConnection;
using Role = RedisSandbox::Role;

namespace {

constexpr int startLimitMs = 90'000;
/// A server that does not answer for so long is down: longer than it may wait for its turn on a busy machine.
constexpr int failoverAfterMs = 3'000;

bool started(RedisSandbox& sandbox)
{
    QSignalSpy ready(&sandbox, &RedisSandbox::ready);
    QSignalSpy failed(&sandbox, &RedisSandbox::failed);
    sandbox.start();
    const bool reported = QTest::qWaitFor([&] { return ready.count() + failed.count() > 0; }, startLimitMs);
    if (!failed.isEmpty())
        qWarning("%s", describe(failed.at(0).at(0).value<Error>()).c_str());
    return reported && ready.count() == 1;
}

Error failureOf(RedisSandbox& sandbox)
{
    QSignalSpy failed(&sandbox, &RedisSandbox::failed);
    sandbox.start();
    [[maybe_unused]] const bool came = QTest::qWaitFor([&] { return failed.count() > 0; }, startLimitMs);
    return failed.isEmpty() ? Error{} : failed.at(0).at(0).value<Error>();
}

/// A field of INFO of the server with this port.
QByteArray infoOf(int port, const QByteArray& field)
{
    const auto lines = RedisConnection(port).command({"INFO"}).toByteArray().split('\n');
    for (const auto& line : lines) {
        if (line.startsWith(field + ':'))
            return line.mid(field.size() + 1).trimmed();
    }
    return {};
}

QByteArray settingOf(int port, const QByteArray& name)
{
    return RedisConnection(port).command({"CONFIG", "GET", name}).toList().value(1).toByteArray();
}

std::vector<RedisSandbox::Server> serversOf(const RedisSandbox& sandbox, Role role)
{
    std::vector<RedisSandbox::Server> list;
    for (const auto& server : sandbox.servers()) {
        if (server.role == role)
            list.push_back(server);
    }
    return list;
}

/// Sets the variable for the lifetime of the returned object.
[[nodiscard]] auto withVariable(const char* name, const QByteArray& value)
{
    const bool wasSet = qEnvironmentVariableIsSet(name);
    auto before = qScopeGuard([name, wasSet, old = qgetenv(name)] { wasSet ? qputenv(name, old) : qunsetenv(name); });
    qputenv(name, value);
    return before;
}

} // namespace

class RedisSandboxTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startsServers_data();
    void startsServers();
    void replicasHaveTheMastersData();
    void sentinelsKnowEveryServer();
    void clusterServesEverySlot();
    void restartKeepsPorts();
    void answersAgainAfterPause();
    void movesTheClockOfOneServer();
    void saysWhenAServerHasNoSuchClock();
    void refusesToMoveAnyClock();
    void sentinelsPromoteAReplica();
    void clusterPromotesAReplica();
    void endsWithoutBlocking();
    void endsWhileItStarts();
    void passwordsAreRequired();
    void serversHaveTls_data();
    void serversHaveTls();
    void leavesNothingWhenOwnerIsKilled_data();
    void leavesNothingWhenOwnerIsKilled();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void saysWhatToInstall();
    void quotesTheLogWhenAServerEnds();
};

void RedisSandboxTest::startsServers_data()
{
    QTest::addColumn<SandboxKind>("kind");
    QTest::addColumn<QList<int>>("roles"); // how many masters, replicas and Sentinels
    QTest::addColumn<QString>("scheme");
    QTest::addColumn<Role>("named");
    QTest::addColumn<QString>("rest");
    QTest::newRow("1") << SandboxKind::Single << QList<int>{1, 0, 0} << QStringLiteral("redis://") << Role::Master
                       << QString();
    QTest::newRow("5") << SandboxKind::Independent << QList<int>{5, 0, 0} << QStringLiteral("redlock://")
                       << Role::Master << QString();
    QTest::newRow("sentinel") << SandboxKind::Sentinel << QList<int>{1, 2, 3} << QStringLiteral("redis+sentinel://")
                              << Role::Sentinel << QStringLiteral("/mymaster");
    QTest::newRow("cluster") << SandboxKind::Cluster << QList<int>{3, 3, 0} << QStringLiteral("redis+cluster://")
                             << Role::Master << QString();
}

void RedisSandboxTest::startsServers()
{
    QFETCH(SandboxKind, kind);
    QFETCH(QList<int>, roles);
    QFETCH(QString, scheme);
    QFETCH(Role, named);
    QFETCH(QString, rest);
    QString folder;
    std::vector<RedisSandbox::Server> list;
    {
        RedisSandbox sandbox({.kind = kind});
        QVERIFY(sandbox.target().isEmpty());
        QVERIFY(started(sandbox));
        list = sandbox.servers();
        folder = sandbox.folder();
        QStringList hosts;
        for (const auto& server : serversOf(sandbox, named))
            hosts << QStringLiteral("127.0.0.1:%1").arg(server.port);
        QCOMPARE(sandbox.target(), scheme + hosts.join(u',') + rest);

        QList<int> seen{0, 0, 0};
        for (const auto& server : list) {
            const bool isSentinel = infoOf(server.port, "redis_mode") == "sentinel";
            ++seen[isSentinel ? 2 : infoOf(server.port, "role") == "master" ? 0 : 1];
            QCOMPARE(infoOf(server.port, "process_id").toLongLong(), server.processId);
            QVERIFY(QFile::exists(server.socket));
            if (isSentinel)
                continue;
            QCOMPARE(settingOf(server.port, "bind"), QByteArray("127.0.0.1"));
            QCOMPARE(settingOf(server.port, "protected-mode"), QByteArray("yes"));
            QCOMPARE(settingOf(server.port, "save"), QByteArray());
            QCOMPARE(settingOf(server.port, "appendonly"), QByteArray("no"));
            QVERIFY(settingOf(server.port, "dir").startsWith(QFile::encodeName(folder)));
        }
        QCOMPARE(seen, roles);

        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther |
                            QFile::WriteOther | QFile::ExeOther;
        QVERIFY(QFile::exists(folder));
        QVERIFY((QFile::permissions(folder) & others) == QFile::Permissions());
    }
    QVERIFY(!QFile::exists(folder));
    for (const auto& server : list)
        QVERIFY(!test::runs(server.processId));
}

void RedisSandboxTest::replicasHaveTheMastersData()
{
    RedisSandbox sandbox({.replicas = 2});
    QVERIFY(started(sandbox));
    const auto list = sandbox.servers();
    QCOMPARE(list.size(), std::size_t(3));
    RedisConnection master(list[0].port);
    QCOMPARE(master.command({"SET", "orders", "1"}), QByteArray("OK"));
    QCOMPARE(master.command({"WAIT", "2", "30000"}), qlonglong(2));
    for (const auto& replica : serversOf(sandbox, Role::Replica)) {
        QCOMPARE(RedisConnection(replica.port).command({"GET", "orders"}), QByteArray("1"));
        QVERIFY(test::errorIn(RedisConnection(replica.port).command({"SET", "a", "b"})).startsWith("READONLY "));
    }
}

void RedisSandboxTest::sentinelsKnowEveryServer()
{
    RedisSandbox sandbox({.kind = SandboxKind::Sentinel});
    QVERIFY(started(sandbox));
    const QVariantList master{QByteArray("127.0.0.1"), QByteArray::number(sandbox.servers().front().port)};
    for (const auto& sentinel : serversOf(sandbox, Role::Sentinel)) {
        RedisConnection connection(sentinel.port);
        QCOMPARE(connection.command({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "mymaster"}).toList(), master);
        QCOMPARE(connection.command({"SENTINEL", "REPLICAS", "mymaster"}).toList().size(), 2);
        QCOMPARE(connection.command({"SENTINEL", "SENTINELS", "mymaster"}).toList().size(), 2);
        const auto usable = connection.command({"SENTINEL", "CKQUORUM", "mymaster"}).toByteArray();
        QVERIFY2(usable.startsWith("OK 3 usable Sentinels."), usable.constData());
    }
}

void RedisSandboxTest::clusterServesEverySlot()
{
    RedisSandbox sandbox({.kind = SandboxKind::Cluster});
    QVERIFY(started(sandbox));
    for (const auto& server : sandbox.servers()) {
        int slotCount = 0;
        const auto ranges = RedisConnection(server.port).command({"CLUSTER", "SLOTS"}).toList();
        for (const auto& range : ranges) {
            slotCount += range.toList().at(1).toInt() - range.toList().at(0).toInt() + 1;
            QCOMPARE(range.toList().size(), 4); // first, last, the master, its replica
        }
        QCOMPARE(slotCount, 16'384);
    }
    // CLUSTER KEYSLOT foo is 12182: the last third.
    QCOMPARE(RedisConnection(sandbox.servers().at(2).port).command({"SET", "foo", "bar"}), QByteArray("OK"));
    const auto moved = test::errorIn(RedisConnection(sandbox.servers().at(0).port).command({"GET", "foo"}));
    QCOMPARE(moved, "MOVED 12182 127.0.0.1:" + QByteArray::number(sandbox.servers().at(2).port));
}

void RedisSandboxTest::restartKeepsPorts()
{
    RedisSandbox sandbox({.kind = SandboxKind::Independent, .masters = 2});
    QVERIFY(started(sandbox));
    const auto before = sandbox.servers().at(1);
    QCOMPARE(RedisConnection(before.port).command({"SET", "a", "b"}), QByteArray("OK"));
    QSignalSpy stopped(&sandbox, &RedisSandbox::serverStopped);
    QSignalSpy ready(&sandbox, &RedisSandbox::serverReady);
    QSignalSpy whole(&sandbox, &RedisSandbox::ready);

    sandbox.killServer(1);
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(stopped.at(0).at(0).toInt(), 1);
    QVERIFY(!test::runs(before.processId));
    QVERIFY(test::errorIn(RedisConnection(before.port).command({"PING"})).startsWith("no reply: "));
    QCOMPARE(RedisConnection(sandbox.servers().at(0).port).command({"PING"}), QByteArray("PONG"));

    sandbox.startServer(1);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, startLimitMs);
    const auto after = sandbox.servers().at(1);
    QCOMPARE(after.port, before.port);
    QVERIFY(after.processId != before.processId);
    QCOMPARE(RedisConnection(after.port).command({"GET", "a"}), QVariant()); // nothing is kept on the disk
    QCOMPARE(whole.count(), 0);                                              // ready() is emitted once
}

void RedisSandboxTest::answersAgainAfterPause()
{
    RedisSandbox sandbox({});
    QVERIFY(started(sandbox));
    const int port = sandbox.servers().at(0).port;
    sandbox.pauseServer(0);
    // A process is stopped a moment after the signal.
    QTRY_VERIFY(test::errorIn(RedisConnection(port).command({"PING"}, 300)) == "no reply: time limit");
    sandbox.resumeServer(0);
    QCOMPARE(RedisConnection(port).command({"PING"}), QByteArray("PONG"));
    sandbox.pauseServer(0); // stopping a paused server must not hang
}

void RedisSandboxTest::movesTheClockOfOneServer()
{
    constexpr qint64 jump = 30;
    RedisSandbox sandbox({.kind = SandboxKind::Independent, .masters = 2, .movesClocks = true});
    QVERIFY(started(sandbox));
    const auto list = sandbox.servers();
    RedisConnection moved(list.at(0).port);
    RedisConnection other(list.at(1).port);
    const auto secondsOf = [](RedisConnection& redis) {
        return redis.command({"TIME"}).toList().value(0).toLongLong();
    };
    const auto setKey = [](RedisConnection& redis) { return redis.command({"SET", "a", "b", "EX", "20"}); };
    QCOMPARE(setKey(moved), QByteArray("OK"));
    QCOMPARE(setKey(other), QByteArray("OK"));
    QVERIFY(qAbs(secondsOf(moved) - secondsOf(other)) <= 1);

    QVERIFY_RESULT(sandbox.moveClock(0, std::chrono::seconds(jump)));
    const auto ahead = secondsOf(moved) - secondsOf(other);
    QVERIFY2(qAbs(ahead - jump) <= 1, qPrintable(QString::number(ahead)));
    QCOMPARE(moved.command({"GET", "a"}), QVariant()); // it has expired there, and only there
    QCOMPARE(other.command({"GET", "a"}), QByteArray("b"));
    QVERIFY(!sandbox.moveClock(2, std::chrono::seconds(jump)));

    QVERIFY_RESULT(sandbox.moveClock(0, std::chrono::milliseconds(-jump * 1'000 - 500)));
    const auto behind = secondsOf(other) - secondsOf(moved);
    QVERIFY2(qAbs(behind - jump) <= 1, qPrintable(QString::number(behind)));
}

/// The dynamic linker does not load the clock into such a server.
void RedisSandboxTest::saysWhenAServerHasNoSuchClock()
{
    const Result<QString> program = findServerProgram(SoftwarePlaces::fromEnvironment());
    QVERIFY_RESULT(program);
    const QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("redis-server"));
    QFile file(script);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("#!/bin/bash\nunset LD_PRELOAD\nexec -a redis-server '" + QFile::encodeName(*program) + "' \"$@\"\n");
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    file.close();
    const auto named = withVariable("LOCKSCOPE_REDIS_SERVER", QFile::encodeName(script));
    RedisSandbox sandbox({.movesClocks = true});
    QVERIFY(started(sandbox));
    const auto moved = sandbox.moveClock(0, std::chrono::seconds(1));
    QVERIFY(!moved && moved.error().code == ErrorCode::Refused);
    QVERIFY2(moved.error().detail.find("has not loaded the library") != std::string::npos,
             moved.error().detail.c_str());
}

void RedisSandboxTest::refusesToMoveAnyClock()
{
    RedisSandbox sandbox({});
    QVERIFY(started(sandbox));
    const auto moved = sandbox.moveClock(0, std::chrono::seconds(1));
    QVERIFY(!moved && moved.error().code == ErrorCode::Refused);
}

void RedisSandboxTest::sentinelsPromoteAReplica()
{
    RedisSandbox sandbox({.kind = SandboxKind::Sentinel, .downAfterMs = failoverAfterMs});
    QVERIFY(started(sandbox));
    const auto list = sandbox.servers();
    sandbox.killServer(0);
    RedisConnection sentinel(list.at(3).port);
    const auto masterPort = [&sentinel] {
        return sentinel.command({"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "mymaster"}).toList().value(1).toInt();
    };
    // On a busy machine the promoted one may seem to be down, too: then the other replica is promoted.
    const auto isPromoted = [&](int port) {
        return (port == list.at(1).port || port == list.at(2).port) && infoOf(port, "role") == "master";
    };
    QTRY_VERIFY_WITH_TIMEOUT(isPromoted(masterPort()), startLimitMs);
    sandbox.startServer(0);
    const auto followsTheMaster = [&] {
        const int master = masterPort();
        return isPromoted(master) && infoOf(list.at(0).port, "role") == "slave" &&
               infoOf(list.at(0).port, "master_port").toInt() == master;
    };
    QTRY_VERIFY_WITH_TIMEOUT(followsTheMaster(), startLimitMs);
}

void RedisSandboxTest::clusterPromotesAReplica()
{
    RedisSandbox sandbox({.kind = SandboxKind::Cluster, .downAfterMs = failoverAfterMs});
    QVERIFY(started(sandbox));
    const auto list = sandbox.servers();
    sandbox.killServer(0);
    QTRY_COMPARE_WITH_TIMEOUT(infoOf(list.at(3).port, "role"), QByteArray("master"), startLimitMs);
    sandbox.startServer(0);
    const auto followsTheMaster = [&] {
        return infoOf(list.at(0).port, "role") == "slave" &&
               infoOf(list.at(0).port, "master_port").toInt() == list.at(3).port;
    };
    QTRY_VERIFY_WITH_TIMEOUT(followsTheMaster(), startLimitMs);
}

void RedisSandboxTest::endsWithoutBlocking()
{
    RedisSandbox sandbox({.kind = SandboxKind::Sentinel});
    QVERIFY(started(sandbox));
    const auto folder = sandbox.folder();
    QVERIFY(QFile::exists(folder));
    const QSignalSpy ended(&sandbox, &RedisSandbox::ended);
    const QSignalSpy stopped(&sandbox, &RedisSandbox::serverStopped);
    sandbox.pauseServer(0); // a suspended process is killed too
    sandbox.end();
    QCOMPARE(ended.count(), 0); // only the event loop ends it
    QTRY_COMPARE(ended.count(), 1);
    for (auto index = 0; index < sandbox.serverCount(); ++index)
        QVERIFY(!sandbox.isRunning(index));
    QVERIFY(!QFile::exists(folder));
    QCOMPARE(stopped.count(), 0);
    sandbox.end();
    QCOMPARE(ended.count(), 1);
}

void RedisSandboxTest::endsWhileItStarts()
{
    RedisSandbox sandbox(RedisSandboxOptions{});
    const QSignalSpy ended(&sandbox, &RedisSandbox::ended);
    const QSignalSpy failed(&sandbox, &RedisSandbox::failed);
    const QSignalSpy ready(&sandbox, &RedisSandbox::ready);
    sandbox.start();
    const auto folder = sandbox.folder();
    sandbox.end();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(!QFile::exists(folder));
    QCOMPARE(failed.count() + ready.count(), 0);
}

void RedisSandboxTest::passwordsAreRequired()
{
    RedisSandbox sandbox({.kind = SandboxKind::Sentinel,
                          .password = QStringLiteral("a \"b\" \\c"),
                          .sentinelPassword = QStringLiteral("other"),
                          .moreSettings = QStringLiteral("user app on >secret ~* &* +@all\n")});
    QVERIFY(started(sandbox));
    QVERIFY(!sandbox.target().contains(u'@'));
    for (const auto& server : sandbox.servers()) {
        RedisConnection connection(server.port);
        QVERIFY(test::errorIn(connection.command({"CLIENT", "LIST"})).startsWith("NOAUTH "));
        const bool isSentinel = server.role == Role::Sentinel;
        QCOMPARE(connection.command({"AUTH", isSentinel ? "other" : "a \"b\" \\c"}), QByteArray("OK"));
        if (isSentinel)
            continue;
        QCOMPARE(connection.command({"AUTH", "app", "secret"}), QByteArray("OK"));
        QCOMPARE(connection.command({"ACL", "WHOAMI"}), QByteArray("app"));
    }
}

void RedisSandboxTest::serversHaveTls_data()
{
    QTest::addColumn<SandboxKind>("kind");
    QTest::addColumn<QString>("scheme");
    QTest::newRow("1") << SandboxKind::Single << QStringLiteral("rediss://");
    QTest::newRow("5") << SandboxKind::Independent << QStringLiteral("redlocks://");
    QTest::newRow("sentinel") << SandboxKind::Sentinel << QStringLiteral("rediss+sentinel://");
    QTest::newRow("cluster") << SandboxKind::Cluster << QStringLiteral("rediss+cluster://");
}

void RedisSandboxTest::serversHaveTls()
{
    QFETCH(SandboxKind, kind);
    QFETCH(QString, scheme);
    test::Certificates certificates;
    QVERIFY(certificates.authority(QStringLiteral("ca")));
    QVERIFY(certificates.certificate(QStringLiteral("server"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1")));
    RedisSandbox sandbox(
        {.kind = kind,
         .tls = SandboxTls{certificates.file(QStringLiteral("ca.pem")), certificates.file(QStringLiteral("server.pem")),
                           certificates.file(QStringLiteral("server.key"))}});
    QVERIFY(started(sandbox));
    const auto named = serversOf(sandbox, kind == SandboxKind::Sentinel ? Role::Sentinel : Role::Master);
    const auto address = QStringLiteral("127.0.0.1:%1").arg(named.front().tlsPort);
    QVERIFY2(sandbox.target().startsWith(scheme + address), qPrintable(sandbox.target()));
    auto configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(QSslCertificate::fromPath(certificates.file(QStringLiteral("ca.pem"))));
    for (const auto& server : sandbox.servers()) {
        QSslSocket socket;
        socket.setSslConfiguration(configuration);
        socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), static_cast<quint16>(server.tlsPort));
        QVERIFY2(socket.waitForEncrypted(), qPrintable(socket.errorString()));
        socket.write("PING\r\n");
        QTRY_COMPARE(socket.bytesAvailable(), 7);
        QCOMPARE(socket.readAll(), QByteArray("+PONG\r\n"));
    }
}

void RedisSandboxTest::leavesNothingWhenOwnerIsKilled_data()
{
    QTest::addColumn<SandboxKind>("kind");
    QTest::addColumn<int>("servers");
    QTest::newRow("1") << SandboxKind::Single << 1;
    QTest::newRow("5") << SandboxKind::Independent << 5;
    QTest::newRow("sentinel") << SandboxKind::Sentinel << 6;
    QTest::newRow("cluster") << SandboxKind::Cluster << 6;
}

void RedisSandboxTest::leavesNothingWhenOwnerIsKilled()
{
    QFETCH(SandboxKind, kind);
    QFETCH(int, servers);
    QProcess owner;
    owner.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    owner.start(QCoreApplication::applicationDirPath() + QStringLiteral("/sandbox_owner"),
                {QStringLiteral("redis"), QString::number(static_cast<int>(kind))});
    QVERIFY(owner.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(owner.canReadLine(), startLimitMs);
    QStringList words = QString::fromUtf8(owner.readLine()).trimmed().split(u' ');
    QCOMPARE(words.size(), servers + 1);
    const QString folder = words.takeFirst();
    QVERIFY(QFile::exists(folder));
    for (const QString& id : words)
        QVERIFY(test::runs(id.toLongLong()));

    owner.kill();
    QVERIFY(owner.waitForFinished());
    for (const QString& id : words)
        QTRY_VERIFY(!test::runs(id.toLongLong()));
    QTRY_VERIFY(!QFile::exists(folder));
}

void RedisSandboxTest::saysWhatIsWrong_data()
{
    QTest::addColumn<int>("masters");
    QTest::addColumn<int>("replicas");
    QTest::addColumn<int>("downAfterMs");
    QTest::addColumn<QString>("detail");
    QTest::newRow("no master") << 0 << 0 << 1'000
                               << QStringLiteral("a sandbox has at least 1 master and 0 replicas, not 0 and 0");
    QTest::newRow("replicas") << 1 << -1 << 1'000
                              << QStringLiteral("a sandbox has at least 1 master and 0 replicas, not 1 and -1");
    QTest::newRow("too soon") << 1 << 0 << 99
                              << QStringLiteral("a server is regarded as down after at least 100 ms, not 99 ms");
}

void RedisSandboxTest::saysWhatIsWrong()
{
    QFETCH(int, masters);
    QFETCH(int, replicas);
    QFETCH(int, downAfterMs);
    QFETCH(QString, detail);
    RedisSandbox sandbox({.masters = masters, .replicas = replicas, .downAfterMs = downAfterMs});
    const auto error = failureOf(sandbox);
    QVERIFY(error.code == ErrorCode::BadArguments);
    QCOMPARE(QString::fromStdString(error.detail), detail);
}

void RedisSandboxTest::saysWhatToInstall()
{
    const auto program = withVariable("LOCKSCOPE_REDIS_SERVER", {});
    const auto path = withVariable("PATH", "/nonexistent");
    RedisSandbox sandbox({});
    const auto error = failureOf(sandbox);
    QVERIFY(error.code == ErrorCode::Missing);
    QVERIFY2(error.detail.find("Install the package redis-tools") != std::string::npos, error.detail.c_str());
}

void RedisSandboxTest::quotesTheLogWhenAServerEnds()
{
    QString folder;
    {
        RedisSandbox sandbox({.kind = SandboxKind::Independent, .moreSettings = QStringLiteral("port on the left\n")});
        const auto error = failureOf(sandbox);
        folder = sandbox.folder();
        QVERIFY(error.code == ErrorCode::System);
        QVERIFY2(error.detail.find(">>> 'port on the left': ") != std::string::npos, error.detail.c_str());
    }
    QVERIFY(!folder.isEmpty());
    QVERIFY(!QFile::exists(folder));
}

} // namespace lockscope::redisSandboxTest

LOCKSCOPE_TEST(lockscope::redisSandboxTest::RedisSandboxTest)
#include "RedisSandboxTest.moc"
