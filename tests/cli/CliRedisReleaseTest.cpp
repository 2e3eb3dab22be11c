// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `release` on Redis: the owner that was shown, and never another one.

#include "core/release/ActionLogReader.h"
#include "tests/cli/Cli.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace lockscope::cliRedisReleaseTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

const auto one = u"0123abcd-0123-4567-89ab-0123456789ab:1"_s;
const auto two = u"0123abcd-0123-4567-89ab-0123456789ab:22"_s;

} // namespace

class CliRedisReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void dryRunChangesNothing();
    void releasesTheOwner();
    void releasesWaiters();
    void refuses_data();
    void refuses();
    void usageErrors_data();
    void usageErrors();
    void otherExits_data();
    void otherExits();
    void addsPermitsOfASemaphore();
    void needsPossible();
    void missingRights();
    void releasesAsTheUserForReleases();
    void redlock();
    void redlockWithSilentMasters();
    void tokenOfTheUsersDialect();
    void wakesPythonRedisLock();

private:
    [[nodiscard]] Outcome run(const QStringList& arguments) const
    {
        return runCtl(QStringList{u"--connect"_s, m_servers->target(), u"release"_s} + arguments);
    }
    void hold(const char* lock, const QString& owner) const
    {
        m_servers->command({"HINCRBY", lock, owner.toUtf8(), "1"});
        m_servers->command({"PEXPIRE", lock, "30000"});
    }
    [[nodiscard]] QVariant holdsOf(const char* lock, const QString& owner) const
    {
        return m_servers->command({"HGET", lock, owner.toUtf8()});
    }

    std::unique_ptr<RedisServers> m_servers;
};

void CliRedisReleaseTest::initTestCase()
{
    redis::RedisSandboxOptions options;
    options.moreSettings = u"user watcher on nopass %R~* resetchannels +@read +@connection +@transaction +time "
                           "+pubsub|numsub +info\nuser ops on >ops-password ~* &* +@all\n"_s;
    m_servers = std::make_unique<RedisServers>(options);
    QVERIFY_RESULT(m_servers->start());
}

void CliRedisReleaseTest::init()
{
    m_servers->command({"FLUSHALL"});
    hold("orders", one);
}

void CliRedisReleaseTest::dryRunChangesNothing()
{
    for (const auto& owner : {QStringList{}, QStringList{u"--owner"_s, one}}) {
        const auto outcome = run(QStringList{u"orders"_s, u"--dry-run"_s, u"--json"_s} + owner);
        QVERIFY2(outcome.status == 0, outcome.reported());
        QCOMPARE(outcome.json().value(u"released"), QJsonValue(false));
        const auto plan = outcome.json().value(u"plan").toObject();
        QCOMPARE(plan.value(u"backend").toString(), u"redis"_s);
        QCOMPARE(plan.value(u"path").toString(), u"orders"_s);
        QCOMPARE(plan.value(u"owner").toString(), one);
        QCOMPARE(plan.value(u"state").toString(), u"holds"_s);
        QCOMPARE(plan.value(u"count").toInt(), 1);
        QVERIFY(plan.value(u"leaseMs").toInt() > 10'000);
        QVERIFY(plan.value(u"czxid").isNull() && plan.value(u"session").isNull());
    }
    const auto text = run({u"orders"_s, u"--owner"_s, one, u"--dry-run"_s});
    QVERIFY2(text.status == 0 && text.out.startsWith("release   " + one.toUtf8()) && text.out.contains("\nrisk      "),
             text.reported());
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));
}

void CliRedisReleaseTest::releasesTheOwner()
{
    const auto outcome = run({u"orders"_s, u"--owner"_s, one, u"--reason"_s, u"stuck"_s, u"--json"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(deviations(outcome.json(), {{u"plan"_s, u"object"_s},
                                         {u"released"_s, u"bool"_s},
                                         {u"releasedAt"_s, u"time"_s},
                                         {u"guard"_s, u"script"_s},
                                         {u"verified"_s, u"bool"_s},
                                         {u"tookMs"_s, u"int"_s},
                                         {u"holderKnown"_s, u"bool"_s},
                                         {u"holder"_s, u"object|null"_s},
                                         {u"reason"_s, u"string"_s},
                                         {u"ticket"_s, u"string|null"_s},
                                         {u"audit"_s, u"string"_s}}),
             "");
    QCOMPARE(outcome.json().value(u"released"), QJsonValue(true));
    QVERIFY(outcome.json().value(u"holder").isNull());
    QCOMPARE(m_servers->command({"DBSIZE"}).toLongLong(), 0);
    const auto log = release::readAudit((dataHome() + u"/lockscope/audit.jsonl"_s).toStdString());
    QVERIFY_RESULT(log);
    QVERIFY(!log->entries.empty());
    const auto& act = log->entries.front();
    QVERIFY(act.verdict() == release::ActionStatus::Released);
    QCOMPARE(act.record.reason, std::string("stuck"));
    QCOMPARE(act.record.lockPath(), std::string("orders"));
    QCOMPARE(act.record.plan.value(u"owner").toString(), one);

    hold("orders", two);
    const auto text = run({u"orders"_s, u"--owner"_s, two, u"--reason"_s, u"stuck"_s});
    QVERIFY2(text.status == 0, text.reported());
    QVERIFY2(text.out.contains("Done: released " + two.toUtf8() + " of orders") &&
                 text.out.contains("orders has no holder now."),
             text.reported());
}

void CliRedisReleaseTest::releasesWaiters()
{
    const QByteArray queue = "redisson_lock_queue:{orders}";
    const auto three = u"fedcba98-0123-4567-89ab-0123456789ab:3"_s;
    m_servers->command({"RPUSH", queue, two.toUtf8(), three.toUtf8()});
    const auto outcome =
        run({u"orders"_s, u"--waiter"_s, two, u"--waiter"_s, three, u"--reason"_s, u"dead"_s, u"--json"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(outcome.json().value(u"releases").toArray().size(), 2);
    QCOMPARE(m_servers->command({"EXISTS", queue}).toLongLong(), 0);
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));
}

void CliRedisReleaseTest::refuses_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("another owner") << QStringList{u"orders"_s, u"--owner"_s, two}
                                   << QByteArray("it is now held by " + one.toUtf8());
    QTest::newRow("gone") << QStringList{u"nothing"_s, u"--owner"_s, one} << QByteArray("does not exist");
    QTest::newRow("not a waiter") << QStringList{u"orders"_s, u"--waiter"_s, one}
                                  << QByteArray("now holds the lock and does not wait");
}

void CliRedisReleaseTest::refuses()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = run(arguments + QStringList{u"--reason"_s, u"stuck"_s});
    QVERIFY2(outcome.status == 4 && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains(sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QVERIFY2(!outcome.err.contains("node"), outcome.reported()); // Redis has none
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));
    QCOMPARE(m_servers->command({"DBSIZE"}).toLongLong(), 1);
}

void CliRedisReleaseTest::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, const char* sentence) {
        QTest::newRow(name) << arguments << QByteArray(sentence);
    };
    const QStringList reason{u"--reason"_s, u"stuck"_s};
    row("czxid", QStringList{u"orders"_s, u"--czxid"_s, u"0x1"_s} + reason, "--czxid is for ZooKeeper");
    row("no guard", QStringList{u"orders"_s} + reason, "release needs --owner ID or --waiter ID");
    row("no reason", {u"orders"_s, u"--owner"_s, one}, "release needs --reason");
    row("no lock", QStringList{u"--owner"_s, one} + reason, "release needs the name of one lock");
    row("two locks", QStringList{u"orders"_s, u"others"_s, u"--owner"_s, one} + reason,
        "release needs the name of one lock");
    const QStringList permits{u"slots"_s, u"--permits"_s, u"1"_s};
    row("unseen permits", permits + reason, "release needs --free-permits N");
    row("permits of an owner", permits + QStringList{u"--owner"_s, one} + reason, "--permits is for semaphores");
    row("no permits", QStringList{u"slots"_s, u"--permits"_s, u"0"_s} + reason, "use a number from 1 to 2147483647");
    row("no number", permits + QStringList{u"--free-permits"_s, u"few"_s} + reason, "invalid --free-permits \"few\"");
    row("nothing to add", QStringList{u"slots"_s, u"--free-permits"_s, u"1"_s} + reason, "needs --permits");
    row("empty owner", QStringList{u"orders"_s, u"--owner"_s, QString()} + reason, "need an ID as printed by show");
}

void CliRedisReleaseTest::usageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = run(arguments);
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains(sentence) && outcome.err.count('\n') == 1, outcome.reported());
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));
}

void CliRedisReleaseTest::otherExits_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QStringList& arguments, int status, const char* sentence) {
        QTest::newRow(name) << arguments << status << QByteArray(sentence);
    };
    row("on ZooKeeper",
        {u"--connect"_s, u"127.0.0.1:1"_s, u"release"_s, u"/a/b"_s, u"--owner"_s, one, u"--reason"_s, u"x"_s}, 2,
        "--owner and --waiter are for Redis");
    row("no server",
        {u"--timeout"_s, u"500"_s, u"--connect"_s, u"redis://127.0.0.1:1"_s, u"release"_s, u"orders"_s, u"--owner"_s,
         one, u"--reason"_s, u"x"_s},
        3, "Cannot connect");
    row("permits on ZooKeeper",
        {u"--connect"_s, u"127.0.0.1:1"_s, u"release"_s, u"/a/b"_s, u"--permits"_s, u"1"_s, u"--reason"_s, u"x"_s}, 2,
        "are for semaphores on Redis");
    row("permits of a Redlock",
        {u"--connect"_s, u"redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"_s, u"release"_s, u"a"_s, u"--permits"_s,
         u"1"_s, u"--reason"_s, u"x"_s},
        2, "--permits is for semaphores");
    row("several holders", {u"--connect"_s, {}, u"release"_s, u"table"_s, u"--dry-run"_s}, 2, "several holders");
    row("no holder", {u"--connect"_s, {}, u"release"_s, u"nothing"_s, u"--dry-run"_s}, 1, "does not exist");
    row("semaphore", {u"--connect"_s, {}, u"release"_s, u"permits"_s, u"--owner"_s, one, u"--dry-run"_s}, 1,
        "does not record its holders");
}

void CliRedisReleaseTest::otherExits()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, status);
    QFETCH(QByteArray, sentence);
    m_servers->command({"HSET", "table", "mode", "read", one.toUtf8(), "1", two.toUtf8(), "1"});
    m_servers->command({"SET", "permits", "4"});
    const auto at = arguments.indexOf(QString());
    if (at >= 0)
        arguments[at] = m_servers->target();
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == status && outcome.out.isEmpty(), outcome.reported());
    QVERIFY2(outcome.err.contains(sentence), outcome.reported());
}

/// The server stores no holders: the caller says how many permits to add, and how many it has seen.
void CliRedisReleaseTest::addsPermitsOfASemaphore()
{
    m_servers->command({"SET", "slots", "0"});
    const QStringList arguments{u"slots"_s, u"--permits"_s, u"2"_s, u"--reason"_s, u"crashed"_s};
    const auto unsure = run(arguments + QStringList{u"--free-permits"_s, u"0"_s});
    QVERIFY2(unsure.status == 4 && unsure.err.contains("--possible"), unsure.reported());
    RedisConnection waiter(m_servers->port());
    (void)waiter.command({"SUBSCRIBE", "redisson_sc:{slots}"});
    const auto plan = run({u"slots"_s, u"--permits"_s, u"2"_s, u"--dry-run"_s});
    QVERIFY2(plan.status == 0 && plan.out.contains("\nfree      0\n") &&
                 plan.out.contains("\nrisk      The number of permits in use and their holders are unknown. "),
             plan.reported());
    const auto changed = run(arguments + QStringList{u"--free-permits"_s, u"1"_s});
    QVERIFY2(changed.status == 4 &&
                 changed.err.contains("the number of free permits is now 0, not 1. Nothing was changed"),
             changed.reported());
    QCOMPARE(m_servers->command({"GET", "slots"}), QByteArray("0"));
    const auto done = run(arguments + QStringList{u"--free-permits"_s, u"0"_s});
    QVERIFY2(done.status == 0 && done.out.startsWith("Done: added 2 permits to slots; 1 waiting client was woken"),
             done.reported());
    QCOMPARE(m_servers->command({"GET", "slots"}), QByteArray("2"));
}

/// A key with a text may be anything.
void CliRedisReleaseTest::needsPossible()
{
    m_servers->command({"SET", "job", "first-token", "PX", "30000"});
    const QStringList arguments{u"job"_s, u"--owner"_s, u"first-token"_s, u"--reason"_s, u"stuck"_s};
    const auto refused = run(arguments);
    QVERIFY2(refused.status == 4 && refused.err.contains("add --possible"), refused.reported());
    QCOMPARE(m_servers->command({"GET", "job"}), QByteArray("first-token"));
    const auto outcome = run(arguments + QStringList{u"--possible"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(m_servers->command({"EXISTS", "job"}).toLongLong(), 0);
}

void CliRedisReleaseTest::missingRights()
{
    const auto target = u"redis://watcher@127.0.0.1:%1"_s.arg(m_servers->port());
    const QStringList arguments{u"--connect"_s, target, u"release"_s, u"orders"_s, u"--owner"_s, one};
    const auto environment = environmentWith({{u"LOCKSCOPE_PASSWORD"_s, u"any"_s}});
    const auto plan = runCtl(arguments + QStringList{u"--dry-run"_s, u"--json"_s}, environment);
    QVERIFY2(plan.status == 0, plan.reported());
    const auto permission = plan.json().value(u"plan").toObject().value(u"permission").toObject();
    QCOMPARE(permission.value(u"delete").toString(), u"no"_s);
    QVERIFY2(permission.value(u"text").toString().contains(u"ACL SETUSER watcher +eval +evalsha"), plan.reported());
    const auto outcome = runCtl(arguments + QStringList{u"--reason"_s, u"stuck"_s}, environment);
    QVERIFY2(outcome.status == 1 && outcome.err.contains("ACL SETUSER watcher +eval +evalsha"), outcome.reported());
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));
}

/// The profile's user may only read; the password is that of the other one.
void CliRedisReleaseTest::releasesAsTheUserForReleases()
{
    const QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"lockscope"_s));
    QFile file(config.filePath(u"lockscope/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(uR"({"profiles": [{"name": "cart", "servers": "%1", "user": "watcher", "writeUser": "ops"},
                                 {"name": "open", "servers": "%1", "writeUser": "ops"}]})"_s.arg(m_servers->target())
                   .toUtf8());
    file.close();
    const auto runAs = [&](const QString& profile, const QString& password, const QStringList& arguments) {
        return runCtl(QStringList{u"--profile"_s, profile} + arguments,
                      environmentWith({{u"XDG_CONFIG_HOME"_s, config.path()}, {u"LOCKSCOPE_PASSWORD"_s, password}}));
    };
    const auto lastAccounts = [] {
        const auto log = release::readAudit((dataHome() + u"/lockscope/audit.jsonl"_s).toStdString());
        return log && !log->entries.empty() ? log->entries.front().record.access.accounts : std::vector<std::string>();
    };
    const QStringList command{u"release"_s, u"orders"_s, u"--owner"_s, one, u"--reason"_s, u"stuck"_s};
    const auto wrong = runAs(u"cart"_s, u"another"_s, command);
    QVERIFY2(wrong.status == 3 && wrong.err.contains("Check the user and the password"), wrong.reported());
    const auto own = runAs(u"open"_s, u"any"_s, command + QStringList{u"--user"_s, u"watcher"_s});
    QVERIFY2(own.status == 1 && own.err.contains("ACL SETUSER watcher"), own.reported());
    QCOMPARE(lastAccounts(), std::vector<std::string>{"watcher"});
    QCOMPARE(holdsOf("orders", one), QByteArray("1"));

    const auto outcome = runAs(u"cart"_s, u"ops-password"_s, command);
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(m_servers->command({"DBSIZE"}).toLongLong(), 0);
    QCOMPARE(lastAccounts(), std::vector<std::string>{"ops"});
    const auto list = runAs(u"cart"_s, u"any"_s, {u"ls"_s}); // other commands read as the profile's user
    QVERIFY2(list.status == 0, list.reported());
    hold("orders", one);
    QCOMPARE(run(command.mid(1)).status, 0); // without a profile
    QCOMPARE(lastAccounts(), std::vector<std::string>{"default"});
}

void CliRedisReleaseTest::redlock()
{
    redis::RedisSandboxOptions options;
    options.kind = redis::SandboxKind::Independent;
    options.masters = 3;
    RedisServers masters(options);
    QVERIFY_RESULT(masters.start());
    for (int i = 0; i < 3; ++i)
        masters.command({"SET", "orders", "first-token", "PX", "30000"}, i);
    const QStringList arguments{u"--connect"_s, masters.target(), u"release"_s, u"orders"_s, u"--reason"_s, u"stuck"_s};
    const auto refused = runCtl(arguments + QStringList{u"--owner"_s, u"other-token"_s, u"--possible"_s});
    QVERIFY2(refused.status == 4, refused.reported());
    const auto waiter = runCtl(arguments + QStringList{u"--waiter"_s, u"first-token"_s});
    QVERIFY2(waiter.status == 2, waiter.reported());
    const auto outcome = runCtl(arguments + QStringList{u"--owner"_s, u"first-token"_s, u"--possible"_s});
    QVERIFY2(outcome.status == 0 && outcome.out.contains("on 3 of 3 masters: 127.0.0.1:"), outcome.reported());
    for (int i = 0; i < 3; ++i)
        QCOMPARE(masters.command({"EXISTS", "orders"}, i).toLongLong(), 0);
}

/// With a majority the release is done, and says which master has not answered. Without one nothing is done.
void CliRedisReleaseTest::redlockWithSilentMasters()
{
    redis::RedisSandboxOptions options;
    options.kind = redis::SandboxKind::Independent;
    options.masters = 3;
    RedisServers masters(options);
    QVERIFY_RESULT(masters.start());
    for (int i = 0; i < 3; ++i)
        masters.command({"SET", "orders", "first-token", "PX", "60000"}, i);
    QStringList arguments{u"--connect"_s, masters.target(), u"release"_s, u"orders"_s, u"--owner"_s, u"first-token"_s};
    arguments << u"--possible"_s << u"--reason"_s << u"no answer"_s;
    QVERIFY_RESULT(masters.pauseServer(1));
    QVERIFY_RESULT(masters.pauseServer(2));
    const auto none = runCtl(arguments);
    QVERIFY2(none.status == 3 && none.out.isEmpty(), none.reported());
    QCOMPARE(masters.command({"GET", "orders"}, 0), QByteArray("first-token"));
    masters.resumeServer(1);
    QCOMPARE(masters.command({"GET", "orders"}, 1), QByteArray("first-token"));
    const auto most = runCtl(arguments);
    const auto silent = "127.0.0.1:" + QByteArray::number(masters.port(2)) + ": ";
    QVERIFY2(most.status == 0 && most.out.contains("on 2 of 3 masters: ") && most.out.contains(silent) &&
                 !most.out.contains(silent + "released"),
             most.reported());
    QVERIFY2(most.out.contains("orders has no holder now."), most.reported());
    masters.resumeServer(2);
    QCOMPARE(masters.command({"GET", "orders"}, 2), QByteArray("first-token")); // until its lease ends
}

/// A key and a value that nothing but the user's file describes.
void CliRedisReleaseTest::tokenOfTheUsersDialect()
{
    QTemporaryDir config;
    QVERIFY(QDir(config.path()).mkpath(u"lockscope/dialects"_s));
    QFile file(config.filePath(u"lockscope/dialects/our-lock.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"json({"backend": "redis", "id": "our-lock", "title": "Our lock", "key": {"glob": "job:*"},
        "owner": {"regex": "worker-[0-9]+"}, "lease": "optional"})json");
    file.close();
    const auto environment = environmentWith({{u"XDG_CONFIG_HOME"_s, config.path()}});
    m_servers->command({"SET", "job:7", "worker-3"});
    const QStringList arguments{u"--connect"_s, m_servers->target(), u"release"_s, u"job:7"_s,
                                u"--reason"_s,  u"stuck"_s,          u"--owner"_s};
    const auto changed = runCtl(arguments + QStringList{u"worker-4"_s}, environment);
    QVERIFY2(changed.status == 4 && changed.err.contains("it is now held by worker-3"), changed.reported());
    const auto outcome = runCtl(arguments + QStringList{u"worker-3"_s, u"--json"_s}, environment);
    QVERIFY2(outcome.status == 0, outcome.reported()); // certain, by the file
    QCOMPARE(outcome.json().value(u"plan").toObject().value(u"dialect").toString(), u"our-lock"_s);
    QCOMPARE(m_servers->command({"EXISTS", "job:7"}).toLongLong(), 0);
}

/// Clients of python-redis-lock block on a list.
void CliRedisReleaseTest::wakesPythonRedisLock()
{
    m_servers->command({"SET", "lock:job", "n7Zr5cXqf0W1aB+kd9/TgQ3v"});
    RedisConnection waiter(m_servers->port());
    waiter.send({"BLPOP", "lock-signal:job", "0"});
    QVERIFY(RedisServers::waitUntil([this] { return m_servers->info("blocked_clients") == "1"; }));
    const auto outcome =
        run({u"lock:job"_s, u"--owner"_s, u"n7Zr5cXqf0W1aB+kd9/TgQ3v"_s, u"--possible"_s, u"--reason"_s, u"stuck"_s});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(waiter.next().toList(), (QVariantList{QByteArray("lock-signal:job"), QByteArray("1")}));
}

} // namespace lockscope::cliRedisReleaseTest

LOCKSCOPE_TEST(lockscope::cliRedisReleaseTest::CliRedisReleaseTest)
#include "CliRedisReleaseTest.moc"
