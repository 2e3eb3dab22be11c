// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Contenders that hold or wait, which of the two is unknown: they are in no duration, and no event guesses.

#include "core/history/ChangeJson.h"
#include "tests/history/WatchedTimeline.h"
#include "tests/model/PayloadModes.h"
#include "tests/support/Test.h"

#include <QJsonObject>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace lockscope::unknownStatesTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// A lock whose nodes say their mode in the payload, in a series of snapshots.
struct Seen {
    std::map<int, char> modes; ///< by the number of the node, see modePayload()
    History history;
    Timeline timeline{"/a"};

    void look(std::chrono::milliseconds sinceNoon)
    {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->takenAt = historyNoon + sinceNoon;
        snapshot->complete = true;
        snapshot->session.state = SessionState::Connected;
        std::vector<std::string> names;
        DetailsByNode details;
        for (const auto& [number, mode] : modes) {
            names.push_back("flock#" + sequenceText(number));
            zk::Stat stat;
            stat.ephemeralOwner = number + 10;
            stat.czxid = number;
            stat.ctime = historyNoon;
            details.emplace(names.back(), detailsOf(stat, modePayload(mode)));
        }
        const auto* before = m_before ? m_before->find("/a") : nullptr;
        snapshot->locks.push_back(std::make_shared<const Lock>(
            buildQueue("/a", *builtinDialects()->find("accumulo-fate"), names, details, before, snapshot->takenAt)));
        m_before = snapshot;
        history.see(snapshot);
        timeline.see(history);
    }

    [[nodiscard]] const LockHistory& counts() const { return *history.find("/a"); }
    [[nodiscard]] LockDurations durations() const { return history.durationsOf(counts(), m_before->takenAt); }
    [[nodiscard]] const Contender& contender(int number) const
    {
        const auto name = "flock#" + sequenceText(number);
        return *m_before->locks.front()->find({LockPart::Queue, name});
    }
    /// The last stay of that node's client.
    [[nodiscard]] const Stay& stay(int number) const
    {
        const auto place = timeline.find({LockPart::Queue, "flock#" + sequenceText(number)}, number);
        return timeline.row(place->row).stays[place->stay];
    }
    /// The events since the first snapshot, as in World.h.
    [[nodiscard]] std::string events() const { return reported(history); }

private:
    SnapshotPtr m_before;
};

/// The node's number for each contender that left; "?": it may have held.
std::string leftOf(std::string_view before, std::string_view after)
{
    const auto was = queueOf(payloadModes("/a", before));
    auto rest = payloadModes("/a", before);
    std::erase_if(rest.nodes,
                  [&](const NodeText& node) { return after[static_cast<std::size_t>(node.number) - 1] == ' '; });
    const auto is = queueOf(rest);
    std::string text;
    for (const auto& change : changesOf(&was, &is)) {
        if (change.type == Change::Type::Left)
            text += std::to_string(*change.contender.sequence) + (change.mayHaveHeld ? "? " : " ");
    }
    return text;
}

} // namespace

class UnknownStatesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anUnknownStateIsNoOpenWait();
    void whenItAcquiredIsUnknown();
    void aWaiterHasWaitedFromTheBegin();
    void howItLeftIsUnknown();
    void unknownModesProveNothing();
    void aSingleNodeMayNotHaveBeenHeld();
    void possibleLocksRankLast();
};

void UnknownStatesTest::anUnknownStateIsNoOpenWait()
{
    Seen seen;
    seen.modes = {{1, 'R'}};
    seen.look(0ms);
    seen.modes = {{1, 'R'}, {2, '?'}, {3, 'W'}};
    seen.look(100ms);
    seen.look(5'100ms);
    const auto durations = seen.durations();
    QCOMPARE(durations.openWaits.count(), 1U); // the writer
    QCOMPARE(durations.waits.openCount(), 1U);
    QCOMPARE(durations.holds.openCount(), 0U);
    QCOMPARE(durations.undecided, 1);
    QVERIFY(!seen.stay(2).isStateKnown && !seen.stay(2).heldFrom);
    QVERIFY(seen.stay(3).isStateKnown);
}

void UnknownStatesTest::whenItAcquiredIsUnknown()
{
    Seen seen;
    seen.modes = {{1, 'R'}};
    seen.look(0ms);
    seen.modes = {{1, 'R'}, {2, '?'}};
    seen.look(100ms);
    seen.modes = {{1, 'R'}, {2, 'R'}};
    seen.look(1'000ms);
    // It held at this time, and perhaps before.
    QCOMPARE(seen.events(), "joined 2; granted? 2; ");
    QVERIFY(!seen.contender(2).grantedAt);
    QCOMPARE(seen.counts().waits.count(), 0U);
    QCOMPARE(seen.counts().inferredWaits, std::uint64_t(1));
    QCOMPARE(seen.durations().holds.openCount(), 0U);
    QCOMPARE(textOf(seen.stay(2)), "100 holds 1000??");
    QVERIFY(seen.stay(2).isShared);
    seen.modes = {{1, 'R'}};
    seen.look(2'000ms);
    QCOMPARE(seen.counts().holds.count(), 0U);
    QCOMPARE(seen.counts().inferredHolds, std::uint64_t(1));
    QCOMPARE(seen.counts().gaveUp, std::uint64_t(0));
    Timeline later("/a"); // from the log, as in a recording
    later.see(seen.history);
    QVERIFY(textOf(later).find("100 holds 1000?? to 2000 left") != std::string::npos);
}

/// A waiter cannot have held before.
void UnknownStatesTest::aWaiterHasWaitedFromTheBegin()
{
    Seen seen;
    seen.modes = {{1, 'R'}};
    seen.look(0ms);
    seen.modes = {{1, 'R'}, {2, '?'}};
    seen.look(100ms);
    seen.modes = {{1, 'R'}, {2, 'W'}};
    seen.look(1'000ms);
    QCOMPARE(seen.durations().undecided, 0);
    QCOMPARE(seen.durations().openWaits.longest(), 900ms);
    QVERIFY(seen.stay(2).isStateKnown);
    seen.modes = {{2, 'W'}};
    seen.look(2'000ms);
    QCOMPARE(seen.events(), "joined 2; left 1; granted 2 after 1900; ");
    QVERIFY(seen.contender(2).grantedAt == historyNoon + 2s);
    QCOMPARE(textOf(seen.stay(2)), "100 holds 2000");
    Timeline later("/a");
    later.see(seen.history);
    QVERIFY(textOf(later).find("100 holds 2000,") != std::string::npos);
}

void UnknownStatesTest::howItLeftIsUnknown()
{
    Seen seen;
    seen.modes = {{1, 'R'}};
    seen.look(0ms);
    seen.modes = {{1, 'R'}, {2, '?'}};
    seen.look(100ms);
    seen.modes = {{1, 'R'}};
    seen.look(1'000ms);
    QCOMPARE(seen.events(), "joined 2; left 2; unseen 1; "); // an acquisition may be missing
    QCOMPARE(seen.counts().gaveUp, std::uint64_t(0));
    QCOMPARE(seen.counts().inferredWaits, std::uint64_t(1));
    QCOMPARE(seen.counts().waits.openCount(), 0U);
    QVERIFY(seen.stay(2).mayHaveHeld && !seen.stay(2).isStateKnown);
    LockEvent left;
    left.change.type = Change::Type::Left;
    left.change.mayHaveHeld = true;
    QVERIFY(eventJson(left)["held"_L1].isNull());
}

void UnknownStatesTest::unknownModesProveNothing()
{
    QCOMPARE(leftOf("RWR", "R  "), "2 3? "); // after the writer, the reader may have held besides the first one
    QCOMPARE(leftOf("RW?", "R  "), "2 3? "); // it may be a reader
    QCOMPARE(leftOf("RWW", "R  "), "2 3 ");
    QCOMPARE(leftOf("?WR", "?  "), "2 3? "); // the first one may be a reader
    QCOMPARE(leftOf("WWR", "W  "), "2 3 ");
    QCOMPARE(leftOf("R?W", "R  "), "2? 3 ");
}

void UnknownStatesTest::aSingleNodeMayNotHaveBeenHeld()
{
    zk::Stat stat;
    stat.czxid = 1;
    auto details = detailsOf(stat, "");
    details.isPayloadKnown = false;
    const auto lock = buildSingle("/s", *builtinDialects()->find("helix-lock"), &details, nullptr, historyNoon);
    QVERIFY(!lock.queue.front().isStateKnown);
    const auto changes = changesOf(&lock, nullptr);
    QCOMPARE(changes.size(), 2U);
    QVERIFY(changes[0].type == Change::Type::Left && changes[0].mayHaveHeld);
    QVERIFY(changes[1].type == Change::Type::Unseen && changes[1].unseen == 1);
}

void UnknownStatesTest::possibleLocksRankLast()
{
    World world;
    world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}}; // this one waits for longest
    world.locks["/b"] = {{3, 13, "three"}};
    History history;
    const auto look = [&](std::chrono::milliseconds sinceNoon) {
        auto snapshot = std::make_shared<Snapshot>(*world.at(sinceNoon));
        auto possible = *snapshot->locks.front();
        possible.certainty = Certainty::Possible;
        snapshot->locks.front() = std::make_shared<const Lock>(std::move(possible));
        history.see(snapshot);
    };
    look(0ms);
    world.locks["/b"].push_back({4, 14, "four"});
    look(9'000ms);
    const auto ranked = history.worstFirst(historyNoon + 10s);
    QCOMPARE(ranked.size(), 2U);
    QCOMPARE(*ranked[0]->path, "/b");
    QVERIFY(ranked[0]->certainty == Certainty::Certain && ranked[1]->certainty == Certainty::Possible);
}

} // namespace lockscope::unknownStatesTest

LOCKSCOPE_TEST(lockscope::unknownStatesTest::UnknownStatesTest)
#include "UnknownStatesTest.moc"
