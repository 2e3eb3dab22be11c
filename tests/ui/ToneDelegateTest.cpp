// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/ToneDelegate.h"
#include "tests/support/Test.h"

#include "tests/ui/Warnings.h"

#include <QImage>
#include <QPainter>
#include <QStandardItemModel>
#include <QTableView>

namespace lockscope::toneDelegateTest {

using namespace Qt::StringLiterals;

namespace {

/// What is painted, in what is else white.
QRect inkOf(const QImage& image)
{
    QRect ink;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qGray(image.pixel(x, y)) < 200)
                ink |= QRect(x, y, 1, 1);
    return ink;
}

} // namespace

/// The delegate draws texts by itself; where and how the style would have done it.
class ToneDelegateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void drawsWhereTheStyleWould_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("alignment");
        QTest::addColumn<bool>("isReversed");
        QTest::addColumn<bool>("isMarked");
        for (const bool isReversed : {false, true}) {
            const auto row = [&](const char* name, const QString& text, Qt::Alignment alignment, bool isMarked) {
                QTest::addRow("%s%s", name, isReversed ? ", reversed" : "")
                    << text << static_cast<int>(alignment) << isReversed << isMarked;
            };
            row("short", u"orders"_s, Qt::AlignLeft | Qt::AlignVCenter, false);
            row("at the right", u"1.2 s"_s, Qt::AlignRight | Qt::AlignVCenter, false);
            row("in the middle", u"holds"_s, Qt::AlignCenter, false);
            row("too long", u"a name that is far too long for its column"_s, Qt::AlignLeft | Qt::AlignVCenter, false);
            row("beside a mark", u"holds"_s, Qt::AlignLeft | Qt::AlignVCenter, true);
        }
    }
    void drawsWhereTheStyleWould()
    {
        QFETCH(QString, text);
        QFETCH(int, alignment);
        QFETCH(bool, isReversed);
        QFETCH(bool, isMarked);
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), text);
        model.setData(model.index(0, 0), alignment, Qt::TextAlignmentRole);
        model.setData(model.index(0, 0), QVariant::fromValue(ui::Tone::Normal), ui::ToneRole);
        if (isMarked)
            model.setData(model.index(0, 0), QVariant::fromValue(ui::Mark::Filled), ui::MarkRole);
        ui::ToneDelegate delegate;
        delegate.setTheme(ui::lightTheme());
        const QTableView view;
        QStyleOptionViewItem option;
        option.initFrom(&view);
        option.widget = &view;
        option.rect = QRect(0, 0, 130, 26);
        option.font = ui::textFont();
        option.fontMetrics = QFontMetrics(option.font);
        option.direction = isReversed ? Qt::RightToLeft : Qt::LeftToRight;
        option.state = QStyle::State_Enabled | QStyle::State_Active;
        const auto draw = [&](bool asTheStyle) {
            QImage image(option.rect.size(), QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            if (asTheStyle)
                delegate.QStyledItemDelegate::paint(&painter, option, model.index(0, 0));
            else
                delegate.paint(&painter, option, model.index(0, 0));
            return inkOf(image);
        };
        const auto ours = draw(false);
        const auto styles = draw(true);
        QVERIFY(!ours.isEmpty());
        QCOMPARE(draw(false), ours); // from what it keeps
        for (const auto& [a, b] : {std::pair(ours.left(), styles.left()),
                                   {ours.right(), styles.right()},
                                   {ours.top(), styles.top()},
                                   {ours.bottom(), styles.bottom()}})
            QVERIFY2(std::abs(a - b) <= 1, qPrintable(u"%1 and %2"_s.arg(a).arg(b)));
    }
};

} // namespace lockscope::toneDelegateTest

LOCKSCOPE_TEST(lockscope::toneDelegateTest::ToneDelegateTest)
#include "ToneDelegateTest.moc"
