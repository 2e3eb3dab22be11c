// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The events of a lock: wait and hold times, hand-overs, losses.

#include "core/locks/zookeeper/Semaphore.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <QByteArray>
#include <QByteArrayList>

namespace lockscope::lockEventsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::LockEvent;

namespace {

qlonglong milliseconds(Duration duration)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

/// The events of a program's lock since the last call, as text.
class Events final {
public:
    explicit Events(locks::Lock& lock)
        : m_subscription(lock.onEvent([events = m_events](const LockEvent& event) { events->push_back(event); }))
    {
    }

    [[nodiscard]] QByteArray take()
    {
        QByteArrayList lines;
        for (const auto& event : std::exchange(*m_events, {})) {
            auto line = QByteArray::fromStdString(std::string(toString(event.type)));
            line += " wait=" + QByteArray::number(milliseconds(event.wait));
            if (event.type == LockEvent::Type::Released || event.type == LockEvent::Type::Lost)
                line += " held=" + QByteArray::number(milliseconds(event.held));
            if (event.handOver)
                line += " handOver=" + QByteArray::number(milliseconds(*event.handOver));
            if (event.type == LockEvent::Type::Lost)
                line += " " + QByteArray::fromStdString(std::string(toString(event.reason)));
            if (event.type == LockEvent::Type::Failed)
                line += " " + QByteArray::fromStdString(std::string(toString(event.error)));
            lines.push_back(line);
        }
        return lines.join(", ");
    }

private:
    std::shared_ptr<std::vector<LockEvent>> m_events = std::make_shared<std::vector<LockEvent>>();
    Subscription m_subscription;
};

} // namespace

class LockEventsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsWaitAndHold();
    void aReentrantHoldIsNoEvent();
    void aHandOverIsBetweenOwnersOfTheObject();
    void ownersThatDidNotWaitGetNoHandOver();
    void anAcquisitionThatFailsIsReported();
    void aLossIsReportedOnce();
    void aHoldThatIsGoneAtItsReleaseIsLost();
    void aRefusedReleaseIsNone();
    void aDestroyedHoldIsReleased();
    void aDestroyedLockReportsNothing();
};

void LockEventsTest::reportsWaitAndHold()
{
    LockWorld world;
    Program<> one(world);
    Program<> two(world);
    Events ofOne(one.lock());
    Events ofTwo(two.lock());
    QVERIFY(one.acquire().ok());
    QCOMPARE(ofOne.take(), "granted wait=0");
    const auto asked = two.ask();
    world.executor.advance(2s);
    QCOMPARE(ofTwo.take(), "");
    QVERIFY(one.release().ok());
    QCOMPARE(ofOne.take(), "released wait=0 held=2000");
    QVERIFY(asked.ok());
    QCOMPARE(ofTwo.take(), "granted wait=2000"); // the hand-over is not within one object
    world.executor.advance(300ms);
    QVERIFY(two.release().ok());
    QCOMPARE(ofTwo.take(), "released wait=2000 held=300");
}

void LockEventsTest::aReentrantHoldIsNoEvent()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    QVERIFY(one.acquire().ok());
    QCOMPARE(events.take(), "granted wait=0");
    QVERIFY(one.release().ok());
    QCOMPARE(events.take(), "");
    world.executor.advance(1s);
    QVERIFY(one.release().ok());
    QCOMPARE(events.take(), "released wait=0 held=1000");
}

void LockEventsTest::aHandOverIsBetweenOwnersOfTheObject()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    Keeper second;
    Answer<locks::Grant> asked;
    one.lock().acquireAsync(second.owner(), {}, {}, second.keeping(asked.reply()));
    world.executor.advance(1s);
    QCOMPARE(events.take(), "granted wait=0");
    QVERIFY(one.release().ok());
    QVERIFY(asked.ok());
    QVERIFY(QList<QByteArray>({"granted wait=1000 handOver=0, released wait=0 held=1000",
                               "released wait=0 held=1000, granted wait=1000 handOver=0"})
                .contains(events.take()));
    second.dropAll();
    world.settle();
}

void LockEventsTest::ownersThatDidNotWaitGetNoHandOver()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.executor.advance(1s);
    (void)events.take();
    Keeper second;
    Answer<locks::Grant> asked;
    one.lock().acquireAsync(second.owner(), {}, {}, second.keeping(asked.reply()));
    world.settle();
    QVERIFY(asked.ok());
    QCOMPARE(events.take(), "granted wait=0");
    second.dropAll();
    world.settle();
}

void LockEventsTest::anAcquisitionThatFailsIsReported()
{
    LockWorld world;
    Program<> one(world);
    Program<> two(world);
    Events events(two.lock());
    QVERIFY(one.acquire().ok());
    const auto asked = two.ask(500ms);
    world.executor.advance(1s);
    QVERIFY(asked.failedWith(ErrorCode::TimedOut));
    QCOMPARE(events.take(), "failed wait=500 TimedOut");
}

void LockEventsTest::aLossIsReportedOnce()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    (void)events.take();
    world.executor.advance(1s);
    QVERIFY(world.ensemble.remove(answer.result()->nodes.front().path));
    world.settle();
    QCOMPARE(events.take(), "lost wait=0 held=1000 its node was deleted");
    world.executor.advance(1s);
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QCOMPARE(events.take(), "");
}

void LockEventsTest::aHoldThatIsGoneAtItsReleaseIsLost()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    (void)events.take();
    // Its own node is not watched yet: only the release finds out.
    QVERIFY(world.ensemble.remove(answer.result()->nodes.front().path));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QCOMPARE(events.take(), "lost wait=0 held=0 its node was deleted");
}

void LockEventsTest::aRefusedReleaseIsNone()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    (void)events.take();
    world.executor.advance(1s);
    world.ensemble.fail({.op = FakeOp::Remove, .code = ErrorCode::NoAuth, .client = &one.client()});
    QVERIFY(one.release().failedWith(ErrorCode::NoAuth));
    QCOMPARE(events.take(), "");
    world.executor.advance(1s);
    QVERIFY(one.release().ok());
    QCOMPARE(events.take(), "released wait=0 held=2000");
}

void LockEventsTest::aDestroyedHoldIsReleased()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    world.executor.advance(700ms);
    one.keeper().dropAll();
    world.settle();
    QCOMPARE(events.take(), "granted wait=0, released wait=0 held=700");
}

void LockEventsTest::aDestroyedLockReportsNothing()
{
    LockWorld world;
    Program<> one(world);
    Events events(one.lock());
    QVERIFY(one.acquire().ok());
    (void)events.take();
    one.destroyLock();
    QCOMPARE(events.take(), "");
}

} // namespace lockscope::lockEventsTest

LOCKSCOPE_TEST(lockscope::lockEventsTest::LockEventsTest)
#include "LockEventsTest.moc"
