// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Our fair locks and Redisson's in one queue: the order of the requests, and a client of Redisson between its entry in
/// the queue and its subscription.

#include "tests/interop/redis/RedisPeerTest.h"
#include "tests/interop/redis/SubscribeGate.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>

namespace lockscope::fairQueueTest {

using namespace lockscope::test;
using Kind = RedisClientKind;

namespace {

constexpr int rounds = 6;
/// A head that does not listen is removed by the second look, 500 ms after the first one.
constexpr int msBeforeSubscription = 150;

} // namespace

class FairQueueTest final : public RedisPeerTest {
    Q_OBJECT
public:
    FairQueueTest()
        : RedisPeerTest({Kind::Ours, Kind::Redisson3, Kind::Redisson4}, {"a", "b", "c", "d"})
    {
    }

private Q_SLOTS:
    static void servesInOrder_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void servesInOrder();
    static void lateSubscriberKeepsItsPlace_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void lateSubscriberKeepsItsPlace();
    static void removedSubscriberQueuesAgain_data() { addKinds({Kind::Redisson3, Kind::Redisson4}); }
    void removedSubscriberQueuesAgain();

private:
    /// Our client "a" holds the lock; `late` is the head of its queue and not subscribed; our client "b" is next.
    [[nodiscard]] QByteArray queueBeforeSubscription(const std::string& name, Peer& late, SubscribeGate& gate);
};

void FairQueueTest::servesInOrder()
{
    QFETCH(Kind, kind);
    for (int round = 0; round < rounds; ++round) {
        const auto name = freshName();
        const auto spec = "fair:" + name;
        const auto reg = makeRegister(1);
        const auto holder = round % 2 == 0 ? ours(spec, "d") : slot(kind, spec, "d");
        QCOMPARE(holder.acquire(), "granted");
        LockSlots queue{ours(spec, "a"), slot(kind, spec, "a"), slot(kind, spec, "b"),
                        ours(spec, "b"), ours(spec, "c"),       slot(kind, spec, "c")};
        std::rotate(queue.begin(), queue.begin() + round, queue.end());
        qlonglong queued = 0;
        for (const auto& slot : queue) {
            reportTurns(slot, reg, 1);
            QVERIFY2(waitForQueue(name, ++queued), slot.peer->reported());
        }
        QCOMPARE(holder.release(), "released");
        for (const auto& slot : queue)
            QCOMPARE(slot.answer(), "done");
        std::vector<std::string> expected;
        std::vector<std::string> served;
        for (const auto& slot : queue)
            expected.push_back(slot.name());
        const auto state = registerState(reg);
        for (const auto& turn : state.turns)
            served.push_back(turn.name);
        QCOMPARE(served, expected);
        QCOMPARE(state.overlaps, 0);
        QVERIFY(waitForQueue(name, 0));
    }
}

QByteArray FairQueueTest::queueBeforeSubscription(const std::string& name, Peer& late, SubscribeGate& gate)
{
    const auto spec = "fair:" + name;
    if (ours(spec, "a").acquire() != "granted")
        return "ours did not acquire";
    gate.close();
    late.report("a", "acquire " + spec + " 60000");
    if (!waitForQueue(name, 1) || !QTest::qWaitFor([&] { return gate.holdsBack(); }, turnLimitMs))
        return "it does not queue: " + late.reported();
    ours(spec, "b").reportAcquire();
    if (!waitForQueue(name, 2))
        return "ours does not queue";
    return {};
}

void FairQueueTest::lateSubscriberKeepsItsPlace()
{
    QFETCH(Kind, kind);
    SubscribeGate gate(servers().port());
    Peer late(programOf(kind), gate.target(), nameOf(kind).toStdString() + "-late", longLease);
    QVERIFY2(late.start({"a"}), late.reported());
    const auto name = freshName();
    const auto spec = "fair:" + name;
    QCOMPARE(queueBeforeSubscription(name, late, gate), "");
    QCOMPARE(ours(spec, "a").release(), "released"); // wakes no listener
    QElapsedTimer sinceRelease;
    sinceRelease.start();
    QTRY_VERIFY(sinceRelease.elapsed() >= msBeforeSubscription);
    gate.open();
    QVERIFY2(late.answer("a") == "granted", late.reported());
    QCOMPARE(ours(spec, "b").answer(1'000), "");
    QCOMPARE(late.ask("a", "release " + spec), "released");
    QCOMPARE(ours(spec, "b").answer(), "granted");
    QCOMPARE(ours(spec, "b").release(), "released");
    QVERIFY2(late.endsWell(), late.reported());
}

void FairQueueTest::removedSubscriberQueuesAgain()
{
    QFETCH(Kind, kind);
    SubscribeGate gate(servers().port());
    Peer late(programOf(kind), gate.target(), nameOf(kind).toStdString() + "-late", longLease);
    QVERIFY2(late.start({"a"}), late.reported());
    const auto name = freshName();
    const auto spec = "fair:" + name;
    QCOMPARE(queueBeforeSubscription(name, late, gate), "");
    QCOMPARE(ours(spec, "a").release(), "released");
    QCOMPARE(ours(spec, "b").answer(), "granted"); // the head, which is alive, was removed
    gate.open();
    QVERIFY2(waitForQueue(name, 1), late.reported());
    QCOMPARE(ours(spec, "b").release(), "released");
    QVERIFY2(late.answer("a") == "granted", late.reported());
    QCOMPARE(late.ask("a", "release " + spec), "released");
    QVERIFY2(late.endsWell(), late.reported());
}

} // namespace lockscope::fairQueueTest

LOCKSCOPE_TEST(lockscope::fairQueueTest::FairQueueTest)
#include "FairQueueTest.moc"
