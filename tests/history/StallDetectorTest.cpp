// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A process that did not run for some time notices it.

#include "core/history/StallDetector.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"

namespace lockscope::stallDetectorTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

class StallDetectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noticesALongPauseOnly();
};

void StallDetectorTest::noticesALongPauseOnly()
{
    test::ManualClock clock;
    StallDetector stalls(clock);
    clock.advance(StallDetector::limit);
    QVERIFY(!stalls.check());
    const auto from = clock.wallNow();
    clock.advance(30s);
    const auto stall = stalls.check();
    QVERIFY(stall && stall->from == from && stall->to == from + 30s && stall->path.empty());
    QVERIFY(!stalls.check());
}

} // namespace lockscope::stallDetectorTest

LOCKSCOPE_TEST(lockscope::stallDetectorTest::StallDetectorTest)
#include "StallDetectorTest.moc"
