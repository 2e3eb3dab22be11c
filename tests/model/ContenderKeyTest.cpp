// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Equal names in two directories of one lock are two contenders, everywhere.

#include "core/model/ContenderKey.h"

#include "core/history/Changes.h"
#include "core/history/EventStream.h"
#include "core/history/Timeline.h"
#include "core/model/NodeIndex.h"
#include "core/model/SessionSummary.h"
#include "core/waits/WaitGraph.h"
#include "tests/support/EqualNames.h"
#include "tests/support/SnapshotChanges.h"
#include "tests/support/Test.h"

#include <set>
#include <unordered_set>

namespace lockscope::contenderKeyTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'467'314)};
const std::string one = "a-lock-0000000000";
const std::string two = "b-lock-0000000001";

SnapshotPtr snapshotOf(Lock lock, WallTime at)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->session.state = SessionState::Connected;
    snapshot->takenAt = at;
    snapshot->complete = true;
    snapshot->dialects = builtinDialects();
    snapshot->locks.push_back(std::make_shared<const Lock>(std::move(lock)));
    return snapshot;
}

Lock lockWith(std::vector<std::string> leases, std::vector<std::string> gate)
{
    return test::semaphoreOfEqualNames("/pool", std::move(leases), std::move(gate), noon);
}

} // namespace

class ContenderKeyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void partsAreReported()
    {
        const ContenderKey queue{"/pool", LockPart::Queue, one};
        const ContenderKey gate{"/pool", LockPart::Gate, one};
        QVERIFY(queue != gate);
        QVERIFY(queue < gate);
        QVERIFY((ContenderKey{"/a", LockPart::Gate, "z"}) < queue); // by the lock first
        QCOMPARE((std::set<ContenderKey>{queue, gate, queue}).size(), 2U);
        QCOMPARE((std::unordered_set<ContenderKey>{queue, gate, queue}).size(), 2U);
    }

    void textsReportPartsApart_data()
    {
        QTest::addColumn<std::string>("lock");
        QTest::addColumn<std::string>("text");
        QTest::newRow("usual") << std::string("/app/pool") << std::string("/app/pool//qn-0000000001");
        QTest::newRow("the root") << std::string("/") << std::string("///qn-0000000001");
    }

    void textsReportPartsApart()
    {
        QFETCH(const std::string, lock);
        QFETCH(const std::string, text);
        const ContenderKey key{lock, LockPart::Queue, "n-0000000001"};
        QCOMPARE(toString(key), text);
        const ContenderKey gate{lock, LockPart::Gate, "n-0000000001"};
        QVERIFY(toString(gate) != text);
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
        QCOMPARE(lock.waitedFor(first, one), &holder); // a lease by its own name, not the gate node
        QCOMPARE(lock.waitedFor(second, one), &first);
        QCOMPARE(index.waitedFor(first, one), &holder);
        QCOMPARE(index.waitedFor(second, one), &first);

        const WaitGraph graph(snapshotOf(lock, noon));
        const auto snapshot = graph.around("/pool", 50);
        QVERIFY(!snapshot.edges.empty());
        for (const auto& edge : snapshot.edges) {
            QVERIFY(edge.waiter.part == LockPart::Gate);
            QCOMPARE(edge.blocker.part, edge.blockerHolds ? LockPart::Queue : LockPart::Gate);
        }
    }

    void whereNoClientHoldsTheGateHasAnOrder()
    {
        const WaitGraph graph(snapshotOf(lockWith({}, {one, two}), noon));
        const auto snapshot = graph.around("/pool", 50);
        QCOMPARE(snapshot.edges.size(), 1U);
        QVERIFY((snapshot.edges[0].waiter == ContenderKey{"/pool", LockPart::Gate, two}));
        QVERIFY((snapshot.edges[0].blocker == ContenderKey{"/pool", LockPart::Gate, one}));
    }

    void aSessionHasItsOwnNode()
    {
        const auto snapshot = snapshotOf(lockWith({one}, {one}), noon);
        const ContenderKey lease{"/pool", LockPart::Queue, one};
        const ContenderKey gate{"/pool", LockPart::Gate, one};
        std::set<ContenderKey> held;
        std::set<ContenderKey> wanted;
        for (const auto& session : summariesOf(*snapshot, WhichSessions::WithLocks)) {
            for (const auto& node : session.holds)
                held.insert(node.key);
            for (const auto& node : session.waits)
                wanted.insert(node.key);
        }
        QVERIFY(held == std::set<ContenderKey>{lease});
        QVERIFY(wanted == std::set<ContenderKey>{gate});
        held.clear();
        wanted.clear();
        for (const auto& session : WaitGraph(snapshot).around("/pool", 50).nodes) {
            held.insert(session.holds.begin(), session.holds.end());
            wanted.insert(session.waits.begin(), session.waits.end());
        }
        QVERIFY(held == std::set<ContenderKey>{lease});
        QVERIFY(wanted == std::set<ContenderKey>{gate});
    }

    void comingAndGoingIsReportedOfEach()
    {
        const auto both = snapshotOf(lockWith({one}, {one}), noon);
        const auto leaseOnly = snapshotOf(lockWith({one}, {}), noon + 1s);
        const auto left = test::changesBetween(*both, *leaseOnly);
        QCOMPARE(left.size(), 2U);
        QVERIFY(left[0].type == Change::Type::Left && left[0].contender.atGate);
        QVERIFY(left[1].type == Change::Type::Unseen); // the other leases were free
        const auto joined = test::changesBetween(*leaseOnly, *both);
        QCOMPARE(joined.size(), 1U);
        QVERIFY(joined[0].type == Change::Type::Joined && joined[0].contender.atGate);
    }

    /// A client that waits for a lease is not shown by its gate node. A lease of that name is shown.
    void whoHasPassedTheGateHidesNoClient()
    {
        auto held = lockWith({one}, {});
        auto free = lockWith({}, {});
        held.gateHolder = free.gateHolder = one;
        const auto left = test::changesBetween(*snapshotOf(held, noon), *snapshotOf(free, noon + 1s));
        QCOMPARE(left.size(), 1U);
        QVERIFY(left[0].type == Change::Type::Left && !left[0].contender.atGate);
        const auto came = test::changesBetween(*snapshotOf(free, noon), *snapshotOf(held, noon + 1s));
        QCOMPARE(came.size(), 2U);
        QVERIFY(came[0].type == Change::Type::Joined && came[1].type == Change::Type::Granted);
    }

    void eachIsReportedWithItsOwnSession()
    {
        std::vector<LockEvent> reported;
        EventStream stream([&](const LockEvent& event) { reported.push_back(event); });
        stream.see(snapshotOf(lockWith({one}, {}), noon));
        auto unread = lockWith({one}, {one});
        QVERIFY(unread.queue.back().atGate);
        unread.queue.back().details.reset();
        stream.see(snapshotOf(std::move(unread), noon + 50ms));
        QVERIFY(reported.empty()); // the lease of that name is not a match
        stream.see(snapshotOf(lockWith({one}, {one}), noon + 100ms));
        QCOMPARE(reported.size(), 1U);
        QVERIFY(reported[0].change.type == Change::Type::Joined && reported[0].change.contender.atGate);
        QCOMPARE(reported[0].change.contender.details->session, std::int64_t(101));
    }

    /// Without czxids, as in an audit log, only the key distinguishes them.
    void aLossIsReportedOfEach()
    {
        auto lock = lockWith({one}, {one});
        for (auto& contender : lock.queue)
            contender.details->creationId = 0;
        const auto atGate = lock.queue.back();
        QVERIFY(atGate.atGate);
        std::vector<LockEvent> reported;
        EventStream stream([&](const LockEvent& event) { reported.push_back(event); });
        auto before = std::make_shared<Snapshot>(*snapshotOf(std::move(lock), noon));
        auto cut = std::make_shared<ensemble::EnsembleFacts>(); // no session has a connection
        cut->takenAt = noon;
        cut->hasEveryConnection = true;
        for (const auto& contender : before->locks[0]->queue)
            cut->sessions[contender.details->session].id = contender.details->session;
        before->ensemble = cut;
        stream.see(before);
        stream.see(snapshotOf(lockWith({}, {}), noon + 1s));
        QCOMPARE(reported.size(), 3U);
        QVERIFY(reported[2].change.type == Change::Type::Unseen);
        stream.add({{Change::Type::Lost, "/pool", atGate, {}}, noon + 2s, Confidence::Exact});
        auto facts = std::make_shared<ensemble::EnsembleFacts>(); // no session is left
        facts->takenAt = noon + 3s;
        facts->hasEverySession = true;
        auto after = std::make_shared<Snapshot>(*snapshotOf(lockWith({}, {}), noon + 3s));
        after->ensemble = facts;
        stream.see(after);
        QCOMPARE(reported.size(), 5U);
        QVERIFY(reported[4].change.type == Change::Type::Lost && !reported[4].change.contender.atGate);
    }

    void anEndIsDrawnForItsOwnStay()
    {
        auto lock = lockWith({one}, {one});
        for (auto& contender : lock.queue)
            contender.details->creationId = 0;
        const auto lease = lock.queue.front();
        const auto atGate = lock.queue.back();
        History history;
        Timeline timeline("/pool");
        history.see(snapshotOf(lockWith({}, {}), noon));
        history.see(snapshotOf(std::move(lock), noon + 1s));
        history.see(snapshotOf(lockWith({}, {}), noon + 2s));
        for (const auto& [contender, type] :
             {std::pair(lease, Change::Type::Lost), std::pair(atGate, Change::Type::Released)})
            history.add({{type, "/pool", contender, {}}, noon + 3s});
        timeline.see(history);
        const auto endOf = [&](LockPart part) {
            const auto place = timeline.find({part, one});
            return place ? timeline.row(place->row).stays[place->stay].end : Stay::End::Open;
        };
        QVERIFY(endOf(LockPart::Queue) == Stay::End::Lost);
        QVERIFY(endOf(LockPart::Gate) == Stay::End::Released);
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
        QCOMPARE(lock->gaveUp, 0U);
        QCOMPARE(lock->unseen, 1U); // the one at the gate: it may have had another lease
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
