// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/EqualNames.h"
#include "tests/support/Growth.h"
#include "tests/support/Test.h"
#include "tests/ui/PaintedTexts.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/views/lane/QueueLane.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QImage>
#include <QPainter>
#include <QToolTip>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace lockscope::laneTest {

using namespace Qt::StringLiterals;
using ui::LaneLayout;
using ui::QueueLane;

namespace {

bool hasColour(const QImage& image, const QColor& colour)
{
    for (auto y = 0; y < image.height(); ++y)
        for (auto x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).rgb() == colour.rgb())
                return true;
    return false;
}

} // namespace

class LaneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void layoutCountsEverybody_data()
    {
        QTest::addColumn<int>("contenders");
        QTest::addColumn<double>("width");
        QTest::addColumn<int>("wanted");
        for (const auto contenders : {0, 1, 3, 6, 8, 200, 201, 15'000})
            for (const auto width : {120.0, 400.0, 740.0, 1'800.0})
                for (const auto wanted : {-1, 0, contenders / 2, contenders - 1})
                    QTest::addRow("%d in %g, %d wanted", contenders, width, wanted) << contenders << width << wanted;
    }
    void layoutCountsEverybody()
    {
        QFETCH(int, contenders);
        QFETCH(double, width);
        QFETCH(int, wanted);
        const auto layout = LaneLayout::of(contenders, width, wanted);
        QCOMPARE(layout.before + layout.count + layout.after, contenders);
        QCOMPARE(layout.first, layout.before);
        QVERIFY(contenders == 0 || layout.count >= 1);
        if (wanted >= 0 && contenders > 0)
            QVERIFY(wanted >= layout.first && wanted < layout.first + layout.count);
        if (contenders < LaneLayout::summarisedFrom)
            QVERIFY(!layout.summary);
        if (width >= 400 && contenders > 0) {
            const auto last = layout.after > 0 ? layout.afterCard() : layout.card(layout.first + layout.count - 1);
            QVERIFY2(last.right() <= width, qPrintable(QString::number(last.right())));
        }
    }

    /// Within limits: a short name has a narrow card, a long one is cut.
    void cardsAreAsWideAsTheirNames()
    {
        auto queue = test::mutexLock("/l", 4)->queue;
        queue[0].details->client = "billing-worker-2.shop";
        queue[1].details->client = "a";
        queue[2].details->client = "api-1";
        queue[3].details->client = std::string(5'000, 'x');
        QueueLane lane;
        lane.resize(1'000, lane.sizeHint().height());
        lane.setLock(std::make_shared<inspect::Lock>(test::mutexQueue("/l", std::move(queue))));
        const auto layout = lane.laneLayout();
        QCOMPARE(layout.count, 4);
        auto font = lane.font();
        font.setPixelSize(13);
        font.setWeight(QFont::DemiBold);
        const auto name = QFontMetricsF(font).horizontalAdvance(u"billing-worker-2.shop"_s);
        QVERIFY2(layout.card(0).width() > name, qPrintable(QString::number(layout.card(0).width())));
        QVERIFY(layout.card(0).width() > layout.card(1).width());
        QCOMPARE(layout.card(1).width(), LaneLayout::narrowest);
        QCOMPARE(layout.card(3).width(), LaneLayout::widest);
        QCOMPARE(layout.card(1).left(), layout.card(0).right() + LaneLayout::gap);
        // With less room, fewer cards: the selected one is among them.
        lane.resize(420, lane.height());
        lane.setSelected({"/l", inspect::LockPart::Queue, "lock-0000000104"});
        const auto narrow = lane.laneLayout();
        QVERIFY(narrow.before > 0 && narrow.first + narrow.count == 4);
        QVERIFY(narrow.card(3).right() <= 420);
    }

    /// Amber only beyond the p99.
    void theHolderIsComparedWithTheUsualHold()
    {
        const auto theme = ui::darkTheme();
        auto lock = *test::mutexLock("/l", 2);
        lock.queue[0].grantedAt = test::snapshotTime - std::chrono::seconds(30);
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(740, lane.sizeHint().height());
        lane.setNow({test::snapshotTime, test::snapshotTime});
        lane.setLock(std::make_shared<inspect::Lock>(lock));
        const auto plain = lane.grab().toImage();
        lane.setUsualHold(inspect::UsualHold{std::chrono::seconds(20), std::chrono::seconds(40), 25});
        const auto usual = lane.grab().toImage();
        QVERIFY(usual != plain);
        QVERIFY(!hasColour(usual, theme.warn));
        lane.setUsualHold(inspect::UsualHold{std::chrono::seconds(2), std::chrono::seconds(4), 25});
        QVERIFY(hasColour(lane.grab().toImage(), theme.warn));
        lane.setStale(true);
        QVERIFY(!hasColour(lane.grab().toImage(), theme.warn));
    }

    void clicksAndKeysChoose()
    {
        QueueLane lane;
        lane.resize(740, lane.sizeHint().height());
        lane.setNow({test::snapshotTime, test::snapshotTime});
        const auto lock = test::mutexLock("/locks/orders", 8);
        lane.setLock(lock);
        QStringList chosen;
        connect(&lane, &QueueLane::chosen, this,
                [&](const inspect::ContenderKey& key) { chosen << QString::fromStdString(key.node); });
        const auto layout = lane.laneLayout();
        QTest::mouseClick(&lane, Qt::LeftButton, {}, layout.card(1).center().toPoint());
        QTest::keyClick(&lane, Qt::Key_Right);
        QTest::keyClick(&lane, Qt::Key_End);
        QTest::keyClick(&lane, Qt::Key_Left);
        QTest::keyClick(&lane, Qt::Key_Home);
        QCOMPARE(chosen, (QStringList{u"lock-0000000102"_s, u"lock-0000000103"_s, u"lock-0000000108"_s,
                                      u"lock-0000000107"_s, u"lock-0000000101"_s}));
        QCOMPARE(lane.selected().node, std::string("lock-0000000101"));
    }

    /// The contenders without a card: the table shows them. Nothing is selected.
    void theRestIsWanted()
    {
        QueueLane lane;
        lane.resize(740, lane.sizeHint().height());
        lane.setLock(test::mutexLock("/locks/orders", 8));
        auto chosen = 0;
        connect(&lane, &QueueLane::chosen, this, [&] { ++chosen; });
        QList<int> wanted;
        connect(&lane, &QueueLane::restWanted, this, [&](int place) { wanted << place; });
        const auto layout = lane.laneLayout();
        QVERIFY(layout.after > 0);
        QTest::mouseClick(&lane, Qt::LeftButton, {}, layout.afterCard().center().toPoint());
        QTest::keyClick(&lane, Qt::Key_Return);
        QCOMPARE(lane.itemCount(), 9);
        QCOMPARE(lane.itemAt(8).name, u"+%1, show all"_s.arg(layout.after));
        QVERIFY(lane.itemAt(8).box.contains(layout.afterCard().center().toPoint()));
        lane.chooseItem(8);
        QCOMPARE(wanted, (QList<int>{layout.count, layout.count, layout.count}));
        lane.setSelected({"/locks/orders", inspect::LockPart::Queue, "lock-0000000108"});
        QCOMPARE(lane.laneLayout().after, 0);
        QTest::mouseClick(&lane, Qt::LeftButton, {}, lane.laneLayout().beforeCard().center().toPoint());
        QCOMPARE(wanted.last(), 0);
        QCOMPARE(chosen, 0);
        // Where all have a card, there is nothing more to show.
        lane.resize(2'000, lane.height());
        QCOMPARE(lane.itemCount(), 8);
        const auto before = wanted.size();
        QTest::keyClick(&lane, Qt::Key_Return);
        QCOMPARE(wanted.size(), before);
    }

    /// Long names are cut, but not that of the holder.
    void moreCardsFitThanLongNames()
    {
        auto queue = test::mutexLock("/l", 6)->queue;
        for (auto& contender : queue)
            contender.details->client = "5f0c2a9e:1000000001";
        QueueLane lane;
        lane.resize(600, lane.sizeHint().height());
        lane.setLock(std::make_shared<inspect::Lock>(test::mutexQueue("/l", std::move(queue))));
        const auto layout = lane.laneLayout();
        auto font = lane.font();
        font.setPixelSize(13);
        font.setWeight(QFont::DemiBold);
        const auto name = QFontMetricsF(font).horizontalAdvance(u"5f0c2a9e:1000000001"_s);
        QVERIFY2(layout.count >= 3, qPrintable(QString::number(layout.count)));
        QVERIFY(layout.card(0).width() > name);
        QVERIFY(layout.card(layout.count - 1).width() < name);
        QVERIFY(layout.afterCard().right() <= 600);
        // With room for all, none is cut.
        lane.resize(1'600, lane.height());
        QCOMPARE(lane.laneLayout().count, 6);
        QVERIFY(lane.laneLayout().card(5).width() > name);
    }

    /// A lease and a gate node of the same name: two cards, of which one is selected.
    void equalNamesAreTwoCards()
    {
        const std::vector<std::string> names{"a-lock-0000000000", "b-lock-0000000001"};
        const auto theme = ui::darkTheme();
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(1'000, lane.sizeHint().height());
        lane.setNow({test::snapshotTime, test::snapshotTime});
        lane.setLock(
            std::make_shared<inspect::Lock>(test::semaphoreOfEqualNames("/pool", names, names, test::snapshotTime)));
        QStringList chosen;
        connect(&lane, &QueueLane::chosen, this,
                [&](const inspect::ContenderKey& key) { chosen << QString::fromStdString(toString(key.ref())); });
        const auto layout = lane.laneLayout();
        QCOMPARE(layout.count, 4);
        QTest::mouseClick(&lane, Qt::LeftButton, {}, layout.card(2).center().toPoint());
        QTest::keyClick(&lane, Qt::Key_Right);
        QTest::keyClick(&lane, Qt::Key_Left);
        QTest::keyClick(&lane, Qt::Key_Left);
        QTest::keyClick(&lane, Qt::Key_Right);
        QCOMPARE(chosen, (QStringList{u"ga-lock-0000000000"_s, u"gb-lock-0000000001"_s, u"ga-lock-0000000000"_s,
                                      u"qb-lock-0000000001"_s, u"ga-lock-0000000000"_s}));
        const auto image = lane.grab().toImage();
        QList<int> selected;
        for (auto place = 0; place < 4; ++place) {
            const auto box = layout.card(place);
            if (image.pixelColor(qRound(box.left() + 5), qRound(box.center().y())).rgb() == theme.selection.rgb())
                selected << place;
        }
        QCOMPARE(selected, QList<int>{2});
    }

    void statesAreDrawn()
    {
        const auto theme = ui::darkTheme();
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(740, lane.sizeHint().height());
        lane.setLock(test::mutexLock("/l", 3));
        auto image = lane.grab().toImage();
        QVERIFY(hasColour(image, theme.good));
        QVERIFY(hasColour(image, theme.wait));
        QVERIFY(!hasColour(image, theme.bad));
        QVERIFY(!hasColour(image, theme.warn)); // a plain waiter needs no attention

        auto stuck = *test::mutexLock("/l", 2);
        stuck.queue[0].details->session = 0;
        lane.setLock(std::make_shared<inspect::Lock>(stuck));
        image = lane.grab().toImage();
        QVERIFY(hasColour(image, theme.bad));
        QVERIFY(!hasColour(image, theme.good));

        lane.setStale(true);
        image = lane.grab().toImage();
        QVERIFY(!hasColour(image, theme.bad));
        QVERIFY(!hasColour(image, theme.wait));
    }

    /// A ring with a dot; the ring of the other waiters is empty.
    void theNextHolderHasAMarkOfItsOwn()
    {
        const auto theme = ui::darkTheme();
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(740, lane.sizeHint().height());
        lane.setLock(test::mutexLock("/l", 3));
        const auto layout = lane.laneLayout();
        const auto image = lane.grab().toImage();
        const auto middleOfMark = [&](int place) {
            const auto box = layout.card(place);
            return image.pixelColor(qRound(box.left() + 15.5), qRound(box.top() + 17.5)).rgb();
        };
        QCOMPARE(middleOfMark(0), theme.good.rgb());
        QCOMPARE(middleOfMark(1), theme.wait.rgb());
        QCOMPARE(middleOfMark(2), theme.raised.rgb());
    }

    void arrowsWithoutAWatchAreOthers()
    {
        QueueLane lane;
        lane.setTheme(ui::darkTheme());
        lane.resize(740, lane.sizeHint().height());
        const auto lock = test::mutexLock("/l", 3);
        inspect::Snapshot snapshot;
        lane.setLock(lock, &snapshot);
        const auto before = lane.grab().toImage();
        inspect::Finding finding;
        finding.kind = inspect::FindingKind::WatchesNothing;
        finding.path = "/elsewhere";
        finding.nodes = {"/l/lock-0000000102"};
        snapshot.findings = {finding};
        lane.setLock(lock, &snapshot);
        QCOMPARE(lane.grab().toImage(), before);
        snapshot.findings.front().path = "/l";
        lane.setLock(lock, &snapshot);
        const auto layout = lane.laneLayout();
        const auto gap = QRectF(layout.card(0).topRight(), layout.card(1).bottomLeft()).toRect();
        const auto after = lane.grab().toImage();
        QVERIFY(after.copy(gap) != before.copy(gap));
        const auto next = QRectF(layout.card(1).topRight(), layout.card(2).bottomLeft()).toRect();
        QCOMPARE(after.copy(next), before.copy(next));
    }

    /// A mark on the card, its edge when the finding is critical, and the tooltip.
    void aFindingIsSeenOnTheCardsThatItNames()
    {
        const auto theme = ui::darkTheme();
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(740, lane.sizeHint().height());
        lane.show();
        QVERIFY(QTest::qWaitForWindowExposed(&lane));
        const auto lock = test::mutexLock("/l", 3);
        inspect::Snapshot snapshot;
        auto& finding = snapshot.findings.emplace_back();
        finding.kind = inspect::FindingKind::LongHold;
        finding.path = "/l";
        finding.nodes = {"/l/lock-0000000101"};
        lane.setLock(lock, nullptr);
        const auto box = lane.laneLayout().card(0).toRect();
        const auto mark = QRect(box.right() - 20, box.bottom() - 20, 12, 12);
        const auto tip = [&] {
            QHelpEvent help(QEvent::ToolTip, box.center(), lane.mapToGlobal(box.center()));
            QApplication::sendEvent(&lane, &help);
            return QToolTip::text();
        };
        auto image = lane.grab().toImage();
        const auto edgeOf = [&](const QImage& of) { return of.copy(box.left() - 1, box.center().y(), 4, 1); };
        const auto calm = edgeOf(image);
        QVERIFY(!hasColour(image.copy(mark), theme.warn) && !tip().contains(u"finding"_s));

        finding.severity = inspect::Severity::Warning;
        lane.setLock(lock, &snapshot);
        image = lane.grab().toImage();
        QVERIFY(hasColour(image.copy(mark), theme.warn));
        QCOMPARE(edgeOf(image), calm);
        QVERIFY2(tip().contains(u"A finding concerns this contender: warning."_s), qPrintable(tip()));

        finding.severity = inspect::Severity::Critical;
        lane.setLock(lock, &snapshot);
        image = lane.grab().toImage();
        QVERIFY(hasColour(image.copy(mark), theme.bad));
        QVERIFY(edgeOf(image) != calm);
        QVERIFY(tip().contains(u"A finding concerns this contender: critical."_s));
        QToolTip::hideText();
    }

    void readersAreJoined()
    {
        const auto theme = ui::darkTheme();
        QueueLane lane;
        lane.setTheme(theme);
        lane.resize(740, lane.sizeHint().height());
        lane.setLock(test::readWriteLock("/l", "RRWR"));
        const auto layout = lane.laneLayout();
        const auto image = lane.grab().toImage();
        const auto between = [&](int left) {
            const auto box = layout.card(left);
            return image.pixelColor(qRound(box.right() + LaneLayout::gap / 2), qRound(box.top() + 20));
        };
        QCOMPARE(between(0).rgb(), theme.raised.rgb());
        QVERIFY(between(1).rgb() != theme.raised.rgb());
        QVERIFY(between(2).rgb() != theme.raised.rgb());
    }

    void itSaysWhatItShows()
    {
        QueueLane lane;
        QCOMPARE(lane.accessibleName(), u"Queue: no lock selected"_s);
        lane.setLock(test::mutexLock("/locks/orders", 8));
        QCOMPARE(lane.accessibleName(), u"Queue of /locks/orders: worker-101, 7 waiting"_s);
        QCOMPARE(lane.focusPolicy(), Qt::StrongFocus);
    }

    void aLongQueueIsDrawnInNoTime()
    {
        QueueLane lane;
        lane.resize(740, lane.sizeHint().height());
        lane.setLock(test::mutexLock("/l", 15'000));
        lane.setTheme(ui::darkTheme());
        lane.setSelected({"/l", inspect::LockPart::Queue, "lock-0000012000"});
        QVERIFY(hasColour(lane.grab().toImage(), ui::darkTheme().wait));
    }

    /// The card of the first waiter has an arrow to each holder with a card, and one to all others.
    void thousandsOfHoldersAndWaitersAreDrawnInLinearTime()
    {
        const auto laneOf = [](int leases) {
            auto lane = std::make_unique<QueueLane>();
            lane->resize(740, lane->sizeHint().height());
            auto lock = test::semaphoreLock("/l", leases, leases);
            lane->setSelected(lock->keyOf(lock->queue[static_cast<std::size_t>(leases)]));
            lane->setLock(std::move(lock));
            return lane;
        };
        const auto lane = laneOf(5'000);
        const auto layout = lane->laneLayout();
        QVERIFY(layout.before > 4'000 && layout.after > 4'000);
        const auto shapes = test::painted(*lane).shapes;
        QVERIFY2(shapes < 200, qPrintable(QString::number(shapes)));
        const auto cost = test::growth({1'000, 16'000}, laneOf, [](const std::unique_ptr<QueueLane>& each) {
            QImage image(each->size(), QImage::Format_RGB32);
            QPainter painter(&image);
            each->paintWhole(painter);
        });
        QVERIFY(cost.isModest());
    }

    /// What a card says of a subscriber is never cut beside free width.
    void aSubscriberIsReadWhole()
    {
        auto lock = *test::fairLock({}, std::chrono::seconds(20), true);
        for (auto& contender : lock.queue) {
            auto redis = *contender.redis;
            redis.alive = inspect::Alive::Unknown;
            contender.redis = std::make_shared<const inspect::RedisContender>(std::move(redis));
        }
        QueueLane lane;
        lane.setNow({test::snapshotTime, test::snapshotTime});
        lane.setLock(std::make_shared<inspect::Lock>(std::move(lock)));
        lane.resize(1'000, lane.sizeHint().height());
        QStringList texts;
        for (const auto& each : test::painted(lane).texts)
            texts << each.text;
        QCOMPARE(texts.count(u"subscriber: unknown"_s), 2);
    }
};

} // namespace lockscope::laneTest

LOCKSCOPE_TEST(lockscope::laneTest::LaneTest)
#include "LaneTest.moc"
