// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A lock on Redis in lane, table, timeline and details: leases, a dead waiter, waiters without an order, unknowns.

#include "tests/support/Test.h"
#include "tests/ui/RedisLocks.h"
#include "tests/ui/Warnings.h"
#include "ui/models/QueueModel.h"
#include "ui/models/text/QueueWords.h"
#include "ui/panels/DetailsPanel.h"
#include "ui/panels/RedisFactRows.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/theme/Theme.h"
#include "ui/views/LeaseBar.h"
#include "ui/views/lane/QueueLane.h"
#include "ui/views/timeline/TimelineLegend.h"
#include "ui/views/timeline/TimelineView.h"

#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>

#include <algorithm>

namespace lockscope::redisQueueTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::redisFirst;
using test::redisHolder;
using test::redisSecond;
using test::snapshotTime;
using ui::QueueModel;

namespace {

/// The first waiter has had no subscriber in two readings, 2 s apart.
test::LockPtr deadHead()
{
    const auto before = test::fairLock(0s, 30s, true);
    return test::fairLock(2s, 28s, true, before.get());
}

/// As the window sees it over 60 s: the lease is extended every 10 s.
struct Watched {
    std::shared_ptr<inspect::History> history = std::make_shared<inspect::History>();
    ui::TimelinePanel panel;
    ui::TimelineView* view = panel.findChild<ui::TimelineView*>(u"timelineView"_s);
    test::LockPtr lock;

    Watched()
    {
        panel.setTheme(ui::darkTheme());
        panel.resize(900, 320);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        for (auto after = 0s; after <= 60s; after += 2s)
            look(after);
    }
    void look(std::chrono::seconds after)
    {
        lock = test::fairLock(after, 30s - after % 10s, true, lock.get());
        auto snapshot = std::make_shared<inspect::Snapshot>();
        snapshot->backend = inspect::Backend::Redis;
        snapshot->session.state = SessionState::Connected;
        snapshot->takenAt = snapshotTime + after;
        snapshot->complete = true;
        snapshot->locks = {lock};
        history->see(snapshot);
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Live;
        viewState.session.state = SessionState::Connected;
        viewState.snapshot = snapshot;
        viewState.now = snapshotTime + after;
        viewState.history = history;
        panel.setViewState(viewState, lock->path, lock);
    }
    [[nodiscard]] int xOf(std::chrono::seconds after) const
    {
        return static_cast<int>(view->scale().xOf(snapshotTime + after));
    }
    /// The first row of pixels in the lane that has nearly this colour, around this time; lines may be dashed.
    [[nodiscard]] int topOf(const QColor& color, std::chrono::seconds after, const std::string& node) const
    {
        const auto image = view->viewport()->grab().toImage();
        const auto dpr = image.devicePixelRatio();
        const auto bar = view->barOf({inspect::LockPart::Queue, node});
        const auto isNear = [&](const QColor& other) {
            return std::abs(color.red() - other.red()) + std::abs(color.green() - other.green()) +
                       std::abs(color.blue() - other.blue()) <
                   60;
        };
        for (auto y = std::max(bar.center().y() - 26, 0); y < bar.center().y() + 26; ++y)
            for (auto x = xOf(after) - 6; x <= xOf(after) + 6; ++x)
                if (isNear(image.pixelColor((QPointF(x, y) * dpr).toPoint())))
                    return y;
        return -1;
    }
};

QString valueOf(const std::vector<ui::KeyValue>& rows, const QString& key)
{
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.key == key; });
    return found == rows.end() ? u"(missing)"_s : found->value + u'|' + found->source;
}

} // namespace

class RedisQueueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    /// One reading is not enough: a client may be between two subscriptions.
    void aWaiterIsDeadAfterTwoReadings()
    {
        const auto once = test::fairLock(0s, 30s, true);
        QVERIFY(!ui::isDead(once->queue[1]));
        const auto lock = deadHead();
        QVERIFY(ui::isDead(lock->queue[1]));
        QVERIFY(!ui::isDead(lock->queue[2]));
        QCOMPARE(ui::subscriberText(lock->queue[1], snapshotTime + 5s), u"none for 5.0 s"_s);
        QCOMPARE(ui::subscriberText(lock->queue[2], snapshotTime + 5s), u"yes"_s);
        QCOMPARE(ui::subscriberText(lock->queue[0], snapshotTime + 5s), u"—"_s);
    }

    void theTableShowsLeasesAndSubscribers()
    {
        QueueModel model;
        model.setNow({snapshotTime + 2s, snapshotTime + 2s});
        model.setLock(deadHead());
        const auto at = [&](int row, int column) { return model.index(row, column); };
        QCOMPARE(at(0, QueueModel::Lease).data().toString(), u"28 s"_s);
        QCOMPARE(qRound(at(0, QueueModel::Lease).data(ui::BarRole).toDouble() * 30), 28);
        QCOMPARE(at(1, QueueModel::State).data().toString(), u"Dead"_s);
        QCOMPARE(at(1, QueueModel::State).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::CrossedRing);
        QCOMPARE(at(1, QueueModel::Lease).data().toString(), u"4 m 58 s"_s); // keeps its place
        QCOMPARE(at(1, QueueModel::Subscriber).data().toString(), u"none for 2.0 s"_s);
        QCOMPARE(at(2, QueueModel::Subscriber).data().toString(), u"yes"_s);
        QVERIFY(at(2, QueueModel::Host).data(ui::UnknownRole).toBool());
        QVERIFY(at(2, QueueModel::Host).data(Qt::ToolTipRole).toString().contains(u"MONITOR"_s));
        model.setNow({snapshotTime + 12s, snapshotTime + 12s}); // counts down without a reading
        QCOMPARE(at(0, QueueModel::Lease).data().toString(), u"18 s"_s);

        auto hosts = std::make_shared<inspect::RedisHosts>();
        hosts->byInstance[std::string(inspect::instanceOf(redisSecond))] = {
            "10.0.4.31:50122", {}, "cache-1:6379", inspect::HostSource::Monitor, snapshotTime};
        model.setHosts(hosts);
        QVERIFY(!at(2, QueueModel::Host).data(ui::UnknownRole).toBool());
        QVERIFY(at(2, QueueModel::Host).data().toString().startsWith(u"10.0.4.31:50122"_s));
    }

    void theLaneShowsADeadWaiter()
    {
        ui::QueueLane lane;
        lane.setTheme(ui::darkTheme());
        lane.setLock(deadHead());
        lane.setNow({snapshotTime + 2s, snapshotTime + 2s});
        lane.resize(700, lane.sizeHint().height());
        QVERIFY(lane.accessibleName().contains(u"without a subscriber"_s));
        const auto image = lane.grab().toImage();
        auto isBad = false;
        for (auto x = 0; x < image.width() && !isBad; ++x)
            for (auto y = 0; y < image.height() && !isBad; ++y)
                isBad = image.pixelColor(x, y).rgb() == ui::darkTheme().bad.rgb();
        QVERIFY(isBad);
    }

    /// No positions and no arrows: only how many are known to wait.
    void waitersWithoutAnOrderAreCounted()
    {
        const auto text = [](int clients) { return ui::unorderedText(*test::plainRedisLock("coupon-4", clients)); };
        QCOMPARE(text(3), u"3 clients waiting, order unknown"_s);
        QCOMPARE(text(1), u"1 client waiting, order unknown"_s);
        QCOMPARE(text(0), u"No waiting clients seen"_s);
        QCOMPARE(ui::unorderedText(*deadHead()), QString());
        QCOMPARE(ui::unorderedText(*test::mutexLock("/locks/orders", 3)), QString());
        ui::QueueLane lane;
        lane.setLock(test::plainRedisLock("coupon-4", 3));
        QVERIFY(lane.accessibleName().contains(u"3 clients waiting, order unknown"_s));
    }

    /// Highest after an extension, lowest before it; behind the current time, what is planned.
    void theTimelineShowsTheLease()
    {
        Watched watched;
        const auto good = ui::darkTheme().good;
        const auto high = watched.topOf(good, 41s, redisHolder);
        const auto low = watched.topOf(good, 49s, redisHolder);
        QVERIFY(high >= 0 && low >= 0);
        QVERIFY2(high + 4 < low, qPrintable(u"%1 %2"_s.arg(high).arg(low)));
        const auto& scale = watched.view->scale();
        QCOMPARE(watched.view->windowText(), u"last 1 m"_s);
        QVERIFY(scale.to() > snapshotTime + 80s);
        // The place of the dead waiter is kept for minutes: to the edge.
        QVERIFY(watched.topOf(ui::darkTheme().bad, 58s, redisFirst) >= 0);
        QVERIFY(watched.topOf(ui::darkTheme().good, 70s, redisHolder) > high);
        const auto explained = watched.panel.findChild<ui::TimelineLegend*>(u"timelineLegend"_s)->words();
        for (const auto& word : {u"lease"_s, u"wait"_s, u"dead"_s, u"planned"_s})
            QVERIFY2(explained.contains(word), qPrintable(word));
        QVERIFY(!explained.contains(u"vote, renewed"_s));
    }

    /// The holder's lane is taller: a click reaches the lanes below it.
    void lanesBelowATallOneAreReached()
    {
        Watched watched;
        std::vector<std::string> chosen;
        connect(&watched.panel, &ui::TimelinePanel::chosen, this,
                [&](const inspect::ContenderKey& key) { chosen.push_back(key.node); });
        for (const auto& node : {redisHolder, redisFirst, redisSecond})
            QTest::mouseClick(watched.view->viewport(), Qt::LeftButton, {},
                              {watched.xOf(30s), watched.view->barOf({inspect::LockPart::Queue, node}).center().y()});
        QCOMPARE(chosen, (std::vector{redisHolder, redisFirst, redisSecond}));
    }

    void detailsHaveSourceAndAge()
    {
        const auto lock = deadHead();
        auto viewState = test::liveViewState(test::snapshot({lock}));
        viewState.now = snapshotTime + 6s;
        const auto rows = ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(rows, u"Lease left"_s), u"(missing)"_s); // a bar shows it
        const auto lease = ui::leaseFacts(viewState, {lock.get(), &lock->queue[0], false});
        QVERIFY(lease);
        QCOMPARE(lease->title, u"Lease left"_s);
        QCOMPARE(lease->left, u"24 s"_s);
        QCOMPARE(lease->length, u"30 s"_s);
        QCOMPARE(lease->source, u"PTTL, 4.0 s"_s);
        QCOMPARE(qRound(lease->share * 30), 24);
        QVERIFY(lease->due == 0 && lease->renewal.isEmpty()); // too few readings
        QCOMPARE(valueOf(rows, u"Instance"_s), u"5f0c2a9e-7421-469a-addb-44fb92259a1b|"_s);
        QCOMPARE(valueOf(rows, u"Thread"_s), u"41|"_s);
        QCOMPARE(valueOf(rows, u"Count"_s), u"1|HGETALL, 4.0 s"_s);
        QCOMPARE(valueOf(rows, u"Renewal"_s), u"unknown|needs more readings"_s);
        QCOMPARE(valueOf(rows, u"Host"_s), u"unknown|not stored"_s);
        QCOMPARE(valueOf(rows, u"Fencing"_s), u"none|no token in this type"_s);
        const auto dead = ui::contenderFacts(viewState, {lock.get(), &lock->queue[1], false});
        QCOMPARE(valueOf(dead, u"Subscriber"_s), u"none for 6.0 s|PUBSUB NUMSUB"_s);
        QCOMPARE(valueOf(dead, u"Keeps its place"_s), u"for 4 m 54 s|clients' clocks"_s);
    }

    /// The members of a multi-lock: their only sign is the owner.
    void detailsNameTheOtherLocksOfTheOwner()
    {
        const auto lock = deadHead();
        const auto viewState = test::liveViewState(
            test::snapshot({lock, test::plainRedisLock("lock-b", 0), test::plainRedisLock("lock-c", 0)}));
        const auto rows = ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(rows, u"Owner also holds"_s), u"lock-b, lock-c|may be one multi-lock"_s);
        const auto waiter = ui::contenderFacts(viewState, {lock.get(), &lock->queue[1], false});
        QCOMPARE(valueOf(waiter, u"Owner also holds"_s), u"(missing)"_s);
    }

    /// A click asks for a sample, until one has shown the host.
    void anUnknownHostMayBeLookedFor()
    {
        const auto lock = deadHead();
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({lock}));
        ui::DetailsPanel details;
        details.resize(330, 500);
        static_cast<QWidget&>(details).show();
        details.show(test::liveViewState(snapshot), {lock.get(), &lock->queue[2], false});
        auto* button = details.findChild<QPushButton*>(u"findHosts"_s);
        QVERIFY(button && button->isVisible());
        QVERIFY(button->toolTip().contains(u"MONITOR"_s));
        // Below the row of the host, with what it costs.
        const auto* cost = details.findChild<QLabel*>(u"hostCost"_s);
        QVERIFY2(cost->isVisible() && cost->text().contains(u"150 %"_s), qPrintable(cost->text()));
        const auto keys = details.findChildren<QLabel*>(QRegularExpression(u"^contenderFactsKey"_s));
        const auto host =
            std::find_if(keys.begin(), keys.end(), [](const QLabel* key) { return key->text() == u"Host"_s; });
        const auto topOf = [&](const QWidget* widget) { return widget->mapTo(&details, QPoint()).y(); };
        QTRY_VERIFY(topOf(cost) > topOf(*host));
        for (const auto* key : keys)
            QTRY_VERIFY2(topOf(key) <= topOf(*host) || topOf(key) > topOf(button), qPrintable(key->text()));
        QSignalSpy wanted(&details, &ui::DetailsPanel::hostsWanted);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);

        auto hosts = std::make_shared<inspect::RedisHosts>();
        hosts->byInstance[std::string(inspect::instanceOf(redisSecond))] = {
            "10.0.4.31:50122", {}, "cache-1:6379", inspect::HostSource::Monitor, snapshotTime};
        snapshot = std::make_shared<inspect::Snapshot>(*snapshot);
        snapshot->redisHosts = hosts;
        const auto viewState = test::liveViewState(snapshot);
        details.show(viewState, {lock.get(), &lock->queue[2], false});
        QVERIFY(!button->isVisible() && !cost->isVisible());
        QVERIFY(valueOf(ui::contenderFacts(viewState, {lock.get(), &lock->queue[2], false}), u"Host"_s)
                    .startsWith(u"10.0.4.31:50122|MONITOR sample"_s));
    }

    /// Inferred from the saw-tooth, and said so.
    void detailsTellAWatchdog()
    {
        test::LockPtr lock;
        for (auto after = 0s; after <= 62s; after += 2s)
            lock = test::fairLock(after, 30s - after % 10s, false, lock.get());
        auto viewState = test::liveViewState(test::snapshot({lock}));
        viewState.now = snapshotTime + 63s;
        const auto rows = ui::contenderFacts(viewState, {lock.get(), &lock->queue[0], false});
        QCOMPARE(valueOf(rows, u"Alive"_s), u"yes|renewed 3.0 s ago"_s);
        const auto lease = ui::leaseFacts(viewState, {lock.get(), &lock->queue[0], false});
        QVERIFY(lease);
        QVERIFY2(lease->renewal.startsWith(u"Watchdog renews every 10 s ("_s) && lease->renewal.endsWith(u" seen)"_s),
                 qPrintable(lease->renewal));
        QVERIFY2(lease->explanation.contains(u"inferred"_s), qPrintable(lease->explanation));
        QCOMPARE(lease->next, u"next in 7.0 s"_s);
        QCOMPARE(qRound(lease->due * 30), 20);
        viewState.now += 8s;
        const auto later = ui::leaseFacts(viewState, {lock.get(), &lock->queue[0], false});
        QVERIFY(later);
        QCOMPARE(later->next, u"due now"_s);
        QCOMPARE(later->nextTone, ui::Tone::Warn);
    }

    /// From one reading, until the lease is not known any more.
    void theDetailsCountALeaseDown()
    {
        const auto lock = deadHead();
        auto viewState = test::liveViewState(test::snapshot({lock}));
        viewState.now = snapshotTime + 6s;
        ui::DetailsPanel details;
        details.setTheme(ui::darkTheme());
        details.resize(330, 500);
        static_cast<QWidget&>(details).show();
        details.show(viewState, {lock.get(), &lock->queue[0], false});
        auto* bar = details.findChild<QWidget*>(u"contenderLease"_s);
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->accessibleName(), u"Lease left: 24 s of 30 s (PTTL, 4.0 s)"_s);
        const auto filled = [&] {
            const auto image = bar->grab().toImage();
            auto count = 0;
            for (auto x = 0; x < image.width(); ++x)
                for (auto y = 0; y < image.height(); ++y)
                    count += image.pixelColor(x, y) == ui::darkTheme().goodFill ? 1 : 0;
            return count;
        };
        const auto before = filled();
        QVERIFY(before > 0);
        viewState.now += 12s;
        details.show(viewState, {lock.get(), &lock->queue[0], false});
        QVERIFY2(bar->accessibleName().startsWith(u"Lease left: 12 s of 30 s"_s), qPrintable(bar->accessibleName()));
        const auto after = filled();
        QVERIFY2(after > before / 3 && after < before * 2 / 3, qPrintable(u"%1 %2"_s.arg(before).arg(after)));
        details.show(viewState, {lock.get(), &lock->queue[2], false}); // it waits
        QVERIFY(!bar->isVisible());
        details.show(viewState, {lock.get(), &lock->queue[0], true}); // it has left
        QVERIFY(!bar->isVisible());
    }
};

} // namespace lockscope::redisQueueTest

LOCKSCOPE_TEST(lockscope::redisQueueTest::RedisQueueTest)
#include "RedisQueueTest.moc"
