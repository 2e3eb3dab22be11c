// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// When a server executed a request, by this machine's clock.

#include "core/sources/redis/topology/RedisServerClock.h"
#include "tests/support/Test.h"

namespace lockscope::redisServerClockTest {

using namespace std::chrono_literals;
using inspect::RedisServerClock;

namespace {

constexpr auto start = WallTime(1'800'000'000s);
constexpr auto ahead = 7s; ///< the server's clock

/// How long before the handling of its reply a request seems to have been executed.
std::int64_t age(RedisServerClock& clock, WallTime sent, WallTime executed, WallTime handled)
{
    return (handled - clock.localTime(sent, executed + ahead, handled)).count();
}

} // namespace

class RedisServerClockTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLateReplyIsDatedByTheServersClock()
    {
        RedisServerClock clock;
        QCOMPARE_LE(age(clock, start, start, start + 2ms), 2);
        const auto later = start + 10s;
        const auto shown = age(clock, later, later + 1ms, later + 900ms);
        QVERIFY2(shown >= 890 && shown <= 900, QByteArray::number(shown));
    }
    /// Between the two times that bound it, in the middle: nothing says more.
    void theFirstExchangeIsDatedBetweenItsTimes()
    {
        RedisServerClock clock;
        QCOMPARE(age(clock, start, start, start + 1'000ms), 500);
    }
    void aFastExchangeCorrectsASlowOne()
    {
        RedisServerClock clock;
        QCOMPARE(age(clock, start, start, start + 1'000ms), 500);
        QCOMPARE_LE(age(clock, start + 2s, start + 2s, start + 2s), 2);
        QCOMPARE_GE(age(clock, start + 3s, start + 3s, start + 4s), 990);
    }
    void aClockThatIsSetBeginsAgain()
    {
        RedisServerClock clock;
        QCOMPARE_LE(age(clock, start, start, start + 1ms), 2);
        const auto later = start + 1s;
        QCOMPARE_LE(age(clock, later, later - 3'600s, later + 2ms), 2);
        QCOMPARE_LE(age(clock, later + 1s, later - 3'599s, later + 1s + 2ms), 2);
    }
    /// A server whose clock runs slower by 100 parts in a million is followed over an hour.
    void driftIsFollowed()
    {
        RedisServerClock clock;
        for (int second = 0; second <= 3'600; ++second) {
            const auto sent = start + std::chrono::seconds(second);
            const auto lag = std::chrono::milliseconds(second / 10);
            const auto shown = age(clock, sent, sent - lag, sent + 1ms);
            QVERIFY2(shown >= 0 && shown <= 1, QByteArray::number(shown));
        }
        const auto sent = start + 3'601s;
        QCOMPARE_GE(age(clock, sent, sent - 360ms, sent + 900ms), 890);
    }
    /// This machine's clock was set back between request and reply.
    void aReplyBeforeItsRequestIsDatedByIt()
    {
        RedisServerClock clock;
        QCOMPARE(clock.localTime(start, start + ahead, start - 60s), start - 60s);
    }
};

} // namespace lockscope::redisServerClockTest

LOCKSCOPE_TEST(lockscope::redisServerClockTest::RedisServerClockTest)
#include "RedisServerClockTest.moc"
