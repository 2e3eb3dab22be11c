// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The waiting that each owner causes on Redis: threads of clients in fair queues, and clients that only listen.

#include "core/waits/WaitRanking.h"
#include "tests/support/Test.h"

#include <memory>

namespace lockscope::redisRankingTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr WallTime noon(std::chrono::milliseconds(1'764'331'200'000));

struct Entry {
    std::string owner;
    bool holds = false;
    std::chrono::milliseconds seenFor{0};
    Alive alive = Alive::Yes;
};

std::shared_ptr<const Lock> lockOf(const std::string& name, const std::vector<Entry>& entries, int listeners = 0)
{
    auto lock = std::make_shared<Lock>();
    lock->path = name;
    lock->kind = LockKind::Mutex;
    std::vector<std::string> ahead;
    for (const auto& entry : entries) {
        Contender contender;
        contender.node = entry.owner;
        contender.position = static_cast<int>(lock->queue.size());
        contender.holds = entry.holds;
        contender.firstSeenAt = noon - entry.seenFor;
        contender.waitsOn = entry.holds ? std::vector<std::string>() : ahead;
        ahead = {entry.owner};
        contender.redis = std::make_shared<const RedisContender>(RedisContender{entry.owner, 1, {}, entry.alive, {}});
        lock->queue.push_back(std::move(contender));
    }
    auto facts = std::make_shared<RedisLock>();
    facts->isOrdered = entries.size() > 1;
    facts->listeners = listeners;
    lock->redis = std::move(facts);
    return lock;
}

WaitGraph graphOf(const std::vector<std::shared_ptr<const Lock>>& locks)
{
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->backend = Backend::Redis;
    snapshot->takenAt = noon;
    snapshot->complete = true;
    snapshot->locks = locks;
    return WaitGraph(std::move(snapshot));
}

/// "a:1 head 3/4 (1)": waits, seconds that they have lasted, and how many of them have an unknown beginning.
QString ranked(const std::vector<std::shared_ptr<const Lock>>& locks)
{
    QStringList words;
    for (const auto& blocker : rankBlockers(graphOf(locks)).blockers)
        words << u"%1 %2 %3/%4 (%5)"_s
                     .arg(QString::fromStdString(blocker.node.key), QString::fromUtf8(toString(blocker.place).data()))
                     .arg(blocker.amount.waits)
                     .arg(blocker.amount.waitedMs / 1'000)
                     .arg(blocker.amount.undated);
    return words.join(u" | "_s);
}

} // namespace

class RedisRankingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aChainOfThreads();
    void clientsThatOnlyListen();
    void aWaiterThatIsGone();
    void listenersOfAFreeLock();
    void threadsOfOneClientAreApart();
    void aCircleSeenOnceIsNoDeadlock();
};

/// 2 holds B and waits for A, which 1 holds; 3 waits for B.
void RedisRankingTest::aChainOfThreads()
{
    const auto locks = {lockOf("a", {{"x:1", true}, {"x:2", false, 8s}}),
                        lockOf("b", {{"x:2", true}, {"x:3", false, 4s}})};
    QCOMPARE(ranked(locks), u"x:1 head 2/12 (2) | x:2 middle 1/4 (1)"_s);
    const auto ranking = rankBlockers(graphOf(locks));
    QVERIFY(ranking.blockers[1].waitsFor == std::vector<std::string>{"x:1"});
    QCOMPARE(ranking.blockers[0].node.owner, std::string("x:1"));
}

void RedisRankingTest::clientsThatOnlyListen()
{
    QCOMPARE(ranked({lockOf("a", {{"x:1", true}}, 5)}), u"x:1 head 5/0 (5)"_s);
    // Readers block them alike.
    auto shared = std::make_shared<Lock>(*lockOf("a", {{"x:1", true}, {"x:2", true}}, 3));
    shared->kind = LockKind::ReadWrite;
    QCOMPARE(ranked({shared}), u"x:1 head 1.5/0 (1.5) | x:2 head 1.5/0 (1.5)"_s);
}

/// Its entry is left in the queue. It waits no more, and the one behind it waits for it.
void RedisRankingTest::aWaiterThatIsGone()
{
    QCOMPARE(ranked({lockOf("a", {{"x:1", true}, {"x:2", false, 9s, Alive::No}, {"x:3", false, 2s}})}),
             u"x:1 head 1/2 (1)"_s);
    QCOMPARE(ranked({lockOf("a", {{"x:2", false, 9s, Alive::No}, {"x:3", false, 2s}})}), u"x:2 head 1/2 (1)"_s);
}

void RedisRankingTest::listenersOfAFreeLock()
{
    const auto ranking = rankBlockers(graphOf({lockOf("a", {}, 2)}));
    QVERIFY(ranking.blockers.empty());
    QCOMPARE(ranking.unattributed.waits, 2.0);
    QCOMPARE(ranking.all.waits, 2.0);
}

void RedisRankingTest::threadsOfOneClientAreApart()
{
    QCOMPARE(ranked({lockOf("a", {{"x:1", true}}, 1), lockOf("b", {{"x:2", true}}, 1)}),
             u"x:1 head 1/0 (1) | x:2 head 1/0 (1)"_s);
}

/// The holders are first seen now: one of them may have been a waiter a moment ago. RedisDeadlockTest has the others.
void RedisRankingTest::aCircleSeenOnceIsNoDeadlock()
{
    const auto graph =
        graphOf({lockOf("a", {{"x:1", true}, {"x:2", false, 8s}}), lockOf("b", {{"x:2", true}, {"x:1", false, 8s}})});
    QVERIFY(graph.deadlocks().empty());
    const auto ranking = rankBlockers(graph);
    QCOMPARE(ranking.blockers.size(), std::size_t(2));
    QVERIFY(ranking.blockers[0].place == ChainPlace::Cycle && ranking.blockers[1].place == ChainPlace::Cycle);
}

} // namespace lockscope::redisRankingTest

LOCKSCOPE_TEST(lockscope::redisRankingTest::RedisRankingTest)
#include "RedisRankingTest.moc"
