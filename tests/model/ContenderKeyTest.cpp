// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Equal names in two directories of one lock are two contenders, everywhere.

#include "core/model/ContenderKey.h"

#include "core/history/Changes.h"
#include "core/history/Timeline.h"
#include "core/model/NodeIndex.h"
#include "core/waits/WaitWeb.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace lockscope::contenderKeyTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'467'314)};
const std::string one = "a-lock-0000000000";
const std::string two = "b-lock-0000000001";

SnapshotPtr snapshotOf(LockQueue lock, WallTime at)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->session.state = zk::SessionState::Connected;
    snapshot->takenAt = at;
    snapshot->complete = true;
    snapshot->dialects = builtinDialects();
    snapshot->locks.push_back(std::make_shared<const LockQueue>(std::move(lock)));
    return snapshot;
}

LockQueue lockWith(std::vector<std::string> leases, std::vector<std::string> gate)
{
    return test::semaphoreOfEqualNames("/pool", std::move(leases), std::move(gate), noon);
}

} // namespace

class ContenderKeyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreTold()
    {
        const ContenderKey queue{"/pool", LockPart::Queue, one};
        const ContenderKey gate{"/pool", LockPart::Gate, one};
        QVERIFY(queue != gate);
        QVERIFY(queue < gate);
        QVERIFY((ContenderKey{"/a", LockPart::Gate, "z"}) < queue); // by the lock first
        QCOMPARE((std::set<ContenderKey>{queue, gate, queue}).size(), 2U);
        QCOMPARE((std::unordered_set<ContenderKey>{queue, gate, queue}).size(), 2U);
    }

    void textsComeBack_data()
    {
        QTest::addColumn<std::string>("lock");
        QTest::addColumn<std::string>("text");
        QTest::newRow("usual") << std::string("/app/pool") << std::string("/app/pool//qn-0000000001");
        QTest::newRow("the root") << std::string("/") << std::string("///qn-0000000001");
    }

    void textsComeBack()
    {
        QFETCH(const std::string, lock);
        QFETCH(const std::string, text);
        const ContenderKey key{lock, LockPart::Queue, "n-0000000001"};
        QCOMPARE(toString(key), text);
        QVERIFY(contenderKeyFrom(text) == key);
        const ContenderKey gate{lock, LockPart::Gate, "n-0000000001"};
        QVERIFY(toString(gate) != text);
        QVERIFY(contenderKeyFrom(toString(gate)) == gate);
    }

    void otherTextsAreNone()
    {
        for (const auto* text : {"", "/a", "/a/qn", "//qn", "/a//", "/a//xn"})
            QVERIFY2(!contenderKeyFrom(text), text);
    }

    void eachIsFoundInItsPart()
    {
        const auto lock = lockWith({one, two}, {one, two});
        QCOMPARE(lock.queue.size(), 4U);
        QVERIFY(!lock.firstDuplicate());
        const NodeIndex index(lock);
        for (const auto& contender : lock.queue) {
            QCOMPARE(lock.find(contender.ref()), &contender);
            QCOMPARE(lock.find(lock.keyOf(contender)), &contender);
            QCOMPARE(lock.find(lock.keyAt(lock.nodePath(contender))), &contender);
            QCOMPARE(index.find(contender.ref()), &contender);
        }
        QVERIFY(!lock.find(ContenderKey{"/other", LockPart::Queue, one}));
        QVERIFY(!lock.find(ContenderKey{"/pool", LockPart::Queue, ""}));
    }

    void aWaiterAtTheGateWaitsForItsOwnKind()
    {
        const auto lock = lockWith({one, two}, {one, two});
        const auto& holder = lock.queue[0];
        const auto& first = lock.queue[2];
        const auto& second = lock.queue[3];
        QVERIFY(holder.holds && first.atGate && second.atGate);
        const NodeIndex index(lock);
        QCOMPARE(lock.waitedFor(first, one), &holder); // a lease by its own name, not itself
        QCOMPARE(lock.waitedFor(second, one), &first);
        QCOMPARE(index.waitedFor(first, one), &holder);
        QCOMPARE(index.waitedFor(second, one), &first);

        const WaitWeb web(snapshotOf(lock, noon));
        const auto snapshot = web.around("/pool", 50);
        QVERIFY(!snapshot.edges.empty());
        for (const auto& edge : snapshot.edges) {
            QVERIFY(edge.waiter.part == LockPart::Gate);
            QCOMPARE(edge.blocker.part, edge.blockerHolds ? LockPart::Queue : LockPart::Gate);
        }
    }

    void comingAndGoingIsToldOfEach()
    {
        const auto both = snapshotOf(lockWith({one}, {one}), noon);
        const auto leaseOnly = snapshotOf(lockWith({one}, {}), noon + 1s);
        const auto left = changesBetween(*both, *leaseOnly);
        QCOMPARE(left.size(), 1U);
        QVERIFY(left[0].type == Change::Type::Left && left[0].contender.atGate);
        const auto joined = changesBetween(*leaseOnly, *both);
        QCOMPARE(joined.size(), 1U);
        QVERIFY(joined[0].type == Change::Type::Joined && joined[0].contender.atGate);
    }

    void theHistoryCountsEach()
    {
        History history;
        Timeline timeline("/pool");
        history.see(snapshotOf(lockWith({}, {}), noon));
        timeline.see(history);
        history.see(snapshotOf(lockWith({one}, {one}), noon + 1s));
        timeline.see(history);
        history.see(snapshotOf(lockWith({one}, {}), noon + 3s));
        timeline.see(history);
        history.see(snapshotOf(lockWith({}, {}), noon + 6s));
        timeline.see(history);
        const auto* lock = history.find("/pool");
        QVERIFY(lock);
        QCOMPARE(lock->joined, 2U);
        QCOMPARE(lock->left, 2U);
        QCOMPARE(lock->gaveUp, 1U); // the one at the gate
        QCOMPARE(lock->holds.count(), 1U);
        QCOMPARE(lock->holds.longest(), 5'000ms);
        QCOMPARE(timeline.size(), 2U);
        const auto stayOf = [&](LockPart part) {
            const auto place = timeline.find({part, one});
            return place ? timeline.row(place->row).stays[place->stay] : Stay();
        };
        QVERIFY(stayOf(LockPart::Gate).to == noon + 3s);
        QVERIFY(!stayOf(LockPart::Gate).heldFrom);
        QVERIFY(stayOf(LockPart::Queue).to == noon + 6s);
        QVERIFY(stayOf(LockPart::Queue).heldFrom == noon + 1s);
    }
};

} // namespace lockscope::contenderKeyTest

LOCKSCOPE_TEST(lockscope::contenderKeyTest::ContenderKeyTest)
#include "ContenderKeyTest.moc"
