// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Locks on real servers, as the source shows them.

#include "core/sources/redis/RedisSource.h"
#include "core/redis/KeyNames.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <mutex>

namespace lockscope::redisSourceTest {

using namespace std::chrono_literals;
using inspect::RedisSource;
using test::RedisServers;
namespace keys = redis::keys;

const std::string one = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string two = "0123abcd-0123-4567-89ab-0123456789ab:2";

/// A source and its last snapshot.
class Shown final {
public:
    explicit Shown(const QString& target, std::vector<std::string> names = {})
        : m_source(settings(target, std::move(names)), Log())
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshot = std::move(snapshot);
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

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
        const auto last = snapshot();
        for (const auto& lock : last->locks)
            names.push_back(lock->path);
        return names;
    }

private:
    static RedisSource::Settings settings(const QString& target, std::vector<std::string> names)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector.names = std::move(names);
        settings.inspector.readEvery = 200ms;
        return settings;
    }

    std::mutex m_mutex;
    inspect::SnapshotPtr m_snapshot;
    RedisSource m_source;
};

std::string joined(const std::vector<std::string>& names)
{
    std::string all;
    for (const auto& name : names)
        all += name + ' ';
    return all;
}

class RedisSourceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsTheLocksAndNothingElse();
    void followsChanges();
    void aNameHasAnotherLockLater();
    void readsOneLock();

private:
    static void lock(RedisServers& servers, const char* name, const std::string& owner);
};

void RedisSourceTest::lock(RedisServers& servers, const char* name, const std::string& owner)
{
    servers.command({"HINCRBY", name, QByteArray::fromStdString(owner), "1"});
    servers.command({"PEXPIRE", name, "30000"});
}

void RedisSourceTest::showsTheLocksAndNothingElse()
{
    RedisServers servers;
    QVERIFY(servers.start());
    servers.command(
        {"EVAL", "for i = 1, 3000 do redis.call('hset', 'user-' .. i, 'name', 'Kim', 'mode', 'read') end", "0"});
    servers.command({"SET", "session:timeout", "x"});
    lock(servers, "orders", one);
    lock(servers, "fair", one);
    servers.command({"RPUSH", QByteArray::fromStdString(keys::fairQueue("fair")), QByteArray::fromStdString(two)});
    servers.command({"HSET", "table", "mode", "read", QByteArray::fromStdString(one), "1"});
    servers.command(
        {"ZADD", QByteArray::fromStdString(keys::permitTimeouts("slots")), "9999999999999", "0123456789abcdef"});
    servers.command({"SET", "slots", "4"});
    Shown shown(servers.target());
    QTRY_VERIFY(shown.isComplete());
    const auto names = shown.names();
    QVERIFY2(names == (std::vector<std::string>{"fair", "orders", "slots", "table"}),
             qPrintable(QString::fromStdString(joined(names))));
    const auto snapshot = shown.snapshot();
    const auto* orders = snapshot->find("orders");
    const auto lease = orders->queue.front().redis->lease.value();
    QVERIFY(lease > 20s && lease <= 30s);
    QVERIFY(snapshot->find("fair")->queue[1].redis->alive == inspect::Alive::No); // no client listens
    QCOMPARE(snapshot->find("slots")->leases, 5);
    QVERIFY(snapshot->problems.empty());
}

void RedisSourceTest::followsChanges()
{
    RedisServers servers;
    QVERIFY(servers.start());
    lock(servers, "orders", one);
    Shown shown(servers.target());
    QTRY_VERIFY(shown.isComplete());
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(shown.names().empty());
    lock(servers, "orders", two);
    QTRY_COMPARE(shown.names().size(), std::size_t(1));
    QCOMPARE(shown.snapshot()->locks.front()->queue.front().redis->owner, two);
}

/// Its key, and then its type, were of another kind of lock when it was free last.
void RedisSourceTest::aNameHasAnotherLockLater()
{
    RedisServers servers;
    QVERIFY(servers.start());
    lock(servers, "orders", one);
    Shown shown(servers.target());
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), std::vector<std::string>{"orders"});
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(shown.names().empty());
    servers.command({"HSET", "orders", "mode", "read", QByteArray::fromStdString(one), "1"});
    QTRY_COMPARE(shown.names().size(), std::size_t(1));
    QVERIFY(shown.snapshot()->locks.front()->kind == inspect::LockKind::ReadWrite);
    servers.command({"DEL", "orders"});
    QTRY_VERIFY(shown.names().empty());
    servers.command({"SET", "orders", "2"});
    servers.command(
        {"ZADD", QByteArray::fromStdString(keys::permitTimeouts("orders")), "9999999999999", "0123456789abcdef"});
    QTRY_COMPARE(shown.names().size(), std::size_t(1));
    QVERIFY(shown.snapshot()->locks.front()->kind == inspect::LockKind::Semaphore);
    QCOMPARE(shown.snapshot()->locks.front()->leases, 3);
}

void RedisSourceTest::readsOneLock()
{
    RedisServers servers;
    QVERIFY(servers.start());
    lock(servers, "orders", one);
    lock(servers, "others", one);
    Shown shown(servers.target(), {"orders"});
    QTRY_VERIFY(shown.isComplete());
    QCOMPARE(shown.names(), std::vector<std::string>{"orders"});
    Shown none(servers.target(), {"nothing"});
    QTRY_VERIFY(none.isComplete());
    QVERIFY(none.names().empty());
}

} // namespace lockscope::redisSourceTest

LOCKSCOPE_TEST(lockscope::redisSourceTest::RedisSourceTest)
#include "RedisSourceTest.moc"
