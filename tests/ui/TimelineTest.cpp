// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The timeline: the positions of times, the texts of its bars, and access to all of it by mouse and keys.

#include "tests/history/World.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/TimelinePanel.h"
#include "ui/views/timeline/TimelineScale.h"
#include "ui/views/timeline/TimelineView.h"
#include "ui/views/timeline/TimelineWords.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

#include <memory>

namespace lockscope::timelineTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::historyNoon;
using test::nameOf;
using ui::TimelineScale;
using ui::TimelineView;

namespace {

/// Three clients at "/a": one held from 10 to 20 s and has left, two holds from then on, three waits; four was lost.
struct Story {
    test::World world;
    std::shared_ptr<inspect::History> history = std::make_shared<inspect::History>();

    Story()
    {
        world.locks["/a"] = {};
        look(0s);
        world.locks["/a"] = {{1, 11, "one"}};
        look(10s);
        world.locks["/a"] = {{1, 11, "one"}, {2, 12, "two"}, {3, 13, "three"}, {4, 14, "four"}};
        look(12s);
        world.locks["/a"] = {{2, 12, "two"}, {3, 13, "three"}, {4, 14, "four"}};
        look(20s);
        world.locks["/a"] = {{2, 12, "two"}, {3, 13, "three"}};
        look(22s);
        world.reportSessions({11, 12, 13}, 23s);
        look(24s);
    }

    void look(std::chrono::milliseconds at) { history->see(world.at(at)); }

    [[nodiscard]] ui::ViewState viewState(std::chrono::milliseconds at) const
    {
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Live;
        viewState.snapshot = history->last();
        viewState.now = historyNoon + at;
        viewState.history = history;
        return viewState;
    }
    [[nodiscard]] std::shared_ptr<const inspect::Lock> lock() const { return history->last()->locks.front(); }
};

/// As a snapshot of the screen: the colour at that time and lane.
struct ShownTimeline {
    Story story;
    ui::TimelinePanel panel;
    TimelineView* view = panel.findChild<TimelineView*>(u"timelineView"_s);

    ShownTimeline()
    {
        panel.setTheme(ui::darkTheme());
        panel.resize(900, 260);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        look(30s);
    }
    void look(std::chrono::milliseconds at) { panel.setViewState(story.viewState(at), "/a", story.lock()); }
    QPoint pointAt(std::chrono::milliseconds at, const std::string& node) const
    {
        return {static_cast<int>(view->scale().xOf(historyNoon + at)),
                view->barOf({inspect::LockPart::Queue, node}).center().y()};
    }
    QColor colorAt(std::chrono::milliseconds at, const std::string& node, int below = 0) const
    {
        const auto grabbed = view->viewport()->grab();
        return grabbed.toImage().pixelColor((pointAt(at, node) + QPoint(0, below)) * grabbed.devicePixelRatio());
    }
    QString words() const { return panel.findChild<QWidget*>(u"timelineWords"_s)->property("text").toString(); }
    void click(const QPoint& point) const { QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, point); }
};

} // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    /// A lease that never expires, and a gate node of the same name without findings.
    void equalNamesHaveLanesOfTheirOwn()
    {
        const std::string name = "a-lock-0000000000";
        using Names = std::vector<std::string>;
        const auto history = std::make_shared<inspect::History>();
        auto at = historyNoon;
        for (const auto& names : {Names{}, Names{name}, Names{name}}) {
            auto lock = test::semaphoreOfEqualNames("/pool", names, names, at);
            if (!lock.queue.empty())
                lock.queue.front().details->session = 0;
            auto snapshot = std::make_shared<inspect::Snapshot>();
            snapshot->session.state = SessionState::Connected;
            snapshot->takenAt = at;
            snapshot->complete = true;
            snapshot->locks.push_back(std::make_shared<const inspect::Lock>(std::move(lock)));
            history->see(snapshot);
            at += 10s;
        }
        ui::ViewState viewState;
        viewState.source = ui::SourceState::Live;
        viewState.snapshot = history->last();
        viewState.now = at;
        viewState.history = history;
        ui::TimelinePanel panel;
        panel.setTheme(ui::darkTheme());
        panel.resize(900, 260);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setViewState(viewState, "/pool", history->last()->locks.front());
        const auto* view = panel.findChild<TimelineView*>(u"timelineView"_s);
        QStringList chosen;
        connect(&panel, &ui::TimelinePanel::chosen, this,
                [&](const inspect::ContenderKey& key) { chosen << QString::fromStdString(toString(key)); });
        const auto image = view->viewport()->grab().toImage();
        QStringList alarmed;
        for (const auto part : {inspect::LockPart::Queue, inspect::LockPart::Gate}) {
            const auto bar = view->barOf({part, name});
            QVERIFY(!bar.isEmpty());
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, bar.center());
            for (auto x = 0; x < 20; ++x)
                if (image.pixelColor(x, bar.center().y()).rgb() == ui::darkTheme().bad.rgb()) {
                    alarmed << chosen.last();
                    break;
                }
        }
        QCOMPARE(chosen, (QStringList{u"/pool//qa-lock-0000000000"_s, u"/pool//ga-lock-0000000000"_s}));
        QCOMPARE(alarmed, QStringList{u"/pool//qa-lock-0000000000"_s});
    }

    void timesLieWhereTheyShould()
    {
        const TimelineScale scale{historyNoon, 60s, 100, 600};
        QCOMPARE(scale.xOf(historyNoon), 100.0);
        QCOMPARE(scale.xOf(historyNoon + 30s), 400.0);
        QCOMPARE(scale.xOf(historyNoon - 6s), 40.0);
        QVERIFY(scale.timeAt(400) == historyNoon + 30s);
        const auto near = scale.zoomed(0.5, historyNoon + 60s);
        QVERIFY(near.span == 30s && near.to() == historyNoon + 60s);
        QVERIFY(scale.zoomed(1e-9, historyNoon).span == TimelineScale::shortest);
        QVERIFY(scale.zoomed(1e12, historyNoon).span == TimelineScale::longest);
    }

    void ticksAreRound()
    {
        const TimelineScale scale{historyNoon + 3s, 60s, 0, 600};
        QVERIFY(scale.stepOf(100) == 10s);
        QVERIFY(scale.stepOf(101) == 15s);
        const auto ticks = scale.ticks(historyNoon + 63s, 15s);
        QCOMPARE(ticks.size(), 5U);
        QVERIFY(ticks.front() == historyNoon + 3s && ticks.back() == historyNoon + 63s);
        QCOMPARE(scale.ticks(historyNoon - 7s, 10s).size(), 7U);
        QVERIFY(scale.ticks(historyNoon - 7s, 10s).front() == historyNoon + 3s);
        QVERIFY(scale.ticks(historyNoon + 200s, 10s).back() == historyNoon + 60s);
        const TimelineScale years{WallTime(), TimelineScale::longest, 0, 300};
        QVERIFY(years.ticks(WallTime(), years.stepOf(80)).size() <= 4);
    }

    void roundDurations()
    {
        QCOMPARE(ui::formatRound(5s), u"5 s"_s);
        QCOMPARE(ui::formatRound(6min), u"6 m"_s);
        QCOMPARE(ui::formatRound(90s), u"1 m 30 s"_s);
        QCOMPARE(ui::formatRound(2h), u"2 h"_s);
        QCOMPARE(ui::formatRound(72h), u"3 d"_s);
        QCOMPARE(ui::formatRound(500ms), u"500 ms"_s);
        QCOMPARE(ui::formatRound(0ms), u"0 ms"_s);
    }

    void words_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("text");
        QTest::newRow("held") << 0 << u"waited 0 ms, held for 10 s, released by client"_s;
        QTest::newRow("holds") << 1 << u"waited 8.0 s, has held for 10 s"_s;
        QTest::newRow("waits") << 2 << u"has waited for 18 s"_s;
        QTest::newRow("lost") << 3 << u"waited 10 s, session ended"_s;
    }
    void words()
    {
        QFETCH(int, row);
        const Story story;
        inspect::Timeline timeline("/a");
        timeline.see(*story.history);
        const auto& shown = timeline.row(static_cast<std::size_t>(row));
        QTEST(ui::stayText(shown.stays.front(), historyNoon + 30s), "text");
        const auto details = ui::stayDetails(shown, shown.stays.front(), historyNoon + 30s);
        QVERIFY(details.startsWith(QString::fromStdString(shown.name)));
        QVERIFY(details.contains(QString::fromStdString(shown.stays.front().node)));
    }

    void whoSaysNothingIsCalledByItsHost()
    {
        inspect::TimelineRow row;
        row.name = toHex(17);
        row.stays.emplace_back().session = 17;
        QCOMPARE(ui::rowName(row), u"0x11"_s);
        row.host = "10.0.0.1:5000";
        QCOMPARE(ui::rowName(row), u"10.0.0.1:5000"_s);
        QVERIFY(ui::stayDetails(row, row.stays.front(), historyNoon).startsWith(u"10.0.0.1:5000\n"));
        row.name = "worker";
        QCOMPARE(ui::rowName(row), u"worker"_s);
        QVERIFY(ui::stayDetails(row, row.stays.front(), historyNoon).startsWith(u"worker · 10.0.0.1:5000\n"));
    }

    /// The text contains only observed facts.
    void wordsOfWhatWasNotSeen()
    {
        test::World world;
        inspect::History history;
        inspect::Timeline timeline("/a");
        world.locks["/a"] = {{1, 11, "one"}};
        history.see(world.at(5s));
        timeline.see(history);
        QCOMPARE(ui::stayText(timeline.row(0).stays.front(), historyNoon + 6s), u"has held for up to 6.0 s"_s);
        QVERIFY(ui::stayDetails(timeline.row(0), timeline.row(0).stays.front(), historyNoon + 6s)
                    .contains(u"acquisition time unknown"_s));
        world.locks["/a"] = {};
        history.see(world.at(7s));
        timeline.see(history);
        QCOMPARE(ui::stayText(timeline.row(0).stays.front(), historyNoon + 9s),
                 u"held for up to 7.0 s, released by client"_s);
        console::StaleHold mistake{"one", "/a", "n", 0, historyNoon, std::nullopt};
        QVERIFY(ui::mistakeText(mistake, historyNoon + 2s).startsWith(u"one has acted as the holder for 2.0 s"_s));
        mistake.to = historyNoon + 1s;
        QVERIFY(ui::mistakeText(mistake, historyNoon + 2s).startsWith(u"one acted as the holder for 1.0 s"_s));
    }

    void barsReportByShapeAndColour()
    {
        const ShownTimeline shown;
        const auto theme = ui::darkTheme();
        QCOMPARE(shown.view->laneCount(), 4);
        QCOMPARE(shown.colorAt(25s, nameOf(2)), theme.good);
        QCOMPARE(shown.colorAt(25s, nameOf(2), 8), theme.good);
        QCOMPARE(shown.colorAt(25s, nameOf(3)), theme.wait);
        QVERIFY(shown.colorAt(25s, nameOf(3), 8) != theme.wait); // a wait is thin
        QCOMPARE(shown.colorAt(15s, nameOf(1)), theme.good);
        QVERIFY(shown.colorAt(25s, nameOf(1)) != theme.good);
        QCOMPARE(shown.colorAt(22s, nameOf(4)), theme.bad); // the cross mark
        QVERIFY(shown.words().startsWith(u"last 30 s"_s));
    }

    void oldSnapshotsHaveNoColour()
    {
        ShownTimeline shown;
        auto viewState = shown.story.viewState(30s);
        viewState.source = ui::SourceState::Disconnected;
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        QCOMPARE(shown.colorAt(25s, nameOf(2)), ui::darkTheme().muted);
    }

    void mistakenHolderIsSeen()
    {
        ShownTimeline shown;
        auto viewState = shown.story.viewState(30s);
        viewState.mistakes = std::make_shared<const std::deque<console::StaleHold>>(
            std::deque<console::StaleHold>{{"one", "/a", nameOf(1), 2, historyNoon + 20s, std::nullopt},
                                           {"one", "/b", nameOf(2), 3, historyNoon + 20s, std::nullopt}});
        QVERIFY(shown.colorAt(25s, nameOf(1), 8) != ui::darkTheme().bad);
        const auto before = shown.view->viewport()->grab().toImage();
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        const auto after = shown.view->viewport()->grab().toImage();
        // Hatched: part of it is red.
        const auto isRed = [&](const QImage& image) {
            auto count = 0;
            const auto from = shown.pointAt(20s + 200ms, nameOf(1));
            const auto to = shown.pointAt(30s, nameOf(1));
            for (auto x = from.x(); x < to.x(); ++x)
                for (auto y = from.y() - 8; y <= from.y() + 8; ++y)
                    count += image.pixelColor(x, y) == ui::darkTheme().bad ? 1 : 0;
            return count;
        };
        QCOMPARE(isRed(before), 0);
        QVERIFY(isRed(after) > 50);
        QVERIFY(shown.view->tipAt(shown.pointAt(28s, nameOf(1))).contains(u"one has acted as the holder for 10 s"_s));
    }

    void hoverReportsTheNumbers()
    {
        const ShownTimeline shown;
        const auto tip = shown.view->tipAt(shown.pointAt(15s, nameOf(1)));
        QVERIFY2(tip.contains(u"held for 10 s"_s), qPrintable(tip));
        QCOMPARE(shown.view->tipAt({5, shown.view->barOf({inspect::LockPart::Queue, nameOf(2)}).center().y()}),
                 u"two"_s);
        QVERIFY(shown.view->tipAt(shown.pointAt(2s, nameOf(1))).isEmpty());
    }

    void clickSelects()
    {
        const ShownTimeline shown;
        QSignalSpy chosen(&shown.panel, &ui::TimelinePanel::chosen);
        shown.click(shown.pointAt(25s, nameOf(3)));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<inspect::ContenderKey>().node, nameOf(3));
        QCOMPARE(shown.words(), u"three: has waited for 18 s"_s);
        // A contender that has left is described in the timeline only.
        shown.click(shown.pointAt(15s, nameOf(1)));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(shown.words(), u"one: waited 0 ms, held for 10 s, released by client"_s);
        // Clicking the name selects as well.
        shown.click({10, shown.view->barOf({inspect::LockPart::Queue, nameOf(2)}).center().y()});
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(chosen.at(1).at(0).value<inspect::ContenderKey>().node, nameOf(2));
        // A contender selected elsewhere does not change the text.
        shown.view->setSelected({"/a", inspect::LockPart::Queue, nameOf(3)}, 0, true);
        QVERIFY(shown.words().startsWith(u"last"_s));
    }

    void everythingByKey()
    {
        ShownTimeline shown;
        QSignalSpy chosen(&shown.panel, &ui::TimelinePanel::chosen);
        auto* view = shown.view;
        const auto press = [&](int key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(view, static_cast<Qt::Key>(key), modifiers);
        };
        press(Qt::Key_Down);
        QVERIFY(shown.words().startsWith(u"one:"_s));
        press(Qt::Key_Down);
        QVERIFY(shown.words().startsWith(u"two:"_s));
        press(Qt::Key_Up);
        QVERIFY(shown.words().startsWith(u"one:"_s));
        QCOMPARE(chosen.count(), 1); // a contender that is present
        QCOMPARE(view->accessibleDescription(), shown.words());
        const auto span = view->scale().span;
        press(Qt::Key_Plus);
        QVERIFY(view->scale().span < span);
        QVERIFY(view->scale().to() == historyNoon + 30s); // the present stays at the edge
        press(Qt::Key_Minus);
        press(Qt::Key_Left);
        QVERIFY(view->scale().to() < historyNoon + 30s);
        QVERIFY(!view->isFollowing());
        QVERIFY(shown.panel.findChild<QToolButton*>(u"timelineNow"_s)->isEnabled());
        shown.look(40s);
        QVERIFY(view->scale().to() < historyNoon + 30s); // the viewed range does not move
        press(Qt::Key_End);
        QVERIFY(view->isFollowing());
        QVERIFY(view->scale().to() == historyNoon + 40s);
        press(Qt::Key_Home);
        QVERIFY(view->scale().from == historyNoon + 10s);
        for (int i = 0; i < 5; ++i)
            press(Qt::Key_Left);
        for (int i = 0; i < 9; ++i)
            press(Qt::Key_Right);
        QVERIFY(view->isFollowing());
    }

    void keysGoFromBarToBar()
    {
        ShownTimeline shown;
        shown.story.world.locks["/a"] = {{3, 13, "three"}, {5, 11, "one"}};
        shown.story.look(35s);
        shown.look(40s);
        QTest::keyClick(shown.view, Qt::Key_Down);
        QVERIFY2(shown.words().contains(u"has waited for 5.0 s"_s), qPrintable(shown.words()));
        QTest::keyClick(shown.view, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY2(shown.words().contains(u"held for 10 s"_s), qPrintable(shown.words()));
        QTest::keyClick(shown.view, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(shown.words().contains(u"has waited for 5.0 s"_s));
    }

    void mousePansAndZooms()
    {
        const ShownTimeline shown;
        auto* viewport = shown.view->viewport();
        const auto before = shown.view->scale();
        QTest::mousePress(viewport, Qt::LeftButton, {}, {300, 20});
        QTest::mouseMove(viewport, {400, 20});
        QTest::mouseMove(viewport, {500, 20});
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, {500, 20});
        QVERIFY(!shown.view->isFollowing());
        QCOMPARE(shown.view->scale().timeAt(500), before.timeAt(300));
        const auto wheel = [&](QPoint delta, Qt::KeyboardModifiers modifiers) {
            QWheelEvent event(QPointF(400, 20), viewport->mapToGlobal(QPointF(400, 20)), {}, delta, Qt::NoButton,
                              modifiers, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(viewport, &event);
        };
        const auto about = shown.view->scale().timeAt(400);
        wheel({0, 240}, Qt::ControlModifier);
        QVERIFY(shown.view->scale().span < before.span);
        QVERIFY(std::chrono::abs(shown.view->scale().timeAt(400) - about) <= 2ms);
        const auto from = shown.view->scale().from;
        wheel({0, 120}, Qt::ShiftModifier);
        QVERIFY(shown.view->scale().from < from);
        wheel({-120, 0}, {});
        QVERIFY(std::chrono::abs(shown.view->scale().from - from) <= 2ms);
    }

    void buttonsDoWhatKeysDo()
    {
        const ShownTimeline shown;
        const auto press = [&](const QString& name) {
            auto* button = shown.panel.findChild<QToolButton*>(name);
            QVERIFY(button && !button->accessibleName().isEmpty());
            QTest::mouseClick(button, Qt::LeftButton);
        };
        const auto span = shown.view->scale().span;
        press(u"timelineZoomIn"_s);
        QVERIFY(shown.view->scale().span < span);
        press(u"timelineZoomOut"_s);
        press(u"timelineAll"_s);
        QVERIFY(shown.view->scale().from == historyNoon + 10s);
        QTest::keyClick(shown.view, Qt::Key_Left);
        press(u"timelineNow"_s);
        QVERIFY(shown.view->isFollowing());
    }

    void replayShowsAllOfIt()
    {
        ShownTimeline shown;
        auto viewState = shown.story.viewState(15s);
        viewState.source = ui::SourceState::Replay;
        viewState.recordedUntil = historyNoon + 60s;
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        QVERIFY(shown.view->scale().from == historyNoon + 10s && shown.view->scale().to() == historyNoon + 60s);
        QVERIFY(shown.panel.findChild<QToolButton*>(u"timelineNow"_s)->isHidden());
        QCOMPARE(shown.colorAt(15s, nameOf(1), 8), ui::darkTheme().special); // the viewed time
        QSignalSpy times(&shown.panel, &ui::TimelinePanel::timeChosen);
        QSignalSpy chosen(&shown.panel, &ui::TimelinePanel::chosen);
        shown.click({static_cast<int>(shown.view->scale().xOf(historyNoon + 40s)),
                     shown.view->barOf({inspect::LockPart::Queue, nameOf(1)}).center().y()});
        QCOMPARE(times.count(), 1);
        QVERIFY(std::chrono::abs(times.at(0).at(0).value<WallTime>() - (historyNoon + 40s)) < 200ms);
        // A bar of another time: moves to its beginning.
        viewState.now = historyNoon + 50s;
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        shown.click(shown.pointAt(13s, nameOf(1)));
        QCOMPARE(times.count(), 2);
        QVERIFY(times.at(1).at(0).value<WallTime>() == historyNoon + 10s);
        QCOMPARE(chosen.count(), 1);
    }

    void saysWhyThereIsNothing()
    {
        ShownTimeline shown;
        QVERIFY(shown.view->accessibleDescription().startsWith(u"last"_s));
        shown.panel.setViewState(shown.story.viewState(30s), "/other", nullptr);
        QVERIFY(shown.view->accessibleDescription().startsWith(u"No client has queued here"_s));
        QVERIFY(!shown.panel.findChild<QToolButton*>(u"timelineAll"_s)->isEnabled());
        shown.panel.setViewState({}, {}, nullptr);
        QVERIFY(shown.view->windowText().isEmpty());
        QTest::keyClick(shown.view, Qt::Key_Plus); // nothing to zoom into
        shown.look(31s);
        QCOMPARE(shown.view->laneCount(), 4);
    }

    /// A selection elsewhere scrolls to it; events do not scroll.
    void scrollStaysWhereItIs()
    {
        ShownTimeline shown;
        auto& queue = shown.story.world.locks["/a"];
        for (int i = 100; i < 400; ++i)
            queue.push_back({i, i, "client-" + std::to_string(i)});
        shown.story.look(40s);
        shown.look(40s);
        auto* bar = shown.view->verticalScrollBar();
        QVERIFY(bar->maximum() > 1'000);
        QCOMPARE(bar->value(), 0);
        shown.view->setSelected({"/a", inspect::LockPart::Queue, nameOf(250)}, 0, true);
        QVERIFY(!shown.view->barOf({inspect::LockPart::Queue, nameOf(250)}).isEmpty());
        const auto value = bar->value();
        QVERIFY(value > 1'000);
        shown.view->setSelected({"/a", inspect::LockPart::Queue, nameOf(3)}, 0, false); // it acquired the lock
        queue.erase(queue.begin());
        shown.story.look(41s);
        shown.look(41s);
        QCOMPARE(bar->value(), value);
    }

    void hiddenItCostsNothing()
    {
        ShownTimeline shown;
        shown.panel.hide();
        shown.story.world.locks["/a"].push_back({7, 17, "seven"});
        shown.story.look(50s);
        shown.look(50s);
        QCOMPARE(shown.view->laneCount(), 4);
        shown.panel.show();
        QCOMPARE(shown.view->laneCount(), 5);
    }
};

} // namespace lockscope::timelineTest

LOCKSCOPE_TEST(lockscope::timelineTest::TimelineTest)
#include "TimelineTest.moc"
