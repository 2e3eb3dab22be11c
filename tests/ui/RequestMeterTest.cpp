// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/RequestMeter.h"
#include "tests/support/Test.h"

namespace lockscope::requestMeterTest {

using namespace std::chrono_literals;

class RequestMeterTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnownBeforeASecondHasPassed()
    {
        ui::RequestMeter meter;
        const auto begin = SteadyTime(1h);
        QVERIFY(!meter.see(100, begin));
        QVERIFY(!meter.see(150, begin + 250ms));
        QCOMPARE(meter.see(300, begin + 1s).value(), 200.0);
    }

    void itFollowsTheLastSeconds()
    {
        ui::RequestMeter meter;
        const auto begin = SteadyTime(1h);
        for (auto second = 0; second <= 10; ++second) // 100 a second
            (void)meter.see(static_cast<std::uint64_t>(100 * second), begin + second * 1s);
        QCOMPARE(meter.see(1'000, begin + 10'500ms).value(), 100.0); // at most once a second
        for (auto second = 11; second <= 20; ++second)               // then none
            (void)meter.see(1'000, begin + second * 1s);
        QCOMPARE(meter.see(1'000, begin + 21s).value(), 0.0);
    }
};

} // namespace lockscope::requestMeterTest

LOCKSCOPE_TEST(lockscope::requestMeterTest::RequestMeterTest)
#include "RequestMeterTest.moc"
