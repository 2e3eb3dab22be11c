// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `sessions` and `top` on Redis: client instances with their hosts, the servers, and the clients that block others.

#include "core/redis/KeyNames.h"
#include "tests/cli/Cli.h"
#include "tests/cli/DescribedJson.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QHostInfo>
#include <QSet>

#include <utility>

namespace lockscope::cliRedisSessionsTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
namespace keys = redis::keys;

namespace {

const QByteArray one = "b983c153-7421-469a-addb-44fb92259a1b:1";
const QByteArray two = "0123abcd-0123-4567-89ab-0123456789ab:2";
const QByteArray three = "fedc0123-89ab-4567-0123-0123456789ab:3";

QByteArray bytes(const std::string& text)
{
    return QByteArray::fromStdString(text);
}

/// The local TCP ports of a process, by the system.
QSet<int> portsOf(qint64 process)
{
    QSet<QString> sockets;
    const QDir folder(u"/proc/%1/fd"_s.arg(process));
    for (const auto& file : folder.entryInfoList(QDir::Files | QDir::System)) {
        const auto target = QFile::symLinkTarget(file.absoluteFilePath());
        if (const auto at = target.indexOf(u"socket:["_s); at >= 0)
            sockets.insert(target.mid(at + 8).chopped(1));
    }
    QSet<int> ports;
    QFile table(u"/proc/%1/net/tcp"_s.arg(process));
    if (!table.open(QIODevice::ReadOnly))
        return ports;
    for (const auto& line : table.readAll().split('\n')) {
        const auto fields = line.simplified().split(' ');
        constexpr int inode = 9;
        if (fields.size() > inode && sockets.contains(QString::fromLatin1(fields[inode])))
            ports.insert(fields[1].mid(fields[1].indexOf(':') + 1).toInt(nullptr, 16));
    }
    return ports;
}

/// A process that holds the lock, and its owner.
struct Holder {
    std::unique_ptr<LineProcess> process;
    QString owner;

    [[nodiscard]] QString instance() const { return owner.section(u':', 0, 0); }
};

QJsonObject sessionOf(const QJsonObject& document, const QString& instance)
{
    const auto sessions = document.value(u"sessions"_s).toArray();
    for (const auto& session : sessions) {
        if (session[u"instance"_s].toString() == instance)
            return session.toObject();
    }
    return {};
}

} // namespace

class CliRedisSessionsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSampleFindsTheHosts();
    void looksUpTheNamesOfTheHosts();
    void aProfileHasTheNamesOfTheHosts();
    void withoutASampleTheHostsAreUnknown();
    void aNameThatHasTheInstanceProvesIt();
    void aSampleIsConfirmed_data();
    void aSampleIsConfirmed();
    void monitorMayBeRefused();
    void aReleaseIsNoHolder();
    void theServerEndsDuringTheSample();
    void theServersAndTheirReplicas();
    void aSampleOnIndependentMasters();
    void topHasTheHeadsOfChainsFirst();

private:
    [[nodiscard]] static QStringList at(const RedisServers& servers, const QStringList& arguments)
    {
        return QStringList{u"--json"_s, u"--connect"_s, servers.target()} + arguments;
    }
    /// Starts a client that holds the lock until it is stopped.
    static void hold(const RedisServers& servers, const QString& lock, Holder& holder);
    static void lock(RedisServers& servers, const QByteArray& name, const QByteArray& owner)
    {
        servers.command({"HINCRBY", name, owner, "1"});
        servers.command({"PEXPIRE", name, "60000"});
    }
    /// Waits until the server sends its commands to a client.
    [[nodiscard]] static bool waitForMonitor(RedisServers& servers)
    {
        return RedisServers::waitUntil([&] {
            return servers.command({"CLIENT", "LIST"}).toByteArray().contains(" cmd=monitor ");
        });
    }
};

void CliRedisSessionsTest::hold(const RedisServers& servers, const QString& lock, Holder& holder)
{
    holder.process = startCtl(at(servers, {u"contend"_s, lock, u"--recipe"_s, u"redisson-lock"_s, u"--clients"_s,
                                           u"1"_s, u"--hold"_s, u"10m"_s, u"--watchdog-timeout"_s, u"3s"_s}));
    QVERIFY2(holder.process->waitForEvent(u"granted"_s), holder.process->reported());
    holder.owner = holder.process->found().value(u"owner"_s).toString();
    QVERIFY(holder.owner.contains(u':'));
}

/// Each client renews its lease each second, by a connection that the system knows as its process'.
void CliRedisSessionsTest::aSampleFindsTheHosts()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    std::array<Holder, 2> holders;
    hold(servers, u"orders"_s, holders[0]);
    hold(servers, u"payments"_s, holders[1]);
    lock(servers, "silent", one);
    const auto begun = QDateTime::currentDateTimeUtc();
    const auto sessions = runCtl(at(servers, {u"sessions"_s, u"--sample"_s, u"5s"_s, u"--yes"_s}));
    QVERIFY2(sessions.status == 0, sessions.reported());
    const auto json = sessions.json();
    QCOMPARE(DescribedJson().deviation(u"sessions"_s, json), QString());
    for (const auto& holder : holders) {
        const auto found = sessionOf(json, holder.instance());
        const auto host = found.value(u"host"_s).toString();
        QVERIFY2(host.startsWith(u"127.0.0.1:"_s), sessions.reported());
        QVERIFY2(portsOf(holder.process->processId()).contains(host.section(u':', 1).toInt()), sessions.reported());
        QCOMPARE(found.value(u"hostSource"_s).toString(), u"monitor"_s);
        QVERIFY2(found.value(u"client"_s).toString().startsWith(u"lockscope-"_s), sessions.reported());
        QCOMPARE(found.value(u"server"_s).toString(), u"127.0.0.1:%1"_s.arg(servers.port()));
        QVERIFY(QDateTime::fromString(found.value(u"reportedAt"_s).toString(), Qt::ISODateWithMs) > begun);
        QVERIFY(found.value(u"lastHeardMs"_s).toInt(-1) >= 0);
        const auto held = found.value(u"holds"_s)[0][u"owner"_s].toString();
        QCOMPARE(held, holder.owner);
    }
    const auto silent = sessionOf(json, QString::fromUtf8(one).section(u':', 0, 0));
    QVERIFY(silent.value(u"host"_s).isNull());
    QCOMPARE(silent.value(u"hostSource"_s).toString(), u"none"_s);
    QVERIFY(silent.value(u"leaseMs"_s).toInt() > 30'000 && silent.value(u"expiresInMs"_s).toInt() > 30'000);
    QVERIFY2(sessions.err.contains("the host of 1 client is unknown: no command in the sample"), sessions.reported());
    QVERIFY(json.value(u"sampledAt"_s).isString());
    // One instance alone, as text.
    const auto text =
        runCtl({u"--connect"_s, servers.target(), u"sessions"_s, holders[0].owner, u"--sample"_s, u"5s"_s, u"--yes"_s});
    QVERIFY2(text.status == 0 && text.err.isEmpty(), text.reported());
    QVERIFY2(text.out.startsWith("INSTANCE ") && text.out.count("127.0.0.1:") == 2 &&
                 text.out.contains("holds orders, thread ") && !text.out.contains("payments"),
             text.reported());
}

/// The names are there when the sample ends.
void CliRedisSessionsTest::looksUpTheNamesOfTheHosts()
{
    const auto name = QHostInfo::fromName(u"127.0.0.1"_s).hostName();
    QVERIFY(!name.isEmpty() && name != u"127.0.0.1"_s);
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Holder holder;
    hold(servers, u"orders"_s, holder);
    const auto named = runCtl(at(servers, {u"sessions"_s, u"--sample"_s, u"3s"_s, u"--yes"_s, u"--resolve-hosts"_s}));
    QVERIFY2(named.status == 0, named.reported());
    QCOMPARE(sessionOf(named.json(), holder.instance()).value(u"hostName"_s).toString(), name);
    const auto plain = runCtl(at(servers, {u"sessions"_s, u"--sample"_s, u"3s"_s, u"--yes"_s}));
    QVERIFY2(plain.status == 0, plain.reported());
    QVERIFY(sessionOf(plain.json(), holder.instance()).value(u"hostName"_s).isNull());
}

void CliRedisSessionsTest::aProfileHasTheNamesOfTheHosts()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Holder holder;
    hold(servers, u"orders"_s, holder);
    const QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"lockscope"_s));
    const auto write = [&](const QString& name, const QString& text) {
        QFile file(config.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text.toUtf8());
    };
    write(u"lockscope/profiles.json"_s, uR"({"profiles": [{"name": "cart", "servers": "%1", "hostsFile": "%2"},
                                                          {"name": "torn", "servers": "%1", "hostsFile": "%2.not"}]})"_s
                                            .arg(servers.target(), config.filePath(u"hosts"_s)));
    write(u"hosts"_s, u"127.0.0.1 build-host\n"_s);
    const auto run = [&](const QString& profile) {
        return runCtl({u"--json"_s, u"--profile"_s, profile, u"sessions"_s, u"--sample"_s, u"3s"_s, u"--yes"_s},
                      environmentWith({{u"XDG_CONFIG_HOME"_s, config.path()}}));
    };
    const auto named = run(u"cart"_s);
    QVERIFY2(named.status == 0, named.reported());
    QCOMPARE(sessionOf(named.json(), holder.instance()).value(u"hostName"_s).toString(), u"build-host"_s);
    const auto missing = run(u"torn"_s);
    QVERIFY2(missing.status != 0 && missing.err.contains("hosts.not"), missing.reported());
}

void CliRedisSessionsTest::withoutASampleTheHostsAreUnknown()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    RedisConnection listener(servers.port());
    listener.command({"SUBSCRIBE", bytes(keys::lockChannel("orders"))});
    const auto sessions = runCtl(at(servers, {u"sessions"_s}));
    QVERIFY2(sessions.status == 0 && sessions.err.contains("take a sample with --sample 12s"), sessions.reported());
    const auto json = sessions.json();
    QCOMPARE(DescribedJson().deviation(u"sessions"_s, json), QString());
    QCOMPARE(json.value(u"backend"_s).toString(), u"redis"_s);
    QCOMPARE(json.value(u"sessions"_s).toArray().size(), 1);
    QVERIFY(json.value(u"sessions"_s)[0][u"host"_s].isNull() && json.value(u"sampledAt"_s).isNull());
    QCOMPARE(json.value(u"unnamedWaiters"_s), QJsonValue(1));
}

void CliRedisSessionsTest::aNameThatHasTheInstanceProvesIt()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    lock(servers, "payments", two);
    RedisConnection client(servers.port());
    client.command({"CLIENT", "SETNAME", "orders-7@" + one.left(36)});
    const auto address = [&] {
        for (const auto& line : servers.command({"CLIENT", "LIST"}).toByteArray().split('\n')) {
            if (line.contains("orders-7@"))
                return QString::fromLatin1(line.split(' ').value(1).mid(5)); // addr=
        }
        return QString();
    }();
    const auto sessions = runCtl(at(servers, {u"sessions"_s}));
    const auto named = sessionOf(sessions.json(), QString::fromLatin1(one.left(36)));
    QVERIFY2(!address.isEmpty() && named.value(u"host"_s).toString() == address, sessions.reported());
    QCOMPARE(named.value(u"hostSource"_s).toString(), u"client-list"_s);
    QVERIFY(sessionOf(sessions.json(), QString::fromLatin1(two.left(36))).value(u"host"_s).isNull());
}

void CliRedisSessionsTest::aSampleIsConfirmed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    const auto redis = u"redis://127.0.0.1:1"_s;
    QTest::newRow("no terminal") << QStringList{redis, u"sessions"_s, u"--sample"_s, u"12s"_s}
                                 << QByteArray("--sample needs --yes");
    QTest::newRow("too long") << QStringList{redis, u"sessions"_s, u"--yes"_s, u"--sample"_s, u"16s"_s}
                              << QByteArray("use at most 15s");
    QTest::newRow("nothing") << QStringList{redis, u"sessions"_s, u"--yes"_s, u"--sample"_s, u"0ms"_s}
                             << QByteArray("use at most 15s");
    QTest::newRow("no duration") << QStringList{redis, u"sessions"_s, u"--yes"_s, u"--sample"_s, u"soon"_s}
                                 << QByteArray("invalid duration");
    QTest::newRow("ZooKeeper") << QStringList{u"127.0.0.1:1"_s, u"sessions"_s, u"--yes"_s, u"--sample"_s, u"12s"_s}
                               << QByteArray("the option --sample is for Redis");
    QTest::newRow("ephemerals") << QStringList{redis, u"sessions"_s, u"--ephemerals"_s}
                                << QByteArray("the option --ephemerals is for ZooKeeper");
}

void CliRedisSessionsTest::aSampleIsConfirmed()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    const auto outcome = runCtl(QStringList{u"--connect"_s} + arguments);
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty() && outcome.err.contains(message), outcome.reported());
}

void CliRedisSessionsTest::monitorMayBeRefused()
{
    RedisServers servers({.moreSettings = u"user looker on nopass ~* &* +@all -monitor -client|list\n"_s});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    const auto target = QString(servers.target()).replace(u"redis://"_s, u"redis://looker@"_s);
    const auto outcome =
        runCtl({u"--json"_s, u"--connect"_s, target, u"sessions"_s, u"--sample"_s, u"5s"_s, u"--yes"_s},
               environmentWith({{u"LOCKSCOPE_PASSWORD"_s, u"any"_s}}));
    QVERIFY2(outcome.status == 1, outcome.reported());
    const auto server = "127.0.0.1:" + QByteArray::number(servers.port());
    QVERIFY2(outcome.err.contains("sample the commands of \"" + server) && outcome.err.contains("'monitor' command") &&
                 outcome.err.contains("Allow +monitor for this user"),
             outcome.reported());
    QVERIFY2(outcome.err.contains(server + " refused CLIENT LIST: ") && outcome.err.contains("'client|list' command"),
             outcome.reported());
    const auto json = outcome.json();
    QCOMPARE(DescribedJson().deviation(u"sessions"_s, json), QString());
    QCOMPARE(json.value(u"sessions"_s).toArray().size(), 1); // the rest is shown
    QCOMPARE(json.value(u"refusals"_s).toArray().size(), 2);
}

/// It names the owner of the lock, which holds another one too.
void CliRedisSessionsTest::aReleaseIsNoHolder()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    lock(servers, "payments", one);
    const auto sessions = startCtl(at(servers, {u"sessions"_s, u"--sample"_s, u"6s"_s, u"--yes"_s}));
    QVERIFY2(waitForMonitor(servers), sessions->reported());
    const auto release = runCtl({u"--connect"_s, servers.target(), u"release"_s, u"orders"_s, u"--owner"_s,
                                 QString::fromLatin1(one), u"--reason"_s, u"stuck"_s});
    QVERIFY2(release.status == 0, release.reported());
    QVERIFY2(servers.command({"CLIENT", "LIST"}).toByteArray().contains(" cmd=monitor "), "the sample has ended");
    QVERIFY2(sessions->waitForEnd() && sessions->exitCode() == 0, sessions->reported());
    const auto json = QJsonDocument::fromJson(sessions->lines().join('\n')).object();
    const auto holder = sessionOf(json, QString::fromLatin1(one.left(36)));
    QCOMPARE(holder.value(u"holds"_s).toArray().size(), 1);
    QVERIFY2(holder.value(u"host"_s).isNull(), sessions->reported());
}

/// Not all locks are read again after that: the last complete view of them is shown, with the hosts that were found.
void CliRedisSessionsTest::theServerEndsDuringTheSample()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Holder holder;
    hold(servers, u"orders"_s, holder);
    const auto sessions = startCtl(at(servers, {u"sessions"_s, u"--sample"_s, u"10s"_s, u"--yes"_s}));
    QVERIFY2(waitForMonitor(servers), sessions->reported());
    const auto leaseLeft = [&] { return servers.command({"PTTL", "orders"}).toInt(); };
    auto left = leaseLeft();
    const auto isRenewed = [&] {
        const auto before = std::exchange(left, leaseLeft());
        return left > before;
    };
    QVERIFY2(RedisServers::waitUntil(isRenewed), sessions->reported());
    QVERIFY_RESULT(servers.killServer());
    QVERIFY2(sessions->waitForEnd(), sessions->reported());
    const auto json = QJsonDocument::fromJson(sessions->lines().join('\n')).object();
    const auto found = sessionOf(json, holder.instance());
    QCOMPARE(found.value(u"hostSource"_s).toString(), u"monitor"_s);
    const auto port = found.value(u"host"_s).toString().section(u':', 1).toInt();
    QVERIFY2(found.value(u"holds"_s).toArray().size() == 1 && port > 0, sessions->reported());
}

void CliRedisSessionsTest::theServersAndTheirReplicas()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    const auto sessions = runCtl(at(servers, {u"sessions"_s}));
    const auto shown = sessions.json().value(u"servers"_s).toArray();
    QVERIFY2(sessions.status == 0 && shown.size() == 2, sessions.reported());
    QCOMPARE(shown[0][u"server"_s].toString(), u"127.0.0.1:%1"_s.arg(servers.port(0)));
    QCOMPARE(shown[0][u"mode"_s].toString(), u"master"_s);
    QCOMPARE(shown[0][u"version"_s].toString().toUtf8(), servers.info("redis_version"));
    QCOMPARE(shown[0][u"state"_s].toString(), u"serving"_s);
    QVERIFY(shown[0][u"latencyMs"_s].isDouble() && shown[0][u"downSince"_s].isNull());
    QCOMPARE(shown[0][u"followers"_s], QJsonValue(1));
    QCOMPARE(shown[0][u"syncedFollowers"_s], QJsonValue(1));
    QCOMPARE(shown[1][u"server"_s].toString(), u"127.0.0.1:%1"_s.arg(servers.port(1)));
    QCOMPARE(shown[1][u"mode"_s].toString(), u"replica"_s);
    QVERIFY(shown[1][u"lagMs"_s].isDouble() && shown[1][u"bytesBehind"_s].isDouble());
    const auto text = runCtl({u"--connect"_s, servers.target(), u"sessions"_s});
    QVERIFY2(text.out.contains("\nSERVER ") && text.out.contains("  master  ") && text.out.contains("  replica  "),
             text.reported());
}

/// Each master is sampled, and the one that is down is shown with the reason.
void CliRedisSessionsTest::aSampleOnIndependentMasters()
{
    RedisServers servers({.kind = redis::SandboxKind::Independent, .masters = 3});
    QVERIFY_RESULT(servers.start());
    const auto client =
        startCtl(at(servers, {u"contend"_s, u"orders"_s, u"--recipe"_s, u"redlock"_s, u"--clients"_s, u"1"_s,
                              u"--hold"_s, u"1500ms"_s, u"--lease"_s, u"10s"_s, u"--for"_s, u"10m"_s}));
    QVERIFY2(client->waitForEvent(u"granted"_s), client->reported());
    QVERIFY_RESULT(servers.killServer(2));
    const auto outcome =
        runCtl(at(servers, {u"--root"_s, u"orders"_s, u"sessions"_s, u"--sample"_s, u"6s"_s, u"--yes"_s}));
    QVERIFY2(outcome.status == 0 || outcome.status == 1, outcome.reported()); // a master is missing
    const auto json = outcome.json();
    QCOMPARE(DescribedJson().deviation(u"sessions"_s, json), QString());
    const auto down = json.value(u"servers"_s).toArray();
    QVERIFY2(down.size() == 3, outcome.reported());
    for (const auto& server : down) {
        const bool isDown = server[u"server"_s].toString() == u"127.0.0.1:%1"_s.arg(servers.port(2));
        QCOMPARE(server[u"answers"_s], QJsonValue(!isDown));
        QCOMPARE(server[u"downSince"_s].isNull() && server[u"trouble"_s].isNull(), !isDown);
    }
    // The lock is free for a moment between two holds.
    for (const auto& session : json.value(u"sessions"_s).toArray()) {
        QCOMPARE(session[u"hostSource"_s].toString(), u"monitor"_s);
        const auto port = session[u"host"_s].toString().section(u':', 1).toInt();
        QVERIFY2(portsOf(client->processId()).contains(port), outcome.reported());
    }
    QVERIFY2(json.value(u"refusals"_s).toArray().size() == 2, outcome.reported()); // MONITOR and CLIENT LIST there
}

/// 1 holds "a", for which 2 waits, which holds "b", for which 3 waits; two clients listen for a release of "c".
void CliRedisSessionsTest::topHasTheHeadsOfChainsFirst()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    std::vector<std::unique_ptr<RedisConnection>> listeners;
    const auto listen = [&](const std::string& channel) {
        listeners.push_back(std::make_unique<RedisConnection>(servers.port()));
        listeners.back()->command({"SUBSCRIBE", bytes(channel)});
    };
    const auto wait = [&](const std::string& name, const QByteArray& owner) {
        servers.command({"RPUSH", bytes(keys::fairQueue(name)), owner});
        servers.command({"ZADD", bytes(keys::fairTimeouts(name)), "9999999999999", owner});
        listen(keys::fairChannel(name, owner.toStdString()));
    };
    lock(servers, "a", one);
    wait("a", two);
    lock(servers, "b", two);
    wait("b", three);
    lock(servers, "c", three);
    listen(keys::lockChannel("c"));
    listen(keys::lockChannel("c"));
    const auto top = runCtl(at(servers, {u"top"_s, u"--for"_s, u"2s"_s}));
    QVERIFY2(top.status == 0, top.reported());
    const auto json = top.json();
    QCOMPARE(DescribedJson().deviation(u"top"_s, json), QString());
    QCOMPARE(json.value(u"backend"_s).toString(), u"redis"_s);
    QCOMPARE(json.value(u"openWaits"_s), QJsonValue(4));
    const auto blockers = json.value(u"blockers"_s).toArray();
    QVERIFY2(blockers.size() == 3, top.reported());
    // 3 waits for 2, which waits for 1: so 1 is the head of all four waits.
    QCOMPARE(blockers[0][u"owner"_s].toString().toUtf8(), one);
    QCOMPARE(blockers[0][u"chain"_s].toString(), u"head"_s);
    QCOMPARE(blockers[0][u"waits"_s], QJsonValue(4));
    QVERIFY(blockers[0][u"causedMs"_s].toInt() >= 4 * 1'000);
    QSet<QByteArray> others;
    for (int i = 1; i < 3; ++i) {
        QCOMPARE(blockers[i][u"chain"_s].toString(), u"middle"_s);
        QCOMPARE(blockers[i][u"causedAsHeadMs"_s], QJsonValue(0));
        others.insert(blockers[i][u"owner"_s].toString().toUtf8());
    }
    QVERIFY(others == (QSet<QByteArray>{two, three}));
    const auto text = runCtl({u"--connect"_s, servers.target(), u"top"_s});
    QVERIFY2(text.status == 0 && text.out.startsWith("4 open waits") && text.out.contains("OWNER") &&
                 text.out.indexOf(one) < text.out.indexOf(two),
             text.reported());
}

} // namespace lockscope::cliRedisSessionsTest

LOCKSCOPE_TEST(lockscope::cliRedisSessionsTest::CliRedisSessionsTest)
#include "CliRedisSessionsTest.moc"
