// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Each kind of finding from queues and sessions, and the nearest case without a problem.

#include "core/model/FindingIndex.h"
#include "core/model/SnapshotJson.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "tests/findings/FindingText.h"
#include "tests/support/Test.h"

namespace lockscope::findingsTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The servers' report: these sessions, each with a connection and a last heartbeat one second ago.
std::shared_ptr<ensemble::EnsembleFacts> factsOf(const std::vector<std::int64_t>& sessions)
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = noon - 5s;
    facts->hasEverySession = facts->hasEveryConnection = true;
    facts->servers.resize(3);
    for (const auto id : sessions)
        facts->sessions[id] = {id,        "10.0.0.7:5000", "zk1:2181", ensemble::Source::AdminServer, false, 30s,
                               noon - 6s, noon + 24s,      noon - 5s};
    return facts;
}

Snapshot withFacts(const std::vector<LockText>& locks, std::shared_ptr<const ensemble::EnsembleFacts> facts)
{
    auto snapshot = snapshotOf(locks);
    snapshot.ensemble = std::move(facts);
    return snapshot;
}

} // namespace

class FindingsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsWrongInACalmSnapshot();
    void deadlock();
    void deadlockInASnapshotThatStillChanges();
    void perhapsADeadlock();
    void electionsAreNoDeadlock();
    void aPossibleLockHasNoFindings();
    void persistentContender();
    void deadOwner();
    void readOnRequestOnly();
    void disconnectedOwner();
    void silentHolder();
    void twoNodesOfOneAttempt();
    void waitsForItself();
    void tooManyHolders();
    void ignoredRevocation();
    void longHoldsAndWaits();
    void leadersMayLeadForLong();
    void limitsByPath_data();
    void limitsByPath();
    void emptyParents();
    void sortsTheWorstFirst();
    void keepsTheChainOfWaitsOfItsBegin();
    void findsItsLocks();
};

void FindingsTest::nothingIsWrongInACalmSnapshot()
{
    QCOMPARE(reportedOf(std::vector<LockText>{}), "");
    QCOMPARE(reportedOf(withFacts({mutexOf("/a", {1, 2, 3}, 30s), mutexOf("/b", {2}, 30s)}, factsOf({1, 2, 3}))), "");
}

void FindingsTest::deadlock()
{
    LockText a{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1, "web-1"}, {2, curator(4), 2, 9s, 4, "web-2"}}};
    LockText b{"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2, "web-2"}, {1, curator(3), 2, 9s, 3, "web-1"}}};
    const auto snapshot = snapshotOf({a, b});
    const auto findings = findingsIn(snapshot, {});
    QCOMPARE(reported(findings), "critical deadlock /b");
    QCOMPARE(findings[0].sessions, (std::vector<std::int64_t>{2, 1}));
    QCOMPARE(findings[0].nodes, (std::vector<std::string>{pathOf(b, 0), pathOf(a, 0), pathOf(b, 1), pathOf(a, 1)}));
    QCOMPARE(findings[0].evidence, "web-1 (session 0x1) waits for /b, which web-2 (session 0x2) holds. "
                                   "web-2 (session 0x2) waits for /a, which web-1 (session 0x1) holds.");
    b.nodes[0].session = 3; // a session that does not wait
    QCOMPARE(reportedOf({a, b}), "");
}

/// Each of two clients leads one election and is a candidate in the other's.
void FindingsTest::electionsAreNoDeadlock()
{
    const LockText a{"/a", "curator-latch", {{1, curator(1, "latch-"), 1, 2h, 1}, {2, curator(4, "latch-"), 2, 2h, 4}}};
    const LockText b{"/b", "curator-latch", {{2, curator(2, "latch-"), 1, 2h, 2}, {1, curator(3, "latch-"), 2, 2h, 3}}};
    QCOMPARE(reported(findingsIn(snapshotOf({a, b}), {})), ""); // deadlock() has the same with mutexes
}

/// Of what only has the form of a lock no wait, age, owner or limit is known to matter.
void FindingsTest::aPossibleLockHasNoFindings()
{
    const LockText a{"/a", "sequential", {{1, "turn-", 1, 2h, 1}, {2, "turn-", 2, 2h, 4}, {0, "turn-", 3, 2h, 5}}};
    const LockText b{"/b", "sequential", {{2, "turn-", 1, 2h, 2}, {1, "turn-", 2'147'483'640, 2h, 3}}};
    QCOMPARE(reportedOf(withFacts({a, b}, factsOf({9}))), "");
    auto certain = a;
    certain.dialect = "documented-lock";
    for (auto& node : certain.nodes)
        node.stem = "lock-";
    QVERIFY(reportedOf(withFacts({certain}, factsOf({9}))).find("dead-owner") != std::string::npos);
}

void FindingsTest::deadlockInASnapshotThatStillChanges()
{
    const auto snapshot = [](std::chrono::milliseconds age) {
        auto changing = snapshotOf({{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, age, 4}}},
                                    {"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, age, 3}}}});
        changing.complete = false;
        return changing;
    };
    QCOMPARE(reportedOf(snapshot(50ms)), ""); // one of them may have released since the other lock was listed
    QCOMPARE(reportedOf(snapshot(5s)), "critical deadlock /b");
    // A contender whose owner is not read yet may belong to one of them.
    auto early = snapshot(5s);
    auto unread = queueOf(mutexOf("/c", {3, 4}));
    for (auto& contender : unread.queue) {
        contender.details.reset();
        contender.owner.reset();
    }
    early.locks.push_back(std::make_shared<const Lock>(unread)); // first seen after the cycle had closed
    QCOMPARE(reportedOf(early), "critical deadlock /b");
    unread.queue[1].firstSeenAt = noon - 5s;
    early.locks.back() = std::make_shared<const Lock>(std::move(unread));
    QCOMPARE(reportedOf(early), "");
}

void FindingsTest::perhapsADeadlock()
{
    const auto locks = [](std::chrono::milliseconds age) {
        return std::vector<LockText>{
            {"/a", "curator-mutex", {{1, curator(1), 1, 200s, 1}, {2, curator(4), 2, age, 4}}},
            {"/b", "curator-mutex", {{2, curator(2), 1, 200s, 2}, {1, curator(3), 2, age, 3}}},
            {"/c", "curator-mutex", {{2, curator(5), 1, 200s, 3}, {1, curator(6), 2, age, 6}}}};
    };
    QCOMPARE(reportedOf(locks(100s)), "warning deadlock /b");
    QCOMPARE(reportedOf(locks(10s)), ""); // short-lived threads
}

void FindingsTest::persistentContender()
{
    QCOMPARE(reportedOf({mutexOf("/a", {0, 1})}), "critical persistent-contender /a");
    QCOMPARE(reportedOf({mutexOf("/a", {1, 0, 2, 0})}), "warning persistent-contender /a");
    const auto findings = findingsIn(snapshotOf({mutexOf("/a", {1, 0, 2, 0})}), {});
    QCOMPARE(findings[0].nodes, (std::vector<std::string>{pathOf(mutexOf("/a", {1, 0, 2, 0}), 1),
                                                          pathOf(mutexOf("/a", {1, 0, 2, 0}), 3)}));
    QCOMPARE(reportedOf(std::vector<LockText>{{"/h", "hive-lock", {{0, "LOCK-SHARED-", 1}}}}),
             ""); // intended by LOCK TABLE
    auto unread = queueOf(mutexOf("/a", {0}));
    unread.queue[0].details.reset();
    std::vector<Lock> locks;
    locks.push_back(std::move(unread));
    QCOMPARE(reportedOf(snapshotOf(std::move(locks))), ""); // an unknown owner does not mean persistent
}

void FindingsTest::deadOwner()
{
    const std::vector<LockText> locks{mutexOf("/a", {1, 2}, 30s)};
    QCOMPARE(reportedOf(withFacts(locks, factsOf({2}))), "critical dead-owner /a");
    QCOMPARE(reportedOf(withFacts(locks, factsOf({1}))), "warning dead-owner /a");
    auto partial = factsOf({2});
    partial->hasEverySession = false;
    QCOMPARE(reportedOf(withFacts(locks, partial)), "");
    QCOMPARE(reportedOf(withFacts({mutexOf("/a", {1, 2}, 3s)}, factsOf({2}))),
             ""); // created after the request, or nearly
    auto young = factsOf({2});
    young->takenAt = noon - 100ms; // its session may just have ended, and its node with it
    QCOMPARE(reportedOf(withFacts(locks, young)), "");
    auto polled = queueOf(locks[0]);
    polled.polled = true;
    polled.readAt = noon - 6s; // listed before the request, and not watched
    std::vector<Lock> queues;
    queues.push_back(std::move(polled));
    auto snapshot = snapshotOf(std::move(queues));
    snapshot.ensemble = factsOf({2});
    QCOMPARE(reportedOf(snapshot), "");
}

/// The session ended between our listing and the servers' answer, or its node is still there afterwards.
void FindingsTest::readOnRequestOnly()
{
    const auto listedAt = [](WallTime time) {
        auto lock = queueOf(mutexOf("/a", {1, 2}, 30s));
        lock.readAt = time;
        std::vector<Lock> queues;
        queues.push_back(std::move(lock));
        auto snapshot = snapshotOf(std::move(queues));
        snapshot.manual = true;
        snapshot.ensemble = factsOf({2});
        return reportedOf(snapshot);
    };
    QCOMPARE(listedAt(noon - 6s), "");
    QCOMPARE(listedAt(noon - 4s), "critical dead-owner /a");
}

void FindingsTest::disconnectedOwner()
{
    const std::vector<LockText> locks{mutexOf("/a", {1, 2}, 30s)};
    auto facts = factsOf({1, 2});
    facts->sessions[1].host.clear();
    const auto findings = findingsIn(withFacts(locks, facts), {});
    QCOMPARE(reported(findings), "warning disconnected-owner /a");
    QVERIFY2(findings[0].text.ends_with("Its session expires in 24 s unless the client reconnects."),
             findings[0].text.c_str());
    facts->sessions[1].host = "10.0.0.7:5000";
    facts->sessions[2].host.clear();
    QCOMPARE(reportedOf(withFacts(locks, facts)), "info disconnected-owner /a"); // a waiter only
    facts->hasEveryConnection = false; // it may be connected to a server that did not answer
    QCOMPARE(reportedOf(withFacts(locks, facts)), "");
}

void FindingsTest::silentHolder()
{
    const std::vector<LockText> locks{mutexOf("/a", {1, 2}, 30s)};
    auto facts = factsOf({1, 2});
    facts->sessions[1].lastHeard = facts->sessions[1].reportedAt - 21s;
    QCOMPARE(reportedOf(withFacts(locks, facts)), "warning silent-holder /a");
    facts->sessions[1].lastHeard = facts->sessions[1].reportedAt - 19s;
    facts->sessions[2].lastHeard = facts->sessions[2].reportedAt - 21s; // it waits: it need not act yet
    QCOMPARE(reportedOf(withFacts(locks, facts)), "");
    facts->sessions[1].lastHeard.reset();
    QCOMPARE(reportedOf(withFacts(locks, facts)), "");
}

void FindingsTest::twoNodesOfOneAttempt()
{
    const auto twice = [](const std::string& dialect, const std::string& first, const std::string& second) {
        return reportedOf(std::vector<LockText>{{"/a", dialect, {{1, first, 1}, {1, second, 2}}}});
    };
    QCOMPARE(twice("curator-mutex", curator(1), curator(1)), "warning queued-twice /a");
    QCOMPARE(twice("curator-mutex", curator(1), curator(2)), ""); // two threads
    const auto kazoo = std::string("0b3e4f5a111142228333abcdefabcdef__lock__");
    QCOMPARE(twice("kazoo-lock", kazoo, kazoo), "warning queued-twice /a");
    QCOMPARE(twice("zookeeper-c-lock", "x-0100000837dd002f-", "x-0100000837dd002f-"), "warning queued-twice /a");
    QCOMPARE(twice("documented-lock", "lock-", "lock-"), ""); // these names identify no client
    QCOMPARE(twice("curator-read-write", curator(1, "__READ__"), curator(2, "__READ__")), "");
    QCOMPARE(reportedOf(std::vector<LockText>{{"/a", "curator-mutex", {{1, curator(1), 1}, {2, curator(1), 2}}}}),
             ""); // another session: the old one's node is deleted with it
    QCOMPARE(reportedOf(std::vector<LockText>{
                 {"/s", "curator-semaphore", {{1, curator(1, "lease-"), 1}, {1, curator(2, "lease-"), 2}}}}),
             ""); // several leases
}

void FindingsTest::waitsForItself()
{
    QCOMPARE(reportedOf({mutexOf("/a", {1, 1}, 30s)}), "");
    QCOMPARE(reportedOf({mutexOf("/a", {1, 1, 1}, 2min)}), "info queued-twice /a");
    QCOMPARE(reportedOf({mutexOf("/a", {1, 1}, 6min)}), "warning queued-twice /a; warning long-wait /a");
    QCOMPARE(reportedOf({mutexOf("/a", {1, 2, 2}, 2min)}), "");
    const std::vector<LockText> upgrade{
        {"/a", "curator-read-write", {{1, curator(1, "__READ__"), 1, 2min}, {1, curator(2, "__WRIT__"), 2, 2min}}}};
    const auto findings = findingsIn(snapshotOf(upgrade), {});
    QCOMPARE(reported(findings), "info queued-twice /a");
    QVERIFY2(findings[0].evidence.starts_with("The session holds the read lock and waits for the write lock."),
             findings[0].evidence.c_str());
}

void FindingsTest::tooManyHolders()
{
    const auto leases = [](int count) { return std::vector<LockText>{{"/s", "kazoo-semaphore", {}, {}, count}}; };
    auto locks = leases(2);
    auto lock = queueOf(locks[0]);
    for (int i = 0; i < 3; ++i) {
        Contender holder;
        holder.holds = true;
        holder.node = "0b3e4f5a111142228333abcdefabcde" + std::to_string(i);
        holder.details = test::detailsOf({i + 1, holder.node, 0});
        lock.queue.push_back(holder);
    }
    const auto snapshot = [&] {
        std::vector<Lock> queues;
        queues.push_back(lock);
        return snapshotOf(std::move(queues));
    };
    QCOMPARE(reportedOf(snapshot()), "critical too-many-holders /s");
    lock.leases = 3;
    QCOMPARE(reportedOf(snapshot()), "");
    lock.leases = 2;
    lock.leasesKnown = Confidence::Inferred;
    QCOMPARE(reportedOf(snapshot()), "");

    lock.leasesKnown = Confidence::Exact;
    const auto evidenceOf = [](const Snapshot& seen) { return findingsIn(seen, {}).at(0).evidence; };
    QVERIFY(evidenceOf(snapshot()).ends_with("The lock's own node defines the number of leases."));
    const auto family = readDialect(R"({"id": "kazoo-semaphore", "title": "Pool", "kind": "semaphore",
        "rule": "presence", "order": "creation", "leases": 2, "marks": ["{hex32}"]})");
    QVERIFY(family);
    auto ours = snapshot();
    ours.dialects = std::make_shared<const DialectCatalogue>(std::vector<Dialect>{*family});
    QVERIFY(evidenceOf(ours).ends_with("The dialect file of this type of lock defines the number of leases."));
}

void FindingsTest::ignoredRevocation()
{
    const auto asked = [](const std::string& payload, std::int32_t version, std::chrono::milliseconds ago) {
        auto lock = queueOf(mutexOf("/a", {1, 2}, 2min));
        lock.queue[0].details->payload = payload;
        lock.queue[0].details->version = version;
        lock.queue[0].details->modifiedAt = noon - ago;
        std::vector<Lock> locks;
        locks.push_back(std::move(lock));
        return reportedOf(snapshotOf(std::move(locks)));
    };
    QCOMPARE(asked("__REVOKE__", 1, 40s), "warning revocation-ignored /a");
    QCOMPARE(asked("unlock", 2, 40s), "warning revocation-ignored /a");
    QCOMPARE(asked("__REVOKE__", 1, 10s), "");
    QCOMPARE(asked("unlock", 0, 40s), ""); // written by its own program
    QCOMPARE(asked("unlocked", 1, 40s), "");
}

void FindingsTest::longHoldsAndWaits()
{
    QCOMPARE(reportedOf({mutexOf("/a", {1, 2}, 4min)}), "");
    QCOMPARE(reportedOf({mutexOf("/a", {1, 2, 3}, 6min)}), "warning long-wait /a");
    QCOMPARE(reportedOf({mutexOf("/a", {1}, 16min)}), "warning long-hold /a");
    QCOMPARE(findingsIn(snapshotOf({mutexOf("/a", {1}, 16min)}), {})[0].text,
             "session 0x1 may have held the lock longer than the limit of 15 m: its node is 16 m old.");
    auto lock = queueOf(mutexOf("/a", {1}, 16min));
    lock.queue[0].grantedAt = noon - 1min; // it waited before
    const auto reported = [&] {
        std::vector<Lock> locks;
        locks.push_back(lock);
        return findingsIn(snapshotOf(std::move(locks)), {});
    };
    QCOMPARE(test::reported(reported()), "");
    lock.queue[0].grantedAt = noon - 20min;
    QCOMPARE(reported()[0].text, "session 0x1 has held the lock for 20 m, longer than the limit of 15 m.");
    RedisContender owner;
    owner.owner = "0123abcd-0123-4567-89ab-0123456789ab:7";
    lock.queue[0].redis = std::make_shared<const RedisContender>(owner);
    lock.queue[0].details.reset();
    QCOMPARE(reported()[0].text, owner.owner + " has held the lock for 20 m, longer than the limit of 15 m.");
}

void FindingsTest::leadersMayLeadForLong()
{
    const auto day = std::chrono::hours(24);
    QCOMPARE(reportedOf(std::vector<LockText>{
                 {"/l", "curator-latch", {{1, curator(1, "latch-"), 1, day}, {2, curator(2, "latch-"), 2, day}}}}),
             "");
    const auto single = [&](const std::string& path, const char* dialect) {
        const auto details = test::detailsOf({1, "", 0, day});
        std::vector<Lock> locks;
        locks.push_back(buildSingle(path, *builtinDialects()->find(dialect), &details, nullptr, noon));
        locks.back().queue[0].grantedAt.reset();
        return reportedOf(snapshotOf(std::move(locks)));
    };
    QCOMPARE(single("/controller", "kafka-controller"), "");
    QCOMPARE(single("/app/leader", "single-leader"), "");
    QCOMPARE(single("/app/lock", "single-node"), ""); // possible
    QCOMPARE(single("/configs/books/schemaUpgrade.lock", "solr-single-lock"),
             "warning long-hold /configs/books/schemaUpgrade.lock");
    QCOMPARE(single("/CONTROLLER/LEADER", "helix-leader"), "");
}

void FindingsTest::limitsByPath_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("hold");
    QTest::addColumn<int>("wait");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no such path") << "/other/*" << 1 << 1 << "";
    QTest::newRow("stricter") << "/jobs/*" << 60 << 100 << "warning long-hold /jobs/a";
    QTest::newRow("both") << "/jobs/*" << 60 << 60 << "warning long-hold /jobs/a; warning long-wait /jobs/a";
    QTest::newRow("off") << "/jobs/**" << -1 << -1 << "";
}

void FindingsTest::limitsByPath()
{
    QFETCH(QString, pattern);
    QFETCH(int, hold);
    QFETCH(int, wait);
    QFETCH(QString, expected);
    const auto limit = [](int seconds) { return seconds < 0 ? AgeLimit{} : AgeLimit{std::chrono::seconds(seconds)}; };
    FindingSettings settings;
    const auto everywhere = PathPattern::parse("/**").value();
    settings.limits = {
        {.pattern = everywhere, .hold = AgeLimit{1s}, .wait = AgeLimit{1s}},
        {.pattern = everywhere, .hold = AgeLimit{10min}, .wait = AgeLimit{10min}},
        {.pattern = PathPattern::parse(pattern.toStdString()).value(), .hold = limit(hold), .wait = limit(wait)}};
    QCOMPARE(reportedOf({mutexOf("/jobs/a", {1, 2}, 90s)}, settings), expected.toStdString());
}

void FindingsTest::emptyParents()
{
    auto snapshot = snapshotOf(std::vector<LockText>{});
    snapshot.emptyParents = {{"/few", 99, "/few/a"}, {"/locks", 100, "/locks/a"}, {"/many", 10'000, "/many/a"}};
    QCOMPARE(reportedOf(snapshot), "warning empty-parents /many; info empty-parents /locks");
}

void FindingsTest::sortsTheWorstFirst()
{
    const std::vector<LockText> locks{mutexOf("/c", {1, 2}, 6min), mutexOf("/b", {0, 2}), mutexOf("/a", {0, 2}),
                                      mutexOf("/d", {1, 0})};
    QCOMPARE(reportedOf(locks), "critical persistent-contender /a; critical persistent-contender /b; "
                                "warning persistent-contender /d; warning long-wait /c");
    auto snapshot = std::make_shared<Snapshot>(snapshotOf(locks));
    const auto judged = withFindings(snapshot, {});
    auto withoutChains = judged->findings;
    for (auto& finding : withoutChains)
        finding.chain.clear();
    QCOMPARE(withoutChains, findingsIn(*snapshot, {}));
    QCOMPARE(judged->lockWaits->size(), 4U);
    for (const auto& lock : judged->locks)
        QCOMPARE(judged->lockWaits->at(lock->path), longestWait(*lock, {noon, noon}).value());
    std::string order;
    for (const auto* lock : worstFirst(*judged))
        order += lock->path;
    QCOMPARE(order, "/a/b/c/d"); // of /c and /d, equally severe, the longer wait
}

void FindingsTest::keepsTheChainOfWaitsOfItsBegin()
{
    // 3 waits at /b for 2, which waits at /a for 1.
    const LockText b{"/b", "curator-mutex", {{2, curator(3), 1, 7min, 3}, {3, curator(4), 2, 6min, 4}}};
    const auto first = std::make_shared<Snapshot>(
        snapshotOf({{"/a", "curator-mutex", {{1, curator(1), 1, 9min, 1}, {2, curator(2), 2, 8min, 2}}}, b}));
    const auto chainAt = [](const Snapshot& snapshot, FindingKind kind, std::string_view path) {
        for (const auto& finding : snapshot.findings)
            if (finding.kind == kind && finding.path == path)
                return finding.chain;
        return std::string("no finding");
    };
    const auto began = withFindings(first, {});
    const auto chain = chainAt(*began, FindingKind::LongWait, "/b");
    for (const auto* part : {"for /b, which ", "for /a, which ", "Head of the chain, waits for no lock: "})
        QVERIFY2(chain.find(part) != std::string::npos, chain.c_str());

    // Later the lock /a is free: the chain is that of the begin; a new finding has its own.
    auto later = std::make_shared<Snapshot>(snapshotOf({b, mutexOf("/c", {4, 5}, 6min)}));
    later->takenAt += 1min;
    const auto still = withFindings(later, {}, began->findings);
    QCOMPARE(chainAt(*still, FindingKind::LongWait, "/b"), chain);
    const auto other = chainAt(*still, FindingKind::LongWait, "/c");
    QVERIFY2(other.find("for /c, which ") != std::string::npos, other.c_str());
    QVERIFY(chainAt(*withFindings(later, {}), FindingKind::LongWait, "/b") != chain);
}

void FindingsTest::findsItsLocks()
{
    auto snapshot = snapshotOf({{"/a", "curator-mutex", {{1, curator(1), 1, 9s, 1}, {2, curator(4), 2, 9s, 4}}},
                                {"/b", "curator-mutex", {{2, curator(2), 1, 9s, 2}, {1, curator(3), 2, 9s, 3}}},
                                {"/c", "curator-mutex", {{0, curator(5), 1, 9s, 5}}},
                                {"/s", "curator-semaphore", {{0, curator(6, "lease-"), 1}}}});
    const auto details = test::detailsOf({7, "", 0, 9s});
    for (const auto* path : {"/t1", "/t2"}) {
        auto single = buildSingle(path, *builtinDialects()->find("single-node"), &details, nullptr, noon);
        snapshot.locks.push_back(std::make_shared<const Lock>(std::move(single)));
    }
    snapshot.findings = findingsIn(snapshot, {});
    for (auto& finding : snapshot.findings) {
        if (finding.kind == FindingKind::Deadlock)
            finding.nodes.emplace_back("/t1"); // a lock of one node may be a part of it
    }
    const FindingIndex index(snapshot);
    const auto kinds = [&](const char* path) {
        std::string text;
        const auto& lock = *snapshot.find(path);
        for (const auto* finding : index.of(lock))
            text += std::string(toString(finding->kind)) + " ";
        return index.of(lock) == findingsOf(snapshot, lock) ? text : "the index and the search differ: " + text;
    };
    QCOMPARE(kinds("/a"), "deadlock ");
    QCOMPARE(kinds("/b"), "deadlock ");
    QCOMPARE(kinds("/t1"), "deadlock ");
    QCOMPARE(kinds("/t2"), "");
    QCOMPARE(kinds("/c"), "persistent-contender ");
    QCOMPARE(kinds("/s"), "persistent-contender ");
}

} // namespace lockscope::findingsTest

LOCKSCOPE_TEST(lockscope::findingsTest::FindingsTest)
#include "FindingsTest.moc"
