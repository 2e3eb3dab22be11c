// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tabs Sessions and Statistics: models, charts and what they say when there is nothing.

#include "tests/support/Test.h"
#include "tests/ui/Pictures.h"
#include "tests/ui/Warnings.h"
#include "ui/models/SessionsModel.h"
#include "ui/panels/SessionsPanel.h"
#include "ui/panels/StatisticsPanel.h"
#include "ui/views/Histogram.h"
#include "ui/views/QueueLengthChart.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>

#include <memory>
#include <random>

namespace lockscope::statisticsTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using ui::HistogramLayout;
using ui::SessionsModel;

namespace {

SessionsModel::Summaries summaries(const inspect::PicturePtr& picture)
{
    return std::make_shared<const std::vector<inspect::SessionSummary>>(
        inspect::summariesOf(*picture, inspect::WhichSessions::WithLocks));
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

/// 101 comes and holds for five seconds while 102 waits.
std::shared_ptr<inspect::History> shortStory(const std::string& path)
{
    auto history = std::make_shared<inspect::History>();
    const auto see = [&](int seconds, std::vector<inspect::Contender> queue) {
        auto made = *test::picture({std::make_shared<inspect::LockQueue>(test::mutexQueue(path, std::move(queue)))});
        made.takenAt = test::pictureTime + std::chrono::seconds(seconds);
        history->see(std::make_shared<inspect::Picture>(made));
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

    void aHistogramTellsItsNumbers()
    {
        inspect::DurationStatistics durations;
        ui::Histogram histogram(u"waits"_s, u"Waited"_s, ui::Tone::Wait, u"none"_s);
        histogram.resize(300, 150);
        histogram.show(durations, 0);
        QVERIFY(histogram.accessibleDescription().isEmpty());
        for (auto i = 0; i < 100; ++i)
            durations.add(std::chrono::milliseconds(i < 99 ? 10 : 60'000));
        histogram.show(durations, 3);
        QVERIFY2(histogram.accessibleDescription().startsWith(u"100 times · half ≤ 10 ms"_s),
                 qPrintable(histogram.accessibleDescription()));
        QVERIFY(histogram.accessibleDescription().contains(u"3 more not seen"_s));
        for (const auto& theme : {ui::darkTheme(), ui::lightTheme()}) {
            histogram.setTheme(theme);
            const auto picture = histogram.grab().toImage();
            auto coloured = 0;
            for (auto y = 0; y < picture.height(); ++y)
                for (auto x = 0; x < picture.width(); ++x)
                    coloured += picture.pixelColor(x, y) == theme.wait ? 1 : 0;
            QVERIFY(coloured > 500);
        }
    }

    void statisticsOfTheChosenLock()
    {
        ui::StatisticsPanel panel;
        panel.resize(1000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        const auto text = [&](const QString& name) { return panel.findChild<QLabel*>(name)->text(); };
        QCOMPARE(text(u"statisticsEmptyTitle"_s), u"Nothing to count yet"_s);
        auto situation = test::liveSituation(test::picture({test::mutexLock("/l/a", 1)}));
        situation.history = shortStory("/l/a");
        panel.setSituation(situation, {});
        QCOMPARE(text(u"statisticsEmptyTitle"_s), u"Choose a lock"_s);
        panel.setSituation(situation, "/l/b");
        QVERIFY(text(u"statisticsEmptyTitle"_s).startsWith(u"Nothing has happened at /l/b"_s));
        panel.setSituation(situation, "/l/a");
        QVERIFY(panel.findChild<QWidget*>(u"statisticsContent"_s)->isVisible());
        const auto told = [&](const QString& name) { return panel.findChild<QWidget*>(name)->accessibleDescription(); };
        QVERIFY2(told(u"holdHistogram"_s).startsWith(u"2 times · half ≤ 3"_s), qPrintable(told(u"holdHistogram"_s)));
        QVERIFY2(told(u"waitHistogram"_s).contains(u"longest 4.0 s"_s), qPrintable(told(u"waitHistogram"_s)));
        QCOMPARE(told(u"queueLengthChart"_s), u"At most 1 waited at a time"_s);
    }

    void theChartOfAReplayGoesToATime()
    {
        ui::StatisticsPanel panel;
        panel.resize(1000, 220);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto situation = test::liveSituation(test::picture({test::mutexLock("/l/a", 1)}));
        situation.history = shortStory("/l/a");
        std::vector<WallTime> chosen;
        connect(&panel, &ui::StatisticsPanel::timeChosen, this, [&](WallTime at) { chosen.push_back(at); });
        auto* chart = panel.findChild<ui::QueueLengthChart*>();
        panel.setSituation(situation, "/l/a");
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(chosen.empty()); // what is live cannot be gone back to
        situation.stage = ui::Stage::Replay;
        situation.recordedUntil = test::pictureTime + 10s;
        panel.setSituation(situation, "/l/a");
        QTest::keyClick(chart, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1U);
        QTest::keyClick(chart, Qt::Key_Left);
        QTest::keyClick(chart, Qt::Key_Return);
        QVERIFY(chosen.at(1) < chosen.at(0));
        QVERIFY(chart->accessibleDescription().contains(u"waiting at most"_s));
        QTest::mouseClick(chart, Qt::LeftButton, {}, {chart->width() - 6, chart->height() / 2 + 10});
        QCOMPARE(chosen.size(), 3U);
        QVERIFY(chosen.at(2) > chosen.at(1));
    }

    void sessionsTellWhatTheyHold()
    {
        SessionsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setNow(test::pictureTime);
        model.setSessions(summaries(test::picture({test::mutexLock("/l/a", 3), test::mutexLock("/l/b", 2)})));
        QCOMPARE(model.rowCount(), 3);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        // Session 0x165 holds both; whoever blocks most comes first.
        QCOMPARE(cell(0, SessionsModel::Client), u"worker-101"_s);
        QCOMPARE(cell(0, SessionsModel::Session), u"0x165"_s);
        QCOMPARE(cell(0, SessionsModel::Host), u"10.20.4.101"_s);
        QCOMPARE(cell(0, SessionsModel::Holds), u"/l/a, /l/b"_s);
        QCOMPARE(cell(0, SessionsModel::Waits), u"—"_s);
        QCOMPARE(cell(1, SessionsModel::Waits), u"/l/a (#1), /l/b (#1)"_s);
        QCOMPARE(model.index(0, 0).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Filled);
        QCOMPARE(model.index(1, 0).data(ui::MarkRole).value<ui::Mark>(), ui::Mark::Ring);
        model.setSessions(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void randomSessionsEndLikeAFreshModel()
    {
        std::mt19937 random(5);
        SessionsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        model.setNow(test::pictureTime);
        for (auto round = 0; round < 100; ++round) {
            std::vector<test::LockPtr> locks;
            for (auto i = 0; i < 4; ++i)
                locks.push_back(test::mutexLock("/l/" + std::to_string(i), static_cast<int>(random() % 6)));
            const auto picture = test::picture(locks);
            model.setSessions(summaries(picture));
            SessionsModel fresh;
            fresh.setNow(test::pictureTime);
            fresh.setSessions(summaries(picture));
            QCOMPARE(rowsOf(model), rowsOf(fresh));
        }
        QCOMPARE(resets.count(), 0);
    }

    void theSessionsPanelSumsUpWhatIsSeen()
    {
        ui::SessionsPanel panel;
        panel.resize(1000, 220);
        auto* table = panel.findChild<QTableView*>(u"sessionsTable"_s);
        const auto picture = test::picture({test::mutexLock("/l/a", 3)});
        panel.setSituation(test::liveSituation(picture));
        QCOMPARE(table->model()->rowCount(), 0); // hidden: it costs nothing
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        std::vector<std::string> chosen;
        connect(&panel, &ui::SessionsPanel::nodeChosen, this,
                [&](const std::string& lock, const std::string& node) { chosen.push_back(lock + " " + node); });
        table->setCurrentIndex(table->model()->index(1, 0));
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(chosen, std::vector<std::string>{"/l/a lock-0000000102"});
        auto* filter = panel.findChild<QLineEdit*>(u"sessionsFilter"_s);
        filter->setText(u"worker-103"_s);
        QCOMPARE(table->model()->rowCount(), 1);
        filter->setText(u"nobody of that name"_s);
        QCOMPARE(panel.findChild<QLabel*>(u"sessionsEmptyTitle"_s)->text(), u"No session fits the filter"_s);
        filter->clear();
        panel.setSituation({});
        QCOMPARE(table->model()->rowCount(), 0);
        QCOMPARE(panel.findChild<QLabel*>(u"sessionsEmptyTitle"_s)->text(), u"No sessions to see yet"_s);
    }

    void aHeaderSortsTheSessions()
    {
        ui::SessionsPanel panel;
        panel.resize(1000, 220);
        auto* table = panel.findChild<QTableView*>(u"sessionsTable"_s);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        panel.setSituation(test::liveSituation(test::picture({test::mutexLock("/l/a", 3)})));
        QTRY_COMPARE(table->model()->rowCount(), 3);
        const auto first = [&] { return table->model()->index(0, SessionsModel::Client).data().toString(); };
        const auto click = [&] {
            auto* header = table->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(SessionsModel::Session) + 20, header->height() / 2});
        };
        QCOMPARE(first(), u"worker-101"_s); // who blocks most
        click();
        QCOMPARE(first(), u"worker-101"_s);
        click();
        QCOMPARE(first(), u"worker-103"_s);
        click();
        QCOMPARE(first(), u"worker-101"_s);
    }

    void aPanelThatGoesWhileItSumsUp()
    {
        std::vector<test::LockPtr> locks;
        for (auto i = 0; i < 2'000; ++i)
            locks.push_back(test::mutexLock("/l/" + std::to_string(i), 5));
        auto panel = std::make_unique<ui::SessionsPanel>();
        panel->show();
        panel->setSituation(test::liveSituation(test::picture(locks)));
        panel.reset();
        QCoreApplication::processEvents();
        QVERIFY(!panel);
    }
};

} // namespace lockscope::statisticsTest

LOCKSCOPE_TEST(lockscope::statisticsTest::StatisticsTest)
#include "StatisticsTest.moc"
