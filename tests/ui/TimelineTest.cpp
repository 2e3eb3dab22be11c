// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The timeline: the positions of times, its bars and their texts.

#include "tests/support/EqualNames.h"
#include "tests/support/Test.h"
#include "tests/ui/PaintedTexts.h"
#include "tests/ui/ShownTimeline.h"
#include "tests/ui/Warnings.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/ContenderFacts.h"
#include "ui/views/timeline/LaneNames.h"
#include "ui/views/timeline/TimelineScale.h"
#include "ui/views/timeline/TimelineWords.h"

#include <QApplication>
#include <QFontMetrics>
#include <QRegularExpression>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace lockscope::timelineTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::historyNoon;
using test::nameOf;
using test::ShownTimeline;
using ui::TimelineScale;
using ui::TimelineView;

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

    /// Nothing was watched from 25 to 55 s: hatched, and no bar says more.
    void aGapIsHatched()
    {
        ShownTimeline shown;
        auto& story = shown.story;
        story.world.state = SessionState::Suspended;
        story.look(25s);
        story.world.state = SessionState::Connected;
        story.world.locks["/a"] = {{9, 13, "three"}};
        story.look(55s);
        shown.panel.setViewState(story.viewState(60s), "/a", story.lock());
        const auto image = shown.view->viewport()->grab().toImage();
        const auto& scale = shown.view->scale();
        QSet<QRgb> colours;
        for (auto x = static_cast<int>(scale.xOf(historyNoon + 35s)); x < scale.xOf(historyNoon + 45s); ++x)
            colours.insert(image.pixel(x, 3));
        QVERIFY(colours.size() > 1);
        QSet<QRgb> watched;
        for (auto x = static_cast<int>(scale.xOf(historyNoon + 1s)); x < scale.xOf(historyNoon + 9s); ++x)
            watched.insert(image.pixel(x, 3));
        QCOMPARE(watched.size(), 1);
        // How long, in the middle: the hatching leaves room for the words.
        auto longest = 0;
        for (auto y = 0; y < image.height() / 2 + 10; ++y) {
            auto run = 0;
            for (auto x = static_cast<int>(scale.xOf(historyNoon + 26s)); x < scale.xOf(historyNoon + 54s); ++x) {
                run = image.pixel(x, y) == image.pixel(x - 1, y) ? run + 1 : 0;
                longest = std::max(longest, run);
            }
        }
        QVERIFY2(longest > 40, qPrintable(QString::number(longest)));
        const QPoint point(static_cast<int>(scale.xOf(historyNoon + 40s)), 5);
        QVERIFY2(shown.view->tipAt(point).startsWith(u"not watched from"_s), qPrintable(shown.view->tipAt(point)));
        // In a narrow one the words are turned.
        shown.view->zoom(8);
        const auto narrow = shown.view->viewport()->grab().toImage();
        const auto left = static_cast<int>(scale.xOf(historyNoon + 25s));
        const auto right = static_cast<int>(scale.xOf(historyNoon + 55s));
        QVERIFY2(right - left > 20 && right - left < 100, qPrintable(QString::number(right - left)));
        auto tallest = 0;
        for (auto x = left + 1; x < right; ++x) {
            auto run = 0;
            for (auto y = 1; y < narrow.height() - 30; ++y) {
                run = narrow.pixel(x, y) == narrow.pixel(x, y - 1) ? run + 1 : 0;
                tallest = std::max(tallest, run);
            }
        }
        QVERIFY2(tallest > 60, qPrintable(QString::number(tallest)));
    }

    void longNamesStayDifferent_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QString>("room"); // as wide as this text
        QTest::addColumn<QStringList>("shown");
        const QStringList hosts{u"billing-worker-1.prod.internal"_s, u"order-api-12.prod.internal"_s};
        QTest::newRow("they fit") << hosts << hosts[0] << hosts;
        QTest::newRow("the domain of all")
            << hosts << u"billing-worker-1…"_s << QStringList{u"billing-worker-1…"_s, u"order-api-12…"_s};
        QTest::newRow("the begin of all") << QStringList{u"/shop/billing/worker-1"_s, u"/shop/billing/worker-25"_s}
                                          << u"worker-25"_s << QStringList{u"…1"_s, u"…25"_s};
        QTest::newRow("both") << QStringList{u"prod-mmmm1.internal"_s, u"prod-mmmm2.internal"_s} << u"…mmmm2…"_s
                              << QStringList{u"…mmmm1…"_s, u"…mmmm2…"_s};
    }
    void longNamesStayDifferent()
    {
        QFETCH(QStringList, names);
        QFETCH(QString, room);
        QFETCH(QStringList, shown);
        const QFontMetrics metrics{QApplication::font()};
        const ui::LaneNames lanes(names);
        QStringList shortened;
        for (const auto& name : std::as_const(names))
            shortened << lanes.shortened(name, metrics, metrics.horizontalAdvance(room));
        QCOMPARE(shortened, shown);
        // Names without anything in common are cut at the right.
        const QStringList others{u"aaaaaaaaaaaaaaaaaaaa"_s, u"bbbbbbbbbbbbbbbbbbbb"_s};
        for (const auto& name : others) {
            const auto text = ui::LaneNames(others).shortened(name, metrics, metrics.horizontalAdvance(u"aaaa…"_s));
            QVERIFY2(text.startsWith(name.left(2)) && text.endsWith(u'…'), qPrintable(text));
        }
    }

    /// The names of Redisson's clients: an instance with two threads.
    void namesOfOneInstanceStayDifferent()
    {
        const QStringList names{u"b9a2faba:1000000001"_s, u"b9a2faba:1000000002"_s, u"1c59aa3e:1000000001"_s,
                                u"f399fa96:1000000001"_s};
        const QFontMetrics metrics{QApplication::font()};
        const ui::LaneNames lanes(names);
        for (auto room = metrics.horizontalAdvance(u"…000"_s); room < metrics.horizontalAdvance(names[0]) + 5; ++room) {
            QSet<QString> shown;
            for (const auto& name : names) {
                const auto text = lanes.shortened(name, metrics, room);
                QVERIFY2(metrics.horizontalAdvance(text) <= room, qPrintable(text));
                shown.insert(text);
            }
            QCOMPARE(shown.size(), names.size());
        }
    }

    /// Neither their first nor their last letters tell them apart, both together do.
    void namesOfTwoInstancesStayDifferent()
    {
        const QStringList names{u"billing-eu/thread-pool-worker-1"_s, u"billing-eu/thread-pool-worker-2"_s,
                                u"billing-us/thread-pool-worker-1"_s, u"billing-us/thread-pool-worker-2"_s};
        const QFontMetrics metrics{QApplication::font()};
        const ui::LaneNames lanes(names);
        const auto least = metrics.horizontalAdvance(u"…us/thread…-worker-1"_s);
        for (auto room = least; room < metrics.horizontalAdvance(names[0]) + 5; ++room) {
            QSet<QString> shown;
            for (const auto& name : names)
                shown.insert(lanes.shortened(name, metrics, room));
            QVERIFY2(shown.size() == names.size(), qPrintable(QStringList(shown.values()).join(u' ')));
        }
    }

    /// As wide as the widest, up to a third of the view; the tooltip and assistive technologies have all of it.
    void namesHaveTheirRoom()
    {
        ShownTimeline shown;
        const auto widthOf = [&](const QString& text) { return shown.view->fontMetrics().horizontalAdvance(text); };
        const auto room = [&] { return shown.view->scale().left; };
        auto& queue = shown.story.world.locks["/a"];
        queue.push_back({8, 18, "billing-worker-2"});
        queue.push_back({9, 19, "order-api-17"});
        shown.story.look(31s);
        shown.look(31s);
        QVERIFY(room() >= widthOf(u"billing-worker-2"_s));
        QVERIFY2(room() < widthOf(u"billing-worker-2"_s) + 40, qPrintable(QString::number(room())));
        const auto host = u"billing-worker-2.shop.production.example.internal"_s;
        queue.push_back({10, 20, host.toStdString()});
        shown.story.look(32s);
        shown.look(32s);
        shown.panel.resize(500, 260);
        QTRY_COMPARE(shown.view->width(), 500);
        QTRY_COMPARE(room(), std::floor(shown.view->viewport()->width() / 3.0));
        const auto bar = shown.view->barOf({inspect::LockPart::Queue, nameOf(10)});
        QVERIFY(!bar.isEmpty());
        QCOMPARE(shown.view->tipAt({5, bar.center().y()}), host);
        QStringList names;
        for (auto item = 0; item < shown.view->itemCount(); ++item)
            names << shown.view->itemAt(item).name;
        QVERIFY(names.contains(host));
    }

    /// 13 holds of 2 s and 12 of 12 s are usual; then a client holds for a minute.
    void aHoldBeyondTheUsualIsHatched()
    {
        ShownTimeline shown;
        auto& story = shown.story;
        story.world.facts = nullptr;
        story.world.locks["/u"] = {};
        auto at = 100s;
        story.look(at);
        for (auto i = 0; i < 25; ++i) {
            story.world.locks["/u"] = {{1'000 + i, 21, "worker"}};
            story.look(at += 1s);
            story.world.locks["/u"] = {};
            story.look(at += i < 13 ? 2s : 12s);
        }
        story.world.locks["/u"] = {{2'000, 22, "slow"}};
        story.look(at += 1s);
        const auto viewState = story.viewState(at + 60s);
        const auto lock = viewState.snapshot->locks.back();
        shown.panel.setViewState(viewState, "/u", lock);
        const auto image = shown.view->viewport()->grab().toImage();
        const auto xAt = [&](std::chrono::seconds after) {
            return static_cast<int>(shown.view->scale().xOf(historyNoon + at + after));
        };
        const auto amber = [&](int from, int to) {
            const auto bar = shown.view->barOf({inspect::LockPart::Queue, nameOf(2'000)});
            auto count = 0;
            for (auto x = from; x < to; ++x)
                for (auto y = bar.top(); y <= bar.bottom(); ++y)
                    count += image.pixelColor(x, y) == ui::darkTheme().warn ? 1 : 0;
            return count;
        };
        QCOMPARE(amber(xAt(1s), xAt(11s)), 0);
        QVERIFY(amber(xAt(14s), xAt(58s)) > 20);
        // The band from p50 to p99 of the present hold, beside the lanes.
        const auto below = image.height() - shown.view->fontMetrics().height() - 12;
        const auto around = image.pixelColor(xAt(-5s), below);
        QVERIFY(image.pixelColor(xAt(7s), below) != around);
        QVERIFY(image.pixelColor(xAt(20s), below) == around);

        const auto rows = ui::contenderFacts(viewState, {lock.get(), &lock->queue.front(), false});
        const auto row =
            std::find_if(rows.begin(), rows.end(), [](const auto& each) { return each.key == u"Usual hold"_s; });
        QVERIFY(row != rows.end());
        static const QRegularExpression usual(u"^p50 (1\\.9|2\\.[01]) s · p99 1[12] s$"_s);
        QVERIFY2(usual.match(row->value).hasMatch(), qPrintable(row->value));
        QCOMPARE(row->source, u"25 holds"_s);
        QCOMPARE(row->tone, ui::Tone::Warn);
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
        QTest::newRow("held") << 0 << u"waited 0 ms, held for 10 s, left"_s;
        QTest::newRow("holds") << 1 << u"waited 8.0 s, has held for 10 s"_s;
        QTest::newRow("waits") << 2 << u"has waited for 18 s"_s;
        QTest::newRow("lost") << 3 << u"waited 10 s, session ended"_s;
    }
    void words()
    {
        QFETCH(int, row);
        const test::TimelineStory story;
        inspect::Timeline timeline("/a");
        timeline.see(*story.history);
        const auto& shown = timeline.row(static_cast<std::size_t>(row));
        QTEST(ui::stayText(shown.stays.front(), historyNoon + 30s), "text");
        const auto details = ui::stayDetails(shown, shown.stays.front(), historyNoon + 30s);
        QVERIFY(details.startsWith(QString::fromStdString(shown.name)));
        QVERIFY(details.contains(QString::fromStdString(shown.stays.front().node)));
    }

    /// Whether the client itself deleted its node is known from an audit log, or not at all.
    void namesTheCauseOnlyIfItIsKnown_data()
    {
        using End = inspect::Stay::End;
        QTest::addColumn<int>("end");
        QTest::addColumn<bool>("isHeld");
        QTest::addColumn<bool>("mayHaveHeld");
        QTest::addColumn<QString>("text");
        QTest::newRow("held") << int(End::Left) << true << false << u"left"_s;
        QTest::newRow("waited") << int(End::Left) << false << false << u"left without acquiring the lock"_s;
        QTest::newRow("unseen") << int(End::Left) << false << true
                                << u"left; whether it acquired the lock is unknown"_s;
        QTest::newRow("released") << int(End::Own) << true << false << u"released by client"_s;
        QTest::newRow("gave up") << int(End::Own) << false << false << u"gave up waiting"_s;
        QTest::newRow("operator") << int(End::Released) << true << false << u"released by an operator"_s;
        QTest::newRow("deleted") << int(End::Deleted) << true << false << u"node deleted by another client"_s;
        QTest::newRow("lost") << int(End::Lost) << false << false << u"session ended"_s;
    }
    void namesTheCauseOnlyIfItIsKnown()
    {
        QFETCH(int, end);
        QFETCH(bool, isHeld);
        QFETCH(bool, mayHaveHeld);
        QFETCH(QString, text);
        inspect::Stay stay;
        stay.from = historyNoon;
        stay.to = historyNoon + 10s;
        stay.end = static_cast<inspect::Stay::End>(end);
        stay.mayHaveHeld = mayHaveHeld;
        if (isHeld)
            stay.heldFrom = historyNoon + 5s;
        const auto times = isHeld ? u"waited 5.0 s, held for 5.0 s, "_s : u"waited 10 s, "_s;
        QCOMPARE(ui::stayText(stay, historyNoon + 30s), times + text);
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
        auto owner = row; // on Redis, as everywhere in the window
        owner.name = "b9a2faba-af7f-4c49-827e-c90938095620:7";
        QCOMPARE(ui::rowName(owner), u"b9a2faba:7"_s);
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
        QCOMPARE(ui::stayText(timeline.row(0).stays.front(), historyNoon + 9s), u"held for up to 7.0 s, left"_s);
        QVERIFY(ui::stayDetails(timeline.row(0), timeline.row(0).stays.front(), historyNoon + 9s)
                    .endsWith(u"its session ended, or another client deleted the node."_s));
        console::StaleHold mistake{"one", "/a", "n", 0, historyNoon, std::nullopt};
        QVERIFY(ui::mistakeText(mistake, historyNoon + 2s)
                    .startsWith(u"one has acted as holder without the lock for 2.0 s"_s));
        mistake.to = historyNoon + 1s;
        QVERIFY(
            ui::mistakeText(mistake, historyNoon + 2s).startsWith(u"one acted as holder without the lock for 1.0 s"_s));
    }

    void barsReportByShapeAndColour()
    {
        const ShownTimeline shown;
        const auto theme = ui::darkTheme();
        QCOMPARE(shown.view->laneCount(), 4);
        QCOMPARE(shown.colorAt(25s, nameOf(2)), theme.goodFill);
        QCOMPARE(shown.colorAt(25s, nameOf(2), 5), theme.goodFill);
        QCOMPARE(shown.colorAt(25s, nameOf(3)), theme.waitFill);
        QVERIFY(shown.colorAt(25s, nameOf(3), 5) != theme.waitFill); // a wait is thin
        QCOMPARE(shown.colorAt(15s, nameOf(1)), theme.goodFill);
        QVERIFY(shown.colorAt(25s, nameOf(1)) != theme.goodFill);
        QCOMPARE(shown.colorAt(22s, nameOf(4)), theme.bad); // the cross mark
        shown.view->setSelected({"/a", inspect::LockPart::Queue, nameOf(2)}, 0, true);
        QCOMPARE(shown.colorAt(25s, nameOf(2)), theme.good); // on the colour of the selection
        QVERIFY(shown.words().startsWith(u"last 30 s"_s));
    }

    /// By an operator: no cross, which is the mark of a loss.
    void aReleaseIsNoLoss()
    {
        ShownTimeline shown;
        const auto theme = ui::darkTheme();
        QVERIFY(shown.colorAt(20s, nameOf(1)) != theme.text);
        auto& story = shown.story;
        story.world.locks["/a"] = {{1, 11, "one"}};
        const auto former = story.world.at(20s)->locks.front()->queue.front();
        story.history->add({{inspect::Change::Type::Released, "/a", former, {}}, historyNoon + 20s});
        shown.look(30s);
        QCOMPARE(shown.colorAt(20s, nameOf(1)), theme.text);
        shown.look(31s);
        QCOMPARE(shown.colorAt(22s, nameOf(4)), theme.bad);
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
        QVERIFY(shown.view->tipAt(shown.pointAt(28s, nameOf(1)))
                    .contains(u"one has acted as holder without the lock for 10 s"_s));
    }

    /// In a simulation, to the resource that the lock protects.
    void writesHaveMarks()
    {
        ShownTimeline shown;
        const auto theme = ui::darkTheme();
        console::HoldWrites writes{"one", "/a", 2, nameOf(1), {}, 2};
        writes.accepted.add(historyNoon + 12s);
        writes.accepted.add(historyNoon + 15s);
        writes.rejected.add(historyNoon + 23s);
        auto elsewhere = writes;
        elsewhere.path = "/b";
        elsewhere.accepted.add(historyNoon + 18s);
        auto viewState = shown.story.viewState(30s);
        viewState.writes =
            std::make_shared<const std::deque<console::HoldWrites>>(std::deque<console::HoldWrites>{writes, elsewhere});
        const auto isMark = [&](std::chrono::milliseconds at, const QColor& color) {
            return shown.colorAt(at, nameOf(1), 8) == color; // below the bar
        };
        QVERIFY(!isMark(15s, theme.good) && !isMark(23s, theme.bad));
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        QVERIFY(isMark(12s, theme.good) && isMark(15s, theme.good) && isMark(23s, theme.bad));
        QVERIFY(!isMark(14s, theme.good) && !isMark(18s, theme.good));
        const auto words = test::paintedTexts(*shown.view->viewport());
        QVERIFY2(words.contains(u"rejected, token 0x2"_s), qPrintable(words.join(u" | "_s)));

        const auto all = u"writes with token 0x2: 2 accepted, 1 rejected"_s;
        const auto tipBelow = [&](std::chrono::milliseconds at) {
            return shown.view->tipAt(shown.pointAt(at, nameOf(1)) + QPoint(0, 8));
        };
        QVERIFY2(tipBelow(12s).contains(u"write accepted at %1, token 0x2"_s.arg(ui::formatTime(historyNoon + 12s))),
                 qPrintable(tipBelow(12s)));
        QVERIFY2(tipBelow(14s).contains(all) && !tipBelow(14s).contains(u"accepted at"_s), qPrintable(tipBelow(14s)));
        QCOMPARE(shown.view->tipAt(shown.pointAt(23s, nameOf(1))),
                 u"write rejected at %1, token 0x2"_s.arg(ui::formatTime(historyNoon + 23s)));
        // By keys, and for assistive technologies.
        QTest::keyClick(shown.view, Qt::Key_Down);
        QVERIFY2(shown.view->chosenText().endsWith(all), qPrintable(shown.view->chosenText()));
        QVERIFY2(shown.view->itemAt(0).description.contains(all), qPrintable(shown.view->itemAt(0).description));
        // A paused view stands.
        auto more = *viewState.writes;
        more.front().accepted.add(historyNoon + 29s);
        viewState.paused = true;
        viewState.writes = std::make_shared<const std::deque<console::HoldWrites>>(more);
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        QVERIFY2(shown.view->chosenText().endsWith(all), qPrintable(shown.view->chosenText()));
    }

    void manyWritesHaveFewMarks()
    {
        ShownTimeline shown;
        console::HoldWrites writes{"two", "/a", 3, nameOf(2), {}, 3};
        for (auto at = 20'000ms; at < 30'000ms; at += 10ms)
            writes.accepted.add(historyNoon + at);
        auto viewState = shown.story.viewState(30s);
        viewState.writes = std::make_shared<const std::deque<console::HoldWrites>>(1, writes);
        shown.panel.setViewState(viewState, "/a", shown.story.lock());
        const auto image = shown.view->viewport()->grab().toImage();
        const auto from = shown.pointAt(21s, nameOf(2));
        const auto to = shown.pointAt(29s, nameOf(2));
        auto marks = 0;
        for (auto x = from.x(); x < to.x(); ++x)
            marks += image.pixelColor(x, from.y() + 8) == ui::darkTheme().good &&
                             image.pixelColor(x - 1, from.y() + 8) != ui::darkTheme().good
                         ? 1
                         : 0;
        QVERIFY2(marks > (to.x() - from.x()) / 6 && marks <= (to.x() - from.x()) / 4 + 1,
                 qPrintable(QString::number(marks)));
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
