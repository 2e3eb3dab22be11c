// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The mutex when the network, the servers or an operator interfere.

#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::mutexFaultsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class MutexFaultsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsItsNodeAfterALostReply();
    void createsAgainWhenTheRequestWasLost();
    void breaksOffBetweenCreateAndListing();
    void cleansUpAfterGivingUpWithALostReply();
    void cleansUpWhenCancelledWithACreateInFlight();
    void keepsOneOfTwoNodes();
    void adoptsNoNodeOfAnotherSession();
    void adoptsNoNodeThatOnlyLooksLikeItsOwn();
    void asksAgainWhenItsPredecessorIsGone();
    void queuesAgainWhenAListingLacksIt();
    void queuesAgainOnANewSession();
    void retriesWhatTheServerRefusedToTake_data();
    void retriesWhatTheServerRefusedToTake();
    void tellsWhatItMayNotDo();
    void isUncertainWhileSuspended();
    void isLostWithItsSession();
    void isLostAtItsOwnDeadline();
    void isLostWhenItsNodeIsDeleted();
    void isLostWhenItsNodeWasDeletedWhileCutOff();
    void queuesAgainWhenItsPlaceIsDeleted();
    void survivesARevocation();
    void releasesAfterALostReply();
    void releasesOnceContactIsBack();
    void releaseSucceedsWhenTheSessionEnds();
    void waitsForAConnection();
    void neverHoldsThroughAReadOnlyServer();
    void endsWhenTheClientIsClosed();
    void waitsBehindItsOwnDeadSession();
    void createsOnceWhenARetryMeetsAReconnect();
    void watchesItsNodeAgainAfterALostAnswer_data();
    void watchesItsNodeAgainAfterALostAnswer();
    void isHeldAgainAlthoughTheServerWasBusy();
    void refusesTheLastNumbers();
    void leavesNothingBehindAReadOnlyServer();
    void keepsItsHoldWhenAReleaseIsRefused();
    void destroyedBeforeItsAskWasHeard();
    void outlivedByItsClientJustSo();
};

void MutexFaultsTest::findsItsNodeAfterALostReply()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = two.acquire();
    world.executor.advance(1s); // the connection stays up: tried again after a moment
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QVERIFY(!answer.arrived());
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
}

void MutexFaultsTest::createsAgainWhenTheRequestWasLost()
{
    LockWorld world;
    Program one(world);
    world.ensemble.fail({.op = FakeOp::Create, .when = When::BeforeExecution});
    const auto answer = one.acquire();
    world.executor.advance(1s);
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
}

void MutexFaultsTest::breaksOffBetweenCreateAndListing()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.fail({.op = FakeOp::Children, .when = When::AfterExecution});
    const auto answer = one.acquire();
    world.executor.advance(1s);
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
}

void MutexFaultsTest::cleansUpAfterGivingUpWithALostReply()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto lost = world.ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = two.acquire(1s);
    world.ensemble.disconnect(two.client(), When::AfterExecution);
    world.executor.advance(1s);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2)); // nobody can delete it yet
    world.ensemble.release(lost);
    world.ensemble.reconnect(two.client());
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
}

void MutexFaultsTest::cleansUpWhenCancelledWithACreateInFlight()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Create, .when = When::AfterExecution});
    std::stop_source stop;
    const auto answer = one.ask({}, stop.get_token());
    world.settle();
    stop.request_stop();
    world.settle();
    QVERIFY(answer.failedWith(ErrorCode::Cancelled));
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
    world.ensemble.release(held);
    world.settle();
    QVERIFY(world.ensemble.children("/locks/a").empty());
    QVERIFY(one.acquire().ok());
}

void MutexFaultsTest::keepsOneOfTwoNodes()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto before = world.ensemble.children("/locks/a");
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = two.acquire();
    // A create that was sent twice on the way: another node of the same protection prefix and session.
    for (const auto& name : world.ensemble.children("/locks/a")) {
        if (name != before.front())
            QVERIFY(world.ensemble.create("/locks/a/" + name.substr(0, name.size() - 10), "", two.client().session().id,
                                          zk::CreateMode::EphemeralSequential));
    }
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(3));
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QVERIFY(two.state().node.ends_with("0000000001"));
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void MutexFaultsTest::adoptsNoNodeOfAnotherSession()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.keepEphemeralsVisible(one.client());
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = one.acquire();
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
    world.ensemble.expire(one.client());
    world.executor.advance(1s);
    // On its new session it stands behind the node that its dead session left in sight.
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QVERIFY(!answer.arrived());
    world.ensemble.removeKeptEphemerals();
    world.settle();
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.stat("/locks/a/" + answer.result()->node)->ephemeralOwner, one.client().session().id);
}

void MutexFaultsTest::adoptsNoNodeThatOnlyLooksLikeItsOwn()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = one.acquire();
    const auto node = "/locks/a/" + world.ensemble.children("/locks/a").at(0);
    QVERIFY(world.ensemble.remove(node));
    const auto other =
        world.ensemble.create(node.substr(0, node.size() - 10), "", 99, zk::CreateMode::EphemeralSequential);
    QVERIFY(other);
    world.executor.advance(1s);
    QVERIFY(!answer.arrived()); // it stands behind that node, with one of its own
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QVERIFY(world.ensemble.remove(other->path));
    world.settle();
    QVERIFY(answer.ok());
}

void MutexFaultsTest::asksAgainWhenItsPredecessorIsGone()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .client = &two.client()});
    const auto answer = two.acquire(); // has listed, and is about to watch the holder's node
    QVERIFY(one.release().ok());
    world.ensemble.release(held);
    world.settle();
    QVERIFY(answer.ok());
}

void MutexFaultsTest::queuesAgainWhenAListingLacksIt()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::Throttled, .client = &two.client()});
    const auto answer = two.acquire(); // its own node is not watched yet
    QVERIFY(world.ensemble.remove("/locks/a/" + two.state().node));
    QVERIFY(one.release().ok());
    world.settle();
    QVERIFY(answer.ok());
    QVERIFY(two.state().node.ends_with("0000000002"));
}

void MutexFaultsTest::queuesAgainOnANewSession()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire();
    const auto node = two.state().node;
    world.ensemble.expire(two.client());
    world.executor.advance(1s);
    QVERIFY(!answer.arrived());
    QVERIFY(!two.state().node.empty());
    QVERIFY(two.state().node != node);
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void MutexFaultsTest::retriesWhatTheServerRefusedToTake_data()
{
    QTest::addColumn<int>("op");
    QTest::addColumn<int>("code");
    for (const auto op : {FakeOp::Create, FakeOp::Children, FakeOp::Get, FakeOp::Exists}) {
        for (const auto code : {ErrorCode::Throttled, ErrorCode::SessionMoved})
            QTest::addRow("%s %s", operationName(op).data(), toString(code).data())
                << static_cast<int>(op) << static_cast<int>(code);
    }
}

void MutexFaultsTest::retriesWhatTheServerRefusedToTake()
{
    QFETCH(int, op);
    QFETCH(int, code);
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = static_cast<FakeOp>(op),
                         .code = static_cast<ErrorCode>(code),
                         .path = "/locks/a",
                         .client = &two.client()});
    const auto answer = two.acquire();
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void MutexFaultsTest::tellsWhatItMayNotDo()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/locks"));
    QVERIFY(world.ensemble.create("/locks/a"));
    world.ensemble.deny("/locks/a", zk::Permission::Create);
    Program one(world);
    QVERIFY(one.acquire().failedWith(ErrorCode::NoAuth));
    world.ensemble.deny("/locks/a", zk::Permission::Delete);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().failedWith(ErrorCode::NoAuth));
    QCOMPARE(printed(one.state().phase), "Held"); // the node is there, and so is the hold
    world.ensemble.deny("/locks/a", 0);
    QVERIFY(one.release().ok());
}

void MutexFaultsTest::isUncertainWhileSuspended()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.disconnect(one.client());
    world.settle();
    QCOMPARE(printed(one.state().phase), "Uncertain");
    QVERIFY(one.state().validUntil > world.clock.now());
    QVERIFY(one.state().validUntil <= world.clock.now() + LockWorld::timeout);
    QVERIFY(one.acquire().failedWith(ErrorCode::ConnectionLoss)); // not even its own owner may go deeper
    world.ensemble.reconnect(one.client());
    world.settle();
    QCOMPARE(printed(one.state().phase), "Held");
    QCOMPARE(one.phases(), "Waiting Held Uncertain Held");
}

void MutexFaultsTest::isLostWithItsSession()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.ensemble.expire(one.client());
    world.settle();
    QVERIFY(second.ok());
    QCOMPARE(printed(one.state().phase), "Lost");
    QCOMPARE(printed(one.state().reason), "the session is over");
    QVERIFY(one.acquire().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    const auto again = one.acquire();
    QVERIFY(!again.arrived());
    QVERIFY(two.release().ok());
    QVERIFY(again.ok());
}

void MutexFaultsTest::isLostAtItsOwnDeadline()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.ensemble.disconnect(one.client());
    world.settle();
    const auto deadline = one.state().validUntil;
    world.executor.advance(deadline - world.clock.now());
    QCOMPARE(printed(one.state().phase), "Lost");
    QVERIFY(!second.arrived()); // we knew before the server gave the lock away
    world.executor.advance(LockWorld::timeout);
    QVERIFY(second.ok());
}

void MutexFaultsTest::isLostWhenItsNodeIsDeleted()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.linger();
    QVERIFY(world.ensemble.remove("/locks/a/" + one.state().node));
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QCOMPARE(printed(one.state().reason), "its node was deleted");
    QVERIFY(second.ok());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1)); // nobody else's node was touched
}

void MutexFaultsTest::isLostWhenItsNodeWasDeletedWhileCutOff()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    const auto node = one.state().node;
    world.ensemble.disconnect(one.client());
    world.settle();
    QVERIFY(world.ensemble.remove("/locks/a/" + node));
    world.ensemble.reconnect(one.client());
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QCOMPARE(one.phases(), "Waiting Held Uncertain Lost");
}

void MutexFaultsTest::queuesAgainWhenItsPlaceIsDeleted()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    Program three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    world.linger();
    QVERIFY(world.ensemble.remove("/locks/a/" + two.state().node));
    world.settle();
    QVERIFY(!second.arrived());
    QVERIFY(two.state().node.ends_with("0000000003")); // at the end
    QVERIFY(one.release().ok());
    QVERIFY(third.ok());
    QVERIFY(three.release().ok());
    QVERIFY(second.ok());
}

void MutexFaultsTest::survivesARevocation()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto node = "/locks/a/" + one.state().node;
    world.linger();
    QVERIFY(world.ensemble.setData(node, "__REVOKE__"));
    world.settle();
    QCOMPARE(printed(one.state().phase), "Held");
    QVERIFY(!second.arrived());
    // Both watches are set again: the deletion is still noticed.
    QVERIFY(world.ensemble.remove(node));
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QVERIFY(second.ok());
}

void MutexFaultsTest::releasesAfterALostReply()
{
    LockWorld world;
    Program one(world);
    for (const auto when : {When::BeforeExecution, When::AfterExecution}) {
        QVERIFY(one.acquire().ok());
        world.ensemble.fail({.op = FakeOp::Remove, .when = when});
        const auto released = one.release();
        world.executor.advance(1s);
        QVERIFY(released.ok());
        QVERIFY(world.ensemble.children("/locks/a").empty());
    }
}

void MutexFaultsTest::releasesOnceContactIsBack()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.disconnect(one.client());
    world.settle();
    const auto released = one.release();
    world.executor.advance(1s);
    QVERIFY(!released.arrived());
    world.ensemble.reconnect(one.client());
    world.executor.advance(1s);
    QVERIFY(released.ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::releaseSucceedsWhenTheSessionEnds()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.disconnect(one.client());
    world.settle();
    const auto released = one.release();
    world.executor.advance(2 * LockWorld::timeout);
    QVERIFY(released.ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::waitsForAConnection()
{
    LockWorld world;
    Program one(world);
    world.ensemble.disconnect(one.client());
    world.settle();
    const auto patient = one.acquire();
    QVERIFY(!patient.arrived());
    world.ensemble.reconnect(one.client());
    world.executor.advance(1s);
    QVERIFY(patient.ok());
    QVERIFY(one.release().ok());
    world.ensemble.disconnect(one.client());
    world.settle();
    const auto hasty = one.acquire(1s);
    world.executor.advance(1s);
    QVERIFY(hasty.failedWith(ErrorCode::TimedOut));
    world.ensemble.reconnect(one.client());
    world.executor.advance(1s);
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::neverHoldsThroughAReadOnlyServer()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.setReadOnly(one.client(), true);
    world.settle();
    QCOMPARE(printed(one.state().phase), "Uncertain");
    world.ensemble.setReadOnly(one.client(), false);
    world.executor.advance(1s);
    QCOMPARE(printed(one.state().phase), "Held");
}

void MutexFaultsTest::endsWhenTheClientIsClosed()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    two.client().close([] {});
    world.settle();
    QVERIFY(second.failedWith(ErrorCode::Closed));
    one.client().close([] {});
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QCOMPARE(printed(one.state().reason), "the client was closed");
    QVERIFY(world.ensemble.children("/locks/a").empty());
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    QVERIFY(one.acquire().failedWith(ErrorCode::Closed));
}

void MutexFaultsTest::waitsBehindItsOwnDeadSession()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.keepEphemeralsVisible(one.client());
    world.ensemble.expire(one.client());
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
    const auto answer = one.acquire();
    QVERIFY(!answer.arrived());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    world.ensemble.removeKeptEphemerals();
    world.settle();
    QVERIFY(answer.ok());
}

void MutexFaultsTest::createsOnceWhenARetryMeetsAReconnect()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::Throttled});
    const auto answer = one.acquire();
    world.ensemble.disconnect(one.client()); // while it waits to try again
    world.executor.advance(10ms);
    world.ensemble.reconnect(one.client());
    world.executor.advance(1s);
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
    QVERIFY(one.release().ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::watchesItsNodeAgainAfterALostAnswer_data()
{
    QTest::addColumn<int>("code");
    QTest::addRow("connection loss") << static_cast<int>(ErrorCode::ConnectionLoss);
    QTest::addRow("throttled") << static_cast<int>(ErrorCode::Throttled);
}

void MutexFaultsTest::watchesItsNodeAgainAfterALostAnswer()
{
    QFETCH(int, code);
    LockWorld world;
    Program one(world);
    Program two(world);
    world.ensemble.fail({.op = FakeOp::Exists, .code = static_cast<ErrorCode>(code), .path = "/locks/a/"});
    QVERIFY(one.acquire().ok());
    world.linger();
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    const auto second = two.acquire();
    world.executor.advance(1s);
    QVERIFY(world.ensemble.remove("/locks/a/" + one.state().node));
    world.settle();
    QCOMPARE(printed(one.state().phase), "Lost");
    QVERIFY(second.ok());
}

void MutexFaultsTest::isHeldAgainAlthoughTheServerWasBusy()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.disconnect(one.client());
    world.settle();
    world.ensemble.fail({.op = FakeOp::Exists, .code = ErrorCode::SessionMoved});
    world.ensemble.reconnect(one.client());
    world.executor.advance(1s);
    QCOMPARE(printed(one.state().phase), "Held");
}

void MutexFaultsTest::refusesTheLastNumbers()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    QVERIFY(world.ensemble.setNextSequence("/locks/a", std::numeric_limits<std::int32_t>::max() - 50'000));
    const auto answer = one.acquire();
    QVERIFY(answer.failedWith(ErrorCode::SequenceExhausted));
    QVERIFY2(describe(answer.result().error()).find("/locks/a") != std::string::npos, "names the lock");
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::leavesNothingBehindAReadOnlyServer()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire(1s);
    world.ensemble.setReadOnly(two.client(), true);
    world.executor.advance(1s);
    QVERIFY(second.failedWith(ErrorCode::TimedOut));
    world.ensemble.setReadOnly(two.client(), false);
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
    world.ensemble.setReadOnly(one.client(), true);
    world.settle();
    const auto released = one.release();
    QVERIFY(!released.arrived());
    world.ensemble.setReadOnly(one.client(), false);
    world.executor.advance(1s);
    QVERIFY(released.ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::keepsItsHoldWhenAReleaseIsRefused()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    world.ensemble.deny("/locks/a", zk::Permission::Delete);
    const auto node = one.state().node;
    Answer<void> released;
    one.lock().releaseAsync(Program<>::owner, released.reply());
    const auto again = one.acquire(); // without waiting for the answer
    QVERIFY(released.failedWith(ErrorCode::NoAuth));
    QVERIFY(again.failedWith(ErrorCode::NoAuth)); // the transaction that was to do both
    QCOMPARE(one.state().node, node);
    world.ensemble.deny("/locks/a", 0);
    world.executor.advance(1s);
    QVERIFY(one.release().ok());
}

void MutexFaultsTest::destroyedBeforeItsAskWasHeard()
{
    LockWorld world;
    Program one(world);
    Answer<locks::Grant> answer;
    world.executor.runAndWait([&] {
        locks::Mutex mutex(one.client(), "/locks/a");
        mutex.acquireAsync(Program<>::owner, {}, {}, answer.reply());
    });
    world.settle();
    QVERIFY(answer.failedWith(ErrorCode::Cancelled));
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void MutexFaultsTest::outlivedByItsClientJustSo()
{
    LockWorld world;
    auto client = FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout);
    world.settle();
    Answer<locks::Grant> answer;
    {
        std::optional<locks::Mutex> mutex(std::in_place, *client, "/locks/a");
        mutex->acquireAsync(Program<>::owner, {}, {}, answer.reply());
        world.settle();
        world.executor.runAndWait([&] { mutex.reset(); });
    }
    client.reset(); // the lock's last request is still on its way
    world.settle();
    QVERIFY(answer.ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

} // namespace lockscope::mutexFaultsTest

LOCKSCOPE_TEST(lockscope::mutexFaultsTest::MutexFaultsTest)
#include "MutexFaultsTest.moc"
