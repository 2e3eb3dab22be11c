// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The timeline by mouse and keys: selecting, panning, zooming, scrolling, and choosing the time of a replay.

#include "tests/support/Test.h"
#include "tests/ui/ShownTimeline.h"
#include "tests/ui/Warnings.h"
#include "ui/views/timeline/TimelineLegend.h"

#include <QLayout>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QWheelEvent>

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::timelineInputTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::historyNoon;
using test::nameOf;
using test::ShownTimeline;

namespace {

/// At 40 s, 300 more clients wait.
void showCrowd(ShownTimeline& shown)
{
    auto& queue = shown.story.world.locks["/a"];
    for (int i = 100; i < 400; ++i)
        queue.push_back({i, i, "client-" + std::to_string(i)});
    shown.story.look(40s);
    shown.look(40s);
}

} // namespace

class TimelineInputTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

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
        QCOMPARE(shown.words(), u"one: waited 0 ms, held for 10 s, left"_s);
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
        const auto* now = shown.panel.findChild<QToolButton*>(u"timelineNow"_s);
        QVERIFY(now->isEnabled() && !now->isChecked());
        shown.look(40s);
        QVERIFY(view->scale().to() < historyNoon + 30s); // the viewed range does not move
        press(Qt::Key_End);
        QVERIFY(view->isFollowing() && now->isChecked());
        QVERIFY(view->scale().to() == historyNoon + 40s);
        press(Qt::Key_Home);
        QVERIFY(view->scale().from == historyNoon + 10s);
        shown.look(50s);
        QVERIFY(view->scale().from == historyNoon + 10s); // all of it does not slide away
        QVERIFY(!view->isFollowing() && !now->isChecked());
        shown.look(40s);
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
        ShownTimeline shown;
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
        shown.look(50s);
        QVERIFY(shown.view->scale().from == historyNoon + 10s); // it does not slide on
        auto* now = shown.panel.findChild<QToolButton*>(u"timelineNow"_s);
        QCOMPARE(now->text(), u"Follow Now"_s);
        for (auto i = 0; i < 2; ++i) { // a second click does not end it
            press(u"timelineNow"_s);
            QVERIFY(shown.view->isFollowing() && now->isChecked());
        }
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

    /// A selection elsewhere scrolls to it; events do not scroll.
    void scrollStaysWhereItIs()
    {
        ShownTimeline shown;
        showCrowd(shown);
        auto& queue = shown.story.world.locks["/a"];
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

    /// The holder has come after 500 clients that have waited in vain and left.
    void theHoldersLaneIsInViewAtOnce()
    {
        ShownTimeline shown;
        auto& queue = shown.story.world.locks["/b"];
        shown.story.look(31s);
        for (int i = 100; i < 600; ++i)
            queue.push_back({i, i, "client-" + std::to_string(i)});
        shown.story.look(32s);
        queue.erase(queue.begin(), queue.end() - 100);
        shown.story.look(33s);
        const auto viewState = shown.story.viewState(34s);
        const auto lock = viewState.snapshot->locks.back();
        shown.panel.setViewState(viewState, "/b", lock);
        shown.panel.setSelected(lock->keyOf(lock->queue.front()), 0, false);
        const auto name = nameOf(500);
        const inspect::NodeRef holder{inspect::LockPart::Queue, name};
        auto* bar = shown.view->verticalScrollBar();
        QVERIFY(bar->maximum() > 1'000 && bar->value() > 0);
        QVERIFY(!shown.view->barOf(holder).isEmpty());
        // It stays in view in a lower panel, and until the user looks at others.
        shown.panel.resize(900, 150);
        QTRY_VERIFY(!shown.view->barOf(holder).isEmpty());
        bar->setValue(0);
        shown.panel.setViewState(shown.story.viewState(35s), "/b", lock);
        QCOMPARE(bar->value(), 0);
    }

    /// From the menu of any other view: although the user has gone elsewhere, in time and by scrolling.
    void aLaneIsRevealed()
    {
        ShownTimeline shown;
        showCrowd(shown);
        const auto name = nameOf(250);
        shown.view->setSelected({"/a", inspect::LockPart::Queue, name}, 0, true);
        for (auto i = 0; i < 5; ++i)
            QTest::keyClick(shown.view, Qt::Key_Left); // they came later
        shown.view->verticalScrollBar()->setValue(0);
        QVERIFY(shown.view->barOf({inspect::LockPart::Queue, name}).isEmpty());
        QVERIFY(!shown.view->outlinedLane());
        shown.panel.setFocus();

        shown.panel.focusBars();
        QCOMPARE(shown.panel.focusWidget(), shown.view);
        const auto bar = shown.view->barOf({inspect::LockPart::Queue, name});
        QVERIFY(!bar.isEmpty());
        const auto lane = shown.view->outlinedLane();
        QVERIFY(lane);
        const auto item = shown.view->itemAt(static_cast<int>(*lane));
        QVERIFY(item.name == u"client-250"_s && item.isSelected);
        const auto outlines = [&] {
            const auto image = shown.view->viewport()->grab().toImage();
            auto found = 0;
            for (auto y = bar.center().y() - 12; y < bar.center().y() + 12; ++y)
                found += image.pixelColor(image.width() / 2, y) == ui::darkTheme().info ? 1 : 0;
            return found;
        };
        QVERIFY(outlines() > 0);
        QTRY_VERIFY(!shown.view->outlinedLane()); // it ends by itself
        QCOMPARE(outlines(), 0);
    }

    /// By the word and the diamond, not by the colour alone.
    void readersAreInTheLegend()
    {
        ShownTimeline shown;
        const auto* legend = shown.panel.findChild<ui::TimelineLegend*>(u"timelineLegend"_s);
        QVERIFY(!legend->words().contains(u"readers"_s));
        auto lock = *shown.story.lock();
        lock.kind = inspect::LockKind::ReadWrite;
        shown.panel.setViewState(shown.story.viewState(30s), "/a", std::make_shared<const inspect::Lock>(lock));
        QVERIFY(legend->words().contains(u"readers"_s));
    }

    void theLegendHasWhatIsInUse()
    {
        ShownTimeline shown;
        const auto* legend = shown.panel.findChild<ui::TimelineLegend*>(u"timelineLegend"_s);
        QCOMPARE(legend->words(), (QStringList{u"hold"_s, u"wait"_s, u"lost"_s}));
        auto viewState = shown.story.viewState(30s);
        viewState.mistakes = std::make_shared<const std::deque<console::StaleHold>>(
            std::deque<console::StaleHold>{{"one", "/a", nameOf(1), 2, historyNoon + 20s, std::nullopt}});
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        const auto mistaken = u"acts as holder without the lock"_s;
        QCOMPARE(legend->words(), (QStringList{u"hold"_s, u"wait"_s, mistaken, u"lost"_s}));
        console::HoldWrites writes{"one", "/a", 2, nameOf(1)};
        writes.accepted.add(historyNoon + 15s);
        writes.rejected.add(historyNoon + 25s);
        viewState.writes = std::make_shared<const std::deque<console::HoldWrites>>(1, writes);
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        QCOMPARE(legend->words(),
                 (QStringList{u"hold"_s, u"wait"_s, mistaken, u"write"_s, u"rejected write"_s, u"lost"_s}));
        auto& queue = shown.story.world.locks["/a"];
        const auto present = std::exchange(queue, {{1, 11, "one"}});
        const auto former = shown.story.world.at(20s)->locks.front()->queue.front();
        queue = present;
        shown.story.history->add({{inspect::Change::Type::Released, "/a", former, {}}, historyNoon + 20s});
        shown.look(30s);
        QCOMPARE(legend->words(), (QStringList{u"hold"_s, u"wait"_s, u"released by an operator"_s, u"lost"_s}));
        shown.story.world.state = SessionState::Suspended;
        shown.story.look(35s);
        shown.story.world.state = SessionState::Connected;
        shown.story.look(45s);
        shown.look(50s);
        QVERIFY(legend->words().contains(u"not watched"_s) && !legend->words().contains(mistaken));
    }

    /// In a narrow panel the legend gives way, never the time range.
    void theTimeRangeIsNeverCut()
    {
        ShownTimeline shown;
        const auto* legend = shown.panel.findChild<ui::TimelineLegend*>(u"timelineLegend"_s);
        const auto explained = [&] {
            QStringList found;
            for (auto x = 0; x < legend->width(); ++x)
                if (const auto word = legend->tipAt({x, legend->height() / 2});
                    !word.isEmpty() && !found.contains(word))
                    found << word;
            return found;
        };
        QVERIFY(legend->width() >= legend->sizeHint().width());
        QCOMPARE(explained(), legend->words());
        const auto& all = *shown.panel.layout()->itemAt(0)->widget()->layout(); // of the header
        auto least = all.contentsMargins().left() + all.contentsMargins().right();
        for (auto i = 0; i < all.count(); ++i)
            least += all.itemAt(i)->minimumSize().width() + all.spacing();
        shown.panel.resize(least + legend->sizeHint().width() / 2, 260);
        QTRY_VERIFY(legend->width() < legend->sizeHint().width());
        QCOMPARE(shown.words(), shown.view->windowText());
        QCOMPARE(explained(), legend->words()); // without the words, by their tooltips
        shown.panel.resize(least, 260);
        QTRY_VERIFY(legend->width() < 12);
        QCOMPARE(shown.words(), shown.view->windowText());
    }

    /// In a narrow panel first the legend gives way, then the title.
    void theSelectedBarIsNotCut()
    {
        ShownTimeline shown;
        const auto* legend = shown.panel.findChild<ui::TimelineLegend*>(u"timelineLegend"_s);
        const auto* title = shown.panel.findChild<QWidget*>(u"timelineTitle"_s);
        const auto* words = shown.panel.findChild<QWidget*>(u"timelineWords"_s);
        QTest::keyClick(shown.view, Qt::Key_Down);
        const auto chosen = shown.view->chosenText();
        QVERIFY(!chosen.isEmpty());
        QCOMPARE(shown.words(), chosen);
        const auto& row = *shown.panel.layout()->itemAt(0)->widget()->layout(); // of the header
        const auto least = row.minimumSize().width() - words->minimumWidth() + words->sizeHint().width();
        shown.panel.resize(least + 4, 260);
        QTRY_VERIFY(legend->width() < 12);
        QCOMPARE(shown.words(), chosen);
        QVERIFY(title->isVisible());
        shown.panel.resize(least - 4, 260);
        QTRY_VERIFY(!title->isVisible());
        QTRY_COMPARE(shown.words(), chosen);
        shown.panel.resize(least + 4, 260);
        QTRY_VERIFY(title->isVisible());
        QTRY_COMPARE(shown.words(), chosen);
    }
};

} // namespace lockscope::timelineInputTest

LOCKSCOPE_TEST(lockscope::timelineInputTest::TimelineInputTest)
#include "TimelineInputTest.moc"
