// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What every lock on Redis guarantees to a client that waits: order, exclusion, timeouts, cancellation, destruction.

#include "core/locks/Attempt.h"
#include "core/locks/redis/scripts/Scripts.h"
#include "tests/locks/redis/RedisBed.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::baseSuiteTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class BaseSuiteTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data() { addRedisLockKinds(); }
    void init() { m_bed = std::make_unique<RedisBed>(currentRedisLockKind()); }
    void cleanup();
    void grantsAndReleases();
    void letsAWaitingClientIn();
    void servesEachWaitingClient();
    void holdsAgainWhenItsOwnerAsksAgain();
    void ownersOfOneObjectExcludeEachOther();
    void ownersOfItsOwnMakingExcludeEachOther();
    void refusesASecondRequestOfAWaitingOwner();
    void onlyTheLastHoldReleases();
    void timesOutWithoutATrace();
    void checksOnceWithAZeroTimeout();
    void answersAZeroTimeoutInTime_data();
    void answersAZeroTimeoutInTime();
    void isCancelledBeforeItsRequest();
    void isCancelledWithItsRequestInFlight_data();
    void isCancelledWithItsRequestInFlight();
    void isCancelledWhileItWaits();
    void destructionReleases();
    void destructionEndsTheWait();
    void destructionWithARequestInFlight();
    void futuresAreFulfilled();
    void repliesBeforeItsTimeLimitOnly();
    void refusesInvalidOptions();

private:
    std::unique_ptr<RedisBed> m_bed;
};

void BaseSuiteTest::cleanup()
{
    const auto bed = std::exchange(m_bed, nullptr);
    if (!QTest::currentTestFailed())
        QCOMPARE(bed->remains(), QByteArray());
}

void BaseSuiteTest::grantsAndReleases()
{
    auto& one = m_bed->subject();
    for (int i = 0; i < 2; ++i) {
        const auto answer = one.acquire();
        QVERIFY(answer.ok());
        QCOMPARE(answer.count(), 1);
        QCOMPARE(one.phase(), "Held");
        QCOMPARE(answer.result()->node.empty(), !m_bed->facts().recordsOwners);
        QVERIFY(answer.result()->nodes.empty()); // ZooKeeper only
        QCOMPARE(answer.result()->token, m_bed->facts().hasTokens ? std::int64_t(i) + 1 : std::int64_t(0));
        QVERIFY(one.release().ok());
        QCOMPARE(one.phase(), "Released");
        QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    }
}

void BaseSuiteTest::letsAWaitingClientIn()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    for (const auto pause : {0ms, 700ms}) {
        QVERIFY(one.acquire().ok());
        const auto second = two.acquire();
        m_bed->wait(pause);
        QVERIFY(!second.arrived());
        QCOMPARE(two.phase(), "Waiting");
        QVERIFY(one.release().ok());
        m_bed->turn();
        QVERIFY(second.ok());
        const auto first = one.acquire();
        m_bed->wait(pause);
        QVERIFY(!first.arrived());
        QVERIFY(two.release().ok());
        m_bed->turn();
        QVERIFY(first.ok());
        QVERIFY(one.release().ok());
    }
}

void BaseSuiteTest::servesEachWaitingClient()
{
    std::vector<RedisProgram*> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 6; ++i) {
        programs.push_back(i % 2 == 0 ? &m_bed->rival() : &m_bed->subject());
        answers.push_back(programs.back()->acquire());
    }
    m_bed->turn();
    std::vector<std::size_t> order;
    while (order.size() < programs.size()) {
        std::vector<std::size_t> holders;
        for (std::size_t i = 0; i < programs.size(); ++i) {
            if (programs[i]->phase() == "Held")
                holders.push_back(i);
        }
        QVERIFY(!holders.empty());
        const auto excludes = [&](std::size_t i) { return i % 2 == 0 || !m_bed->facts().isShared; };
        QVERIFY(holders.size() == 1 || std::none_of(holders.begin(), holders.end(), excludes));
        QVERIFY(answers[holders.front()].ok());
        QVERIFY(programs[holders.front()]->release().ok());
        order.push_back(holders.front());
        m_bed->turn();
    }
    if (m_bed->facts().isFair)
        QVERIFY(std::is_sorted(order.begin(), order.end()));
}

void BaseSuiteTest::holdsAgainWhenItsOwnerAsksAgain()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    const auto first = one.acquire();
    QVERIFY(first.ok());
    QCOMPARE(one.lock().holdCount(one.owner()), 1);
    QVERIFY(!one.lock().isHeldByThisThread()); // its owner is no thread
    if (!m_bed->facts().isReentrant) {
        QVERIFY(one.acquire().failedWith(ErrorCode::BadArguments));
        QVERIFY(one.release().ok());
        return;
    }
    for (int i = 0; i < 2; ++i)
        QVERIFY(one.acquire().result()->node == first.result()->node);
    QCOMPARE(one.lock().holdCount(one.owner()), 3);
    const auto second = two.acquire();
    for (int i = 0; i < 2; ++i) {
        QVERIFY(one.release().ok());
        m_bed->turn();
        QVERIFY(!second.arrived());
    }
    QVERIFY(one.release().ok());
    QCOMPARE(one.lock().holdCount(one.owner()), 0);
    m_bed->turn();
    QVERIFY(second.ok());
}

void BaseSuiteTest::ownersOfOneObjectExcludeEachOther()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    Answer<locks::Hold> other;
    one.lock().acquireAsync({}, {}, other.reply());
    m_bed->turn();
    QCOMPARE(other.arrived(), m_bed->facts().isShared);
    QVERIFY(one.release().ok());
    m_bed->turn();
    QVERIFY(other.ok());
}

void BaseSuiteTest::ownersOfItsOwnMakingExcludeEachOther()
{
    auto& one = m_bed->rival();
    Answer<locks::Hold> first;
    Answer<locks::Hold> second;
    const auto a = one.lock().acquireAsync({}, {}, first.reply());
    const auto b = one.lock().acquireAsync({}, {}, second.reply());
    m_bed->turn();
    QVERIFY(a != b);
    QVERIFY(first.arrived() != second.arrived());
    auto& winner = first.arrived() ? first : second;
    QVERIFY(winner.result()->owner() == (first.arrived() ? a : b));
    Answer<void> released;
    winner.result()->releaseAsync(released.reply());
    m_bed->turn();
    QVERIFY(released.ok());
    QVERIFY(first.ok() && second.ok());
}

void BaseSuiteTest::refusesASecondRequestOfAWaitingOwner()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto waiting = two.acquire();
    QVERIFY(two.acquire().failedWith(ErrorCode::BadArguments));
    QVERIFY(!waiting.arrived());
    QVERIFY(two.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().ok());
    m_bed->turn();
    QVERIFY(waiting.ok());
}

void BaseSuiteTest::onlyTheLastHoldReleases()
{
    auto& one = m_bed->subject();
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    QVERIFY(one.acquire().ok());
    // An earlier, released Hold ends nothing, not even a hold of the same owner.
    Answer<void> released;
    one.keeper().lastReleased()->releaseAsync(released.reply());
    m_bed->settle();
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QCOMPARE(one.phase(), "Held");
    if (m_bed->facts().recordsOwners)
        QVERIFY(one.verify().ok());
    QVERIFY(one.release().ok());
}

void BaseSuiteTest::timesOutWithoutATrace()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire(2s);
    m_bed->wait(1999ms);
    QVERIFY(!answer.arrived());
    m_bed->wait(1ms);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(answer.count(), 1);
    QVERIFY(
        QByteArray::fromStdString(answer.result().error().detail).endsWith("the lock is still held by another client"));
    QCOMPARE(two.phase(), "Released");
    QVERIFY(one.release().ok());
    QVERIFY(two.acquire(2s).ok()); // a new attempt succeeds
}

void BaseSuiteTest::checksOnceWithAZeroTimeout()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(two.acquire(0s).ok());
    QVERIFY(two.release().ok());
    QVERIFY(one.acquire(0s).ok());
    QVERIFY(two.acquire(0s).failedWith(ErrorCode::TimedOut));
    QVERIFY(one.release().ok());
    m_bed->stop();
    QVERIFY(two.acquire(0s).failedWith(ErrorCode::NoConnection));
    m_bed->start();
    m_bed->wait(5s);
    QVERIFY(two.acquire(0s).ok());
}

void BaseSuiteTest::answersAZeroTimeoutInTime_data()
{
    QTest::addColumn<bool>("hangs");
    QTest::addRow("the server refuses for the moment") << false;
    QTest::addRow("the server does not answer") << true;
}

void BaseSuiteTest::answersAZeroTimeoutInTime()
{
    QFETCH(bool, hangs);
    auto& one = m_bed->subject();
    std::vector<int> held;
    if (hangs)
        held = m_bed->holdAcquire(one);
    else
        m_bed->refuse(m_bed->facts().acquire, "LOADING Redis is loading the dataset in memory");
    const auto answer = one.acquire(0s);
    m_bed->wait(locks::lookTime);
    QVERIFY(answer.arrived());
    QVERIFY(!answer.ok());
    m_bed->refuseNothing();
    m_bed->releaseIt(held);
    m_bed->wait(5s);
    QVERIFY(one.acquire(0s).ok()); // the late grant was released
}

void BaseSuiteTest::isCancelledBeforeItsRequest()
{
    auto& one = m_bed->subject();
    std::stop_source stop;
    stop.request_stop();
    const auto answer = one.ask({}, stop.get_token());
    m_bed->settle();
    QVERIFY(answer.failedWith(ErrorCode::Cancelled));
    QCOMPARE(answer.count(), 1);
    QVERIFY(one.acquire().ok());
}

void BaseSuiteTest::isCancelledWithItsRequestInFlight_data()
{
    QTest::addColumn<int>("nth");
    for (int nth = 1; nth <= 2; ++nth)
        QTest::addRow("part %d", nth) << nth;
}

void BaseSuiteTest::isCancelledWithItsRequestInFlight()
{
    QFETCH(int, nth);
    if (nth > m_bed->facts().parts)
        return; // only a multi-lock has two
    auto& one = m_bed->subject();
    const auto held = m_bed->holdAcquire(one, nth);
    std::stop_source stop;
    const auto answer = one.ask({}, stop.get_token());
    m_bed->settle();
    QVERIFY(!answer.arrived());
    stop.request_stop();
    m_bed->settle();
    QVERIFY(answer.failedWith(ErrorCode::Cancelled));
    m_bed->releaseIt(held);
    m_bed->wait(1s);
    QVERIFY(m_bed->rival().acquire(0s).ok()); // nothing is left
    QCOMPARE(answer.count(), 1);
}

void BaseSuiteTest::isCancelledWhileItWaits()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    auto& three = m_bed->rival();
    QVERIFY(one.acquire().ok());
    for (const bool isLater : {false, true}) {
        std::stop_source stop;
        const auto answer = two.ask({}, stop.get_token());
        m_bed->settle();
        const auto third = three.acquire(10s);
        if (isLater)
            m_bed->wait(2s);
        stop.request_stop();
        m_bed->settle();
        QVERIFY(answer.failedWith(ErrorCode::Cancelled));
        QCOMPARE(two.phase(), "Released");
        QVERIFY(!third.arrived()); // the waiter behind it is not granted early
        m_bed->wait(10s);
        QVERIFY(third.failedWith(ErrorCode::TimedOut));
    }
    QVERIFY(one.release().ok());
    QVERIFY(two.acquire().ok());
}

void BaseSuiteTest::destructionReleases()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    QVERIFY(!second.arrived());
    one.destroyLock();
    m_bed->turn();
    QVERIFY(second.ok());
}

void BaseSuiteTest::destructionEndsTheWait()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->turn();
    two.destroyLock();
    QVERIFY(second.failedWith(ErrorCode::Cancelled));
    QCOMPARE(second.count(), 1);
    QVERIFY(one.release().ok());
}

void BaseSuiteTest::destructionWithARequestInFlight()
{
    for (int nth = 1; nth <= m_bed->facts().parts; ++nth) {
        auto& one = m_bed->subject();
        const auto held = m_bed->holdAcquire(one, nth);
        const auto answer = one.acquire();
        QVERIFY(!answer.arrived());
        one.destroyLock();
        QVERIFY(answer.failedWith(ErrorCode::Cancelled));
        m_bed->releaseIt(held);
        m_bed->wait(1s);
        auto& next = m_bed->rival();
        QVERIFY(next.acquire(0s).ok());
        QVERIFY(next.release().ok());
    }
}

void BaseSuiteTest::futuresAreFulfilled()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    const auto isReady = [](const auto& future) { return future.wait_for(0s) == std::future_status::ready; };
    auto first = one.lock().acquireFuture();
    QVERIFY(!isReady(first));
    m_bed->settle();
    QVERIFY(isReady(first));
    auto held = first.get();
    QVERIFY_RESULT(held);
    auto second = two.lock().acquireFuture(1s);
    auto third = two.lock().acquireFuture();
    m_bed->wait(1s);
    QVERIFY(isReady(second));
    QCOMPARE(printed(second.get().error().code), "TimedOut");
    QVERIFY(!isReady(third));
    held = failure(ErrorCode::Cancelled, "test"); // drops the Hold
    m_bed->turn();
    QVERIFY(isReady(third));
    QVERIFY_RESULT(third.get());
}

/// The release and the end of the budget meet: the reply is one of both, and once.
void BaseSuiteTest::repliesBeforeItsTimeLimitOnly()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    for (const auto pause : {998ms, 999ms, 1000ms, 1001ms}) {
        QVERIFY(one.acquire().ok());
        const auto second = two.acquire(1s);
        m_bed->wait(pause);
        QVERIFY(one.release().ok());
        m_bed->wait(1s);
        QCOMPARE(second.count(), 1);
        if (second.ok())
            QVERIFY(two.release().ok());
        else
            QVERIFY(second.failedWith(ErrorCode::TimedOut));
    }
}

void BaseSuiteTest::refusesInvalidOptions()
{
    auto options = RedisBed::quiet();
    options.lease = 9ms;
    QVERIFY(m_bed->subject(options).acquire().failedWith(ErrorCode::BadArguments));
    options.lease = 10s;
    options.driftFactor = 1;
    QVERIFY(m_bed->subject(options).acquire().failedWith(ErrorCode::BadArguments));
    options.driftFactor = 0;
    QVERIFY(m_bed->subject(options).acquire().ok());
}

} // namespace lockscope::baseSuiteTest

LOCKSCOPE_TEST(lockscope::baseSuiteTest::BaseSuiteTest)
#include "BaseSuiteTest.moc"
