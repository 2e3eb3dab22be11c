// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Findings from real watches, and from dialects that share a path. And the time that all findings take in a big
/// snapshot.

#include "core/findings/zookeeper/Visibility.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "tests/findings/FindingText.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::findingsSeenTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

using Watches = std::vector<std::pair<std::string, std::int64_t>>; ///< path, session

/// The lock was unchanged for a while before the watches were read.
Snapshot withWatches(const LockText& text, const Watches& watches, bool isComplete = true)
{
    auto lock = queueOf(text);
    lock.readAt = noon - 10s;
    std::vector<Lock> locks;
    locks.push_back(std::move(lock));
    auto snapshot = snapshotOf(std::move(locks));
    auto facts = std::make_shared<ensemble::WatchFacts>();
    facts->takenAt = noon - 5s;
    facts->isComplete = isComplete;
    facts->source = ensemble::Source::AdminServer;
    for (const auto& [path, session] : watches)
        facts->watchers[path].insert(session);
    snapshot.watchers = facts;
    return snapshot;
}

std::string reportedOfMix(const std::string& dialect, const std::vector<std::string>& names,
                          const std::vector<std::string>& others)
{
    LockText text{"/a", dialect, {}, others};
    for (std::size_t i = 0; i < names.size(); ++i)
        text.nodes.push_back({static_cast<int>(i) + 1, names[i], static_cast<int>(i)});
    return reportedOf({text});
}

const std::string hex = "0b3e4f5a111142228333abcdefabcdef";

/// Locks of nine contenders, of 50 sessions: each session holds one somewhere and waits nearly everywhere.
Snapshot everybodyEverywhere(int size)
{
    std::vector<Lock> locks;
    for (int i = 0; i < size; ++i) {
        LockText text{"/locks/" + sequenceText(i), i % 2 == 0 ? "curator-mutex" : "kazoo-lock", {}};
        for (int k = 0; k < 9; ++k)
            text.nodes.push_back(
                {1 + (i * 7 + k * 11) % 50,
                 i % 2 == 0 ? curator(i * 10 + k) : uuidOf(i * 10 + k).substr(0, 8) + hex.substr(8) + "__lock__", k,
                 100s});
        locks.push_back(queueOf(text));
    }
    return snapshotOf(std::move(locks));
}

} // namespace

class FindingsSeenTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whoWatchesNothing();
    void whoWatchesTheWrongNode();
    void onlyWhatStoodStillIsJudged();
    void whoWatchesAtTheRoot();
    void onlyWhatServersReportIsJudged();
    void ownFamiliesSayWhetherTheyWatch_data();
    void ownFamiliesSayWhetherTheyWatch();
    void herds();
    void mixedDialects_data();
    void mixedDialects();
    void namesTheIntruders();
    void readsNames_data();
    void readsNames();
    void isFastInABigSnapshot();
};

void FindingsSeenTest::whoWatchesNothing()
{
    const auto text = mutexOf("/a", {1, 2, 3}, 30s);
    QCOMPARE(reportedOf(withWatches(text, {{pathOf(text, 0), 2}, {pathOf(text, 1), 3}})), "");
    const auto findings = findingsIn(withWatches(text, {{pathOf(text, 0), 2}}), {});
    QCOMPARE(reported(findings), "warning watches-nothing /a");
    QCOMPARE(findings[0].nodes, std::vector<std::string>{pathOf(text, 2)});
    // A watch on its own node does not notify it; watches on nodes of other locks don't either.
    QCOMPARE(reportedOf(withWatches(text, {{pathOf(text, 0), 2}, {pathOf(text, 2), 3}, {"/ab/x", 3}})),
             "warning watches-nothing /a");
    // A server that did not answer may have its watch.
    QCOMPARE(reportedOf(withWatches(text, {{pathOf(text, 0), 2}}, false)), "");
}

void FindingsSeenTest::whoWatchesTheWrongNode()
{
    const auto text = mutexOf("/a", {1, 2, 3}, 30s);
    const auto gone = "/a/" + curator(9) + "0000000009";
    QCOMPARE(reportedOf(withWatches(text, {{pathOf(text, 2), 2}, {pathOf(text, 1), 3}})),
             "warning watches-wrong-node /a");
    QCOMPARE(reportedOf(withWatches(text, {{gone, 2}, {pathOf(text, 1), 3}}, false)), "warning watches-wrong-node /a");
    // A node farther ahead is deleted first: the client then reads the queue again.
    QCOMPARE(reportedOf(withWatches(text, {{pathOf(text, 0), 2}, {pathOf(text, 0), 3}})), "");
    // kazoo #649: reader and writer watch each other.
    const LockText kazoo{"/a",
                         "kazoo-read-write",
                         {{1, hex + "__rlock__", 1, 30s},
                          {2, hex + "__lock__", 2, 30s},
                          {3, hex + "__rlock__", 3, 30s},
                          {4, hex + "__lock__", 4, 30s}}};
    QCOMPARE(reportedOf(withWatches(kazoo, {{pathOf(kazoo, 0), 2}, {pathOf(kazoo, 3), 3}, {pathOf(kazoo, 2), 4}})),
             "warning watches-wrong-node /a");
    // Curator's readers watch the first writer, not the nearest.
    const LockText curators{"/a",
                            "curator-read-write",
                            {{1, curator(1, "__WRIT__"), 1, 30s},
                             {2, curator(2, "__WRIT__"), 2, 30s},
                             {3, curator(3, "__READ__"), 3, 30s}}};
    QCOMPARE(reportedOf(withWatches(curators, {{pathOf(curators, 0), 2}, {pathOf(curators, 0), 3}})), "");
}

void FindingsSeenTest::onlyWhatStoodStillIsJudged()
{
    const auto text = mutexOf("/a", {1, 2, 3}, 30s);
    bool isManual = false;
    const auto changed = [&](auto change) {
        auto snapshot = withWatches(text, {{pathOf(text, 0), 2}});
        snapshot.manual = isManual;
        auto lock = *snapshot.locks[0];
        change(lock);
        snapshot.locks[0] = std::make_shared<const Lock>(std::move(lock));
        return reportedOf(snapshot);
    };
    QCOMPARE(changed([](Lock&) {}), "warning watches-nothing /a");
    QCOMPARE(changed([](Lock& lock) { lock.readAt = noon - 4s; }), "");      // listed since: the queue has changed
    QCOMPARE(changed([](Lock& lock) { lock.readAt = noon - 5'100ms; }), ""); // and the client may be about to read it
    QCOMPARE(changed([](Lock& lock) { lock.polled = true; }), "");           // not read since
    const auto listedAgain = [](Lock& lock) {
        lock.polled = true;
        lock.readAt = noon - 4s;
        lock.unchangedSince = noon - 10s;
    };
    QCOMPARE(changed(listedAgain), "warning watches-nothing /a");                     // and unchanged
    QCOMPARE(changed([](Lock& lock) { lock.queue[2].firstSeenAt = noon - 6s; }), ""); // has just joined
    QCOMPARE(changed([](Lock& lock) { lock.queue[2].details.reset(); }), "");
    isManual = true; // read once: it may have changed before the servers answered
    QCOMPARE(changed([](Lock&) {}), "");
    QCOMPARE(changed(listedAgain), "warning watches-nothing /a");
}

/// A lock whose nodes are children of the root.
void FindingsSeenTest::whoWatchesAtTheRoot()
{
    const auto text = mutexOf("/", {1, 2}, 30s);
    const auto first = "/" + nameOf(text.nodes[0]);
    QCOMPARE(reportedOf(withWatches(text, {{first, 2}})), "");
    QCOMPARE(reportedOf(withWatches(text, {})), "warning watches-nothing /");
}

void FindingsSeenTest::onlyWhatServersReportIsJudged()
{
    // Leases, and the first client at their gate, watch directories.
    const LockText semaphore{"/s",
                             "curator-semaphore",
                             {{1, curator(1, "lease-"), 1, 30s}, {2, curator(2, "lease-"), 2, 30s}},
                             {},
                             0,
                             {{2, curator(3), 1, 40s}, {3, curator(4), 2, 30s}}};
    const auto gate = "/s/locks/" + curator(3) + "0000000001";
    QCOMPARE(reportedOf(withWatches(semaphore, {{gate, 3}})), "");
    QCOMPARE(reportedOf(withWatches(semaphore, {})), "warning watches-nothing /s"); // the second at the gate
    // Hive's clients poll; any program may use numbers as names.
    QCOMPARE(reportedOf(withWatches(
                 {"/h", "hive-lock", {{1, "LOCK-EXCLUSIVE-", 1, 30s}, {2, "LOCK-EXCLUSIVE-", 2, 30s}}}, {})),
             "");
    QCOMPARE(reportedOf(withWatches({"/q", "sequential", {{1, "turn", 1, 30s}, {2, "turn", 2, 30s}}}, {})), "");
}

void FindingsSeenTest::ownFamiliesSayWhetherTheyWatch_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<std::string>("expected");
    using Text = std::string;
    QTest::newRow("ahead") << QByteArray(R"(, "watches": "ahead")") << Text("warning watches-nothing /t");
    QTest::newRow("unknown") << QByteArray(R"(, "watches": "unknown")") << Text();
    QTest::newRow("not said") << QByteArray() << Text();
}

void FindingsSeenTest::ownFamiliesSayWhetherTheyWatch()
{
    QFETCH(QByteArray, field);
    QFETCH(std::string, expected);
    const auto family = readDialect(R"({"id": "ticket", "title": "Ticket", "kind": "mutex", "rule": "exclusive",
                                        "marks": ["ticket-{seq}"])" +
                                    field + "}");
    QVERIFY(family);
    LockText text{"/t", "ticket", {{1, "ticket-", 1, 30s}, {2, "ticket-", 2, 30s}}};
    text.dialects = std::make_shared<const DialectCatalogue>(std::vector<Dialect>{*family});
    QCOMPARE(reportedOf(withWatches(text, {})), expected);
}

void FindingsSeenTest::herds()
{
    const auto details = test::detailsOf({1, "", 0});
    const auto watchedBy = [&](int count) {
        auto snapshot = withWatches(mutexOf("/b", {1}), {});
        snapshot.locks[0] = std::make_shared<const Lock>(
            buildSingle("/lock", *builtinDialects()->find("single-node"), &details, nullptr, noon));
        auto facts = *snapshot.watchers;
        for (int i = 0; i < count; ++i) {
            facts.watchers["/lock"].insert(i);
            facts.watchers["/config"].insert(i); // not a lock
        }
        snapshot.watchers = std::make_shared<const ensemble::WatchFacts>(facts);
        return reportedOf(snapshot);
    };
    QCOMPARE(watchedBy(19), "");
    QCOMPARE(watchedBy(20), "info herd /lock");
    QCOMPARE(watchedBy(200), "warning herd /lock");
}

void FindingsSeenTest::mixedDialects_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<std::vector<std::string>>("names");
    QTest::addColumn<std::vector<std::string>>("others");
    QTest::addColumn<QString>("expected");
    using Names = std::vector<std::string>;
    const auto number = std::string("0000000009");
    const QString broken = QStringLiteral("critical mixed-dialects /a");
    const QString doubtful = QStringLiteral("warning mixed-dialects /a");
    QTest::newRow("Curator and Kazoo") << "curator-mutex" << Names{curator(1), curator(2)}
                                       << Names{hex + "__lock__" + number} << broken;
    QTest::newRow("Kazoo and Curator") << "kazoo-lock" << Names{hex + "__lock__"} << Names{curator(1) + number}
                                       << broken;
    QTest::newRow("Curator and go") << "curator-mutex" << Names{curator(1), "_c_" + hex + "-lock-"} << Names{} << "";
    QTest::newRow("Curator and a Kazoo that joins it")
        << "curator-mutex" << Names{curator(1), hex + "-lock-"} << Names{} << "";
    QTest::newRow("Curator and the C recipe")
        << "zookeeper-c-lock" << Names{"x-0100000837dd002f-", "x-0100000837dd0030-", curator(1)} << Names{} << broken;
    QTest::newRow("both of ZooKeeper's recipes")
        << "zookeeper-c-lock" << Names{"x-0100000837dd002f-", "x-72057650047287299-"} << Names{} << "";
    QTest::newRow("a mutex and a read/write lock")
        << "curator-mutex" << Names{curator(1)} << Names{curator(2, "__READ__") + number} << broken;
    QTest::newRow("Kazoo's readers and writers")
        << "kazoo-read-write" << Names{hex + "__lock__", hex + "__rlock__"} << Names{} << "";
    QTest::newRow("plain numbers") << "curator-mutex" << Names{curator(1)} << Names{"member_" + number} << doubtful;
    QTest::newRow("a latch") << "curator-mutex" << Names{curator(1)} << Names{curator(2, "latch-") + number}
                             << doubtful;
    QTest::newRow("a lease's note and a readme")
        << "kazoo-lock" << Names{hex + "__lock__"} << Names{"lease_holder", "README"} << "";
    QTest::newRow("a readme with Curator") << "curator-mutex" << Names{curator(1)} << Names{"README", "x-ray"} << "";
}

void FindingsSeenTest::mixedDialects()
{
    QFETCH(QString, dialect);
    QFETCH(std::vector<std::string>, names);
    QFETCH(std::vector<std::string>, others);
    QFETCH(QString, expected);
    QCOMPARE(reportedOfMix(dialect.toStdString(), names, others), expected.toStdString());
}

void FindingsSeenTest::namesTheIntruders()
{
    auto text = mutexOf("/a", {1, 2, 3});
    const auto intruder = hex + "__lock__0000000009";
    text.others = {intruder};
    const auto findings = findingsIn(snapshotOf({text}), {});
    QCOMPARE(findings.size(), std::size_t(1));
    QCOMPARE(findings[0].nodes, std::vector<std::string>{"/a/" + intruder});
    QCOMPARE(findings[0].evidence,
             "Types of the nodes: Kazoo (1 node), Curator (3 nodes). Clients of type Kazoo do not wait for "
             "clients of type Curator. Clients of type Curator do not wait for clients of type Kazoo.");
}

void FindingsSeenTest::readsNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("writer");
    const auto row = [](const std::string& name, const char* writer) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name) << QString::fromLatin1(writer);
    };
    row(curator(1) + "0000000001", "Curator");
    row(curator(1) + "-2147483648", "Curator");
    row(curator(1) + "-000000003", "Curator");
    row("_c_" + hex + "-lock-0000000001", "go-zookeeper");
    row(hex + "__lock__0000000001", "Kazoo");
    row(hex + "__lock__-000000001", "Kazoo");
    row(hex + "__rlock__0000000001", "Kazoo");
    row(hex + "-lock-0000000001", "Kazoo with Curator's names");
    row(hex + "lock-0000000001", "Kazoo with Curator's names");
    row("x-0100000837dd002f-0000000001", "ZooKeeper C recipe");
    row("x-72057650047287299-0000000001", "ZooKeeper Java recipe");
    row("x--72057650047287299-0000000001", "ZooKeeper Java recipe");
    row("member_0000000001", "plain node names");
    row("host-1-lock-0000000001", "Documented lock recipe");
    row("lock-0000000001", "Documented lock recipe");
    row("block-0000000001", "others");
    row("__lock__0000000001", "others");
    row("README", "others");
    row("", "others");
}

void FindingsSeenTest::readsNames()
{
    QFETCH(QString, name);
    QFETCH(QString, writer);
    QCOMPARE(QString::fromLatin1(toString(writerOf(name.toStdString())).data()), writer);
}

void FindingsSeenTest::isFastInABigSnapshot()
{
    std::size_t critical = 0;
    const auto cost = growth({625, 10'000}, everybodyEverywhere, [&critical](const Snapshot& snapshot) {
        const auto findings = findingsIn(snapshot, {});
        critical +=
            static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
                return finding.severity == Severity::Critical;
            }));
    });
    QVERIFY(cost.isModest());
    QCOMPARE(critical, 0U);
}

} // namespace lockscope::findingsSeenTest

LOCKSCOPE_TEST(lockscope::findingsSeenTest::FindingsSeenTest)
#include "FindingsSeenTest.moc"
