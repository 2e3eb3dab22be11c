// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tasks of the window's three kinds of users: an operator on call, a developer who shows contention, and a user
/// who releases a stuck lock. The test reads only what is painted and uses mouse and keyboard; clients are processes,
/// servers are real.

#include "tests/support/Test.h"
#include "tests/ui/Hand.h"
#include "tests/ui/WalkTest.h"
#include "ui/models/ActionLogModel.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/SimulationModel.h"
#include "ui/views/FindingStrip.h"
#include "ui/views/timeline/TimelineView.h"

#include <QComboBox>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QTimer>

#include <algorithm>
#include <set>

namespace lockscope::walksTest {

using namespace Qt::StringLiterals;

class WorkflowsTest : public test::WalkTest {
    Q_OBJECT

    std::unique_ptr<test::Hand> m_hand;

    void launch()
    {
        launchWindow();
        m_hand = std::make_unique<test::Hand>(m_whole->window);
    }
    template <typename T> T* seen(const QString& name) const { return m_hand->seen<T>(name); }
    void click(const QString& name) { m_hand->click(name); }
    /// The visible row of the finding about this lock; -1 while there is none.
    int findingAbout(const QString& title, const QString& lockName) const
    {
        const auto* list = seen<QListView>(u"findingsList"_s);
        for (auto row = 0; list && row < list->model()->rowCount(); ++row) {
            const auto index = list->model()->index(row, 0);
            const auto said = index.data(Qt::AccessibleTextRole).toString();
            if (!index.data(ui::FindingsModel::EndedRole).toBool() && said.contains(title) && said.contains(lockName) &&
                list->viewport()->rect().contains(list->visualRect(index)))
                return row;
        }
        return -1;
    }
    void clickFinding(const QString& title, const QString& lockName)
    {
        QTRY_VERIFY2(findingAbout(title, lockName) >= 0, qPrintable(title));
        m_hand->clickRow(seen<QListView>(u"findingsList"_s), findingAbout(title, lockName));
    }
    /// Findings come and go while they are clicked, mainly on a busy machine: the test then clicks again.
    void chooseByFinding(const QString& title, const QString& lockName, const QString& client)
    {
        clickFinding(title, lockName);
        const auto isChosen = [&] { return fact(u"Client"_s) == client; };
        if (!QTest::qWaitFor(isChosen, 10'000))
            clickFinding(title, lockName);
        QTRY_COMPARE(fact(u"Client"_s), client);
    }
    QString fact(const QString& key) const { return m_hand->readBeside(key, u"contenderFacts"_s); }
    QString queueCell(int row, int column) const
    {
        const auto* table = seen<QTableView>(u"queueTable"_s);
        const auto index = table ? table->model()->index(row, column) : QModelIndex();
        return index.isValid() && table->viewport()->rect().contains(table->visualRect(index).center())
                   ? index.data().toString()
                   : QString();
    }
    bool reads(const QString& words) const { return m_hand->read().contains(words); }
    /// By typing the begin of its title.
    void chooseScenario(const QByteArray& letters, const QString& title)
    {
        auto* keys = m_whole->window.windowHandle();
        QTest::keyClick(keys, Qt::Key_7, Qt::ControlModifier); // to the simulation
        QTRY_VERIFY(seen<QComboBox>(u"simulationScenario"_s));
        auto* choice = seen<QComboBox>(u"simulationScenario"_s);
        QTRY_COMPARE(QApplication::focusWidget(), choice);
        for (const auto letter : letters)
            QTest::keyClick(keys, letter);
        QCOMPARE(choice->currentText(), title);
    }
    QPushButton* deleteButton() const { return seen<QPushButton>(u"releaseDelete"_s); }
    /// Opens the release dialog and waits until it has read the current node.
    void openRelease()
    {
        click(u"releaseButton"_s);
        QTRY_VERIFY(deleteButton());
        QTRY_VERIFY_WITH_TIMEOUT(reads(u", held by worker-a?"_s), test::longestWaitMs);
    }
    QStringList audited() const
    {
        QStringList lines;
        const auto* table = m_whole->child<QTableView>(u"auditTable"_s);
        for (auto row = 0; row < table->model()->rowCount(); ++row) {
            QStringList cells;
            for (const auto column : {ui::ActionLogModel::Act, ui::ActionLogModel::Outcome, ui::ActionLogModel::Lock,
                                      ui::ActionLogModel::Client, ui::ActionLogModel::Reason})
                cells << table->model()->index(row, column).data().toString();
            lines << cells.join(u" | "_s);
        }
        return lines;
    }

private Q_SLOTS:
    void init() { startWalk(); }
    void cleanup()
    {
        m_hand.reset();
        endWalk();
    }

    void anOperatorFindsWhoHoldsAndThatItIsPaused()
    {
        const auto batch = queueFor(lock(u"batch"_s), u"batch-1"_s); // a lock without problems
        const auto holder = queueFor(lock(u"orders"_s), u"worker-a"_s);
        const auto next = queueFor(lock(u"orders"_s), u"worker-b"_s);
        const auto last = queueFor(lock(u"orders"_s), u"worker-c"_s);
        holder->signal(SIGSTOP);

        launch();
        click(u"welcomeSaved0"_s);
        QTRY_VERIFY_WITH_TIMEOUT(findingAbout(u"No heartbeat from the holder"_s, u"orders"_s) >= 0, test::silenceMs);
        chooseByFinding(u"No heartbeat from the holder"_s, u"orders"_s, u"worker-a"_s);
        QVERIFY2(m_hand->clicks() <= 3, "from the start to all of this");

        // The lock, its holder, host and hold time.
        const auto all = m_hand->read();
        QVERIFY2(fact(u"State"_s).contains(QRegularExpression(u"^Holding, (≤ )?\\d"_s)), qPrintable(all));
        QVERIFY2(fact(u"Host"_s).startsWith(u"127.0.0.1:"_s), qPrintable(all));
        QVERIFY2(!fact(u"Created"_s).isEmpty(), qPrintable(all));
        QVERIFY2(reads(u"orders"_s), qPrintable(all));
        // Whether the holder is alive.
        QVERIFY2(reads(u"holds the lock, but has sent no heartbeat for "_s), qPrintable(all));
        // The waiters.
        QCOMPARE(queueCell(1, 2), u"worker-b"_s);
        QCOMPARE(queueCell(1, 1), u"Waiting"_s);
        QCOMPARE(queueCell(2, 2), u"worker-c"_s);
        // The consequences of a release, and of waiting instead.
        QVERIFY2(reads(u"Next holder: worker-b. 1 client then waits behind worker-b."_s), qPrintable(all));
        QVERIFY2(reads(u"two clients may then both believe they hold the lock"_s), qPrintable(all));
        QVERIFY2(reads(u"Is enough if the client sends no further heartbeat"_s), qPrintable(all));
    }

    void aDeveloperShowsAPausedHolderAndFencing()
    {
        launch();
        chooseScenario("paused"_ba, u"Paused holder and fencing"_s);

        // While it runs, the table shows both the client's view and the actual state.
        auto* clients = seen<QTableView>(u"simulationTable"_s);
        QVERIFY(clients);
        const auto believes = [&](const QString& words) {
            for (auto each = 0; each < clients->model()->rowCount(); ++each)
                if (clients->model()->index(each, ui::SimulationModel::Believes).data().toString() == words)
                    return true;
            return false;
        };
        auto isReported = false;
        connect(clients->model(), &QAbstractItemModel::dataChanged, clients,
                [&] { isReported = isReported || (believes(u"Paused (holding)"_s) && believes(u"Holding"_s)); });
        // So does the strip above the lane, although the servers see no problem.
        QStringList strip;
        QTimer look;
        connect(&look, &QTimer::timeout, this,
                [&] { strip << m_whole->child<ui::FindingStrip>(u"findingStrip"_s)->text(); });
        look.start(20);
        click(u"simulationRun"_s);
        QCOMPARE(m_hand->clicks(), 1);
        const auto result = [&](const QString& key) { return m_hand->readBeside(key, u"simulationResult"_s); };
        QTRY_VERIFY2_WITH_TIMEOUT(result(u"Outcome"_s) == u"✓ as expected"_s,
                                  qPrintable(result(u"Outcome"_s) + result(u"✗ expected"_s) + m_hand->read()),
                                  test::scenarioMs);
        QVERIFY2(isReported, "the table did not show the paused holder beside the new one");
        QVERIFY2(result(u"Stale writes rejected"_s).toInt() >= 1, qPrintable(m_hand->read()));
        look.stop();
        QVERIFY(!strip.filter(u"sleeper acts as holder without the lock"_s).isEmpty());
        // At the end the lock is shown as it was, and what was seen last stays in words.
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Ended);
        QVERIFY(believes(u"Holding"_s) && believes(u"Waiting"_s));
        QVERIFY2(m_hand->read().contains(u"the data is undamaged"_s), qPrintable(m_hand->read()));

        // The timeline shows two clients that acted as the holder at one time.
        click(u"timelineAll"_s);
        auto* timeline = m_whole->child<ui::TimelineView>(u"timelineView"_s);
        QVERIFY(m_whole->simulation.mistakes());
        QCOMPARE(m_whole->simulation.mistakes()->size(), 1U);
        const auto mistake = m_whole->simulation.mistakes()->front();
        QCOMPARE(mistake.client, std::string("sleeper"));
        QVERIFY(mistake.to);
        const auto middle = mistake.from + (*mistake.to - mistake.from) / 2;
        const auto pointIn = [&](const std::string& node) {
            return QPoint(static_cast<int>(timeline->scale().xOf(middle)),
                          timeline->barOf({inspect::LockPart::Queue, node}).center().y());
        };
        const auto believed = pointIn(mistake.node);
        m_hand->click(timeline->viewport(), believed);
        QTRY_VERIFY2(timeline->tipAt(believed).contains(u"sleeper acted as holder without the lock for"_s),
                     qPrintable(timeline->tipAt(believed)));
        const auto holds = timeline->tipAt(pointIn(m_whole->simulation.run()->facts().clients.at(1).node));
        QVERIFY2(holds.contains(u"held for"_s), qPrintable(holds));
        // And the write that came too late, with the token of the lost lock.
        QVERIFY(m_whole->simulation.writes());
        const auto& writes = *m_whole->simulation.writes();
        const auto late =
            std::find_if(writes.begin(), writes.end(), [](const auto& each) { return each.rejected.count > 0; });
        QVERIFY(late != writes.end() && late->accepted.count >= 3);
        QCOMPARE(late->node, mistake.node);
        const QPoint rejected(static_cast<int>(timeline->scale().xOf(late->rejected.times.front())), believed.y());
        QVERIFY2(timeline->tipAt(rejected).contains(u"write rejected at "_s), qPrintable(timeline->tipAt(rejected)));
        QVERIFY(timeline->samples().contains(ui::TimelineSample::Write));
    }

    void aDeveloperSeesADeadlockStandStill()
    {
        launch();
        chooseScenario("deadlock"_ba, u"Deadlock by opposite lock order"_s);
        click(u"simulationRun"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(reads(u"Neither can continue: the graph shows the cycle."_s),
                                  qPrintable(m_hand->read()), test::scenarioMs);
        QTRY_VERIFY2_WITH_TIMEOUT(seen<QWidget>(u"waitGraphPanel"_s), qPrintable(m_hand->read()), test::longestWaitMs);
        QTRY_VERIFY2(reads(u"deadlock"_s), qPrintable(m_hand->read()));
        QCOMPARE(m_hand->clicks(), 1);
        // It stands until the user goes on.
        m_hand->clickTab(u"panelTabs"_s, u"Simulation"_s);
        QTRY_COMPARE(seen<QPushButton>(u"simulationPauseScript"_s)->text(), u"Continue"_s);
        click(u"simulationPauseScript"_s);
        const auto outcome = [&] { return m_hand->readBeside(u"Outcome"_s, u"simulationResult"_s); };
        QTRY_VERIFY2_WITH_TIMEOUT(outcome() == u"✓ as expected"_s, qPrintable(m_hand->read()), test::scenarioMs);
    }

    /// The servers are asked again and again. A finding about the owner of a node stays meanwhile.
    void aWarningStaysWhileTheServersAreAskedAgain()
    {
        const auto holder = queueFor(lock(u"nightly"_s), u"worker-a"_s);
        holder->signal(SIGKILL);
        launch();
        click(u"welcomeSaved0"_s);
        QTRY_VERIFY_WITH_TIMEOUT(findingAbout(u"no connection"_s, u"nightly"_s) >= 0, test::silenceMs);
        std::set<WallTime> reports;
        auto without = 0;
        connect(
            &m_whole->connection, &ui::Connection::snapshotChanged, this, [&](const inspect::SnapshotPtr& snapshot) {
                if (!snapshot || !snapshot->ensemble)
                    return;
                reports.insert(snapshot->ensemble->completeAt());
                without += std::none_of(snapshot->findings.begin(), snapshot->findings.end(), [](const auto& finding) {
                    return finding.kind == inspect::FindingKind::DisconnectedOwner;
                });
            });
        QTRY_VERIFY_WITH_TIMEOUT(reports.size() >= 4, test::longestWaitMs);
        QCOMPARE(without, 0);
        disconnect(&m_whole->connection, nullptr, this, nullptr);
    }

    void whoeverDiedIsFreed_data()
    {
        QTest::addColumn<bool>("isKilled");
        QTest::newRow("a process that is killed") << true;
        QTest::newRow("a node that no session owns") << false;
    }
    void whoeverDiedIsFreed()
    {
        QFETCH(const bool, isKilled);
        const auto healthy = queueFor(lock(u"aaa"_s), u"batch-1"_s);
        Client holder;
        if (isKilled)
            holder = queueFor(lock(u"nightly"_s), u"worker-a"_s);
        else
            leaveNode(lock(u"nightly"_s), "worker-a");
        const auto next = queueFor(lock(u"nightly"_s), u"worker-b"_s);
        const auto dead = nodesOf(lock(u"nightly"_s));
        if (isKilled)
            holder->signal(SIGKILL);

        launch();
        click(u"welcomeSaved0"_s);
        chooseByFinding(isKilled ? u"no connection"_s : u"Persistent node never expires"_s, u"nightly"_s,
                        u"worker-a"_s);
        QTRY_VERIFY2(reads(u"Next holder: worker-b. No other client is waiting."_s), qPrintable(m_hand->read()));
        openRelease();
        QVERIFY(!deleteButton()->isEnabled());
        m_hand->type(u"releaseReason"_s, u"its machine is gone"_s);
        QVERIFY(deleteButton()->isEnabled());
        m_hand->click(deleteButton());

        // The node is gone, and the new holder is the same in the window and on the server.
        QTRY_VERIFY2(reads(u"Deleted node "_s) && reads(u". worker-b holds the lock now."_s),
                     qPrintable(m_hand->read()));
        QVERIFY2(!reads(u"could not be verified"_s), qPrintable(m_hand->read()));
        QVERIFY2(next->waitForEvent(u"granted"_s), next->reported().constData());
        QCOMPARE(nodesOf(lock(u"nightly"_s)).size(), 1);
        click(u"releaseCancel"_s);
        QTRY_COMPARE(queueCell(0, 2), u"worker-b"_s);

        // The action log shows the user and the reason afterwards.
        m_hand->clickTab(u"panelTabs"_s, u"Action Log"_s);
        QTRY_VERIFY(seen<QTableView>(u"auditTable"_s));
        QTRY_VERIFY2(!audited().isEmpty() && audited().constFirst().contains(lock(u"nightly"_s)),
                     qPrintable(audited().join(u'\n')));
        const auto act = audited().constFirst();
        QVERIFY2(act.contains(u"its machine is gone"_s) && act.contains(u"worker-a"_s) && act.contains(u"Released"_s),
                 qPrintable(act));
    }

    void whoeverLivesIsNotRemovedByMistake()
    {
        const auto holder = queueFor(lock(u"orders"_s), u"worker-a"_s);
        const auto next = queueFor(lock(u"orders"_s), u"worker-b"_s);
        const auto before = nodesOf(lock(u"orders"_s));
        launch();
        click(u"welcomeSaved0"_s);
        QTRY_COMPARE(fact(u"Client"_s), u"worker-a"_s);
        QTRY_VERIFY2(fact(u"Host"_s).startsWith(u"127.0.0.1:"_s), qPrintable(m_hand->read()));
        openRelease();
        QVERIFY2(reads(u"two clients may then both believe they hold the lock"_s), qPrintable(m_hand->read()));

        // Not by a hasty click, and not without a reason.
        const auto isStopped = [&] {
            m_hand->click(deleteButton());
            return !deleteButton()->isEnabled() && !reads(u"Deleting…"_s);
        };
        QVERIFY(isStopped());
        m_hand->type(u"releaseReason"_s, u"  "_s);
        QVERIFY(isStopped());
        m_hand->press(Qt::Key_Return); // moves to the missing input: neither deletes nor closes
        QVERIFY(isStopped());
        click(u"releaseCancel"_s);
        QTRY_VERIFY(!deleteButton());
        openRelease();
        m_hand->type(u"releaseTicket"_s, u"OPS-7"_s);
        QVERIFY(isStopped());
        click(u"releaseCancel"_s);
        QTRY_VERIFY(!deleteButton());

        QCOMPARE(m_traffic->writes.load(), 0U);
        QCOMPARE(nodesOf(lock(u"orders"_s)), before);
        QVERIFY2(!audited().join(u'\n').contains(lock(u"orders"_s)), qPrintable(audited().join(u'\n')));
        QCOMPARE(queueCell(0, 2), u"worker-a"_s);
    }
};

} // namespace lockscope::walksTest

LOCKSCOPE_TEST(lockscope::walksTest::WorkflowsTest)
#include "WorkflowsTest.moc"
