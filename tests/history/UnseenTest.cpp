// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Acquisitions that begin and end between two snapshots: they are missing, and the history says so.

#include "core/history/ChangeJson.h"
#include "core/history/History.h"
#include "core/history/Timeline.h"
#include "tests/history/World.h"
#include "tests/model/SmallSnapshots.h"
#include "tests/support/Test.h"

#include <QJsonObject>

namespace lockscope::unseenTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The type of each change and the owner of its node; "?": it may have held; the number of an Unseen change.
std::string changesOf(const LockText& before, const LockText& after)
{
    const auto was = queueOf(before);
    const auto is = queueOf(after);
    std::string text;
    for (const auto& change : inspect::changesOf(&was, &is)) {
        const auto number =
            change.type == Change::Type::Unseen ? change.unseen : change.contender.session().value_or(0);
        text += std::string(toString(change.type)) + " " + std::to_string(number) + (change.mayHaveHeld ? "?; " : "; ");
    }
    return text;
}

} // namespace

class UnseenTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWaiterMayHaveHeld_data();
    void aWaiterMayHaveHeld();
    void isCountedApart();
    void nodesWithoutASnapshotCount();
    void aGapSaysIt();
};

void UnseenTest::aWaiterMayHaveHeld_data()
{
    const auto mutex = [](std::initializer_list<std::int64_t> owners) {
        LockText text{"/m", "curator-mutex", {}};
        for (const auto owner : owners)
            text.nodes.push_back({owner, curator(1), static_cast<int>(owner)});
        return text;
    };
    const auto leases = [](int limit, std::initializer_list<std::int64_t> owners) {
        LockText text{"/s", "curator-semaphore", {}};
        text.leases = limit;
        for (const auto owner : owners)
            text.nodes.push_back({owner, curator(1, "lease-"), static_cast<int>(owner)});
        return text;
    };
    const auto readWrite = [](std::initializer_list<std::pair<std::int64_t, bool>> owners) {
        LockText text{"/rw", "curator-read-write", {}};
        for (const auto& [owner, reads] : owners)
            text.nodes.push_back({owner, curator(1, reads ? "__READ__" : "__WRIT__"), static_cast<int>(owner)});
        return text;
    };
    QTest::addColumn<LockText>("before");
    QTest::addColumn<LockText>("after");
    QTest::addColumn<std::string>("changes");
    const auto row = [](const char* name, const LockText& before, const LockText& after, const char* changes) {
        QTest::newRow(name) << before << after << std::string(changes);
    };
    row("the holder stays", mutex({1, 2, 3}), mutex({1, 3}), "left 2; ");
    row("the holder leaves", mutex({1, 2, 3}), mutex({2, 3}), "left 1; granted 2; ");
    row("the next may have held", mutex({1, 2, 3}), mutex({3}), "left 1; left 2?; unseen 1; granted 3; ");
    row("a waiter behind one that stays", mutex({1, 2, 3, 4}), mutex({2, 4}), "left 1; left 3; granted 2; ");
    row("all are gone", mutex({1, 2, 3}), mutex({}), "left 1; left 2?; left 3?; unseen 2; ");
    row("a lease was free", leases(2, {1, 2, 3, 4}), leases(2, {2, 4}), "left 1; left 3?; unseen 1; granted 4; ");
    row("all leases stay", leases(2, {1, 2, 3, 4}), leases(2, {1, 2, 4}), "left 3; ");
    row("a reader beside readers", readWrite({{1, true}, {2, false}, {3, true}}), readWrite({{1, true}, {3, true}}),
        "left 2; granted 3; ");
    row("a reader behind a writer that stays", readWrite({{1, false}, {2, true}}), readWrite({{1, false}}), "left 2; ");
    row("a reader behind a writer that left", readWrite({{1, true}, {2, false}, {3, true}}), readWrite({{1, true}}),
        "left 2; left 3?; unseen 1; ");
}

void UnseenTest::aWaiterMayHaveHeld()
{
    QFETCH(LockText, before);
    QFETCH(LockText, after);
    QFETCH(std::string, changes);
    QCOMPARE(changesOf(before, after), changes);
}

void UnseenTest::isCountedApart()
{
    World world;
    std::vector<LockEvent> events;
    History history({}, [&](const LockEvent& event) { events.push_back(event); });
    world.locks["/a"] = {{1}, {2}, {3}, {4}};
    history.see(world.at(0ms));
    world.locks["/a"] = {{3}, {4}};
    history.see(world.at(500ms));
    world.locks["/a"] = {{3}};
    history.see(world.at(900ms));
    QCOMPARE(reported(history), std::string("left 1; left 2; unseen 1; granted 3; left 4; "));
    const auto* lock = history.find("/a");
    QCOMPARE(lock->unseen, 1U);
    QCOMPARE(lock->gaveUp, 1U); // 4 only: 3 still holds
    QCOMPARE(lock->granted, 1U);

    const auto held = [&](std::size_t i) { return eventJson(events.at(i)).value(QStringLiteral("held")); };
    QCOMPARE(held(0), QJsonValue(true));
    QCOMPARE(held(1), QJsonValue());
    QCOMPARE(held(4), QJsonValue(false));
    const auto unseen = eventJson(events.at(2));
    QCOMPARE(unseen.value(QStringLiteral("event")).toString(), QStringLiteral("unseen"));
    QCOMPARE(unseen.value(QStringLiteral("count")).toInt(), 1);
    QVERIFY(events.at(2).from == historyNoon && events.at(2).at == historyNoon + 500ms);

    Timeline timeline("/a");
    timeline.see(history);
    int mayHaveHeld = 0;
    for (std::size_t row = 0; row < timeline.size(); ++row) {
        for (const auto& stay : timeline.row(row).stays)
            mayHaveHeld += stay.mayHaveHeld ? 1 : 0;
    }
    QCOMPARE(mayHaveHeld, 1);
}

void UnseenTest::nodesWithoutASnapshotCount()
{
    World world;
    History history;
    world.locks["/a"] = {{1}};
    history.see(world.at(0ms));
    world.unlisted["/a"] = 5;
    history.see(world.at(100ms));
    history.see(world.at(200ms)); // the same number: nothing new
    world.locks["/b"] = {{1}};
    world.unlisted["/b"] = 7; // before the first snapshot of this lock
    history.see(world.at(300ms));
    QCOMPARE(reported(history), std::string("unseen 5; joined 1; granted 1 after 0; "));
    QCOMPARE(history.find("/a")->unseen, 5U);
}

void UnseenTest::aGapSaysIt()
{
    World world;
    History history;
    world.locks["/a"] = {{1}, {2}, {3}};
    history.see(world.at(0ms));
    world.state = SessionState::Suspended;
    history.see(world.at(100ms));
    world.state = SessionState::Connected;
    world.locks["/a"] = {{3}};
    world.unlisted["/a"] = 4;
    history.see(world.at(5'000ms));
    QCOMPARE(reported(history), std::string("gap 4900; left! 1; left! 2; granted! 3; "));
    QCOMPARE(history.find("/a")->unseen, 0U);
}

} // namespace lockscope::unseenTest

LOCKSCOPE_TEST(lockscope::unseenTest::UnseenTest)
#include "UnseenTest.moc"
