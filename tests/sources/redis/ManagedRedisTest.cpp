// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Servers that refuse or lack commands, as managed Redis does: the rest is read, and the snapshot says what is not.

#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <mutex>

namespace lockscope::managedRedisTest {

using inspect::RedisSource;
using redis::SandboxKind;
using test::RedisConnection;
using test::RedisServers;

const std::string owner = "0123abcd-0123-4567-89ab-0123456789ab:1";

/// A source and the last that it has published.
class Watched final {
public:
    Watched(const QString& target, const QString& user)
        : m_source(settings(target, user), Log())
    {
        m_source.start({[this](inspect::SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_last = std::move(snapshot);
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

    [[nodiscard]] inspect::SnapshotPtr last()
    {
        const std::lock_guard lock(m_mutex);
        return m_last;
    }
    [[nodiscard]] bool isComplete()
    {
        const auto snapshot = last();
        return snapshot->complete && snapshot->redisServers;
    }
    /// The owner of a lock; empty: it is not shown, or free.
    [[nodiscard]] QByteArray owner(const std::string& name)
    {
        const auto snapshot = last();
        const auto* lock = snapshot->find(name);
        return lock && !lock->queue.empty() ? QByteArray::fromStdString(lock->queue.front().redis->owner)
                                            : QByteArray();
    }
    /// The problems of the snapshot, one a line.
    [[nodiscard]] QByteArray problems()
    {
        QByteArray all;
        const auto snapshot = last();
        for (const auto& problem : snapshot->problems)
            all += QByteArray::fromStdString(describe(problem.error)) + '\n';
        return all;
    }

private:
    static RedisSource::Settings settings(const QString& target, const QString& user)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.connection.target.user = user.toStdString();
        settings.connection.password = user.isEmpty() ? "" : "secret";
        return settings;
    }

    std::mutex m_mutex;
    inspect::SnapshotPtr m_last = std::make_shared<const inspect::Snapshot>();
    RedisSource m_source;
};

class ManagedRedisTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheRest_data();
    void readsTheRest();
    void findsContendedLocksWithoutScan_data();
    void findsContendedLocksWithoutScan();
    void saysThatAServerIsPartOfACluster();

private:
    static void lock(RedisServers& servers, const QByteArray& name, int index = 0)
    {
        servers.command({"HSET", name, QByteArray::fromStdString(owner), "1"}, index);
        servers.command({"PEXPIRE", name, "600000"}, index);
    }
};

void ManagedRedisTest::readsTheRest_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("refused") << QStringLiteral("user watcher on >secret ~* &* +@all -config -client -pubsub -script "
                                               "-info -time\n")
                             << QStringLiteral("watcher") << QByteArray("NOPERM");
    QTest::newRow("unknown") << QStringLiteral("rename-command CONFIG \"\"\nrename-command CLIENT \"\"\n"
                                               "rename-command SCRIPT \"\"\nrename-command PUBSUB \"\"\n")
                             << QString() << QByteArray("ERR unknown command");
}

void ManagedRedisTest::readsTheRest()
{
    QFETCH(const QString, settings);
    QFETCH(const QString, user);
    QFETCH(const QByteArray, reason);
    RedisServers servers({.moreSettings = settings});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders");
    Watched watched(servers.target(), user);
    QTRY_VERIFY2(watched.isComplete(), watched.problems());
    QCOMPARE(watched.owner("orders"), QByteArray::fromStdString(owner));
    // What the server does not say of itself, and how changes are noticed then.
    const auto refused = QByteArray::fromStdString(watched.last()->redisServers->servers.front().refused);
    QVERIFY2(refused.contains("CONFIG GET notify-keyspace-events") && refused.contains(reason), refused);
    const auto changes = QByteArray::fromStdString(watched.last()->redisWatch->reason);
    QVERIFY2(changes.contains(reason), changes);
    // A change is noticed by reading again.
    servers.command({"DEL", "orders"});
    lock(servers, "mails");
    QTRY_COMPARE(watched.owner("mails"), QByteArray::fromStdString(owner));
    QTRY_COMPARE(watched.owner("orders"), QByteArray());
}

void ManagedRedisTest::findsContendedLocksWithoutScan_data()
{
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("refused") << QStringLiteral("user watcher on >secret ~* &* +@all -scan\n")
                             << QStringLiteral("watcher") << QByteArray("NOPERM");
    QTest::newRow("unknown") << QStringLiteral("rename-command SCAN \"\"\n") << QString()
                             << QByteArray("ERR unknown command");
}

void ManagedRedisTest::findsContendedLocksWithoutScan()
{
    QFETCH(const QString, settings);
    QFETCH(const QString, user);
    QFETCH(const QByteArray, reason);
    RedisServers servers({.moreSettings = settings});
    QVERIFY_RESULT(servers.start());
    lock(servers, "orders");
    RedisConnection waiter(servers.port());
    QCOMPARE(waiter.command({"SUBSCRIBE", "redisson_lock__channel:{orders}"}).toList().value(0),
             QByteArray("subscribe"));
    Watched watched(servers.target(), user);
    QTRY_COMPARE(watched.owner("orders"), QByteArray::fromStdString(owner));
    QTRY_VERIFY2(watched.problems().contains("SCAN") || watched.problems().contains("scan the keys"),
                 watched.problems());
    QVERIFY2(watched.problems().contains(reason), watched.problems());
}

/// Nothing redirects SCAN.
void ManagedRedisTest::saysThatAServerIsPartOfACluster()
{
    RedisServers servers({.kind = SandboxKind::Cluster});
    QVERIFY_RESULT(servers.start());
    const auto address = QByteArray("127.0.0.1:") + QByteArray::number(servers.port(0));
    Watched one(QStringLiteral("redis://") + QString::fromLatin1(address), {});
    QTRY_COMPARE(one.problems(), "Cannot read all locks: " + address +
                                     " is one server of a Redis Cluster, so only its locks are read. Use a target "
                                     "such as redis+cluster://" +
                                     address + '\n');
    Watched all(servers.target(), {});
    QTRY_VERIFY_WITH_TIMEOUT(all.isComplete(), 30'000);
    QCOMPARE(all.problems(), QByteArray());
}

} // namespace lockscope::managedRedisTest

LOCKSCOPE_TEST(lockscope::managedRedisTest::ManagedRedisTest)
#include "ManagedRedisTest.moc"
