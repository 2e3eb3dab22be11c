// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/BaseSuite.h"

#include "core/locks/Attempt.h"

#include "tests/support/Test.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::test {

void BaseSuite::initTestCase_data()
{
    QTest::addColumn<int>("kind");
    int index = 0;
    for (const auto& kind : lockKinds())
        QTest::addRow("%s", kind.name) << index++;
}

const LockKind& BaseSuite::kind() const
{
    QFETCH_GLOBAL(int, kind);
    return lockKinds().at(static_cast<std::size_t>(kind));
}

void BaseSuite::init()
{
    m_bed = std::make_unique<TestBed>(kind());
}

void BaseSuite::cleanup()
{
    const auto bed = std::exchange(m_bed, nullptr);
    if (!QTest::currentTestFailed())
        QCOMPARE(bed->remains(), QByteArray());
}

void BaseSuite::grantsAndReleases()
{
    auto& one = m_bed->subject();
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    QCOMPARE(answer.count(), 1);
    QVERIFY(!answer.result()->nodes.empty());
    for (const auto& held : answer.result()->nodes) {
        const auto stat = m_bed->ensemble.stat(held.path);
        QVERIFY2(stat, held.path.c_str());
        QCOMPARE(stat->ephemeralOwner, one.client().session().id);
        QCOMPARE(held.token, stat->czxid);
    }
    QCOMPARE(one.nodes().size(), answer.result()->nodes.size()); // no other nodes exist
    QCOMPARE(one.phase(), "Held");
    m_bed->linger();
    QVERIFY(one.release().ok());
    QCOMPARE(one.phase(), "Released");
    QVERIFY(one.nodes().empty());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

void BaseSuite::letsInWhoWaits()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    for (const bool settled : {false, true}) {
        QVERIFY(one.acquire().ok());
        const auto second = two.acquire();
        if (settled)
            m_bed->linger();
        QVERIFY(!second.arrived());
        QCOMPARE(two.phase(), "Waiting");
        QVERIFY(one.release().ok());
        QVERIFY(second.ok());
        const auto first = one.acquire();
        QVERIFY(!first.arrived());
        QVERIFY(two.release().ok());
        QVERIFY(first.ok());
        QVERIFY(one.release().ok());
    }
}

void BaseSuite::servesInTheOrderOfAsking()
{
    std::vector<Contestant*> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 6; ++i) { // alternating, so that no two readers are adjacent
        programs.push_back(i % 2 == 0 ? &m_bed->rival() : &m_bed->subject());
        answers.push_back(programs.back()->acquire());
    }
    m_bed->linger();
    for (std::size_t i = 0; i < programs.size(); ++i) {
        int holding = 0;
        for (const auto& answer : answers)
            holding += answer.arrived() ? 1 : 0;
        QCOMPARE(holding, static_cast<int>(i) + 1);
        std::size_t holder = i;
        if (!kind().fair) {
            const auto holds = [](Contestant* program) { return program->phase() == "Held"; };
            holder = static_cast<std::size_t>(std::find_if(programs.begin(), programs.end(), holds) - programs.begin());
            QVERIFY(holder < programs.size());
        }
        QVERIFY(answers[holder].ok());
        QVERIFY(programs[holder]->release().ok());
    }
}

void BaseSuite::holdsAgainWhenItsOwnerAsksAgain()
{
    auto& one = m_bed->subject();
    const auto first = one.acquire();
    QVERIFY(first.ok());
    const auto nodes = one.nodes();
    QCOMPARE(one.lock().holdCount(one.owner()), 1);
    QVERIFY(!one.lock().isHeldByThisThread()); // its owner is no thread
    if (!kind().reentrant) {
        QVERIFY(one.acquire().failedWith(ErrorCode::BadArguments));
        QVERIFY(one.release().ok());
        return;
    }
    auto& two = m_bed->rival();
    for (int i = 0; i < 2; ++i)
        QCOMPARE(one.acquire().result()->token, first.result()->token);
    QCOMPARE(one.nodes(), nodes);
    QCOMPARE(one.lock().holdCount(one.owner()), 3);
    const auto second = two.acquire();
    for (int i = 0; i < 2; ++i) {
        QVERIFY(one.release().ok());
        QVERIFY(!second.arrived());
    }
    QVERIFY(one.release().ok());
    QCOMPARE(one.lock().holdCount(one.owner()), 0);
    QVERIFY(second.ok());
}

void BaseSuite::ownersOfOneObjectExcludeEachOther()
{
    auto& one = m_bed->subject();
    QVERIFY(one.acquire().ok());
    Answer<locks::Hold> other;
    one.lock().acquireAsync({}, {}, other.reply());
    m_bed->linger();
    QCOMPARE(other.arrived(), kind().shared);
    QVERIFY(one.release().ok());
    QVERIFY(other.ok());
}

void BaseSuite::refusesASecondAskOfAWaitingOwner()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto waiting = two.acquire();
    QVERIFY(two.acquire().failedWith(ErrorCode::BadArguments));
    QVERIFY(!waiting.arrived());
    QVERIFY(two.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().ok());
    QVERIFY(waiting.ok());
}

void BaseSuite::knowsWhoMayRelease()
{
    auto& one = m_bed->subject();
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    const auto first = one.acquire();
    QVERIFY(first.ok());
    QVERIFY(one.release().ok());
    const auto again = one.acquire();
    QVERIFY(again.ok());
    // An earlier, released Hold ends nothing, not even a hold of the same owner.
    auto& stale = *one.keeper().lastReleased();
    QCOMPARE(stale.token(), first.result()->token);
    Answer<void> released;
    stale.releaseAsync(released.reply());
    m_bed->settle();
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QCOMPARE(one.phase(), "Held");
    QVERIFY(one.verify().ok());
    QVERIFY(one.release().ok());
    QVERIFY(one.nodes().empty());
}

void BaseSuite::timesOutWithoutATrace()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire(2s);
    m_bed->wait(1999ms);
    QVERIFY(!answer.arrived());
    m_bed->wait(1ms);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(printed(answer.result().error().detail), "the lock is still held by another client");
    QVERIFY(two.nodes().empty());
    QCOMPARE(two.phase(), "Released");
    QVERIFY(one.release().ok());
    QCOMPARE(m_bed->ensemble.watchCount(), std::size_t(0));
    QVERIFY(two.acquire(2s).ok()); // a new attempt succeeds
}

void BaseSuite::takesOneLookWithoutABudget()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(two.acquire(0s).ok());
    QVERIFY(two.release().ok());
    QVERIFY(one.acquire(0s).ok());
    const auto refused = two.acquire(0s);
    QVERIFY(refused.failedWith(ErrorCode::TimedOut));
    QCOMPARE(printed(refused.result().error().detail), "the lock is still held by another client");
    QVERIFY(two.nodes().empty());
    m_bed->ensemble.disconnect(two.client());
    m_bed->settle();
    QVERIFY(two.acquire(0s).failedWith(ErrorCode::NoConnection));
}

void BaseSuite::isCancelledBeforeItAsks()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    std::stop_source stop;
    stop.request_stop();
    const auto answer = two.ask({}, stop.get_token());
    m_bed->settle();
    QVERIFY(answer.failedWith(ErrorCode::Cancelled));
    QVERIFY(two.nodes().empty());
}

void BaseSuite::isCancelledWithItsCreateInFlight()
{
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    for (int nth = 1; nth <= kind().creates(); ++nth) {
        for (const auto when : {When::BeforeExecution, When::AfterExecution}) {
            const auto held =
                m_bed->ensemble.hold({.op = FakeOp::Create, .when = when, .client = &one.client(), .nth = nth});
            std::stop_source stop;
            const auto answer = one.ask({}, stop.get_token());
            m_bed->settle();
            QVERIFY(!answer.arrived());
            stop.request_stop();
            m_bed->settle();
            QVERIFY(answer.failedWith(ErrorCode::Cancelled));
            m_bed->ensemble.release(held);
            m_bed->settle();
            QVERIFY(one.nodes().empty());
        }
    }
    QVERIFY(one.acquire().ok());
}

void BaseSuite::isCancelledWhileItWaits()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    auto& three = m_bed->rival();
    QVERIFY(one.acquire().ok());
    for (const bool settled : {false, true}) {
        std::stop_source stop;
        const auto answer = two.ask({}, stop.get_token());
        m_bed->settle();
        const auto third = three.acquire(10s);
        if (settled)
            m_bed->linger();
        stop.request_stop();
        m_bed->settle();
        QVERIFY(answer.failedWith(ErrorCode::Cancelled));
        QVERIFY(two.nodes().empty());
        QVERIFY(!third.arrived()); // the waiter behind it is not granted early
        m_bed->wait(10s);
        QVERIFY(third.failedWith(ErrorCode::TimedOut));
    }
    QVERIFY(one.release().ok());
    QVERIFY(two.acquire().ok());
}

void BaseSuite::destroyedItLetsGo()
{
    auto& one = m_bed->subject();
    auto& two = m_bed->rival();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    QVERIFY(!second.arrived());
    one.destroyLock();
    QVERIFY(second.ok());
    QVERIFY(one.nodes().empty());
}

void BaseSuite::destroyedItGivesUpWaiting()
{
    auto& one = m_bed->rival();
    auto& two = m_bed->subject();
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    m_bed->linger();
    two.destroyLock();
    QVERIFY(second.failedWith(ErrorCode::Cancelled));
    QCOMPARE(second.count(), 1);
    QVERIFY(two.nodes().empty());
    QVERIFY(one.release().ok());
}

void BaseSuite::destroyedWithItsCreateInFlight()
{
    m_bed->makeDirectories();
    for (int nth = 1; nth <= kind().creates(); ++nth) {
        auto& one = m_bed->subject();
        const auto held = m_bed->ensemble.hold(
            {.op = FakeOp::Create, .when = When::AfterExecution, .client = &one.client(), .nth = nth});
        const auto answer = one.acquire();
        QVERIFY(!answer.arrived());
        one.destroyLock();
        QVERIFY(answer.failedWith(ErrorCode::Cancelled));
        m_bed->ensemble.release(held);
        m_bed->settle();
        QVERIFY(one.nodes().empty());
    }
}

void BaseSuite::answersOneLookInTime_data()
{
    QTest::addColumn<bool>("hangs");
    QTest::addRow("the server refuses for the moment") << false;
    QTest::addRow("the server does not answer") << true;
}

void BaseSuite::answersOneLookInTime()
{
    QFETCH(bool, hangs);
    auto& one = m_bed->subject();
    m_bed->makeDirectories();
    if (hangs)
        (void)m_bed->ensemble.hold({.op = FakeOp::Create, .client = &one.client()});
    for (int i = 0; i < 1'000 && !hangs; ++i)
        m_bed->ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::Throttled, .client = &one.client()});
    const auto answer = one.acquire(0s);
    m_bed->wait(locks::lookTime - 1ms);
    QVERIFY(!answer.arrived());
    m_bed->wait(1ms);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    m_bed->ensemble.clearFaults();
    m_bed->ensemble.disconnect(one.client());
    m_bed->ensemble.reconnect(one.client());
    m_bed->wait();
    QVERIFY(one.nodes().empty());
}

void BaseSuite::ownersOfItsOwnMakingExcludeEachOther()
{
    auto& one = m_bed->rival();
    Answer<locks::Hold> first;
    Answer<locks::Hold> second;
    const auto a = one.lock().acquireAsync({}, {}, first.reply());
    const auto b = one.lock().acquireAsync({}, {}, second.reply());
    m_bed->wait();
    QVERIFY(a != b);
    QVERIFY(first.arrived() != second.arrived());
    auto& winner = first.arrived() ? first : second;
    QVERIFY(winner.result()->owner() == (first.arrived() ? a : b));
    Answer<void> released;
    winner.result()->releaseAsync(released.reply());
    m_bed->wait();
    QVERIFY(released.ok());
    QVERIFY(first.ok() && second.ok());
}

} // namespace lockscope::test

LOCKSCOPE_TEST(lockscope::test::BaseSuite)

#include "moc_BaseSuite.cpp"
