// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Rare cases from other lock clients: the cases that MutexFaultsTest has for the mutex, for the other kinds, and more.
/// README.md lists where each case is tested.

#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "tests/locks/LockKinds.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <limits>

namespace lockscope::edgesTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto path = "/locks/a";

/// The exclusive lock kinds, for tables; each has its nodes in one directory.
const std::vector<const char*> kinds{"Mutex", "SemaphoreMutex", "KazooLock", "KazooWriteLock", "KazooSemaphore"};

const LockKind& kindNamed(const QByteArray& name)
{
    const auto& all = lockKinds();
    return *std::find_if(all.begin(), all.end(), [&](const auto& kind) { return name == kind.name; });
}

/// A program with a lock of any kind.
struct User final : Contestant {
    User(LockWorld& world, const QByteArray& kind)
        : Contestant(world, kindNamed(kind).make)
    {
    }
};

void addKinds()
{
    QTest::addColumn<QByteArray>("kind");
    for (const auto* kind : kinds)
        QTest::addRow("%s", kind) << QByteArray(kind);
}

} // namespace

class EdgesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsTheOldestOfThreeNodes_data();
    void keepsTheOldestOfThreeNodes();
    void everyNodeIsDeletedAtOnce_data() { keepsTheOldestOfThreeNodes_data(); }
    void everyNodeIsDeletedAtOnce();
    void refusesNumbersPastTheEnd_data();
    void refusesNumbersPastTheEnd();
    void queuesAnewBehindOthersInADirectoryMadeAnew();
    void makesItsDirectoryAsOftenAsItGoes();
    void asksThroughAReadOnlyServer_data() { addKinds(); }
    void asksThroughAReadOnlyServer();
    void aSteppedWallClockChangesNothing();
    void asksForNoMoreOnceItsTimeIsUp();
    void countsItsSessionsEndAsAFailure();
    void reportsThatNoServerAnswered_data() { addKinds(); }
    void reportsThatNoServerAnswered();
    void abandonsWithoutAReply_data() { addKinds(); }
    void abandonsWithoutAReply();
    void deletesOnceItMay_data();
    void deletesOnceItMay();
    void reportsTheGatesNodeUntilTheLeaseHasOne();
};

void EdgesTest::keepsTheOldestOfThreeNodes_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const auto* kind : {"Mutex", "KazooLock", "KazooWriteLock"})
        QTest::addRow("%s", kind) << QByteArray(kind);
}

void EdgesTest::keepsTheOldestOfThreeNodes()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    User one(world, kind);
    User two(world, kind);
    QVERIFY(one.acquire().ok());
    const auto holder = world.ensemble.children(path).at(0);
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .client = &two.client()});
    // The reply to the first cleanup is lost as well.
    world.ensemble.fail({.op = FakeOp::Remove, .when = When::AfterExecution, .client = &two.client()});
    const auto answer = two.acquire();
    std::string stem;
    for (const auto& name : world.ensemble.children(path)) {
        if (name != holder)
            stem = path + ("/" + name.substr(0, name.size() - 10));
    }
    // The same request arrived three times, and a dead session's node has the same id.
    for (const auto session : {two.client().session().id, two.client().session().id, SessionId{77}})
        QVERIFY(world.ensemble.create(stem, "", session, zk::CreateMode::EphemeralSequential));
    world.executor.advance(2s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    const auto own = world.ensemble.ephemeralsOf(two.client().session().id);
    QCOMPARE(own.size(), std::size_t(1));
    QVERIFY(own.front().ends_with("0000000001"));
    QCOMPARE(world.ensemble.ephemeralsOf(77).size(), std::size_t(1)); // not ours, so not deleted
    QVERIFY(one.release().ok());
    QVERIFY(answer.ok());
}

void EdgesTest::everyNodeIsDeletedAtOnce()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    User one(world, kind);
    User two(world, kind);
    User three(world, kind);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    world.linger();
    // The last one first, otherwise a waiter granted by one deletion loses by the next.
    for (auto* program : {&three, &two, &one})
        QVERIFY(world.ensemble.remove(world.ensemble.ephemeralsOf(program->client().session().id).at(0)));
    world.executor.advance(1s);
    QCOMPARE(one.phase(), "Lost");
    QVERIFY(second.arrived() != third.arrived()); // exactly one
    auto& winner = second.arrived() ? two : three;
    QCOMPARE(winner.phase(), "Held");
    QVERIFY(winner.release().ok());
    world.executor.advance(1s);
    QVERIFY(second.ok() && third.ok());
}

void EdgesTest::refusesNumbersPastTheEnd_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<int>("next");
    const auto last = std::numeric_limits<std::int32_t>::max();
    for (const auto* kind : {"Mutex", "KazooLock", "KazooWriteLock"}) {
        QTest::addRow("%s, the last number", kind) << QByteArray(kind) << last;
        QTest::addRow("%s, near the end", kind) << QByteArray(kind) << last - 50'000;
        QTest::addRow("%s, the smallest", kind) << QByteArray(kind) << std::numeric_limits<std::int32_t>::min();
        QTest::addRow("%s, below zero", kind) << QByteArray(kind) << -3;
    }
}

void EdgesTest::refusesNumbersPastTheEnd()
{
    QFETCH(QByteArray, kind);
    QFETCH(int, next);
    LockWorld world;
    User one(world, kind);
    User two(world, kind);
    User three(world, kind);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    QVERIFY(world.ensemble.setNextSequence(path, next));
    QVERIFY(three.acquire().failedWith(ErrorCode::SequenceExhausted));
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(2)); // deleted again; the other clients are unaffected
    QCOMPARE(one.phase(), "Held");
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    QVERIFY(two.release().ok());
    QVERIFY(world.ensemble.remove(path)); // as the error advises
    QVERIFY(three.acquire().ok());
}

/// Numbers restart in a recreated directory: a number after the held one proves nothing there.
void EdgesTest::queuesAnewBehindOthersInADirectoryMadeAnew()
{
    LockWorld world;
    Program one(world);
    const auto follower = world.ensemble.addFollower();
    world.ensemble.attach(one.client(), follower);
    world.ensemble.disconnect(one.client());
    world.ensemble.reconnect(one.client());
    world.settle();
    const auto first = one.acquire();
    QVERIFY(first.ok());
    // Its server lags, so it sees none of the following.
    QVERIFY(world.ensemble.remove(first.result()->nodes.front().path));
    QVERIFY(world.ensemble.remove(path));
    QVERIFY(world.ensemble.create(path));
    const auto before = world.ensemble.create(path + std::string("/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-"), "",
                                              0, zk::CreateMode::PersistentSequential);
    QVERIFY(before && before->path.ends_with("lock-0000000000"));
    const auto second = one.yield();
    world.linger();
    QVERIFY(!second.arrived());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(2)); // it waits behind the other node
    QVERIFY(world.ensemble.remove(before->path));
    world.ensemble.apply(follower, world.ensemble.lag(follower));
    world.settle();
    QVERIFY(second.ok());
}

void EdgesTest::makesItsDirectoryAsOftenAsItGoes()
{
    LockWorld world;
    Program one(world);
    const auto create = FakeFault{.op = FakeOp::Create, .path = std::string(path) + "/"};
    int hold = world.ensemble.hold(create);
    const auto answer = one.acquire();
    for (int round = 0; round < 3; ++round) { // missing at first, then deleted twice
        QVERIFY(!answer.arrived());
        QCOMPARE(world.ensemble.exists(path), round > 0);
        if (round > 0)
            QVERIFY(world.ensemble.remove(path));
        const int previous = std::exchange(hold, world.ensemble.hold(create));
        world.ensemble.release(previous);
        world.settle();
    }
    QVERIFY(!answer.arrived());
    world.ensemble.release(hold);
    world.settle();
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void EdgesTest::asksThroughAReadOnlyServer()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    User one(world, kind);
    world.ensemble.setReadOnly(one.client(), true);
    world.settle();
    QVERIFY(one.acquire(0s).failedWith(ErrorCode::NoConnection)); // cannot read, and does not wait
    const auto hasty = one.acquire(1s);
    world.executor.advance(1s);
    QVERIFY(hasty.failedWith(ErrorCode::TimedOut));
    const auto patient = one.acquire();
    world.executor.advance(1s);
    QVERIFY(!patient.arrived());
    world.ensemble.setReadOnly(one.client(), false);
    world.executor.advance(1s);
    QVERIFY(patient.ok());
    QCOMPARE(world.ensemble.children(kindNamed(kind).queue).size(), std::size_t(1));
}

void EdgesTest::aSteppedWallClockChangesNothing()
{
    for (const auto step : {std::chrono::milliseconds(24h), std::chrono::milliseconds(-24h)}) {
        LockWorld world;
        Program one(world);
        Program two(world);
        Program three(world);
        QVERIFY(one.acquire().ok());
        const auto second = two.acquire(2s);
        const auto third = three.acquire();
        world.executor.advance(1s);
        world.clock.stepWall(step);
        world.executor.advance(999ms);
        QVERIFY(!second.arrived()); // not earlier
        QCOMPARE(printed(one.state().phase), "Held");
        world.executor.advance(1ms);
        QVERIFY(second.failedWith(ErrorCode::TimedOut)); // not later
        world.ensemble.disconnect(one.client());
        world.settle();
        const auto deadline = one.state().validUntil;
        world.clock.stepWall(-2 * step);
        world.executor.advance(deadline - world.clock.now() - 1ms);
        QCOMPARE(printed(one.state().phase), "Uncertain");
        QVERIFY(!third.arrived());
        world.executor.advance(LockWorld::timeout);
        QVERIFY(third.ok());
    }
}

void EdgesTest::asksForNoMoreOnceItsTimeIsUp()
{
    LockWorld world;
    Program<locks::SemaphoreMutex> one(world, path);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    const auto gate = world.ensemble.hold(
        {.op = FakeOp::Children, .when = When::AfterExecution, .path = std::string(path) + "/locks"});
    const auto answer = one.acquire(1s);
    world.clock.advance(2s); // the gate's reply arrives before the timer runs
    world.ensemble.clearRequests();
    world.ensemble.release(gate);
    world.settle();
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.ensemble.count(FakeOp::Create), std::size_t(0));
    QVERIFY(world.ensemble.children(std::string(path) + "/locks").empty());
}

/// A connection report in between does not report the node as lost.
void EdgesTest::reportsTheGatesNodeUntilTheLeaseHasOne()
{
    LockWorld world;
    Program<locks::SemaphoreMutex> one(world, path);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    static_cast<void>(world.ensemble.hold(
        {.op = FakeOp::Create, .when = When::BeforeExecution, .path = std::string(path) + "/leases"}));
    const auto answer = one.acquire();
    const auto gate = world.ensemble.children(std::string(path) + "/locks");
    QCOMPARE(gate.size(), std::size_t(1));
    QCOMPARE(one.state().node, gate.front());
    world.ensemble.pauseExpiry();
    world.ensemble.disconnect(one.client());
    world.executor.advance(6s);
    QVERIFY(!one.state().detail.empty());
    QCOMPARE(one.state().node, gate.front());
    world.ensemble.reconnect(one.client());
    world.ensemble.resumeExpiry();
    world.executor.advance(LockWorld::timeout);
    QVERIFY(answer.ok());
    QVERIFY(one.state().detail.empty());
}

void EdgesTest::countsItsSessionsEndAsAFailure()
{
    LockWorld world;
    std::vector<Duration> elapsed;
    locks::NodeOptions options;
    options.retry = locks::RetryPolicy([&](int, Duration since) -> std::optional<Duration> {
        elapsed.push_back(since);
        return 10ms;
    });
    Program one(world);
    Program two(world, path, options);
    QVERIFY(one.acquire().ok());
    world.executor.advance(1h); // the clock has run for a long time
    const auto second = two.acquire();
    world.ensemble.expire(two.client());
    world.ensemble.fail({.op = FakeOp::Create, .code = ErrorCode::Throttled, .client = &two.client()});
    world.executor.advance(10s);
    QVERIFY(!second.arrived());
    QCOMPARE(elapsed.size(), std::size_t(2));
    QVERIFY(elapsed.front() == Duration::zero());
    QVERIFY(elapsed.back() < 10s);
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
}

void EdgesTest::reportsThatNoServerAnswered()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    User one(world, kind);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.disconnect(one.client());
    const auto answer = one.acquire(1s);
    world.executor.advance(2s);
    QVERIFY(answer.failedWith(ErrorCode::TimedOut));
    QCOMPARE(printed(answer.result().error().detail), "the ensemble did not answer");
}

void EdgesTest::abandonsWithoutAReply()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    User one(world, kind);
    User two(world, kind);
    QVERIFY(one.acquire().ok());
    const auto directory = kindNamed(kind).queue;
    world.ensemble.deny(directory, zk::Permission::Delete);
    one.keeper().dropAll();
    world.executor.advance(10s);
    QCOMPARE(one.phase(), "Released"); // there is nothing left to release
    const auto next = two.acquire();
    QVERIFY(!next.arrived());
    world.ensemble.deny(directory, 0);
    world.executor.advance(2s);
    QVERIFY(next.ok());
    QCOMPARE(world.ensemble.children(directory).size(), std::size_t(1));
    QCOMPARE(two.phase(), "Held");
}

void EdgesTest::deletesOnceItMay_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<bool>("byServer");
    for (const auto* kind : kinds) {
        QTest::addRow("%s, refused by the server", kind) << QByteArray(kind) << true;
        QTest::addRow("%s, refused by a closed WriteGate", kind) << QByteArray(kind) << false;
    }
}

void EdgesTest::deletesOnceItMay()
{
    QFETCH(QByteArray, kind);
    QFETCH(bool, byServer);
    LockWorld world;
    const auto directory = kindNamed(kind).queue;
    User one(world, kind);
    QVERIFY(one.acquire().ok());
    if (byServer)
        world.ensemble.deny(directory, zk::Permission::Delete);
    else
        world.ensemble.fail({.op = FakeOp::Remove, .code = ErrorCode::Refused});
    one.destroyLock(); // no object is left that holds the remaining node
    world.executor.advance(byServer ? Duration(5s) : 500ms);
    QCOMPARE(world.ensemble.children(directory).size(), std::size_t(1));
    world.ensemble.deny(directory, 0);
    world.executor.advance(2s);
    QVERIFY(world.ensemble.children(directory).empty());
}

} // namespace lockscope::edgesTest

LOCKSCOPE_TEST(lockscope::edgesTest::EdgesTest)
#include "EdgesTest.moc"
