// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Redlocks on five real masters, with keys as SET NX PX of a client leaves them.

#include "core/sources/redis/RedlockSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <mutex>

namespace lockscope::redlockSourceTest {

using namespace std::chrono_literals;
using inspect::RedlockSource;
using inspect::Verdict;
using test::RedisServers;

// As node-redlock makes them: 16 random bytes in hexadecimal digits.
const QByteArray one = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";
const QByteArray two = "5d0f3c8a71e94b26a8c4d1f00b7e6392";

/// A source and its last snapshot.
class Shown final {
public:
    explicit Shown(const QString& target, std::vector<std::string> names = {}, std::vector<std::string> roots = {},
                   bool readsOnce = false)
        : m_source(settings(target, std::move(names), std::move(roots), readsOnce), Log())
    {
        start();
    }

    void start()
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshot = std::move(snapshot);
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }
    void stop()
    {
        m_source.stop();
        const std::lock_guard lock(m_mutex);
        m_snapshot.reset();
    }
    [[nodiscard]] RedlockSource& source() { return m_source; }
    [[nodiscard]] inspect::SnapshotPtr snapshot()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshot;
    }
    [[nodiscard]] bool isComplete()
    {
        const auto last = snapshot();
        return last && last->complete;
    }
    [[nodiscard]] std::vector<std::string> names()
    {
        std::vector<std::string> names;
        if (const auto last = snapshot()) {
            for (const auto& lock : last->locks)
                names.push_back(lock->path);
        }
        return names;
    }
    /// "held", …, or "none" while there is no such lock.
    [[nodiscard]] std::string verdict(const char* name)
    {
        const auto last = snapshot();
        const auto* lock = last ? last->find(name) : nullptr;
        return lock ? std::string(toString(lock->redis->verdict)) : "none";
    }
    [[nodiscard]] int reachable(const char* name)
    {
        const auto last = snapshot();
        const auto* lock = last->find(name);
        return lock ? static_cast<int>(std::count_if(lock->redis->votes.begin(), lock->redis->votes.end(),
                                                     [](const auto& vote) { return vote.isReachable; }))
                    : -1;
    }
    /// Masters that have reported of themselves; -1: there is no report.
    [[nodiscard]] int answering()
    {
        const auto last = snapshot();
        if (!last || !last->redisServers)
            return -1;
        const auto& servers = last->redisServers->servers;
        return static_cast<int>(
            std::count_if(servers.begin(), servers.end(), [](const auto& server) { return server.answers; }));
    }

private:
    static RedlockSource::Settings settings(const QString& target, std::vector<std::string> names,
                                            std::vector<std::string> roots, bool readsOnce)
    {
        RedlockSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector.names = std::move(names);
        settings.inspector.roots = std::move(roots);
        settings.inspector.readEvery = 200ms;
        settings.inspector.manual = readsOnce;
        return settings;
    }

    std::mutex m_mutex;
    inspect::SnapshotPtr m_snapshot;
    RedlockSource m_source;
};

class RedlockSourceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void showsHeldLocks();
    void showsTokensWithoutAQuorum();
    void passesOverOtherStrings();
    void readsWithinRoots();
    void readsByName();
    void keysWithoutAnEnd();
    void followsChanges();
    void endsWithTheLeases();
    void pausedMaster();
    void deadMasters();
    void restartedMaster();
    void reportsTheServers();
    void readsTheServersOnRequest();
    void forgetsTheServersWhenItStops();

private:
    void set(const char* name, const QByteArray& token, const std::vector<int>& masters, int leaseMs = 60'000);

    RedisServers m_servers{{.kind = redis::SandboxKind::Independent}};
};

void RedlockSourceTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
}

void RedlockSourceTest::init()
{
    for (int i = 0; i < 5; ++i)
        QCOMPARE(m_servers.command({"FLUSHALL"}, i), QVariant(QByteArray("OK")));
}

void RedlockSourceTest::set(const char* name, const QByteArray& token, const std::vector<int>& masters, int leaseMs)
{
    for (const auto master : masters)
        QCOMPARE(m_servers.command({"SET", name, token, "NX", "PX", QByteArray::number(leaseMs)}, master),
                 QVariant(QByteArray("OK")));
}

void RedlockSourceTest::showsHeldLocks()
{
    set("all", one, {0, 1, 2, 3, 4});
    set("three", one, {0, 2}, 20'000);
    set("three", one, {4}, 10'000);
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), (std::vector<std::string>{"all", "three"}));
    const auto snapshot = shown.snapshot();
    QVERIFY(snapshot->backend == inspect::Backend::Redis);
    QVERIFY(snapshot->session.state == SessionState::Connected);
    QVERIFY(snapshot->problems.empty());
    const auto* all = snapshot->find("all");
    QVERIFY(all->redis->verdict == Verdict::Held);
    QCOMPARE(all->redis->quorum, 3);
    QVERIFY(all->isPossible());
    QVERIFY(all->queue.front().holds);
    QCOMPARE(all->queue.front().redis->owner, one.toStdString());
    for (int i = 0; i < 5; ++i) {
        const auto& vote = all->redis->votes[static_cast<std::size_t>(i)];
        QCOMPARE(vote.server, "127.0.0.1:" + std::to_string(m_servers.port(i)));
        QVERIFY(vote.isReachable);
        QCOMPARE(*vote.token, one.toStdString());
        QVERIFY(*vote.lease > 20s && *vote.lease <= 60s);
        QVERIFY(*vote.roundTrip >= 0ms && *vote.roundTrip < 1s);
        QVERIFY(std::chrono::abs(*vote.clockOffset) <= *vote.roundTrip + 1ms); // it is this machine's clock
        QVERIFY(*vote.uptime >= 0ms && *vote.uptime < 1h);
    }
    const auto& three = *snapshot->find("three")->redis;
    QVERIFY(three.verdict == Verdict::Held);
    QVERIFY(*three.exclusiveFor <= 10s); // then only two keys are left
    QVERIFY(!three.votes[1].token && three.votes[1].isReachable);
}

void RedlockSourceTest::showsTokensWithoutAQuorum()
{
    set("split", one, {0, 1});
    set("split", two, {2, 3});
    set("remnant", one, {1, 3});
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.verdict("split"), std::string("split"));
    QCOMPARE(shown.verdict("remnant"), std::string("remnant"));
    for (const auto* name : {"split", "remnant"}) {
        const auto snapshot = shown.snapshot();
        const auto* lock = snapshot->find(name);
        QVERIFY(lock->queue.empty());
        QVERIFY(!lock->redis->exclusiveFor);
    }
}

void RedlockSourceTest::passesOverOtherStrings()
{
    for (int master = 0; master < 5; ++master) {
        m_servers.command({"EVAL",
                           "for i = 1, 200 do redis.call('set', 'page:' .. i, string.rep('text ', i), 'ex', 600) end "
                           "for i = 1, 200 do redis.call('set', 'count:' .. i, i * 1000003, 'ex', 600) end",
                           "0"},
                          master);
        m_servers.command({"HSET", "user", "name", "Kim"}, master);
        m_servers.command({"SET", "setting", one}, master); // it never ends
    }
    set("session", one, {2}); // on one master only
    set("orders", one, {0, 1, 2});
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), std::vector<std::string>{"orders"});
    QVERIFY(shown.snapshot()->problems.empty());
}

void RedlockSourceTest::readsWithinRoots()
{
    set("orders:1", one, {0, 1, 2});
    set("o*[x]:1", one, {0, 1, 2}); // special characters of patterns are themselves
    set("bills:1", one, {0, 1, 2});
    Shown shown(m_servers.target(), {}, {"orders:"});
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), std::vector<std::string>{"orders:1"});
    Shown special(m_servers.target(), {}, {"o*[x]"});
    QTRY_VERIFY(special.isComplete());
    QCOMPARE(special.names(), std::vector<std::string>{"o*[x]:1"});
    Shown both(m_servers.target(), {}, {"bills:", "orders:"});
    QTRY_VERIFY(both.isComplete());
    QCOMPARE(both.names(), (std::vector<std::string>{"bills:1", "orders:1"}));
}

void RedlockSourceTest::readsByName()
{
    set("session", one, {2});
    set("orders", one, {0, 1, 2});
    Shown shown(m_servers.target(), {"session", "nothing"});
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), std::vector<std::string>{"session"});
    QCOMPARE(shown.verdict("session"), std::string("remnant"));
    set("nothing", two, {0, 1, 2, 3}); // a lock that is acquired later
    QTRY_COMPARE(shown.verdict("nothing"), std::string("held"));
}

void RedlockSourceTest::keysWithoutAnEnd()
{
    for (int master = 0; master < 4; ++master)
        m_servers.command({"SET", "endless", one}, master);
    Shown all(m_servers.target());
    QTRY_VERIFY(all.isComplete());
    QVERIFY(all.names().empty());
    Shown asked(m_servers.target(), {"endless"});
    QTRY_VERIFY(asked.isComplete());
    QCOMPARE(asked.verdict("endless"), std::string("held"));
    const auto snapshot = asked.snapshot();
    const auto* lock = snapshot->find("endless");
    QVERIFY(!lock->redis->exclusiveFor);
    QVERIFY(!lock->redis->votes.front().lease);
    QVERIFY(!lock->queue.front().redis->lease);
}

void RedlockSourceTest::followsChanges()
{
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QVERIFY(shown.names().empty());
    set("orders", one, {0, 1, 2, 3, 4});
    QTRY_COMPARE(shown.verdict("orders"), std::string("held"));
    for (const auto master : {0, 1, 2})
        m_servers.command({"DEL", "orders"}, master);
    QTRY_COMPARE(shown.verdict("orders"), std::string("remnant"));
    set("orders", two, {0, 1, 2});
    QTRY_COMPARE(shown.verdict("orders"), std::string("held"));
    const auto snapshot = shown.snapshot();
    const auto& holder = snapshot->find("orders")->queue.front();
    QCOMPARE(holder.redis->owner, two.toStdString());
    QVERIFY(holder.grantedAt);
    for (int master = 0; master < 5; ++master)
        m_servers.command({"DEL", "orders"}, master);
    QTRY_COMPARE(shown.verdict("orders"), std::string("none"));
}

/// Nothing tells of the end but the time.
void RedlockSourceTest::endsWithTheLeases()
{
    set("orders", one, {0, 1, 2, 3, 4}, 1'500);
    Shown shown(m_servers.target());
    QTRY_COMPARE(shown.verdict("orders"), std::string("held"));
    QTRY_COMPARE(shown.verdict("orders"), std::string("none"));
}

void RedlockSourceTest::pausedMaster()
{
    set("orders", one, {0, 1, 2});
    set("bills", one, {0, 1, 4});
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.reachable("orders"), 5);
    QVERIFY_RESULT(m_servers.pauseServer(4));
    QTRY_COMPARE(shown.reachable("orders"), 4);
    QTRY_COMPARE(shown.reachable("bills"), 4);
    QCOMPARE(shown.verdict("orders"), std::string("held")); // three others have it
    QCOMPARE(shown.verdict("bills"), std::string("undecided"));
    const auto snapshot = shown.snapshot();
    const auto& contender = snapshot->find("bills")->queue.front();
    QVERIFY(!contender.holds && !contender.isStateKnown);
    QCOMPARE(snapshot->problems.size(), std::size_t(1));
    QCOMPARE(snapshot->problems.front().path, "127.0.0.1:" + std::to_string(m_servers.port(4)));
    QVERIFY(snapshot->session.state == SessionState::Connected);
    m_servers.resumeServer(4);
    QTRY_COMPARE(shown.verdict("bills"), std::string("held"));
    QTRY_VERIFY(shown.snapshot()->problems.empty());
}

void RedlockSourceTest::deadMasters()
{
    set("orders", one, {0, 1, 2});
    QVERIFY_RESULT(m_servers.killServer(3));
    QVERIFY_RESULT(m_servers.killServer(4));
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.verdict("orders"), std::string("held"));
    QCOMPARE(shown.reachable("orders"), 3);
    QCOMPARE(shown.snapshot()->problems.size(), std::size_t(2));
    QVERIFY_RESULT(m_servers.killServer(2));
    QTRY_COMPARE(shown.verdict("orders"), std::string("undecided"));
    Shown unknown(m_servers.target(), {"unknown"});
    QTRY_VERIFY(unknown.isComplete());
    QCOMPARE(unknown.verdict("unknown"), std::string("undecided")); // three masters may have it
    QVERIFY_RESULT(m_servers.startServers({2, 3, 4}));
    QTRY_COMPARE(shown.verdict("orders"), std::string("remnant")); // they have lost their keys
}

/// A master that has lost its keys shows a shorter uptime than the others.
void RedlockSourceTest::restartedMaster()
{
    set("orders", one, {0, 1, 2, 3, 4});
    Shown shown(m_servers.target());
    QTRY_VERIFY(shown.isComplete());
    QVERIFY_RESULT(m_servers.killServer(1));
    QTRY_COMPARE(shown.reachable("orders"), 4);
    QVERIFY_RESULT(m_servers.startServer(1));
    QTRY_COMPARE(shown.reachable("orders"), 5);
    QTRY_VERIFY(shown.snapshot()->find("orders")->redis->votes[1].uptime);
    const auto votes = shown.snapshot()->find("orders")->redis->votes;
    QVERIFY(!votes[1].token);
    QVERIFY(*votes[1].uptime < *votes[0].uptime);
    QCOMPARE(shown.verdict("orders"), std::string("held"));
}

/// Three settings of each master, each by a command of its own, and once until the interval has passed.
void RedlockSourceTest::reportsTheServers()
{
    for (int i = 0; i < 5; ++i)
        m_servers.command({"CONFIG", "RESETSTAT"}, i);
    Shown shown(m_servers.target());
    QTRY_COMPARE(shown.answering(), 5);
    shown.source().read(inspect::LockSource::Part::Servers, {});
    for (int i = 0; i < 5; ++i)
        QVERIFY2(m_servers.info("cmdstat_config|get", i).startsWith("calls=3,"),
                 m_servers.info("cmdstat_config|get", i));
    QVERIFY_RESULT(m_servers.killServer(4));
    QTRY_COMPARE(shown.answering(), 4);
    const auto servers = shown.snapshot()->redisServers->servers;
    QCOMPARE(servers.size(), std::size_t(5));
    const auto down = std::find_if(servers.begin(), servers.end(), [](const auto& server) { return !server.answers; });
    QCOMPARE(down->address, "127.0.0.1:" + std::to_string(m_servers.port(4)));
    QVERIFY(down->downSince);
    QVERIFY_RESULT(m_servers.startServer(4));
    QTRY_COMPARE(shown.answering(), 5);
}

void RedlockSourceTest::readsTheServersOnRequest()
{
    Shown shown(m_servers.target(), {}, {}, true);
    QTRY_VERIFY(shown.isComplete());
    QVERIFY(!shown.snapshot()->redisServers);
    shown.source().read(inspect::LockSource::Part::Servers, {});
    QTRY_COMPARE(shown.answering(), 5);
}

/// What they reported may be long ago when the source starts again.
void RedlockSourceTest::forgetsTheServersWhenItStops()
{
    Shown shown(m_servers.target(), {}, {}, true);
    QTRY_VERIFY(shown.isComplete());
    shown.source().read(inspect::LockSource::Part::Servers, {});
    QTRY_VERIFY(shown.snapshot()->redisServers);
    shown.stop();
    shown.start();
    QTRY_VERIFY(shown.isComplete());
    QVERIFY(!shown.snapshot()->redisServers);
}

} // namespace lockscope::redlockSourceTest

LOCKSCOPE_TEST(lockscope::redlockSourceTest::RedlockSourceTest)
#include "RedlockSourceTest.moc"
