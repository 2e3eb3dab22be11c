// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ActionLogPanel.h"
#include "core/release/ActionLog.h"
#include "tests/support/Test.h"
#include "tests/ui/Saving.h"
#include "tests/ui/Warnings.h"
#include "ui/models/ActionLogModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Theme.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

namespace lockscope::actionLogPanelTest {

using namespace Qt::StringLiterals;
using release::ActionStatus;
using ui::ActionLogModel;

namespace {

release::ActionRecord record(const std::string& id, std::optional<ActionStatus> verdict = {})
{
    release::ActionRecord made;
    made.id = id;
    made.at = WallTime(std::chrono::milliseconds(1'795'262'400'000));
    made.actor.user = "ann";
    made.actor.machine = "desk";
    made.reason = "stuck " + id;
    made.plan = {{u"path"_s, u"/locks/orders"_s}, {u"node"_s, u"lock-0000000101"_s}, {u"client"_s, u"worker-101"_s}};
    if (verdict)
        made.outcome = release::ActionOutcome{*verdict, "as it went", std::chrono::milliseconds(40), true, {}, {}};
    return made;
}

release::ActionEntry entry(const std::string& id, std::optional<ActionStatus> verdict = {})
{
    return {record(id, verdict), record(id).at};
}

} // namespace

class ActionLogPanelTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void rowsStayWhereTheyAre()
    {
        ActionLogModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QRandomGenerator random(7);
        std::vector<release::ActionEntry> entries;
        for (int i = 0; i < 200; ++i) {
            if (random.bounded(20) == 0)
                entries.clear(); // another file
            for (auto& one : entries) {
                if (!one.record.outcome && random.bounded(2) == 0)
                    one = entry(one.record.id, ActionStatus::Released);
            }
            for (int added = random.bounded(3); added > 0; --added)
                entries.insert(entries.begin(), entry(std::to_string(i) + "-" + std::to_string(added)));
            model.setEntries(entries);
            QCOMPARE(model.rowCount(), static_cast<int>(entries.size()));
            for (int row = 0; row < model.rowCount(); ++row) {
                const auto& wanted = entries[static_cast<std::size_t>(row)].record;
                QCOMPARE(model.index(row, ActionLogModel::Reason).data().toString(),
                         QString::fromStdString(wanted.reason));
                QCOMPARE(model.index(row, ActionLogModel::Outcome).data().toString(),
                         wanted.outcome ? u"Released"_s : u"No outcome recorded"_s);
            }
        }
    }

    void cellsSayWhoAndWhat()
    {
        ActionLogModel model;
        model.setEntries({entry("a", ActionStatus::Refused)});
        const auto time = model.index(0, ActionLogModel::Time).data().toString();
        QVERIFY2(time.startsWith(u"2026-11-2"_s), qPrintable(time)); // with the date
        QCOMPARE(model.index(0, ActionLogModel::Lock).data().toString(), u"/locks/orders"_s);
        QCOMPARE(model.index(0, ActionLogModel::Client).data().toString(), u"worker-101"_s);
        QCOMPARE(model.index(0, ActionLogModel::Who).data().toString(), u"ann"_s);
        QVERIFY(model.index(0, ActionLogModel::Who).data(Qt::ToolTipRole).toString().contains(u"ann@desk"_s));
        QCOMPARE(model.index(0, ActionLogModel::Outcome).data().toString(), u"Refused"_s);
        QCOMPARE(model.index(0, ActionLogModel::Detail).data().toString(), u"as it went"_s);
    }

    void theTimeIsWithoutTheDateToday()
    {
        auto today = entry("b", ActionStatus::Released);
        today.record.at = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
        ActionLogModel model;
        model.setEntries({today, entry("a", ActionStatus::Refused)});
        const auto cell = [&](int row, int role) {
            return model.index(row, ActionLogModel::Time).data(role).toString();
        };
        const QRegularExpression clock(u"^\\d\\d:\\d\\d:\\d\\d$"_s);
        QVERIFY2(clock.match(cell(0, Qt::DisplayRole)).hasMatch(), qPrintable(cell(0, Qt::DisplayRole)));
        QCOMPARE(cell(1, Qt::DisplayRole), ui::formatTime(record("a").at).section(u'.', 0, 0));
        QVERIFY(cell(0, Qt::ToolTipRole).contains(cell(0, Qt::DisplayRole)));
        // The details are also reached where their column is hidden.
        const auto outcome = model.index(1, ActionLogModel::Outcome);
        QVERIFY(outcome.data(Qt::ToolTipRole).toString().contains(u"as it went"_s));
        QCOMPARE(outcome.data(Qt::AccessibleDescriptionRole).toString(), u"Refused\nas it went"_s);
    }

    void timeAndClientAreNeverCut_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("between the sides of a window of 1,440 pixels") << 586;
        QTest::newRow("with tickets") << 1'100;
        QTest::newRow("with details") << 1'600;
    }
    void timeAndClientAreNeverCut()
    {
        QFETCH(const int, width);
        const auto file = m_folder.filePath(u"lockscope/wide%1.jsonl"_s.arg(width));
        auto wide = record("a");
        wide.plan.insert(u"client"_s, u"billing-worker"_s);
        wide.reason = std::string(300, 'w');
        wide.at = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
        const release::ActionLog log(file.toStdString());
        QVERIFY(log.append(wide));
        wide.outcome = record("a", ActionStatus::Released).outcome;
        QVERIFY(log.append(wide));
        ui::ActionLogPanel panel(file);
        panel.setFont(ui::textFont());
        panel.setStyleSheet(ui::styleSheetOf(ui::darkTheme()));
        panel.resize(width, 240);
        panel.show();
        const auto* table = panel.findChild<QTableView*>(u"auditTable"_s);
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), 20'000);
        QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
        for (auto column = 0; column < ActionLogModel::ColumnCount; ++column) {
            if (column == ActionLogModel::Lock || column == ActionLogModel::Reason || table->isColumnHidden(column))
                continue;
            const auto wanted = table->sizeHintForIndex(table->model()->index(0, column)).width();
            QTRY_VERIFY2(table->columnWidth(column) >= wanted,
                         qPrintable(u"column %1: %2 of %3"_s.arg(column).arg(table->columnWidth(column)).arg(wanted)));
        }
        QVERIFY2(table->columnWidth(ActionLogModel::Reason) >= 60,
                 qPrintable(QString::number(table->columnWidth(ActionLogModel::Reason))));
        QCOMPARE(table->isColumnHidden(ActionLogModel::Ticket), width < 900);
        QCOMPARE(table->isColumnHidden(ActionLogModel::Detail), width < 1'300);
        panel.hide();
    }

    void whatIsWrittenIsShownSoon()
    {
        const auto file = m_folder.filePath(u"lockscope/audit.jsonl"_s);
        const release::ActionLog trail(file.toStdString());
        ui::ActionLogPanel panel(file);
        panel.show();
        auto* table = panel.findChild<QTableView*>(u"auditTable"_s);
        QVERIFY(table && table->isHidden());
        QVERIFY(trail.append(record("a")));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, 20'000);
        QVERIFY(!table->isHidden());
        QVERIFY(trail.append(record("a", ActionStatus::Released)));
        QVERIFY(trail.append(record("b")));
        QVERIFY(trail.append(record("b", ActionStatus::Failed)));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 2, 20'000);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->index(1, ActionLogModel::Outcome).data().toString(), u"Released"_s,
                                  20'000);
        panel.hide();
    }

    void savesWhatTheFilterShows()
    {
        ui::ActionLogPanel panel(m_folder.filePath(u"none.jsonl"_s));
        auto* save = panel.findChild<QPushButton*>(u"auditSave"_s);
        QVERIFY(!save->isEnabled());
        panel.setReading(release::ActionLogReading{
            {entry("c", ActionStatus::Failed), entry("b", ActionStatus::Released), entry("a", ActionStatus::Released)},
            2});
        auto* table = panel.findChild<QTableView*>(u"auditTable"_s);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(panel.findChild<QLabel*>(u"auditTold"_s)->text(), u"Unreadable lines: 2"_s);
        auto* verdict = panel.findChild<QComboBox*>(u"auditVerdict"_s);
        verdict->setCurrentIndex(verdict->findText(u"Released"_s));
        QCOMPARE(table->model()->rowCount(), 2);
        panel.findChild<QLineEdit*>(u"auditFilter"_s)->setText(u"STUCK B"_s);
        QCOMPARE(table->model()->rowCount(), 1);

        const auto savedAs = [&](const QString& name) {
            QTest::mouseClick(save, Qt::LeftButton);
            test::chooseFile(panel, u"auditTableSaveDialog"_s, m_folder.filePath(name));
            return test::reportedAfterwards(panel, u"auditSaveLine"_s);
        };
        const auto json = m_folder.filePath(u"out.json"_s);
        QCOMPARE(savedAs(u"out.json"_s), u"Saved to "_s + json);
        const auto acts = QJsonDocument::fromJson(test::bytesOf(json)).array();
        QCOMPARE(acts.size(), 1);
        const auto act = acts.first().toObject();
        QCOMPARE(act.value(u"id"_s).toString(), u"b"_s);
        QCOMPARE(act.value(u"at"_s).toString(), u"2026-11-21T12:00:00.000Z"_s);
        QCOMPARE(act.value(u"result"_s).toString(), u"released"_s);
        QCOMPARE(act.value(u"tookMs"_s).toInt(), 40);
        QCOMPARE(act.value(u"plan"_s).toObject(), record("b").plan);
        QVERIFY((QFile::permissions(json) & (QFile::ReadGroup | QFile::ReadOther)) == QFile::Permissions());
        (void)savedAs(u"out.csv"_s);
        QCOMPARE(test::bytesOf(m_folder.filePath(u"out.csv"_s)).count('\n'), 2);
        QVERIFY2(savedAs(u"no/such/folder.csv"_s).contains(u"no/such/folder.csv"_s),
                 qPrintable(test::reportedAfterwards(panel, u"auditSaveLine"_s)));

        panel.findChild<QLineEdit*>(u"auditFilter"_s)->setText(u"nothing like it"_s);
        QVERIFY(!save->isEnabled());
    }

    void aTrailThatCanNotBeReadIsSaid()
    {
        ui::ActionLogPanel panel(m_folder.path()); // a folder
        panel.show();
        QTRY_COMPARE_WITH_TIMEOUT(panel.findChild<QLabel*>(u"auditEmptyTitle"_s)->text(),
                                  u"The action log is unavailable"_s, 20'000);
        panel.hide();
    }
};

} // namespace lockscope::actionLogPanelTest

LOCKSCOPE_TEST(lockscope::actionLogPanelTest::ActionLogPanelTest)
#include "ActionLogPanelTest.moc"
