// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// When findings begin and end, over a series of snapshots with a gap.

#include "core/history/History.h"
#include "tests/history/World.h"
#include "tests/support/Test.h"

namespace lockscope::findingHistoryTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

class FindingHistoryTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findingsBeginAndEnd();
};

void FindingHistoryTest::findingsBeginAndEnd()
{
    const auto finding = [](FindingKind kind, const std::string& path, const std::string& text) {
        Finding one;
        one.kind = kind;
        one.path = path;
        one.nodes = {path + "/n1"};
        one.text = text;
        return one;
    };
    World world;
    std::vector<FindingRecord> reported;
    History history({}, {}, [&](const FindingRecord& record) { reported.push_back(record); });
    const auto see = [&](std::chrono::milliseconds at, std::vector<Finding> findings) {
        auto snapshot = std::make_shared<Snapshot>(*world.at(at));
        snapshot->findings = std::move(findings);
        history.see(snapshot);
    };
    const auto old = finding(FindingKind::LongHold, "/a", "held for 1 h");
    see(0ms, {old});
    see(1'000ms, {old, finding(FindingKind::Deadlock, "/b", "two")});
    see(2'000ms, {finding(FindingKind::LongHold, "/a", "held for 2 h"), finding(FindingKind::Deadlock, "/b", "two")});
    QCOMPARE(reported.size(), 2U);
    QVERIFY(reported[0].beganKnown == Confidence::Unknown);
    QVERIFY(reported[1].beganKnown == Confidence::Exact && reported[1].began == historyNoon + 1s);
    QCOMPARE(history.findings().find(old)->finding.text, std::string("held for 2 h"));
    see(3'000ms, {old});
    QCOMPARE(reported.size(), 3U);
    QVERIFY(reported[2].ended == historyNoon + 3s && reported[2].endedKnown == Confidence::Exact);
    world.state = SessionState::Suspended;
    see(4'000ms, {});
    QCOMPARE(reported.size(), 3U); // nothing is known during the gap
    world.state = SessionState::Connected;
    see(9'000ms, {});
    QCOMPARE(reported.size(), 4U);
    QVERIFY(reported[3].endedKnown == Confidence::Inferred);
    const auto records = history.findings().records();
    QCOMPARE(records.size(), 2U);
    QVERIFY(records[0]->finding.kind == FindingKind::LongHold && records[0]->ended);
}

} // namespace lockscope::findingHistoryTest

LOCKSCOPE_TEST(lockscope::findingHistoryTest::FindingHistoryTest)
#include "FindingHistoryTest.moc"
