// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/ScreenFit.h"
#include "tests/support/Test.h"

namespace lockscope::screenFitTest {

/// A window saved on screens that differ from the current ones.
class ScreenFitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isCutAndMoved_data()
    {
        QTest::addColumn<QRect>("wanted");
        QTest::addColumn<QMargins>("frame");
        QTest::addColumn<QList<QRect>>("screens");
        QTest::addColumn<QRect>("fitted");
        const QRect laptop(0, 0, 1366, 740); // without the desktop's panel
        const QRect right(1366, 0, 1920, 1080);
        const QMargins none;
        QTest::newRow("it fits") << QRect(20, 30, 1000, 600) << none << QList{laptop} << QRect(20, 30, 1000, 600);
        QTest::newRow("too large") << QRect(0, 0, 1440, 900) << none << QList{laptop} << laptop;
        QTest::newRow("with its frame") << QRect(2, 30, 1440, 900) << QMargins(2, 30, 2, 2) << QList{laptop}
                                        << QRect(2, 30, 1362, 708);
        QTest::newRow("beyond the corner")
            << QRect(1000, 500, 1000, 600) << none << QList{laptop} << QRect(366, 140, 1000, 600);
        QTest::newRow("before the corner")
            << QRect(-300, -50, 1000, 600) << none << QList{laptop} << QRect(0, 0, 1000, 600);
        QTest::newRow("its screen has gone") << QRect(1400, 20, 1800, 1000) << none << QList{laptop} << laptop;
        QTest::newRow("on the second screen")
            << QRect(1400, 20, 1800, 1000) << none << QList{laptop, right} << QRect(1400, 20, 1800, 1000);
        QTest::newRow("on both") << QRect(1300, 20, 1000, 600) << none << QList{laptop, right}
                                 << QRect(1366, 20, 1000, 600);
        QTest::newRow("no screen") << QRect(0, 0, 10, 10) << none << QList<QRect>() << QRect(0, 0, 10, 10);
    }

    void isCutAndMoved()
    {
        QFETCH(const QRect, wanted);
        QFETCH(const QMargins, frame);
        QFETCH(const QList<QRect>, screens);
        QFETCH(const QRect, fitted);
        QCOMPARE(ui::fittedToScreen(wanted, frame, screens), fitted);
        QCOMPARE(ui::fittedToScreen(fitted, frame, screens), fitted);
    }
};

} // namespace lockscope::screenFitTest

LOCKSCOPE_TEST(lockscope::screenFitTest::ScreenFitTest)
#include "ScreenFitTest.moc"
