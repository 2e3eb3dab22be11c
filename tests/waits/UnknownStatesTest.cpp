// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The wait-for graph rests on no guess: unknown states and modes, elections and possible locks are no waits.

#include "core/waits/WaitDot.h"
#include "core/waits/WaitJson.h"
#include "core/waits/WaitRanking.h"
#include "tests/model/PayloadModes.h"
#include "tests/support/Test.h"
#include "tests/waits/ClientNodes.h"

#include <QJsonObject>

#include <algorithm>
#include <memory>

namespace lockscope::unknownStatesTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

WaitGraph graphOf(Snapshot snapshot)
{
    return WaitGraph(std::make_shared<const Snapshot>(std::move(snapshot)));
}

WaitGraph graphOf(const std::vector<LockText>& texts)
{
    return graphOf(snapshotOf(texts));
}

/// "2>1 3>2~": waiter and blocker; "~": a blocker that does not hold.
std::string edgesOf(const WaitSnapshot& snapshot)
{
    std::vector<std::string> words;
    for (const auto& edge : snapshot.edges)
        words.push_back(std::to_string(snapshot.nodes[edge.from].session) + ">" +
                        std::to_string(snapshot.nodes[edge.to].session) + (edge.blockerHolds ? "" : "~"));
    std::sort(words.begin(), words.end());
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

const WaitNode& nodeOf(const WaitSnapshot& snapshot, std::int64_t session)
{
    return *std::find_if(snapshot.nodes.begin(), snapshot.nodes.end(),
                         [&](const WaitNode& node) { return node.session == session; });
}

bool isHead(const WaitSnapshot& snapshot)
{
    return waitText(snapshot, noon).find("waits for no lock") != std::string::npos;
}

const LockText held{"/a", "curator-mutex", {of(1, 11), of(2, 12)}};

} // namespace

class UnknownStatesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anUnknownStateIsNoWait()
    {
        const auto graph = graphOf({held, payloadModes("/f", "R?", 0)});
        const auto snapshot = graph.whole(60);
        QCOMPARE(edgesOf(snapshot), "2>1");
        QCOMPARE(snapshot.undecidedLocks, 1U);
        const auto& node = nodeOf(snapshot, 1);
        QCOMPARE(node.holdCount, 1U);
        QCOMPARE(node.waitCount, 0U);
        QCOMPARE(node.undecidedCount, 1U);
        QCOMPARE(node.undecided.front().lock, "/f");
        QVERIFY(!isHead(snapshot)); // it may wait at /f
        QVERIFY(waitText(snapshot, noon).find("may wait for another lock") != std::string::npos);
        QVERIFY(waitDot(snapshot, *graph.snapshot(), noon).find("may hold or wait for /f") != std::string::npos);
        QVERIFY(waitSnapshotIn(waitJson(snapshot)).value() == snapshot);
        QVERIFY(isHead(graphOf({held, payloadModes("/f", "RR", 0)}).whole(60)));
    }

    void theRankingSaysWhatItLeavesOut()
    {
        const auto ranking = rankBlockers(graphOf({held, payloadModes("/f", "R?W", 0)}));
        QCOMPARE(ranking.all.waits, 1.0);
        QCOMPARE(ranking.undecidedLocks, 1U);
        QCOMPARE(ranking.blockers.size(), 1U);
        QVERIFY(ranking.blockers.front().place == ChainPlace::Unknown);
        const auto known = rankBlockers(graphOf({held, payloadModes("/f", "RR", 0)}));
        QCOMPARE(known.undecidedLocks, 0U);
        QVERIFY(known.blockers.front().place == ChainPlace::Head);
    }

    /// Its other thread may wait, so this one may go on.
    void anUnknownStateProvesNoDeadlock()
    {
        const auto certain = [](std::string_view modes) {
            const auto graph = graphOf({{"/a", "curator-mutex", {of(1, 11, 12s), of(2, 14, 11s)}},
                                        {"/b", "curator-mutex", {of(2, 12, 13s), of(1, 13, 12s)}},
                                        payloadModes("/f", modes, 0, 20s)});
            return std::count_if(graph.deadlocks().begin(), graph.deadlocks().end(),
                                 [](const Deadlock& deadlock) { return deadlock.isCertain; });
        };
        QCOMPARE(certain("RR"), 1);
        QCOMPARE(certain("R?"), 0);
    }

    void anUnknownModeBlamesNoHolder()
    {
        const auto edges = [](std::string_view modes) {
            return edgesOf(graphOf({payloadModes("/f", modes)}).whole(60));
        };
        QCOMPARE(edges("WWR"), "2>1 3>1");
        QCOMPARE(edges("RWR"), "2>1 3>2~");
        QCOMPARE(edges("?WR"), "2>1 3>2~"); // the first two may both be readers, the last one waits for the writer
        QCOMPARE(edges("RW?"), "2>1 3>2~");
        QCOMPARE(edges("WW?"), "2>1 3>1");
    }

    void aCandidateAndAPossibleLockAreNoWaits()
    {
        const LockText election{
            "/e",
            "curator-latch",
            {NodeText{7, curator(1, "latch-"), 1, 20s, 1}, NodeText{1, curator(2, "latch-"), 2, 20s, 2}}};
        auto possible = queueOf({"/p", "curator-mutex", {of(8, 3), of(1, 4), of(9, 5)}});
        possible.certainty = Certainty::Possible;
        const auto graph = graphOf(snapshotOf({queueOf(held), queueOf(election), std::move(possible)}));
        const auto snapshot = graph.whole(60);
        QCOMPARE(edgesOf(snapshot), "2>1");
        QCOMPARE(nodeOf(snapshot, 1).waitCount, 0U);
        QCOMPARE(nodeOf(snapshot, 1).undecidedCount, 0U);
        QVERIFY(isHead(snapshot));
        QVERIFY(rankBlockers(graph).blockers.front().place == ChainPlace::Head);
        QCOMPARE(graph.undecidedLocks(), 0U);
    }
};

} // namespace lockscope::unknownStatesTest

LOCKSCOPE_TEST(lockscope::unknownStatesTest::UnknownStatesTest)
#include "UnknownStatesTest.moc"
