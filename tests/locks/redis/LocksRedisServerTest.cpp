// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Each lock on a real server, by itself: its data while it is held and afterwards, timeouts, cancellation, two
/// programs, the end of the lease, and clients and loops that end first.

#include "tests/locks/redis/LockService.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QRegularExpression>

#include <algorithm>
#include <thread>

namespace lockscope::locksRedisServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using Kind = RedisLockKind;
using locks::Hold;
using locks::LeaseOptions;

namespace {

constexpr auto waitLimit = 60s;

const QByteArray ownerPattern = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9]+";

bool isMatch(const QByteArray& pattern, const QByteArray& text)
{
    const QRegularExpression whole(QRegularExpression::anchoredPattern(QString::fromLatin1(pattern)));
    return whole.match(QString::fromLatin1(text)).hasMatch();
}

} // namespace

class LocksRedisServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();

    static void dataWhileHeld_data();
    void dataWhileHeld();
    static void timesOutAndCancels_data() { eachKind(); }
    void timesOutAndCancels();
    static void leavesNothingAfterTimeout_data() { eachKind(); }
    void leavesNothingAfterTimeout();
    static void reentrant_data() { eachKind(); }
    void reentrant();
    static void releaseAndAcquireInFlight_data() { eachKind(); }
    void releaseAndAcquireInFlight();
    static void cancelAndAcquireInFlight_data() { eachKind(); }
    void cancelAndAcquireInFlight();
    static void fixedLeaseEnds_data() { eachKind(true); }
    void fixedLeaseEnds();
    static void clientEndsFirst_data();
    void clientEndsFirst();
    void wrongType();
    void invalidArguments();

private:
    static void eachKind(bool withLease = false);
    [[nodiscard]] LockService& newService(redis::ClientSettings settings = {});
    [[nodiscard]] QByteArrayList keys();
    [[nodiscard]] qlonglong pttl(const QByteArray& key) { return m_servers->command({"PTTL", key}).toLongLong(); }
    /// What a lock leaves in the server when no client holds it.
    [[nodiscard]] static QByteArrayList restOf(Kind kind);

    std::unique_ptr<RedisServers> m_servers;
    std::vector<std::unique_ptr<LockService>> m_services;
};

void LocksRedisServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void LocksRedisServerTest::init()
{
    m_services.clear();
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
}

void LocksRedisServerTest::eachKind(bool withLease)
{
    QTest::addColumn<int>("kind");
    for (const auto kind : redisLockKinds()) {
        if (!withLease || hasLease(kind))
            QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind);
    }
}

LockService& LocksRedisServerTest::newService(redis::ClientSettings settings)
{
    m_services.push_back(std::make_unique<LockService>(m_servers->target(), std::move(settings)));
    return *m_services.back();
}

QByteArrayList LocksRedisServerTest::keys()
{
    QByteArrayList names;
    for (const auto& name : m_servers->command({"KEYS", "*"}).toList())
        names += name.toByteArray();
    std::sort(names.begin(), names.end());
    return names;
}

QByteArrayList LocksRedisServerTest::restOf(Kind kind)
{
    if (kind == Kind::Fenced)
        return {"redisson_lock_token:{L}"};
    return kind == Kind::Semaphore || kind == Kind::Permit ? QByteArrayList{"L"} : QByteArrayList{};
}

// --- data ----------------------------------------------------------------------------------------------------------

void LocksRedisServerTest::dataWhileHeld_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArrayList>("keys");
    QTest::addColumn<QByteArray>("field"); // of the hash L, "OWNER" for the owner; empty: no hash
    const auto row = [](Kind kind, const QByteArrayList& keys, const QByteArray& field) {
        QTest::addRow("%s", std::string(toString(kind)).c_str()) << static_cast<int>(kind) << keys << field;
    };
    row(Kind::Lock, {"L"}, "OWNER");
    row(Kind::Fenced, {"L", "redisson_lock_token:{L}"}, "OWNER");
    row(Kind::Spin, {"L"}, "OWNER");
    row(Kind::Fair, {"L"}, "OWNER");
    row(Kind::Read, {"L", "{L}:OWNER:rwlock_timeout:1"}, "OWNER");
    row(Kind::Write, {"L"}, "OWNER");
    row(Kind::Semaphore, {"L"}, "");
    row(Kind::Permit, {"L", "{L}:timeout"}, "");
    row(Kind::Multi, {"L:a", "L:b"}, "");
    row(Kind::Lock2016, {"L"}, "OWNER");
    row(Kind::Json, {"L"}, "");
    row(Kind::Token, {"L"}, "");
    row(Kind::Redlock, {"L"}, "");
}

void LocksRedisServerTest::dataWhileHeld()
{
    QFETCH(int, kind);
    QFETCH(QByteArrayList, keys);
    QFETCH(QByteArray, field);
    const auto which = static_cast<Kind>(kind);
    const auto lock = makeRedisLock(which, newService().clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto owner = printed(hold->grant().node);
    for (auto& key : keys)
        key.replace("OWNER", owner);
    QCOMPARE(this->keys(), keys);
    if (!field.isEmpty()) {
        QVERIFY(isMatch(which == Kind::Write ? ownerPattern + ":write" : ownerPattern, owner));
        QCOMPARE(m_servers->command({"HGET", "L", owner}), QByteArray("1"));
        const auto fields = which == Kind::Read || which == Kind::Write ? 2 : 1;
        QCOMPARE(m_servers->command({"HLEN", "L"}), fields);
    }
    if (which == Kind::Read || which == Kind::Write)
        QCOMPARE(m_servers->command({"HGET", "L", "mode"}), QByteArray(which == Kind::Read ? "read" : "write"));
    if (which == Kind::Multi) {
        const auto half = owner.split(',').first();
        QCOMPARE(owner, half + "," + half);
        QCOMPARE(m_servers->command({"HGET", "L:a", half}), QByteArray("1"));
        QCOMPARE(m_servers->command({"HGET", "L:b", half}), QByteArray("1"));
    }
    if (which == Kind::Token || which == Kind::Redlock) {
        QVERIFY(isMatch("[0-9a-f]{32}", owner));
        QCOMPARE(m_servers->command({"GET", "L"}), owner);
    }
    if (which == Kind::Json)
        QVERIFY(isMatch(R"(\{"id":"[0-9a-f-]{36}","threadId":[0-9]+,"counter":1\})",
                        m_servers->command({"GET", "L"}).toByteArray()));
    if (which == Kind::Semaphore || which == Kind::Permit)
        QCOMPARE(m_servers->command({"GET", "L"}), QByteArray("0"));
    if (which == Kind::Permit) {
        const auto ids = m_servers->command({"ZRANGE", "{L}:timeout", "0", "-1", "WITHSCORES"}).toList();
        QCOMPARE(ids.size(), 2);
        QCOMPARE(ids[0].toByteArray().toHex(), owner);
        const auto time = m_servers->command({"TIME"}).toList();
        const auto left = ids[1].toByteArray().toLongLong() - time[0].toByteArray().toLongLong() * 1000 -
                          time[1].toByteArray().toLongLong() / 1000;
        QVERIFY2(left > 5'000 && left <= 30'000, QByteArray::number(left));
    }
    for (const auto& key : keys) {
        if (hasLease(which) && which != Kind::Permit && !key.startsWith("redisson_lock_token"))
            QVERIFY2(pttl(key) > 5'000 && pttl(key) <= 30'000, key + ' ' + QByteArray::number(pttl(key)));
    }
    QCOMPARE(hold->token(), which == Kind::Fenced ? 1 : 0);
    QCOMPARE(printed(hold->state().phase), "Held");
    if (hasLease(which)) {
        QVERIFY_RESULT(hold->verify());
        QVERIFY(hold->validUntil() > lock->executor().clock().now() + 5s);
        QVERIFY(hold->validUntil() < lock->executor().clock().now() + 30s);
    }
    QVERIFY_RESULT(hold->release());
    QCOMPARE(this->keys(), restOf(which));
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    if (which == Kind::Semaphore || which == Kind::Permit)
        QCOMPARE(m_servers->command({"GET", "L"}), QByteArray("1"));
}

// --- waiting -------------------------------------------------------------------------------------------------------

void LocksRedisServerTest::timesOutAndCancels()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    // Readers exclude writers.
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, newService().clients(), "L");
    const auto lock = makeRedisLock(which, newService().clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    auto hold = rival->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto before = keys();
    QTRY_VERIFY(m_services.back()->isConnected()); // a check does not wait for the connection
    for (const auto timeout : {0ms, 200ms}) {
        const auto refused = lock->acquire(timeout);
        QVERIFY(!refused);
        QCOMPARE(printed(refused.error().code), "TimedOut");
    }
    std::stop_source stop;
    BlockingAnswer<Hold> cancelled;
    lock->acquireAsync({}, stop.get_token(), cancelled.reply());
    stop.request_stop();
    QCOMPARE(printed(cancelled.get().error().code), "Cancelled");
    QTRY_COMPARE(keys(), before);
    BlockingAnswer<Hold> waiting;
    lock->acquireAsync({}, {}, waiting.reply());
    QVERIFY_RESULT(hold->release());
    auto next = waiting.get();
    QVERIFY_RESULT(next);
    QVERIFY_RESULT(next->release());
    auto atOnce = rival->acquire(0s);
    QVERIFY_RESULT(atOnce);
    QVERIFY_RESULT(atOnce->release());
    QCOMPARE(keys(), restOf(which));
}

/// The server stands still, so the acquisition ends before its outcome is known.
void LocksRedisServerTest::leavesNothingAfterTimeout()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    auto& service = newService(impatientSettings());
    const auto lock = makeRedisLock(which, service.clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    QVERIFY_RESULT(lock->acquire(waitLimit).and_then([](Hold hold) { return hold.release(); }));
    for (const auto timeout : {100ms, 900ms}) { // before and after the request is given up
        QVERIFY_RESULT(m_servers->pauseServer());
        const auto refused = lock->acquire(timeout);
        m_servers->resumeServer();
        QVERIFY(!refused);
        const auto code = refused.error().code;
        if (which == Kind::Semaphore && timeout == 900ms)
            QCOMPARE(printed(code), "OperationTimeout"); // the permit may be lost: there is no owner
        else
            QCOMPARE(printed(code), "TimedOut");
        if (which == Kind::Semaphore && timeout == 900ms)
            return;
        QTRY_COMPARE(keys(), restOf(which));
        auto again = lock->acquire(waitLimit);
        QVERIFY_RESULT(again);
        QVERIFY_RESULT(again->release());
        QCOMPARE(keys(), restOf(which));
    }
}

void LocksRedisServerTest::reentrant()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    const auto lock = makeRedisLock(which, newService().clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    auto outer = lock->acquire(waitLimit);
    QVERIFY_RESULT(outer);
    auto inner = lock->acquire(200ms);
    switch (which) {
    case Kind::Semaphore:
    case Kind::Permit:
        QCOMPARE(printed(inner.error().code), "TimedOut");
        break;
    case Kind::Json:
    case Kind::Token:
    case Kind::Redlock:
        QCOMPARE(printed(inner.error().code), "BadArguments");
        break;
    default:
        QVERIFY_RESULT(inner);
        QCOMPARE(inner->grant().node, outer->grant().node);
        QVERIFY_RESULT(outer->release());
        QVERIFY_RESULT(inner->verify()); // still held
        QVERIFY_RESULT(inner->release());
        QCOMPARE(keys(), restOf(which));
    }
}

/// The same thread acquires while its last release is not answered.
void LocksRedisServerTest::releaseAndAcquireInFlight()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    auto& service = newService(impatientSettings());
    const auto lock = makeRedisLock(which, service.clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    const auto owner = locks::Owner::make();
    for (const bool isLost : {false, true}) {
        BlockingAnswer<Hold> first;
        lock->acquireAsync(owner, waitLimit, {}, first.reply());
        auto hold = first.get();
        QVERIFY_RESULT(hold);
        BlockingAnswer<void> released;
        BlockingAnswer<Hold> second;
        if (isLost)
            QVERIFY_RESULT(m_servers->pauseServer());
        const auto before = service.requests();
        hold->releaseAsync(released.reply());
        if (isLost && which != Kind::Semaphore) // the release is not answered, and is sent again
            QTRY_VERIFY(service.requests() >= before + 2);
        lock->acquireAsync(owner, waitLimit, {}, second.reply());
        if (isLost)
            m_servers->resumeServer();
        QVERIFY_RESULT(released.get());
        auto again = second.get();
        QVERIFY_RESULT(again);
        if (hasLease(which))
            QVERIFY_RESULT(again->verify());
        QVERIFY_RESULT(again->release());
        QTRY_COMPARE(keys(), restOf(which));
    }
}

/// The same thread acquires while the outcome of its last, cancelled acquisition is unknown.
void LocksRedisServerTest::cancelAndAcquireInFlight()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    auto& service = newService(impatientSettings());
    const auto lock = makeRedisLock(which, service.clients(), "L");
    QVERIFY(setPermits(*lock, 2)); // one may be lost in a semaphore
    QVERIFY_RESULT(lock->acquire(waitLimit).and_then([](Hold hold) { return hold.release(); }));
    const auto owner = locks::Owner::make();
    QVERIFY_RESULT(m_servers->pauseServer());
    for (const auto timeout : {20ms, 700ms, 20ms}) {
        BlockingAnswer<Hold> given;
        lock->acquireAsync(owner, timeout, {}, given.reply());
        QVERIFY(!given.get());
    }
    BlockingAnswer<Hold> last;
    lock->acquireAsync(owner, waitLimit, {}, last.reply());
    m_servers->resumeServer();
    auto hold = last.get();
    if (which == Kind::Semaphore && !hold)
        return; // lost replies: OperationTimeout
    QVERIFY_RESULT(hold);
    for (int i = 0; i < 20 && hasLease(which); ++i) // while earlier attempts end
        QVERIFY_RESULT(hold->verify());
    QVERIFY_RESULT(hold->release());
    QTRY_COMPARE(keys(), restOf(which));
}

// --- the end of a lease --------------------------------------------------------------------------------------------

void LocksRedisServerTest::fixedLeaseEnds()
{
    QFETCH(int, kind);
    const auto which = static_cast<Kind>(kind);
    LeaseOptions options;
    options.lease = 700ms;
    const auto lock = makeRedisLock(which, newService().clients(), "L", options);
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, newService().clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    std::vector<QByteArray> phases;
    std::mutex mutex;
    auto states = lock->onState([&](locks::Owner, const locks::LockState& state) {
        const std::lock_guard guard(mutex);
        phases.push_back(printed(state.phase));
    });
    auto hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(hold);
    const auto lost = hold->lostToken();
    const auto until = hold->validUntil();
    auto next = rival->acquire(waitLimit); // without a message: the lease ends
    QVERIFY_RESULT(next);
    QVERIFY(rival->executor().clock().now() >= until);
    QTRY_COMPARE(printed(hold->state().phase), "Lost");
    QCOMPARE(printed(hold->state().reason), printed(locks::LostReason::LeaseExpired));
    QVERIFY(lost.stop_requested());
    QCOMPARE(printed(hold->release().error().code), "NotHeld");
    if (which != Kind::Redlock)
        QVERIFY_RESULT(next->verify());
    QVERIFY_RESULT(next->release());
    QTRY_COMPARE(keys(), restOf(which));
    lock->executor().runAndWait([&] { states.reset(); });
    const std::lock_guard guard(mutex);
    QVERIFY(std::find(phases.begin(), phases.end(), "Uncertain") != phases.end());
}

// --- clients and loops that end first ------------------------------------------------------------------------------

void LocksRedisServerTest::clientEndsFirst_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("order");
    for (const auto kind : redisLockKinds()) {
        for (const auto* order : {"lock, client", "client, lock", "waiting", "loop"})
            QTest::addRow("%s: %s", std::string(toString(kind)).c_str(), order)
                << static_cast<int>(kind) << QByteArray(order);
    }
}

void LocksRedisServerTest::clientEndsFirst()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, order);
    const auto which = static_cast<Kind>(kind);
    auto& service = newService();
    auto lock = makeRedisLock(which, service.clients(), "L");
    QVERIFY(setPermits(*lock, 1));
    const auto rival = makeRedisLock(which == Kind::Read ? Kind::Write : which, newService().clients(), "L");
    std::optional<Result<Hold>> hold;
    if (order == "waiting") {
        hold = rival->acquire(waitLimit);
        QVERIFY_RESULT(*hold);
        const auto held = keys();
        BlockingAnswer<Hold> waiting;
        lock->acquireAsync({}, {}, waiting.reply());
        service.destroyClients();
        QCOMPARE(printed(waiting.get().error().code), "Closed");
        QVERIFY_RESULT((*hold)->release());
        return;
    }
    hold = lock->acquire(waitLimit);
    QVERIFY_RESULT(*hold);
    if (order == "lock, client") { // both release
        lock.reset();
        service.destroyClients();
        QTRY_COMPARE(keys(), restOf(which));
        QCOMPARE(printed((*hold)->state().phase), "Released");
    } else if (order == "client, lock") {
        service.destroyClients();
        if (hasLease(which))
            QTRY_COMPARE(printed((*hold)->state().phase), "Lost");
        lock.reset();
        QCOMPARE(printed((*hold)->release().error().code), "NotHeld");
    } else {
        service.loop().stop();
        QCOMPARE(printed((*hold)->release().error().code), "Closed");
        service.destroyClients();
    }
}

// --- errors --------------------------------------------------------------------------------------------------------

void LocksRedisServerTest::wrongType()
{
    QCOMPARE(m_servers->command({"LPUSH", "L", "x"}), 1);
    auto& service = newService();
    for (const auto kind : {Kind::Lock, Kind::Fair, Kind::Fenced, Kind::Semaphore, Kind::Permit}) {
        const auto refused = makeRedisLock(kind, service.clients(), "L")->acquire(waitLimit);
        QVERIFY(!refused);
        QCOMPARE(printed(refused.error().code), "NotALock");
    }
    QCOMPARE(m_servers->command({"LLEN", "L"}), 1);
}

void LocksRedisServerTest::invalidArguments()
{
    auto& service = newService();
    for (const auto kind : redisLockKinds()) {
        LeaseOptions options;
        options.lease = 5ms;
        QCOMPARE(printed(makeRedisLock(kind, service.clients(), "L", options)->acquire(waitLimit).error().code),
                 "BadArguments");
        if (kind != Kind::Multi)
            QCOMPARE(printed(makeRedisLock(kind, service.clients(), "")->acquire(waitLimit).error().code),
                     "BadArguments");
    }
    const auto twice = makeRedisLock(Kind::Redlock, {&service.client(), &service.client()}, "L");
    QCOMPARE(printed(twice->acquire(waitLimit).error().code), "BadArguments");
}

} // namespace lockscope::locksRedisServerTest

LOCKSCOPE_TEST(lockscope::locksRedisServerTest::LocksRedisServerTest)
#include "LocksRedisServerTest.moc"
