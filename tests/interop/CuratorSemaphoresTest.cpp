// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our semaphores and stock Curator's on one path: never more leases than configured, first come, first served; a
/// number of leases that either side changes; and the mutex that is a semaphore of one lease.

#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "core/locks/zookeeper/SharedCount.h"
#include "tests/interop/Crowd.h"
#include "tests/interop/PeerTest.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <optional>

namespace lockscope::curatorSemaphoresTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The peers' answer to a successful acquire.
const auto granted = QByteArrayLiteral("granted");

} // namespace

class CuratorSemaphoresTest final : public PeerTest {
    Q_OBJECT
public:
    CuratorSemaphoresTest()
        : PeerTest({{Kind::Ours, {"a", "b", "c"}}, {Kind::Curator, {"a", "b", "c"}}})
    {
    }

private Q_SLOTS:
    void threeLeasesForAll();
    void oneLeaseForAll();
    void servesInOrderOfArrival();
    void severalLeasesAreAllOrNone();
    void sharedCountIsReadByBoth();
    void eitherSideChangesTheCount_data();
    void eitherSideChangesTheCount();
};

void CuratorSemaphoresTest::threeLeasesForAll()
{
    const auto victims = mortals({"ours.one", "ours.two", "curator.one", "curator.two"});
    QVERIFY(!victims.empty());

    // Some take two at a time: never with one missing.
    const auto path = m_world.madePath();
    const auto one = "semaphore:" + path + ":3";
    const auto two = one + ":2";
    const auto victim = [&](std::size_t index, int weight) {
        return LockSlot{victims[index].get(), "a", weight == 2 ? two : one, weight};
    };
    Crowd crowd(m_world, m_world.makeRegister(3),
                {ours(one), ours(one, "b"), ours(two, "c", 2), curators(one), curators(one, "b")});
    QCOMPARE(crowd.takeTurnsAmongDying({victim(0, 1), victim(2, 1)}, 50), "");
    QCOMPARE(crowd.takeTurnsBehindDying({victim(1, 1), victim(3, 2)}, {}, path + "/locks", 30), "");
    QCOMPARE(crowd.takeTurnsImpatiently(30), "");
    QCOMPARE(crowd.check(20), "");
    QVERIFY2(m_world.waitForChildren(path + "/leases", 0), printed(m_world.children(path + "/leases")));
    QVERIFY2(m_world.waitForChildren(path + "/locks", 0), printed(m_world.children(path + "/locks")));

    // Two of Curator's clients that take two of three leases each may wait for each other; a single one does not.
    Crowd withGreedyCurator(m_world, m_world.makeRegister(3),
                            {ours(one), ours(two, "b", 2), curators(one), curators(two, "b", 2)});
    QCOMPARE(withGreedyCurator.takeTurns(40), "");
    QCOMPARE(withGreedyCurator.check(10), "");
}

void CuratorSemaphoresTest::oneLeaseForAll()
{
    const auto victims = mortals({"ours.one", "curator.one"});
    QVERIFY(!victims.empty());
    const auto path = m_world.madePath();
    const auto spec = "semaphore-mutex:" + path;
    Crowd crowd(m_world, m_world.makeRegister(1), {ours(spec), ours(spec, "b"), curators(spec), curators(spec, "b")});
    QCOMPARE(crowd.takeTurns(40), "");
    // The waiter has passed the gate, and the others wait behind it there.
    QCOMPARE(crowd.takeTurnsBehindDying({LockSlot{victims[0].get(), "a", spec}},
                                        {LockSlot{victims[1].get(), "a", spec}}, path + "/locks", 20),
             "");
    QCOMPARE(crowd.check(20), "");
    QCOMPARE(crowd.checkOrder(), "");
}

void CuratorSemaphoresTest::servesInOrderOfArrival()
{
    const auto path = m_world.madePath();
    const auto spec = "semaphore:" + path + ":1";
    const auto holder = ours(spec);
    QCOMPARE(holder.acquire(), granted);
    QVERIFY(m_world.waitForChildren(path + "/locks", 0)); // it leaves the gate after the grant
    const std::vector<LockSlot> waiters{curators(spec), ours(spec, "b"), curators(spec, "b"), ours(spec, "c")};
    std::size_t queued = 0;
    for (const auto& waiter : waiters) {
        waiter.reportAcquire();
        QVERIFY(m_world.waitForChildren(path + "/locks", ++queued));
    }
    // The first waits with its lease node created; the others at the gate.
    QVERIFY(m_world.waitForChildren(path + "/leases", 2));
    QCOMPARE(holder.release(), "released");
    for (std::size_t i = 0; i < waiters.size(); ++i) {
        QCOMPARE(waiters[i].answer(), granted);
        if (i + 1 < waiters.size())
            QVERIFY(m_world.waitForChildren(path + "/leases", 2));
        QCOMPARE(m_world.waitForChildren(path + "/locks", waiters.size() - 1 - i), true);
        QCOMPARE(waiters[i].release(), "released");
    }
}

void CuratorSemaphoresTest::severalLeasesAreAllOrNone()
{
    for (const bool oursHolds : {true, false}) {
        const auto path = m_world.madePath();
        const auto two = "semaphore:" + path + ":3:2";
        const auto holder = oursHolds ? ours(two) : curators(two);
        const auto other = oursHolds ? curators(two, "b") : ours(two, "b");
        QCOMPARE(holder.acquire(), granted);
        QCOMPARE(m_world.children(path + "/leases").size(), std::size_t(2));
        QCOMPARE(other.acquire(500), "timedOut");
        // It released the part of the three that it had acquired.
        QVERIFY(m_world.waitForChildren(path + "/leases", 2));
        QVERIFY(m_world.waitForChildren(path + "/locks", 0));
        QCOMPARE(holder.release(), "released");
        QVERIFY(m_world.waitForChildren(path + "/leases", 0));
        QCOMPARE(other.acquire(), granted);
        QCOMPARE(other.release(), "released");
    }
}

void CuratorSemaphoresTest::sharedCountIsReadByBoth()
{
    auto& client = m_world.observer().client();
    for (const bool oursFirst : {true, false}) {
        const auto path = m_world.freshPath();
        const auto curator = curators("none:" + path);
        if (!oursFirst) {
            QCOMPARE(curator.ask("count " + path + " -7"), "count");
            QCOMPARE(curator.peer->member("value"), "-7");
        }
        locks::SharedCount count(client, path, 100'000);
        const std::optional<int> seed = oursFirst ? 100'000 : -7;
        QTRY_COMPARE(count.value(), seed); // the later side takes the existing value
        QCOMPARE(curator.ask("count " + path + " 5"), "count");
        QCOMPARE(curator.peer->member("value"), QByteArray::number(*seed));

        QCOMPARE(curator.ask("setCount " + path + " 2147483647"), "counted");
        QTRY_COMPARE(count.value(), std::optional<int>(2'147'483'647));
        BlockingAnswer<bool> written;
        client.executor().post([&count, reply = written.reply()] { count.trySetAsync(-2, reply); });
        QVERIFY(written.get() == Result<bool>(true));
        QTRY_VERIFY(curator.ask("count " + path + " 5") == "count" && curator.peer->member("value") == "-2");
    }
}

void CuratorSemaphoresTest::eitherSideChangesTheCount_data()
{
    QTest::addColumn<bool>("oursChanges");
    QTest::addRow("ours") << true;
    QTest::addRow("Curator") << false;
}

void CuratorSemaphoresTest::eitherSideChangesTheCount()
{
    QFETCH(bool, oursChanges);
    const auto path = m_world.madePath();
    const auto countPath = m_world.freshPath();
    const auto spec = "counted:" + path + ":" + countPath;
    auto& client = m_world.observer().client();
    locks::SharedCount count(client, countPath, 1);
    const auto change = [&](int value) {
        if (!oursChanges)
            return m_curator->ask("c", "setCount " + countPath + " " + std::to_string(value)) == "counted";
        BlockingAnswer<void> written;
        client.executor().post([&count, value, reply = written.reply()] { count.setAsync(value, reply); });
        return written.get().has_value();
    };
    QTRY_COMPARE(count.value(), std::optional<int>(1));

    // One lease, held; one client of each side waits, and is granted when the number grows.
    const auto holder = oursChanges ? curators(spec) : ours(spec);
    QCOMPARE(holder.acquire(), granted);
    QVERIFY(m_world.waitForChildren(path + "/locks", 0)); // it leaves the gate after the grant
    const auto first = ours(spec, "b");
    const auto second = curators(spec, "b");
    first.reportAcquire();
    QVERIFY(m_world.waitForChildren(path + "/locks", 1));
    second.reportAcquire();
    QVERIFY(m_world.waitForChildren(path + "/locks", 2));
    QVERIFY(change(2));
    QCOMPARE(first.answer(), granted);
    QVERIFY(change(3));
    QCOMPARE(second.answer(), granted);

    // Fewer leases than are held: no holder loses its lease, and no waiter is granted until enough are released.
    QVERIFY(change(1));
    const auto late = ours(spec, "c");
    QCOMPARE(late.acquire(300), "timedOut");
    QCOMPARE(holder.release(), "released");
    QCOMPARE(first.release(), "released");
    // `second` still holds the only lease.
    QCOMPARE(late.acquire(300), "timedOut");
    QCOMPARE(curators(spec).acquire(300), "timedOut");
    QCOMPARE(second.release(), "released");

    for (const auto leases : {2, 1}) {
        QVERIFY(change(leases));
        // Once both sides have the new value: a new client can take exactly this many.
        for (const auto& slot : {curators(spec), curators(spec, "b")})
            QTRY_VERIFY(slot.ask("count " + countPath + " 9") == "count" &&
                        slot.peer->member("value").toInt() == leases);
        QTRY_COMPARE(count.value(), std::optional<int>(leases));
        Crowd crowd(m_world, m_world.makeRegister(leases),
                    {ours(spec), ours(spec, "b"), curators(spec), curators(spec, "b")});
        QCOMPARE(crowd.takeTurns(25), "");
        QCOMPARE(crowd.check(10), "");
    }
}

} // namespace lockscope::curatorSemaphoresTest

LOCKSCOPE_TEST(lockscope::curatorSemaphoresTest::CuratorSemaphoresTest)
#include "CuratorSemaphoresTest.moc"
