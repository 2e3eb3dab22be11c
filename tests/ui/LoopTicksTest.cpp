// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The measure of a blocked event loop: it finds a wait, and takes no work for one.

#include "tests/support/LoopTicks.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"

#include <QSemaphore>

#include <cmath>

namespace lockscope::loopTicksTest {

namespace {

constexpr int longMs = 300;

} // namespace

class LoopTicksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aWaitIsABlock()
    {
        const test::LoopTicks ticks;
        QSemaphore never;
        QVERIFY(!never.tryAcquire(1, longMs));
        QVERIFY2(ticks.longestBlockMs() >= longMs / 2, qPrintable(QString::number(ticks.longestBlockMs())));
        QTRY_VERIFY(ticks.longestMs() >= longMs);
        QVERIFY(ticks.longestBlockMs() >= longMs / 2); // also after the next tick
    }

    void workIsNone()
    {
        const test::LoopTicks ticks;
        volatile auto sum = 0.0;
        auto worked = 0.0;
        while (worked < longMs)
            worked += test::processorMs([&sum] {
                for (auto i = 0; i < 100'000; ++i)
                    sum = sum + std::sqrt(i);
            });
        QVERIFY(ticks.longestMs() >= longMs);
        QVERIFY2(ticks.longestBlockMs() < longMs / 2, qPrintable(QString::number(ticks.longestBlockMs())));
    }
};

} // namespace lockscope::loopTicksTest

LOCKSCOPE_TEST(lockscope::loopTicksTest::LoopTicksTest)
#include "LoopTicksTest.moc"
