// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Findings about directories whose listing is large, and about numbers that run out.

#include "tests/findings/FindingText.h"
#include "tests/support/Test.h"

#include <limits>
#include <memory>

namespace lockscope::limitFindingsTest {

using namespace lockscope::inspect;
using namespace lockscope::test;

namespace {

zk::Stat parentOf(std::int32_t children, std::int32_t cversion = 1)
{
    zk::Stat stat;
    stat.cversion = cversion;
    stat.numChildren = children;
    return stat;
}

std::string reportedWithParent(LockText text, const zk::Stat& parent)
{
    auto lock = queueOf(text);
    lock.parent = parent;
    std::vector<Lock> locks;
    locks.push_back(std::move(lock));
    return reportedOf(snapshotOf(std::move(locks)));
}

} // namespace

class LimitFindingsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listingsNearTheLimit();
    void largeDirectoriesThatAreNoLocks();
    void numbersThatRunOut();
};

void LimitFindingsTest::listingsNearTheLimit()
{
    // A Curator name has 55 characters and takes 59 bytes of 1 MiB.
    QCOMPARE(reportedWithParent(mutexOf("/a", {1}), parentOf(10'600)), "");
    QCOMPARE(reportedWithParent(mutexOf("/a", {1}), parentOf(10'700)), "warning listing-near-limit /a");
    QCOMPARE(reportedWithParent(mutexOf("/a", {1}), parentOf(17'000)), "critical listing-near-limit /a");
    LockText long1{"/a", "documented-lock", {}};
    for (int i = 0; i < 700; ++i)
        long1.nodes.push_back({i + 1, std::string(1'000, 'x') + "-lock-", i});
    QCOMPARE(reportedOf({long1}), "warning listing-near-limit /a"); // few, but with long names
    auto snapshot = snapshotOf(std::vector<LockText>{});
    snapshot.problems.push_back({"/big", {ErrorCode::TooLarge, "getChildren", "/big", "40000 children"}});
    snapshot.problems.push_back({"/shut", {ErrorCode::NoAuth, "getChildren", "/shut", {}}});
    QCOMPARE(reportedOf(snapshot), "warning listing-near-limit /big"); // no lock: nothing waits there
    auto inUse = snapshotOf({mutexOf("/big", {1})});
    inUse.problems = snapshot.problems;
    QCOMPARE(reportedOf(inUse), "critical listing-near-limit /big");
    // The walk stopped, which is no fault of the tree.
    snapshot.problems = {{"/", {ErrorCode::TooLarge, "read all nodes below", "/", "300000 nodes"}}};
    QCOMPARE(reportedOf(snapshot), "");
}

void LimitFindingsTest::largeDirectoriesThatAreNoLocks()
{
    auto snapshot = snapshotOf({mutexOf("/lock", {1})});
    snapshot.largeDirectories = {{"/jobs", 312'000, 4'992'000}, {"/lock", 10, 2'000'000}, {"/some", 5'000, 600'000}};
    QCOMPARE(reportedOf(snapshot), "warning listing-near-limit /jobs");
    const auto judged = withFindings(std::make_shared<Snapshot>(snapshot), {});
    QVERIFY(judged->findings.at(0).evidence.find("4992000 bytes") != std::string::npos);
}

void LimitFindingsTest::numbersThatRunOut()
{
    const auto at = [](int number) {
        return std::vector<LockText>{{"/a", "curator-mutex", {{1, curator(1), number}}}};
    };
    QCOMPARE(reportedOf(at(1'900'000'000)), "");
    QCOMPARE(reportedOf(at(2'000'000'000)), "warning sequence-near-overflow /a");
    QCOMPARE(reportedOf(at(2'147'000'000)), "critical sequence-near-overflow /a");
    QCOMPARE(reportedOf(at(std::numeric_limits<int>::max())), "critical sequence-near-overflow /a");
    LockText negative{"/a", "curator-mutex", {}};
    negative.others = {curator(1) + "-2147483648"};
    QCOMPARE(reportedOf({negative}), "critical sequence-near-overflow /a");
    // By the parent's Stat, whose cversion wraps: twice the counter, less the children.
    const auto counter = std::uint32_t(2'000'000'000);
    QCOMPARE(reportedWithParent(mutexOf("/a", {1}), parentOf(1, static_cast<std::int32_t>(counter * 2 - 1))),
             "warning sequence-near-overflow /a");
    QCOMPARE(reportedWithParent(mutexOf("/a", {1}), parentOf(1, 2'000'000'000)), ""); // the counter is half of it
}

} // namespace lockscope::limitFindingsTest

LOCKSCOPE_TEST(lockscope::limitFindingsTest::LimitFindingsTest)
#include "LimitFindingsTest.moc"
