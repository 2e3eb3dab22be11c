// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `contend` on real Redis servers of each topology: every recipe, its stream and summary, and what it leaves behind.

#include "tests/cli/ContendStream.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <map>

namespace lockscope::cliContendRedisTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using redis::SandboxKind;

class CliContendRedisTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsEachRecipe_data();
    void runsEachRecipe();
    void usesTheUsualRecipe_data();
    void usesTheUsualRecipe();
    void printsText();
    void givesUpWaitingInTime();
    void obeysCommands();
    void keepsForeignPermits();
    void failsOnAForeignKey();
    void goesOnAfterARestart();
    void followsAFailover();
    void votesOfAMajoritySuffice();

private:
    /// The servers of this kind, which are started when the first test needs them.
    [[nodiscard]] RedisServers& serversOf(SandboxKind kind);
    [[nodiscard]] QStringList contend(SandboxKind kind, const QStringList& arguments)
    {
        return QStringList{u"--connect"_s, serversOf(kind).target(), u"--json"_s, u"contend"_s} + arguments;
    }
    [[nodiscard]] qint64 keysLeft(SandboxKind kind);

    std::map<SandboxKind, std::unique_ptr<RedisServers>> m_servers;
};

RedisServers& CliContendRedisTest::serversOf(SandboxKind kind)
{
    auto& servers = m_servers[kind];
    if (!servers) {
        redis::RedisSandboxOptions options;
        options.kind = kind;
        options.downAfterMs = 2'000;
        servers = std::make_unique<RedisServers>(options);
        if (const auto started = servers->start(); !started)
            qFatal("%s", describe(started.error()).c_str());
    }
    return *servers;
}

qint64 CliContendRedisTest::keysLeft(SandboxKind kind)
{
    qint64 count = 0;
    auto& servers = serversOf(kind);
    const auto all = servers.servers();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].role == redis::RedisSandbox::Role::Master)
            count += servers.command({"DBSIZE"}, static_cast<int>(i)).toLongLong();
    }
    return count;
}

void CliContendRedisTest::runsEachRecipe_data()
{
    QTest::addColumn<SandboxKind>("kind");
    QTest::addColumn<QString>("arguments");
    const auto row = [](const char* name, SandboxKind kind, const QString& arguments) {
        QTest::newRow(name) << kind << arguments;
    };
    const auto one = SandboxKind::Single;
    row("lock", one, u"orders --recipe redisson-lock"_s);
    row("fair lock", one, u"orders --recipe redisson-fair-lock"_s);
    row("writers and readers", one, u"orders --recipe redisson-read-write --mode mix --write-share 50%"_s);
    row("readers", one, u"orders --recipe redisson-read-write --mode read"_s);
    row("downgrade", one, u"orders --recipe redisson-read-write --mode downgrade"_s);
    row("fenced lock", one, u"orders --recipe redisson-fenced-lock"_s);
    row("spin lock", one, u"orders --recipe redisson-spin-lock"_s);
    row("semaphore", one, u"orders --recipe redisson-semaphore --leases 2"_s);
    row("permit semaphore", one, u"orders --recipe redisson-permit-semaphore --leases 2"_s);
    row("multi-lock", one, u"orders stock --recipe redisson-multi-lock"_s);
    row("lock of 2016", one, u"orders --recipe redisson-2016-lock"_s);
    row("JSON lock", one, u"orders --recipe redis-json-lock"_s);
    row("token lock", one, u"orders --recipe redis-lock"_s);
    row("nested", one, u"orders stock --nested"_s);
    row("fixed lease", one, u"orders --lease 20s"_s);
    row("watchdog", one, u"orders --watchdog-timeout 900ms --hold 400ms"_s);
    row("name of a cluster's kind", one, u"shop:{7}:orders --recipe redisson-permit-semaphore"_s);
    row("sentinel", SandboxKind::Sentinel, u"orders"_s);
    row("sentinel semaphore", SandboxKind::Sentinel, u"orders --recipe redisson-permit-semaphore --leases 3"_s);
    row("cluster", SandboxKind::Cluster, u"orders --recipe redisson-fenced-lock"_s);
    row("cluster fair lock", SandboxKind::Cluster, u"orders --recipe redisson-fair-lock"_s);
    row("cluster multi-lock", SandboxKind::Cluster, u"orders stock --recipe redisson-multi-lock"_s); // in two slots
    row("cluster semaphore", SandboxKind::Cluster, u"orders --recipe redisson-permit-semaphore --leases 2"_s);
    row("redlock", SandboxKind::Independent, u"orders"_s);
    row("redlock as published", SandboxKind::Independent, u"orders --sequential --node-timeout 500ms --lease 20s"_s);
}

void CliContendRedisTest::runsEachRecipe()
{
    QFETCH(SandboxKind, kind);
    QFETCH(QString, arguments);
    const auto process =
        startCtl(contend(kind, u"--clients 4 --cycles 4 --hold 5ms..15ms %1"_s.arg(arguments).split(u' ')));
    QVERIFY(process->waitForEnd());
    QVERIFY2(process->exitCode() == 0 && process->errors().isEmpty(), process->errors() + process->lines().join('\n'));
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    const bool isNested = arguments.contains(u"--nested");
    const bool isDowngrade = arguments.contains(u"downgrade");
    const int locks = isNested || isDowngrade ? 2 : 1;
    for (int i = 1; i <= 4; ++i) {
        const auto words = stream.words(u"sim-%1"_s.arg(i));
        QCOMPARE(words.value(0), u"connected"_s);
        for (const auto& word : {u"queued"_s, u"granted"_s, u"released"_s})
            QCOMPARE(words.count(word), 4 * locks);
        QCOMPARE(words.size(), 1 + 12 * locks);
    }
    qint64 newest = 0;
    for (const auto& event : stream.events) {
        QVERIFY(event.value(u"node").isNull());
        const bool isGrant = event.value(u"event").toString() == u"granted";
        if (isGrant)
            QVERIFY(!event.value(u"owner").toString().isEmpty() || arguments.contains(u"redisson-semaphore"));
        if (isGrant && arguments.contains(u"fenced")) { // in the order of the holders
            const auto token = event.value(u"token").toString().toLongLong(nullptr, 16);
            QVERIFY(token > newest);
            newest = token;
        }
    }
    const auto number = [&](const char* key) { return stream.summary.value(QLatin1String(key)).toDouble(-1); };
    QCOMPARE(number("cycles"), 16.0);
    QCOMPARE(number("overlaps"), 0.0);
    QCOMPARE(number("errors"), 0.0);
    QCOMPARE(number("losses"), 0.0);
    QVERIFY(number("requestsPerGrant") >= 2); // one to acquire, one to release
    QCOMPARE(keysLeft(kind), 0);
}

void CliContendRedisTest::usesTheUsualRecipe_data()
{
    QTest::addColumn<SandboxKind>("kind");
    QTest::addColumn<QString>("recipe");
    QTest::newRow("one") << SandboxKind::Single << u"redisson-lock"_s;
    QTest::newRow("masters") << SandboxKind::Independent << u"redlock"_s;
}

void CliContendRedisTest::usesTheUsualRecipe()
{
    QFETCH(SandboxKind, kind);
    QFETCH(QString, recipe);
    const auto outcome = runCtl(contend(kind, {u"orders"_s, u"--cycles"_s, u"1"_s, u"--hold"_s, u"1ms"_s}));
    QVERIFY2(outcome.status == 0, outcome.reported());
    const ContendStream stream(outcome.out.trimmed().split('\n'));
    QCOMPARE(stream.summary.value(u"recipe").toString(), recipe);
}

void CliContendRedisTest::printsText()
{
    const auto outcome = runCtl({u"--connect"_s, serversOf(SandboxKind::Single).target(), u"contend"_s, u"orders"_s,
                                 u"--cycles"_s, u"1"_s, u"--hold"_s, u"1ms"_s});
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    // The owner, because this lock has no token.
    const QRegularExpression granted(u"  sim  +granted +[0-9a-f]{8}-[0-9a-f-]{27}:\\d+  after "_s);
    QVERIFY2(QString::fromUtf8(outcome.out).contains(granted), outcome.reported());
    QVERIFY2(outcome.out.contains("\n1 cycles in "), outcome.reported());
}

void CliContendRedisTest::givesUpWaitingInTime()
{
    auto& servers = serversOf(SandboxKind::Single);
    QCOMPARE(servers.command({"HSET", "held", "another", "1"}).toLongLong(), 1);
    const auto outcome =
        runCtl(contend(SandboxKind::Single, {u"held"_s, u"--cycles"_s, u"1"_s, u"--acquire-timeout"_s, u"300ms"_s}));
    QVERIFY2(outcome.status == 0, outcome.reported());
    const ContendStream stream(outcome.out.trimmed().split('\n'));
    QCOMPARE(stream.words(), (QStringList{u"connected"_s, u"queued"_s, u"timedOut"_s}));
    QVERIFY(stream.events.last().value(u"waitMs").toInt() >= 300);
    servers.command({"DEL", "held"});
}

void CliContendRedisTest::obeysCommands()
{
    const auto process = startCtl(contend(SandboxKind::Single, {u"orders"_s, u"--control"_s, u"--clients"_s, u"2"_s,
                                                                u"--hold"_s, u"1ms"_s, u"--think"_s, u"0ms"_s}));
    const auto answered = [&](const QByteArray& command) {
        process->say(QString::fromUtf8(command));
        return process->waitForLine([](const QByteArray& line) { return line.contains("\"ok\""); }) &&
               process->found().value(u"ok").toBool();
    };
    QVERIFY(process->waitForEvent(u"connected"_s));
    QVERIFY2(answered(R"({"order": "holdForever", "client": "sim-1"})"), process->reported());
    QVERIFY2(answered(R"({"order": "start"})"), process->reported());
    QVERIFY(process->waitForLine(
        [](const QByteArray& line) { return line.contains("\"granted\"") && line.contains("\"sim-1\""); }));
    QVERIFY2(!answered(R"({"order": "revoke", "client": "sim-1"})"), process->reported());
    QVERIFY(process->found().value(u"error").toString().contains(u"locks on Redis have no revocation requests"));
    QVERIFY2(answered(R"({"order": "release", "client": "sim-1"})"), process->reported());
    QVERIFY2(answered(R"({"order": "stop"})"), process->reported());
    QVERIFY(process->waitForEnd());
    QCOMPARE(process->exitCode(), 0);
    QCOMPARE(keysLeft(SandboxKind::Single), 0);
}

void CliContendRedisTest::keepsForeignPermits()
{
    auto& servers = serversOf(SandboxKind::Single);
    QCOMPARE(servers.command({"SET", "slots", "2"}), QVariant(QByteArray("OK")));
    const auto outcome =
        runCtl(contend(SandboxKind::Single, u"slots --recipe redisson-semaphore --leases 2 --clients 4 "
                                            "--cycles 3 --hold 1ms"_s.split(u' ')));
    QVERIFY2(outcome.status == 0 && outcome.err.isEmpty(), outcome.reported());
    QCOMPARE(servers.command({"GET", "slots"}), QVariant(QByteArray("2")));
    servers.command({"DEL", "slots"});
}

void CliContendRedisTest::failsOnAForeignKey()
{
    auto& servers = serversOf(SandboxKind::Single);
    QCOMPARE(servers.command({"RPUSH", "list", "a"}).toLongLong(), 1);
    const auto outcome = runCtl(contend(SandboxKind::Single, {u"list"_s}));
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.out.contains("this is not a lock: the key has a value of another type") &&
                 outcome.out.contains("\"error\""),
             outcome.reported());
    QCOMPARE(servers.command({"LLEN", "list"}).toLongLong(), 1);
    servers.command({"DEL", "list"});
}

/// A server that is killed loses its data: the holder loses the lock, and the clients go on after the restart.
void CliContendRedisTest::goesOnAfterARestart()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const auto process =
        startCtl({u"--connect"_s, servers.target(), u"--json"_s, u"contend"_s, u"orders"_s, u"--clients"_s, u"2"_s,
                  u"--hold"_s, u"forever"_s, u"--watchdog-timeout"_s, u"3s"_s});
    QVERIFY(process->waitForEvent(u"granted"_s));
    QVERIFY_RESULT(servers.killServer());
    QVERIFY(process->waitForEvent(u"suspended"_s));
    QVERIFY_RESULT(servers.startServer());
    bool isLost = false;
    bool isGranted = false; // possibly before the former holder finds out
    QVERIFY2(process->waitForLine([&](const QByteArray& line) {
        isLost |= line.contains("\"event\":\"lost\"");
        isGranted |= line.contains("\"event\":\"granted\"");
        return isLost && isGranted;
    }),
             process->reported());
    process->signal(SIGINT);
    QVERIFY(process->waitForEnd());
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    QVERIFY(stream.words().count(u"connected"_s) >= 4);
    QCOMPARE(stream.words().count(u"lost"_s), 1);
    QCOMPARE(stream.summary.value(u"errors").toInt(-1), 0);
    // The server had forgotten the holder, so there were two until the holder's next renewal.
    QCOMPARE(process->exitCode(), stream.summary.value(u"overlaps").toInt(-1) > 0 ? 1 : 0);
    QCOMPARE(servers.command({"DBSIZE"}).toLongLong(), 0);
}

void CliContendRedisTest::followsAFailover()
{
    auto& servers = serversOf(SandboxKind::Sentinel);
    const auto process = startCtl(contend(SandboxKind::Sentinel, {u"orders"_s, u"--clients"_s, u"3"_s}));
    QVERIFY(process->waitForEvent(u"granted"_s));
    QVERIFY_RESULT(servers.killServer(0));
    QVERIFY2(process->waitForEvent(u"suspended"_s), process->reported());
    constexpr int failoverLimitMs = 90'000; // some seconds, and a busy machine makes it longer
    for (int i = 0; i < 3; ++i)
        QVERIFY2(process->waitForEvent(u"connected"_s, failoverLimitMs), process->reported());
    QVERIFY2(process->waitForEvent(u"granted"_s), process->reported());
    process->signal(SIGINT);
    QVERIFY(process->waitForEnd());
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    m_servers.erase(SandboxKind::Sentinel);
}

void CliContendRedisTest::votesOfAMajoritySuffice()
{
    auto& servers = serversOf(SandboxKind::Independent);
    QVERIFY_RESULT(servers.killServer(1));
    QVERIFY_RESULT(servers.killServer(3));
    const auto outcome =
        runCtl(contend(SandboxKind::Independent, u"orders --clients 3 --cycles 2 --hold 5ms"_s.split(u' ')));
    QVERIFY2(outcome.status == 0, outcome.reported());
    const ContendStream stream(outcome.out.trimmed().split('\n'));
    QCOMPARE(stream.summary.value(u"cycles").toInt(), 6);
    QCOMPARE(stream.summary.value(u"overlaps").toInt(-1), 0);
    QVERIFY_RESULT(servers.killServer(4));
    const auto refused =
        runCtl(QStringList{u"--timeout"_s, u"1500"_s} + contend(SandboxKind::Independent, {u"orders"_s}));
    QVERIFY2(refused.status == 3 && refused.out.isEmpty(), refused.reported());
    m_servers.erase(SandboxKind::Independent);
}

} // namespace lockscope::cliContendRedisTest

LOCKSCOPE_TEST(lockscope::cliContendRedisTest::CliContendRedisTest)
#include "CliContendRedisTest.moc"
