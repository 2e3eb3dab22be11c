// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The wait-for graph by mouse and keys: the details, the selection, the zoom, and saving it to a file.

#include "tests/support/Test.h"
#include "tests/ui/ModelCheck.h"
#include "tests/ui/Saving.h"
#include "tests/ui/ShownGraph.h"
#include "tests/ui/Warnings.h"

#include "ui/files/SaveLine.h"
#include "ui/models/WaysModel.h"
#include "ui/panels/DeadlockWays.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QFile>
#include <QKeyEvent>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>
#include <QXmlStreamReader>

#include <algorithm>
#include <tuple>

namespace lockscope::waitGraphInputTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::deadlock;
using test::pixelCount;
using test::ShownGraph;

const auto ordersNode = ui::lockNodeKey("/prod/locks/orders");

namespace {

/// Of a row in the ways to end a deadlock.
QPushButton* buttonOf(const QTableView& table, int row)
{
    return qobject_cast<QPushButton*>(table.indexWidget(table.model()->index(row, ui::WaysModel::Release)));
}

/// Whether the Tab key goes from the first one to the second.
bool isBehind(const QWidget& first, const QWidget& second)
{
    for (const auto* each = first.nextInFocusChain(); each != &first; each = each->nextInFocusChain())
        if (each->isVisible() && each->isEnabled() && (each->focusPolicy() & Qt::TabFocus))
            return each == &second;
    return false;
}

} // namespace

class WaitGraphInputTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void hoverReportsTheDetails()
    {
        const ShownGraph shown;
        const auto tip = shown.view->tipAt(shown.view->boxOf("0x7").center());
        QVERIFY2(tip.startsWith(u"worker-07\n10.20.4.7:51844 (source: payload)\nsession 0x7\nholds "
                                "/prod/locks/orders\nworker-07 waits for batch-2 at /prod/locks/ledger (12 s)"_s),
                 qPrintable(tip));
        const auto edge = shown.view->tipAt(shown.view->labelAt("0x2", ordersNode));
        QVERIFY2(edge.startsWith(u"batch-2 waits for worker-07 at /prod/locks/orders (11 s)\nstep 1 in a cycle of 2\n"
                                 "waiting node: lock-0000000104\nheld by node: lock-0000000101\nsince "_s),
                 qPrintable(edge));
        QVERIFY(shown.view->tipAt(shown.view->viewport()->rect().bottomRight() - QPoint(3, 3)).isEmpty());
    }

    void clickSelects()
    {
        const ShownGraph shown;
        QSignalSpy chosen(&shown.panel, &ui::WaitGraphPanel::nodeChosen);
        shown.click(shown.view->boxOf("0x7").center());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<inspect::ContenderKey>().lock, "/prod/locks/ledger"); // where it waits
        QCOMPARE(chosen.at(0).at(0).value<inspect::ContenderKey>().node, "lock-0000000103");
        QVERIFY(shown.reported().startsWith(u"worker-07 waits for batch-2"_s));
        QVERIFY(shown.reported().contains(u"worker-07 holds /prod/locks/orders."_s));
        shown.click(shown.view->labelAt("0x2", ordersNode));
        QCOMPARE(chosen.at(1).at(0).value<inspect::ContenderKey>().lock, "/prod/locks/orders");
        QCOMPARE(chosen.at(1).at(0).value<inspect::ContenderKey>().node, "lock-0000000104");
        QCOMPARE(shown.reported(), u"batch-2 waits for worker-07 at /prod/locks/orders (11 s)."_s);
        shown.click(shown.view->boxOf("0x15").center()); // does not wait
        QCOMPARE(chosen.at(2).at(0).value<inspect::ContenderKey>().lock, "/prod/locks/other");
        shown.click(shown.view->boxOf(ordersNode).center()); // the lock: its holder
        QCOMPARE(chosen.at(3).at(0).value<inspect::ContenderKey>().node, "lock-0000000101");
        QVERIFY2(shown.reported().startsWith(u"worker-07 holds /prod/locks/orders ("_s), qPrintable(shown.reported()));
        shown.click(shown.view->viewport()->rect().bottomRight() - QPoint(3, 3));
        QCOMPARE(chosen.count(), 4);
        QVERIFY(shown.reported().startsWith(u"1 cycle, 5 sessions"_s));
    }

    void everythingByKey()
    {
        ShownGraph shown;
        QSignalSpy chosen(&shown.panel, &ui::WaitGraphPanel::nodeChosen);
        shown.press(Qt::Key_Right); // the most important box
        QVERIFY2(shown.reported().startsWith(u"batch-2 waits"_s), qPrintable(shown.reported()));
        shown.press(Qt::Key_Right);
        QCOMPARE(shown.reported(), u"batch-2 waits for worker-07 at /prod/locks/orders (11 s)."_s);
        QVERIFY(shown.view->accessibleDescription().contains(shown.reported()));
        shown.press(Qt::Key_Right); // the lock
        QVERIFY2(shown.reported().endsWith(u"waiting clients: 1."_s), qPrintable(shown.reported()));
        shown.press(Qt::Key_Right); // the arrow to its holder
        QVERIFY(shown.reported().startsWith(u"worker-07 holds /prod/locks/orders ("_s));
        shown.press(Qt::Key_Right);
        QVERIFY(shown.reported().startsWith(u"worker-07 waits"_s));
        for (auto i = 0; i < 4; ++i)
            shown.press(Qt::Key_Left);
        QVERIFY(shown.reported().startsWith(u"batch-2 waits"_s));
        shown.press(Qt::Key_Down);
        QVERIFY2(shown.reported().startsWith(u"worker-07 waits"_s), qPrintable(shown.reported())); // across the ring
        shown.press(Qt::Key_Up);
        QVERIFY(shown.reported().startsWith(u"batch-2 waits"_s));
        QCOMPARE(chosen.count(), 11);
        shown.press(Qt::Key_Return);
        QCOMPARE(chosen.count(), 12);
        const auto width = shown.view->boxOf("0x2").width();
        for (int i = 0; i < 4; ++i)
            shown.press(Qt::Key_Plus);
        QVERIFY(shown.view->boxOf("0x2").width() > 2 * width);
        auto* bar = shown.view->horizontalScrollBar();
        const auto before = bar->value();
        shown.press(Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(bar->value() > before);
        shown.press(Qt::Key_Minus);
        shown.press(Qt::Key_0);
        // All of it, unless that is too small to be read.
        constexpr double readable = 0.85;
        QCOMPARE(bar->maximum(), 0);
        QVERIFY(shown.view->zoomFactor() >= readable);
        QVERIFY(shown.view->verticalScrollBar()->maximum() == 0 || qFuzzyCompare(shown.view->zoomFactor(), readable));
        shown.press(Qt::Key_Minus);
        shown.panel.resize(1'400, 130);
        shown.press(Qt::Key_0);
        QVERIFY2(shown.view->zoomFactor() >= readable, qPrintable(QString::number(shown.view->zoomFactor())));
        shown.press(Qt::Key_Home);
        QVERIFY(shown.reported().startsWith(u"batch-2"_s));
    }

    void mousePansAndZooms()
    {
        const ShownGraph shown;
        auto* viewport = shown.view->viewport();
        const auto wheel = [&](QPoint at) {
            QWheelEvent event(QPointF(at), viewport->mapToGlobal(QPointF(at)), {}, {0, 120}, Qt::NoButton,
                              Qt::ControlModifier, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(viewport, &event);
        };
        for (int i = 0; i < 4; ++i)
            wheel({700, 60});
        QVERIFY(shown.view->zoomFactor() > 2);
        // The point under the pointer stays in place.
        const QPoint centre = viewport->rect().center();
        shown.view->horizontalScrollBar()->setValue(shown.view->boxOf("0x2").center().x() - centre.x() +
                                                    shown.view->horizontalScrollBar()->value());
        wheel({centre.x(), shown.view->boxOf("0x2").center().y()});
        QVERIFY(std::abs(shown.view->boxOf("0x2").center().x() - centre.x()) <= 2);
        QSignalSpy chosen(&shown.panel, &ui::WaitGraphPanel::nodeChosen);
        const auto was = shown.view->boxOf("0x2");
        QTest::mousePress(viewport, Qt::LeftButton, {}, centre);
        QTest::mouseMove(viewport, centre + QPoint(60, 0));
        QTest::mouseMove(viewport, centre + QPoint(100, 0));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, centre + QPoint(100, 0));
        QCOMPARE(shown.view->boxOf("0x2").left(), was.left() + 100);
        QCOMPARE(chosen.count(), 0);
        for (const auto* name : {"waitGraphZoomOut", "waitGraphZoomIn", "waitGraphFit"}) {
            auto* button = shown.panel.findChild<QToolButton*>(QString::fromLatin1(name));
            QVERIFY(button && !button->accessibleName().isEmpty());
            QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(shown.view->horizontalScrollBar()->maximum(), 0);
    }

    void theReleasesAreCompared()
    {
        using Effect = ui::DeadlockWay::Effect;
        const auto effects = [](const inspect::SnapshotPtr& snapshot) {
            std::vector<std::tuple<std::string, Effect, QString>> found;
            const auto part = inspect::WaitGraph(snapshot).whole(60);
            for (const auto& way : ui::waysToEnd(part, 0, *snapshot))
                found.emplace_back(way.key.node, way.effect, way.next);
            std::sort(found.begin(), found.end());
            return found;
        };
        using Effects = decltype(effects(nullptr));
        QVERIFY(effects(deadlock()) == (Effects{{"lock-0000000101", Effect::Ends, u"batch-2"_s},
                                                {"lock-0000000102", Effect::Ends, u"worker-07"_s}}));
        using namespace std::chrono_literals;
        using test::lockOf;
        using test::node;
        const auto withOther = [](std::vector<inspect::Contender> ledger) {
            return inspect::withFindings(test::snapshot({lockOf("/prod/locks/orders", {node("worker-07", 7, 101, 14s),
                                                                                       node("other", 3, 103, 12s),
                                                                                       node("batch-2", 2, 104, 11s)}),
                                                         lockOf("/prod/locks/ledger", std::move(ledger))}),
                                         {});
        };
        // Another client is before the one in the cycle.
        QVERIFY(effects(withOther({node("batch-2", 2, 102, 13s), node("worker-07", 7, 105, 10s)})) ==
                (Effects{{"lock-0000000101", Effect::Later, u"other"_s},
                         {"lock-0000000102", Effect::Ends, u"worker-07"_s}}));
        // It also waits for the other lock.
        QVERIFY(effects(withOther(
                    {node("batch-2", 2, 102, 13s), node("worker-07", 7, 105, 10s), node("other", 3, 106, 9s)})) ==
                (Effects{{"lock-0000000101", Effect::Stays, u"other"_s},
                         {"lock-0000000102", Effect::Ends, u"worker-07"_s}}));
    }

    void aReleaseIsChosenInTheTable()
    {
        const ShownGraph shown;
        auto* table = shown.panel.findChild<QTableView*>(u"deadlockWaysTable"_s);
        QVERIFY(table->isVisible() && table->model()->rowCount() == 2);
        const auto cell = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QCOMPARE(cell(0, ui::WaysModel::LockColumn), u"orders"_s);
        QCOMPARE(cell(0, ui::WaysModel::Holder), u"worker-07"_s);
        QCOMPARE(cell(0, ui::WaysModel::Next), u"batch-2"_s);
        QCOMPARE(cell(0, ui::WaysModel::Effect), u"batch-2 acquires the lock. The deadlock ends."_s);
        QSignalSpy chosen(&shown.panel, &ui::WaitGraphPanel::nodeChosen);
        QSignalSpy released(&shown.panel, &ui::WaitGraphPanel::releaseWanted);
        table->setCurrentIndex(table->model()->index(1, 0));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).value<inspect::ContenderKey>().node, "lock-0000000102");
        QVERIFY(buttonOf(*table, 1)->isEnabled());
        QTest::mouseClick(buttonOf(*table, 1), Qt::LeftButton);
        QCOMPARE(released.count(), 1);
        QCOMPARE(released.at(0).at(0).value<inspect::ContenderKey>().lock, "/prod/locks/ledger");
        // That of another row selects it first.
        QTest::mouseClick(buttonOf(*table, 0), Qt::LeftButton);
        QCOMPARE(table->currentIndex().row(), 0);
        QCOMPARE(chosen.count(), 2);
        QCOMPARE(released.count(), 2);
        QCOMPARE(released.at(1).at(0).value<inspect::ContenderKey>().lock, "/prod/locks/orders");
    }

    /// Del and Return on a row, and the button behind the table.
    void aReleaseIsChosenByKeys()
    {
        const ShownGraph shown;
        auto* table = shown.panel.findChild<QTableView*>(u"deadlockWaysTable"_s);
        QSignalSpy released(&shown.panel, &ui::WaitGraphPanel::releaseWanted);
        const auto lastLock = [&] { return released.constLast().at(0).value<inspect::ContenderKey>().lock; };
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(released.count(), 0); // no row is selected
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(released.count(), 1);
        QCOMPARE(lastLock(), "/prod/locks/ledger");
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(released.count(), 2);
        QCOMPARE(lastLock(), "/prod/locks/orders");
        // The window has a shortcut for Del, too.
        QKeyEvent shortcut(QEvent::ShortcutOverride, Qt::Key_Delete, Qt::NoModifier);
        shortcut.ignore();
        QCoreApplication::sendEvent(table, &shortcut);
        QVERIFY(shortcut.isAccepted());

        QVERIFY(isBehind(*table, *buttonOf(*table, 0)));
        QVERIFY(isBehind(*buttonOf(*table, 0), *buttonOf(*table, 1)));
        QTest::keyClick(buttonOf(*table, 1), Qt::Key_Space);
        QCOMPARE(released.count(), 3);
        QCOMPARE(lastLock(), "/prod/locks/ledger");
        QTest::keyClick(buttonOf(*table, 0), Qt::Key_Delete);
        QCOMPARE(lastLock(), "/prod/locks/orders");
        auto* access = QAccessible::queryAccessibleInterface(buttonOf(*table, 0));
        QCOMPARE(access->text(QAccessible::Name), u"Release /prod/locks/orders, held by worker-07"_s);
        access->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QTRY_COMPARE(released.count(), 5);
    }

    /// The buttons belong to their rows.
    void theButtonsOfLiveRowsStay()
    {
        const auto way = [](const std::string& lock) {
            ui::DeadlockWay made;
            made.key = {lock, inspect::LockPart::Queue, "node"};
            return made;
        };
        ui::SaveLine line(u"line"_s, nullptr);
        ui::DeadlockWays ways(line);
        ways.resize(1'000, 300);
        ways.setVisible(true);
        QVERIFY(QTest::qWaitForWindowActive(&ways));
        ways.setWays({way("/a"), way("/b")}, test::snapshotTime, {});
        auto* table = ways.findChild<QTableView*>(u"deadlockWaysTable"_s);
        auto* kept = buttonOf(*table, 1);
        kept->setFocus();
        QTRY_VERIFY(kept->hasFocus());
        ways.setWays({way("/b"), way("/c")}, test::snapshotTime, {});
        QCOMPARE(buttonOf(*table, 0), kept);
        QVERIFY(kept->hasFocus() && buttonOf(*table, 1));
        QSignalSpy released(&ways, &ui::DeadlockWays::releaseWanted);
        QTest::keyClick(kept, Qt::Key_Space);
        QCOMPARE(released.at(0).at(0).value<inspect::ContenderKey>().lock, "/b");
        // Tab goes from the chosen row to its button.
        ways.setWays({way("/b"), way("/c")}, test::snapshotTime, {});
        for (const auto row : {1, 0}) {
            table->setFocus();
            table->setCurrentIndex(table->model()->index(row, 0));
            QTest::keyClick(table, Qt::Key_Tab);
            QVERIFY(buttonOf(*table, row)->hasFocus());
        }
        // Less room: the button stays.
        ways.resize(700, 300);
        QTRY_VERIFY(table->isColumnHidden(ui::WaysModel::Node));
        QTRY_VERIFY(table->viewport()->rect().contains(kept->geometry()));
        ways.setWays({way("/b")}, test::snapshotTime, u"Read-only."_s);
        QVERIFY(!kept->isEnabled() && kept->accessibleDescription() == u"Read-only."_s);
        QTest::keyClick(table, Qt::Key_Delete);
        QCOMPARE(released.count(), 1);
    }

    void theWaysAreUpdatedInPlace()
    {
        const auto way = [](const std::string& lock, int waiting) {
            ui::DeadlockWay made;
            made.key = {lock, inspect::LockPart::Queue, "node"};
            made.since = test::snapshotTime;
            made.waiting = waiting;
            return made;
        };
        ui::WaysModel model;
        const test::ModelCheck check(model);
        model.setWays({way("/a", 1), way("/b", 2)}, test::snapshotTime);
        const QPersistentModelIndex kept = model.index(1, 0);
        model.setWays({way("/b", 3), way("/c", 4)}, test::snapshotTime + std::chrono::seconds(5));
        QCOMPARE(kept.row(), 0);
        QCOMPARE(model.index(0, ui::WaysModel::Waiting).data().toString(), u"3"_s);
        QCOMPARE(model.index(0, ui::WaysModel::Held).data().toString(), u"5.0 s"_s);
        QVERIFY2(check.inserted() > 0 && check.removed() > 0 && check.resets() == 0, qPrintable(check.reported()));
    }

    void withoutADeadlockThereIsNothingToEnd()
    {
        ShownGraph shown;
        auto* ways = shown.panel.findChild<QWidget*>(u"deadlockWays"_s);
        QVERIFY(ways->isVisible());
        auto viewState = test::liveViewState(deadlock());
        viewState.source = ui::SourceState::Replay;
        shown.panel.setViewState(viewState, {});
        auto* table = shown.panel.findChild<QTableView*>(u"deadlockWaysTable"_s);
        table->setCurrentIndex(table->model()->index(0, 0));
        const auto* button = buttonOf(*table, 0);
        QVERIFY2(!button->isEnabled() && button->toolTip().contains(u"replay"_s), qPrintable(button->toolTip()));
        shown.look(test::snapshot({test::lockOf("/a", {test::node("one", 1, 101, std::chrono::seconds(9)),
                                                       test::node("two", 2, 102, std::chrono::seconds(8))})}));
        QTRY_VERIFY(!ways->isVisible());
    }

    void aroundTheChosenLock()
    {
        ShownGraph shown(deadlock(), "/prod/locks/other");
        auto* chosen = shown.panel.findChild<QToolButton*>(u"waitGraphChosen"_s);
        auto* all = shown.panel.findChild<QToolButton*>(u"waitGraphAll"_s);
        QVERIFY(all->isChecked() && chosen->isEnabled());
        QTest::mouseClick(chosen, Qt::LeftButton);
        QTRY_VERIFY(!shown.hasBox("0x7"));
        QVERIFY(shown.hasBox("0x15") && shown.hasBox("0x16"));
        QCOMPARE(shown.words(), u"Deadlocks at other locks: 1. “All Locks” shows them."_s);
        shown.look(deadlock(), "/prod/locks/orders");
        QTRY_VERIFY(shown.hasBox("0x7"));
        // A selection in the graph changes the other views and leaves the graph as it is.
        shown.click(shown.view->boxOf("0x1").center());
        shown.look(deadlock(), "/prod/locks/ledger");
        QTest::mouseClick(all, Qt::LeftButton);
        QTRY_VERIFY(shown.hasBox("0x15"));
        shown.look(deadlock(), "/none");
        QTest::mouseClick(chosen, Qt::LeftButton);
        QTRY_COMPARE(shown.empty(),
                     u"No waiting clients at /none: “All Locks” shows the waiting clients of other locks."_s);
    }

    static QString saved(const ShownGraph& shown, const QString& file)
    {
        return test::save(shown.panel, u"waitGraphView"_s, u"waitGraphSaveLine"_s, file);
    }
    void isSavedForTheUserAlone()
    {
        const QTemporaryDir folder;
        const ShownGraph shown;
        for (const auto* name : {"graph.png", "graph.svg", "graph.dot"}) {
            const auto file = folder.filePath(QString::fromLatin1(name));
            QCOMPARE(saved(shown, file), u"Saved to "_s + file);
            QCOMPARE(QFile::permissions(file) & ~(QFile::ReadUser | QFile::WriteUser),
                     QFile::ReadOwner | QFile::WriteOwner);
        }
        const QImage image(folder.filePath(u"graph.png"_s));
        QCOMPARE(image.width(), shown.view->wholeSize().width() * 2);
        QVERIFY(image.height() > shown.view->wholeSize().height() * 2); // the caption
        QVERIFY(pixelCount(image, ui::darkTheme().bad) > 1'000);
        QSvgRenderer svg(folder.filePath(u"graph.svg"_s));
        QVERIFY(svg.isValid());
        QFile dot(folder.filePath(u"graph.dot"_s));
        QVERIFY(dot.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(dot.readAll()).split(u'\n');
        QCOMPARE(lines.filter(QRegularExpression(u"^  n\\d+ \\[label="_s)).size(), 5);
        QCOMPARE(lines.filter(QRegularExpression(u"^  l\\d+ \\[label=.*, shape=box"_s)).size(), 3);
        QCOMPARE(lines.filter(u"label=\"waits for\\n"_s).size(), 4);
        QCOMPARE(lines.filter(u"label=\"holds\\n"_s).size(), 3);
        QCOMPARE(lines.filter(u"color=red, penwidth=2"_s).size(), 2 + 2 + 4); // the cycle
    }

    /// With names of characters that mean something in DOT, in its HTML-like labels, or in SVG.
    void graphvizDrawsTheExport()
    {
        const std::string lock = "/prod/my locks/\u8ba2\u5355 \"a\" & b";
        const std::string holder = "say \"hi\" \\n <b>bold</b>";
        const ShownGraph shown(inspect::withFindings(
            test::snapshot({test::lockOf(
                lock, {test::node(holder, 7, 101, 14s), test::node("two\nlines, then a \\", 2, 104, 11s)})}),
            {}));
        const QTemporaryDir folder;
        const auto file = folder.filePath(u"graph.dot"_s);
        QCOMPARE(saved(shown, file), u"Saved to "_s + file);
        QProcess graphviz;
        graphviz.start(u"dot"_s, {u"-Tsvg"_s, file});
        QVERIFY2(graphviz.waitForFinished(test::longestWaitMs), qPrintable(graphviz.errorString()));
        const auto errors = graphviz.readAllStandardError();
        QVERIFY2(graphviz.exitStatus() == QProcess::NormalExit && graphviz.exitCode() == 0, errors.constData());
        QXmlStreamReader svg(graphviz.readAllStandardOutput());
        QStringList texts;
        while (!svg.atEnd()) {
            if (svg.readNext() == QXmlStreamReader::StartElement && svg.name() == u"text")
                texts << svg.readElementText().replace(QChar(QChar::Nbsp), u' ');
        }
        QVERIFY2(!svg.hasError(), qPrintable(svg.errorString()));
        for (const auto& text : {QString::fromStdString(lock), QString::fromStdString(holder),
                                 u"two lines, then a \\"_s, u"session 0x7"_s, u"waits for"_s, u"holds"_s})
            QVERIFY2(texts.contains(text), qPrintable(text + u" is not in: "_s + texts.join(u" | "_s)));
    }

    void saysWhatCameOfSaving()
    {
        const QTemporaryDir folder;
        const ShownGraph shown;
        QTest::mouseClick(shown.panel.findChild<QToolButton*>(u"waitGraphSave"_s), Qt::LeftButton);
        test::chooseFile(shown.panel, u"waitGraphViewSaveDialog"_s, folder.filePath(u"none/graph.svg"_s));
        const auto reported = test::reportedAfterwards(shown.panel, u"waitGraphSaveLine"_s);
        QVERIFY2(reported.contains(u"none/graph.svg"_s) && !reported.startsWith(u"Saved"_s), qPrintable(reported));
        QVERIFY(saved(shown, folder.filePath(u"graph.svg"_s)).startsWith(u"Saved to"_s));
    }
};

} // namespace lockscope::waitGraphInputTest

LOCKSCOPE_TEST(lockscope::waitGraphInputTest::WaitGraphInputTest)
#include "WaitGraphInputTest.moc"
