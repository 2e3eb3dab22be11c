// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The texts as they are drawn: in the lane, the timeline and the graph they lie in their boxes, and are cut only where
/// no width is free. Each text of the window can be read on its background, also beside a brighter one.

#include "tests/support/Test.h"
#include "tests/ui/PaintedTexts.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/ShownTimeline.h"
#include "tests/ui/WindowTest.h"
#include "ui/theme/Sizes.h"
#include "ui/theme/Style.h"
#include "ui/views/lane/QueueLane.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QHash>
#include <QImage>
#include <QLabel>
#include <QRegion>
#include <QTabBar>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::drawnTextsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::PaintedText;
using ui::LaneLayout;
using ui::QueueLane;

namespace {

constexpr QChar dots = u'…';
const std::string longName = "payment-service-worker-in-the-second-availability-zone-3";

/// The boxes of the items that are drawn, as assistive technologies get them.
QList<QRect> boxesOf(const ui::ItemAccess& items)
{
    QList<QRect> boxes;
    for (auto i = 0; i < items.itemCount(); ++i) {
        if (const auto box = items.itemAt(i).box; !box.isEmpty())
            boxes << box;
    }
    return boxes;
}

QStringList overlapsOf(const QList<QRect>& boxes)
{
    QStringList found;
    for (auto i = 0; i < boxes.size(); ++i) {
        for (auto j = 0; j < i; ++j) {
            if (boxes[i].adjusted(1, 1, -1, -1).intersects(boxes[j].adjusted(1, 1, -1, -1)))
                found << u"box %1 on box %2"_s.arg(i).arg(j);
        }
    }
    return found;
}

/// Texts whose centre is in a box, and which do not fit into it.
QStringList outsideOf(const QList<QRect>& boxes, const QList<PaintedText>& texts)
{
    QStringList outside;
    for (const auto& text : texts) {
        const auto box = std::find_if(boxes.begin(), boxes.end(),
                                      [&](const QRect& each) { return QRectF(each).contains(text.box.center()); });
        if (box != boxes.end() && (text.box.left() < box->left() - 1 || text.box.right() > box->right() + 2))
            outside << text.text;
    }
    return outside;
}

/// The most frequent colour there.
QColor groundIn(const QImage& image, const QRect& part)
{
    QHash<QRgb, int> counts;
    const auto area = part & image.rect();
    for (auto y = area.top(); y <= area.bottom(); ++y) {
        for (auto x = area.left(); x <= area.right(); ++x)
            ++counts[image.pixel(x, y)];
    }
    const auto most = std::max_element(counts.cbegin(), counts.cend());
    return most == counts.cend() ? QColor() : QColor(most.key());
}

QColor blended(const QColor& color, const QColor& ground)
{
    const auto mixed = [share = color.alphaF()](auto above, auto below) { return above * share + below * (1 - share); };
    return QColor::fromRgbF(mixed(color.redF(), ground.redF()), mixed(color.greenF(), ground.greenF()),
                            mixed(color.blueF(), ground.blueF()));
}

/// Whether a text at this point of the widget is that of something enabled.
bool isEnabledAt(const QWidget& widget, const QPoint& point)
{
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget); tabs && tabs->tabAt(point) >= 0)
        return tabs->isTabEnabled(tabs->tabAt(point));
    const auto* view = qobject_cast<const QAbstractItemView*>(widget.parentWidget());
    if (view && view->viewport() == &widget && view->model()) {
        const auto index = view->indexAt(point);
        return widget.isEnabled() && (!index.isValid() || index.flags().testFlag(Qt::ItemIsEnabled));
    }
    return widget.isEnabled();
}

/// Texts of the widget itself that are too close to their background in `image`, which is of `window`.
QStringList faintTextsOf(QWidget& widget, const QWidget& window, const QImage& image)
{
    constexpr auto least = 4.5;
    constexpr auto leastDisabled = 3.0;
    QStringList faint;
    for (const auto& text : test::painted(widget).texts) {
        const auto part = text.box.toAlignedRect();
        const QRegion hidden = QRegion(part) - widget.visibleRegion();
        if (text.color.alpha() == 0 || part.isEmpty() || !hidden.isEmpty())
            continue;
        const auto ground = groundIn(image, {widget.mapTo(&window, part.topLeft()), part.size()});
        const auto contrast = ui::contrastRatio(blended(text.color, ground), ground);
        if (contrast < (isEnabledAt(widget, part.center()) ? least : leastDisabled))
            faint << u"%1 in %2: %3 on %4 has a contrast of %5"_s.arg(text.text.left(60), widget.objectName(),
                                                                      text.color.name(), ground.name(),
                                                                      QString::number(contrast, 'f', 2));
    }
    return faint;
}

QStringList faintTextsIn(QWidget& window)
{
    const auto image = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    auto faint = faintTextsOf(window, window, image);
    for (auto* widget : window.findChildren<QWidget*>()) {
        if (widget->isVisible() && !widget->isWindow())
            faint << faintTextsOf(*widget, window, image);
    }
    return faint;
}

} // namespace

class DrawnTextsTest final : public test::WindowTest {
    Q_OBJECT
    QFont m_font;

    void setPoints(int points) const
    {
        auto font = m_font;
        font.setPointSize(points);
        QApplication::setFont(font);
    }

    /// Cards with a text that is cut, while the lane has free width and the card is not as wide as cards may be.
    static QStringList cutCardsOf(QueueLane& lane)
    {
        const auto layout = lane.laneLayout();
        const auto last = layout.after > 0 ? layout.afterCard() : layout.card(layout.first + layout.count - 1);
        const auto free = lane.width() / ui::textScale() - LaneLayout::margin - last.right();
        QStringList cut;
        for (const auto& text : test::painted(lane).texts) {
            const auto place = layout.placeAt(text.box.center() / ui::textScale());
            if (place >= 0 && text.text.contains(dots) && free > 2 &&
                layout.card(place).width() < LaneLayout::widest - 1)
                cut << u"%1 on a card of %2, %3 are free"_s.arg(text.text).arg(layout.card(place).width()).arg(free);
        }
        return cut;
    }

    /// The label of each visible lane, as far as it is not whole.
    static QStringList cutLaneNamesOf(const test::ShownTimeline& shown)
    {
        const auto texts = test::painted(*shown.view->viewport()).texts;
        QStringList cut;
        for (auto i = 0; i < shown.view->itemCount(); ++i) {
            const auto item = shown.view->itemAt(i);
            if (item.box.isEmpty())
                continue;
            const auto isWhole = std::any_of(texts.begin(), texts.end(), [&](const PaintedText& text) {
                return text.text == item.name && item.box.contains(text.box.center().toPoint());
            });
            if (!isWhole)
                cut << item.name;
        }
        return cut;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(ui::makeStyle()); // as in the program
        m_font = QApplication::font();
    }
    void init() { test::failOnAnyWarning(); }
    void cleanup()
    {
        closeWindow();
        QApplication::setFont(m_font);
    }

    void cardsAreCutOnlyWithoutFreeWidth_data()
    {
        QTest::addColumn<test::LockPtr>("lock");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("points");
        auto names = test::mutexLock("/l", 6)->queue;
        names[0].details->client = longName;
        names[1].details->client = "a";
        names[2].details->client = longName + "4";
        const auto mixed = std::make_shared<inspect::Lock>(test::mutexQueue("/l", std::move(names)));
        const std::pair<const char*, test::LockPtr> locks[] = {{"mutex", test::mutexLock("/l", 4)},
                                                               {"long names", mixed},
                                                               {"long queue", test::mutexLock("/l", 300)},
                                                               {"readers", test::readWriteLock("/l", "RRRWRW")},
                                                               {"semaphore", test::semaphoreLock("/l", 3, 4)},
                                                               {"fair", test::fairLock({}, 20s, true)}};
        for (const auto& [name, lock] : locks) {
            for (const auto width : {420, 760, 1'100, 1'900})
                QTest::addRow("%s %d", name, width) << lock << width << 10;
            QTest::addRow("%s 20 pt", name) << lock << 1'900 << 20;
        }
    }
    void cardsAreCutOnlyWithoutFreeWidth()
    {
        QFETCH(test::LockPtr, lock);
        QFETCH(int, width);
        QFETCH(int, points);
        setPoints(points);
        QueueLane lane;
        lane.setNow({test::snapshotTime, test::snapshotTime});
        lane.setLock(lock);
        for (const bool isOneLine : {false, true}) {
            lane.setOneLine(isOneLine);
            lane.resize(width, lane.sizeHint().height());
            for (const auto place : {std::size_t(0), lock->queue.size() / 2, lock->queue.size() - 1}) {
                lane.setSelected(lock->keyOf(lock->queue[place]));
                QCOMPARE(overlapsOf(boxesOf(lane)), QStringList());
                const auto texts = test::painted(lane).texts;
                QVERIFY(!texts.isEmpty());
                QCOMPARE(outsideOf(boxesOf(lane), texts), QStringList());
                QCOMPARE(cutCardsOf(lane), QStringList());
            }
        }
    }

    void namesOfLanesAreCutOnlyAtTheLimit_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<int>("width");
        const auto name = QString::fromStdString(longName);
        for (const auto width : {400, 900, 1'600}) {
            QTest::addRow("short %d", width) << QStringList{u"one"_s, u"two"_s, u"three"_s} << width;
            QTest::addRow("usual %d", width) << QStringList{u"worker-101"_s, u"batch-importer-7"_s, u"cron"_s} << width;
            QTest::addRow("long %d", width) << QStringList{name, name + u"4"_s, u"cron"_s} << width;
        }
    }
    void namesOfLanesAreCutOnlyAtTheLimit()
    {
        QFETCH(QStringList, names);
        QFETCH(int, width);
        test::ShownTimeline shown;
        auto& locks = shown.story.world.locks["/a"];
        locks.clear();
        for (const auto& name : names)
            locks.push_back(
                {10 + static_cast<int>(locks.size()), 30 + static_cast<int>(locks.size()), name.toStdString()});
        shown.story.look(28s);
        shown.panel.resize(width, 320);
        shown.look(30s);
        const auto* viewport = shown.view->viewport();
        QTRY_VERIFY(shown.view->itemCount() >= names.size());
        const auto limit = std::floor(viewport->width() / 3.0);
        QTRY_VERIFY2(cutLaneNamesOf(shown).isEmpty() || shown.view->scale().left >= limit,
                     qPrintable(cutLaneNamesOf(shown).join(u'\n')));
        QCOMPARE(overlapsOf(boxesOf(*shown.view)), QStringList());
        // No name reaches into the bars, and no label of the axis lies on another.
        const auto axis = viewport->height() - shown.view->fontMetrics().height() - 6;
        QList<QRect> labels;
        for (const auto& text : test::painted(*shown.view->viewport()).texts) {
            if (text.box.center().y() > axis)
                labels << text.box.toAlignedRect();
            else if (text.box.left() < shown.view->scale().left)
                QVERIFY2(text.box.right() <= shown.view->scale().left, qPrintable(text.text));
        }
        QVERIFY(!labels.isEmpty());
        QCOMPARE(overlapsOf(labels), QStringList());
    }

    void textsOfTheGraphLieInTheirNodes_data()
    {
        QTest::addColumn<inspect::SnapshotPtr>("snapshot");
        QTest::addColumn<int>("points");
        std::vector<inspect::Contender> queue;
        for (auto i = 0; i < 12; ++i)
            queue.push_back(test::node(i % 3 == 0 ? longName + std::to_string(i) : "w" + std::to_string(i), 40 + i,
                                       101 + i, std::chrono::seconds(60 - i)));
        const auto one = inspect::withFindings(
            test::snapshot({test::lockOf("/payments/production/eu-west-1/locks/settlement-2026-11", queue)}), {});
        for (const auto points : {10, 16}) {
            QTest::addRow("deadlock %d pt", points) << test::deadlock() << points;
            QTest::addRow("queue %d pt", points) << one << points;
        }
    }
    void textsOfTheGraphLieInTheirNodes()
    {
        QFETCH(inspect::SnapshotPtr, snapshot);
        QFETCH(int, points);
        setPoints(points);
        const test::ShownGraph shown(snapshot);
        shown.view->fit();
        const auto boxes = boxesOf(*shown.view);
        QVERIFY2(boxes.size() >= 3, qPrintable(QString::number(boxes.size())));
        QCOMPARE(overlapsOf(boxes), QStringList());
        QList<QRect> inViewport;
        for (const auto& box : boxes)
            inViewport << QRect(shown.view->viewport()->mapFrom(shown.view, box.topLeft()), box.size());
        const auto texts = test::painted(*shown.view->viewport()).texts;
        QVERIFY(texts.size() > inViewport.size());
        QList<PaintedText> whole; // a node at the edge may be visible in part
        const auto inner = QRectF(shown.view->viewport()->rect()).adjusted(1, 1, -1, -1);
        std::copy_if(texts.begin(), texts.end(), std::back_inserter(whole),
                     [&](const PaintedText& text) { return inner.contains(text.box); });
        QCOMPARE(outsideOf(inViewport, whole), QStringList());
    }

    /// Each text by itself, with the colours in which it is drawn: a bright one in the same cell does not help.
    void eachTextOfTheWindowCanBeRead_data()
    {
        QTest::addColumn<bool>("isRedis");
        QTest::addColumn<ui::ThemeChoice>("theme");
        QTest::newRow("zookeeper dark") << false << ui::ThemeChoice::Dark;
        QTest::newRow("zookeeper light") << false << ui::ThemeChoice::Light;
        QTest::newRow("redis dark") << true << ui::ThemeChoice::Dark;
        QTest::newRow("redis light") << true << ui::ThemeChoice::Light;
    }
    void eachTextOfTheWindowCanBeRead()
    {
        QFETCH(bool, isRedis);
        QFETCH(ui::ThemeChoice, theme);
        openWindow();
        m_window->resize(1440, 900);
        m_window->setPreferences({theme});
        auto snapshot = std::make_shared<inspect::Snapshot>(
            isRedis ? *test::snapshot({test::fairLock({}, 20s, true), test::plainRedisLock("coupon-4", 3)})
                    : *test::snapshot({test::mutexLock("/shop/locks/orders-7", 8),
                                       test::readWriteLock("/shop/locks/inventory-2", "RRRW")}));
        if (isRedis)
            snapshot->backend = inspect::Backend::Redis;
        auto& finding = snapshot->findings.emplace_back();
        finding.kind = inspect::FindingKind::LongHold;
        finding.severity = inspect::Severity::Warning;
        finding.path = snapshot->locks.front()->path;
        finding.text = "4 m 12 s, the usual p99 is 58 s.";
        auto viewState = test::liveViewState(snapshot);
        if (!isRedis) { // with lanes in the timeline
            auto earlier = std::make_shared<inspect::Snapshot>(*snapshot);
            earlier->takenAt -= 60s;
            earlier->locks.clear();
            auto history = std::make_shared<inspect::History>();
            history->see(earlier);
            history->see(snapshot);
            viewState.history = history;
        }
        show(viewState);
        m_window->selectLock(finding.path);
        for (const auto& panel : {u"activityPanel"_s, u"sessionsPanel"_s, u"simulationPanel"_s, u"waitGraphPanel"_s}) {
            child<QAction>(panel + u"GoAction"_s)->trigger();
            QTRY_VERIFY2(faintTextsIn(*m_window).isEmpty(), qPrintable(faintTextsIn(*m_window).join(u'\n')));
        }
    }

    /// The check itself: a faint text beside a bright one, and one that is half transparent.
    void aFaintTextBesideABrightOneIsFound()
    {
        const auto theme = ui::darkTheme();
        QWidget window;
        window.setStyleSheet(u"background: %1"_s.arg(theme.panel.name()));
        QLabel label(&window);
        label.setTextFormat(Qt::RichText);
        label.setText(u"<span style='color:%1'>bright</span> <span style='color:%2'>faint</span>"_s.arg(
            theme.text.name(), theme.border.name()));
        window.resize(300, 60);
        label.setGeometry(5, 5, 280, 30);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto faint = faintTextsIn(window);
        QCOMPARE(faint.size(), 1);
        QVERIFY2(faint.first().startsWith(u"faint"_s), qPrintable(faint.first()));
        label.setText(u"<span style='color:%1'>bright</span>"_s.arg(theme.text.name()));
        QCOMPARE(faintTextsIn(window), QStringList());
    }
};

} // namespace lockscope::drawnTextsTest

LOCKSCOPE_TEST(lockscope::drawnTextsTest::DrawnTextsTest)
#include "DrawnTextsTest.moc"
