// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The judge of the soak test on Redis: it finds overlaps and missed losses, and allows what a failover may cause.

#include "tests/soak/HoldLedger.h"
#include "tests/support/Test.h"

namespace lockscope::holdLedgerTest {

using namespace Qt::StringLiterals;
using soak::HoldLedger;

namespace {

constexpr auto lease = std::chrono::seconds(5);

SteadyTime ledgerTime(int ms)
{
    return SteadyTime(std::chrono::milliseconds(ms));
}

/// A line of `contend`. `owner`: of the hold; empty: an event of the connection.
QJsonObject ledgerLine(const QString& client, const QString& event, int ms, const QString& owner = u"uuid:1"_s)
{
    return {{u"client"_s, client},
            {u"event"_s, event},
            {u"owner"_s, owner.isEmpty() ? QJsonValue() : QJsonValue(owner)},
            {u"token"_s, QJsonValue()},
            {u"mode"_s, u"write"_s},
            {u"steadyUs"_s, qint64(ms) * 1'000}};
}

QJsonObject reading(QJsonObject line)
{
    line[u"mode"_s] = u"read"_s;
    return line;
}

QJsonObject withToken(QJsonObject line, int token)
{
    line[u"token"_s] = u"0x"_s + QString::number(token, 16);
    return line;
}

} // namespace

class HoldLedgerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    static void acceptsTurns();
    static void findsAnOverlap();
    static void readsEventsInOrderOfTime();
    static void countsAReleaseFromItsRequest();
    static void allowsReadersTogether();
    static void allowsAnOverlapOfAFailover();
    static void findsAnOverlapThatLastsTooLong();
    static void suspendedClientHoldsNot();
    static void findsAMissedLoss_data();
    static void findsAMissedLoss();
    static void clientHoldsAgainIfConnectedInTime_data();
    static void clientHoldsAgainIfConnectedInTime();
    static void holdsWithoutALeaseOutliveDisconnection();
    static void deathEndsAHold();
    static void findsAHoldWithoutAnEnd();
    static void findsATokenThatGoesBack();
};

void HoldLedgerTest::acceptsTurns()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"released"_s, 10));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 11));
    ledger.take(ledgerLine(u"b"_s, u"released"_s, 20));
    ledger.settle(ledgerTime(100));
    QCOMPARE(ledger.counts().grants, 2);
    QVERIFY(ledger.problems().empty());
}

void HoldLedgerTest::findsAnOverlap()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 5));
    ledger.settle(ledgerTime(100));
    QCOMPARE(ledger.counts().overlaps, 1);
    QCOMPARE(ledger.counts().overlapsAllowed, 0);
    QCOMPARE(ledger.problems(), std::vector<std::string>{"at 5 ms: held by a, b"});
}

void HoldLedgerTest::readsEventsInOrderOfTime()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 11));
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"released"_s, 10));
    ledger.settle(ledgerTime(5));
    QCOMPARE(ledger.counts().grants, 1);
    ledger.settle(ledgerTime(100));
    QCOMPARE(ledger.counts().grants, 2);
    QCOMPARE(ledger.counts().overlaps, 0);
}

/// The next client is often granted before the reply to the release arrives.
void HoldLedgerTest::countsAReleaseFromItsRequest()
{
    HoldLedger ledger({}, lease);
    auto release = ledgerLine(u"a"_s, u"released"_s, 10);
    release[u"releaseUs"_s] = 3'000;
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 8));
    ledger.take(release);
    ledger.settle(ledgerTime(100));
    QCOMPARE(ledger.counts().overlaps, 0);
}

void HoldLedgerTest::allowsReadersTogether()
{
    HoldLedger ledger({1, true}, lease);
    ledger.take(reading(ledgerLine(u"a"_s, u"granted"_s, 0)));
    ledger.take(reading(ledgerLine(u"b"_s, u"granted"_s, 1)));
    ledger.settle(ledgerTime(2));
    QCOMPARE(ledger.counts().overlaps, 0);
    ledger.take(ledgerLine(u"c"_s, u"granted"_s, 3));
    ledger.settle(ledgerTime(4));
    QCOMPARE(ledger.counts().overlaps, 1);
}

void HoldLedgerTest::allowsAnOverlapOfAFailover()
{
    HoldLedger ledger({}, lease);
    ledger.allow(ledgerTime(100), ledgerTime(6'100));
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 4'000));
    ledger.take(ledgerLine(u"a"_s, u"lost"_s, 5'000));
    ledger.take(ledgerLine(u"b"_s, u"released"_s, 7'000));
    ledger.settle(ledgerTime(10'000));
    QCOMPARE(ledger.counts().overlapsAllowed, 1);
    QCOMPARE(ledger.counts().overlapsTooLong, 0);
    QVERIFY(ledger.problems().empty());
}

void HoldLedgerTest::findsAnOverlapThatLastsTooLong()
{
    HoldLedger ledger({}, lease);
    ledger.allow(ledgerTime(100), ledgerTime(6'100));
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 4'000));
    ledger.take(ledgerLine(u"a"_s, u"lost"_s, 6'200));
    ledger.settle(ledgerTime(10'000));
    QCOMPARE(ledger.counts().overlapsAllowed, 1);
    QCOMPARE(ledger.counts().overlapsTooLong, 1);
}

void HoldLedgerTest::suspendedClientHoldsNot()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"suspended"_s, 10, {}));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 5'010));
    ledger.take(ledgerLine(u"a"_s, u"connected"_s, 6'000, {})); // too late for the lease: still uncertain
    ledger.take(ledgerLine(u"a"_s, u"lost"_s, 6'100));
    ledger.settle(ledgerTime(10'000));
    QCOMPARE(ledger.counts().overlaps, 0);
    QCOMPARE(ledger.counts().lossesReported, 1);
    QVERIFY(ledger.problems().empty());
}

void HoldLedgerTest::findsAMissedLoss_data()
{
    QTest::addColumn<bool>("isStopped");
    QTest::newRow("disconnected") << false;
    QTest::newRow("process stopped") << true;
}

void HoldLedgerTest::findsAMissedLoss()
{
    QFETCH(bool, isStopped);
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    if (isStopped)
        ledger.suspended("a", ledgerTime(10));
    else
        ledger.take(ledgerLine(u"a"_s, u"suspended"_s, 10, {}));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 5'010));
    ledger.take(ledgerLine(u"b"_s, u"released"_s, 5'020));
    ledger.take(ledgerLine(u"a"_s, u"released"_s, 8'000));
    ledger.settle(ledgerTime(10'000));
    QCOMPARE(ledger.counts().lossesMissed, 1);
    QCOMPARE(ledger.counts().lossesReported, 0);
}

void HoldLedgerTest::clientHoldsAgainIfConnectedInTime_data()
{
    QTest::addColumn<QString>("owner"); // empty: of the connection only
    QTest::addColumn<int>("connectedAt");
    QTest::addColumn<int>("overlaps");
    QTest::newRow("in time") << QString() << 1'000 << 1;
    QTest::newRow("late") << QString() << 3'000 << 0;
    QTest::newRow("late, but the hold is confirmed") << u"uuid:1"_s << 3'000 << 1;
}

void HoldLedgerTest::clientHoldsAgainIfConnectedInTime()
{
    QFETCH(QString, owner);
    QFETCH(int, connectedAt);
    QFETCH(int, overlaps);
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"suspended"_s, 10, {}));
    ledger.take(ledgerLine(u"a"_s, u"connected"_s, connectedAt, owner));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 4'000));
    ledger.settle(ledgerTime(10'000));
    QCOMPARE(ledger.counts().overlaps, overlaps);
}

void HoldLedgerTest::holdsWithoutALeaseOutliveDisconnection()
{
    HoldLedger ledger({2, false}, Duration::zero());
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"suspended"_s, 10, {}));
    ledger.take(ledgerLine(u"a"_s, u"connected"_s, 12'000, {}));
    ledger.settle(ledgerTime(12'500));
    QVERIFY(ledger.problems().empty());
    ledger.take(ledgerLine(u"c"_s, u"granted"_s, 13'000));
    ledger.settle(ledgerTime(20'000));
    QCOMPARE(ledger.counts().overlaps, 1);
}

void HoldLedgerTest::deathEndsAHold()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.killed("a", ledgerTime(10));
    ledger.take(ledgerLine(u"b"_s, u"granted"_s, 5'010));
    ledger.take(ledgerLine(u"b"_s, u"released"_s, 5'020));
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 6'000)); // started again
    ledger.settle(ledgerTime(10'000));
    QVERIFY(ledger.problems().empty());
}

void HoldLedgerTest::findsAHoldWithoutAnEnd()
{
    HoldLedger ledger({}, lease);
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 0));
    ledger.take(ledgerLine(u"a"_s, u"granted"_s, 10));
    ledger.settle(ledgerTime(20));
    QCOMPARE(ledger.counts().unfinished, 1);
}

void HoldLedgerTest::findsATokenThatGoesBack()
{
    HoldLedger ledger({}, lease);
    const auto turn = [&](int ms, int token) {
        ledger.take(withToken(ledgerLine(u"a"_s, u"granted"_s, ms), token));
        ledger.take(ledgerLine(u"a"_s, u"released"_s, ms + 10));
    };
    turn(0, 9);
    turn(100, 10);
    ledger.allow(ledgerTime(200), ledgerTime(300));
    turn(400, 3); // the failover has lost the counter
    ledger.settle(ledgerTime(500));
    QCOMPARE(ledger.counts().tokensBack, 0);
    turn(600, 3);
    ledger.settle(ledgerTime(700));
    QCOMPARE(ledger.counts().tokensBack, 1);
}

} // namespace lockscope::holdLedgerTest

LOCKSCOPE_TEST(lockscope::holdLedgerTest::HoldLedgerTest)
#include "HoldLedgerTest.moc"
