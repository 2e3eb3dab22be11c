// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The inspector at a server that lags behind, and at a connection that is broken and not yet noticed.

#include "tests/sources/InspectorWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

namespace lockscope::confirmTest {

using namespace lockscope::test;
using namespace lockscope::inspect;
using namespace std::chrono_literals;

class ConfirmTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The holder has released, but the server that answers has not applied it yet.
    void aSecondReadFollowsASync()
    {
        InspectorWorld world;
        const auto follower = world.ensemble.addFollower();
        world.tree({"/a"});
        const auto node = world.queueUp("/a", 1);
        world.queueUp("/a", 2);
        world.ensemble.apply(follower, 100);
        world.ensemble.attach(*world.client, follower);
        world.start();
        QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; "));
        QVERIFY(!world.now().find("/a")->confirmedAt); // its server may lag behind
        QVERIFY(world.ensemble.remove(node));
        world.executor.advance(3s);
        QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+1; ")); // it does
        const auto asked = world.clock.wallNow();
        world.inspector->confirm({"/a"});
        world.settle();
        QCOMPARE(world.summary(), std::string("/a: curator-mutex 1+0; "));
        const auto& lock = *world.now().find("/a");
        QVERIFY(lock.confirmedAt && *lock.confirmedAt >= asked);
        QCOMPARE(lock.queue.at(0).details->session, 2);
    }

    void aSingleNodeIsConfirmedToo()
    {
        InspectorWorld world;
        world.tree({"/app"});
        QVERIFY(world.ensemble.create("/app/lock", "", 5, zk::CreateMode::Ephemeral));
        world.start();
        QVERIFY(!world.now().find("/app/lock")->confirmedAt);
        const auto asked = world.clock.wallNow();
        world.inspector->confirm({"/app/lock", "/gone"});
        world.settle();
        QVERIFY(world.now().find("/app/lock")->confirmedAt >= asked);
    }

    /// After a reconnect, a sync of another server proves nothing.
    void anotherServerMustSyncItself()
    {
        InspectorWorld world;
        world.tree({"/a"});
        world.queueUp("/a", 1);
        world.start();
        world.inspector->refresh();
        world.settle();
        const auto confirmed = world.now().find("/a")->confirmedAt;
        QVERIFY(world.now().complete && confirmed);
        world.ensemble.disconnect(*world.client);
        world.executor.advance(1s);
        world.ensemble.reconnect(*world.client);
        world.executor.advance(2s);
        QCOMPARE(printed(world.now().session.state), "Connected");
        world.queueUp("/a", 2);
        world.executor.advance(1s);
        const auto* lock = world.now().find("/a");
        QCOMPARE(lock->waiters(), 1);
        QVERIFY(!lock->confirmedAt || lock->confirmedAt == confirmed);
    }

    /// The first second of a broken connection is not noticed, and the snapshot does not claim to be newer than the
    /// last answer.
    void aDeadConnectionIsNotNow()
    {
        InspectorWorld world;
        world.tree({"/a"});
        world.queueUp("/a", 1);
        world.start();
        world.executor.advance(10s);
        const auto age = [&] { return world.clock.wallNow() - world.now().takenAt; };
        QVERIFY2(age() <= 2s, std::to_string(age().count()).c_str()); // an idle connection is asked each second
        world.ensemble.cut(*world.client);
        const auto cutAt = world.clock.wallNow();
        world.executor.advance(4s);
        QCOMPARE(printed(world.now().session.state), "Connected"); // of a session of nine seconds
        QVERIFY2(world.now().takenAt <= cutAt, std::to_string(age().count()).c_str());
        QVERIFY(age() >= 4s);
    }

    void aNodeIsFirstSeenOnce()
    {
        InspectorWorld world;
        world.tree({"/a"});
        world.queueUp("/a", 1);
        world.start();
        const auto started = world.now().find("/a")->queue.at(0).firstSeenAt;
        QVERIFY(started && *started <= world.clock.wallNow());
        world.executor.advance(10s);
        const auto joined = world.clock.wallNow();
        world.queueUp("/a", 2);
        world.executor.advance(10s);
        const auto& queue = world.now().find("/a")->queue;
        QVERIFY(queue.at(0).firstSeenAt == started);
        QVERIFY(queue.at(1).firstSeenAt >= joined && *queue.at(1).firstSeenAt < joined + 1s);
    }
};

} // namespace lockscope::confirmTest

LOCKSCOPE_TEST(lockscope::confirmTest::ConfirmTest)
#include "ConfirmTest.moc"
