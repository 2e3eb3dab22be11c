// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Findings of locks on a real server, as the source reads them.

#include "core/findings/Findings.h"
#include "core/redis/KeyNames.h"
#include "core/sources/redis/RedisSource.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace lockscope::redisSourceFindingsTest {

using namespace std::chrono_literals;
using namespace lockscope::inspect;
using test::RedisConnection;
using test::RedisServers;
namespace keys = redis::keys;

namespace {

const QByteArray holder = "0123abcd-0123-4567-89ab-0123456789ab:1";
const QByteArray waiter = "fedc0123-89ab-4567-0123-0123456789ab:3";
const QByteArray queueKey = QByteArray::fromStdString(keys::fairQueue("orders"));

/// A source and its last snapshot.
class Watched final {
public:
    explicit Watched(const QString& target)
        : m_source(settings(target), Log())
    {
        m_source.start({[this](SnapshotPtr snapshot) {
                            const std::lock_guard lock(m_mutex);
                            m_snapshot = std::move(snapshot);
                        },
                        [](const SessionStatus&) {}, [](const Error&) {}});
    }

    [[nodiscard]] SnapshotPtr snapshot()
    {
        const std::lock_guard lock(m_mutex);
        return m_snapshot;
    }
    [[nodiscard]] std::ptrdiff_t count(FindingKind kind)
    {
        const auto last = snapshot();
        const auto findings = last ? findingsIn(*last, {}) : std::vector<Finding>();
        return std::count_if(findings.begin(), findings.end(), [&](const Finding& one) { return one.kind == kind; });
    }
    [[nodiscard]] bool has(FindingKind kind) { return count(kind) > 0; }
    /// Of the holder or waiter in that place; null while it is not shown.
    [[nodiscard]] std::shared_ptr<const RedisContender> contender(std::size_t position)
    {
        const auto last = snapshot();
        const auto* lock = last ? last->find("orders") : nullptr;
        return lock && lock->queue.size() > position ? lock->queue[position].redis : nullptr;
    }

private:
    static RedisSource::Settings settings(const QString& target)
    {
        RedisSource::Settings settings;
        settings.connection.target = redis::parseTarget(target.toStdString()).value();
        settings.inspector.readEvery = 200ms;
        settings.inspector.verifyEvery = 200ms;
        return settings;
    }

    std::mutex m_mutex;
    SnapshotPtr m_snapshot;
    RedisSource m_source;
};

} // namespace

class RedisSourceFindingsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWaiterThatStopsToListen();
    void aLeaseThatIsNoLongerRenewed();
    void aLockWithoutAnEnd();
};

void RedisSourceFindingsTest::aWaiterThatStopsToListen()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"HINCRBY", "orders", holder, "1"});
    servers.command({"PEXPIRE", "orders", "300000"});
    servers.command({"RPUSH", queueKey, waiter});
    const auto channel = QByteArray::fromStdString(keys::fairChannel("orders", waiter.toStdString()));
    auto client = std::make_unique<RedisConnection>(servers.port());
    client->command({"SUBSCRIBE", channel});
    Watched watched(servers.target());
    QTRY_VERIFY(watched.contender(1) && watched.contender(1)->alive == Alive::Yes);
    QVERIFY(!watched.has(FindingKind::DeadHead));
    client.reset(); // its process has ended
    QTRY_COMPARE(watched.count(FindingKind::DeadHead), std::ptrdiff_t(1));
    QCOMPARE(watched.count(FindingKind::AbandonedQueue), std::ptrdiff_t(0)); // the lock "{orders}" has the same queue
    QVERIFY(watched.contender(1)->silent->isConfirmed);
    servers.command({"DEL", "orders"}); // released: the queue is all that is left
    QTRY_COMPARE(watched.count(FindingKind::AbandonedQueue), std::ptrdiff_t(1));
    QCOMPARE(watched.count(FindingKind::DeadHead), std::ptrdiff_t(0));
    servers.command({"LREM", queueKey, "0", waiter});
    QTRY_VERIFY(!watched.has(FindingKind::AbandonedQueue));
}

void RedisSourceFindingsTest::aLeaseThatIsNoLongerRenewed()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"HINCRBY", "orders", holder, "1"});
    servers.command({"PEXPIRE", "orders", "12000"});
    Watched watched(servers.target());
    QTRY_VERIFY(watched.contender(0));
    for (int renewal = 0; renewal < 2; ++renewal) { // as a watchdog does, when a third has passed
        QTRY_VERIFY(servers.command({"PTTL", "orders"}).toLongLong() <= 8'000);
        servers.command({"PEXPIRE", "orders", "12000"});
    }
    QTRY_VERIFY(watched.contender(0)->trace.kind == LeaseKind::Watchdog);
    QVERIFY(!watched.has(FindingKind::NotRenewed));
    QTRY_VERIFY(watched.has(FindingKind::NotRenewed));
    QVERIFY(servers.command({"PTTL", "orders"}).toLongLong() <= 6'000);
    servers.command({"PEXPIRE", "orders", "12000"});
    QTRY_VERIFY(!watched.has(FindingKind::NotRenewed));
}

void RedisSourceFindingsTest::aLockWithoutAnEnd()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"HINCRBY", "orders", holder, "1"});
    Watched watched(servers.target());
    QTRY_VERIFY(watched.has(FindingKind::EndlessLease));
    servers.command({"PEXPIRE", "orders", "300000"});
    QTRY_VERIFY(!watched.has(FindingKind::EndlessLease));
}

} // namespace lockscope::redisSourceFindingsTest

LOCKSCOPE_TEST(lockscope::redisSourceFindingsTest::RedisSourceFindingsTest)
#include "RedisSourceFindingsTest.moc"
