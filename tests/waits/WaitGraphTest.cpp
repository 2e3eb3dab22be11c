// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The sessions that can never continue: compared to a search through every order of releases, and in typical cases.

#include "core/waits/WaitGraph.h"
#include "core/queue/Scheme.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/DialectReader.h"
#include "tests/model/SmallSnapshots.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"

#include <random>
#include <set>

namespace lockscope::waitGraphTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using Sessions = WaitGraph::Sessions;

namespace {

/// The dialects of the random snapshots: the built-in ones, and a semaphore of two leases whose nodes name them.
std::shared_ptr<const DialectCatalogue> families()
{
    static const auto catalogue = [] {
        auto dialects = builtinDialects()->dialects();
        dialects.push_back(readDialect(R"({"id": "pool", "title": "Pool", "kind": "semaphore", "rule": "lease",
                                           "marks": ["pool-{seq}"], "leases": 2})")
                               .value());
        return std::make_shared<const DialectCatalogue>(std::move(dialects));
    }();
    return catalogue;
}

/// Tries every order of releases by the dialects' own rules: finds the sessions that release in none of them.
class Exhaustive final {
public:
    Exhaustive(const Snapshot& snapshot, Sessions which)
        : m_snapshot(snapshot)
        , m_which(which)
    {
        for (const auto& lock : snapshot.locks) {
            for (const auto& contender : lock->queue) {
                if (contender.details->session != 0)
                    m_all.insert(contender.details->session);
            }
        }
        explore({});
    }

    [[nodiscard]] std::vector<std::int64_t> stuck() const
    {
        std::vector<std::int64_t> sessions;
        std::set_difference(m_all.begin(), m_all.end(), m_went.begin(), m_went.end(), std::back_inserter(sessions));
        return sessions;
    }

private:
    using Gone = std::set<std::int64_t>;

    void explore(const Gone& gone)
    {
        if (!m_seen.insert(gone).second)
            return;
        m_went.insert(gone.begin(), gone.end());
        for (const auto session : m_all) {
            if (gone.contains(session) || !canGo(session, gone))
                continue;
            auto next = gone;
            next.insert(session);
            explore(next);
        }
    }

    [[nodiscard]] bool canGo(std::int64_t session, const Gone& gone) const
    {
        int waiters = 0;
        int countingWaits = 0;
        bool isLetIn = false;
        std::int64_t newest = 0;
        std::int64_t waitCreationId = 0;
        for (const auto& lock : m_snapshot.locks) {
            const auto& dialect = *m_snapshot.dialects->find(lock->dialect);
            std::vector<std::string> names;
            std::size_t held = 0;
            for (const auto& contender : lock->queue) {
                const bool isMine = contender.details->session == session;
                if (!gone.contains(contender.details->session))
                    names.push_back(contender.node);
                if (isMine)
                    newest = std::max(newest, contender.details->creationId);
                if (isMine && contender.holds)
                    ++held;
                if (isMine && !contender.holds) {
                    ++waiters;
                    waitCreationId = contender.details->creationId;
                }
            }
            auto listing = queue::parseListing(dialect.queue.scheme, names);
            const auto verdicts = queue::judge(dialect.queue.scheme, listing, lock->leases);
            const auto room = lock->kind == LockKind::ReadWrite ? 1 : static_cast<std::size_t>(lock->leases);
            for (std::size_t i = 0; i < verdicts.size(); ++i) {
                const auto* contender = lock->find({LockPart::Queue, listing.contenders[i].node});
                if (contender->details->session != session || contender->holds)
                    continue;
                isLetIn = isLetIn || queue::isGranted(verdicts[i]);
                countingWaits += held < room ? 1 : 0;
            }
        }
        const bool isSingleMinded = waiters == 1 && newest <= waitCreationId;
        return countingWaits == 0 || isLetIn || (m_which == Sessions::SingleMinded && !isSingleMinded);
    }

    const Snapshot& m_snapshot;
    Sessions m_which;
    Gone m_all;
    Gone m_went;
    std::set<Gone> m_seen;
};

Snapshot randomSnapshot(std::mt19937& random)
{
    const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    std::vector<LockText> locks;
    const int sessions = draw(2, 6);
    int creationId = 100;
    const int lockCount = draw(1, 4);
    std::vector<std::pair<int, int>> joins; // lock, session: mixed, so that holds and waits come in any order
    for (int lock = 0; lock < lockCount; ++lock) {
        const int kind = draw(0, 2);
        locks.push_back({"/lock" + std::to_string(lock),
                         kind == 0   ? "curator-mutex"
                         : kind == 1 ? "curator-read-write"
                                     : "pool",
                         {}});
        locks.back().dialects = families();
        for (int i = draw(0, 4); i > 0; --i)
            joins.emplace_back(lock, draw(draw(0, 9) == 0 ? 0 : 1, sessions));
    }
    std::shuffle(joins.begin(), joins.end(), random);
    for (const auto& [lock, session] : joins) {
        auto& text = locks[static_cast<std::size_t>(lock)];
        ++creationId;
        std::string stem = "pool-";
        if (text.dialect == "curator-mutex")
            stem = curator(creationId);
        else if (text.dialect == "curator-read-write")
            stem = curator(creationId, draw(0, 1) == 0 ? "__READ__" : "__WRIT__");
        text.nodes.push_back({session, stem, creationId, 1s, creationId});
    }
    auto snapshot = snapshotOf(locks);
    snapshot.dialects = families();
    return snapshot;
}

std::string reported(const Snapshot& snapshot)
{
    std::string text;
    for (const auto& lock : snapshot.locks) {
        text += lock->path + " " + lock->dialect + ":";
        for (const auto& contender : lock->queue)
            text += " " + std::to_string(contender.details->session) + (contender.holds ? "+" : "-") +
                    (contender.mode == LockMode::Shared ? "r" : "w");
        text += "\n";
    }
    return text;
}

std::string reported(const std::vector<std::int64_t>& sessions)
{
    std::string text;
    for (const auto session : sessions)
        text += std::to_string(session) + " ";
    return text;
}

/// A node of a mutex, created by that transaction.
NodeText of(std::int64_t session, int creationId)
{
    return {session, curator(creationId), creationId, 1s, creationId};
}

WaitGraph graphOf(Snapshot snapshot)
{
    return WaitGraph(std::make_shared<const Snapshot>(std::move(snapshot)));
}

/// "1/b 2/a ; ": session 1 waits for /b, session 2 for /a.
std::string cyclesIn(Snapshot snapshot, Sessions which = Sessions::SingleMinded, WallTime before = noon,
                     std::size_t limit = 10)
{
    const auto graph = graphOf(std::move(snapshot));
    std::string text;
    for (const auto& cycle : graph.cycles(which, before, limit)) {
        for (const auto& step : cycle)
            text +=
                std::to_string(graph.contenderAt(step.waiter).details->session) + graph.lockOf(step.waiter).path + " ";
        text += "; ";
    }
    return text;
}

std::string cyclesIn(const std::vector<LockText>& locks, Sessions which = Sessions::SingleMinded)
{
    return cyclesIn(snapshotOf(locks), which);
}

} // namespace

class WaitGraphTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithEveryOrderOfLettingGo();
    void findsACycleOfTwo();
    void findsCyclesOnTheirWayRound();
    void namesNoCycleWhereNoneIs_data();
    void namesNoCycleWhereNoneIs();
    void honoursLeases();
    void honoursReadersAndWriters();
    void takesThreadsForWhatTheyAre();
    void isFastInABigSnapshot();
    void isFastInALongQueue_data();
    void isFastInALongQueue();
};

void WaitGraphTest::agreesWithEveryOrderOfLettingGo()
{
    int withStuck = 0;
    int withCycles = 0;
    for (unsigned seed = 0; seed < 1'500; ++seed) {
        std::mt19937 random(seed);
        const auto snapshot = randomSnapshot(random);
        const auto graph = graphOf(snapshot);
        for (const auto which : {Sessions::SingleMinded, Sessions::All}) {
            const auto stuck = graph.stuck(which, WallTime::max());
            const auto expected = Exhaustive(snapshot, which).stuck();
            QVERIFY2(stuck == expected,
                     (std::to_string(seed) + "\n" + reported(snapshot) + reported(stuck) + "but " + reported(expected))
                         .c_str());
            const auto cycles = graph.cycles(which, WallTime::max(), 100);
            withStuck += stuck.empty() ? 0 : 1;
            withCycles += cycles.empty() ? 0 : 1;
            for (const auto& cycle : cycles) {
                QVERIFY(cycle.size() > 1);
                std::set<std::int64_t> members;
                for (std::size_t i = 0; i < cycle.size(); ++i) {
                    const auto& waiter = graph.contenderAt(cycle[i].waiter);
                    const auto& blocker = graph.contenderAt(cycle[i].blocker);
                    const auto& next = graph.contenderAt(cycle[(i + 1) % cycle.size()].waiter);
                    QCOMPARE(&graph.lockOf(cycle[i].waiter), &graph.lockOf(cycle[i].blocker));
                    QVERIFY(members.insert(waiter.details->session).second);
                    QVERIFY(std::binary_search(stuck.begin(), stuck.end(), waiter.details->session));
                    QCOMPARE(blocker.details->session, next.details->session);
                    QVERIFY(!waiter.holds && blocker.holds);
                    QVERIFY(blocker.position < waiter.position);
                }
            }
            // Each stuck session has a cause: a cycle, or a node without a session.
            const bool hasImmortal = std::any_of(snapshot.locks.begin(), snapshot.locks.end(), [](const auto& lock) {
                return std::any_of(lock->queue.begin(), lock->queue.end(),
                                   [](const auto& one) { return one.details->session == 0; });
            });
            QVERIFY2(stuck.empty() || hasImmortal || !cycles.empty(), reported(snapshot).c_str());
        }
    }
    QVERIFY2(withStuck > 125 && withCycles > 50, qPrintable(QStringLiteral("%1 %2").arg(withStuck).arg(withCycles)));
}

void WaitGraphTest::findsACycleOfTwo()
{
    QCOMPARE(cyclesIn({{"/a", "curator-mutex", {of(1, 1), of(2, 4)}}, {"/b", "curator-mutex", {of(2, 2), of(1, 3)}}}),
             "1/b 2/a ; ");
}

void WaitGraphTest::findsCyclesOnTheirWayRound()
{
    // Four in a cycle, and one behind it that is in none; the shortest way skips the waiters in between.
    QCOMPARE(cyclesIn({{"/a", "curator-mutex", {of(1, 1), of(9, 5), of(4, 9)}},
                       {"/b", "curator-mutex", {of(2, 2), of(1, 6)}},
                       {"/c", "curator-mutex", {of(3, 3), of(2, 7)}},
                       {"/d", "curator-mutex", {of(4, 4), of(3, 8)}}}),
             "1/b 2/c 3/d 4/a ; ");
    // Two independent cycles.
    QCOMPARE(cyclesIn({{"/a", "curator-mutex", {of(1, 1), of(2, 12)}},
                       {"/b", "curator-mutex", {of(2, 2), of(1, 11)}},
                       {"/c", "curator-mutex", {of(3, 3), of(4, 14)}},
                       {"/d", "curator-mutex", {of(4, 4), of(3, 13)}}}),
             "1/b 2/a ; 3/d 4/c ; ");
}

void WaitGraphTest::namesNoCycleWhereNoneIs_data()
{
    QTest::addColumn<std::vector<LockText>>("locks");
    using Locks = std::vector<LockText>;
    QTest::newRow("a chain") << Locks{{"/a", "curator-mutex", {of(1, 1), of(2, 3)}},
                                      {"/b", "curator-mutex", {of(2, 2), of(3, 4)}}};
    QTest::newRow("one session, twice in a queue") << Locks{{"/a", "curator-mutex", {of(1, 1), of(1, 2)}}};
    QTest::newRow("behind a node without a session")
        << Locks{{"/a", "curator-mutex", {of(0, 1), of(1, 4)}}, {"/b", "curator-mutex", {of(1, 2), of(2, 3)}}};
    // 1 waits in two places, so it has threads: the thread that holds /a may be running.
    QTest::newRow("threads") << Locks{{"/a", "curator-mutex", {of(1, 1), of(2, 5)}},
                                      {"/b", "curator-mutex", {of(2, 2), of(1, 4)}},
                                      {"/c", "curator-mutex", {of(3, 3), of(1, 6)}}};
    // 1 waited for /b before it acquired /a: another thread did.
    QTest::newRow("a hold that came after the wait")
        << Locks{{"/a", "curator-mutex", {of(1, 4), of(2, 5)}}, {"/b", "curator-mutex", {of(2, 2), of(1, 3)}}};
    QTest::newRow("a chain that does not lead back to its start")
        << Locks{{"/a", "curator-mutex", {of(1, 1), of(2, 4)}},
                 {"/b", "curator-mutex", {of(3, 2), of(1, 5)}},
                 {"/c", "curator-mutex", {of(2, 3), of(4, 6)}}};
}

void WaitGraphTest::namesNoCycleWhereNoneIs()
{
    QFETCH(std::vector<LockText>, locks);
    QCOMPARE(cyclesIn(locks), "");
}

void WaitGraphTest::honoursLeases()
{
    const auto cyclesOf = [](const std::vector<NodeText>& leases) {
        std::vector<LockText> locks{{"/pool", "pool", leases}, {"/b", "curator-mutex", {of(2, 2), of(1, 11)}}};
        for (auto& lock : locks)
            lock.dialects = families();
        auto snapshot = snapshotOf(locks);
        snapshot.dialects = families();
        return cyclesIn(snapshot);
    };
    const auto lease = [](std::int64_t session, int creationId) {
        return NodeText{session, "pool-", creationId, 1s, creationId};
    };
    QCOMPARE(cyclesOf({lease(1, 1), lease(3, 3), lease(2, 12)}), ""); // a release by 3 admits 2
    QCOMPARE(cyclesOf({lease(1, 1), lease(0, 3), lease(2, 12)}), "1/b 2/pool ; ");
    QCOMPARE(cyclesOf({lease(1, 1), lease(1, 3), lease(2, 12)}), "1/b 2/pool ; ");
    // Each has one of two leases and waits for the other.
    std::vector<LockText> both{{"/pool", "pool", {lease(1, 1), lease(2, 2), lease(1, 3), lease(2, 4)}}};
    both.front().dialects = families();
    auto snapshot = snapshotOf(both);
    snapshot.dialects = families();
    QCOMPARE(cyclesIn(snapshot), "1/pool 2/pool ; ");
}

void WaitGraphTest::honoursReadersAndWriters()
{
    const auto node = [](std::int64_t session, int creationId, const char* mode) {
        return NodeText{session, curator(creationId, mode), creationId, 1s, creationId};
    };
    const auto cyclesOf = [&](const char* first, const char* second) {
        return cyclesIn({{"/a", "curator-read-write", {node(1, 1, first), node(2, 4, second)}},
                         {"/b", "curator-mutex", {of(2, 2), of(1, 3)}}});
    };
    QCOMPARE(cyclesOf("__READ__", "__READ__"), "");
    QCOMPARE(cyclesOf("__READ__", "__WRIT__"), "1/b 2/a ; ");
    QCOMPARE(cyclesOf("__WRIT__", "__READ__"), "1/b 2/a ; ");
    // A reader behind a writer that waits for a reader.
    QCOMPARE(
        cyclesIn(
            {{"/a", "curator-read-write", {node(1, 1, "__READ__"), node(3, 3, "__WRIT__"), node(2, 4, "__READ__")}},
             {"/b", "curator-mutex", {of(2, 2), of(1, 5)}}}),
        "1/b 2/a ; ");
}

void WaitGraphTest::takesThreadsForWhatTheyAre()
{
    // 1 waits in two places. That may be a deadlock: with all sessions it is reported, if both waits are old.
    const std::vector<LockText> locks{{"/a", "curator-mutex", {of(1, 1), of(2, 5)}},
                                      {"/b", "curator-mutex", {of(2, 2), of(1, 4)}},
                                      {"/c", "curator-mutex", {of(2, 3), of(1, 6)}}};
    QCOMPARE(cyclesIn(locks), "");
    QCOMPARE(cyclesIn(locks, Sessions::All), "1/b 2/a ; ");
    const auto snapshot = snapshotOf(locks);
    QCOMPARE(cyclesIn(snapshot, Sessions::All, noon - 1s), "");
    QCOMPARE(cyclesIn(snapshot, Sessions::All, noon, 0), "");
}

void WaitGraphTest::isFastInABigSnapshot()
{
    std::size_t cycles = 0;
    const auto nines = [](int locks) { return std::make_shared<const Snapshot>(ninesOf(locks)); };
    const auto cost = growth({600, 9'600}, nines, [&cycles](const SnapshotPtr& snapshot) {
        cycles = WaitGraph(snapshot).cycles(Sessions::SingleMinded, {}, 1'000).size();
    });
    QCOMPARE(cycles, 96U);
    QVERIFY(cost.isModest());
}

void WaitGraphTest::isFastInALongQueue_data()
{
    QTest::addColumn<QString>("dialect");
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("sessions");
    QTest::newRow("one session") << "curator-mutex"
                                 << "lock-" << 1;
    QTest::newRow("a session each") << "curator-mutex"
                                    << "lock-" << 16'000;
    QTest::newRow("writers") << "curator-read-write"
                             << "__WRIT__" << 50;
}

void WaitGraphTest::isFastInALongQueue()
{
    QFETCH(QString, dialect);
    QFETCH(QString, word);
    QFETCH(int, sessions);
    const auto queue = [&](int size) {
        LockText text{"/a", dialect.toStdString(), {}};
        for (int i = 0; i < size; ++i)
            text.nodes.push_back({1 + i % sessions, curator(i, word.toStdString()), i, 1s, i + 1});
        return std::make_shared<const Snapshot>(snapshotOf({text}));
    };
    std::size_t cycles = 0;
    const auto cost = growth({1'000, 16'000}, queue, [&cycles](const SnapshotPtr& snapshot) {
        const WaitGraph graph(snapshot);
        cycles += graph.cycles(Sessions::SingleMinded, {}, 10).size();
        cycles += graph.cycles(Sessions::All, WallTime::max(), 10).size();
    });
    QCOMPARE(cycles, 0U);
    QVERIFY(cost.isModest());
}

} // namespace lockscope::waitGraphTest

LOCKSCOPE_TEST(lockscope::waitGraphTest::WaitGraphTest)
#include "WaitGraphTest.moc"
