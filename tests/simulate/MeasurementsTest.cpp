// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Measurements of simulated clients: overlaps, handovers, percentiles that add up, JSON and CSV.

#include "core/simulate/clients/ContendJson.h"
#include "core/simulate/measure/BenchRun.h"
#include "core/simulate/measure/EventTally.h"
#include "core/simulate/measure/MeasurementsText.h"
#include "tests/support/Test.h"

#include <QJsonArray>

#include <random>

namespace lockscope::measurementsTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

const SteadyTime start{};
const Admission one;
const Admission sharedReaders{1, true};

Claim claimOf(const char* client, bool writes = true, const char* path = "/a")
{
    return {client, path, writes};
}

/// An event as a line of a process's stream.
QJsonObject lineOf(ContendEvent::Type type, const char* client, Duration at)
{
    ContendEvent event;
    event.type = type;
    event.client = client;
    event.paths = {"/a"};
    event.steady = start + at;
    return toJson(event);
}

/// Of a process in which `name` acquired the lock `grants` times.
Measurements someMeasurements(const std::string& name, int grants)
{
    ContentionTally tally(one);
    tally.joined(name);
    tally.joined("idle");
    auto now = start;
    for (int i = 0; i < grants; ++i) {
        const Claim claim{name, "/a", true};
        tally.asked(claim, now);
        tally.granted(claim, now += std::chrono::milliseconds(i));
        tally.releasing(claim, now += 10ms);
        ++tally.of(name).cycles;
        ++tally.of(name).grants;
        ++tally.of(name).releases;
        tally.of(name).requests += 4;
    }
    return tally.measured(10s);
}

} // namespace

class MeasurementsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void seesTwoHolders();
    void letsReadersTogether();
    void letsLeasesTogether();
    void keepsLocksApart();
    void uncertainHoldersDontCount();
    void handsOverOnlyToWhoWaits();
    void computesPercentilesAndFairness();
    void histogramsAreNeverTooShort();
    void histogramsAddUp();
    void mergesProcesses();
    void jsonIsReadBackTheSame();
    void refusesStrangeJson_data();
    void refusesStrangeJson();
    void seesWhatHappensBetweenProcesses();
    void seesOverlapsBetweenProcesses();
    void summaryHasRates();
    void writesCsv();
    void benchFiguresOfNothingAreUnknown();
};

void MeasurementsTest::seesTwoHolders()
{
    ContentionTally tally(one);
    tally.asked(claimOf("a"), start - 1ms);
    tally.granted(claimOf("a"), start);
    tally.asked(claimOf("b"), start - 1ms);
    tally.granted(claimOf("b"), start + 1ms);
    QCOMPARE(tally.measured(1s).overlaps, 1);
    tally.asked(claimOf("c"), start);
    tally.releasing(claimOf("a"), start + 2ms);
    tally.lost(claimOf("b"), start + 2ms, false);
    tally.granted(claimOf("c"), start + 3ms);
    const auto measured = tally.measured(1s);
    const auto summary = summarise(measured);
    QCOMPARE(summary.overlaps, 1);
    QCOMPARE(summary.handoversPerSecond, 1.0);
    QCOMPARE(summary.handoverUs.p50, 1000.0);
    QCOMPARE(summary.waitMs.p99, 3.0);
    QCOMPARE(measured.clients.at("a").holds.longest(), Duration(2ms));
    tally.lost(claimOf("c"), start + 4ms, true); // it continues as the holder
    tally.granted(claimOf("d"), start + 5ms);
    QCOMPARE(tally.measured(1s).overlaps, 2);
}

void MeasurementsTest::letsReadersTogether()
{
    ContentionTally tally(sharedReaders);
    tally.granted(claimOf("r1", false), start);
    tally.granted(claimOf("r2", false), start);
    QCOMPARE(tally.measured(1s).overlaps, 0);
    tally.granted(claimOf("w1"), start);
    QCOMPARE(tally.measured(1s).overlaps, 1);
    tally.releasing(claimOf("r1", false), start);
    tally.releasing(claimOf("r2", false), start);
    tally.granted(claimOf("w1", false), start); // a downgrade
    QCOMPARE(tally.measured(1s).overlaps, 1);
    tally.releasing(claimOf("w1"), start);
    tally.granted(claimOf("r3", false), start);
    QCOMPARE(tally.measured(1s).overlaps, 1);
    tally.granted(claimOf("w2"), start);
    QCOMPARE(tally.measured(1s).overlaps, 2);
}

void MeasurementsTest::letsLeasesTogether()
{
    ContentionTally tally(Admission{3, false});
    for (const auto* client : {"a", "b", "c"})
        tally.granted(claimOf(client), start);
    QCOMPARE(tally.measured(1s).overlaps, 0);
    tally.granted(claimOf("d"), start);
    QCOMPARE(tally.measured(1s).overlaps, 1);
}

void MeasurementsTest::keepsLocksApart()
{
    ContentionTally tally(one);
    tally.granted(claimOf("a", true, "/a"), start);
    tally.granted(claimOf("b", true, "/b"), start);
    QCOMPARE(tally.measured(1s).overlaps, 0);
    tally.granted(claimOf("b", true, "/a"), start);
    QCOMPARE(tally.measured(1s).overlaps, 1);
}

void MeasurementsTest::uncertainHoldersDontCount()
{
    ContentionTally tally(one);
    tally.granted(claimOf("a"), start);
    tally.uncertain(claimOf("a"));
    tally.granted(claimOf("b"), start);
    QCOMPARE(tally.measured(1s).overlaps, 0);
    tally.regained(claimOf("a"));
    tally.regained(claimOf("a"));
    QCOMPARE(tally.measured(1s).overlaps, 2);
    tally.releasing(claimOf("a"), start);
    tally.releasing(claimOf("b"), start);
    tally.granted(claimOf("c"), start);
    QCOMPARE(tally.measured(1s).overlaps, 2); // granted twice, but inside once
}

void MeasurementsTest::handsOverOnlyToWhoWaits()
{
    ContentionTally tally(one);
    tally.granted(claimOf("a"), start);
    tally.releasing(claimOf("a"), start); // no waiter: the next grant is no handover
    tally.asked(claimOf("a"), start + 1s);
    tally.granted(claimOf("a"), start + 1s);
    QCOMPARE(tally.measured(1s).handovers.count(), 0U);
    tally.asked(claimOf("b"), start + 1s);
    tally.releasing(claimOf("a"), start + 2s);
    tally.gaveUp(claimOf("b"));
    tally.asked(claimOf("c"), start + 3s);
    tally.granted(claimOf("c"), start + 3s);
    QCOMPARE(tally.measured(1s).handovers.count(), 0U);
    tally.asked(claimOf("b"), start + 3s);
    tally.releasing(claimOf("c"), start + 4s);
    tally.granted(claimOf("b"), start + 4s + 5ms);
    QCOMPARE(tally.measured(1s).handovers.longest(), Duration(5ms));
}

void MeasurementsTest::computesPercentilesAndFairness()
{
    QCOMPARE(percentilesOf(std::vector<double>()).p50, 0.0);
    QCOMPARE(percentilesOf(std::vector<double>{3, 1, 2}).p50, 2.0);
    std::vector<double> hundred;
    for (int i = 100; i >= 1; --i)
        hundred.push_back(i);
    QCOMPARE(percentilesOf(hundred).p50, 50.0);
    QCOMPARE(percentilesOf(hundred).p99, 99.0);
    QCOMPARE(percentilesOf(hundred).max, 100.0);
    QCOMPARE(jainIndex({5, 5, 5, 5}), 1.0);
    QCOMPARE(jainIndex({8, 0, 0, 0}), 0.25);
    QCOMPARE(jainIndex({}), 1.0);
}

void MeasurementsTest::histogramsAreNeverTooShort()
{
    std::mt19937_64 random(3);
    for (int round = 0; round < 200; ++round) {
        DurationHistogram histogram;
        std::vector<double> exact;
        for (int i = 0; i < 50; ++i) {
            const auto microseconds = static_cast<std::int64_t>(random() >> (24 + random() % 40));
            histogram.add(std::chrono::microseconds(microseconds));
            exact.push_back(static_cast<double>(microseconds));
        }
        const auto wanted = percentilesOf(exact);
        const auto reported = percentilesOf(histogram, 1us);
        for (const auto& [is, should] : {std::pair{reported.p50, wanted.p50}, {reported.p99, wanted.p99}})
            QVERIFY2(is >= should && is <= should * (1 + 1.0 / 32),
                     qPrintable(QStringLiteral("%1 %2").arg(is).arg(should)));
        QCOMPARE(reported.max, wanted.max);
    }
    DurationHistogram odd;
    odd.add(-5ms);
    QCOMPARE(odd.quantile(0.5), Duration::zero());
    odd.add(24h * 365);
    QCOMPARE(odd.longest(), Duration(24h * 365));
    QCOMPARE(odd.count(), 2U);
    QCOMPARE(DurationHistogram().quantile(0.5), Duration::zero());
}

void MeasurementsTest::histogramsAddUp()
{
    // The buckets of a process may be in any order.
    const DurationHistogram reported({{7, 2}, {3, 1}, {7, 1}}, 7us);
    QCOMPARE(reported.buckets(), (DurationHistogram::Buckets{{3, 1}, {7, 3}}));
    QCOMPARE(reported.count(), std::uint64_t(4));
    std::mt19937_64 random(4);
    DurationHistogram parts[3];
    DurationHistogram whole;
    for (int i = 0; i < 3'000; ++i) {
        const std::chrono::microseconds duration(random() % 1'000'000);
        parts[i % 3].add(duration);
        whole.add(duration);
    }
    DurationHistogram sum;
    for (const auto& part : parts)
        sum.merge(part);
    QVERIFY(sum == whole);
}

void MeasurementsTest::mergesProcesses()
{
    auto all = someMeasurements("a", 10);
    all.merge(someMeasurements("b", 30));
    all.merge(someMeasurements("b", 10));
    QCOMPARE(all.clients.size(), std::size_t(3)); // a, b and idle
    QCOMPARE(all.clients.at("b").grants, 40);
    QCOMPARE(all.total().grants, 50);
    QCOMPARE(all.total().holds.count(), 50U);
    QCOMPARE(all.elapsed, Duration(10s));
    QCOMPARE(all.total().waits.longest(), Duration(29ms));
    const auto summary = summarise(all);
    QCOMPARE(summary.cycles, 50);
    QCOMPARE(summary.fairness, jainIndex({10, 40, 0}));
}

void MeasurementsTest::jsonIsReadBackTheSame()
{
    auto all = someMeasurements("a \"ü\"", 40);
    all.overlaps = 3;
    all.handovers.add(123us);
    auto& client = all.clients["idle"];
    client = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, {}, {}};
    client.holds.add(3h);
    const auto back = measurementsFrom(toJson(all));
    QVERIFY_RESULT(back);
    QVERIFY(*back == all);
    QVERIFY(measurementsFrom(toJson(Measurements())).value() == Measurements());
}

void MeasurementsTest::refusesStrangeJson_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QJsonValue>("value");
    const auto histogram = [](const QJsonArray& buckets, const QJsonValue& longest) {
        return QJsonObject{{QStringLiteral("buckets"), buckets}, {QStringLiteral("maxNs"), longest}};
    };
    QTest::newRow("missing") << QStringLiteral("overlaps") << QJsonValue(QJsonValue::Undefined);
    QTest::newRow("text") << QStringLiteral("overlaps") << QJsonValue(QStringLiteral("3"));
    QTest::newRow("negative") << QStringLiteral("elapsedUs") << QJsonValue(-1);
    QTest::newRow("no histogram") << QStringLiteral("handovers") << QJsonValue(1);
    QTest::newRow("half a bucket") << QStringLiteral("handovers") << QJsonValue(histogram({1}, 5));
    QTest::newRow("no such bucket") << QStringLiteral("handovers") << QJsonValue(histogram({2'000'000, 1}, 5));
    QTest::newRow("negative count") << QStringLiteral("handovers") << QJsonValue(histogram({1, -1}, 5));
    QTest::newRow("no longest") << QStringLiteral("handovers") << QJsonValue(histogram({1, 1}, QJsonValue()));
    QTest::newRow("client without fields")
        << QStringLiteral("clients") << QJsonValue(QJsonObject{{QStringLiteral("a"), QJsonObject()}});
}

void MeasurementsTest::refusesStrangeJson()
{
    QFETCH(QString, field);
    QFETCH(QJsonValue, value);
    auto json = toJson(someMeasurements("a", 3));
    QVERIFY(measurementsFrom(json));
    json.insert(field, value);
    QVERIFY(!measurementsFrom(json));
}

void MeasurementsTest::seesWhatHappensBetweenProcesses()
{
    using Type = ContendEvent::Type;
    EventTally between(one);
    // In the order of two pipes: first all of b's, then all of a's.
    between.take(lineOf(Type::Queued, "b", 5ms));
    between.take(lineOf(Type::Granted, "b", 23ms));
    between.take(lineOf(Type::Released, "b", 50ms));
    between.take(lineOf(Type::Granted, "a", 1ms));
    auto released = lineOf(Type::Released, "a", 25ms);
    released.insert(QStringLiteral("releaseUs"), 5'000); // requested at 20 ms
    between.take(released);
    between.take({{QStringLiteral("summary"), QJsonObject()}});
    auto measured = someMeasurements("a", 3);
    measured.overlaps = 7;
    const auto all = between.complete(measured);
    QCOMPARE(all.overlaps, 0);
    QCOMPARE(all.handovers.count(), 1U);
    QCOMPARE(all.handovers.longest(), Duration(3ms));
    QVERIFY(all.clients == measured.clients);
    // Completed events are counted for good; later events continue from there.
    between.take(lineOf(Type::Queued, "a", 40ms));
    between.take(lineOf(Type::Granted, "a", 54ms));
    between.take(lineOf(Type::Connected, "c", 10s));
    QCOMPARE(between.complete({}).handovers.count(), 2U);
    QCOMPARE(between.complete({}).handovers.longest(), Duration(4ms));
}

void MeasurementsTest::seesOverlapsBetweenProcesses()
{
    using Type = ContendEvent::Type;
    EventTally between(one);
    between.take(lineOf(Type::Granted, "killed", 1ms));
    between.ended("killed", start + 2ms);
    between.take(lineOf(Type::Granted, "cut", 3ms));
    between.take(lineOf(Type::Suspended, "cut", 4ms));
    between.take(lineOf(Type::Granted, "next", 5ms));
    QCOMPARE(between.complete({}).overlaps, 0); // all are careful, or dead
    between.take(lineOf(Type::Lost, "cut", 6ms));
    between.take(lineOf(Type::Granted, "other", 7ms)); // while `next` holds
    QCOMPARE(between.complete({}).overlaps, 1);
    auto careless = lineOf(Type::Lost, "next", 8ms);
    careless.insert(QStringLiteral("careless"), true);
    between.take(careless);
    between.take(lineOf(Type::Released, "other", 9ms));
    between.take(lineOf(Type::Granted, "last", 10ms)); // `next` continues
    QCOMPARE(between.complete({}).overlaps, 2);
}

void MeasurementsTest::summaryHasRates()
{
    auto all = someMeasurements("a", 20);
    all.clients["a"].wakeUps = 30;
    const auto summary = summarise(all);
    QCOMPARE(summary.wakeUpsPerRelease, 1.5);
    QCOMPARE(summary.requestsPerGrant, 4.0);
    QCOMPARE(summary.grantsPerSecond, 2.0);
    const auto nothing = summarise({});
    QCOMPARE(nothing.wakeUpsPerRelease, 0.0);
    QCOMPARE(nothing.requestsPerGrant, 0.0);
    QCOMPARE(nothing.fairness, 1.0);
    ContendOptions options;
    const auto json = summaryJson(options, all);
    QCOMPARE(json.value(QLatin1String("holdMs")).toObject().value(QLatin1String("max")).toDouble(), 10.0);
    QCOMPARE(json.value(QLatin1String("wakeUpsPerRelease")).toDouble(), 1.5);
    QVERIFY(summaryText(all).contains(QStringLiteral("wake-ups a release 1.50; requests a grant 4.0")));
}

void MeasurementsTest::writesCsv()
{
    auto all = someMeasurements("a,\"b\"", 2);
    const auto lines = toCsv(all).split('\n');
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0], QByteArray("client,cycles,grants,releases,timeouts,losses,errors,requests,wakeUps,writes,"
                                  "writesRejected,revocations,waitMsP50,waitMsP99,waitMsMax,holdMsP50,holdMsP99,"
                                  "holdMsMax"));
    QCOMPARE(lines[1], QByteArray("\"a,\"\"b\"\"\",2,2,2,0,0,0,8,0,0,0,0,0.000,1.000,1.000,10.000,10.000,10.000"));
    QCOMPARE(lines[2], QByteArray("idle,0,0,0,0,0,0,0,0,0,0,0,0.000,0.000,0.000,0.000,0.000,0.000"));
    QVERIFY(lines[3].startsWith("total,2,2,2,"));
    QVERIFY(lines[4].isEmpty());
}

void MeasurementsTest::benchFiguresOfNothingAreUnknown()
{
    const auto none = toJson(figuresOf(1, {}));
    QCOMPARE(none[u"count"].toInt(-1), 0);
    QVERIFY(none[u"us"][u"p50"].isNull() && none[u"us"][u"p99"].isNull());
    const auto some = toJson(figuresOf(1, {0.0, 0.0}));
    QVERIFY(some[u"us"][u"p50"] == QJsonValue(0) && some[u"us"][u"p99"] == QJsonValue(0));
}

} // namespace lockscope::measurementsTest

LOCKSCOPE_TEST(lockscope::measurementsTest::MeasurementsTest)
#include "MeasurementsTest.moc"
