// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The mutex with faults of the network or the servers, and with operator actions.

#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::mutexFaultsTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

class MutexFaultsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsOneOfTwoNodes();
    void asksAgainWhenItsPredecessorIsGone();
    void queuesAgainWhenAListingLacksIt();
    void survivesARevocation();
    void waitsForAConnection();
    void createsOnceWhenARetryMeetsAReconnect();
    void watchesItsNodeAgainAfterALostAnswer_data();
    void watchesItsNodeAgainAfterALostAnswer();
    void isHeldAgainAlthoughTheServerWasBusy();
    void leavesNothingBehindAReadOnlyServer();
    void keepsItsHoldWhenAReleaseIsRefused();
    void ownershipMovesOnAfterARestart();
    void destroyedBeforeItsAskWasHeard();
    void outlivedByItsClientJustSo();
};

void MutexFaultsTest::keepsOneOfTwoNodes()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto before = world.ensemble.children("/locks/a");
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    const auto answer = two.acquire();
    // A create that was duplicated in transit: another node with the same protection prefix and session.
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

void MutexFaultsTest::asksAgainWhenItsPredecessorIsGone()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    QVERIFY(one.acquire().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .client = &two.client()});
    const auto answer = two.acquire(); // has read the listing; will watch the holder's node next
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

void MutexFaultsTest::createsOnceWhenARetryMeetsAReconnect()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::Throttled});
    const auto answer = one.acquire();
    world.ensemble.disconnect(one.client()); // while it waits for its retry
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
    QCOMPARE(one.phases(), "Waiting Held Uncertain Held");
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
    one.keeper().release(released.reply());
    const auto again = one.acquire(); // without waiting for the reply
    QVERIFY(released.failedWith(ErrorCode::NoAuth));
    QVERIFY(again.failedWith(ErrorCode::NoAuth)); // the transaction for both
    QCOMPARE(one.state().node, node);
    world.ensemble.deny("/locks/a", 0);
    world.executor.advance(1s);
    QVERIFY(one.release().ok());
}

/// The servers restart while the first program holds and the others wait.
void MutexFaultsTest::ownershipMovesOnAfterARestart()
{
    LockWorld world;
    std::vector<std::unique_ptr<Program<>>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 3; ++i) {
        programs.push_back(std::make_unique<Program<>>(world));
        answers.push_back(programs.back()->acquire());
    }
    for (auto& program : programs)
        world.ensemble.disconnect(program->client());
    world.executor.advance(1s);
    for (auto& program : programs)
        world.ensemble.reconnect(program->client());
    world.executor.advance(1s);
    QCOMPARE(programs[0]->phase(), "Held");
    for (std::size_t i = 0; i < programs.size(); ++i) {
        for (std::size_t j = 0; j < programs.size(); ++j)
            QCOMPARE(answers[j].arrived(), j <= i);
        QVERIFY(programs[i]->release().ok());
    }
}

void MutexFaultsTest::destroyedBeforeItsAskWasHeard()
{
    LockWorld world;
    Program one(world);
    Answer<locks::Hold> answer;
    world.executor.runAndWait([&] {
        locks::Mutex mutex(one.client(), "/locks/a");
        mutex.acquireAsync({}, {}, answer.reply());
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
    Answer<locks::Hold> answer;
    {
        std::optional<locks::Mutex> mutex(std::in_place, *client, "/locks/a");
        mutex->acquireAsync({}, {}, answer.reply());
        world.settle();
        world.executor.runAndWait([&] { mutex.reset(); });
    }
    client.reset(); // the lock's last request is still in flight
    world.settle();
    QVERIFY(answer.ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

} // namespace lockscope::mutexFaultsTest

LOCKSCOPE_TEST(lockscope::mutexFaultsTest::MutexFaultsTest)
#include "MutexFaultsTest.moc"
