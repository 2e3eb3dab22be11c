// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/LookSchedule.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

#include <vector>

namespace lockscope::lookScheduleTest {

using namespace std::chrono_literals;
using redis::LookSchedule;
using Outcome = LookSchedule::Outcome;

class LookScheduleTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksAtOnceOnRequest();
    void requestsDuringALookLeadToOneMore();
    void keepsAGapBetweenTwoLooks();
    void looksEveryHalfMinuteWhileSettled();
    void looksSoonAfterAFailure();
    void pausesGrowUpToTwoSeconds();
    void stops();
};

struct Looks {
    test::ManualClock clock;
    test::ManualExecutor executor{clock};
    std::vector<SteadyTime> began;
    LookSchedule schedule{executor, [this] { began.push_back(clock.now()); }};

    void advance(Duration by)
    {
        executor.advance(by);
        executor.runUntilIdle();
    }
    /// The time from the last look to the next one.
    Duration next(Outcome outcome)
    {
        const auto before = began.size();
        schedule.end(outcome);
        while (began.size() == before)
            advance(executor.nextTimer().value() - clock.now());
        return began.back() - began[before - 1];
    }
};

void LookScheduleTest::looksAtOnceOnRequest()
{
    Looks looks;
    looks.advance(1min);
    QCOMPARE(looks.began.size(), 0u);
    looks.schedule.request();
    looks.advance(0ms);
    QCOMPARE(looks.began.size(), 1u);
}

void LookScheduleTest::requestsDuringALookLeadToOneMore()
{
    Looks looks;
    looks.schedule.request();
    looks.advance(0ms);
    looks.schedule.request();
    looks.schedule.request();
    looks.advance(1h);
    QCOMPARE(looks.began.size(), 1u); // the first one has not ended
    looks.schedule.end(Outcome::Settled);
    looks.advance(0ms);
    QCOMPARE(looks.began.size(), 2u);
    looks.schedule.end(Outcome::Settled);
    looks.advance(20s);
    QCOMPARE(looks.began.size(), 2u);
}

void LookScheduleTest::keepsAGapBetweenTwoLooks()
{
    Looks looks;
    looks.schedule.request();
    looks.advance(0ms);
    looks.schedule.end(Outcome::Settled);
    looks.schedule.request(1s);
    looks.advance(999ms);
    QCOMPARE(looks.began.size(), 1u);
    looks.advance(1ms);
    QCOMPARE(looks.began.size(), 2u);
    looks.schedule.end(Outcome::Settled);

    looks.schedule.request(1s);
    looks.schedule.request(); // a more urgent one
    looks.advance(LookSchedule::leastGap);
    QCOMPARE(looks.began.size(), 3u);
}

void LookScheduleTest::looksEveryHalfMinuteWhileSettled()
{
    Looks looks;
    looks.schedule.request();
    looks.advance(0ms);
    std::vector<Duration> pauses;
    for (int i = 0; i < 20; ++i)
        pauses.push_back(looks.next(Outcome::Settled));
    const auto [shortest, longest] = std::minmax_element(pauses.begin(), pauses.end());
    QVERIFY(*shortest >= 25s);
    QVERIFY(*longest <= 35s);
    QVERIFY(*longest - *shortest > 1s); // the clients of a cluster do not ask all at the same time
}

void LookScheduleTest::looksSoonAfterAFailure()
{
    Looks looks;
    looks.schedule.request();
    looks.advance(0ms);
    QVERIFY(looks.next(Outcome::Unsettled) <= 100ms);
    QCOMPARE(looks.next(Outcome::Pending), Duration(1s));
}

void LookScheduleTest::pausesGrowUpToTwoSeconds()
{
    Looks looks;
    looks.schedule.request();
    looks.advance(0ms);
    Duration last{};
    for (int i = 0; i < 12; ++i)
        last = looks.next(Outcome::Unsettled);
    QVERIFY(last >= 1s);
    QVERIFY(last <= 2s);
    static_cast<void>(looks.next(Outcome::Settled));
    QVERIFY(looks.next(Outcome::Unsettled) <= 100ms); // from the start again
}

void LookScheduleTest::stops()
{
    Looks looks;
    looks.schedule.request();
    looks.schedule.stop();
    looks.schedule.request();
    looks.advance(1h);
    QCOMPARE(looks.began.size(), 0u);
}

} // namespace lockscope::lookScheduleTest

LOCKSCOPE_TEST(lockscope::lookScheduleTest::LookScheduleTest)
#include "LookScheduleTest.moc"
