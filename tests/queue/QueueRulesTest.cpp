// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Who holds and who waits for whom, for whole queues at a time, and the order that the rules rest on.

#include "core/queue/Order.h"
#include "core/queue/Rule.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace lockscope::queue;

namespace {

constexpr auto smallest = std::numeric_limits<std::int32_t>::min();
constexpr auto largest = std::numeric_limits<std::int32_t>::max();

/// "R5 W5@20 W7" as contenders in queue order: mode, number, and the creating transaction where it matters. What a
/// contender is written as is also its name.
std::vector<Contender> queueOf(const QByteArray& text)
{
    std::vector<Contender> contenders;
    const auto words = text.split(' ');
    for (const auto& word : words) {
        const auto number = word.mid(1).split('@');
        contenders.push_back({word.toStdString(), number.first().toInt(), number.size() > 1 ? number.last().toInt() : 0,
                              word.startsWith('R') ? Mode::Shared : Mode::Exclusive});
    }
    sortQueue(contenders);
    return contenders;
}

/// What each one is told, in queue order: "+" it holds, "any" it waits for whoever goes, or whom it waits for.
QByteArray verdicts(Rule rule, const std::vector<Contender>& queue, int leases)
{
    QByteArray told;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const auto verdict = rule(queue, i, leases);
        const auto* before = std::get_if<WaitFor>(&verdict);
        told += told.isEmpty() ? "" : " ";
        told += isGranted(verdict) ? QByteArray("+") : before ? QByteArray::fromStdString(before->node) : "any";
    }
    return told;
}

} // namespace

class QueueRulesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readersShareAndWritersAreAlone_data();
    void readersShareAndWritersAreAlone();
    void aWriterNeverHoldsBesideAnother();
    void firstOnesHoldTheLeases_data();
    void firstOnesHoldTheLeases();
    void whoIsPresentHolds();
    void ordersEqualNumbers_data();
    void ordersEqualNumbers();
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
    // Every queue of six: who holds is all readers from the front on, or the one writer in front.
    for (unsigned modes = 0; modes < 64; ++modes) {
        std::vector<Contender> queue;
        for (int i = 0; i < 6; ++i)
            queue.push_back({"n" + std::to_string(i), i, 0, (modes >> i) % 2 != 0 ? Mode::Shared : Mode::Exclusive});
        const auto firstWriter = static_cast<std::size_t>(
            std::find_if(queue.begin(), queue.end(), [](const auto& one) { return one.mode == Mode::Exclusive; }) -
            queue.begin());
        for (std::size_t i = 0; i < queue.size(); ++i) {
            const auto verdict = readWriteRule(queue, i, 1);
            QCOMPARE(isGranted(verdict), i == 0 || i < firstWriter);
            if (const auto* before = std::get_if<WaitFor>(&verdict)) {
                // Whoever is waited for stands before: no circle of waiters.
                const auto at = std::stoul(before->node.substr(1));
                QVERIFY(at < i);
            }
        }
    }
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
    QVERIFY(isBefore({"a", smallest, 0, Mode::Shared}, {"a", largest, 0, Mode::Exclusive}));
    QVERIFY(isBefore({"a", 1, 1, Mode::Shared}, {"b", 1, 1, Mode::Shared}));
    QVERIFY(!isBefore({"a", 1, 1, Mode::Shared}, {"a", 1, 1, Mode::Shared}));
}

QTEST_GUILESS_MAIN(QueueRulesTest)
#include "QueueRulesTest.moc"
