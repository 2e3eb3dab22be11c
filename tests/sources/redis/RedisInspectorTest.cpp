// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// When a view of real servers is complete, and what it costs them: while keys change, after connections were lost,
/// after a failover, and while a slot moves.

#include "core/sources/redis/discovery/RedisInspector.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace lockscope::redisInspectorTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::RedisSource;
using inspect::RedisWatch;
using test::RedisServers;

namespace keys = redis::keys;

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";

/// A failover takes some seconds, and a busy machine makes it longer.
constexpr int failoverLimitMs = 90'000;

/// A source and all that it has published.
class Watched final {
public:
    explicit Watched(const QString& target, inspect::RedisInspectorSettings inspector = {})
        : m_source(settings(target, std::move(inspector)), Log())
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshots.push_back(std::move(snapshot));
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

    [[nodiscard]] RedisSource& source() { return m_source; }
    [[nodiscard]] std::vector<inspect::SnapshotPtr> all()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshots;
    }
    [[nodiscard]] inspect::SnapshotPtr last()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshots.empty() ? std::make_shared<const inspect::Snapshot>() : m_snapshots.back();
    }
    [[nodiscard]] bool isWholeBy(RedisWatch::By by)
    {
        const auto snapshot = last();
        return snapshot->complete && snapshot->redisWatch && snapshot->redisWatch->by == by;
    }
    [[nodiscard]] bool has(const std::string& name) { return last()->find(name) != nullptr; }
    /// Of the holder; 0: it is free.
    [[nodiscard]] std::int64_t count(const std::string& name)
    {
        const auto snapshot = last();
        const auto* lock = snapshot->find(name);
        return lock && !lock->queue.empty() ? lock->queue.front().redis->count : 0;
    }
    /// The complete snapshots after the one with this revision that lack the lock.
    [[nodiscard]] std::ptrdiff_t lacking(const std::string& name, std::uint64_t revision)
    {
        const auto snapshots = all();
        return std::count_if(snapshots.begin(), snapshots.end(), [&](const auto& each) {
            return each->revision > revision && each->complete && !each->find(name);
        });
    }
    /// The revision of the first snapshot after this one that is not connected: a gap for the history. 0: there is
    /// none.
    [[nodiscard]] std::uint64_t gapAfter(std::uint64_t revision)
    {
        const auto snapshots = all();
        const auto found = std::find_if(snapshots.begin(), snapshots.end(), [&](const auto& each) {
            return each->revision > revision && each->session.state != SessionState::Connected;
        });
        return found == snapshots.end() ? 0 : (*found)->revision;
    }

private:
    static RedisSource::Settings settings(const QString& target, inspect::RedisInspectorSettings inspector)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector = std::move(inspector);
        return settings;
    }

    std::mutex m_mutex;
    std::vector<inspect::SnapshotPtr> m_snapshots;
    RedisSource m_source;
};

/// Creates new hashes and locks, and deletes them, without a pause.
class Writer final {
public:
    explicit Writer(int port)
        : m_thread([this, port] { write(port); })
    {
    }
    ~Writer()
    {
        m_isStopping = true;
        m_thread.join();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    [[nodiscard]] int rounds() const { return m_rounds; }

private:
    void write(int port)
    {
        test::RedisConnection connection(port);
        while (!m_isStopping) {
            const auto number = QByteArray::number(m_rounds);
            connection.command({"HSET", "user-" + number, "name", "Kim"});
            connection.command({"HSET", "lock-" + number, QByteArray::fromStdString(one), "1"});
            connection.command({"DEL", "user-" + number, "lock-" + number});
            ++m_rounds;
        }
    }

    std::atomic<bool> m_isStopping = false;
    std::atomic<int> m_rounds = 0;
    std::thread m_thread; // last: it uses the others
};

class RedisInspectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isCompleteWhileLocksComeAndGo();
    void isCompleteOnlyAfterAScanThatFollowsTheGap();
    void aRequestedReadingIsNew();
    void readsATokenLockOnce();
    void keepsTheRateOfScans();
    void verifiesEveryLockInTime();
    void changesThatWaitForTheirTurnArePolled();
    void readsOneLocksWaitersByName();
    void saysThatAQueueIsCut();
    void followsAFailover();
    void followsASlotThatMoves();

private:
    static void lock(RedisServers& servers, const QByteArray& name, const std::string& owner, int server = 0);
    static int calls(RedisServers& servers, const QByteArray& command);
    static int masterAfterFailover(RedisServers& servers);
};

void RedisInspectorTest::lock(RedisServers& servers, const QByteArray& name, const std::string& owner, int server)
{
    const auto set = servers.command({"HSET", name, QByteArray::fromStdString(owner), "1"}, server);
    QCOMPARE(test::errorIn(set), QByteArray());
}

/// How often the server has executed the command: "calls=3,usec=…".
int RedisInspectorTest::calls(RedisServers& servers, const QByteArray& command)
{
    const auto lines = servers.command({"INFO", "commandstats"}).toByteArray().split('\n');
    for (const auto& line : lines) {
        if (line.startsWith("cmdstat_" + command + ":calls="))
            return line.mid(line.indexOf('=') + 1, line.indexOf(',') - line.indexOf('=') - 1).toInt();
    }
    return 0;
}

void RedisInspectorTest::isCompleteWhileLocksComeAndGo()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    const Writer first(servers.port());
    const Writer second(servers.port());
    QTRY_VERIFY(first.rounds() > 100);
    Watched watched(servers.target(), {.mostChangesPerSecond = 1e9});
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
    QVERIFY(watched.has("orders"));
}

/// A lock that came in the gap is in each complete view after it, and one that ended in it is in none.
void RedisInspectorTest::isCompleteOnlyAfterAScanThatFollowsTheGap()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Watched watched(servers.target(), {.readEvery = 1s});
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
    const auto before = watched.last()->revision;
    servers.command({"MULTI"});
    servers.command({"ACL", "SETUSER", "default", "-client|tracking"}); // so the scan is that of the next interval
    servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
    servers.command({"HSET", "bills", QByteArray::fromStdString(two), "1"});
    servers.command({"DEL", "orders"});
    QVERIFY(test::errorIn(servers.command({"EXEC"})).isEmpty());
    QTRY_VERIFY(watched.gapAfter(before) > 0);
    const auto gap = watched.gapAfter(before);
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Channels) && watched.has("bills"));
    QCOMPARE(watched.lacking("bills", gap), std::ptrdiff_t(0));
    const auto all = watched.all();
    QVERIFY(std::none_of(all.begin(), all.end(), [&](const auto& each) {
        return each->revision > gap && each->complete && each->find("orders");
    }));
}

void RedisInspectorTest::aRequestedReadingIsNew()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Watched watched(servers.target(), {.manual = true});
    QTRY_VERIFY(watched.last()->complete);
    const auto first = watched.last()->find("orders")->readAt;
    QTRY_VERIFY(WallTime(std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch())) > first);
    watched.source().read(inspect::LockSource::Part::Everything, {});
    QTRY_VERIFY(watched.has("orders") && watched.last()->find("orders")->readAt > first);
}

void RedisInspectorTest::readsATokenLockOnce()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "orders", "9b1c0a7e44d25f83e6b7a90c1d2e3f45", "PX", "60000"});
    Watched watched(servers.target(), {.names = {"orders"}, .manual = true});
    QTRY_VERIFY(watched.last()->complete);
    QVERIFY(watched.has("orders"));
    QCOMPARE(calls(servers, "getrange"), 1);
}

void RedisInspectorTest::keepsTheRateOfScans()
{
    RedisServers servers({.moreSettings = QStringLiteral("user default on nopass ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Watched watched(servers.target(), {.readEvery = 10ms}); // a scan as soon as the one before has ended
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Channels));
    QElapsedTimer timer;
    servers.command({"CONFIG", "RESETSTAT"});
    timer.start();
    QTRY_VERIFY_WITH_TIMEOUT(calls(servers, "scan") >= 40, 30'000);
    const auto rate = calls(servers, "scan") * 1'000.0 / static_cast<double>(timer.elapsed());
    QVERIFY2(rate <= 22, qPrintable(QString::number(rate)));
}

void RedisInspectorTest::verifiesEveryLockInTime()
{
    constexpr int locks = 3'000;
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"EVAL", "for i = 1, tonumber(ARGV[2]) do redis.call('hset', 'lock-' .. i, ARGV[1], 1) end", "0",
                     QByteArray::fromStdString(one), QByteArray::number(locks)});
    Watched watched(servers.target(), {.verifyEvery = 3s, .changedReadsPerSecond = 1});
    QTRY_VERIFY_WITH_TIMEOUT(watched.isWholeBy(RedisWatch::By::Tracking), 30'000);
    servers.command({"CONFIG", "RESETSTAT"});
    QTRY_VERIFY_WITH_TIMEOUT(calls(servers, "hgetall") >= locks, 30'000); // 1 a second is not enough
    QVERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
}

void RedisInspectorTest::changesThatWaitForTheirTurnArePolled()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const std::vector<QByteArray> names{"a", "b", "c", "d", "e", "f"};
    for (const auto& name : names)
        lock(servers, name, one);
    Watched watched(servers.target(), {.readEvery = 1h, .verifyEvery = 1h, .changedReadsPerSecond = 0.5});
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
    const auto polled = [&] {
        const auto snapshot = watched.last();
        return std::count_if(snapshot->locks.begin(), snapshot->locks.end(),
                             [](const auto& each) { return each->polled; });
    };
    QCOMPARE(polled(), std::ptrdiff_t(0));
    for (const auto& name : names)
        servers.command({"HINCRBY", name, QByteArray::fromStdString(one), "1"});
    QTRY_VERIFY(polled() > 0);
    QTRY_VERIFY_WITH_TIMEOUT(polled() == 0, 60'000);
    for (const auto& name : names)
        QCOMPARE(watched.count(name.toStdString()), std::int64_t(2));
}

/// Without a scan: a client that begins to listen is noticed at the next interval, and so is a semaphore.
void RedisInspectorTest::readsOneLocksWaitersByName()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Watched watched(servers.target(), {.names = {"orders"}, .readEvery = 200ms, .verifyEvery = 1h});
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
    QCOMPARE(watched.last()->find("orders")->redis->listeners, std::optional<int>(0));
    test::RedisConnection waiter(servers.port());
    waiter.command({"SUBSCRIBE", QByteArray::fromStdString(keys::lockChannel("orders"))});
    QTRY_COMPARE(watched.last()->find("orders")->redis->listeners, std::optional<int>(1));
}

void RedisInspectorTest::saysThatAQueueIsCut()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    const auto enqueue = [&](int waiters) {
        servers.command({"EVAL",
                         "local first = redis.call('llen', KEYS[1]) "
                         "for i = 1, tonumber(ARGV[1]) do "
                         "redis.call('rpush', KEYS[1], string.format('%08x-0000-4000-8000-000000000000:1', first + i)) "
                         "end",
                         "1", QByteArray::fromStdString(keys::fairQueue("orders")), QByteArray::number(waiters)});
    };
    enqueue(10'000);
    Watched watched(servers.target());
    QTRY_VERIFY_WITH_TIMEOUT(watched.isWholeBy(RedisWatch::By::Tracking), 30'000);
    QVERIFY(watched.last()->problems.empty());
    QCOMPARE(watched.last()->find("orders")->queue.size(), std::size_t(10'001)); // with the holder
    enqueue(1);
    QTRY_COMPARE_WITH_TIMEOUT(watched.last()->problems.size(), std::size_t(1), 30'000);
    const auto problem = watched.last()->problems.front();
    QCOMPARE(QString::fromStdString(problem.path), u"orders"_s);
    QCOMPARE(QString::fromStdString(describe(problem.error)),
             u"Cannot read all of \"orders\": too large: only the first 10000 are read of its waiters or permits. "
             "The others are not shown"_s);
    QCOMPARE(watched.last()->find("orders")->queue.size(), std::size_t(10'001));
}

/// The index of the master that the Sentinels have chosen; -1 before.
int RedisInspectorTest::masterAfterFailover(RedisServers& servers)
{
    for (const int index : {1, 2}) {
        if (servers.info("role", index) == "master")
            return index;
    }
    return -1;
}

void RedisInspectorTest::followsAFailover()
{
    RedisServers servers({.kind = redis::SandboxKind::Sentinel, .downAfterMs = 2'000});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    lock(servers, "bills", two);
    QCOMPARE(servers.command({"WAIT", "2", "30000"}).toInt(), 2); // the replicas have them
    Watched watched(servers.target());
    QTRY_VERIFY(watched.isWholeBy(RedisWatch::By::Tracking) && watched.has("orders") && watched.has("bills"));
    const auto before = watched.last()->revision;

    QVERIFY_RESULT(servers.killServer(0));
    QTRY_VERIFY_WITH_TIMEOUT(watched.gapAfter(before) > 0, failoverLimitMs);
    QTRY_VERIFY_WITH_TIMEOUT(watched.isWholeBy(RedisWatch::By::Tracking), failoverLimitMs);
    const int master = masterAfterFailover(servers);
    QVERIFY(master > 0);
    QVERIFY(watched.has("orders") && watched.has("bills"));
    QCOMPARE(watched.lacking("orders", before) + watched.lacking("bills", before), std::ptrdiff_t(0));

    lock(servers, "mails", one, master);
    QTRY_VERIFY(watched.has("mails"));
    servers.command({"DEL", "orders"}, master);
    QTRY_VERIFY(!watched.has("orders"));
    QVERIFY(watched.isWholeBy(RedisWatch::By::Tracking));
}

/// The lock's keys are moved one at a time, and the lock changes in between.
void RedisInspectorTest::followsASlotThatMoves()
{
    RedisServers servers({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    constexpr int from = 2; // of "a", by CLUSTER KEYSLOT: 15495
    constexpr int to = 0;
    const QByteArray slot = "15495";
    const auto queue = QByteArray::fromStdString(keys::fairQueue("a"));
    lock(servers, "a", one, from);
    servers.command({"RPUSH", queue, QByteArray::fromStdString(two)}, from);
    Watched watched(servers.target());
    QTRY_VERIFY_WITH_TIMEOUT(watched.isWholeBy(RedisWatch::By::Tracking) && watched.has("a"), 30'000);
    const auto before = watched.last()->revision;

    const auto idOf = [&](int server) { return servers.command({"CLUSTER", "MYID"}, server).toByteArray(); };
    const auto ok = QVariant(QByteArray("OK"));
    QCOMPARE(servers.command({"CLUSTER", "SETSLOT", slot, "IMPORTING", idOf(from)}, to), ok);
    QCOMPARE(servers.command({"CLUSTER", "SETSLOT", slot, "MIGRATING", idOf(to)}, from), ok);
    const auto move = [&](const QByteArray& key) {
        return servers.command({"MIGRATE", "127.0.0.1", QByteArray::number(servers.port(to)), key, "0", "5000"}, from);
    };
    QCOMPARE(move("a"), ok);
    servers.command({"ASKING"}, to);
    QCOMPARE(servers.command({"HINCRBY", "a", QByteArray::fromStdString(one), "1"}, to).toInt(), 2);
    QTRY_COMPARE(watched.count("a"), std::int64_t(2));
    QCOMPARE(watched.last()->find("a")->queue.size(), std::size_t(2)); // the waiter is on the other server still
    QCOMPARE(move(queue), ok);
    QCOMPARE(servers.command({"CLUSTER", "SETSLOT", slot, "NODE", idOf(to)}, to), ok);
    QCOMPARE(servers.command({"CLUSTER", "SETSLOT", slot, "NODE", idOf(to)}, from), ok);

    QCOMPARE(servers.command({"HINCRBY", "a", QByteArray::fromStdString(one), "1"}, to).toInt(), 3);
    QTRY_COMPARE(watched.count("a"), std::int64_t(3));
    QTRY_VERIFY_WITH_TIMEOUT(watched.isWholeBy(RedisWatch::By::Tracking), 30'000);
    QCOMPARE(watched.last()->find("a")->queue.size(), std::size_t(2));
    QCOMPARE(watched.lacking("a", before), std::ptrdiff_t(0));
    servers.command({"DEL", "a", queue}, to);
    QTRY_VERIFY(!watched.has("a"));
}

} // namespace lockscope::redisInspectorTest

LOCKSCOPE_TEST(lockscope::redisInspectorTest::RedisInspectorTest)
#include "RedisInspectorTest.moc"
