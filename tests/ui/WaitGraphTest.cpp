// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The wait-for graph: the layout of its nodes, its colours and its text.

#include "tests/support/Test.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/Warnings.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/graph/DrawingWords.h"
#include "ui/views/graph/RingLayout.h"
#include "ui/views/graph/WaitDrawing.h"
#include "ui/views/graph/WaitWords.h"

#include <QCheckBox>
#include <QGraphicsItem>
#include <QLabel>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>

namespace lockscope::waitGraphTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::deadlock;
using test::lockOf;
using test::node;
using test::pixelCount;
using test::ShownGraph;
using ui::WaitGraphView;
using ui::WaitLayout;

const auto orders = ui::lockNodeKey("/prod/locks/orders");
const auto ledger = ui::lockNodeKey("/prod/locks/ledger");

class WaitGraphTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void boxesNeverOverlap_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 60; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void boxesNeverOverlap()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto draw = [&](std::size_t least, std::size_t most) {
            return std::uniform_int_distribution<std::size_t>(least, most)(random);
        };
        std::vector<ui::WaitLayoutBox> boxes;
        std::vector<ui::WaitLayoutLink> links;
        const auto count = draw(1, 60);
        for (std::size_t i = 0; i < count; ++i)
            boxes.push_back({"key-" + std::to_string(i), i % 3 == 0 ? 60.0 : 44.0, i % 4 == 0 ? 260.0 : 176.0});
        for (auto i = draw(0, 90); i > 0 && count > 1; --i) {
            const auto from = draw(0, count - 1);
            const auto to = draw(0, count - 1);
            if (from != to)
                links.push_back({from, to, "/lock-" + std::to_string(i)});
        }
        const WaitLayout layout(boxes, links);
        const QRectF all({}, layout.size());
        for (std::size_t i = 0; i < count; ++i) {
            QVERIFY(all.contains(layout.box(i)));
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(!layout.box(i).adjusted(-4, -4, 4, 4).intersects(layout.box(k)),
                         qPrintable(u"%1 and %2"_s.arg(i).arg(k)));
        }
        for (std::size_t i = 0; i < links.size(); ++i) {
            const auto& route = layout.route(i);
            const auto& from = layout.box(links[i].from);
            const auto& to = layout.box(links[i].to);
            const bool isForward = layout.layer(links[i].from) < layout.layer(links[i].to);
            QCOMPARE(route.front().x(), isForward ? from.right() : from.left());
            QCOMPARE(route.back().x(), isForward ? to.left() : to.right());
            QVERIFY(from.top() < route.front().y() && route.front().y() < from.bottom());
            // The route passes between boxes, not through them.
            for (std::size_t step = 2; step + 1 < route.size(); step += 2) {
                for (std::size_t box = 0; box < count; ++box)
                    QVERIFY(!QRectF(route[step - 1], QSizeF(route[step].x() - route[step - 1].x(), 1))
                                 .normalized()
                                 .intersects(layout.box(box)));
            }
        }
        // Equal input gives an equal layout; links in another order keep their place.
        const WaitLayout again(boxes, links);
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(again.box(i), layout.box(i));
        auto mixed = boxes;
        std::shuffle(mixed.begin(), mixed.end(), random);
        const auto at = [&](std::size_t before) {
            return static_cast<std::size_t>(std::find(mixed.begin(), mixed.end(), boxes[before]) - mixed.begin());
        };
        auto mixedLinks = links;
        for (auto& link : mixedLinks)
            link = {at(link.from), at(link.to), link.name};
        const WaitLayout kept(mixed, mixedLinks, layout);
        for (std::size_t i = 0; i < count; ++i)
            QCOMPARE(kept.box(at(i)), layout.box(i));
    }

    void waitersStandToTheLeft()
    {
        // A cycle of three; a chain below.
        const WaitLayout layout({{"a"}, {"b"}, {"c"}, {"x"}, {"y"}, {"z"}},
                                {{0, 1, "/1"}, {1, 2, "/2"}, {2, 0, "/3"}, {3, 4, "/4"}, {4, 5, "/5"}});
        QVERIFY(layout.box(0).right() < layout.box(1).left() && layout.box(1).right() < layout.box(2).left());
        QVERIFY(layout.route(2).front().x() > layout.route(2).back().x()); // the step that closes the cycle
        QVERIFY(layout.layer(3) == 0 && layout.layer(4) == 1 && layout.layer(5) == 2);
        QVERIFY(layout.box(3).top() > layout.box(0).bottom());
        QVERIFY(WaitLayout({}, {}).size().isEmpty());
    }

    /// A new waiter does not change the order of the others.
    void orderStaysWhenSomebodyJoins()
    {
        const std::vector<ui::WaitLayoutBox> boxes{{"hold"}, {"w1"}, {"w2"}, {"w3"}};
        const std::vector<ui::WaitLayoutLink> links{{1, 0, "/a"}, {2, 0, "/a"}, {3, 0, "/a"}};
        const WaitLayout before(boxes, links);
        const std::vector<ui::WaitLayoutBox> more{{"hold"}, {"w0"}, {"w3"}, {"w2"}, {"w1"}};
        const WaitLayout after(more, {{1, 0, "/a"}, {2, 0, "/a"}, {3, 0, "/a"}, {4, 0, "/a"}}, before);
        QVERIFY(before.box(1).top() < before.box(2).top() && before.box(2).top() < before.box(3).top());
        QVERIFY(after.box(4).top() < after.box(3).top() && after.box(3).top() < after.box(2).top());
    }

    void ringsAreRound_data()
    {
        QTest::addColumn<int>("count");
        for (const auto count : {4, 6, 7, 10, 24})
            QTest::addRow("%d", count) << count;
    }
    void ringsAreRound()
    {
        QFETCH(int, count);
        const auto size = static_cast<std::size_t>(count);
        std::vector<ui::WaitLayoutBox> boxes{{"outside"}};
        std::vector<ui::WaitLayoutLink> links;
        std::vector<std::size_t> ring;
        for (std::size_t i = 1; i <= size; ++i) {
            boxes.push_back({"ring-" + std::to_string(i), i % 2 == 0 ? 42.0 : 60.0, i % 2 == 0 ? 140.0 : 176.0});
            links.push_back({i, i % size + 1, "/lock"});
            ring.push_back(i);
        }
        links.push_back({0, 1, "/lock"});
        const ui::RingLayout layout(boxes, links, {ring}, {}, {});
        const QRectF all({}, layout.size());
        const auto centre = layout.ringCentre(0);
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            QVERIFY(all.contains(layout.box(i)));
            QCOMPARE(layout.ringOfBox(i).has_value(), i > 0);
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY2(!layout.box(i).adjusted(-4, -4, 4, 4).intersects(layout.box(k)),
                         qPrintable(u"%1 and %2"_s.arg(i).arg(k)));
        }
        QVERIFY(layout.box(0).right() < layout.box(1).left());
        // Clockwise from the top, around the centre.
        QVERIFY(layout.box(1).center().y() < centre.y() && layout.box(2).center().x() > centre.x());
        for (std::size_t i = 0; i < size; ++i) {
            QVERIFY(layout.ringOfLink(i) == std::size_t(0));
            const auto& from = layout.box(links[i].from);
            const auto& to = layout.box(links[i].to);
            const auto a = from.center() - centre;
            const auto b = to.center() - centre;
            QVERIFY(a.x() * b.y() - a.y() * b.x() > 0);
            QVERIFY(!from.contains(layout.route(i).front()) && !to.contains(layout.route(i).back()));
        }
        QVERIFY(!layout.ringOfLink(size));
        // The same graph stays where it is.
        const ui::RingLayout again(boxes, links, {ring}, layout, {});
        for (std::size_t i = 0; i < boxes.size(); ++i)
            QCOMPARE(again.box(i), layout.box(i));
    }

    void locksAreBetweenTheSessions()
    {
        const auto snapshot = deadlock();
        const auto part = std::make_shared<const inspect::WaitSnapshot>(inspect::WaitGraph(snapshot).whole(60));
        const auto drawing = ui::waitDrawing(part, *snapshot);
        QCOMPARE(drawing.nodeCount(), std::size_t(5 + 3));
        QCOMPARE(drawing.rings.size(), std::size_t(1));
        std::vector<std::string> ring;
        for (const auto node : drawing.rings.front())
            ring.push_back(drawing.keyOf(node));
        QVERIFY(ring == (std::vector<std::string>{"0x2", ui::lockNodeKey("/prod/locks/orders"), "0x7",
                                                  ui::lockNodeKey("/prod/locks/ledger")}));
        for (const auto& arrow : drawing.arrows) {
            const bool isHeld = arrow.kind == ui::DrawnArrow::Kind::HeldBy;
            QCOMPARE(drawing.isLock(arrow.from), isHeld);
            QCOMPARE(drawing.isLock(arrow.to), !isHeld);
        }
        QCOMPARE(drawing.arrows.size(), std::size_t(4 + 3)); // waits, and holds
        const auto cycle = ui::cyclesOnly(*part);
        QCOMPARE(cycle.nodes.size(), std::size_t(2));
        QCOMPARE(cycle.edges.size(), std::size_t(2));
        QCOMPARE(cycle.sessionsLeftOut, std::size_t(3));
        QVERIFY(cycle.cycles.front().edges == (std::vector<std::size_t>{0, 1}));
    }

    /// Two sessions acquire two locks in opposite order.
    void aDeadlockIsSeenAndReported()
    {
        const ShownGraph shown;
        QCOMPARE(
            shown.words(),
            u"Deadlock: batch-2 waits for worker-07 at /prod/locks/orders (11 s); worker-07 waits for "
            "batch-2 at /prod/locks/ledger (12 s). Neither client can continue until one of them releases its lock."_s);
        QVERIFY(shown.view->accessibleDescription().startsWith(shown.words()));
        QCOMPARE(shown.reported(), u"1 cycle, 5 sessions, 3 locks."_s);
        const auto theme = ui::darkTheme();
        const auto image = shown.view->viewport()->grab().toImage();
        // A ring: the sessions at the top and the bottom, the locks on the right and the left.
        const auto top = shown.view->boxOf("0x2");
        const auto right = shown.view->boxOf(orders);
        const auto bottom = shown.view->boxOf("0x7");
        const auto left = shown.view->boxOf(ledger);
        QVERIFY(top.bottom() < right.top() && right.bottom() < bottom.top() && left.bottom() < bottom.top());
        QVERIFY(left.right() < top.left() && top.right() < right.left());
        for (const auto& box : {top, right, bottom, left}) {
            const auto red = pixelCount(image.copy(box), theme.bad);
            QVERIFY2(red > 100, qPrintable(QString::number(red)));
        }
        const QRect between({top.center().x(), top.bottom() + 2}, QPoint(right.center().x(), right.top() - 2));
        QVERIFY(pixelCount(image.copy(between), theme.bad) > 60); // the arrow
        // An uninvolved session is not red; a session behind the deadlock is red and dashed.
        QCOMPARE(pixelCount(image.copy(shown.view->boxOf("0x15")), theme.bad), 0);
        QVERIFY(pixelCount(image.copy(shown.view->boxOf("0x15")), theme.good) > 40);
        QVERIFY(pixelCount(image.copy(shown.view->boxOf("0x1")), theme.bad) > 20);
        QVERIFY(shown.view->tipAt(shown.view->boxOf("0x1").center()).contains(u"The client is stuck"_s));
    }

    void lightThemeToo()
    {
        ShownGraph shown;
        shown.panel.setTheme(ui::lightTheme());
        QVERIFY(pixelCount(shown.view->viewport()->grab().toImage(), ui::lightTheme().bad) > 500);
    }

    void wordsOfLongerCycles()
    {
        std::vector<test::LockPtr> locks;
        for (int i = 1; i <= 7; ++i)
            locks.push_back(
                lockOf("/l" + std::to_string(i), {node("c" + std::to_string(i), i, 100 + i, 9s),
                                                  node("c" + std::to_string(i % 7 + 1), i % 7 + 1, 200 + i, 8s)}));
        const ShownGraph shown(inspect::withFindings(test::snapshot(locks), {}));
        QCOMPARE(shown.words(),
                 u"Deadlock: c1 waits for c7 at /l7 (8.0 s); c7 waits for c6 at /l6 (8.0 s); c6 waits for c5 at /l5 "
                 "(8.0 s); then 3 more waits; c2 waits for c1 at /l1 (8.0 s). None of these clients can continue until "
                 "one of them releases its lock."_s);
    }

    void wordsWrapInANarrowWindow()
    {
        ShownGraph shown;
        auto* words = shown.panel.findChild<QLabel*>(u"waitGraphWords"_s);
        QTRY_VERIFY(words->height() < 2 * words->fontMetrics().lineSpacing());
        shown.panel.resize(420, 500);
        QTRY_VERIFY(words->height() >= 3 * words->fontMetrics().lineSpacing());
        QVERIFY(words->toolTip().contains(u"Neither client can continue"_s));
    }

    void statesHaveShapesTonesAndWords()
    {
        using Trouble = inspect::WaitNode::Trouble;
        inspect::WaitSnapshot snapshot;
        const auto look = [&](Trouble trouble, bool isStuck, std::size_t holds, std::size_t waits) {
            inspect::WaitNode node;
            node.trouble = trouble;
            node.isStuck = isStuck;
            node.holdCount = holds;
            node.waitCount = waits;
            snapshot.nodes = {node};
            const auto shown = ui::waitLook(snapshot, 0);
            return std::tuple(shown.mark, shown.tone, shown.word);
        };
        using ui::Mark;
        using ui::Tone;
        QVERIFY(look(Trouble::None, false, 1, 0) == std::tuple(Mark::Filled, Tone::Good, u"holding"_s));
        QVERIFY(look(Trouble::None, false, 0, 1) == std::tuple(Mark::Ring, Tone::Wait, u"waiting"_s));
        QVERIFY(look(Trouble::None, false, 2, 1) == std::tuple(Mark::Filled, Tone::Wait, u"holding, waiting"_s));
        QVERIFY(look(Trouble::None, true, 2, 1) == std::tuple(Mark::Ring, Tone::Bad, u"stuck"_s));
        QVERIFY(look(Trouble::Dead, false, 1, 0) == std::tuple(Mark::CrossedRing, Tone::Bad, u"session ended"_s));
        QVERIFY(look(Trouble::NoSession, false, 1, 0) == std::tuple(Mark::Triangle, Tone::Bad, u"no session"_s));
        QVERIFY(look(Trouble::Silent, false, 1, 0) == std::tuple(Mark::WarningTriangle, Tone::Warn, u"no heartbeat"_s));
        QVERIFY(look(Trouble::Disconnected, false, 1, 0) ==
                std::tuple(Mark::WarningTriangle, Tone::Warn, u"disconnected"_s));
    }

    void aPossibleDeadlockIsReportedAsSuch()
    {
        // worker has waited in two places for longer than a minute: it has several threads.
        const ShownGraph shown(inspect::withFindings(
            test::snapshot({lockOf("/a", {node("worker", 1, 101, 2min), node("batch", 2, 105, 2min)}),
                            lockOf("/b", {node("batch", 2, 102, 2min), node("worker", 1, 104, 2min)}),
                            lockOf("/c", {node("batch", 2, 103, 2min), node("worker", 1, 106, 2min)})}),
            {}));
        QVERIFY2(shown.words().startsWith(u"Possible deadlock: worker waits for batch at /b (2 m 00 s); batch"_s),
                 qPrintable(shown.words()));
    }

    void whatIsWrittenCanBeRead()
    {
        for (const auto& theme : {ui::darkTheme(), ui::lightTheme()}) {
            for (const auto& ground : {theme.raised, theme.badSoft, theme.panel}) {
                QVERIFY(ui::contrastRatio(theme.muted, ground) >= 4.5);
                QVERIFY(ui::contrastRatio(theme.bad, ground) >= 4.5);
                QVERIFY(ui::contrastRatio(theme.text, ground) >= 4.5);
            }
            QVERIFY(ui::contrastRatio(theme.wait, theme.raised) >= 4.5);
            QVERIFY(ui::contrastRatio(theme.good, theme.raised) >= 4.5);
            QVERIFY(ui::contrastRatio(theme.text, theme.selection) >= 4.5);
        }
    }

    void namesakesAreReportedApart()
    {
        const ShownGraph shown(inspect::withFindings(
            test::snapshot({lockOf("/a", {node("worker", 1, 101, 9s), node("worker", 2, 104, 8s)}),
                            lockOf("/b", {node("worker", 2, 102, 9s), node("worker", 1, 103, 8s)})}),
            {}));
        QVERIFY2(shown.words().contains(u"worker (session 0x1) waits for worker (session 0x2) at /b"_s),
                 qPrintable(shown.words()));
    }

    void liveDataDoesNotMakeItJump()
    {
        ShownGraph shown;
        shown.click(shown.view->labelAt("0x7", ledger));
        const auto items = shown.view->items();
        const auto reported = shown.reported();
        const auto box = shown.view->boxOf("0x7");
        auto next = *deadlock();
        ++next.revision;
        auto viewState = test::liveViewState(std::make_shared<inspect::Snapshot>(next));
        viewState.now += 3s;
        shown.panel.setViewState(viewState, {});
        QTRY_VERIFY(shown.reported() != reported);
        QVERIFY2(shown.reported().contains(u"(15 s)"_s),
                 qPrintable(shown.reported())); // the same arrow, three seconds later
        QCOMPARE(shown.view->boxOf("0x7"), box);
        QCOMPARE(shown.view->items(), items); // the scene is the same
    }

    /// Another waiter comes: the items of the others stay, and so does the selection.
    void whatIsStillThereIsKept()
    {
        ShownGraph shown;
        shown.click(shown.view->boxOf("0x7").center());
        const auto before = shown.view->items();
        shown.look(inspect::withFindings(
            test::snapshot(
                {lockOf("/prod/locks/orders", {node("worker-07", 7, 101, 14s), node("batch-2", 2, 104, 11s)}),
                 lockOf("/prod/locks/ledger", {node("batch-2", 2, 102, 13s), node("worker-07", 7, 103, 12s),
                                               node("cron-1", 1, 105, 5s), node("cron-2", 3, 106, 1s)}),
                 lockOf("/prod/locks/other", {node("api-1", 21, 201, 8s), node("api-2", 22, 202, 3s)})}),
            {}));
        QTRY_VERIFY(shown.hasBox("0x3"));
        const auto after = shown.view->items();
        for (auto* item : before)
            QVERIFY(after.contains(item));
        QVERIFY2(shown.reported().startsWith(u"worker-07 waits"_s), qPrintable(shown.reported()));
    }

    void onlyCyclesLeavesOutTheRest()
    {
        ShownGraph shown;
        auto* only = shown.panel.findChild<QCheckBox*>(u"waitGraphOnlyCycles"_s);
        QVERIFY(shown.hasBox("0x1"));
        only->click();
        QTRY_VERIFY(!shown.hasBox("0x1"));
        QVERIFY(!shown.hasBox("0x15") && shown.hasBox("0x2") && shown.hasBox("0x7") && shown.hasBox(orders));
        QVERIFY(shown.view->tipAt(shown.view->boxOf(ledger).center()).contains(u"1 more client waits (not drawn)"_s));
        QVERIFY2(shown.reported().startsWith(u"1 cycle, 2 of 5 sessions, 2 locks."_s), qPrintable(shown.reported()));
        shown.look(test::snapshot({lockOf("/a", {node("one", 1, 101, 9s), node("two", 2, 102, 8s)})}));
        QTRY_VERIFY2(shown.empty().startsWith(u"No deadlocks"_s), qPrintable(shown.empty()));
        only->click();
        QTRY_VERIFY(shown.hasBox("0x2"));
    }

    /// Beside their lock, outside of the ring; a click there selects the lock.
    void waitersThatAreNotDrawnAreCounted()
    {
        const auto snapshot = deadlock();
        const auto part = ui::cyclesOnly(inspect::WaitGraph(snapshot).whole(60));
        const auto drawing = ui::waitDrawing(std::make_shared<const inspect::WaitSnapshot>(part), *snapshot);
        QStringList pills;
        for (const auto& lock : drawing.locks)
            pills << QString::fromStdString(lock.path) + u": "_s + ui::lockPillText(lock);
        pills.sort();
        QCOMPARE(pills, (QStringList{u"/prod/locks/ledger: 1 more waits"_s, u"/prod/locks/orders: "_s}));
        auto many = drawing.locks.front();
        many.waitsLeftOut = 8;
        QCOMPARE(ui::lockPillText(many), u"8 more wait"_s);
        many.isInCycle = false; // its box has the number
        QVERIFY(ui::lockPillText(many).isEmpty());

        ShownGraph shown;
        QVERIFY(shown.view->pillOf(ledger).isEmpty()); // the waiter is drawn
        shown.panel.findChild<QCheckBox*>(u"waitGraphOnlyCycles"_s)->click();
        QTRY_VERIFY(!shown.view->pillOf(ledger).isEmpty());
        const auto pill = shown.view->pillOf(ledger);
        QVERIFY(shown.view->pillOf(orders).isEmpty());
        for (const auto& key : {std::string("0x2"), std::string("0x7"), orders, ledger})
            QVERIFY(!shown.view->boxOf(key).intersects(pill));
        const auto box = shown.view->boxOf(ledger);
        const auto centre = (box.center() + shown.view->boxOf(orders).center()) / 2;
        QVERIFY(std::abs(pill.center().x() - centre.x()) > std::abs(box.center().x() - centre.x()));
        QVERIFY(shown.view->viewport()->rect().contains(pill));
        QVERIFY(shown.view->tipAt(pill.center()).contains(u"1 more client waits (not drawn)"_s));
        shown.click(pill.center());
        QVERIFY2(shown.reported().startsWith(u"batch-2 holds /prod/locks/ledger"_s), qPrintable(shown.reported()));
        shown.panel.findChild<QCheckBox*>(u"waitGraphOnlyCycles"_s)->click();
        QTRY_VERIFY(shown.view->pillOf(ledger).isEmpty());
    }

    void theWordsInTheMiddle()
    {
        const auto part = inspect::WaitGraph(deadlock()).whole(60);
        QCOMPARE(ui::cycleTitle(part, 0), u"Deadlock of 2 sessions"_s);
        const auto since = ui::formatTime(test::snapshotTime - 11s).section(u' ', 1).section(u'.', 0, 0);
        QCOMPARE(ui::cycleAge(part, 0, test::snapshotTime + 140s), u"since %1, 2 m 31 s"_s.arg(since));
        const auto whole = ui::formatTime(test::snapshotTime - 11s).section(u'.', 0, 0);
        QCOMPARE(ui::cycleAge(part, 0, test::snapshotTime + 48h - 11s), u"since %1, 2 d 00 h"_s.arg(whole));
    }

    void arrowsHaveTheirTimes()
    {
        const auto snapshot = deadlock();
        const auto part = ui::cyclesOnly(inspect::WaitGraph(snapshot).whole(60));
        const auto drawing = ui::waitDrawing(std::make_shared<const inspect::WaitSnapshot>(part), *snapshot);
        QStringList labels;
        for (const auto& arrow : drawing.arrows)
            labels << ui::arrowLabel(arrow, test::snapshotTime).remove(u"≤ "_s);
        labels.sort();
        QCOMPARE(labels, (QStringList{u"held 13 s"_s, u"held 14 s"_s, u"waits 11 s"_s, u"waits 12 s"_s}));
    }

    /// The state with the end of the session's id, as far as there is room.
    void sessionsHaveTheirStateAndId()
    {
        auto part = inspect::WaitGraph(deadlock()).whole(60);
        const auto at = [&](const std::string& key) {
            return static_cast<std::size_t>(
                std::find_if(part.nodes.begin(), part.nodes.end(), [&](const auto& each) { return each.key == key; }) -
                part.nodes.begin());
        };
        QCOMPARE(ui::sessionStateTexts(part, at("0x7")),
                 (QStringList{u"alive · session 0x7"_s, u"alive · 0x7"_s, u"alive"_s}));
        QCOMPARE(ui::sessionStateTexts(part, at("0x15")).front(), u"holding · session 0x15"_s);
        auto& node = part.nodes[at("0x7")];
        node.session = 0x100000837dd002f;
        QCOMPARE(ui::sessionStateTexts(part, at("0x7")).front(), u"alive · session …002f"_s);
        node.trouble = inspect::WaitNode::Trouble::Silent;
        QCOMPARE(ui::sessionStateTexts(part, at("0x7")).front(), u"no heartbeat · session …002f"_s);
        node.session = 0;
        QCOMPARE(ui::sessionStateTexts(part, at("0x7")), QStringList(u"no heartbeat"_s));
    }

    void theArrowsAreExplained()
    {
        ShownGraph shown;
        auto* legend = shown.panel.findChild<QWidget*>(u"waitGraphLegend"_s);
        QCOMPARE(legend->accessibleName(), u"Dashed arrow: waits for. Solid arrow: held by."_s);
        QVERIFY(shown.view->accessibleDescription().endsWith(legend->accessibleName()));
        QVERIFY(legend->isVisible() && legend->width() >= legend->sizeHint().width());
        QVERIFY(pixelCount(legend->grab().toImage(), ui::darkTheme().text) > 20);
        shown.panel.resize(600, 500);
        QTRY_VERIFY(!legend->isVisible()); // the controls keep their room
    }

    /// Chains without a common client stand beside each other, and stay readable.
    void aWideViewIsUsed()
    {
        std::vector<test::LockPtr> locks;
        QStringList keys;
        for (auto i = 0; i < 6; ++i) {
            locks.push_back(
                lockOf("/l" + std::to_string(i), {node("holder-" + std::to_string(i), 16 + i, 100 + i, 9s),
                                                  node("waiter-" + std::to_string(i), 32 + i, 200 + i, 8s)}));
            keys << u"0x1%1"_s.arg(i) << u"0x2%1"_s.arg(i);
        }
        ShownGraph shown(test::snapshot(locks));
        shown.panel.resize(1'900, 500);
        QTRY_COMPARE(shown.panel.width(), 1'900);
        QTest::mouseClick(shown.panel.findChild<QToolButton*>(u"waitGraphFit"_s), Qt::LeftButton);
        const auto used = [&] {
            QRect all;
            for (const auto& key : std::as_const(keys))
                all |= shown.view->boxOf(key.toStdString());
            return all.width();
        };
        QTRY_VERIFY2(used() > shown.view->viewport()->width() / 2, qPrintable(QString::number(used())));
        QVERIFY(shown.view->zoomFactor() >= 0.85);
        QCOMPARE(shown.view->horizontalScrollBar()->maximum(), 0);
    }

    void whatIsLeftOutIsReported()
    {
        std::vector<inspect::Contender> many;
        for (int i = 0; i < 30; ++i)
            many.push_back(node("worker-" + std::to_string(i), i + 1, 100 + i, 10s));
        const ShownGraph shown(test::snapshot({lockOf("/a", many)}));
        QCOMPARE(shown.reported(),
                 u"7 of 30 sessions, 1 lock. +N: N more waiters. Select a lock and press “Selected Lock” to see only "
                 "its sessions."_s);
        QVERIFY(shown.view->tipAt(shown.view->boxOf("0x1").center()).contains(u"23 more clients wait (not drawn)"_s));
        QVERIFY(shown.view->tipAt(shown.view->boxOf(ui::lockNodeKey("/a")).center())
                    .contains(u"23 more clients wait (not drawn)"_s));
        // Every box and arrow can be reached.
        shown.press(Qt::Key_Home);
        QVERIFY(shown.reported().startsWith(u"worker-0 holds"_s));
        shown.press(Qt::Key_Left); // the arrow from the lock
        QVERIFY(shown.reported().startsWith(u"worker-0 holds /a"_s));
        shown.press(Qt::Key_Left);
        QVERIFY2(shown.reported().endsWith(u"waiting clients: 29."_s), qPrintable(shown.reported()));
        shown.press(Qt::Key_Left);
        QVERIFY(shown.reported().startsWith(u"worker-1 waits"_s));
        shown.press(Qt::Key_Down);
        QVERIFY(shown.reported().startsWith(u"worker-2 waits"_s)); // the next arrow
        shown.press(Qt::Key_Left);
        shown.press(Qt::Key_Down);
        QVERIFY(shown.reported().startsWith(u"worker-3 waits"_s)); // the next box
        shown.press(Qt::Key_Up);
        QVERIFY(shown.reported().startsWith(u"worker-2 waits"_s));
    }

    void saysWhyThereIsNothing()
    {
        ShownGraph shown(nullptr);
        QCOMPARE(shown.empty(), u"Reading the locks…"_s);
        QVERIFY(!shown.panel.findChild<QToolButton*>(u"waitGraphSave"_s)->isEnabled());
        shown.panel.setViewState({}, {});
        QCOMPARE(shown.empty(), u"No waiting clients yet: Connect to ZooKeeper or Redis, or open a recording."_s);
        shown.look(test::snapshot({lockOf("/a", {node("one", 1, 101, 9s)})}));
        QTRY_VERIFY(shown.empty().startsWith(u"No waiting clients: Waiting clients appear here"_s));
        for (const auto key : {Qt::Key_Right, Qt::Key_Left, Qt::Key_Up, Qt::Key_Home, Qt::Key_0, Qt::Key_Plus})
            shown.press(key); // no further box
        auto viewState = test::liveViewState(test::snapshot({}));
        viewState.source = ui::SourceState::Replay;
        shown.panel.setViewState(viewState, {});
        QTRY_VERIFY(shown.empty().startsWith(u"No waiting clients at this time"_s));
        shown.look(deadlock());
        QTRY_VERIFY(shown.hasBox("0x7"));
        QTest::mouseClick(shown.panel.findChild<QToolButton*>(u"waitGraphChosen"_s), Qt::LeftButton);
        shown.panel.setViewState({}, {});
        QTRY_VERIFY(shown.words().isEmpty());
    }

    void oldSnapshotsHaveNoColour()
    {
        ShownGraph shown;
        auto viewState = test::liveViewState(deadlock());
        viewState.source = ui::SourceState::Disconnected;
        shown.panel.setViewState(viewState, {});
        const auto image = shown.view->viewport()->grab().toImage();
        QCOMPARE(pixelCount(image, ui::darkTheme().bad), 0);
        QVERIFY(shown.words().startsWith(u"Deadlock"_s)); // it stays visible, greyed
    }

    void hiddenItCostsNothing()
    {
        ui::WaitGraphPanel panel;
        panel.setViewState(test::liveViewState(deadlock()), {});
        QCoreApplication::processEvents();
        auto* view = panel.findChild<WaitGraphView*>(u"waitGraphView"_s);
        QVERIFY(view->boxOf("0x7").isEmpty());
        panel.show();
        QTRY_VERIFY(!view->boxOf("0x7").isEmpty());
    }

    /// 2,000 locks, 18,000 contenders: the time spent on the window's own thread. Building the content takes another
    /// thread many times as long, at a lower priority than the rest of the machine.
    void aBigSnapshotIsMadeElsewhere()
    {
        std::vector<test::LockPtr> locks;
        for (int i = 0; i < 2'000; ++i) {
            std::vector<inspect::Contender> queue;
            for (int k = 0; k < 9; ++k)
                queue.push_back(node("worker", i * 9 + k + 1, k, 9s));
            // Each holder waits for the next lock, so all are one component.
            if (i > 0)
                queue.push_back(node("worker", (i - 1) * 9 + 1, 9, 8s));
            locks.push_back(lockOf("/locks/" + QString::number(i).rightJustified(5, u'0').toStdString(), queue));
        }
        const auto snapshot = test::snapshot(std::move(locks));
        const auto spent = [] {
            timespec time{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
        };
        ShownGraph shown(test::snapshot({}));
        const auto began = spent();
        shown.panel.setViewState(test::liveViewState(snapshot), "/locks/01000");
        const auto reported = spent();
        QTRY_VERIFY_WITH_TIMEOUT(shown.view->isVisible(), 30'000);
        (void)shown.view->grab();
        const auto drawn = spent();
        qInfo("%.1f ms to be told, %.1f ms to be drawn", reported - began, drawn - reported);
        QVERIFY(reported - began < 10);
        QVERIFY(drawn - reported < 100);
        QVERIFY2(shown.reported().startsWith(u"60 of 18,000 sessions, "_s), qPrintable(shown.reported()));
    }
};

} // namespace lockscope::waitGraphTest

LOCKSCOPE_TEST(lockscope::waitGraphTest::WaitGraphTest)
#include "WaitGraphTest.moc"
