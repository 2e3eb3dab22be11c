// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The waiting that each client causes, at one moment and added up over time.

#include "core/waits/WaitRanking.h"
#include "core/waits/WaitLedger.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"
#include "tests/waits/ClientNodes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>

namespace lockscope::waitRankingTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

NodeText reads(std::int64_t session, int creationId, std::chrono::milliseconds age = 1s)
{
    return {session, curator(creationId, "__READ__"), creationId, age, creationId};
}

NodeText writes(std::int64_t session, int creationId, std::chrono::milliseconds age = 1s)
{
    return {session, curator(creationId, "__WRIT__"), creationId, age, creationId};
}

/// A semaphore whose contenders hold if their sessions are positive.
Lock pool(const std::vector<NodeText>& nodes)
{
    Lock lock;
    lock.path = "/pool";
    lock.kind = LockKind::Semaphore;
    for (const auto& node : nodes) {
        Contender contender;
        contender.node = nameOf(node);
        contender.position = static_cast<int>(lock.queue.size());
        contender.holds = node.session > 0;
        contender.details = detailsOf(node);
        contender.details->session = std::abs(node.session);
        lock.queue.push_back(contender);
    }
    lock.leases = lock.holders();
    return lock;
}

WaitGraph graphOf(Snapshot snapshot)
{
    return WaitGraph(std::make_shared<const Snapshot>(std::move(snapshot)));
}

WaitGraph graphOf(const std::vector<LockText>& texts)
{
    return graphOf(snapshotOf(texts));
}

QString amountText(const WaitAmount& amount)
{
    return u"%1/%2"_s.arg(QString::number(amount.waits, 'g', 3), QString::number(amount.waitedMs / 1'000, 'g', 4));
}

/// "0x1 head 3/12 | 0x2 middle 1/5": waits and seconds, in the order of the ranking.
QString textOf(const WaitRanking& ranking)
{
    QStringList words;
    for (const auto& blocker : ranking.blockers)
        words << u"%1 %2 %3"_s.arg(QString::fromStdString(blocker.node.key),
                                   QString::fromUtf8(toString(blocker.place).data()), amountText(blocker.amount));
    return words.join(u" | "_s);
}

QString ranked(const std::vector<LockText>& texts)
{
    return textOf(rankBlockers(graphOf(texts)));
}

/// 1 holds /a; 2 holds /b and waits for /a; 3 holds /c and waits for /b; 4 waits for /c, and 5 for /b.
const std::vector<LockText> chain{{"/a", "curator-mutex", {of(1, 1, 60s), of(2, 4, 40s)}},
                                  {"/b", "curator-mutex", {of(2, 2, 60s), of(3, 5, 30s), of(5, 7, 5s)}},
                                  {"/c", "curator-mutex", {of(3, 3, 60s), of(4, 6, 10s)}}};

/// Sends each wait along its chain, one by one; for snapshots without cycles.
class OneByOne final {
public:
    explicit OneByOne(const Snapshot& snapshot)
        : m_snapshot(snapshot)
    {
        for (const auto& lock : snapshot.locks) {
            for (const auto& contender : lock->queue)
                m_nodes[contender.details->session].push_back({lock.get(), &contender});
        }
        for (const auto& [session, nodes] : m_nodes) {
            for (const auto& node : firstWaits(session)) {
                const auto ms = static_cast<double>((noon - node.contender->details->createdAt).count());
                send(node, {1, ms, 0}, 0);
            }
        }
    }

    [[nodiscard]] bool hasCycle() const { return m_hasCycle; }
    [[nodiscard]] WaitAmount of(std::int64_t session) const
    {
        const auto found = m_amounts.find(session);
        return found == m_amounts.end() ? WaitAmount() : found->second;
    }
    [[nodiscard]] const WaitAmount& lost() const { return m_lost; }

private:
    struct Node {
        const Lock* lock;
        const Contender* contender;
    };

    [[nodiscard]] std::vector<Node> firstWaits(std::int64_t session) const
    {
        std::vector<Node> waits;
        for (const auto& node : m_nodes.at(session)) {
            const bool isFirst =
                std::none_of(waits.begin(), waits.end(), [&](const Node& other) { return other.lock == node.lock; });
            if (!node.contender->holds && isFirst)
                waits.push_back(node);
        }
        return waits;
    }
    [[nodiscard]] std::set<std::int64_t> blockersOf(const Node& wait) const
    {
        std::set<std::int64_t> blockers;
        const auto own = wait.contender->details->session;
        for (const auto& other : wait.lock->queue) {
            const bool share = other.mode == LockMode::Shared && wait.contender->mode == LockMode::Shared;
            if (other.holds && !share && other.details->session != own)
                blockers.insert(other.details->session);
        }
        for (const auto& node : wait.contender->waitsOn) {
            const auto* other = wait.lock->find({LockPart::Queue, node});
            if (blockers.empty() && other->details->session != own)
                return {other->details->session};
        }
        return blockers;
    }
    /// A single wait, and it has created no node since.
    [[nodiscard]] bool doesOneThing(std::int64_t session) const
    {
        std::int64_t newest = 0;
        std::vector<std::int64_t> waits;
        for (const auto& node : m_nodes.at(session)) {
            newest = std::max(newest, node.contender->details->creationId);
            if (!node.contender->holds)
                waits.push_back(node.contender->details->creationId);
        }
        return waits.size() == 1 && waits.front() == newest;
    }
    void send(const Node& wait, const WaitAmount& amount, int depth)
    {
        if (depth > 20) {
            m_hasCycle = true;
            return;
        }
        const auto blockers = blockersOf(wait);
        if (blockers.empty())
            m_lost += amount;
        for (const auto blocker : blockers) {
            const auto part = amount * (1.0 / static_cast<double>(blockers.size()));
            m_amounts[blocker] += part;
            const auto waits = firstWaits(blocker);
            if (doesOneThing(blocker) && waits.size() == 1 && !blockersOf(waits.front()).empty())
                send(waits.front(), part, depth + 1);
        }
    }

    const Snapshot& m_snapshot;
    std::map<std::int64_t, std::vector<Node>> m_nodes;
    std::map<std::int64_t, WaitAmount> m_amounts;
    WaitAmount m_lost;
    bool m_hasCycle = false;
};

Snapshot randomSnapshot(std::mt19937& random)
{
    const auto draw = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    std::vector<LockText> locks;
    const int count = draw(1, 5);
    std::vector<std::pair<int, int>> joins;
    for (int lock = 0; lock < count; ++lock) {
        locks.push_back({"/lock" + std::to_string(lock), draw(0, 1) == 0 ? "curator-mutex" : "curator-read-write", {}});
        for (int i = draw(0, 4); i > 0; --i)
            joins.emplace_back(lock, draw(1, 8));
    }
    std::shuffle(joins.begin(), joins.end(), random);
    int creationId = 100;
    for (const auto& [lock, session] : joins) {
        auto& text = locks[static_cast<std::size_t>(lock)];
        ++creationId;
        const std::chrono::seconds age(200 - creationId);
        text.nodes.push_back(text.dialect == "curator-mutex" ? of(session, creationId, age)
                             : draw(0, 1) == 0               ? reads(session, creationId, age)
                                                             : writes(session, creationId, age));
    }
    return snapshotOf(locks);
}

bool isNear(const WaitAmount& a, const WaitAmount& b)
{
    return std::abs(a.waits - b.waits) < 1e-6 && std::abs(a.waitedMs - b.waitedMs) < 1e-3;
}

/// A complete snapshot of a connected source.
Snapshot at(Snapshot snapshot, std::chrono::milliseconds after)
{
    snapshot.takenAt = noon + after;
    snapshot.session.state = SessionState::Connected;
    return snapshot;
}

/// "0x1 30+30": caused, and of it as head, in seconds.
QString ledgerText(const WaitLedger& ledger)
{
    QStringList words;
    for (const auto& entry : ledger.ranked())
        words << u"%1 %2+%3%4"_s.arg(QString::fromStdString(entry.blocker.node.key))
                     .arg(static_cast<double>(entry.caused.count()) / 1'000)
                     .arg(static_cast<double>(entry.causedAsHead.count()) / 1'000)
                     .arg(entry.blocksNow ? u""_s : u" ended"_s);
    return words.join(u" | "_s);
}

} // namespace

class WaitRankingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noClientWaits()
    {
        const auto ranking = rankBlockers(graphOf({{"/a", "curator-mutex", {of(1, 1)}}}));
        QVERIFY(ranking.blockers.empty());
        QCOMPARE(ranking.all.waits, 0.0);
        QVERIFY(rankBlockers(WaitGraph(std::make_shared<const Snapshot>())).blockers.empty());
    }

    void theHolderCausesAllWaits()
    {
        const auto graph = graphOf({{"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s), of(3, 3, 4s)}}});
        const auto ranking = rankBlockers(graph);
        QCOMPARE(textOf(ranking), u"0x1 head 2/13"_s);
        QCOMPARE(ranking.blockers.front().blocks.size(), 1U);
        QCOMPARE(ranking.blockers.front().blocks.front().lock, "/a");
        QCOMPARE(ranking.ages, (std::vector<std::chrono::milliseconds>{9s, 4s}));
        QCOMPARE(lockWaits(graph).at("/a").count(), 13'000);
    }

    void theHeadOfAChainHasAllWaits()
    {
        const auto graph = graphOf(chain);
        const auto ranking = rankBlockers(graph);
        // 2 waits 40 s, 3 waits 30 s, 4 waits 10 s, 5 waits 5 s.
        QCOMPARE(textOf(ranking), u"0x1 head 4/85 | 0x2 middle 3/45 | 0x3 middle 1/10"_s);
        QCOMPARE(ranking.blockers[1].waitsFor, std::vector<std::string>{"0x1"});
        QCOMPARE(ranking.blockers[2].waitsFor, std::vector<std::string>{"0x2"});
        const auto locks = lockWaits(graph);
        QCOMPARE(locks.at("/a").count(), 85'000);
        QCOMPARE(locks.at("/b").count(), 45'000);
        QCOMPARE(locks.at("/c").count(), 10'000);
    }

    void threadsAreNotGuessed()
    {
        // 2 has created a node since it began to wait: another thread of it may hold /b.
        auto texts = chain;
        texts.push_back({"/d", "curator-mutex", {of(2, 20)}});
        QCOMPARE(ranked(texts), u"0x2 unknown 3/45 | 0x1 head 1/40 | 0x3 middle 1/10"_s);
        // So may a client that waits for two locks.
        texts = chain;
        texts.push_back({"/d", "curator-mutex", {of(9, 20), of(2, 21, 3s)}});
        QCOMPARE(ranked(texts), u"0x2 unknown 3/45 | 0x1 head 1/40 | 0x9 head 1/3 | 0x3 middle 1/10"_s);
    }

    void severalHoldersShareAWait()
    {
        QCOMPARE(ranked({{"/a", "curator-read-write", {reads(1, 1), reads(2, 2), reads(3, 3), writes(4, 4, 6s)}}}),
                 u"0x1 head 0.333/2 | 0x2 head 0.333/2 | 0x3 head 0.333/2"_s);
        // A reader that holds twice is one blocker.
        QCOMPARE(ranked({{"/a", "curator-read-write", {reads(1, 1), reads(1, 2), reads(2, 3), writes(4, 4, 6s)}}}),
                 u"0x1 head 0.5/3 | 0x2 head 0.5/3"_s);
        // A reader behind a queued writer waits for the writer, which passes it on.
        QCOMPARE(ranked({{"/a", "curator-read-write", {reads(1, 1), writes(2, 2, 6s), reads(3, 3, 4s)}}}),
                 u"0x1 head 2/10 | 0x2 middle 1/4"_s);
        // A writer that holds blocks readers and writers.
        QCOMPARE(ranked({{"/a", "curator-read-write", {writes(1, 1), reads(2, 2, 6s), writes(3, 3, 4s)}}}),
                 u"0x1 head 2/10"_s);
    }

    void leasesShareAWait()
    {
        QCOMPARE(textOf(rankBlockers(graphOf(snapshotOf({pool({of(1, 1), of(2, 2), of(-3, 3, 8s), of(-4, 4, 2s)})})))),
                 u"0x1 head 1/5 | 0x2 head 1/5"_s);
        // 2 holds a lease and waits for another one: 1 blocks it, and it is no blocker of itself.
        QCOMPARE(textOf(rankBlockers(graphOf(snapshotOf({pool({of(1, 1), of(2, 2), of(-2, 3, 8s), of(-4, 4, 2s)})})))),
                 u"0x1 head 2/10 | 0x2 middle 0.5/1"_s);
        // With many leases, all holders count, not only those that are drawn.
        std::vector<NodeText> nodes;
        for (int i = 1; i <= 300; ++i)
            nodes.push_back(of(i, i));
        for (int i = 1; i <= 300; ++i)
            nodes.push_back(of(-1'000 - i, 1'000 + i, 1s));
        const auto ranking = rankBlockers(graphOf(snapshotOf({pool(nodes)})));
        QCOMPARE(ranking.blockers.size(), 300U);
        for (const auto& blocker : ranking.blockers)
            QCOMPARE(amountText(blocker.amount), u"1/1"_s);
    }

    void aCycleHasNoHead()
    {
        // 1 and 2 wait for each other (12 s and 11 s); 3 waits for 2.
        const auto graph = graphOf({{"/a", "curator-mutex", {of(1, 1), of(2, 4, 11s)}},
                                    {"/b", "curator-mutex", {of(2, 2), of(1, 3, 12s), of(3, 5, 5s)}}});
        QCOMPARE(textOf(rankBlockers(graph)), u"0x2 cycle 2/17 | 0x1 cycle 2/16"_s);
        QCOMPARE(lockWaits(graph).at("/a").count(), 28'000);
        QCOMPARE(lockWaits(graph).at("/b").count(), 28'000);
    }

    void electionsAndPossibleLocksHaveNoWaits()
    {
        QCOMPARE(ranked({{"/a",
                          "curator-latch",
                          {NodeText{1, curator(1, "latch-"), 1, 1s, 1}, NodeText{2, curator(2, "latch-"), 2, 1s, 2}}}}),
                 QString());
        auto lock = queueOf({"/a", "curator-mutex", {of(1, 1), of(2, 2)}});
        lock.certainty = Certainty::Possible;
        const auto graph = graphOf(snapshotOf({lock}));
        QVERIFY(rankBlockers(graph).blockers.empty());
        QVERIFY(lockWaits(graph).empty());
    }

    void unknownOwnersAreUnknown()
    {
        auto lock = queueOf({"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s)}});
        lock.queue[0].details.reset();
        lock.queue[0].owner.reset();
        auto ranking = rankBlockers(graphOf(snapshotOf({lock})));
        QCOMPARE(textOf(ranking), u"/a/%1 head 1/9"_s.arg(QString::fromStdString(nameOf(of(1, 1)))));
        QVERIFY(!ranking.blockers.front().node.isKnown);
        // A waiter whose node is not read yet counts, but its time is unknown.
        lock = queueOf({"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s)}});
        lock.queue[1].details.reset();
        lock.queue[1].owner.reset();
        const auto graph = graphOf(snapshotOf({lock}));
        ranking = rankBlockers(graph);
        QCOMPARE(textOf(ranking), u"0x1 head 1/0"_s);
        QCOMPARE(ranking.blockers.front().amount.undated, 1.0);
        QVERIFY(ranking.ages.empty());
        QVERIFY(!lockWaits(graph).contains("/a"));
    }

    void aSessionBehindItselfBlamesNoClient()
    {
        const auto ranking = rankBlockers(graphOf({{"/a", "curator-mutex", {of(1, 1), of(1, 2, 3s)}}}));
        QVERIFY(ranking.blockers.empty());
        QCOMPARE(amountText(ranking.unattributed), u"1/3"_s);
        QCOMPARE(ranked({{"/a", "curator-mutex", {of(1, 1), of(2, 2, 5s), of(2, 3, 4s)}}}), u"0x1 head 1/5"_s);
    }

    void isTheSameAsOneByOne()
    {
        std::mt19937 random(7);
        int compared = 0;
        for (int i = 0; i < 2'000; ++i) {
            const auto snapshot = randomSnapshot(random);
            const OneByOne expected(snapshot);
            if (expected.hasCycle())
                continue;
            ++compared;
            const auto ranking = rankBlockers(graphOf(snapshot));
            auto ends = ranking.unattributed;
            for (const auto& blocker : ranking.blockers) {
                QVERIFY2(isNear(blocker.amount, expected.of(blocker.node.session)), qPrintable(textOf(ranking)));
                QVERIFY(blocker.place != ChainPlace::Cycle);
                if (blocker.place != ChainPlace::Middle)
                    ends += blocker.amount;
            }
            QVERIFY2(isNear(ends, ranking.all), qPrintable(textOf(ranking)));
            QVERIFY(isNear(ranking.unattributed, expected.lost()));
        }
        QVERIFY2(compared > 500, QByteArray::number(compared));
    }

    void costsLittleOfABigSnapshot()
    {
        const auto graphs = [](int locks) { return std::make_unique<WaitGraph>(graphOf(ninesOf(locks))); };
        WaitRanking ranking;
        const auto rank = [&](const auto& graph) { ranking = rankBlockers(*graph); };
        QVERIFY(growth({600, 9'600}, graphs, rank).isModest());
        const auto chains = [](int locks) { // each client holds one lock and waits for the one before it
            std::vector<Lock> queues;
            for (int i = 0; i < locks; ++i)
                queues.push_back(queueOf(
                    {"/locks/" + sequenceText(i), "curator-mutex", {of(i + 1, i + 1), of(i + 2, 1'000'000 + i)}}));
            return std::make_unique<WaitGraph>(graphOf(snapshotOf(std::move(queues))));
        };
        QVERIFY(growth({600, 9'600}, chains, rank).isModest());
        QCOMPARE(ranking.blockers.front().amount.waits, 9'600.0);
    }

    void timeIsAddedUp()
    {
        WaitLedger ledger;
        QVERIFY(!ledger.since());
        ledger.see(graphOf(at(snapshotOf(chain), 0s)));
        QVERIFY(ledger.since() == noon);
        QCOMPARE(ledgerText(ledger), u"0x1 0+0 | 0x2 0+0 | 0x3 0+0"_s);
        ledger.see(graphOf(at(snapshotOf(chain), 10s)));
        QCOMPARE(ledger.seen().count(), 10'000);
        QCOMPARE(ledgerText(ledger), u"0x1 40+40 | 0x2 30+0 | 0x3 10+0"_s);
        // 1 has released, so 2 is the head now.
        auto released = chain;
        released.front().nodes.erase(released.front().nodes.begin());
        ledger.see(graphOf(at(snapshotOf(released), 12s)));
        QCOMPARE(ledgerText(ledger), u"0x1 48+48 ended | 0x2 36+0 | 0x3 12+0"_s);
        ledger.continueTo(noon + 32s);
        QCOMPARE(ledgerText(ledger), u"0x2 96+60 | 0x1 48+48 ended | 0x3 32+0"_s);
        QCOMPARE(ledger.seen().count(), 32'000);
    }

    void gapsAreNotSeen()
    {
        WaitLedger ledger;
        auto early = at(snapshotOf(chain), -5s);
        early.complete = false;
        ledger.see(graphOf(early));
        QVERIFY(!ledger.since());
        ledger.see(graphOf(at(snapshotOf(chain), 0s)));
        // The connection is lost: the servers' last reply was at 2 s.
        auto lost = at(snapshotOf(chain), 2s);
        lost.session.state = SessionState::Suspended;
        ledger.see(graphOf(lost));
        ledger.continueTo(noon + 30s);
        auto reading = at(snapshotOf(chain), 40s);
        reading.complete = false;
        ledger.see(graphOf(reading));
        ledger.see(graphOf(at(snapshotOf(chain), 42s)));
        ledger.see(graphOf(at(snapshotOf(chain), 45s)));
        QCOMPARE(ledger.seen().count(), 5'000);
        QCOMPARE(ledgerText(ledger), u"0x1 20+20 | 0x2 15+0 | 0x3 5+0"_s);
        ledger.interrupt();
        ledger.see(graphOf(at(snapshotOf(chain), 100s)));
        ledger.see(graphOf(at(snapshotOf(chain), 90s))); // the clock was set back
        QCOMPARE(ledger.seen().count(), 5'000);
        QVERIFY(ledger.since() == noon);
    }

    void anOwnerThatBecomesKnownKeepsItsTime()
    {
        WaitLedger ledger;
        auto lock = queueOf({"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s)}});
        lock.queue[0].details.reset();
        lock.queue[0].owner.reset();
        ledger.see(graphOf(at(snapshotOf({lock}), 0s)));
        const std::vector<LockText> known{{"/a", "curator-mutex", {of(1, 1), of(2, 2, 9s)}}};
        ledger.see(graphOf(at(snapshotOf(known), 4s)));
        ledger.see(graphOf(at(snapshotOf(known), 7s)));
        QCOMPARE(ledgerText(ledger), u"0x1 7+7"_s);
    }

    void theLedgerIsBounded()
    {
        WaitLedger ledger(20);
        for (int i = 0; i < 200; ++i) {
            // A new holder each second, with one wait; the tenth has ten.
            std::vector<NodeText> nodes{of(100 + i, 1)};
            for (int k = 0; k < (i == 10 ? 10 : 1); ++k)
                nodes.push_back(of(10'000 + k, 2 + k));
            ledger.see(graphOf(at(snapshotOf({LockText{"/a", "curator-mutex", nodes}}), std::chrono::seconds(i))));
        }
        const auto entries = ledger.ranked();
        QVERIFY2(entries.size() <= 20, QByteArray::number(static_cast<qint64>(entries.size())));
        QCOMPARE(entries.front().blocker.node.session, std::int64_t(110));
        QCOMPARE(entries.front().caused.count(), 10'000);
        QCOMPARE(entries.back().blocker.node.session, std::int64_t(299)); // blocks now, and has caused nothing yet
        QVERIFY(entries.back().blocksNow && !entries.front().blocksNow);
    }
};

} // namespace lockscope::waitRankingTest

LOCKSCOPE_TEST(lockscope::waitRankingTest::WaitRankingTest)
#include "WaitRankingTest.moc"
