// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ConnectionSlots.h"
#include "tests/support/Test.h"

#include <memory>
#include <vector>

namespace lockscope::connectionSlotsTest {

using Slot = std::unique_ptr<zk::ConnectionSlots::Slot>;

class ConnectionSlotsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void onlySoManyConnectAtOnce();
    void waitingOnesBeginInTheirOrder();
    void aWaitingOneMayLeave();
    void oneThatFailsAtOnceFreesItsSlot();
};

void ConnectionSlotsTest::onlySoManyConnectAtOnce()
{
    zk::ConnectionSlots slots;
    std::vector<Slot> taken;
    for (int i = 0; i < zk::ConnectionSlots::most; ++i) {
        taken.push_back(slots.take([] { QFAIL("it connects already"); }));
        QVERIFY(taken.back()->isConnecting());
    }
    const auto waiting = slots.take([] {});
    QVERIFY(!waiting->isConnecting());
    taken.pop_back();
    QVERIFY(waiting->isConnecting());
}

void ConnectionSlotsTest::waitingOnesBeginInTheirOrder()
{
    zk::ConnectionSlots slots;
    std::vector<Slot> taken;
    for (int i = 0; i < zk::ConnectionSlots::most; ++i)
        taken.push_back(slots.take([] {}));
    std::vector<int> begun;
    std::vector<Slot> waiting;
    for (int i = 0; i < 3; ++i)
        waiting.push_back(slots.take([&begun, i] { begun.push_back(i); }));
    QVERIFY(begun.empty());
    taken.clear();
    QCOMPARE(begun, (std::vector<int>{0, 1, 2}));
}

void ConnectionSlotsTest::aWaitingOneMayLeave()
{
    zk::ConnectionSlots slots;
    std::vector<Slot> taken;
    for (int i = 0; i < zk::ConnectionSlots::most; ++i)
        taken.push_back(slots.take([] {}));
    auto leaves = slots.take([] { QFAIL("it has left"); });
    bool hasBegun = false;
    const auto stays = slots.take([&] { hasBegun = true; });
    leaves.reset();
    taken.pop_back();
    QVERIFY(hasBegun);
}

void ConnectionSlotsTest::oneThatFailsAtOnceFreesItsSlot()
{
    zk::ConnectionSlots slots;
    std::vector<Slot> taken;
    for (int i = 0; i < zk::ConnectionSlots::most; ++i)
        taken.push_back(slots.take([] {}));
    Slot fails;
    bool hasBegun = false;
    fails = slots.take([&] { fails.reset(); });
    const auto next = slots.take([&] { hasBegun = true; });
    taken.pop_back();
    QVERIFY(hasBegun);
    QVERIFY(next->isConnecting());
}

} // namespace lockscope::connectionSlotsTest

LOCKSCOPE_TEST(lockscope::connectionSlotsTest::ConnectionSlotsTest)
#include "ConnectionSlotsTest.moc"
