// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Leases while something goes wrong: keys deleted by hand, servers suspended or restarted, connections closed; and
/// what holders and waiters cost.

#include "tests/locks/redis/LockService.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

#include <mutex>
#include <thread>

namespace lockscope::leaseServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using Kind = RedisLockKind;
using locks::Hold;
using locks::LeaseOptions;

namespace {

constexpr auto waitLimit = 60s;

LeaseOptions renewedEvery(std::chrono::milliseconds interval)
{
    LeaseOptions options;
    options.watchdogTimeout = 3 * interval;
    return options;
}

/// All states of a lock's owners.
class SeenStates final {
public:
    explicit SeenStates(locks::Lock& lock)
        : m_executor(lock.executor())
        , m_states(lock.onState([this](locks::Owner, const locks::LockState& state) {
            const std::lock_guard guard(m_mutex);
            m_seen.push_back(printed(state.phase));
        }))
    {
    }
    ~SeenStates()
    {
        m_executor.runAndWait([this] { m_states.reset(); });
    }
    SeenStates(const SeenStates&) = delete;
    SeenStates& operator=(const SeenStates&) = delete;

    [[nodiscard]] QByteArrayList all()
    {
        const std::lock_guard guard(m_mutex);
        return m_seen;
    }

private:
    std::mutex m_mutex;
    QByteArrayList m_seen;
    Executor& m_executor;
    Subscription m_states;
};

} // namespace

class LeaseServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();

    static void keyDeleted_data() { kindsWithLease(); }
    void keyDeleted();
    static void renewed_data() { kindsWithLease(); }
    void renewed();
    static void suspendedForLong_data() { kindsWithLease(); }
    void suspendedForLong();
    static void suspendedForShort_data() { kindsWithLease(); }
    void suspendedForShort();
    static void restartedEmpty_data() { kindsWithLease(); }
    void restartedEmpty();
    static void connectionsKilled_data() { eachKind(); }
    void connectionsKilled();
    static void releasedWhileDisconnected_data() { kindsWithChannel(); }
    void releasedWhileDisconnected();
    static void lostReply_data() { eachKind(); }
    void lostReply();

private:
    static void eachKind(bool withLease = false);
    static void kindsWithLease() { eachKind(true); }
    /// Waiters do not poll.
    static void kindsWithChannel();
    [[nodiscard]] qlonglong keyCount() { return m_servers->command({"DBSIZE"}).toLongLong(); }
    /// EVALSHA requests that the server has executed.
    [[nodiscard]] qlonglong scriptCalls()
    {
        const auto statistics = m_servers->info("cmdstat_evalsha"); // "calls=3,usec=51,…"; empty before the first
        return statistics.split(',').front().mid(QByteArrayView("calls=").size()).toLongLong();
    }
    /// A fencing token and numbers of permits stay.
    [[nodiscard]] static qlonglong restOf(Kind kind);

    std::unique_ptr<RedisServers> m_servers;
};

void LeaseServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void LeaseServerTest::init()
{
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
}

void LeaseServerTest::eachKind(bool withLease)
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (!withLease || hasLease(kind))
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

void LeaseServerTest::kindsWithChannel()
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (kind != Kind::Spin && kind != Kind::Token && kind != Kind::Redlock)
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

qlonglong LeaseServerTest::restOf(Kind kind)
{
    return kind == Kind::Fenced || kind == Kind::Semaphore || kind == Kind::Permit ? 1 : 0;
}

// --- keys ----------------------------------------------------------------------------------------------------------

void LeaseServerTest::keyDeleted()
{
    QFETCH(int, kind);
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", renewedEvery(1s));
    QVERIFY(setPermits(*lock, 1));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto lost = hold->lostToken();
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::KeyDeleted));
    QVERIFY(lost.stop_requested());
    QCOMPARE(printed(hold->verify().error().code), "NotHeld");
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    QVERIFY(setPermits(*lock, 1));
    auto again = lock->acquire(waitLimit);
    QVERIFY_RESULT(again);
    // verify() finds out before the next renewal.
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
    QCOMPARE(printed(again->verify().error().code), "NotHeld");
    QCOMPARE(keyCount(), 0LL);
}

void LeaseServerTest::renewed()
{
    QFETCH(int, kind);
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", renewedEvery(300ms));
    QVERIFY(setPermits(*lock, 1));
    SeenStates states(*lock);
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto first = hold->validUntil().value();
    QTRY_VERIFY(hold->validUntil() > first + 2s); // more than two leases later
    QVERIFY_RESULT(hold->verify());
    QVERIFY_RESULT(hold->release());
    QCOMPARE(keyCount(), restOf(static_cast<Kind>(kind)));
    QVERIFY(!states.all().contains("Lost"));
}

// --- servers -------------------------------------------------------------------------------------------------------

void LeaseServerTest::suspendedForLong()
{
    QFETCH(int, kind);
    LockService service(m_servers->target(), impatientSettings());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", renewedEvery(300ms));
    QVERIFY(setPermits(*lock, 1));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto lost = hold->lostToken();
    QVERIFY_RESULT(m_servers->pauseServer());
    const auto& clock = lock->executor().clock();
    const auto asked = clock.now();
    QTRY_COMPARE(printed(hold->state().phase), "Uncertain");
    QVERIFY(clock.now() >= hold->validUntil());
    QTRY_VERIFY(lost.stop_requested());
    QTRY_VERIFY(clock.now() > asked + 1200ms); // longer than the lease since the last possible renewal
    m_servers->resumeServer();
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::LeaseExpired));
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    auto again = lock->acquire(waitLimit);
    QVERIFY_RESULT(again);
    QVERIFY_RESULT(again->release());
    QTRY_COMPARE(keyCount(), restOf(static_cast<Kind>(kind)));
}

/// The hold is uncertain by its own clock, but the server still has the key.
void LeaseServerTest::suspendedForShort()
{
    QFETCH(int, kind);
    LockService service(m_servers->target());
    auto options = renewedEvery(2s);
    options.driftFactor = 0.9; // valid for 0.6 s of 6 s
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", options);
    QVERIFY(setPermits(*lock, 1));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto first = hold->lostToken();
    QVERIFY_RESULT(m_servers->pauseServer());
    QTRY_COMPARE(printed(hold->state().phase), "Uncertain");
    m_servers->resumeServer();
    QTRY_COMPARE(printed(hold->state().phase), "Held"); // at the next renewal
    QVERIFY(first.stop_requested());
    QVERIFY(!hold->lostToken().stop_requested());
    QVERIFY_RESULT(hold->release());
    QCOMPARE(keyCount(), restOf(static_cast<Kind>(kind)));
}

void LeaseServerTest::restartedEmpty()
{
    QFETCH(int, kind);
    LockService service(m_servers->target());
    const auto lock = makeRedisLock(static_cast<Kind>(kind), service.clients(), "L", renewedEvery(1s));
    QVERIFY(setPermits(*lock, 1));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    QVERIFY_RESULT(m_servers->killServer());
    QVERIFY_RESULT(m_servers->startServer());
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    QVERIFY(setPermits(*lock, 1));
    auto again = lock->acquire(waitLimit);
    QVERIFY_RESULT(again);
    QVERIFY_RESULT(again->release());
}

void LeaseServerTest::connectionsKilled()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, one.clients(), "L", renewedEvery(1s));
    const auto lock = makeRedisLock(which, two.clients(), "L");
    QVERIFY(setPermits(*rival, 1));
    auto hold = rival->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    BlockingAnswer<Hold> waiting;
    const auto scriptsBefore = scriptCalls();
    lock->acquireAsync({}, {}, waiting.reply());
    two.loop().runAndWait([] {});
    if (which == Kind::Semaphore) {
        // The server records no owner, so a request without its reply ends the wait. One is sent before the
        // subscription and one after it; the reply to a later request follows theirs.
        QTRY_VERIFY(scriptCalls() >= scriptsBefore + 2);
        BlockingAnswer<redis::Value> last;
        two.loop().runAndWait([&] { two.client().send("L", {"PING"}, redis::Access::Read, last.reply()); });
        QVERIFY_RESULT(last.get());
    }
    const auto before = hold->validUntil();
    for (const auto* type : {"normal", "pubsub", "normal"})
        QVERIFY(m_servers->command({"CLIENT", "KILL", "TYPE", type}).toLongLong() >= 0);
    if (hasLease(which)) {
        const auto start = hold->validUntil().value_or(SteadyTime());
        QVERIFY(start >= before);
        QTRY_VERIFY(hold->validUntil() > start + 2s); // renewed on the new connection
    }
    QTRY_VERIFY(two.isConnected());
    QVERIFY_RESULT(hold->release());
    QElapsedTimer timer;
    timer.start();
    auto next = waiting.get(waitLimit);
    QVERIFY_RESULT(next);
    QVERIFY2(timer.elapsed() < 15'000, QByteArray::number(timer.elapsed())); // not by the end of a lease
    QVERIFY_RESULT(next->release());
    QTRY_COMPARE(keyCount(), restOf(which));
}

/// The message of the release is missed: the waiter asks when it is subscribed again.
void LeaseServerTest::releasedWhileDisconnected()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LockService one(m_servers->target());
    LockService two(m_servers->target());
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, one.clients(), "L");
    const auto lock = makeRedisLock(which, two.clients(), "L");
    QVERIFY(setPermits(*rival, 1));
    for (int i = 0; i < 3; ++i) {
        auto hold = rival->acquire(waitLimit);
        QVERIFY_RESULT(hold);
        BlockingAnswer<Hold> waiting;
        lock->acquireAsync({}, {}, waiting.reply());
        QTRY_VERIFY(!m_servers->command({"PUBSUB", "CHANNELS", "*"}).toList().isEmpty());
        QVERIFY(m_servers->command({"CLIENT", "KILL", "TYPE", "pubsub"}).toLongLong() >= 1);
        QElapsedTimer timer;
        timer.start();
        QVERIFY_RESULT(hold->release());
        auto next = waiting.get(waitLimit);
        QVERIFY_RESULT(next);
        QVERIFY2(timer.elapsed() < 15'000, QByteArray::number(timer.elapsed())); // not by the end of a lease
        QVERIFY_RESULT(next->release());
    }
}

/// The server executes a request whose reply the client does not wait for any more.
void LeaseServerTest::lostReply()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LockService service(m_servers->target(), impatientSettings());
    const auto lock = makeRedisLock(which, service.clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    QVERIFY_RESULT(lock->acquire(waitLimit).and_then([](Hold hold) { return hold.release(); }));
    QVERIFY_RESULT(m_servers->pauseServer());
    BlockingAnswer<Hold> given;
    const auto before = service.requests();
    lock->acquireAsync({}, {}, given.reply());
    if (which == Kind::Semaphore) { // the server records no owner: the outcome stays unknown
        QCOMPARE(printed(given.get().error().code), "OperationTimeout");
        m_servers->resumeServer();
        return;
    }
    QTRY_VERIFY(service.requests() >= before + 2); // it asks for the outcome, or again
    m_servers->resumeServer();
    auto hold = given.get();
    QVERIFY_RESULT(hold);
    QVERIFY_RESULT(hold->verify());
    if (which == Kind::Lock)
        QCOMPARE(m_servers->command({"HVALS", "L"}).toList(), QVariantList{QByteArray("1")});
    // The same for the release.
    QVERIFY_RESULT(m_servers->pauseServer());
    BlockingAnswer<void> released;
    const auto sent = service.requests();
    hold->releaseAsync(released.reply());
    QTRY_VERIFY(service.requests() >= sent + 2);
    m_servers->resumeServer();
    QVERIFY_RESULT(released.get());
    QTRY_COMPARE(keyCount(), restOf(which));
    if (which == Kind::Permit)
        QCOMPARE(m_servers->command({"GET", "L"}), QByteArray("1"));
}

} // namespace lockscope::leaseServerTest

LOCKSCOPE_TEST(lockscope::leaseServerTest::LeaseServerTest)
#include "LeaseServerTest.moc"
