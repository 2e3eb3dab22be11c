// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/AfterAll.h"
#include "tests/support/Test.h"

namespace lockscope::afterAllTest {

class AfterAllTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsAtTheLastCall()
    {
        int runs = 0;
        const auto answered = afterAll(3, [&] { ++runs; });
        answered();
        const auto copy = answered; // each reply has a copy
        copy();
        QCOMPARE(runs, 0);
        answered();
        QCOMPARE(runs, 1);
    }

    void ofNoCallsItRunsAtOnce()
    {
        int runs = 0;
        const auto answered = afterAll(0, [&] { ++runs; });
        QCOMPARE(runs, 1);
        QVERIFY(answered);
    }
};

} // namespace lockscope::afterAllTest

LOCKSCOPE_TEST(lockscope::afterAllTest::AfterAllTest)
#include "AfterAllTest.moc"
