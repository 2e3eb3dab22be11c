// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What every lock on Redis guarantees to its holder: validity, verification, loss, release, yield, destruction.

#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/redis/RedisBed.h"
#include "tests/support/Test.h"

namespace lockscope::baseSuiteHolderTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using locks::LostReason;
using locks::Owner;

namespace {

/// The length of a lease of 30 s that is certain: less 1 % and 2 ms.
constexpr auto certain = 29'698ms;

} // namespace

class BaseSuiteHolderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addRedisLockKinds(); }
    void init() { m_bed = std::make_unique<RedisBed>(currentRedisLockKind()); }
    void cleanup();
    void isValidFromBeforeItsRequest();
    void isRenewedEveryThird();
    void fixedLeaseEndsByItself();
    void fixedLeaseIsReleasedInTime();
    void verifiesItsHold();
    void reportsItsStates();
    void reportsItsLossByAToken();
    void outlivesItsLock();
    void yieldsToAWaitingClient();
    void releasesAndAsksInOneTask();
    void aLostHoldTouchesNoLaterOne();
    void endsWithTheClient();
    void outlivesACallbackThatClosesTheClient();
    void objectsEndInAnyOrder_data();
    void objectsEndInAnyOrder();

private:
    [[nodiscard]] bool hasLease() const { return test::hasLease(m_bed->kind()); }

    std::unique_ptr<RedisBed> m_bed;
};

void BaseSuiteHolderTest::cleanup()
{
    const auto bed = std::exchange(m_bed, nullptr);
    if (!QTest::currentTestFailed())
        QCOMPARE(bed->remains(), QByteArray());
}

void BaseSuiteHolderTest::isValidFromBeforeItsRequest()
{
    auto& one = m_bed->subject();
    QVERIFY(!one.validUntil());
    m_bed->network.setLatency([] { return 200ms; });
    const auto asked = m_bed->clock.now();
    const auto answer = one.acquire();
    m_bed->wait(3s);
    QVERIFY(answer.ok());
    QVERIFY(one.validUntil());
    if (hasLease())
        QVERIFY(*one.validUntil() == asked + certain);
    else
        QVERIFY(*one.validUntil() == SteadyTime::max());
    QVERIFY(one.hold().remaining() == *one.validUntil() - m_bed->clock.now());
    const auto released = one.release();
    m_bed->wait(1s);
    QVERIFY(released.ok());
    QVERIFY(!one.validUntil());
    QVERIFY(!one.hold().remaining());
}

void BaseSuiteHolderTest::isRenewedEveryThird()
{
    if (!hasLease())
        return;
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    const auto asked = m_bed->clock.now();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->wait(9'999ms);
    QVERIFY(*one.validUntil() == asked + certain);
    m_bed->wait(1ms);
    QVERIFY(*one.validUntil() == asked + 10s + certain);
    m_bed->wait(41s);
    QVERIFY(*one.validUntil() > m_bed->clock.now() + certain - 10s);
    QCOMPARE(one.phase(), "Held");
    QVERIFY(!second.arrived());
    QVERIFY(one.release().ok());
    m_bed->turn();
    QVERIFY(second.ok());
}

void BaseSuiteHolderTest::fixedLeaseEndsByItself()
{
    if (!hasLease())
        return;
    auto options = RedisBed::quiet();
    options.lease = 3s;
    auto& one = m_bed->subject(options);
    auto& two = m_bed->rival();
    std::vector<LostReason> lost;
    const auto reported = one.lock().onLost([&](Owner, LostReason reason) { lost.push_back(reason); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto uncertain = one.hold().lostToken();
    m_bed->wait(2'967ms); // 3 s less 1 % and 2 ms is 2968 ms
    QCOMPARE(one.phase(), "Held");
    QVERIFY(!uncertain.stop_requested());
    m_bed->wait(1ms);
    QCOMPARE(one.phase(), "Uncertain");
    QVERIFY(uncertain.stop_requested());
    QVERIFY(!second.arrived()); // the server has not ended the lease
    m_bed->wait(63ms);
    QCOMPARE(one.phase(), "Uncertain");
    m_bed->wait(1ms); // 3 s and 1 % and 2 ms
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(printed(lost), "its lease has expired");
    m_bed->turn();
    QVERIFY(second.ok());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    if (m_bed->facts().recordsOwners)
        QVERIFY(two.verify().ok()); // the late release touched nothing
}

void BaseSuiteHolderTest::fixedLeaseIsReleasedInTime()
{
    auto options = RedisBed::quiet();
    options.lease = 3s;
    auto& one = m_bed->subject(options);
    QVERIFY(one.acquire().ok());
    m_bed->wait(2'900ms);
    QVERIFY(one.release().ok());
    QCOMPARE(one.phase(), "Released");
    m_bed->wait(1s);
    QCOMPARE(one.phase(), "Released");
}

void BaseSuiteHolderTest::verifiesItsHold()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    if (!m_bed->facts().recordsOwners) {
        QVERIFY(one.verify().failedWith(ErrorCode::Unimplemented));
        return;
    }
    QVERIFY(one.verify().ok());
    m_bed->loseInspect(one);
    const auto unknown = one.verify();
    QVERIFY(unknown.arrived());
    QVERIFY(!unknown.ok());
    QVERIFY(!unknown.failedWith(ErrorCode::NotHeld));
    QCOMPARE(one.phase(), "Held");
    m_bed->wait(5s);
    m_bed->deleteKeys();
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QCOMPARE(one.phase(), "Lost");
    QCOMPARE(one.reason(), "its key was deleted or taken by another owner");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld)); // the Hold is released
}

void BaseSuiteHolderTest::reportsItsStates()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    std::vector<locks::Phase> phases;
    const auto states =
        two.lock().onState([&](Owner, const locks::LockState& state) { phases.push_back(state.phase); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->turn();
    QCOMPARE(printed(phases).left(7), "Waiting");
    phases.clear();
    QVERIFY(one.release().ok());
    m_bed->turn();
    QVERIFY(second.ok());
    QVERIFY(!phases.empty());
    QCOMPARE(printed(phases.back()), "Held");
    QVERIFY(two.release().ok());
    QCOMPARE(printed(phases.back()), "Released");
    phases.clear();
    m_bed->wait(1min);
    QVERIFY(phases.empty());
}

void BaseSuiteHolderTest::reportsItsLossByAToken()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto released = one.hold().lostToken();
    QVERIFY(one.release().ok());
    QVERIFY(!released.stop_requested());
    if (!m_bed->facts().recordsOwners)
        return;
    QVERIFY(one.acquire().ok());
    const auto lost = one.hold().lostToken();
    QVERIFY(!lost.stop_requested());
    m_bed->deleteKeys();
    m_bed->wait(RedisBed::lease / 3);
    QVERIFY(lost.stop_requested());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

void BaseSuiteHolderTest::outlivesItsLock()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    one.destroyLock();
    QCOMPARE(printed(one.hold().state().phase), "Released");
    QVERIFY(!one.hold().validUntil());
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.yield().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(m_bed->rival().acquire(0s).ok());
}

void BaseSuiteHolderTest::yieldsToAWaitingClient()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto alone = one.yield(); // no waiter
    m_bed->turn();
    QVERIFY(alone.ok());
    QCOMPARE(one.phase(), "Held");
    const auto second = two.acquire();
    QVERIFY(!second.arrived());
    const auto third = one.yield();
    m_bed->turn();
    QVERIFY(second.arrived() != third.arrived());
    if (m_bed->facts().isFair)
        QVERIFY(second.ok());
    auto& winner = second.arrived() ? two : one;
    QVERIFY(winner.release().ok());
    m_bed->turn();
    QVERIFY(second.ok() && third.ok());
    auto& last = &winner == &one ? two : one;
    if (m_bed->facts().isReentrant) {
        QVERIFY(last.acquire().ok());
        QVERIFY(last.yield().failedWith(ErrorCode::BadArguments)); // held twice: no waiter would be granted
    }
    QCOMPARE(last.phase(), "Held");
}

void BaseSuiteHolderTest::releasesAndAsksInOneTask()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    Answer<void> released;
    one.keeper().release(released.reply());
    const auto again = one.acquire();
    m_bed->turn();
    QVERIFY(released.ok());
    QCOMPARE(released.count(), 1);
    QVERIFY(second.arrived() != again.arrived());
    auto& winner = second.arrived() ? two : one;
    QVERIFY(winner.release().ok());
    m_bed->turn();
    QVERIFY(second.ok() && again.ok());
}

void BaseSuiteHolderTest::aLostHoldTouchesNoLaterOne()
{
    if (!m_bed->facts().recordsOwners)
        return; // it is never lost
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    m_bed->deleteKeys();
    m_bed->wait(RedisBed::lease / 3);
    QCOMPARE(one.phase(), "Lost");
    Answer<locks::Hold> later;
    one.lock().acquireAsync({}, {}, later.reply());
    m_bed->wait(RedisBed::lease);
    QVERIFY(later.ok());
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(!one.validUntil());
    QVERIFY(one.verify().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().failedWith(ErrorCode::NotHeld)); // release it first
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    m_bed->wait(1s);
    QCOMPARE(printed(later.result()->state().phase), "Held");
    Answer<void> verified;
    later.result()->verifyAsync(verified.reply());
    Answer<void> released;
    later.result()->releaseAsync(released.reply());
    m_bed->settle();
    QVERIFY(verified.ok());
    QVERIFY(released.ok());
}

void BaseSuiteHolderTest::endsWithTheClient()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    two.close();
    QVERIFY(second.failedWith(ErrorCode::Closed));
    QVERIFY(two.acquire().failedWith(ErrorCode::Closed));
    auto& three = m_bed->subject();
    QVERIFY(one.release().ok());
    m_bed->wait(RedisBed::lease + 1s); // in a queue the place of the closed client has ended
    QVERIFY(three.acquire().ok());
    three.close();
    QCOMPARE(three.phase(), "Lost");
    QCOMPARE(three.reason(), "the client was closed");
    QVERIFY(three.release().failedWith(ErrorCode::NotHeld));
    if (!hasLease())
        m_bed->restorePermit();        // the client died with it
    m_bed->wait(RedisBed::lease + 1s); // the server ends the lease
    QVERIFY(one.acquire().ok());
}

void BaseSuiteHolderTest::outlivesACallbackThatClosesTheClient()
{
    auto& one = m_bed->subject();
    int replies = 0;
    const auto granted = one.keeper().keeping([&](const Result<locks::Grant>& result) {
        replies += result ? 1 : 100;
        one.client().close([] {});
    });
    one.lock().acquireAsync(one.owner(), {}, {}, granted);
    m_bed->settle();
    QCOMPARE(replies, 1);
    QCOMPARE(one.phase(), "Lost");
    if (!hasLease())
        m_bed->restorePermit();
    m_bed->wait(RedisBed::lease + 1s);
    auto& two = m_bed->rival();
    QVERIFY(two.acquire().ok());
    auto& three = m_bed->subject();
    const auto states = three.lock().onState([&](Owner, const locks::LockState& state) {
        if (state.phase == locks::Phase::Waiting)
            three.client().close([] {});
    });
    const auto waiting = three.acquire();
    QVERIFY(waiting.failedWith(ErrorCode::Closed));
    QVERIFY(two.release().ok());
    m_bed->wait(RedisBed::lease + 1s);
}

void BaseSuiteHolderTest::objectsEndInAnyOrder_data()
{
    QTest::addColumn<QByteArray>("order");
    for (const auto* order : {"hold lock client", "lock hold client", "lock client hold"})
        QTest::addRow("%s", order) << QByteArray(order);
}

/// The client outlives the lock; a Hold may outlive both.
void BaseSuiteHolderTest::objectsEndInAnyOrder()
{
    QFETCH(QByteArray, order);
    for (const bool isSettled : {true, false}) {
        auto& one = m_bed->subject();
        QVERIFY(one.acquire().ok());
        auto waiting = one.lock().acquireFuture();
        m_bed->settle();
        for (const auto& part : order.split(' ')) {
            if (part == "hold")
                one.keeper().dropAll();
            else if (part == "lock")
                one.destroyLock();
            else
                one.destroyClients();
            if (isSettled)
                m_bed->settle();
        }
        m_bed->wait(RedisBed::lease + 1s);
        QVERIFY(waiting.wait_for(0s) == std::future_status::ready);
        auto& two = m_bed->rival();
        QVERIFY(two.acquire(0s).ok());
        QVERIFY(two.release().ok());
    }
}

} // namespace lockscope::baseSuiteHolderTest

LOCKSCOPE_TEST(lockscope::baseSuiteHolderTest::BaseSuiteHolderTest)
#include "BaseSuiteHolderTest.moc"
