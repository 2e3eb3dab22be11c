// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The writes of simulated clients by hold: which node they belong to, and how many of their times are kept.

#include "core/simulate/resource/WriteLog.h"
#include "tests/support/Test.h"

namespace lockscope::writeLogTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{std::chrono::milliseconds(1'795'190'400'000)};

Visit writeOf(const std::string& client, std::int64_t token)
{
    return {Visit::What::Write, client, "/a", token, true, {}};
}

/// A client that has reported this hold.
ScenarioFacts factsOf(const std::string& client, std::int64_t token)
{
    ClientFacts facts;
    facts.name = client;
    facts.holdings.push_back({"/a", "node", "/a/node", "write", token, false});
    ScenarioFacts all;
    all.clients.push_back(facts);
    return all;
}

} // namespace

class WriteLogTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesAreByHold()
    {
        WriteLog log;
        const auto facts = factsOf("one", 5);
        log.add(writeOf("one", 5), true, noon, facts);
        log.add(writeOf("one", 5), true, noon + 10ms, facts);
        log.add(writeOf("two", 7), true, noon + 20ms, facts); // its report comes later
        log.add(writeOf("one", 5), false, noon + 30ms, {});   // after it has lost the lock
        QCOMPARE(log.all().size(), 2U);
        const auto& one = log.all().front();
        QCOMPARE(one.node, std::string("node"));
        QVERIFY(one.isAt("/a") && !one.isAt("/b"));
        QCOMPARE(one.creationId, std::int64_t(5));
        QCOMPARE(one.accepted.count, std::int64_t(2));
        QVERIFY((one.accepted.times == std::vector{noon, noon + 10ms}));
        QVERIFY((one.rejected.times == std::vector{noon + 30ms}));
        QVERIFY(log.all().back().node.empty());
        log.add(writeOf("two", 7), true, noon + 40ms, factsOf("two", 7));
        QCOMPARE(log.all().back().node, std::string("node"));
        QCOMPARE(log.all().back().accepted.count, std::int64_t(2));
    }

    /// On Redis a token is no creation id.
    void tokensOnRedisNameNoNode()
    {
        WriteLog log;
        auto facts = factsOf("one", 5);
        facts.backend = inspect::Backend::Redis;
        log.add(writeOf("one", 5), true, noon, facts);
        QCOMPARE(log.all().front().node, std::string("node"));
        QCOMPARE(log.all().front().creationId, std::int64_t(0));
    }

    void keepsTimesOfTheWholeHold()
    {
        WriteTimes times;
        constexpr auto writes = 20'000;
        for (auto i = 0; i < writes; ++i)
            times.add(noon + i * 10ms);
        QCOMPARE(times.count, std::int64_t(writes));
        QVERIFY(times.times.size() >= WriteTimes::mostTimes / 2 && times.times.size() <= WriteTimes::mostTimes);
        QVERIFY(times.times.front() == noon && times.times.back() > noon + (writes - 100) * 10ms);
        auto widest = 0ms;
        for (std::size_t i = 1; i < times.times.size(); ++i)
            widest = std::max(widest, times.times[i] - times.times[i - 1]);
        QVERIFY2(widest <= 4 * (writes * 10ms) / static_cast<int>(WriteTimes::mostTimes),
                 qPrintable(QString::number(widest.count())));
    }

    void forgetsTheOldestHolds()
    {
        WriteLog log(2);
        for (const auto token : {1, 2, 3})
            log.add(writeOf("one", token), true, noon, {});
        QCOMPARE(log.all().size(), 2U);
        QCOMPARE(log.all().front().token, std::int64_t(2));
    }
};

} // namespace lockscope::writeLogTest

LOCKSCOPE_TEST(lockscope::writeLogTest::WriteLogTest)
#include "WriteLogTest.moc"
