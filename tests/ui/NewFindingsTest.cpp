// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/NewFindings.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::newFindingsTest {

using namespace std::chrono_literals;
using inspect::Finding;
using inspect::FindingKind;
using inspect::Severity;

/// Which findings are new, and which of these the user has not seen.
class NewFindingsTest final : public QObject {
    Q_OBJECT

    static Finding finding(Severity severity, const std::string& path, const std::string& node = "n1")
    {
        Finding made;
        made.kind = FindingKind::LongHold;
        made.severity = severity;
        made.path = path;
        made.nodes = {path + "/" + node};
        return made;
    }
    static inspect::Snapshot reading(std::chrono::seconds after, std::vector<Finding> findings, bool isComplete = true)
    {
        inspect::Snapshot made;
        made.takenAt = test::snapshotTime + after;
        made.complete = isComplete;
        made.findings = std::move(findings);
        return made;
    }
    static std::vector<std::string> seen(ui::NewFindings& findings, const inspect::Snapshot& snapshot)
    {
        std::vector<std::string> paths;
        for (const auto* each : findings.see(snapshot))
            paths.push_back(each->path);
        return paths;
    }
    using Paths = std::vector<std::string>;

private Q_SLOTS:
    void theFirstViewIsComplete()
    {
        ui::NewFindings findings;
        QCOMPARE(seen(findings, reading(0s, {finding(Severity::Critical, "/a")}, false)), Paths());
        QCOMPARE(seen(findings, reading(60s, {finding(Severity::Critical, "/b")}, false)), Paths());
        QCOMPARE(seen(findings, reading(70s, {finding(Severity::Critical, "/c")})), Paths());
        QCOMPARE(seen(findings, reading(79s, {finding(Severity::Critical, "/d")})), Paths());
        QCOMPARE(seen(findings, reading(80s, {finding(Severity::Critical, "/e")})), Paths{"/e"});
    }

    void oneForEachKindAndLockUntilAllHaveEnded()
    {
        ui::NewFindings findings;
        QCOMPARE(seen(findings, reading(0s, {})), Paths());
        const auto first = finding(Severity::Warning, "/a");
        const auto second = finding(Severity::Warning, "/a", "n2");
        QCOMPARE(seen(findings, reading(20s, {first, second})), Paths{"/a"});
        QCOMPARE(seen(findings, reading(30s, {second})), Paths());
        QCOMPARE(seen(findings, reading(40s, {}, false)), Paths()); // not read
        QCOMPARE(seen(findings, reading(50s, {second})), Paths());
        QCOMPARE(seen(findings, reading(60s, {})), Paths());
        QCOMPARE(seen(findings, reading(70s, {second})), Paths{"/a"});
    }

    void aHigherSeverityIsNew()
    {
        ui::NewFindings findings;
        QCOMPARE(seen(findings, reading(0s, {})), Paths());
        QCOMPARE(seen(findings, reading(20s, {finding(Severity::Info, "/a")})), Paths());
        QCOMPARE(seen(findings, reading(30s, {finding(Severity::Warning, "/a")})), Paths{"/a"});
        QCOMPARE(seen(findings, reading(40s, {finding(Severity::Critical, "/a")})), Paths{"/a"});
        QCOMPARE(seen(findings, reading(50s, {finding(Severity::Warning, "/a")})), Paths());
    }

    void whatIsSeenCountsNoLonger()
    {
        ui::UnseenFindings unseen;
        unseen.add(finding(Severity::Warning, "/a"), true);
        unseen.add(finding(Severity::Critical, "/b"), true);
        unseen.add(finding(Severity::Critical, "/a"), true); // the same kind and lock
        QCOMPARE(unseen.count(), 2);
        QCOMPARE(unseen.criticalCount(), 2);
        unseen.add(finding(Severity::Warning, "/c"), false);
        QCOMPARE(unseen.count(), 2);
        unseen.markSeen();
        QCOMPARE(unseen.count(), 0);
        unseen.showHidden();
        QCOMPARE(unseen.count(), 1);
        QCOMPARE(unseen.criticalCount(), 0);
    }
};

} // namespace lockscope::newFindingsTest

LOCKSCOPE_TEST(lockscope::newFindingsTest::NewFindingsTest)
#include "NewFindingsTest.moc"
