// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Apache Curator's tests of its mutexes: TestInterProcessMutexBase, TestInterProcessMutex, TestInterProcessMultiMutex,
/// TestLockInternals. Tests that BaseSuite runs for every lock are not repeated (README.md).

#include "core/base/Path.h"
#include "core/locks/Hold.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Revocation.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "tests/locks/FakeService.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::curatorMutexTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

namespace {

const std::vector<std::string> bothPaths{"/locks/a", "/locks/b"};

} // namespace

class CuratorMutexTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waiterOnTheHoldersClientOutlivesTheirSession();
    void directoryGoesAfterTheLastUser();
    void threadsOfOneObjectTakeTurns_data();
    void threadsOfOneObjectTakeTurns();
    void revokedHolderLetsGo();
    void releasesTheOthersWhenOneReleaseFails();
    void releasesTheOthersWhenOneCantBeTaken();
    void deletesWhatIsLeftOfALostHoldWhenItMay();
    void beginsAnewOnceWhenItLosesTwoParts();
    void survivesADirectoryThatGoesBeforeItsListing();
    void reportsTheFirstErrorNotTheSecond();
    void releasingWhatIsGoneSaysSo();
    void grantsNothingWithoutAPartItHasLost();
};

void CuratorMutexTest::waiterOnTheHoldersClientOutlivesTheirSession()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    Answer<locks::Hold> waiting;
    one.lock().acquireAsync({}, {}, waiting.reply());
    world.linger();
    QVERIFY(!waiting.arrived());
    world.ensemble.expire(one.client());
    world.executor.advance(1s);
    QVERIFY(waiting.ok());
    QCOMPARE(printed(one.state().phase), "Lost");
    QCOMPARE(world.ensemble.stat("/locks/a/" + waiting.result()->grant().node)->ephemeralOwner,
             one.client().session().id);
}

void CuratorMutexTest::directoryGoesAfterTheLastUser()
{
    LockWorld world;
    std::vector<std::unique_ptr<Program<>>> programs;
    std::vector<Answer<locks::Grant>> answers;
    for (int i = 0; i < 10; ++i) {
        programs.push_back(std::make_unique<Program<>>(world));
        answers.push_back(programs.back()->acquire());
    }
    for (std::size_t i = 0; i < programs.size(); ++i) {
        QVERIFY(answers[i].ok());
        world.ensemble.reapContainers();
        QVERIFY(world.ensemble.exists("/locks/a")); // another program uses it
        QVERIFY(programs[i]->release().ok());
    }
    world.ensemble.reapContainers();
    QVERIFY(!world.ensemble.exists("/locks/a"));
}

void CuratorMutexTest::threadsOfOneObjectTakeTurns_data()
{
    QTest::addColumn<int>("kind");
    QTest::addRow("mutex") << 0;
    QTest::addRow("semaphore mutex") << 1;
    QTest::addRow("multi") << 2;
}

void CuratorMutexTest::threadsOfOneObjectTakeTurns()
{
    QFETCH(int, kind);
    ThreadedEnsemble world;
    FakeService service(world);
    std::unique_ptr<locks::Lock> lock;
    if (kind == 0)
        lock = std::make_unique<locks::Mutex>(*service.client, "/locks/a");
    else if (kind == 1)
        lock = std::make_unique<locks::SemaphoreMutex>(*service.client, "/locks/a");
    else
        lock = std::make_unique<locks::MultiLock>(*service.client, bothPaths);
    Crowd crowd;
    const int well = onThreads(10, [&](int) {
        for (int turn = 0; turn < 10; ++turn) {
            auto hold = lock->acquire(60s);
            if (!hold)
                return false;
            auto again = kind == 1 ? Result<locks::Hold>(failure(ErrorCode::NotHeld, "test")) : lock->acquire(60s);
            crowd.enter();
            std::this_thread::yield();
            crowd.leave();
            if (kind != 1 && (!again || !again->release()))
                return false;
            if (!hold->release())
                return false;
        }
        return true;
    });
    QCOMPARE(well, 10);
    QCOMPARE(crowd.most(), 1);
    QVERIFY(world.ensemble.ephemeralsOf(service.sessionId()).empty());
}

void CuratorMutexTest::revokedHolderLetsGo()
{
    LockWorld world;
    Program one(world);
    Program two(world);
    const auto revoked = one.lock().onRevoked([&](Owner) { one.keeper().release([](const Result<void>&) {}); });
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    world.linger();
    QVERIFY(!second.arrived());
    Answer<void> asked;
    const auto node = "/locks/a/" + one.state().node;
    world.executor.runAndWait([&] { locks::revoke(two.client(), node, asked.reply()); });
    world.settle();
    QVERIFY(asked.ok());
    QVERIFY(second.ok());
}

void CuratorMutexTest::releasesTheOthersWhenOneReleaseFails()
{
    LockWorld world;
    Program<locks::MultiLock> both(world, bothPaths);
    const auto taken = both.acquire();
    QVERIFY(taken.ok());
    world.ensemble.deny("/locks/b", zk::Permission::Delete);
    const auto released = both.release();
    QVERIFY(released.failedWith(ErrorCode::NoAuth));
    QVERIFY(world.ensemble.children("/locks/a").empty());
    QCOMPARE(world.ensemble.children("/locks/b").size(), std::size_t(1));
    QVERIFY(both.acquire().failedWith(ErrorCode::NotHeld)); // another client may hold the first by now
    world.ensemble.deny("/locks/b", 0);
    QVERIFY(both.release().ok());
    QVERIFY(world.ensemble.children("/locks/b").empty());
}

void CuratorMutexTest::releasesTheOthersWhenOneCantBeTaken()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/locks") && world.ensemble.create("/locks/b"));
    world.ensemble.deny("/locks/b", zk::Permission::Create);
    Program<locks::MultiLock> both(world, bothPaths);
    const auto taken = both.acquire();
    QVERIFY(taken.failedWith(ErrorCode::NoAuth));
    QVERIFY(world.ensemble.exists("/locks/a")); // the first was acquired
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void CuratorMutexTest::deletesWhatIsLeftOfALostHoldWhenItMay()
{
    LockWorld world;
    Program<locks::MultiLock> both(world, bothPaths);
    const auto taken = both.acquire();
    QVERIFY(taken.ok());
    world.linger();
    QVERIFY(world.ensemble.remove(taken.result()->nodes.back().path));
    world.settle();
    const auto rest = taken.result()->nodes.front().path;
    world.ensemble.deny(parentOf(rest), zk::Permission::Delete);
    const auto released = both.release();
    QVERIFY(released.failedWith(ErrorCode::NotHeld)); // so the owner will not retry
    QVERIFY(world.ensemble.exists(rest));
    world.ensemble.deny(parentOf(rest), 0);
    world.executor.advance(2s);
    QVERIFY(!world.ensemble.exists(rest));
}

void CuratorMutexTest::beginsAnewOnceWhenItLosesTwoParts()
{
    LockWorld world;
    Program other(world, "/locks/c");
    QVERIFY(other.acquire().ok());
    Program<locks::MultiLock> all(world, std::vector<std::string>{"/locks/a", "/locks/b", "/locks/c"});
    const auto taken = all.acquire();
    world.linger();
    QVERIFY(!taken.arrived());
    for (const auto* directory : {"/locks/a", "/locks/b"})
        QVERIFY(world.ensemble.remove(joinPath(directory, world.ensemble.children(directory).at(0))));
    world.ensemble.clearRequests();
    world.settle();
    QCOMPARE(world.ensemble.count(FakeOp::Create), std::size_t(3));
    QVERIFY(other.release().ok());
    QVERIFY(taken.ok());
}

void CuratorMutexTest::survivesADirectoryThatGoesBeforeItsListing()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Children, .when = When::BeforeExecution});
    const auto answer = one.acquire();
    QVERIFY(world.ensemble.remove("/locks/a/" + world.ensemble.children("/locks/a").at(0)));
    QVERIFY(world.ensemble.remove("/locks/a"));
    world.ensemble.release(held);
    world.settle();
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(1));
    QVERIFY(one.release().ok());
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void CuratorMutexTest::reportsTheFirstErrorNotTheSecond()
{
    LockWorld world;
    locks::NodeOptions options;
    options.retry = locks::RetryPolicy::none();
    Program one(world, "/locks/a", options);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    world.ensemble.fail({.op = FakeOp::Children, .code = ErrorCode::Throttled});
    world.ensemble.fail({.op = FakeOp::Remove, .code = ErrorCode::ConnectionLoss});
    const auto answer = one.acquire();
    QVERIFY(answer.failedWith(ErrorCode::Throttled));
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void CuratorMutexTest::releasingWhatIsGoneSaysSo()
{
    LockWorld world;
    Program one(world);
    QVERIFY(one.acquire().ok());
    const auto node = "/locks/a/" + one.state().node;
    Answer<void> released;
    one.keeper().release(released.reply());
    QVERIFY(world.ensemble.remove(node)); // before the request arrives: another client may hold by then
    world.settle();
    QVERIFY(released.failedWith(ErrorCode::NotHeld));
    QVERIFY(one.release().failedWith(ErrorCode::NotHeld));
}

/// L6: its first part is deleted, and so is the node its last part waits for, before it is notified of either.
void CuratorMutexTest::grantsNothingWithoutAPartItHasLost()
{
    LockWorld world;
    Program other(world, "/locks/b");
    QVERIFY(other.acquire().ok());
    Program<locks::MultiLock> both(world, bothPaths);
    const auto taken = both.acquire();
    world.linger();
    QVERIFY(!taken.arrived());
    QVERIFY(world.ensemble.remove(joinPath("/locks/a", world.ensemble.children("/locks/a").at(0))));
    QVERIFY(world.ensemble.remove("/locks/b/" + other.state().node));
    world.settle();
    QVERIFY(taken.ok()); // with new nodes
    for (const auto& node : taken.result()->nodes)
        QVERIFY2(world.ensemble.exists(node.path), node.path.c_str());
    QCOMPARE(both.phase(), "Held");
    QVERIFY(!both.phases().contains("Lost"));
}

} // namespace lockscope::curatorMutexTest

LOCKSCOPE_TEST(lockscope::curatorMutexTest::CuratorMutexTest)
#include "CuratorMutexTest.moc"
