// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tabs Sessions and Statistics: models, charts and their empty states.

#include "tests/support/Test.h"
#include "tests/ui/PaintedTexts.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/SessionsModel.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/panels/StatisticsPanel.h"
#include "ui/views/Histogram.h"
#include "ui/views/Painting.h"
#include "ui/views/QueueLengthChart.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTableView>
#include <QToolTip>

#include <memory>
#include <random>

namespace lockscope::statisticsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::HistogramLayout;
using ui::SessionsModel;

namespace {

ui::SessionsShown shown(const inspect::SnapshotPtr& snapshot, const ui::SessionsSelection& selection = {})
{
    return ui::sessionsShown(std::make_shared<const std::vector<inspect::SessionSummary>>(
                                 inspect::summariesOf(*snapshot, inspect::WhichSessions::WithLocks)),
                             selection);
}

QStringList rowsOf(const QAbstractItemModel& model)
{
    QStringList rows;
    for (auto row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (auto column = 0; column < model.columnCount(); ++column)
            cells << model.index(row, column).data().toString();
        rows << cells.join(u'|');
    }
    return rows;
}

/// 101 joins and holds for five seconds while 102 waits.
std::shared_ptr<inspect::History> shortStory(const std::string& path)
{
    auto history = std::make_shared<inspect::History>();
    const auto see = [&](int seconds, std::vector<inspect::Contender> queue) {
        auto made = *test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue(path, std::move(queue)))});
        made.takenAt = test::snapshotTime + std::chrono::seconds(seconds);
        history->see(std::make_shared<inspect::Snapshot>(made));
    };
    see(0, {});
    see(1, {test::contender(101, 0)});
    see(2, {test::contender(101, 0), test::contender(102, 0)});
    see(6, {test::contender(102, 0)});
    see(9, {});
    history->finish();
    return history;
}

} // namespace

class StatisticsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void barsGrowWithTheDuration()
    {
        QVERIFY(HistogramLayout::of({}, 1ms).bars.empty());
        const auto layout = HistogramLayout::of({{0ms, 1}, {1ms, 2}, {3ms, 1}, {7ms, 1}, {30ms, 1}}, 1ms);
        QList<qint64> limits;
        QList<quint64> counts;
        for (const auto& bar : layout.bars) {
            limits << bar.from / 1ms;
            counts << bar.count;
        }
        QCOMPARE(limits, (QList<qint64>{0, 1, 2, 5, 10, 20}));
        QCOMPARE(counts, (QList<quint64>{1, 2, 1, 1, 0, 1}));
        QCOMPARE(layout.bars.back().to, std::chrono::microseconds(50ms));
        QCOMPARE(layout.most, 2U);
        const auto fine = HistogramLayout::of({{30us, 1}, {3ms, 2}}, 1us);
        QCOMPARE(fine.bars.front().from, 20us);
        QCOMPARE(fine.bars.back().to, std::chrono::microseconds(5ms));
    }

    void percentilesHaveTheirPlace()
    {
        const auto layout = HistogramLayout::of({{10ms, 1}, {60ms, 1}}, 1ms); // 10 to 20, 20 to 50, 50 to 100
        QCOMPARE(layout.placeOf(10ms), 0.0);
        QCOMPARE(layout.placeOf(20ms), 1.0 / 3);
        QCOMPARE(layout.placeOf(35ms), 0.5);
        QCOMPARE(layout.placeOf(75ms), 2.5 / 3);
        QCOMPARE(layout.placeOf(1ms), 0.0);
        QCOMPARE(layout.placeOf(2s), 1.0);
    }

    void aHistogramReportsItsNumbers()
    {
        inspect::DurationStatistics durations;
        ui::Histogram histogram(u"waits"_s, u"Wait time"_s, ui::Tone::Wait, u"none"_s);
        histogram.resize(300, 150);
        histogram.show(durations, 0);
        QVERIFY(histogram.accessibleDescription().isEmpty());
        for (auto i = 0; i < 100; ++i)
            durations.add(std::chrono::milliseconds(i < 99 ? 10 : 60'000));
        histogram.show(durations, 3);
        QVERIFY2(histogram.accessibleDescription().startsWith(u"count 100 · p50 10 ms"_s),
                 qPrintable(histogram.accessibleDescription()));
        QVERIFY(histogram.accessibleDescription().contains(u"3 more not fully observed"_s));
        // Above the bars, the tooltip has the numbers, which may be cut off.
        const auto tipAt = [&](const QPoint& point) {
            QHelpEvent help(QEvent::ToolTip, point, histogram.mapToGlobal(point));
            QCoreApplication::sendEvent(&histogram, &help);
            return QToolTip::text();
        };
        histogram.setVisible(true);
        QVERIFY2(tipAt({20, 5}).contains(u"3 more not fully observed"_s), qPrintable(QToolTip::text()));
        QCOMPARE(tipAt({40, 100}), u"10 ms to 20 ms: count 99"_s);
        for (const auto& theme : {ui::darkTheme(), ui::lightTheme()}) {
            histogram.setTheme(theme);
            const auto snapshot = histogram.grab().toImage();
            auto coloured = 0;
            for (auto y = 0; y < snapshot.height(); ++y)
                for (auto x = 0; x < snapshot.width(); ++x)
                    coloured += snapshot.pixelColor(x, y) == theme.waitFill ? 1 : 0;
            QVERIFY(coloured > 500);
        }
    }

    /// Between its parts, as far as the bars keep their room.
    void theNumbersWrap()
    {
        const auto words = u"count 30 · p50 3.2 ms · p99 5.1 ms · max 6.0 ms"_s;
        QWidget chart;
        const auto widthOf = [&](const QString& text) { return chart.fontMetrics().horizontalAdvance(text); };
        const auto line = chart.fontMetrics().height();
        chart.resize(widthOf(words) + 10, 10 * line);
        QCOMPARE(ui::chartLines(chart, words), QStringList(words));
        chart.resize(widthOf(u"count 30 · p50 3.2 ms"_s) + 12, 10 * line);
        const auto lines = ui::chartLines(chart, words);
        QVERIFY(lines.size() >= 2);
        QCOMPARE(lines.first(), u"count 30 · p50 3.2 ms"_s);
        QCOMPARE(lines.join(u" · "_s), words); // nothing is missing
        chart.resize(chart.width(), 6 * line);
        QCOMPARE(ui::chartLines(chart, words).size(), 1);
        chart.resize(widthOf(u"no complete wait"_s) + 12, 10 * line);
        QCOMPARE(ui::chartLines(chart, u"no complete wait observed"_s),
                 (QStringList{u"no complete wait"_s, u"observed"_s}));
        const auto chinese = u"未观察到完整的等待未观察到完整的等待"_s;
        chart.resize(widthOf(chinese) / 2 + 30, 10 * line);
        QVERIFY(ui::chartLines(chart, chinese).size() >= 2);
        QCOMPARE(ui::chartLines(chart, chinese).join(QString()), chinese);
    }

    /// The axis of durations with its units, that of counts with what it counts, and the marks of p50 and p99.
    void axesAndMarksAreNamed()
    {
        inspect::DurationStatistics durations;
        for (auto i = 0; i < 100; ++i)
            durations.add(std::chrono::milliseconds(i < 60 ? 10 : i < 95 ? 100 : 900));
        ui::Histogram histogram(u"waits"_s, u"Wait time"_s, ui::Tone::Wait, u"none"_s);
        histogram.resize(700, 260);
        histogram.show(durations, 0);
        const auto texts = test::paintedTexts(histogram);
        for (const auto& text : {u"Wait time"_s, u"count"_s, u"0"_s, u"60"_s})
            QVERIFY2(texts.contains(text), qPrintable(text + u" is not in: "_s + texts.join(u" | "_s)));
        const auto marks = texts.filter(QRegularExpression(u"^(p50 (9|10)|p99 [89]\\d\\d)[.\\d]* ms$"_s));
        QVERIFY2(marks.size() == 2, qPrintable(texts.join(u" | "_s)));
        const auto axis = texts.filter(QRegularExpression(u"^\\d.* (ms|s)$"_s));
        QVERIFY2(axis.size() >= 3, qPrintable(texts.join(u" | "_s)));

        ui::QueueLengthChart lengths;
        lengths.resize(700, 260);
        const auto history = shortStory("/l/a");
        lengths.show(history->find("/l/a")->lengths, test::snapshotTime + 10s, std::nullopt, {});
        const auto ofLengths = test::paintedTexts(lengths);
        for (const auto& text : {u"Queue length over time"_s, u"waiters"_s, u"0"_s, u"1"_s})
            QVERIFY2(ofLengths.contains(text), qPrintable(text + u" is not in: "_s + ofLengths.join(u" | "_s)));
        // From the first event to the end, as times of day.
        const auto times = ofLengths.filter(QRegularExpression(u"^\\d\\d:\\d\\d:\\d\\d$"_s));
        QVERIFY2(times.size() == 2, qPrintable(ofLengths.join(u" | "_s)));
    }

    /// At each width: a label has its unit, lies within the chart, and on no other.
    void axisLabelsAreWhole_data()
    {
        QTest::addColumn<QSize>("size");
        for (const auto& size : {QSize(160, 76), QSize(220, 150), QSize(420, 170), QSize(700, 260), QSize(1'400, 300)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
    void axisLabelsAreWhole()
    {
        QFETCH(QSize, size);
        inspect::DurationStatistics durations;
        for (auto i = 0; i < 1'200; ++i)
            durations.add(std::chrono::milliseconds(1 << (i % 20)));
        ui::Histogram histogram(u"waits"_s, u"Wait time"_s, ui::Tone::Wait, u"none"_s);
        histogram.resize(size);
        histogram.show(durations, 0);
        ui::QueueLengthChart lengths;
        lengths.resize(size);
        const auto history = shortStory("/l/a");
        lengths.show(history->find("/l/a")->lengths, test::snapshotTime + 10s, std::nullopt, {});
        for (auto* chart : {static_cast<QWidget*>(&histogram), static_cast<QWidget*>(&lengths)}) {
            // Labels of the axis of durations or times stand in the last line.
            const auto line = chart->fontMetrics().height();
            QList<test::PaintedText> labels;
            for (const auto& text : test::painted(*chart).texts)
                if (text.box.top() > chart->height() - line - 6)
                    labels << text;
            const bool hasPlot = chart->height() > 100;
            QVERIFY(!hasPlot || !labels.isEmpty());
            static const QRegularExpression withUnit(u"(\\d (ns|µs|ms|s|m|h|d)|\\d\\d:\\d\\d:\\d\\d)$"_s);
            for (auto i = 0; i < labels.size(); ++i) {
                const auto& label = labels[i];
                QVERIFY2(label.text.contains(withUnit), qPrintable(label.text));
                QVERIFY2(QRectF(chart->rect()).adjusted(-1, -1, 1, 1).contains(label.box), qPrintable(label.text));
                for (auto j = 0; j < i; ++j)
                    QVERIFY2(!labels[j].box.intersects(label.box), qPrintable(labels[j].text + label.text));
            }
        }
    }

    void openWaitsAreCounted()
    {
        ui::StatisticsPanel panel;
        panel.resize(1000, 220);
        panel.show();
        auto history = std::make_shared<inspect::History>();
        for (const auto after : {0s, 1s, 61s}) {
            auto made = *test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue(
                "/l/a", after == 0s ? std::vector<inspect::Contender>()
                                    : std::vector{test::contender(101, 0), test::contender(102, 0)}))});
            made.takenAt = test::snapshotTime + after;
            history->see(std::make_shared<inspect::Snapshot>(made));
        }
        auto viewState = test::liveViewState(history->last());
        viewState.history = history;
        viewState.now = test::snapshotTime + 61s;
        panel.setViewState(viewState, "/l/a");
        const auto words = panel.findChild<QWidget*>(u"waitHistogram"_s)->accessibleDescription();
        QVERIFY2(words.contains(u"waiting now: 1 · p50 "_s), qPrintable(words));
    }

    void statisticsOfTheChosenLock()
    {
        ui::StatisticsPanel panel;
        panel.resize(1000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto text = [&](const QString& name) { return panel.findChild<QLabel*>(name)->text(); };
        QCOMPARE(text(u"statisticsEmptyTitle"_s), u"No statistics yet"_s);
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/l/a", 1)}));
        viewState.history = shortStory("/l/a");
        panel.setViewState(viewState, {});
        QCOMPARE(text(u"statisticsEmptyTitle"_s), u"Select a lock"_s);
        panel.setViewState(viewState, "/l/b");
        QVERIFY(text(u"statisticsEmptyTitle"_s).startsWith(u"No events at /l/b"_s));
        panel.setViewState(viewState, "/l/a");
        QVERIFY(panel.findChild<QWidget*>(u"statisticsContent"_s)->isVisible());
        const auto reported = [&](const QString& name) {
            return panel.findChild<QWidget*>(name)->accessibleDescription();
        };
        QVERIFY2(reported(u"holdHistogram"_s).startsWith(u"count 2 · p50 3"_s),
                 qPrintable(reported(u"holdHistogram"_s)));
        QVERIFY2(reported(u"waitHistogram"_s).contains(u"max 4.0 s"_s), qPrintable(reported(u"waitHistogram"_s)));
        QCOMPARE(reported(u"queueLengthChart"_s), u"Maximum number of waiters: 1"_s);
    }

    void theChartOfAReplayGoesToATime()
    {
        ui::StatisticsPanel panel;
        panel.resize(1000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto viewState = test::liveViewState(test::snapshot({test::mutexLock("/l/a", 1)}));
        viewState.history = shortStory("/l/a");
        std::vector<WallTime> chosen;
        connect(&panel, &ui::StatisticsPanel::timeChosen, this, [&](WallTime at) { chosen.push_back(at); });
        auto* chart = panel.findChild<ui::QueueLengthChart*>();
        panel.setViewState(viewState, "/l/a");
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(chosen.empty()); // a live view cannot be rewound
        viewState.source = ui::SourceState::Replay;
        viewState.recordedUntil = test::snapshotTime + 10s;
        panel.setViewState(viewState, "/l/a");
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1U);
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(chosen.at(1) < chosen.at(0));
        QVERIFY(chart->accessibleDescription().contains(u" waiting, from "_s));
        QTest::mouseClick(chart, Qt::LeftButton, {}, {chart->width() - 6, chart->height() / 2 + 10});
        QCOMPARE(chosen.size(), 3U);
        QVERIFY(chosen.at(2) > chosen.at(1));
    }

    /// The text of a step needs more lines than that of the whole.
    void thePlotStaysInPlaceBetweenSteps()
    {
        ui::QueueLengthChart chart;
        chart.resize(200, 200);
        chart.setVisible(true);
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto history = shortStory("/l/a");
        chart.show(history->find("/l/a")->lengths, test::snapshotTime + 10s, std::nullopt);
        const auto topOfAxis = [&chart] {
            const auto image = chart.grab().toImage();
            for (auto y = 0; y < image.height(); ++y)
                for (auto x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == ui::darkTheme().border)
                        return y;
            return -1;
        };
        const auto top = topOfAxis();
        QVERIFY(top > 0);
        chart.setFocus();
        QTRY_VERIFY(chart.hasFocus());
        for (auto step = 0; step < 3; ++step) {
            QTest::keyClick(&chart, Qt::Key_Left);
            QCOMPARE(topOfAxis(), top);
        }
    }

    void sessionsReportWhatTheyHold()
    {
        SessionsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow(test::snapshotTime);
        model.apply(ui::SessionsModel::changeTo(
            shown(test::snapshot({test::mutexLock("/l/a", 3), test::mutexLock("/l/b", 2)})), model.sessions()));
        QCOMPARE(model.rowCount(), 3);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        // Session 0x165 holds both; the session that blocks most comes first.
        QCOMPARE(cell(0, SessionsModel::Client), u"worker-101"_s);
        QCOMPARE(cell(0, SessionsModel::Session), u"0x165"_s);
        QCOMPARE(cell(0, SessionsModel::Host), u"10.20.4.101"_s);
        QCOMPARE(cell(0, SessionsModel::Holds), u"/l/a, /l/b"_s);
        QCOMPARE(cell(0, SessionsModel::Waits), u"—"_s);
        QCOMPARE(cell(1, SessionsModel::Waits), u"/l/a (#1), /l/b (#1)"_s);
        QCOMPARE(cell(2, SessionsModel::Waits), u"/l/a (#2)"_s);
        QCOMPARE(model.index(0, 0).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Filled);
        QCOMPARE(model.index(1, 0).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Ring);
        model.apply(ui::SessionsModel::changeTo({}, model.sessions()));
        QCOMPARE(model.rowCount(), 0);
    }

    /// A session that is not reported as ended has not expired: its next heartbeat is reported later.
    void anExpiryThatHasPassedIsUnknown()
    {
        auto snapshot = std::make_shared<inspect::Snapshot>(*test::snapshot({test::mutexLock("/l/a", 1)}));
        auto facts = std::make_shared<ensemble::EnsembleFacts>();
        auto& session = facts->sessions[0x165];
        session.id = 0x165;
        session.reportedAt = test::snapshotTime;
        session.expiresAt = test::snapshotTime + 4s;
        snapshot->ensemble = facts;
        SessionsModel model;
        model.apply(ui::SessionsModel::changeTo(shown(snapshot), model.sessions()));
        const auto cell = [&](int role) { return model.index(0, SessionsModel::Expires).data(role).toString(); };
        model.setNow(test::snapshotTime + 1s);
        QCOMPARE(cell(Qt::DisplayRole), u"3.0 s"_s);
        model.setNow(test::snapshotTime + 5s);
        QCOMPARE(cell(Qt::DisplayRole), u"—"_s);
        QVERIFY2(cell(Qt::ToolTipRole).contains(u"last report 5.0 s ago"_s), qPrintable(cell(Qt::ToolTipRole)));
    }

    void randomSessionsEndLikeAFreshModel()
    {
        std::mt19937 random(5);
        SessionsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setNow(test::snapshotTime);
        for (auto round = 0; round < 100; ++round) {
            std::vector<test::LockPtr> locks;
            for (auto i = 0; i < 4; ++i)
                locks.push_back(test::mutexLock("/l/" + std::to_string(i), static_cast<int>(random() % 6)));
            const auto snapshot = test::snapshot(locks);
            model.apply(ui::SessionsModel::changeTo(shown(snapshot), model.sessions()));
            SessionsModel fresh;
            fresh.setNow(test::snapshotTime);
            fresh.apply(ui::SessionsModel::changeTo(shown(snapshot), fresh.sessions()));
            QCOMPARE(rowsOf(model), rowsOf(fresh));
        }
        QCOMPARE(resets.count(), 0);
    }

    void theSessionsPanelSumsUpWhatIsSeen()
    {
        ui::SessionsPanel panel;
        panel.resize(1000, 220);
        auto* table = panel.findChild<QTableView*>(u"sessionsTable"_s);
        const auto snapshot = test::snapshot({test::mutexLock("/l/a", 3)});
        panel.setViewState(test::liveViewState(snapshot));
        QCOMPARE(table->model()->rowCount(), 0); // hidden: it is not updated
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        std::vector<std::string> chosen;
        connect(&panel, &ui::SessionsPanel::nodeChosen, this,
                [&](const inspect::ContenderKey& key) { chosen.push_back(toString(key)); });
        table->setCurrentIndex(table->model()->index(1, 0));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(chosen, std::vector<std::string>{"/l/a//qlock-0000000102"});
        auto* filter = panel.findChild<QLineEdit*>(u"sessionsFilter"_s);
        filter->setText(u"worker-103"_s);
        QTRY_COMPARE(table->model()->rowCount(), 1);
        filter->setText(u"no-such-name"_s);
        QTRY_COMPARE(panel.findChild<QLabel*>(u"sessionsEmptyTitle"_s)->text(), u"No sessions match the filter"_s);
        filter->clear();
        panel.setViewState({});
        QCOMPARE(table->model()->rowCount(), 0);
        QCOMPARE(panel.findChild<QLabel*>(u"sessionsEmptyTitle"_s)->text(), u"No sessions yet"_s);
    }

    void aHeaderSortsTheSessions()
    {
        ui::SessionsPanel panel;
        panel.resize(1000, 220);
        auto* table = panel.findChild<QTableView*>(u"sessionsTable"_s);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setViewState(test::liveViewState(test::snapshot({test::mutexLock("/l/a", 3)})));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto first = [&] { return table->model()->index(0, SessionsModel::Client).data().toString(); };
        const auto click = [&] {
            auto* header = table->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(SessionsModel::Session) + 20, header->height() / 2});
        };
        QCOMPARE(first(), u"worker-101"_s); // blocks most
        click();
        QCOMPARE(first(), u"worker-101"_s);
        click();
        QTRY_COMPARE(first(), u"worker-103"_s);
        click();
        QTRY_COMPARE(first(), u"worker-101"_s);
    }

    void sessionsAreFoundByAllThatTheyHold()
    {
        std::vector<test::LockPtr> locks;
        for (const auto* name : {"/l/a", "/l/b", "/l/c", "/l/d", "/l/the-fifth"})
            locks.push_back(test::mutexLock(name, 1));
        locks.push_back(test::mutexLock("/l/z", 2));
        const auto snapshot = test::snapshot(locks);
        const auto found = [&](const QString& filter) { return shown(snapshot, {filter}).rows.size(); };
        QCOMPARE(found({}), 2U);
        QCOMPARE(found(u"THE-FIFTH"_s), 1U); // the table has room for three
        QCOMPARE(found(u"0x166"_s), 1U);
        QCOMPARE(found(u"10.20.4"_s), 2U);
        QCOMPARE(found(u"worker-102"_s), 1U);
        QCOMPARE(found(u"nobody"_s), 0U);
    }

    void unknownValuesStandLast_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QStringList>("expected");
        const QStringList up{u"alpha"_s, u"Beta"_s, u"gamma"_s, {}};
        const QStringList down{u"gamma"_s, u"Beta"_s, u"alpha"_s, {}};
        QTest::newRow("as they are") << -1 << Qt::DescendingOrder << QStringList{u"Beta"_s, {}, u"gamma"_s, u"alpha"_s};
        for (const auto column :
             {SessionsModel::Client, SessionsModel::Host, SessionsModel::Heard, SessionsModel::Expires}) {
            QTest::addRow("%d up", column) << int(column) << Qt::AscendingOrder << up;
            QTest::addRow("%d down", column) << int(column) << Qt::DescendingOrder << down;
        }
        QTest::newRow("ids") << int(SessionsModel::Session) << Qt::AscendingOrder
                             << QStringList{u"alpha"_s, u"Beta"_s, u"gamma"_s, {}};
        QTest::newRow("most waits") << int(SessionsModel::Waits) << Qt::DescendingOrder
                                    << QStringList{u"gamma"_s, u"Beta"_s, {}, u"alpha"_s};
        QTest::newRow("most holds") << int(SessionsModel::Holds) << Qt::DescendingOrder
                                    << QStringList{{}, u"Beta"_s, u"gamma"_s, u"alpha"_s};
    }

    void unknownValuesStandLast()
    {
        QFETCH(int, column);
        QFETCH(Qt::SortOrder, order);
        QFETCH(QStringList, expected);
        const auto reported = [](SessionId session, const char* name, std::size_t waits) {
            inspect::SessionSummary summary;
            summary.owner.session = session;
            summary.waits.resize(waits);
            if (!name)
                return summary;
            summary.client = summary.owner.host = name;
            summary.owner.lastHeard = summary.owner.expiresAt = test::snapshotTime + session * 1s;
            return summary;
        };
        std::vector<inspect::SessionSummary> all{reported(2, "Beta", 1), reported(-4, nullptr, 0),
                                                 reported(3, "gamma", 2), reported(1, "alpha", 0)};
        all[1].holds.resize(1);
        QStringList clients;
        const auto sessions = ui::sessionsShown(
            std::make_shared<const std::vector<inspect::SessionSummary>>(std::move(all)), {{}, column, order});
        for (const auto* row : sessions.rows)
            clients << QString::fromStdString(row->client);
        QCOMPARE(clients, expected);
    }

    void aPanelThatGoesWhileItSumsUp()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 2'000; ++i)
            locks.push_back(test::mutexLock("/l/" + std::to_string(i), 5));
        auto panel = std::make_unique<ui::SessionsPanel>();
        panel->show();
        panel->setViewState(test::liveViewState(test::snapshot(locks)));
        panel.reset();
        QCoreApplication::processEvents();
        QVERIFY(!panel);
    }
};

} // namespace lockscope::statisticsTest

LOCKSCOPE_TEST(lockscope::statisticsTest::StatisticsTest)
#include "StatisticsTest.moc"
