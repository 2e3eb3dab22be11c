// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Names, order and rules, as the recipes and the inspector use them.

#include "core/queue/NamePattern.h"
#include "core/queue/Order.h"
#include "core/queue/Rule.h"
#include "core/queue/Scheme.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <random>

namespace lockscope::queueTest {

using namespace lockscope::queue;

class QueueTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheServersNumber_data();
    void readsTheServersNumber();
    void matchesNames_data();
    void matchesNames();
    void keepsTheIdentifyingPart();
    void refusesMalformedPatterns_data();
    void refusesMalformedPatterns();
    void ordersByNumberThenTransaction();
    void orderIsTotal();
    void firstHoldsAndTheOthersWaitForTheOneBefore();
    void takesAListingApart();
};

void QueueTest::readsTheServersNumber_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QVariant>("number");
    QTest::addRow("first") << QByteArray("lock-0000000000") << QVariant(0);
    QTest::addRow("ordinary") << QByteArray("_c_x-lock-0000000101") << QVariant(101);
    QTest::addRow("largest") << QByteArray("lock-2147483647") << QVariant(2147483647);
    QTest::addRow("smallest") << QByteArray("lock--2147483648") << QVariant(std::numeric_limits<int>::min());
    QTest::addRow("ten digits below zero") << QByteArray("lock--1234567890") << QVariant(-1234567890);
    QTest::addRow("padded below zero") << QByteArray("lock--000000003") << QVariant(-3);
    QTest::addRow("number alone") << QByteArray("0000000007") << QVariant(7);
    QTest::addRow("name ends in a dash") << QByteArray("x-1000000000") << QVariant(1000000000);
    QTest::addRow("too short") << QByteArray("lock-12") << QVariant();
    QTest::addRow("too large") << QByteArray("lock9999999999") << QVariant();
    QTest::addRow("no number") << QByteArray("config") << QVariant();
    QTest::addRow("letters inside") << QByteArray("lock-00000x0001") << QVariant();
    QTest::addRow("empty") << QByteArray("") << QVariant();
}

void QueueTest::readsTheServersNumber()
{
    QFETCH(QByteArray, name);
    QFETCH(QVariant, number);
    const auto read = sequenceOf(name.toStdString());
    QCOMPARE(read.has_value(), number.isValid());
    if (read)
        QCOMPARE(*read, number.toInt());
}

void QueueTest::matchesNames_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QVariant>("number"); // invalid: no match
    const QByteArray curator("_c_{uuid}-lock-{seq}");
    const QByteArray wide("{any}lock-{seq}");
    const QByteArray kazoo("{hex32}__lock__{seq}");
    const QByteArray uuid("0b3e4f5a-1111-4222-8333-abcdefabcdef");
    const QByteArray hex("0b3e4f5a111142228333abcdefabcdef");
    QTest::addRow("curator") << curator << "_c_" + uuid + "-lock-0000000012" << QVariant(12);
    QTest::addRow("curator below zero") << curator << "_c_" + uuid + "-lock--2147483648"
                                        << QVariant(std::numeric_limits<int>::min());
    QTest::addRow("curator, upper case") << curator << "_c_" + uuid.toUpper() + "-lock-0000000012" << QVariant();
    QTest::addRow("curator, other recipe") << curator << "_c_" + uuid + "-latch-0000000012" << QVariant();
    QTest::addRow("curator, no number") << curator << "_c_" + uuid + "-lock-" << QVariant();
    QTest::addRow("curator, text before") << curator << "x_c_" + uuid + "-lock-0000000012" << QVariant();
    QTest::addRow("kazoo") << kazoo << hex + "__lock__0000000003" << QVariant(3);
    QTest::addRow("kazoo, short id") << kazoo << hex.left(31) + "__lock__0000000003" << QVariant();
    QTest::addRow("kazoo is not curator") << curator << hex + "__lock__0000000003" << QVariant();
    QTest::addRow("wide takes curator") << wide << "_c_" + uuid + "-lock-0000000012" << QVariant(12);
    QTest::addRow("wide takes a bare name") << wide << QByteArray("lock-0000000012") << QVariant(12);
    QTest::addRow("wide takes the last lock-") << wide << QByteArray("lock-lock-0000000012") << QVariant(12);
    QTest::addRow("wide refuses kazoo") << wide << hex + "__lock__0000000003" << QVariant();
    QTest::addRow("wide, ten digits below zero") << wide << QByteArray("a-lock--1234567890") << QVariant(-1234567890);
    QTest::addRow("wide, ten digits above zero") << wide << QByteArray("a-lock-1234567890") << QVariant(1234567890);
    QTest::addRow("any number") << QByteArray("{any}{seq}") << QByteArray("job7-0000000001") << QVariant(1);
    QTest::addRow("session id, hexadecimal")
        << QByteArray("x-{hex16}-{seq}") << QByteArray("x-0100000837dd002f-0000000004") << QVariant(4);
    QTest::addRow("session id, too short")
        << QByteArray("x-{hex16}-{seq}") << QByteArray("x-100000837dd002f-0000000004") << QVariant();
    QTest::addRow("session id, decimal") << QByteArray("x-{int}-{seq}") << QByteArray("x-72057650047287297-0000000004")
                                         << QVariant(4);
    QTest::addRow("session id, negative")
        << QByteArray("x-{int}-{seq}") << QByteArray("x--72057650047287297--000000004") << QVariant(-4);
    QTest::addRow("no session id") << QByteArray("x-{int}-{seq}") << QByteArray("x--0000000004") << QVariant();
    QTest::addRow("a name for a session id")
        << QByteArray("x-{int}-{seq}") << QByteArray("x-me-0000000004") << QVariant();
    QTest::addRow("any number, none") << QByteArray("{any}{seq}") << QByteArray("job") << QVariant();
}

void QueueTest::matchesNames()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, name);
    QFETCH(QVariant, number);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY(parsed);
    const auto match = parsed->match(name.toStdString());
    QCOMPARE(match.has_value(), number.isValid());
    if (match)
        QCOMPARE(match->sequence.value(), number.toInt());
    QVERIFY2(parsed->match(parsed->sample()), parsed->sample().c_str());
}

void QueueTest::keepsTheIdentifyingPart()
{
    const std::string name = "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000012";
    const auto match = NamePattern::parse("_c_{uuid}-lock-{seq}")->match(name);
    QCOMPARE(std::string(match->id), std::string("0b3e4f5a-1111-4222-8333-abcdefabcdef"));
    QVERIFY(NamePattern::parse("master")->match("master"));
    QVERIFY(!NamePattern::parse("master")->match("master0000000001"));
}

void QueueTest::refusesMalformedPatterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("why");
    QTest::addRow("empty") << QByteArray("") << QByteArray("empty");
    QTest::addRow("unknown part") << QByteArray("{guid}{seq}") << QByteArray("{guid}");
    QTest::addRow("open brace") << QByteArray("a{seq") << QByteArray("no matching \"}\"");
    QTest::addRow("two any") << QByteArray("{any}-{any}{seq}") << QByteArray("once");
    QTest::addRow("any and a number") << QByteArray("{any}-{int}{seq}") << QByteArray("once");
    QTest::addRow("a path") << QByteArray("/app/{any}{seq}") << QByteArray("cannot contain \"/\"");
    QTest::addRow("number inside") << QByteArray("{seq}-lock") << QByteArray("last");
}

void QueueTest::refusesMalformedPatterns()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, why);
    const auto parsed = NamePattern::parse(pattern.toStdString());
    QVERIFY(!parsed);
    QVERIFY2(describe(parsed.error()).find(why.toStdString()) != std::string::npos, describe(parsed.error()).c_str());
}

void QueueTest::ordersByNumberThenTransaction()
{
    std::vector<QueueEntry> contenders{
        {"c", 2147483647, 30, LockMode::Exclusive},
        {"b", 2147483647, 20, LockMode::Exclusive},
        {"a", 7, 10, LockMode::Exclusive},
        {"d", -5, 40, LockMode::Exclusive},
    };
    sortQueue(contenders);
    std::string order;
    for (const auto& contender : contenders)
        order += contender.node;
    QCOMPARE(order, std::string("dabc"));
}

void QueueTest::orderIsTotal()
{
    std::mt19937 random(7);
    std::vector<QueueEntry> contenders;
    for (int i = 0; i < 200; ++i)
        contenders.push_back({"n" + std::to_string(i), static_cast<std::int32_t>(random() % 5),
                              static_cast<std::int64_t>(random() % 3), LockMode::Exclusive});
    auto sorted = contenders;
    sortQueue(sorted);
    for (int round = 0; round < 20; ++round) {
        std::shuffle(contenders.begin(), contenders.end(), random);
        auto again = contenders;
        sortQueue(again);
        QVERIFY(again == sorted);
    }
}

void QueueTest::firstHoldsAndTheOthersWaitForTheOneBefore()
{
    const std::vector<QueueEntry> queue{
        {"a", 1, 0, LockMode::Exclusive}, {"b", 2, 0, LockMode::Exclusive}, {"c", 9, 0, LockMode::Exclusive}};
    QVERIFY(exclusiveRule(queue, 0, 1) == Decision(Granted{}));
    QVERIFY(exclusiveRule(queue, 1, 1) == Decision(WaitFor{"a"}));
    QVERIFY(exclusiveRule(queue, 2, 1) == Decision(WaitFor{"b"}));
}

void QueueTest::takesAListingApart()
{
    const std::vector<std::string> names{"lock-0000000012", "readme", "x-lock-0000000003", "lock-", "lock--000000001"};
    const auto parsed = parseListing(curatorMutexScheme(), names);
    std::vector<std::string> order;
    for (const auto& contender : parsed.contenders)
        order.push_back(contender.node);
    QCOMPARE(order, (std::vector<std::string>{"lock--000000001", "x-lock-0000000003", "lock-0000000012"}));
    QCOMPARE(parsed.foreign, (std::vector<std::string>{"readme", "lock-"}));
}

} // namespace lockscope::queueTest

LOCKSCOPE_TEST(lockscope::queueTest::QueueTest)
#include "QueueTest.moc"
