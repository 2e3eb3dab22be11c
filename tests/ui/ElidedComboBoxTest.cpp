// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ElidedComboBox.h"
#include "tests/support/Test.h"

#include "tests/ui/Warnings.h"
#include "ui/models/text/Formatting.h"

#include <QHelpEvent>
#include <QToolTip>

namespace lockscope::elidedComboBoxTest {

using namespace Qt::StringLiterals;
using namespace ui;

namespace {

const auto text = u"Curator read/write lock"_s;

QString shownToolTip(QWidget& widget)
{
    QToolTip::hideText();
    const auto middle = widget.rect().center();
    QHelpEvent help(QEvent::ToolTip, middle, widget.mapToGlobal(middle));
    QCoreApplication::sendEvent(&widget, &help);
    return QToolTip::isVisible() ? QToolTip::text() : QString();
}

QImage snapshot(QComboBox& box, int width)
{
    box.addItem(text);
    box.resize(width, 30);
    box.show();
    return box.grab().toImage();
}

} // namespace

class ElidedComboBoxTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aTextThatFitsIsShownAsQtDoes()
    {
        ElidedComboBox box;
        QComboBox plain;
        QCOMPARE(snapshot(box, 400), snapshot(plain, 400));
        QCOMPARE(shownToolTip(box), QString());
    }

    void aTextThatDoesNotFitIsInTheTooltip()
    {
        ElidedComboBox box;
        QComboBox plain;
        QVERIFY2(snapshot(box, 110) != snapshot(plain, 110), "cut through a letter, without an ellipsis");
        QCOMPARE(shownToolTip(box), plainToolTip(text));
    }

    void aTooltipOfItsOwnStays()
    {
        ElidedComboBox box;
        box.setToolTip(u"What is run"_s);
        snapshot(box, 110);
        QCOMPARE(shownToolTip(box), u"What is run"_s);
    }
};

} // namespace lockscope::elidedComboBoxTest

LOCKSCOPE_TEST(lockscope::elidedComboBoxTest::ElidedComboBoxTest)
#include "ElidedComboBoxTest.moc"
