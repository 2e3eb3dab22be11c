// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The holders and waiters of whole queues, and the order that the rules need.

#include "core/queue/Order.h"
#include "core/queue/Rule.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <limits>
#include <random>

namespace lockscope::queueRulesTest {

using namespace lockscope::queue;

namespace {

constexpr auto smallest = std::numeric_limits<std::int32_t>::min();
constexpr auto largest = std::numeric_limits<std::int32_t>::max();

/// "R5 W5@20 W7" as contenders in queue order: mode, number, and the creating transaction where it matters. The word of
/// a contender is also its name.
std::vector<QueueEntry> queueOf(const QByteArray& text)
{
    std::vector<QueueEntry> contenders;
    const auto words = text.split(' ');
    for (const auto& word : words) {
        const auto number = word.mid(1).split('@');
        contenders.push_back({word.toStdString(), number.first().toInt(), number.size() > 1 ? number.last().toInt() : 0,
                              word.startsWith('R') ? LockMode::Shared : LockMode::Exclusive});
    }
    sortQueue(contenders);
    return contenders;
}

/// The verdict on each one, in queue order: "+" it holds, "any" it waits for any release, or the node it waits for.
QByteArray verdicts(Rule rule, const std::vector<QueueEntry>& queue, int leases)
{
    QByteArray reported;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto verdict = rule(queue, i, leases);
        const auto* before = std::get_if<WaitFor>(&verdict);
        reported += reported.isEmpty() ? "" : " ";
        reported += isGranted(verdict) ? QByteArray("+") : before ? QByteArray::fromStdString(before->node) : "any";
    }
    return reported;
}

} // namespace

class QueueRulesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readersShareAndWritersAreAlone_data();
    void readersShareAndWritersAreAlone();
    void aWriterNeverHoldsBesideAnother();
    void someReadersWaitForTheFirstWriter();
    void anUnknownModeIsNotGuessed();
    void rangesThatDoNotOverlapDoNotWait();
    void firstOnesHoldTheLeases_data();
    void firstOnesHoldTheLeases();
    void whoIsPresentHolds();
    void ordersEqualNumbers_data();
    void ordersEqualNumbers();
    void eachWaitsForTheOneSoManyPlacesBefore_data();
    void eachWaitsForTheOneSoManyPlacesBefore();
    void waitersWatchTheFirstNodeOfTheOneBefore();
    void judgesAQueueAsItsRuleDoes();
    void ordersAsOthersDo_data();
    void ordersAsOthersDo();
};

void QueueRulesTest::readersShareAndWritersAreAlone_data()
{
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* queue, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(queue) << QByteArray(expected);
    };
    row("one reader", "R0", "+");
    row("one writer", "W0", "+");
    row("readers", "R0 R1 R2", "+ + +");
    row("writers", "W0 W1 W2", "+ W0 W1");
    row("a writer behind readers", "R0 R1 W2", "+ + R1");
    row("readers behind a writer", "W0 R1 R2", "+ W0 W0");
    row("a reader between writers", "W0 R1 W2 R3", "+ W0 R1 W2");
    row("a late reader does not pass a writer", "R0 W1 R2", "+ R0 W1");
    row("a reader waits for the nearest writer", "W0 W1 R2", "+ W0 W1");
    row("downgrade: both sides held", "W4 R4", "+ +");
    row("downgrade, others behind", "W4 R4 W5 R6", "+ + R4 W5");
    row("downgraded: the reader stays first", "R4 W5", "+ R4");
    row("another's downgrade before a reader", "W4 R4 R5", "+ + W4");
    row("a writer before a downgrade is waited for", "W3 W4 R4", "+ W3 W3");
    row("below zero", "W-3 R-2 W-1", "+ W-3 R-2");
    row("across the end of the numbers", "R-2147483648 W2147483647", "+ R-2147483648");
}

void QueueRulesTest::readersShareAndWritersAreAlone()
{
    QFETCH(QByteArray, queue);
    QFETCH(QByteArray, expected);
    QCOMPARE(verdicts(&readWriteRule, queueOf(queue), 1), expected);
}

void QueueRulesTest::aWriterNeverHoldsBesideAnother()
{
    // Every queue of six: the holders are all readers at the front, or the one writer at the front.
    for (unsigned modes = 0; modes < 64; ++modes) {
        std::vector<QueueEntry> queue;
        for (int i = 0; i < 6; ++i)
            queue.push_back(
                {"n" + std::to_string(i), i, 0, (modes >> i) % 2 != 0 ? LockMode::Shared : LockMode::Exclusive});
        const auto firstWriter = static_cast<std::size_t>(
            std::find_if(queue.begin(), queue.end(), [](const auto& one) { return one.mode == LockMode::Exclusive; }) -
            queue.begin());
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const auto verdict = readWriteRule(queue, i, 1);
            QCOMPARE(isGranted(verdict), i == 0 || i < firstWriter);
            if (const auto* before = std::get_if<WaitFor>(&verdict)) {
                // A blocker is always before its waiter: no cycle.
                const auto at = std::stoul(before->node.substr(1));
                QVERIFY(at < i);
            }
        }
    }
}

/// Apache Curator, InterProcessReadWriteLock.readLockPredicate: a reader watches children.get(firstWriteIndex).
void QueueRulesTest::someReadersWaitForTheFirstWriter()
{
    QCOMPARE(verdicts(&readWriteFirstRule, queueOf("R0 W1 R2 W3 R4"), 1), QByteArray("+ R0 W1 R2 W1"));
    QCOMPARE(verdicts(&readWriteFirstRule, queueOf("W4 R4 W5 R6"), 1), QByteArray("+ + R4 W4"));
    QCOMPARE(verdicts(&readWriteFirstRule, queueOf("W3 W4 R4"), 1), QByteArray("+ W3 W3"));
}

void QueueRulesTest::anUnknownModeIsNotGuessed()
{
    auto queue = queueOf("R0 R1 R2 W3 R4");
    queue[1].isModeKnown = false;
    auto judged = judgeQueue(&readWriteRule, queue, 1);
    QVERIFY(isGranted(judged[0]));
    QVERIFY(judged[1] == Decision(Undecided{})); // a reader would hold, a writer would wait
    QVERIFY(judged[2] == Decision(Undecided{}));
    QVERIFY(std::holds_alternative<WaitFor>(judged[3])); // a writer is never beside another
    QVERIFY(judged[4] == Decision(WaitFor{queue[3].node}));
    queue[0].isModeKnown = false;
    judged = judgeQueue(&readWriteRule, queue, 1);
    QVERIFY(isGranted(judged[0])); // the first holds in either mode
    QVERIFY(judged[1] == Decision(Undecided{}));
}

/// Accumulo, LockRange.overlaps: (start, end].
void QueueRulesTest::rangesThatDoNotOverlapDoNotWait()
{
    const std::vector<QueueEntry> queue{
        {"flock#WRITE~a~N~PZw==#0000000000", 0},                         // up to g
        {"flock#WRITE~b~PZw==~PcA==#0000000001", 1},                     // after g, up to p
        {"flock#READ~c~N~N#0000000002", 2, 0, LockMode::Shared},         // all
        {"flock#READ~d~PYQ==~PYg==#0000000003", 3, 0, LockMode::Shared}, // after a, up to b
        {"flock#WRITE~e~PeA==~N#0000000004", 4},                         // after x
        {"flock#WRITE:FATE:f#0000000005", 5},                            // no range: all
    };
    const auto judged = judgeQueue(&readWriteRangesRule, queue, 1);
    QVERIFY(isGranted(judged[0]));
    QVERIFY(isGranted(judged[1]));
    QVERIFY(judged[2] == Decision(WaitForEach{{queue[0].node, queue[1].node}}));
    QVERIFY(judged[3] == Decision(WaitForEach{{queue[0].node}}));
    QVERIFY(judged[4] == Decision(WaitForEach{{queue[2].node}}));
    QVERIFY(std::get<WaitForEach>(judged[5]).nodes.size() == 5);
}

void QueueRulesTest::firstOnesHoldTheLeases_data()
{
    QTest::addColumn<int>("leases");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("negative") << -1 << QByteArray("any any any any");
    QTest::addRow("not known yet") << 0 << QByteArray("any any any any");
    QTest::addRow("one") << 1 << QByteArray("+ any any any");
    QTest::addRow("grown to three") << 3 << QByteArray("+ + + any");
    QTest::addRow("shrunk to two") << 2 << QByteArray("+ + any any");
    QTest::addRow("just enough") << 4 << QByteArray("+ + + +");
    QTest::addRow("more than asked for") << largest << QByteArray("+ + + +");
}

void QueueRulesTest::firstOnesHoldTheLeases()
{
    QFETCH(int, leases);
    QFETCH(QByteArray, expected);
    QCOMPARE(verdicts(&leaseRule, queueOf("W0 W3 W4 W9"), leases), expected);
}

void QueueRulesTest::whoIsPresentHolds()
{
    for (const int leases : {-1, 0, 1, 4})
        QCOMPARE(verdicts(&presenceRule, queueOf("W0 W0 R1"), leases), QByteArray("+ + +"));
}

void QueueRulesTest::ordersEqualNumbers_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* given, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(given) << QByteArray(expected);
    };
    row("the writer stands before its downgrade", "R7@1 W7@2", "W7@2 R7@1");
    row("then the older transaction", "W7@9 W7@3", "W7@3 W7@9");
    row("readers too", "R7@9 R7@3", "R7@3 R7@9");
    row("mode comes before transaction", "R7@3 W7@9 R7@5 W7@4", "W7@4 W7@9 R7@3 R7@5");
    row("number comes before mode", "W8@1 R7@9", "R7@9 W8@1");
    row("numbers that the server repeats at the end", "W2147483647@30 W2147483647@10 W2147483646@5",
        "W2147483646@5 W2147483647@10 W2147483647@30");
    row("numbers that wrapped stand first", "W2147483647@1 W-2147483648@2", "W-2147483648@2 W2147483647@1");
    row("signed, not as text", "W-3 W-20 W5 W10", "W-20 W-3 W5 W10");
}

void QueueRulesTest::ordersEqualNumbers()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, expected);
    QByteArray order;
    for (const auto& contender : queueOf(given))
        order += (order.isEmpty() ? "" : " ") + QByteArray::fromStdString(contender.node);
    QCOMPARE(order, expected);
    QVERIFY(isBefore({"a", smallest, 0, LockMode::Shared}, {"a", largest, 0, LockMode::Exclusive}));
    QVERIFY(isBefore({"a", 1, 1, LockMode::Shared}, {"b", 1, 1, LockMode::Shared}));
    QVERIFY(!isBefore({"a", 1, 1, LockMode::Shared}, {"a", 1, 1, LockMode::Shared}));
}

void QueueRulesTest::eachWaitsForTheOneSoManyPlacesBefore_data()
{
    QTest::addColumn<int>("leases");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("not known yet") << 0 << QByteArray("any any any any");
    QTest::addRow("one") << 1 << QByteArray("+ W0 W3 W4");
    QTest::addRow("two") << 2 << QByteArray("+ + W0 W3");
    QTest::addRow("more than asked for") << largest << QByteArray("+ + + +");
}

void QueueRulesTest::eachWaitsForTheOneSoManyPlacesBefore()
{
    QFETCH(int, leases);
    QFETCH(QByteArray, expected);
    QCOMPARE(verdicts(&leaseInOrderRule, queueOf("W0 W3 W4 W9"), leases), expected);
}

void QueueRulesTest::waitersWatchTheFirstNodeOfTheOneBefore()
{
    std::vector<QueueEntry> queue;
    for (const auto* name : {"a#1", "b#2", "b#3", "a#4", "c#5", "c#6"})
        queue.push_back({name, static_cast<std::int32_t>(queue.size()), 0, LockMode::Exclusive});
    // Only consecutive nodes of an owner count as one: its node before another owner's belongs to another acquisition.
    QCOMPARE(verdicts(&exclusiveOwnerRule, queue, 1), QByteArray("+ a#1 b#2 b#2 a#4 c#5"));
}

void QueueRulesTest::judgesAQueueAsItsRuleDoes()
{
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        std::vector<QueueEntry> queue;
        for (int i = 0; i < 12; ++i) // few numbers, so that there are downgrades and repeated numbers
            queue.push_back({"n" + std::to_string(i), static_cast<std::int32_t>(random() % 6), i,
                             random() % 2 == 0 ? LockMode::Shared : LockMode::Exclusive});
        sortQueue(queue);
        for (const auto rule : {&exclusiveRule, &readWriteRule, &readWriteFirstRule, &readWriteRangesRule, &leaseRule,
                                &leaseInOrderRule, &exclusiveOwnerRule, &presenceRule}) {
            const auto judged = judgeQueue(rule, queue, 2);
            QCOMPARE(judged.size(), queue.size());
            for (std::size_t i = 0; i < queue.size(); ++i)
                QVERIFY(judged[i] == rule(queue, i, 2));
        }
    }
}

void QueueRulesTest::ordersAsOthersDo_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("number") << static_cast<int>(OrderBy::Number) << QByteArray("x--20 x--03 b-05 a-05 c-10");
    QTest::addRow("text") << static_cast<int>(OrderBy::Text) << QByteArray("x--03 b-05 a-05 c-10 x--20");
    QTest::addRow("name") << static_cast<int>(OrderBy::Name) << QByteArray("x--20 x--03 a-05 b-05 c-10");
    QTest::addRow("creation") << static_cast<int>(OrderBy::Creation) << QByteArray("c-10 b-05 a-05 x--20 x--03");
}

void QueueRulesTest::ordersAsOthersDo()
{
    QFETCH(int, by);
    QFETCH(QByteArray, expected);
    std::vector<QueueEntry> queue{{"a-05", 5, 3, LockMode::Exclusive},
                                  {"b-05", 5, 2, LockMode::Exclusive},
                                  {"x--03", -3, 9, LockMode::Exclusive},
                                  {"x--20", -20, 8, LockMode::Exclusive},
                                  {"c-10", 10, 1, LockMode::Exclusive}};
    sortQueue(queue, {static_cast<OrderBy>(by), {"-"}});
    QByteArray order;
    for (const auto& contender : queue)
        order += (order.isEmpty() ? "" : " ") + QByteArray::fromStdString(contender.node);
    QCOMPARE(order, expected);
    QCOMPARE(sortText("a-lock-lock-7", {"lock-"}), std::string_view("7"));
    QCOMPARE(sortText("__READ__1__WRIT__2", {"__READ__", "__WRIT__"}), std::string_view("2"));
    QCOMPARE(sortText("README", {"lock-"}), std::string_view("README"));
}

} // namespace lockscope::queueRulesTest

LOCKSCOPE_TEST(lockscope::queueRulesTest::QueueRulesTest)
#include "QueueRulesTest.moc"
