// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// By what changes of locks on real servers are noticed. The source reads in turn once an hour only, so that what it
/// shows in time was reported.

#include "core/sources/redis/discovery/ChangeFeed.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <mutex>

namespace lockscope::changeFeedTest {

using namespace std::chrono_literals;
using inspect::RedisSource;
using inspect::RedisWatch;
using test::RedisServers;
namespace keys = redis::keys;

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";

/// A source and all that it has published.
class Followed final {
public:
    struct Options {
        QString user{}; ///< with the password "secret"
        std::chrono::milliseconds readEvery{1h};
        double mostChangesPerSecond = 2'000;
        std::vector<std::string> roots{};
        std::chrono::milliseconds followAgainEvery{1h};
        std::chrono::milliseconds verifyEvery{1h};
    };

    explicit Followed(const QString& target)
        : Followed(target, Options())
    {
    }
    Followed(const QString& target, const Options& options)
        : m_source(settings(target, options), Log())
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshots.push_back(std::move(snapshot));
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

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
    [[nodiscard]] RedisWatch watch() { return last()->redisWatch.value_or(RedisWatch()); }
    [[nodiscard]] bool isWholeBy(RedisWatch::By by) { return last()->complete && watch().by == by; }
    [[nodiscard]] bool says(const char* words) { return watch().reason.find(words) != std::string::npos; }
    /// The owner of a lock; empty: it is free.
    [[nodiscard]] std::string owner(const std::string& name)
    {
        const auto snapshot = last();
        const auto* lock = snapshot->find(name);
        return lock && !lock->queue.empty() ? lock->queue.front().redis->owner : std::string();
    }
    /// Snapshots after the one with this revision, none of which is connected: a gap for the history.
    [[nodiscard]] bool hasGapAfter(std::uint64_t revision)
    {
        const auto snapshots = all();
        return std::any_of(snapshots.begin(), snapshots.end(), [&](const auto& each) {
            return each->revision > revision && each->session.state != SessionState::Connected;
        });
    }

private:
    static RedisSource::Settings settings(const QString& target, const Options& options)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        if (!options.user.isEmpty()) {
            settings.connection.target.user = options.user.toStdString();
            settings.connection.password = "secret";
        }
        settings.inspector.roots = options.roots;
        settings.inspector.readEvery = options.readEvery;
        settings.inspector.verifyEvery = options.verifyEvery;
        settings.inspector.followAgainEvery = options.followAgainEvery;
        settings.inspector.mostChangesPerSecond = options.mostChangesPerSecond;
        return settings;
    }

    std::mutex m_mutex;
    std::vector<inspect::SnapshotPtr> m_snapshots;
    RedisSource m_source;
};

class ChangeFeedTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void trackingShowsAcquireReleaseAndExpiry();
    void trackingShowsAnotherOwner();
    void trackingFollowsOnlyTheRoots();
    void eventsWithoutTracking_data();
    void eventsWithoutTracking();
    void pollsWithoutRights();
    void channelsShowReleases();
    void readsEverythingAgainAfterALostConnection();
    void readsEverythingAgainAfterARestart();
    void givesUpAboveTheLimit();
    void channelsAreFollowedAfterGivingUp();
    void followsAgainWhenFewKeysChange();
    void lostEventsAreAGap();
    void eventsThatAreTurnedOffAreAGap();
    void semaphoresAreReadWithoutTheirEvents();
    void whatNoReportHasShownIsPolled();
    void followsEveryMasterOfACluster();
    void changesNoSetting();
    void problemsStayUntilTheySucceed();
    void aLockThatCannotBeReadIsPolled();
    void prefixesDoNotOverlap();

private:
    static void lock(RedisServers& servers, const QByteArray& name, const std::string& owner, int lease = 30'000);
    static void follow(RedisServers& servers, Followed& followed);
};

void ChangeFeedTest::lock(RedisServers& servers, const QByteArray& name, const std::string& owner, int lease)
{
    const char* const script = "redis.call('hincrby', KEYS[1], ARGV[1], 1)\n"
                               "redis.call('pexpire', KEYS[1], ARGV[2])";
    servers.command({"EVAL", script, "1", name, QByteArray::fromStdString(owner), QByteArray::number(lease)});
}

/// A lock appears, is released, appears again and expires.
void ChangeFeedTest::follow(RedisServers& servers, Followed& followed)
{
    QVERIFY(followed.last()->locks.empty());
    lock(servers, "orders", one);
    QTRY_COMPARE(followed.owner("orders"), one);
    QVERIFY(!followed.last()->locks.front()->polled);
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(followed.last()->locks.empty());
    lock(servers, "orders", two, 300);
    QTRY_COMPARE(followed.owner("orders"), two);
    QTRY_VERIFY(followed.last()->locks.empty());
}

void ChangeFeedTest::trackingShowsAcquireReleaseAndExpiry()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target());
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    QCOMPARE(followed.watch().reason, std::string());
    follow(servers, followed);
}

void ChangeFeedTest::trackingShowsAnotherOwner()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target());
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    QCOMPARE(followed.owner("orders"), one);
    servers.command({"DEL", "orders"});
    lock(servers, "orders", two);
    QTRY_COMPARE(followed.owner("orders"), two);
    // A waiter of a fair lock is in another key.
    servers.command({"RPUSH", QByteArray::fromStdString(keys::fairQueue("orders")), QByteArray::fromStdString(one)});
    QTRY_COMPARE(followed.last()->find("orders")->queue.size(), std::size_t(2));
}

void ChangeFeedTest::trackingFollowsOnlyTheRoots()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.roots = {"shop:"}});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    lock(servers, "other", one);
    lock(servers, "shop:orders", one);
    QTRY_COMPARE(followed.owner("shop:orders"), one);
    QCOMPARE(followed.last()->locks.size(), std::size_t(1));
    servers.command(
        {"RPUSH", QByteArray::fromStdString(keys::fairQueue("shop:orders")), QByteArray::fromStdString(two)});
    QTRY_COMPARE(followed.last()->find("shop:orders")->queue.size(), std::size_t(2));
}

void ChangeFeedTest::eventsWithoutTracking_data()
{
    QTest::addColumn<QString>("flags");
    QTest::newRow("by event") << QStringLiteral("Eghx");
    QTest::newRow("by key, all classes") << QStringLiteral("KA");
}

void ChangeFeedTest::eventsWithoutTracking()
{
    QFETCH(const QString, flags);
    RedisServers servers({.moreSettings = QStringLiteral("notify-keyspace-events ") + flags +
                                          QStringLiteral("\nuser watcher on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.user = QStringLiteral("watcher")});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Events));
    QVERIFY(followed.says("NOPERM"));
    follow(servers, followed);
}

void ChangeFeedTest::pollsWithoutRights()
{
    RedisServers servers(
        {.moreSettings = QStringLiteral(
             "user watcher on >secret ~* resetchannels -@all +@read +@connection +pubsub|channels +pubsub|numsub +time "
             "+multi +exec +ping -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.user = QStringLiteral("watcher"), .readEvery = 100ms});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Polling) && followed.says("keyspace events"));
    QVERIFY(followed.says("Tracking is not possible"));
    QCOMPARE(followed.watch().interval, 100ms);
    lock(servers, "orders", one);
    QTRY_COMPARE(followed.owner("orders"), one);
    QVERIFY(followed.last()->locks.front()->polled);
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(followed.last()->locks.empty());
}

void ChangeFeedTest::channelsShowReleases()
{
    RedisServers servers({.moreSettings = QStringLiteral("user watcher on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target(), {.user = QStringLiteral("watcher")});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Channels));
    QVERIFY(followed.says("are off"));
    QCOMPARE(followed.owner("orders"), one);
    QVERIFY(followed.last()->locks.front()->polled);
    const auto channel = QByteArray::fromStdString(keys::lockChannel("orders"));
    servers.command({"EVAL", "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0')", "2", "orders", channel});
    QTRY_VERIFY(followed.last()->locks.empty());
}

void ChangeFeedTest::readsEverythingAgainAfterALostConnection()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target());
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    const auto before = followed.last()->revision;
    // In one step, so that no report is left: the reports' connection is closed, and a lock has another owner.
    servers.command({"MULTI"});
    servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
    servers.command({"DEL", "orders"});
    servers.command({"HSET", "orders", QByteArray::fromStdString(two), "1"});
    QVERIFY(test::errorIn(servers.command({"EXEC"})).isEmpty());
    QTRY_COMPARE(followed.owner("orders"), two);
    QVERIFY(followed.hasGapAfter(before));
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(followed.last()->locks.empty());
}

void ChangeFeedTest::readsEverythingAgainAfterARestart()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target());
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    const auto before = followed.last()->revision;
    QVERIFY_RESULT(servers.killServer());
    QTRY_VERIFY(followed.hasGapAfter(before));
    QVERIFY_RESULT(servers.startServer()); // without its data
    QTRY_VERIFY_WITH_TIMEOUT(followed.isWholeBy(RedisWatch::By::Tracking) && followed.last()->locks.empty(), 30'000);
    lock(servers, "orders", two);
    QTRY_COMPARE(followed.owner("orders"), two);
}

void ChangeFeedTest::givesUpAboveTheLimit()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.readEvery = 100ms, .mostChangesPerSecond = 100});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    const auto before = followed.last()->revision;
    servers.command({"EVAL", "for i = 1, 600 do redis.call('set', 'user-' .. i, 'x') end", "0"});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Channels));
    QVERIFY(followed.says("More than 100 keys"));
    QVERIFY(followed.hasGapAfter(before));
    QTRY_COMPARE(servers.command({"INFO", "clients"}).toByteArray().contains("tracking_clients:0"), true);
    lock(servers, "orders", one);
    QTRY_COMPARE(followed.owner("orders"), one); // by polling
}

void ChangeFeedTest::channelsAreFollowedAfterGivingUp()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target(), {.mostChangesPerSecond = 100});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    servers.command({"EVAL", "for i = 1, 600 do redis.call('set', 'user-' .. i, 'x') end", "0"});
    QTRY_VERIFY(followed.watch().by == RedisWatch::By::Channels);
    const auto channel = QByteArray::fromStdString(keys::lockChannel("orders"));
    servers.command({"EVAL", "redis.call('del', KEYS[1]) redis.call('publish', KEYS[2], '0')", "2", "orders", channel});
    QTRY_VERIFY(followed.owner("orders").empty());
    QVERIFY(followed.watch().by == RedisWatch::By::Channels);
}

void ChangeFeedTest::followsAgainWhenFewKeysChange()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.readEvery = 100ms, .mostChangesPerSecond = 100, .followAgainEvery = 1'200ms});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    servers.command({"EVAL", "for i = 1, 600 do redis.call('set', 'user-' .. i, 'x') end", "0"});
    QTRY_VERIFY(followed.watch().by == RedisWatch::By::Channels);
    QVERIFY(followed.says("tried again every 1 s"));
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    QCOMPARE(followed.watch().reason, std::string());
    lock(servers, "orders", one);
    QTRY_COMPARE(followed.owner("orders"), one);
    QVERIFY(!followed.last()->find("orders")->polled);
}

void ChangeFeedTest::lostEventsAreAGap()
{
    RedisServers servers({.moreSettings = QStringLiteral("notify-keyspace-events Eghx\n"
                                                         "user watcher on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.user = QStringLiteral("watcher")});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Events));
    const auto before = followed.last()->revision;
    servers.command({"MULTI"});
    servers.command({"CLIENT", "KILL", "TYPE", "pubsub"});
    servers.command({"HSET", "orders", QByteArray::fromStdString(two), "1"});
    QVERIFY(test::errorIn(servers.command({"EXEC"})).isEmpty());
    QTRY_COMPARE(followed.owner("orders"), two);
    QVERIFY(followed.hasGapAfter(before));
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Events));
}

void ChangeFeedTest::eventsThatAreTurnedOffAreAGap()
{
    RedisServers servers({.moreSettings = QStringLiteral("notify-keyspace-events Eghx\n"
                                                         "user watcher on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.user = QStringLiteral("watcher"), .readEvery = 200ms});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Events));
    const auto before = followed.last()->revision;
    servers.command({"CONFIG", "SET", "notify-keyspace-events", ""});
    QTRY_VERIFY_WITH_TIMEOUT(followed.isWholeBy(RedisWatch::By::Channels), 30'000); // the setting is read every 10 s
    QVERIFY(followed.hasGapAfter(before));
    QVERIFY(followed.says("are off"));
}

void ChangeFeedTest::semaphoresAreReadWithoutTheirEvents()
{
    RedisServers servers({.moreSettings = QStringLiteral("notify-keyspace-events Eghx\n"
                                                         "user watcher on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    const auto leases = QByteArray::fromStdString(keys::permitTimeouts("slots"));
    servers.command({"SET", "slots", "4"});
    servers.command({"ZADD", leases, "9999999999999", "0123456789abcdef"});
    Followed followed(servers.target(), {.user = QStringLiteral("watcher"), .readEvery = 200ms});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Events));
    QVERIFY(followed.last()->find("slots")->polled);
    servers.command({"ZADD", leases, "9999999999999", "fedcba9876543210"});
    QTRY_COMPARE(followed.last()->find("slots")->queue.size(), std::size_t(2));
    // With all classes they are reported.
    servers.command({"CONFIG", "SET", "notify-keyspace-events", "EA"});
    Followed reported(servers.target(), {.user = QStringLiteral("watcher")});
    QTRY_VERIFY(reported.isWholeBy(RedisWatch::By::Events));
    QVERIFY(!reported.last()->find("slots")->polled);
    servers.command({"ZREM", leases, "fedcba9876543210"});
    QTRY_COMPARE(reported.last()->find("slots")->queue.size(), std::size_t(1));
}

/// Of many keys that change at once few are looked at. The next scan finds the lock: since when it is there is unknown.
void ChangeFeedTest::whatNoReportHasShownIsPolled()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.readEvery = 300ms, .verifyEvery = 2s});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    // The reports are in the order of the names.
    const char* const script = "for i = 1, 2000 do redis.call('hset', 'user-' .. i, 'name', 'Kim') end\n"
                               "redis.call('hset', KEYS[1], ARGV[1], 1)";
    servers.command({"EVAL", script, "1", "zz-orders", QByteArray::fromStdString(one)});
    QTRY_COMPARE(followed.owner("zz-orders"), one);
    const auto all = followed.all();
    const auto first = std::find_if(all.begin(), all.end(), [](const auto& each) { return each->find("zz-orders"); });
    QVERIFY((*first)->find("zz-orders")->polled);
    QTRY_VERIFY(!followed.last()->find("zz-orders")->polled); // from now on its changes are reported
    QVERIFY(followed.watch().by == RedisWatch::By::Tracking);
}

void ChangeFeedTest::followsEveryMasterOfACluster()
{
    RedisServers servers({.kind = redis::SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target());
    QTRY_VERIFY_WITH_TIMEOUT(followed.isWholeBy(RedisWatch::By::Tracking), 30'000);
    // By CLUSTER KEYSLOT: 15495, 3300 and 7365, so on the third, the first and the second master.
    const std::vector<std::pair<QByteArray, int>> places{{"a", 2}, {"b", 0}, {"c", 1}};
    for (const auto& [name, master] : places) {
        const auto set = servers.command({"HSET", name, QByteArray::fromStdString(one), "1"}, master);
        QCOMPARE(test::errorIn(set), QByteArray());
    }
    QTRY_COMPARE(followed.last()->locks.size(), std::size_t(3));
    for (const auto& [name, master] : places)
        servers.command({"DEL", name}, master);
    QTRY_VERIFY(followed.last()->locks.empty());
}

void ChangeFeedTest::changesNoSetting()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    const auto before = servers.command({"CONFIG", "GET", "*"});
    Followed followed(servers.target());
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    lock(servers, "orders", one);
    QTRY_COMPARE(followed.owner("orders"), one);
    QCOMPARE(servers.command({"CONFIG", "GET", "*"}), before);
}

void ChangeFeedTest::problemsStayUntilTheySucceed()
{
    RedisServers servers({.moreSettings = QStringLiteral("user watcher on >secret ~* &* +@all -scan\n")});
    QVERIFY_RESULT(servers.start());
    Followed followed(servers.target(), {.user = QStringLiteral("watcher"), .readEvery = 50ms});
    QTRY_VERIFY(!followed.last()->problems.empty());
    const auto first = followed.last()->revision;
    QTRY_VERIFY(followed.last()->revision > first + 5); // scans that are refused
    for (const auto& snapshot : followed.all())
        QVERIFY(snapshot->revision <= first || !snapshot->problems.empty());
    servers.command({"ACL", "SETUSER", "watcher", "+scan"});
    QTRY_VERIFY(followed.last()->problems.empty());
}

/// It is shown as it was, and not as if it were watched.
void ChangeFeedTest::aLockThatCannotBeReadIsPolled()
{
    RedisServers servers({.moreSettings = QStringLiteral("user watcher on >secret ~* &* +@all\n")});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders", one);
    Followed followed(servers.target(), {.user = QStringLiteral("watcher"), .readEvery = 100ms});
    QTRY_VERIFY(followed.isWholeBy(RedisWatch::By::Tracking));
    QVERIFY(!followed.last()->find("orders")->polled);
    servers.command({"ACL", "SETUSER", "watcher", "resetkeys", "~other*"});
    lock(servers, "orders", one);
    QTRY_VERIFY(!followed.last()->problems.empty());
    QCOMPARE(followed.owner("orders"), one);
    QVERIFY(followed.last()->find("orders")->polled);
    servers.command({"ACL", "SETUSER", "watcher", "~*"});
    QTRY_VERIFY(followed.last()->problems.empty() && !followed.last()->find("orders")->polled);
}

void ChangeFeedTest::prefixesDoNotOverlap()
{
    QVERIFY(inspect::keyPrefixes({}).empty());
    QVERIFY(inspect::keyPrefixes({"shop:", ""}).empty());
    const auto prefixes = inspect::keyPrefixes({"shop:", "shop:orders", "x"});
    for (const std::string name : {"shop:a", "x1", "x{1}"}) {
        for (const auto& key : {name, keys::fairQueue(name), keys::fairTimeouts(name), keys::permitTimeouts(name),
                                keys::readTimeout(name, one, 1)}) {
            const auto count = std::count_if(prefixes.begin(), prefixes.end(),
                                             [&](const auto& prefix) { return key.starts_with(prefix); });
            QCOMPARE(count, std::ptrdiff_t(1));
        }
    }
}

} // namespace lockscope::changeFeedTest

LOCKSCOPE_TEST(lockscope::changeFeedTest::ChangeFeedTest)
#include "ChangeFeedTest.moc"
