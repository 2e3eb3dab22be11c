// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Token locks on a real server: with the keys of several client libraries, and with others.

#include "core/sources/redis/discovery/TokenInspector.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

namespace lockscope::tokenInspectorTest {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using inspect::TokenInspector;
using test::RedisServers;

const QByteArray token = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";

/// An inspector on its loop.
class Inspected final {
public:
    explicit Inspected(const QString& target, inspect::TokenInspectorSettings settings = {})
    {
        m_loop.runAndWait([&] {
            redis::ClientSettings connection;
            connection.target = redis::parseTarget(target.toStdString()).value();
            connection.callbacks = &m_loop;
            m_client = std::make_unique<redis::Client>(std::move(connection), m_loop, Log());
            m_inspector = std::make_unique<TokenInspector>(*m_client, std::move(settings), [this] {
                ++m_changes;
                if (m_onChanged)
                    m_onChanged(*m_inspector);
            });
        });
    }
    ~Inspected()
    {
        m_loop.runAndWait([this] {
            m_inspector.reset();
            m_client.reset();
        });
    }
    Inspected(const Inspected&) = delete;
    Inspected& operator=(const Inspected&) = delete;

    [[nodiscard]] bool isConnected()
    {
        bool is = false;
        m_loop.runAndWait([&] { is = m_client->status().state == SessionState::Connected; });
        return is;
    }
    void run(const std::function<void(TokenInspector&)>& act)
    {
        m_loop.runAndWait([&] { act(*m_inspector); });
    }
    /// Called on the loop, with each change.
    void onChanged(std::function<void(TokenInspector&)> handler)
    {
        m_loop.runAndWait([&] { m_onChanged = std::move(handler); });
    }
    [[nodiscard]] int changes()
    {
        int changes = 0;
        m_loop.runAndWait([&] { changes = m_changes; });
        return changes;
    }
    [[nodiscard]] bool isWhole()
    {
        bool is = false;
        run([&](TokenInspector& inspector) { is = inspector.isWhole(); });
        return is;
    }
    [[nodiscard]] TokenInspector::Locks locks()
    {
        TokenInspector::Locks locks;
        run([&](TokenInspector& inspector) { locks = inspector.locks(); });
        return locks;
    }
    /// "name dialect certainty", sorted by name.
    [[nodiscard]] QStringList shown()
    {
        QStringList lines;
        for (const auto& [name, lock] : locks())
            lines.append(
                QString::fromStdString(name + ' ' + lock->dialect + ' ' + std::string(toString(lock->certainty))));
        return lines;
    }
    [[nodiscard]] std::size_t problems()
    {
        std::size_t count = 0;
        run([&](TokenInspector& inspector) { count = inspector.problems().size(); });
        return count;
    }

private:
    EventLoop m_loop;
    std::unique_ptr<redis::Client> m_client;
    std::unique_ptr<TokenInspector> m_inspector;
    std::function<void(TokenInspector&)> m_onChanged;
    int m_changes = 0;
};

class TokenInspectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void knowsTheLibraries();
    void passesOverOthers();
    void theUsersPatternsDecide();
    void readsByName();
    void readsEachLockOnce();
    void followsChanges();
    void aRefusalIsNoFreeLock();
    void aRefusalDuringTheScan();
    void aRefusedCompanion();
    void isPolledWithoutReports();
    void isNotWholeWithoutTheServer();
    void isWholeWhileKeysChange();
    void readsLittleWhileChangesAreReported();

private:
    RedisServers m_servers;
};

void TokenInspectorTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
}

void TokenInspectorTest::init()
{
    QCOMPARE(m_servers.command({"FLUSHALL"}), QVariant(QByteArray("OK")));
}

void TokenInspectorTest::knowsTheLibraries()
{
    m_servers.command({"SET", "orders", token, "NX", "PX", "60000"});
    m_servers.command({"SET", "lock:bills", "n7Zr5cXqf0W1aB+kd9/TgQ3v", "NX", "EX", "60"});
    m_servers.command({"SET", "lock:mails", "n7Zr5cXqf0W1aB+kd9/TgQ3v", "NX", "EX", "60"});
    m_servers.command({"RPUSH", "lock-signal:mails", "1"});
    m_servers.command(
        {"SET", "job-lock:default:report", "ADDED:2026-11-28T13:57:00.000Z@worker-1", "NX", "PX", "60000"});
    m_servers.command({"SET", "other", "Q0x7rTgZpV2bLm9KsJcWdE", "NX", "PX", "60000"});
    m_servers.command({"SET", "uniquejobs:8cc2d7ae1ab2fa4c1b4d6c9b0e1c3b7a", "b4a577edbccf1d805744efa9"});
    m_servers.command(
        {"HSET", "uniquejobs:8cc2d7ae1ab2fa4c1b4d6c9b0e1c3b7a:LOCKED", "b4a577edbccf1d805744efa9", "1764360000.123"});
    Inspected inspected(m_servers.target(), {.dialects = inspect::builtinRedisDialects()});
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.shown(),
             (QStringList{u"job-lock:default:report shedlock certain"_s, u"lock:bills python-redis-lock possible"_s,
                          u"lock:mails python-redis-lock certain"_s, u"orders redis-py-lock possible"_s,
                          u"other token-lock possible"_s,
                          u"uniquejobs:8cc2d7ae1ab2fa4c1b4d6c9b0e1c3b7a sidekiq-unique-jobs certain"_s}));
    const auto locks = inspected.locks();
    const auto& holder = locks.at("orders")->queue.front();
    QVERIFY(holder.holds);
    QCOMPARE(holder.redis->owner, token.toStdString());
    QVERIFY(*holder.redis->lease > 20s && *holder.redis->lease <= 60s);
    QCOMPARE(inspected.problems(), std::size_t(0));
}

void TokenInspectorTest::passesOverOthers()
{
    m_servers.command({"EVAL",
                       "for i = 1, 3000 do redis.call('set', 'page:' .. i, string.rep('text ', 400), 'ex', 600) end "
                       "for i = 1, 3000 do redis.call('set', 'count:' .. i, i * 1000003, 'ex', 600) end "
                       "for i = 1, 100 do redis.call('hset', 'user:' .. i, 'name', 'Kim') end",
                       "0"});
    m_servers.command({"SET", "setting", token}); // it never ends
    m_servers.command({"SET", "orders", token, "PX", "60000"});
    Inspected inspected(m_servers.target(), {.dialects = inspect::builtinRedisDialects()});
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.shown(), QStringList{u"orders redis-py-lock possible"_s});
}

void TokenInspectorTest::theUsersPatternsDecide()
{
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const QByteArray& text) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(u"ours.json"_s, R"({"backend": "redis", "id": "ours", "title": "Ours", "lease": "optional",
        "key": {"glob": "locks:*"}, "owner": {"glob": "worker-*"}})"));
    QVERIFY(write(u"sessions.json"_s, R"({"backend": "redis", "id": "sessions", "title": "Sessions", "kind": "none",
        "key": {"glob": "session:*"}})"));
    const auto loaded = inspect::loadRedisDialects(folder.path());
    QVERIFY(loaded.problems.empty());
    m_servers.command({"SET", "locks:1", "worker-7"});
    m_servers.command({"SET", "session:1", token, "PX", "60000"});
    Inspected inspected(m_servers.target(), {.dialects = loaded.dialects});
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.shown(), QStringList{u"locks:1 ours certain"_s});
    const auto locks = inspected.locks();
    QVERIFY(!locks.at("locks:1")->redis->lease);
}

void TokenInspectorTest::readsByName()
{
    m_servers.command({"SET", "orders", token, "PX", "60000"});
    m_servers.command({"SET", "endless", token});
    m_servers.command({"SET", "others", token, "PX", "60000"});
    Inspected inspected(m_servers.target(), {.wanted = {.names = {"orders", "endless", "nothing"}}});
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.shown(), (QStringList{u"endless token-lock possible"_s, u"orders token-lock possible"_s}));
}

int callsOf(RedisServers& servers, const QByteArray& command)
{
    const auto before = "cmdstat_" + command + ":calls=";
    const auto stats = servers.command({"INFO", "commandstats"}).toByteArray();
    const auto from = stats.indexOf(before);
    return from < 0 ? 0 : stats.mid(from + before.size(), stats.indexOf(',', from) - from - before.size()).toInt();
}

/// The scan reads the first bytes of each string too.
void TokenInspectorTest::readsEachLockOnce()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    for (const QByteArray name : {"a", "b", "c"})
        servers.command({"SET", name, token, "PX", "60000"});
    const auto readsOf = [&](Inspected& inspected, const std::function<void(TokenInspector&)>& act) {
        const auto before = callsOf(servers, "getrange");
        inspected.run(act);
        return QTest::qWaitFor([&] { return inspected.isWhole(); }) ? callsOf(servers, "getrange") - before : -1;
    };
    const auto refresh = [](TokenInspector& inspector) { inspector.refresh(0); };
    Inspected named(servers.target(), {.wanted = {.names = {"a", "b", "nothing"}}});
    QTRY_VERIFY(named.isConnected());
    QCOMPARE(readsOf(named, refresh), 3);
    QCOMPARE(readsOf(named, refresh), 3); // now "a" and "b" are known
    Inspected found(servers.target());
    QTRY_VERIFY(found.isConnected());
    QCOMPARE(readsOf(found, refresh), 3 + 3);
    QCOMPARE(readsOf(found, refresh), 3 + 3);
    // A reading that is under way when the names are due is enough; one that is asked for after it has begun is not.
    QCOMPARE(readsOf(named,
                     [&](TokenInspector& inspector) {
                         inspector.refresh(0);
                         inspector.readDue();
                     }),
             3 + 2); // without reports of changes the known ones are read each time
    QCOMPARE(readsOf(named,
                     [&](TokenInspector& inspector) {
                         inspector.refresh(0);
                         inspector.look({"nothing"});
                     }),
             3 + 1);
}

void TokenInspectorTest::followsChanges()
{
    Inspected inspected(m_servers.target());
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QVERIFY(inspected.locks().empty());
    m_servers.command({"SET", "orders", token, "PX", "60000"});
    inspected.run([](TokenInspector& inspector) { inspector.scanAgain(); });
    QTRY_COMPARE(inspected.locks().size(), std::size_t(1));
    m_servers.command({"DEL", "orders"});
    inspected.run([](TokenInspector& inspector) { inspector.readLocks({"orders"}); });
    QTRY_VERIFY(inspected.locks().empty());
    m_servers.command({"SET", "bills", token, "PX", "60000"});
    inspected.run([](TokenInspector& inspector) { inspector.look({"bills", "nothing"}); });
    QTRY_COMPARE(inspected.shown(), QStringList{u"bills token-lock possible"_s});
    Inspected within(m_servers.target(), {.wanted = {.roots = {"orders:"}}});
    QTRY_VERIFY(within.isConnected());
    m_servers.command({"SET", "orders:1", token, "PX", "60000"});
    within.run([](TokenInspector& inspector) { inspector.look({"bills", "orders:1"}); });
    QTRY_COMPARE(within.shown(), QStringList{u"orders:1 token-lock possible"_s});
}

/// The lock stays as it was read last, and that it may be another by now is said.
void TokenInspectorTest::aRefusalIsNoFreeLock()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "orders", token, "PX", "60000"});
    Inspected inspected(servers.target());
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_COMPARE(inspected.locks().size(), std::size_t(1));
    QVERIFY(!inspected.locks().at("orders")->polled);
    for (const QByteArray command : {"getrange", "pttl"}) {
        servers.command({"ACL", "SETUSER", "default", "-" + command});
        inspected.run([](TokenInspector& inspector) { inspector.readLocks(); });
        QTRY_COMPARE(inspected.problems(), std::size_t(1));
        QCOMPARE(inspected.locks().size(), std::size_t(1));
        QVERIFY(inspected.locks().at("orders")->polled);
        servers.command({"ACL", "SETUSER", "default", "+" + command});
        inspected.run([](TokenInspector& inspector) { inspector.readLocks(); });
        QTRY_COMPARE(inspected.problems(), std::size_t(0));
        QVERIFY(!inspected.locks().at("orders")->polled);
    }
}

void TokenInspectorTest::aRefusalDuringTheScan()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "orders", token, "PX", "60000"});
    servers.command({"ACL", "SETUSER", "default", "-getrange"});
    Inspected inspected(servers.target());
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.problems(), std::size_t(1));
}

/// Then the lock is a possible one.
void TokenInspectorTest::aRefusedCompanion()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "lock:mails", "n7Zr5cXqf0W1aB+kd9/TgQ3v", "NX", "EX", "60"});
    servers.command({"RPUSH", "lock-signal:mails", "1"});
    servers.command({"ACL", "SETUSER", "default", "-exists"});
    Inspected inspected(servers.target(), {.dialects = inspect::builtinRedisDialects()});
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.shown(), QStringList{u"lock:mails python-redis-lock possible"_s});
    QCOMPARE(inspected.problems(), std::size_t(1));
}

void TokenInspectorTest::isPolledWithoutReports()
{
    m_servers.command({"SET", "orders", token, "PX", "60000"});
    bool isPolled = true; // read on the loop, within run()
    inspect::TokenInspectorSettings settings;
    settings.isPolled = [&isPolled] { return isPolled; };
    Inspected inspected(m_servers.target(), std::move(settings));
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QVERIFY(inspected.locks().at("orders")->polled);
    inspected.run([&](TokenInspector& inspector) {
        isPolled = false;
        inspector.readLocks();
    });
    QTRY_VERIFY(!inspected.locks().at("orders")->polled);
}

/// The locks that a scan without a server has not found may be there.
void TokenInspectorTest::isNotWholeWithoutTheServer()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    Inspected inspected(servers.target());
    QTRY_VERIFY(inspected.isConnected());
    QVERIFY_RESULT(servers.killServer());
    QTRY_VERIFY(!inspected.isConnected());
    const auto before = inspected.changes();
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.changes() >= before + 2); // the second one is at the end of the scan
    QVERIFY(!inspected.isWhole());
    QVERIFY_RESULT(servers.startServer());
    QTRY_VERIFY(inspected.isConnected());
    servers.command({"SET", "orders", token, "PX", "60000"});
    inspected.run([](TokenInspector& inspector) { inspector.scanAgain(); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.locks().size(), std::size_t(1));
}

/// Whatever has been read, two other keys have changed: one of them is always being read.
void TokenInspectorTest::isWholeWhileKeysChange()
{
    m_servers.command({"SET", "orders", token, "PX", "60000"});
    Inspected inspected(m_servers.target());
    QTRY_VERIFY(inspected.isConnected());
    inspected.onChanged([](TokenInspector& inspector) { inspector.look({"one", "another"}); });
    inspected.run([](TokenInspector& inspector) {
        inspector.look({"one", "another"});
        inspector.refresh(0);
    });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.locks().size(), std::size_t(1));
    inspected.onChanged({});
}

/// A lock whose lease has ended is read all the same: the key of an expired one may be there for some time.
void TokenInspectorTest::readsLittleWhileChangesAreReported()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "orders", token, "PX", "60000"});
    servers.command({"SET", "short", token, "PX", "2000"});
    inspect::TokenInspectorSettings settings;
    settings.verifyEvery = 1h;
    Inspected inspected(servers.target(), std::move(settings));
    QTRY_VERIFY(inspected.isConnected());
    inspected.run([](TokenInspector& inspector) { inspector.refresh(0); });
    QTRY_VERIFY(inspected.isWhole());
    QCOMPARE(inspected.locks().size(), std::size_t(2));
    const auto scans = callsOf(servers, "scan");
    const auto reads = callsOf(servers, "getrange");
    QTRY_COMPARE(servers.command({"EXISTS", "short"}).toInt(), 0);
    inspected.run([](TokenInspector& inspector) {
        inspector.readDue();
        inspector.scanAgain();
    });
    QTRY_COMPARE(inspected.locks().size(), std::size_t(1));
    QCOMPARE(callsOf(servers, "scan"), scans);
    QCOMPARE(callsOf(servers, "getrange"), reads + 1);
}

} // namespace lockscope::tokenInspectorTest

LOCKSCOPE_TEST(lockscope::tokenInspectorTest::TokenInspectorTest)
#include "TokenInspectorTest.moc"
