// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The commands that show locks, on Redis: which locks there are, how they change, what is wrong with them.

#include "core/redis/KeyNames.h"
#include "tests/cli/Cli.h"
#include "tests/cli/DescribedJson.h"
#include "tests/support/LineProcess.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

namespace lockscope::cliRedisInspectTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
namespace keys = redis::keys;

namespace {

const QByteArray one = "b983c153-7421-469a-addb-44fb92259a1b:1";
const QByteArray two = "0123abcd-0123-4567-89ab-0123456789ab:2";

} // namespace

class CliRedisInspectTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void lsHasTheLocksAndNothingElse();
    void aLongNameWidensItsOwnLineOnly();
    void rootIsTheBeginningOfNames();
    void patternsSelectLocks();
    void watchSaysHowAHoldEnds();
    void findingsLookTwice();
    void aRecordingIsThatOfRedis();
    void showNamesTheOtherLocksOfItsOwner();
    void showWithoutTheRightToSearch();
    void faultyFilesAreReportedOnce();
    void whyNamesTheType();
    void aPermitHasItsOwnMode();

private:
    [[nodiscard]] QStringList at(const QStringList& arguments) const
    {
        return QStringList{u"--json"_s, u"--connect"_s, m_servers->target()} + arguments;
    }
    void lock(const QByteArray& name, const QByteArray& owner, const QByteArray& leaseMs = "60000")
    {
        m_servers->command({"HINCRBY", name, owner, "1"});
        m_servers->command({"PEXPIRE", name, leaseMs});
    }

    std::unique_ptr<RedisServers> m_servers;
};

void CliRedisInspectTest::init()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void CliRedisInspectTest::lsHasTheLocksAndNothingElse()
{
    lock("orders", one);
    m_servers->command({"HSET", "user:7", "name", "Kim"});
    m_servers->command({"SET", "cache:7", "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70", "PX", "60000"});
    const auto ls = runCtl(at({u"ls"_s}));
    QCOMPARE(ls.status, 0);
    const auto json = ls.json();
    QCOMPARE(json.value(u"backend"_s).toString(), u"redis"_s);
    QCOMPARE(json.value(u"complete"_s), QJsonValue(true));
    const auto locks = json.value(u"locks"_s).toArray();
    QVERIFY2(locks.size() == 1, ls.reported());
    const auto holder = locks[0].toObject().value(u"holders"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"owner"_s).toString(), QString::fromUtf8(one));
    const auto lease = holder.value(u"leaseMs"_s).toInt();
    QVERIFY2(lease > 30'000 && lease <= 60'000, ls.reported());
    QCOMPARE(runCtl(at({u"show"_s, u"nothing"_s})).status, 1);
}

void CliRedisInspectTest::aLongNameWidensItsOwnLineOnly()
{
    lock("orders", one);
    lock(QByteArray(400, 'x'), one);
    const auto ls = runCtl({u"--connect"_s, m_servers->target(), u"ls"_s});
    QCOMPARE(ls.status, 0);
    const auto lines = ls.out.split('\n');
    const auto lineOf = [&](const QByteArray& start) {
        for (const auto& line : lines)
            if (line.startsWith(start))
                return line;
        return QByteArray();
    };
    QVERIFY2(lineOf("orders ").size() > 0 && lineOf("orders ").size() < 200, ls.reported());
    QVERIFY2(lineOf(QByteArray(400, 'x') + "  ").size() > 400, ls.reported());
}

/// Below it, token locks are shown too: as possible ones.
void CliRedisInspectTest::rootIsTheBeginningOfNames()
{
    lock("cart:1", one);
    lock("orders", one);
    m_servers->command({"SET", "cart:token", "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70", "PX", "60000"});
    const auto ls = runCtl(at({u"--root"_s, u"cart:"_s, u"ls"_s}));
    QStringList found;
    for (const auto& each : ls.json().value(u"locks"_s).toArray())
        found << each.toObject().value(u"path"_s).toString() + u' ' + each.toObject().value(u"certainty"_s).toString();
    QVERIFY2(found == (QStringList{u"cart:1 certain"_s, u"cart:token possible"_s}), ls.reported());
}

void CliRedisInspectTest::patternsSelectLocks()
{
    for (const QByteArray name : {"cart:1", "cart:2", "cart:12", "stock:1", "a[b"})
        lock(name, one);
    m_servers->command({"SET", "cart:9", "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70", "PX", "60000"});
    const auto found = [this](const QStringList& options) {
        QStringList names;
        const auto ls = runCtl(at(options + QStringList{u"ls"_s}));
        for (const auto& each : ls.json().value(u"locks"_s).toArray())
            names << each.toObject().value(u"path"_s).toString();
        names.sort();
        return names.join(u' ');
    };
    QCOMPARE(found({u"--include"_s, u"cart:?"_s}), u"cart:1 cart:2"_s);
    QCOMPARE(found({u"--include"_s, u"cart:?"_s, u"--include"_s, u"stock:*"_s, u"--exclude"_s, u"*:2"_s}),
             u"cart:1 stock:1"_s);
    QCOMPARE(found({u"--exclude"_s, u"cart:*"_s}), u"a[b stock:1"_s);
    QCOMPARE(found({u"--include"_s, u"a\\[b"_s}), u"a[b"_s);
    QCOMPARE(found({u"--root"_s, u"cart:"_s, u"--exclude"_s, u"cart:1*"_s}), u"cart:2 cart:9"_s);
    const auto invalid = runCtl(at({u"--include"_s, u"cart:[12"_s, u"ls"_s}));
    QCOMPARE(invalid.status, 2);
    QVERIFY2(invalid.err.contains("cart:[12") && invalid.err.contains("[ has no ]"), invalid.reported());
}

void CliRedisInspectTest::watchSaysHowAHoldEnds()
{
    lock("before", one);
    const auto watch = startCtl(at({u"watch"_s}));
    const auto sees = [&](const QString& event, const QByteArray& owner) {
        return watch->waitForLine([&](const QByteArray& line) {
            const auto json = QJsonDocument::fromJson(line).object();
            return json.value(u"event"_s).toString() == event &&
                   json.value(u"owner"_s).toString() == QString::fromUtf8(owner);
        });
    };
    for (int i = 0; i < 100 && watch->lines().isEmpty(); ++i) { // until it watches
        lock("probe" + QByteArray::number(i), one, "600000");
        [[maybe_unused]] const bool came = watch->waitForLine([](const QByteArray&) { return true; }, 200);
    }
    lock("orders", two);
    QVERIFY2(sees(u"granted"_s, two), watch->reported());
    m_servers->command({"DEL", "orders"});
    QVERIFY2(sees(u"released"_s, two), watch->reported());
    lock("orders", two, "700");
    QVERIFY2(sees(u"expired"_s, two), watch->reported());
    for (const auto& line : watch->lines()) {
        const auto json = QJsonDocument::fromJson(line).object();
        QCOMPARE(DescribedJson().deviation(u"watch"_s, json), QString());
    }
    watch->signal(SIGINT);
    QVERIFY(watch->waitForEnd() && watch->exitCode() == 0);
}

/// One look at a waiter without a listener proves nothing: a client subscribes after it has queued.
void CliRedisInspectTest::findingsLookTwice()
{
    lock("orders", one);
    m_servers->command({"RPUSH", QByteArray::fromStdString(keys::fairQueue("orders")), two});
    m_servers->command({"ZADD", QByteArray::fromStdString(keys::fairTimeouts("orders")), "9999999999999", two});
    const auto findings = runCtl(at({u"findings"_s, u"--fail-on"_s, u"warning"_s}));
    QVERIFY2(findings.status == 5, findings.reported());
    const auto first = findings.json().value(u"findings"_s).toArray()[0].toObject();
    QCOMPARE(first.value(u"kind"_s).toString(), u"dead-head"_s);
    QCOMPARE(first.value(u"path"_s).toString(), u"orders"_s);
    QCOMPARE(first.value(u"owners"_s).toArray(), QJsonArray{QString::fromUtf8(two)});
}

void CliRedisInspectTest::aRecordingIsThatOfRedis()
{
    lock("orders", one);
    const QTemporaryDir folder;
    const auto file = folder.filePath(u"locks.rec"_s);
    const auto record = runCtl(at({u"record"_s, file, u"--for"_s, u"300ms"_s}));
    QVERIFY2(record.status == 0, record.reported());
    const auto ls = runCtl({u"--json"_s, u"open"_s, file, u"ls"_s});
    QCOMPARE(ls.json().value(u"backend"_s).toString(), u"redis"_s);
    const auto holder = ls.json().value(u"locks"_s).toArray()[0].toObject().value(u"holders"_s).toArray()[0].toObject();
    QVERIFY2(holder.value(u"owner"_s).toString() == QString::fromUtf8(one), ls.reported());
    const auto show = runCtl({u"--json"_s, u"open"_s, file, u"show"_s, u"orders"_s});
    QVERIFY2(show.status == 0 && show.json().value(u"path"_s) == u"orders"_s, show.reported());
    const auto missing = runCtl({u"open"_s, file, u"show"_s, u"bills"_s});
    QVERIFY2(missing.status == 1 && missing.err.contains("bills"), missing.reported());
    const auto watch = runCtl({u"--json"_s, u"open"_s, file, u"watch"_s, u"bills"_s});
    QVERIFY2(watch.status == 0 && !watch.out.contains("orders"), watch.reported());
}

/// A multi-lock has no key of its own: the locks of one thread, which another thread of the instance does not share.
void CliRedisInspectTest::showNamesTheOtherLocksOfItsOwner()
{
    for (const QByteArray name : {"lock-a", "lock-b", "lock-c"})
        lock(name, one);
    lock("alone", one + '7');
    const auto show = runCtl(at({u"show"_s, u"lock-b"_s}));
    QCOMPARE(show.status, 0);
    const auto holder = show.json().value(u"queue"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"alsoHolds"_s), QJsonValue(QJsonArray{u"lock-a"_s, u"lock-c"_s}));
    QCOMPARE(DescribedJson().deviation(u"show"_s, show.json()), QString());
    const auto alone = runCtl(at({u"show"_s, u"alone"_s})).json().value(u"queue"_s).toArray()[0].toObject();
    QCOMPARE(alone.value(u"alsoHolds"_s), QJsonValue(QJsonArray()));
    const auto text = runCtl({u"--connect"_s, m_servers->target(), u"show"_s, u"lock-b"_s});
    QVERIFY2(text.out.contains(one + " also holds: lock-a, lock-c. Together they may be one multi-lock.\n"),
             text.reported());
}

void CliRedisInspectTest::whyNamesTheType()
{
    lock("orders", one);
    m_servers->command({"SET", "cart", "2a2c1f8d9b7e4c3f8a1d2b3c4d5e6f70", "PX", "60000"});
    const auto certain = runCtl(at({u"show"_s, u"orders"_s, u"--why"_s}));
    QVERIFY2(certain.status == 0, certain.reported());
    QCOMPARE(DescribedJson().deviation(u"show"_s, certain.json()), QString());
    const auto why = certain.json().value(u"why"_s).toObject();
    QCOMPARE(why.value(u"decision"_s).toString(), u"orders is a lock of type \"Redisson lock\"."_s);
    QCOMPARE(why.value(u"dialects"_s).toArray().size(), 1);
    QCOMPARE(why.value(u"dialects"_s).toArray()[0][u"dialect"_s].toString(), u"redisson-lock"_s);
    const auto possible = runCtl(at({u"show"_s, u"cart"_s, u"--why"_s})).json().value(u"why"_s).toObject();
    QVERIFY2(possible.value(u"decision"_s).toString().startsWith(u"cart may be a lock"_s),
             qPrintable(possible.value(u"decision"_s).toString()));
    const auto none = runCtl({u"--connect"_s, m_servers->target(), u"show"_s, u"nothing"_s});
    QVERIFY2(none.status == 1 && none.err.contains("no lock has this name now") && !none.err.contains("path"),
             none.reported());
    const auto watches = runCtl(at({u"show"_s, u"orders"_s, u"--watches"_s}));
    QVERIFY2(watches.status == 2 && watches.err.contains("--watches is for ZooKeeper"), watches.reported());
}

/// As the contract has it, with the time since when it is seen.
void CliRedisInspectTest::aPermitHasItsOwnMode()
{
    m_servers->command({"SET", "slots", "2"});
    m_servers->command(
        {"ZADD", QByteArray::fromStdString(keys::permitTimeouts("slots")), "9999999999999", "0123456789abcdef"});
    const auto show = runCtl(at({u"show"_s, u"slots"_s}));
    QVERIFY2(show.status == 0, show.reported());
    QCOMPARE(DescribedJson().deviation(u"show"_s, show.json()), QString());
    const auto holder = show.json().value(u"queue"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"mode"_s).toString(), u"permit"_s);
    QVERIFY(QDateTime::fromString(holder.value(u"firstSeenAt"_s).toString(), Qt::ISODateWithMs).isValid());
}

/// The lock itself is shown, by its name.
void CliRedisInspectTest::showWithoutTheRightToSearch()
{
    lock("lock-a", one);
    lock("lock-b", one);
    m_servers->command({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "&*", "+@all", "-scan"});
    const auto target = m_servers->target().replace(u"redis://"_s, u"redis://reader@"_s);
    const auto environment = environmentWith({{u"LOCKSCOPE_PASSWORD"_s, u"secret"_s}});
    const auto show = runCtl({u"--json"_s, u"--connect"_s, target, u"show"_s, u"lock-b"_s}, environment);
    QVERIFY2(show.status == 0, show.reported());
    const auto holder = show.json().value(u"queue"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"owner"_s).toString(), QString::fromUtf8(one));
    QVERIFY2(holder.contains(u"alsoHolds"_s) && holder.value(u"alsoHolds"_s).isNull(), show.reported());
    const auto text = runCtl({u"--connect"_s, target, u"show"_s, u"lock-b"_s}, environment);
    QVERIFY2(text.out.contains("Whether the owners hold other locks is unknown"), text.reported());
}

/// `show` reads a second time, for the other locks of the owner.
void CliRedisInspectTest::faultyFilesAreReportedOnce()
{
    lock("lock-a", one);
    lock("lock-b", one);
    const QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"lockscope/dialects"_s));
    for (const auto& name : {u"limits.json"_s, u"dialects/ours.json"_s}) {
        QFile file(config.filePath(u"lockscope/"_s + name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(R"({"backend": "redis", )") > 0);
    }
    const auto show = runCtl(at({u"show"_s, u"lock-b"_s}), environmentWith({{u"XDG_CONFIG_HOME"_s, config.path()}}));
    QVERIFY2(show.status == 0 && show.err.count("limits.json") == 1 && show.err.count("ours.json") == 1,
             show.reported());
    const auto holder = show.json().value(u"queue"_s).toArray()[0].toObject();
    QCOMPARE(holder.value(u"alsoHolds"_s), QJsonValue(QJsonArray{u"lock-a"_s}));
}

} // namespace lockscope::cliRedisInspectTest

LOCKSCOPE_TEST(lockscope::cliRedisInspectTest::CliRedisInspectTest)
#include "CliRedisInspectTest.moc"
