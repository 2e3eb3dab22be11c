// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What the program tells of its own costs: the probe of the event loop, the rows, the panel.

#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/files/TableReader.h"
#include "ui/models/DiagnosticsModel.h"
#include "ui/models/Roles.h"
#include "ui/panels/DiagnosticsPanel.h"
#include "ui/shell/LoopProbe.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>

#include <tuple>

namespace lockscope::diagnosticsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::DiagnosticsModel;
using ui::LoopProbe;

namespace {

void block(Duration time)
{
    const SystemClock clock;
    const auto end = clock.now() + time;
    while (clock.now() < end) {
    }
}

/// Lets the event loop go until what is due after `time` has come.
void letRun(std::chrono::milliseconds time)
{
    bool isOver = false;
    QTimer::singleShot(time, qApp, [&isOver] { isOver = true; });
    QTRY_VERIFY(isOver);
}

/// Takes its time.
class SlowlyPainted final : public QWidget {
public:
    Duration takes = 0ms;
    int paints = 0;

protected:
    void paintEvent(QPaintEvent*) override
    {
        ++paints;
        block(takes);
    }
};

/// `seconds` after the first of a connection; what is counted grows by so much each second.
ui::ConnectionLoad loadAt(int seconds, std::uint64_t line = 1)
{
    ui::ConnectionLoad load;
    load.line = line;
    load.at = SteadyTime(std::chrono::seconds(1'000 + seconds));
    load.requests = static_cast<std::uint64_t>(seconds) * 30;
    load.writes = static_cast<std::uint64_t>(seconds) * 10;
    load.watchEvents = static_cast<std::uint64_t>(seconds) * 4;
    load.snapshotsMade = static_cast<std::uint64_t>(seconds) * 9;
    load.snapshotsShown = static_cast<std::uint64_t>(seconds) * 3;
    load.threadWait = 250us;
    return load;
}

QString nowOf(const DiagnosticsModel& model, int row)
{
    return model.index(row, DiagnosticsModel::Now).data().toString();
}

QString mostOf(const DiagnosticsModel& model, int row)
{
    return model.index(row, DiagnosticsModel::Most).data().toString();
}

} // namespace

class DiagnosticsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aPauseIsSeenWhole()
    {
        QWidget window;
        LoopProbe probe(window);
        probe.start();
        letRun(50ms);
        QVERIFY(probe.take().longestPause > 0ms);
        QTimer::singleShot(0, qApp, [] { block(300ms); });
        letRun(20ms);
        const auto reading = probe.take();
        QVERIFY2(reading.longestPause >= 300ms, qPrintable(QString::number(reading.longestPause.count())));
    }

    void aPauseThatIsNotOverCounts()
    {
        QWidget window;
        LoopProbe probe(window);
        probe.start();
        block(200ms); // no event was taken since
        QVERIFY(probe.take().longestPause >= 200ms);
    }

    void whatWasTakenIsForgotten()
    {
        QWidget window;
        LoopProbe probe(window);
        probe.start();
        QTimer::singleShot(0, qApp, [] { block(2s); });
        letRun(20ms);
        QVERIFY(probe.take().longestPause >= 2s);
        letRun(100ms);
        QVERIFY(probe.take().longestPause < 2s);
    }

    void paintsAreMeasured()
    {
        SlowlyPainted window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        LoopProbe probe(window);
        probe.start();
        letRun(50ms);
        QVERIFY(probe.isRunning());
        std::ignore = probe.take();
        QVERIFY(!probe.take().slowestPaint);
        window.takes = 150ms;
        window.paints = 0;
        window.update();
        QTRY_VERIFY(window.paints > 0);
        const auto reading = probe.take();
        QCOMPARE(reading.paints, 1);
        QVERIFY(reading.slowestPaint);
        QVERIFY2(*reading.slowestPaint >= 150ms, qPrintable(QString::number(reading.slowestPaint->count())));
    }

    void stoppedItMeasuresNothing()
    {
        QWidget window;
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        LoopProbe probe(window);
        QVERIFY(!probe.isRunning());
        probe.start();
        probe.stop();
        QVERIFY(!probe.isRunning());
        window.update();
        block(500ms);
        letRun(50ms);
        const auto reading = probe.take();
        QCOMPARE(reading.longestPause, Duration(0));
        QCOMPARE(reading.paints, 0);
        probe.start(); // and the time between does not count
        QVERIFY(probe.take().longestPause < 500ms);
    }

    void ratesNeedTwo()
    {
        DiagnosticsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), int(DiagnosticsModel::RowCount));
        QCOMPARE(nowOf(model, DiagnosticsModel::Reads), u"—"_s);
        const LoopProbe::Reading reading{40ms, 5ms, 8, 2s};
        model.show(loadAt(0), reading);
        QCOMPARE(nowOf(model, DiagnosticsModel::Reads), u"—"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::LongestPause), u"—"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::ThreadWait), u"250 µs"_s);
        model.show(loadAt(2), reading);
        QCOMPARE(nowOf(model, DiagnosticsModel::Reads), u"20/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::Writes), u"10/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::Events), u"4.0/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::SnapshotsMade), u"9.0/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::SnapshotsShown), u"3.0/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::Paints), u"4.0/s"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::LongestPause), u"40 ms"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::SlowestPaint), u"5 ms"_s);
    }

    void theMostStays()
    {
        DiagnosticsModel model;
        model.show(loadAt(0), {});
        model.show(loadAt(1), {340ms, 5ms, 1, 1s});
        QCOMPARE(
            model.index(DiagnosticsModel::LongestPause, DiagnosticsModel::Now).data(ui::ToneRole).value<ui::Tone>(),
            ui::Tone::Wait);
        QVERIFY(model.index(DiagnosticsModel::LongestPause, DiagnosticsModel::Now).data(ui::MarkRole).isValid());
        model.show(loadAt(2), {17ms, {}, 0, 1s});
        QCOMPARE(nowOf(model, DiagnosticsModel::LongestPause), u"17 ms"_s);
        QCOMPARE(mostOf(model, DiagnosticsModel::LongestPause), u"340 ms"_s);
        QCOMPARE(nowOf(model, DiagnosticsModel::SlowestPaint), u"—"_s);
        QCOMPARE(mostOf(model, DiagnosticsModel::SlowestPaint), u"5 ms"_s);
        QVERIFY(!model.index(DiagnosticsModel::LongestPause, DiagnosticsModel::Now).data(ui::MarkRole).isValid());
        model.startOver();
        QCOMPARE(mostOf(model, DiagnosticsModel::LongestPause), u"—"_s);
    }

    void anotherConnectionStartsOver()
    {
        DiagnosticsModel model;
        model.show(loadAt(0), {});
        model.show(loadAt(5), {17ms, {}, 0, 1s});
        QVERIFY(mostOf(model, DiagnosticsModel::Reads) != u"—"_s);
        model.show(loadAt(1, 2), {17ms, {}, 0, 1s}); // which has counted less
        QCOMPARE(nowOf(model, DiagnosticsModel::Reads), u"—"_s);
        QCOMPARE(mostOf(model, DiagnosticsModel::Reads), u"—"_s);
        model.show(loadAt(2, 2), {17ms, {}, 0, 1s});
        QCOMPARE(nowOf(model, DiagnosticsModel::Reads), u"20/s"_s);
    }

    void theInspectorsLoadIsTold()
    {
        DiagnosticsModel model;
        auto load = loadAt(0);
        load.findingsTook = 7ms;
        load.showingTook = 120ms;
        load.inspector =
            inspect::InspectorLoad{{1, 2, 3, 40, 512}, 12'000, 2, 77, 10'000, 10'000, {20'480, 5'000}, 524'288};
        model.show(load, {});
        const std::pair<DiagnosticsModel::Row, QString> wanted[] = {
            {DiagnosticsModel::Listings, u"1"_s},         {DiagnosticsModel::Confirmations, u"2"_s},
            {DiagnosticsModel::Details, u"3"_s},          {DiagnosticsModel::InFlight, u"40 of 512"_s},
            {DiagnosticsModel::Directories, u"12,000"_s}, {DiagnosticsModel::Polled, u"2"_s},
            {DiagnosticsModel::Unread, u"77"_s},          {DiagnosticsModel::Watches, u"10,000 of 10,000"_s},
            {DiagnosticsModel::Sessions, u"2"_s},         {DiagnosticsModel::PathBytes, u"20 KiB of 512 KiB"_s},
            {DiagnosticsModel::FindingsTook, u"7 ms"_s},  {DiagnosticsModel::ShowingTook, u"120 ms"_s},
        };
        for (const auto& [row, text] : wanted)
            QCOMPARE(nowOf(model, row), text);
    }

    void everyRowIsToldInWords()
    {
        const DiagnosticsModel model;
        QSet<QString> names;
        for (auto row = 0; row < model.rowCount(); ++row) {
            for (const auto column : {DiagnosticsModel::Part, DiagnosticsModel::Name, DiagnosticsModel::Meaning})
                QVERIFY2(!model.index(row, column).data().toString().isEmpty(), qPrintable(QString::number(row)));
            QVERIFY(model.index(row, DiagnosticsModel::Meaning).data().toString().endsWith(u'.'));
            QVERIFY(!model.index(row, DiagnosticsModel::Now).data(Qt::ToolTipRole).toString().isEmpty());
            names << model.index(row, DiagnosticsModel::Name).data().toString();
        }
        QCOMPARE(names.size(), model.rowCount());
    }

    void filesGetNumbers()
    {
        DiagnosticsModel model;
        model.show(loadAt(0), {});
        model.show(loadAt(1), {340ms, 5ms, 1, 1s});
        QCOMPARE(ui::exportedKeys(model),
                 QStringList({u"part"_s, u"name"_s, u"now"_s, u"limit"_s, u"unit"_s, u"most"_s, u"meaning"_s}));
        const auto row = ui::exportedRow(model, model.index(DiagnosticsModel::LongestPause, 0));
        QVERIFY(row);
        QCOMPARE(row->at(2).toDouble(), 340.);
        QVERIFY(!row->at(3).isValid());
        QCOMPARE(row->at(4).toString(), u"ms"_s);
    }

    void thePanelAsksWhileItIsSeen()
    {
        QWidget window;
        auto* panel = new ui::DiagnosticsPanel(&window);
        QSignalSpy asked(panel, &ui::DiagnosticsPanel::loadWanted);
        auto* pages = panel->findChild<QStackedWidget*>();
        const auto* table = panel->findChild<QTableView*>(u"diagnosticsTable"_s);
        const auto* probe = panel->findChild<LoopProbe*>();
        QVERIFY(pages && table && probe);
        const auto live = test::liveViewState(test::snapshot({}));
        panel->setViewState(live);
        QCOMPARE(asked.count(), 0); // nobody looks at it
        window.show();
        QTRY_COMPARE(asked.count(), 1); // at once
        QVERIFY(probe->isRunning());
        QCOMPARE(pages->currentWidget(), static_cast<const QWidget*>(table));
        panel->setLoad(loadAt(0));
        QTRY_VERIFY(asked.count() >= 2);
        panel->setLoad(loadAt(1));
        QTRY_VERIFY(asked.count() >= 3);
        QCOMPARE(table->model()->index(DiagnosticsModel::Reads, DiagnosticsModel::Now).data().toString(), u"20/s"_s);
        QVERIFY(table->model()->index(DiagnosticsModel::LongestPause, DiagnosticsModel::Now).data().toString() !=
                u"—"_s);

        for (const auto source : {ui::SourceState::Replay, ui::SourceState::NotConnected}) {
            auto other = live;
            other.source = source;
            panel->setViewState(other);
            QVERIFY(pages->currentWidget() != table);
            QVERIFY(!probe->isRunning());
            const auto before = asked.count();
            panel->setViewState(live);
            QCOMPARE(asked.count(), before + 1);
            QCOMPARE(table->model()->index(DiagnosticsModel::Reads, DiagnosticsModel::Most).data().toString(), u"—"_s);
        }
        window.hide();
        QVERIFY(!probe->isRunning());
        const auto before = asked.count();
        panel->setLoad(loadAt(2)); // too late
        QCOMPARE(table->model()->index(DiagnosticsModel::ThreadWait, DiagnosticsModel::Now).data().toString(), u"—"_s);
        letRun(2 * ui::DiagnosticsPanel::interval);
        QCOMPARE(asked.count(), before);
    }

    void aMinimisedWindowAsksNothing()
    {
        QWidget window;
        auto* panel = new ui::DiagnosticsPanel(&window);
        panel->setViewState(test::liveViewState(test::snapshot({})));
        QSignalSpy asked(panel, &ui::DiagnosticsPanel::loadWanted);
        window.show();
        QTRY_VERIFY(asked.count() > 0);
        window.showMinimized();
        const auto* probe = panel->findChild<LoopProbe*>();
        QTRY_VERIFY(!probe->isRunning());
        window.showNormal();
        QTRY_VERIFY(probe->isRunning());
    }

    void rowsAreCopied()
    {
        QWidget window;
        auto* panel = new ui::DiagnosticsPanel(&window);
        panel->setViewState(test::liveViewState(test::snapshot({})));
        window.show();
        panel->setLoad(loadAt(0));
        auto* table = panel->findChild<QTableView*>(u"diagnosticsTable"_s);
        table->selectRow(DiagnosticsModel::ThreadWait);
        QTest::keySequence(table, QKeySequence::Copy);
        const auto cells = QGuiApplication::clipboard()->text().split(u'\t');
        QCOMPARE(cells.size(), 7);
        QCOMPARE(cells.at(1), u"Wait for its thread"_s);
        QCOMPARE(cells.at(2), u"0.25"_s);
    }
};

} // namespace lockscope::diagnosticsTest

LOCKSCOPE_TEST(lockscope::diagnosticsTest::DiagnosticsTest)
#include "DiagnosticsTest.moc"
