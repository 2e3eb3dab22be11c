// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/Theme.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "ui/shell/connection/RecentConnections.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/theme/Style.h"
#include "ui/views/StateMark.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOptionButton>
#include <QStyleOptionHeader>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace lockscope::themeTest {

using namespace Qt::StringLiterals;
using namespace lockscope::ui;

class ThemeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { lockscope::test::failOnAnyWarning(); }

    void contrastIsMeasuredAsWcagDoes()
    {
        QVERIFY(qAbs(contrastRatio(Qt::black, Qt::white) - 21.0) < 0.01);
        QVERIFY(qAbs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
        QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
    }

    void everyTextCanBeRead_data()
    {
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("ground");
        for (const auto& theme : {darkTheme(), lightTheme()}) {
            const std::pair<const char*, QColor> grounds[] = {{"window", theme.window},
                                                              {"panel", theme.panel},
                                                              {"raised", theme.raised},
                                                              {"field", theme.field},
                                                              {"selection", theme.selection}};
            const char* const themeName = theme.dark ? "dark" : "light";
            for (const auto tone : {Tone::Normal, Tone::Muted, Tone::Good, Tone::Wait, Tone::Warn, Tone::Bad,
                                    Tone::Info, Tone::Special}) {
                for (const auto& [name, ground] : grounds)
                    QTest::addRow("%s: tone %d on %s", themeName, int(tone), name) << theme.color(tone) << ground;
                QTest::addRow("%s: tone %d on its chip", themeName, int(tone)) << theme.color(tone) << theme.soft(tone);
            }
            // Sentences in boxes.
            QTest::addRow("%s: text in a red box", themeName) << theme.text << theme.badSoft;
            QTest::addRow("%s: text in an amber box", themeName) << theme.text << theme.warnSoft;
            QTest::addRow("%s: text in a blue box", themeName) << theme.text << theme.infoSoft;
            QTest::addRow("%s: a small word in a blue box", themeName) << theme.muted << theme.infoSoft;
            QTest::addRow("%s: the word Production", themeName) << theme.onFill << theme.badFill;
            // The bar of a replay.
            QTest::addRow("%s: the word Replay", themeName) << theme.window << theme.special;
            for (const auto tone : {Tone::Normal, Tone::Muted, Tone::Bad})
                QTest::addRow("%s: tone %d in a replay", themeName, int(tone))
                    << theme.color(tone) << theme.specialSoft;
        }
    }
    void everyTextCanBeRead()
    {
        QFETCH(QColor, text);
        QFETCH(QColor, ground);
        const auto ratio = contrastRatio(text, ground);
        QVERIFY2(ratio >= 4.5, qPrintable(u"%1 on %2: %3"_s.arg(text.name(), ground.name()).arg(ratio)));
    }

    /// Amber and red mean attention; a plain waiter is blue, so that the two cannot be mistaken for each other.
    void aWaiterIsBlueAndAWarningIsAmber()
    {
        for (const auto& theme : {darkTheme(), lightTheme()}) {
            for (const auto& blue : {theme.color(Tone::Wait), theme.soft(Tone::Wait)})
                QVERIFY2(blue.hslHue() > 200 && blue.hslHue() < 230, qPrintable(blue.name()));
            for (const auto& amber : {theme.color(Tone::Warn), theme.soft(Tone::Warn)})
                QVERIFY2(amber.hslHue() > 30 && amber.hslHue() < 45, qPrintable(amber.name()));
            for (const auto& ground : {theme.window, theme.panel, theme.raised, theme.selection}) // marks
                QVERIFY(contrastRatio(theme.wait, ground) >= 3);
        }
    }

    /// Charts and the timeline are drawn on the window's colour or on that of panels.
    void everyBarCanBeSeen()
    {
        for (const auto& theme : {darkTheme(), lightTheme()}) {
            for (const auto tone : {Tone::Good, Tone::Wait, Tone::Bad, Tone::Special, Tone::Muted}) {
                for (const auto& ground : {theme.window, theme.panel}) {
                    const auto ratio = contrastRatio(theme.fill(tone), ground);
                    QVERIFY2(ratio >= 3,
                             qPrintable(u"%1 on %2: %3"_s.arg(theme.fill(tone).name(), ground.name()).arg(ratio)));
                }
            }
        }
    }

    /// Also at the size of a cell, and for users who see no colours.
    void everyMarkHasAShapeOfItsOwn()
    {
        const Mark marks[] = {Mark::None,     Mark::Filled,          Mark::Ring,   Mark::DottedRing,
                              Mark::Triangle, Mark::WarningTriangle, Mark::Note,   Mark::Tick,
                              Mark::Question, Mark::CrossedRing,     Mark::Square, Mark::Diamond,
                              Mark::Dash,     Mark::Cross,           Mark::Star};
        const auto painted = [](Mark mark) {
            QImage image(20, 20, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            paintMark(painter, QRectF(0, 0, 20, 20), mark, Qt::black);
            return image;
        };
        const auto difference = [](const QImage& one, const QImage& other) {
            auto count = 0;
            for (auto y = 0; y < one.height(); ++y)
                for (auto x = 0; x < one.width(); ++x)
                    count += qAbs(qGray(one.pixel(x, y)) - qGray(other.pixel(x, y))) > 64 ? 1 : 0;
            return count;
        };
        for (const auto one : marks)
            for (const auto other : marks)
                QVERIFY2(one == other || difference(painted(one), painted(other)) >= 20,
                         qPrintable(u"%1 and %2"_s.arg(int(one)).arg(int(other))));
    }

    void systemDecidesByItsPalette()
    {
        QPalette dark;
        dark.setColor(QPalette::Window, QColor(0x20, 0x20, 0x20));
        QPalette light;
        light.setColor(QPalette::Window, QColor(0xf0, 0xf0, 0xf0));
        QVERIFY(themeFor(ThemeChoice::System, dark).dark);
        QVERIFY(!themeFor(ThemeChoice::System, light).dark);
        QVERIFY(themeFor(ThemeChoice::Dark, light).dark);
        QVERIFY(!themeFor(ThemeChoice::Light, dark).dark);
    }

    void theSheetKnowsAllItsColours()
    {
        for (const auto& theme : {darkTheme(), lightTheme()})
            QVERIFY(!styleSheetOf(theme).contains(u'@'));
    }

    void aTickedBoxHasATick()
    {
        QVERIFY(!applicationIcon().isNull()); // loads the resources
        for (const auto& theme : {darkTheme(), lightTheme()}) {
            QCheckBox box;
            box.setStyleSheet(styleSheetOf(theme));
            box.setChecked(true);
            box.resize(40, 30);
            const auto image = box.grab().toImage();
            QStyleOptionButton option;
            option.initFrom(&box);
            const auto indicator =
                box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box).adjusted(2, 2, -2, -2);
            auto ofTick = 0;
            for (auto y = indicator.top(); y <= indicator.bottom(); ++y)
                for (auto x = indicator.left(); x <= indicator.right(); ++x)
                    ofTick += contrastRatio(image.pixelColor(x, y), theme.info) >= 3 ? 1 : 0;
            QVERIFY2(ofTick >= 5, qPrintable(QString::number(ofTick)));
        }
    }

    /// The mark of a sorted column, as on other systems than Qt's own.
    void theMarkOfTheGreatestFirstPointsDown()
    {
        const std::unique_ptr<QStyle> ours(makeStyle());
        const std::unique_ptr<QStyle> qts(QStyleFactory::create(u"Fusion"_s));
        const auto painted = [](const QStyle& style, QStyleOptionHeader::SortIndicator order) {
            QImage image(20, 20, QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionHeader option;
            option.rect = image.rect();
            option.sortIndicator = order;
            style.drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &option, &painter, nullptr);
            painter.end();
            return image;
        };
        const auto up = painted(*qts, QStyleOptionHeader::SortUp);
        const auto down = painted(*qts, QStyleOptionHeader::SortDown);
        QVERIFY(up != down);
        QCOMPARE(painted(*ours, QStyleOptionHeader::SortUp), down);
        QCOMPARE(painted(*ours, QStyleOptionHeader::SortDown), up);
    }

    /// Its buttons have a fixed size: the margins of other buttons would leave a dot of each icon.
    void theFileDialogHasItsIcons()
    {
        QVERIFY(!applicationIcon().isNull()); // loads the resources
        QWidget window;
        window.setStyleSheet(styleSheetOf(darkTheme()));
        QFileDialog dialog(&window);
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        auto icons = 0;
        for (auto* button : dialog.findChildren<QToolButton*>()) {
            if (!button->isVisible() || button->icon().isNull())
                continue;
            ++icons;
            const auto image = button->grab().toImage();
            const auto ground = image.pixel(3, 3);
            QRect drawn;
            for (auto y = 3; y < image.height() - 3; ++y)
                for (auto x = 3; x < image.width() - 3; ++x)
                    if (image.pixel(x, y) != ground)
                        drawn |= QRect(x, y, 1, 1);
            QVERIFY2(drawn.width() >= 6 && drawn.height() >= 6, qPrintable(button->objectName()));
        }
        QVERIFY(icons > 3);
    }

    void everyIconIsThere()
    {
        for (const auto& name :
             {u"pause"_s, u"play"_s, u"stop"_s, u"refresh"_s, u"copy"_s, u"plug"_s, u"sandbox"_s, u"menu"_s, u"open"_s,
              u"previous"_s, u"next"_s, u"clock"_s, u"close"_s, u"report"_s, u"locked"_s, u"unlocked"_s})
            QVERIFY2(!icon(name, Qt::red).pixmap(16, 16).isNull(), qPrintable(name));
        QVERIFY(!applicationIcon().pixmap(64, 64).isNull());
    }

    /// An advance of 100.4 pixels is rounded to 100, in which the text would be elided.
    void aTextIsWholeInItsWidth()
    {
        const auto text = u"billing-worker-2 has held it for 4 m 12 s"_s;
        auto font = ui::textFont();
        for (auto size = 8.0; size <= 20; size += 0.25) {
            font.setPointSizeF(size);
            const QFontMetricsF metrics(font);
            for (qsizetype length = 2; length <= text.size(); ++length) {
                const auto begin = text.first(length);
                const auto width = ui::wholeWidth(metrics, begin);
                QVERIFY(width < metrics.horizontalAdvance(begin) + 1);
                QCOMPARE(QFontMetrics(font).elidedText(begin, Qt::ElideRight, width), begin);
            }
        }
    }

    void recentConnectionsAreBoundedAndPrivate()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"lockscope/lockscope.ini"_s), QSettings::IniFormat);
        RecentConnections recent(settings);
        QVERIFY(recent.list().isEmpty());
        for (auto i = 0; i < 13; ++i)
            recent.add({u"zk%1:2181"_s.arg(i), {u"/"_s}});
        recent.add({u"zk5:2181"_s, {u"/prod"_s, u"/staging"_s}});
        QCOMPARE(recent.list().size(), 10);
        QCOMPARE(recent.list().first(), (RecentConnection{u"zk5:2181"_s, {u"/prod"_s, u"/staging"_s}}));
        QCOMPARE(recent.list().at(1).connect, u"zk12:2181"_s);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(QFileInfo::exists(settings.fileName()));
        QVERIFY(!(QFile::permissions(settings.fileName()) & others));
        QVERIFY(!(QFile::permissions(QFileInfo(settings.fileName()).path()) & others));
    }
};

} // namespace lockscope::themeTest

LOCKSCOPE_TEST(lockscope::themeTest::ThemeTest)
#include "ThemeTest.moc"
