// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Mutex.h"
#include "core/release/ActionLog.h"
#include "core/release/ActionLogReader.h"
#include "tests/support/LoopTicks.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/ui/Warnings.h"
#include "tests/ui/WholeWindow.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/Roles.h"
#include "ui/models/SessionsModel.h"
#include "ui/models/SimulationModel.h"
#include "ui/panels/QueuePanel.h"
#include "ui/replay/ReplayController.h"

#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>

#include <algorithm>

namespace lockscope::windowIntegrationTest {

using namespace Qt::StringLiterals;

namespace {

constexpr int waitLimitMs = 120'000;
/// On a machine that runs other tests as well.
constexpr qint64 longestFreezeMs = 5'000;
/// On any machine: waits for processes, threads and the disk take place elsewhere.
constexpr qint64 longestBlockMs = 500;

/// A mutex of another program: a client, a session and a lock of its own.
class Holder final {
public:
    Holder(const QString& connect, const std::string& path, const std::string& name)
        : m_client(connect)
        , m_mutex(m_client.client(), path, options(name))
    {
    }

    [[nodiscard]] bool acquire()
    {
        auto hold = m_mutex.acquire(std::chrono::seconds(60));
        if (hold)
            m_hold = *std::move(hold);
        return m_hold.has_value();
    }
    [[nodiscard]] bool release() { return m_hold && m_hold->release().has_value(); }

private:
    static locks::NodeOptions options(const std::string& name)
    {
        locks::NodeOptions made;
        made.payload = name;
        return made;
    }

    test::BlockingClient m_client;
    locks::Mutex m_mutex;
    std::optional<locks::Hold> m_hold;
};

} // namespace

/// The whole window against a real server.
class WindowIntegrationTest : public test::ServerTest {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<test::WholeWindow> m_whole;

    void prepare() override { qputenv("XDG_DATA_HOME", m_folder.path().toLocal8Bit()); } // the action log's
    void connectWindow()
    {
        const auto target = ui::parseTarget(m_servers.connectString(), {});
        QVERIFY(target);
        m_whole->controller.connectTo(*target);
        QTRY_COMPARE_WITH_TIMEOUT(m_whole->connection.source(), ui::SourceState::Live, waitLimitMs);
    }
    void makeWindow(const QString& program = QStringLiteral(LOCKSCOPECTL))
    {
        endWindow();
        m_whole = std::make_unique<test::WholeWindow>(m_folder.path(), program);
    }
    void endWindow()
    {
        QVERIFY(!m_whole || m_whole->end());
        m_whole.reset();
    }
    template <typename T> T* child(const QString& name) { return m_whole->child<T>(name); }
    void press(const QString& name) { m_whole->press(name); }
    QString simulated(int row, int column)
    {
        return child<QTableView>(u"simulationTable"_s)->model()->index(row, column).data().toString();
    }
    int rowThat(const QString& believes)
    {
        const auto rows = child<QTableView>(u"simulationTable"_s)->model()->rowCount();
        for (auto row = 0; row < rows; ++row)
            if (simulated(row, ui::SimulationModel::Believes) == believes)
                return row;
        return -1;
    }
    void chooseClient(int row) { child<QTableView>(u"simulationTable"_s)->selectRow(row); }
    void fault(const QString& name)
    {
        auto* action = child<QAction>(name);
        QTRY_VERIFY2(action->isEnabled(), qPrintable(name));
        action->trigger();
    }
    int queueLength() const
    {
        return m_whole->window.shownLock() ? static_cast<int>(m_whole->window.shownLock()->queue.size()) : 0;
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        makeWindow();
    }
    void cleanup() { endWindow(); }

    void theNextStartKnowsWhatTheUserLikes()
    {
        m_whole->window.restore(m_whole->settings.value(u"layout"_s).toByteArray());
        child<QAction>(u"preferencesAction"_s)->trigger();
        child<QSpinBox>(u"preferencesHold"_s)->setValue(3);
        const auto arrangement = m_whole->window.arrangement();
        endWindow();
        makeWindow();
        QCOMPARE(m_whole->window.preferences().holdLimit, std::chrono::minutes(3));
        QCOMPARE(m_whole->settings.value(u"layout"_s).toByteArray(), arrangement);
        child<QAction>(u"preferencesAction"_s)->trigger();
        press(u"preferencesDefaults"_s);
    }

    void preferencesThatCantBeKeptAreSaid()
    {
        const auto file = m_whole->settings.fileName();
        QVERIFY(QFile::rename(file, file + u".away"_s) && QDir().mkdir(file));
        child<QAction>(u"preferencesAction"_s)->trigger();
        child<QSpinBox>(u"preferencesHold"_s)->setValue(4);
        const auto notice = child<QLabel>(u"noticeText"_s)->text();
        QVERIFY2(notice.contains(file) && notice.contains(u"Cannot write"_s), qPrintable(notice));
        QVERIFY(QDir().rmdir(file) && QFile::rename(file + u".away"_s, file));
        m_whole->window.say(u"All is well"_s, ui::Tone::Good);
        press(u"preferencesDefaults"_s);
        QCOMPARE(child<QLabel>(u"noticeText"_s)->text(), u"All is well"_s);
    }

    /// A lease of the semaphore has the same name, and stays.
    void whoStandsAtTheGateIsReleasedFromTheWindow()
    {
        const auto path = m_servers.uniquePath().toStdString();
        const std::string first = "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-0000000000";
        const std::string both = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
        for (const auto* directory : {"", "/leases", "/locks"})
            QVERIFY(m_client->create(path + directory));
        const std::string lease = "/_c_f9d81c06-2222-4333-9444-0123456789ab-lease-0000000002";
        for (const auto& node : {"/leases" + lease, "/leases" + both, "/locks" + first, "/locks" + both})
            QVERIFY(m_client->create(path + node, "worker", zk::CreateMode::Ephemeral));
        connectWindow();
        const inspect::ContenderKey atGate{path, inspect::LockPart::Gate, both.substr(1)};
        const auto isShown = [&] {
            m_whole->window.select(atGate);
            const auto* shown = child<ui::QueuePanel>(u"queuePanel"_s)->contender();
            return shown && shown->atGate && shown->details;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), waitLimitMs);
        auto* release = child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY(release->isEnabled());
        release->trigger();
        auto* remove = child<QPushButton>(u"releaseDelete"_s);
        QVERIFY(remove);
        child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        QTRY_VERIFY_WITH_TIMEOUT(remove->isEnabled(), waitLimitMs);
        QTest::mouseClick(remove, Qt::LeftButton);
        const auto* result = child<QLabel>(u"releaseResult"_s);
        QTRY_VERIFY_WITH_TIMEOUT(result->text().startsWith(u"Deleted node "_s), waitLimitMs);
        const auto gate = m_client->children(path + "/locks");
        QVERIFY(gate && *gate == std::vector<std::string>{first.substr(1)});
        const auto leases = m_client->children(path + "/leases");
        QVERIFY(leases && leases->size() == 2);
        // The event names the deleted node, not the lease.
        const auto& events = m_whole->controller.history()->events();
        const auto reported = std::find_if(events.begin(), events.end(), [](const inspect::HistoryEvent& event) {
            return event.type == inspect::Change::Type::Released;
        });
        QVERIFY(reported != events.end());
        QVERIFY(reported->key() == atGate);
        QTest::mouseClick(child<QPushButton>(u"releaseCancel"_s), Qt::LeftButton);
    }

    /// New waiters and findings appear in it, and it reports when there is nothing left to release.
    void anOpenReleaseDialogIsLive()
    {
        const auto path = m_servers.uniquePath().toStdString();
        QVERIFY(m_client->create(path));
        const auto holder = m_client->queueUp(path, "worker-a");
        QVERIFY(holder);
        connectWindow();
        m_whole->window.selectLock(path);
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 1, waitLimitMs);
        auto* release = child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY(release->isEnabled());
        release->trigger();
        const auto reads = [&](const QString& words) {
            for (const auto* label : child<QDialog>(u"releaseDialog"_s)->findChildren<QLabel*>())
                if (label->text().contains(words) || label->accessibleName().contains(words))
                    return true;
            return false;
        };
        QTRY_VERIFY_WITH_TIMEOUT(reads(u"Waiting: 0"_s), waitLimitMs);
        QVERIFY(m_client->queueUp(path, "worker-b"));
        QTRY_VERIFY_WITH_TIMEOUT(reads(u"Waiting: 1 — changed, was: 0"_s), waitLimitMs);
        QVERIFY(!reads(u"blocks the queue"_s));
        QVERIFY(m_client->create(path + "/0"));
        QTRY_VERIFY_WITH_TIMEOUT(reads(u"Child 0 is not the node of a holder or waiter and blocks the queue."_s),
                                 waitLimitMs);
        // Behind that child, the holder waits: a dialog that has read this ends there. Another one follows the end.
        QTest::mouseClick(child<QPushButton>(u"releaseCancel"_s), Qt::LeftButton);
        QTRY_VERIFY(!m_whole->window.findChild<QDialog*>(u"releaseDialog"_s));
        QVERIFY(m_client->remove(path + "/0"));
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 2, waitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(release->isEnabled(), waitLimitMs);
        release->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(reads(u"Waiting: 1"_s), waitLimitMs);
        QVERIFY(m_client->remove(holder->path));
        QTRY_VERIFY_WITH_TIMEOUT(reads(u"There is nothing to release."_s), waitLimitMs);
        QVERIFY(!child<QPushButton>(u"releaseDelete"_s)->isEnabled());
        QTest::mouseClick(child<QPushButton>(u"releaseCancel"_s), Qt::LeftButton);
    }

    /// The waiter of the last lock becomes its holder while the dialog is open: it stays, and so does its node.
    void allOfASessionAreReleasedButWhatHasChanged()
    {
        const auto below = m_servers.uniquePath().toStdString();
        test::BlockingClient client(m_servers.connectString());
        QVERIFY(m_client->create(below));
        for (const auto* lock : {"/a", "/b", "/c", "/d"})
            QVERIFY(m_client->create(below + lock));
        const auto ahead = m_client->queueUp(below + "/d", "worker-x");
        QVERIFY(ahead);
        for (const auto* lock : {"/a", "/b", "/c", "/d"})
            QVERIFY(client.queueUp(below + lock, "worker-y"));
        connectWindow();
        child<QAction>(u"sessionsPanelGoAction"_s)->trigger();
        auto* table = child<QTableView>(u"sessionsTable"_s);
        const auto* sessions = qobject_cast<const ui::SessionsModel*>(table->model());
        const auto rowOfIt = [&] {
            for (auto row = 0; row < sessions->rowCount(); ++row) {
                const auto* session = sessions->summaryAt(row);
                if (session->owner.session == client.session() && session->holds.size() == 3 &&
                    session->waits.size() == 1)
                    return row;
            }
            return -1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowOfIt() >= 0, waitLimitMs);
        table->selectRow(rowOfIt());
        QTest::keyClick(table, Qt::Key_F10, Qt::ShiftModifier);
        auto* releaseSession = child<QAction>(u"sessionsReleaseSession"_s);
        QVERIFY2(releaseSession->isEnabled(), qPrintable(releaseSession->toolTip()));
        releaseSession->trigger();
        child<QMenu>(u"contenderMenu"_s)->close();
        const auto* release = child<QPushButton>(u"releaseSeveralRelease"_s);
        QVERIFY(release);
        QTRY_COMPARE_WITH_TIMEOUT(release->text(), u"Release 4"_s, waitLimitMs);
        QVERIFY(m_client->remove(ahead->path));
        QTRY_COMPARE_WITH_TIMEOUT(release->text(), u"Release 3"_s, waitLimitMs);
        child<QLineEdit>(u"releaseReason"_s)->setText(u"it hangs"_s);
        press(u"releaseSeveralRelease"_s);
        const auto* result = child<QLabel>(u"releaseSeveralResult"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(result->text().startsWith(u"Released: 3. Changed: 1."_s), qPrintable(result->text()),
                                  waitLimitMs);
        for (const auto* lock : {"/a", "/b", "/c"})
            QCOMPARE(m_client->children(below + lock).value().size(), 0U);
        QCOMPARE(m_client->children(below + "/d").value().size(), 1U);
        const auto log = release::readAudit(release::ActionLog::userFile());
        QVERIFY(log);
        QCOMPARE(std::count_if(log->entries.begin(), log->entries.end(),
                               [&](const auto& entry) { return entry.record.lockPath().starts_with(below); }),
                 std::ptrdiff_t(3));
        press(u"releaseSeveralCancel"_s);
    }

    /// The plan could otherwise run on another ensemble.
    void aPlanIsOfOneConnectionAlone()
    {
        const auto path = m_servers.uniquePath().toStdString();
        Holder holder(m_servers.connectString(), path, "worker-a");
        QVERIFY(holder.acquire());
        connectWindow();
        m_whole->window.selectLock(path);
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 1, waitLimitMs);
        auto* release = child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY_WITH_TIMEOUT(release->isEnabled(), waitLimitMs);
        release->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(u"releaseName"_s)->placeholderText().startsWith(u"Enter "_s),
                                 waitLimitMs);
        child<QLineEdit>(u"releaseName"_s)
            ->setText(child<QLineEdit>(u"releaseName"_s)->placeholderText().mid(7).chopped(1)); // Enter “orders”
        child<QLineEdit>(u"releaseReason"_s)->setText(u"it hangs"_s);
        QVERIFY(child<QPushButton>(u"releaseDelete"_s)->isEnabled());
        connectWindow();
        QVERIFY(!child<QPushButton>(u"releaseDelete"_s)->isEnabled());
        const auto reported = child<QLabel>(u"releaseResult"_s)->text();
        QVERIFY2(reported.contains(u"Nothing was deleted"_s), qPrintable(reported));
        QTest::mouseClick(child<QPushButton>(u"releaseCancel"_s), Qt::LeftButton);
    }

    void whoWasQuickerIsReportedByTheServers()
    {
        const auto path = m_servers.uniquePath().toStdString();
        auto holder = std::make_unique<Holder>(m_servers.connectString(), path, "worker-a");
        QVERIFY(holder->acquire());
        auto target = ui::parseTarget(m_servers.connectString(), {});
        QVERIFY(target);
        target->profile.adminPorts = {m_servers.servers().front().adminPort};
        m_whole->controller.connectTo(*target);
        m_whole->window.selectLock(path);
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 1, waitLimitMs);
        auto* release = child<QAction>(u"releaseAction"_s);
        QTRY_VERIFY_WITH_TIMEOUT(release->isEnabled(), waitLimitMs);
        release->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(child<QLineEdit>(u"releaseName"_s)->placeholderText().startsWith(u"Enter "_s),
                                 waitLimitMs);
        holder.reset(); // together with its session
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 0, waitLimitMs);
        child<QLineEdit>(u"releaseName"_s)->setText(QString::fromStdString(path.substr(path.rfind('/') + 1)));
        child<QLineEdit>(u"releaseReason"_s)->setText(u"stuck"_s);
        QTest::mouseClick(child<QPushButton>(u"releaseDelete"_s), Qt::LeftButton);
        auto* result = child<QLabel>(u"releaseResult"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(result->text().startsWith(u"The node no longer exists: its session "_s) &&
                                      result->text().contains(u" has ended. Nothing was deleted."_s),
                                  qPrintable(result->text()), waitLimitMs);
        QTest::mouseClick(child<QPushButton>(u"releaseCancel"_s), Qt::LeftButton);
    }

    void noClientIsSimulatedAtAConnectionThatIsReadOnly()
    {
        connectWindow();
        const auto below = m_servers.uniquePath().toStdString();
        QVERIFY(m_client->create(below));
        m_whole->window.simulate({}, 2, below);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->simulation.isRunning(), waitLimitMs);
        auto target = ui::parseTarget(m_servers.connectString(), {});
        QVERIFY(target);
        target->profile.name = "the same servers";
        target->profile.readOnly = true;
        m_whole->controller.connectTo(*target);
        QTRY_VERIFY_WITH_TIMEOUT(!m_whole->simulation.isRunning(), waitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(m_whole->connection.source(), ui::SourceState::Live, waitLimitMs);
        QCOMPARE(m_client->children(below).value().size(), 0U);
        auto* place = child<QComboBox>(u"simulationPlace"_s);
        QTRY_VERIFY(!place->isEnabled());
        QCOMPARE(place->currentText(), u"New sandbox"_s);
    }

    void norAtOneThatIsMadeReadOnlyMeanwhile()
    {
        const auto below = m_servers.uniquePath().toStdString();
        QVERIFY(m_client->create(below));
        auto target = ui::parseTarget(m_servers.connectString(), {});
        QVERIFY(target);
        auto& profile = target->profile;
        profile.name = "meanwhile";
        m_whole->saved.keep(profile);
        QTRY_VERIFY(m_whole->saved.listed(profile.name));
        m_whole->controller.connectTo(*target);
        QTRY_COMPARE_WITH_TIMEOUT(m_whole->connection.source(), ui::SourceState::Live, waitLimitMs);
        m_whole->window.simulate({}, 2, below);
        QTRY_VERIFY_WITH_TIMEOUT(!m_client->children(below).value().empty(), waitLimitMs);
        profile.readOnly = true;
        m_whole->saved.keep(profile, profile.name);
        QTRY_VERIFY(m_whole->connection.isGuarded());
        QTRY_VERIFY_WITH_TIMEOUT(!m_whole->simulation.isRunning(), waitLimitMs);
        QCOMPARE(m_client->children(below).value().size(), 0U);
        m_whole->saved.forget(profile.name);
        QTRY_VERIFY(m_whole->saved.list().empty());
    }

    void aRecordingOfARealEnsembleIsReplayed()
    {
        const auto path = m_servers.uniquePath().toStdString();
        const auto file = m_folder.filePath(u"real.rec"_s);
        QProcess recorder;
        recorder.start(QStringLiteral(LOCKSCOPECTL), {u"--connect"_s, m_servers.connectString(), u"record"_s, file});
        QVERIFY(recorder.waitForStarted());
        const auto isRecorded = [&](const std::string& words) {
            QFile recording(file);
            return recording.open(QIODevice::ReadOnly) && recording.readAll().contains(words.c_str());
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRecorded("\"done\""), waitLimitMs);
        {
            Holder holder(m_servers.connectString(), path, "worker-a");
            QVERIFY(holder.acquire());
            QTRY_VERIFY_WITH_TIMEOUT(isRecorded("worker-a"), waitLimitMs);
            QVERIFY(holder.release());
            QTRY_VERIFY_WITH_TIMEOUT(isRecorded("\"gone\""), waitLimitMs);
        }
        recorder.terminate();
        QVERIFY(recorder.waitForFinished(waitLimitMs));
        QCOMPARE(recorder.exitCode(), 0);

        connectWindow(); // it stays connected during the replay
        m_whole->controller.openRecording({file});
        auto& player = m_whole->controller.replay().player();
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->controller.replay().isShowing(), waitLimitMs);
        QVERIFY(player.facts()->remarks.isEmpty());
        QCOMPARE(QString::fromStdString(player.facts()->connect), m_servers.connectString());
        m_whole->window.selectLock(path);
        // A value read between two moments, as payloads are, is visible just before the second one.
        const auto goOnUntil = [&](const auto& isThere) {
            for (auto next = player.facts()->marks.after(player.now()); next && !isThere();
                 next = player.facts()->marks.after(player.now())) {
                player.seek(std::max(player.now(), *next - std::chrono::milliseconds(1)));
                QTRY_VERIFY(!player.isBehind());
                if (isThere())
                    return;
                player.stepForward();
                QTRY_VERIFY(!player.isBehind());
            }
            QVERIFY(isThere());
        };
        const auto isHeldBy = [&](const std::string& payload) {
            if (queueLength() != 1)
                return false;
            const auto& first = m_whole->window.shownLock()->queue[0];
            return first.holds && first.details && first.details->payload == payload;
        };
        goOnUntil([&] { return isHeldBy("worker-a"); });
        QVERIFY(!m_whole->window.findChild<QAction*>(u"releaseAction"_s)->isEnabled());
        goOnUntil([&] { return queueLength() == 0; });
        const auto* lock = player.facts()->history->find(path);
        QVERIFY(lock);
        QCOMPARE(lock->granted, 1U);
        QCOMPARE(lock->left, 1U);
        player.close();
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Live);
        QVERIFY(m_whole->window.windowTitle().startsWith(m_servers.connectString()));
    }

    void aStuckLockIsFoundAndLeadsThere()
    {
        const auto path = m_servers.uniquePath().toStdString();
        const auto made = m_client->create(path);
        QVERIFY(made || made.error().code == ErrorCode::NodeExists);
        const auto node = m_client->create(path + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", "worker-x",
                                           zk::CreateMode::PersistentSequential);
        QVERIFY(node);
        connectWindow();
        auto* list = m_whole->window.findChild<QListView*>(u"findingsList"_s);
        QVERIFY(list);
        const auto rowOfIt = [&] {
            for (auto row = 0; row < list->model()->rowCount(); ++row)
                if (list->model()->index(row, 0).data(ui::KeyRole).toString().contains(QString::fromStdString(path)))
                    return row;
            return -1;
        };
        const auto hasEnded = [&] {
            return list->model()->index(rowOfIt(), 0).data(ui::FindingsModel::EndedRole).toBool();
        };
        QTRY_VERIFY_WITH_TIMEOUT(rowOfIt() >= 0, waitLimitMs);
        m_whole->window.selectLock({});
        list->setCurrentIndex(list->model()->index(rowOfIt(), 0));
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(m_whole->window.shownLock());
        QCOMPARE(m_whole->window.shownLock()->path, path);
        QVERIFY(m_whole->window.findChild<QLabel*>(u"findingText"_s)->text().contains(u"never expires"_s));
        QVERIFY(m_client->remove(node->path));
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), waitLimitMs); // and stays, with its times
        QVERIFY(list->model()->index(rowOfIt(), 0).data(ui::FindingsModel::AgeRole).toString().startsWith(u"ended "_s));
    }

    void simulatedClientsQueueAndEnd()
    {
        connectWindow();
        const auto below = m_servers.uniquePath().toStdString();
        QVERIFY(m_client->create(below));
        console::ContendOptions options;
        options.hold = {std::chrono::milliseconds(100), std::chrono::milliseconds(300)};
        options.sessionTimeout = std::chrono::seconds(10); // the session of a killed client takes that long to expire
        m_whole->window.simulate(options, 3, below);
        QTRY_VERIFY(child<QWidget>(u"simulationPanel"_s)->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 3, waitLimitMs);
        const auto got = [&](const char* name) {
            const auto* client = m_whole->simulation.run()->facts().find(name);
            return client && client->times("granted") > 0;
        };
        // The servers are the user's: nothing is said to be harmless.
        QTRY_VERIFY(!child<QLabel>(u"releaseRisk"_s)->text().isEmpty());
        QVERIFY(!child<QLabel>(u"releaseRisk"_s)->text().startsWith(u"Simulated"_s));
        QTRY_VERIFY_WITH_TIMEOUT(got("sim-1") && got("sim-2") && got("sim-3"), waitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->simulation.run()->measurements().handovers.count() > 0, waitLimitMs);
        chooseClient(0);
        fault(u"faultKill"_s);
        QTRY_COMPARE_WITH_TIMEOUT(simulated(0, ui::SimulationModel::Believes), u"Ended"_s, waitLimitMs);
        QVERIFY2(!child<QAction>(u"faultKill"_s)->isEnabled(), "nothing more can be done to it");
        press(u"simulationRun"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!m_whole->simulation.isRunning(), waitLimitMs);
        QVERIFY(!m_whole->simulation.run()->outcome().trouble);
        const auto left = m_client->children(below);
        QVERIFY(left);
        QVERIFY2(left->empty(), "it removes its own node");
    }

    void simulatedClientsAreBrokenByHand()
    {
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        child<QSpinBox>(u"simulationClients"_s)->setValue(2);
        child<QLineEdit>(u"simulationHold"_s)->setText(u"forever"_s);
        press(u"simulationRun"_s);
        QTRY_VERIFY_WITH_TIMEOUT(rowThat(u"Holding"_s) >= 0 && rowThat(u"Waiting"_s) >= 0, waitLimitMs);
        // The window has connected to the simulation's sandbox by itself.
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 2, waitLimitMs);
        QTRY_VERIFY(child<QLabel>(u"releaseRisk"_s)->text().startsWith(u"Simulated clients: "_s));
        const auto holder = rowThat(u"Holding"_s);
        QTRY_COMPARE_WITH_TIMEOUT(simulated(holder, ui::SimulationModel::Ensemble), u"Holding"_s, waitLimitMs);
        chooseClient(holder);
        fault(u"faultPause"_s);
        QTRY_COMPARE_WITH_TIMEOUT(simulated(holder, ui::SimulationModel::Believes), u"Paused (holding)"_s, waitLimitMs);
        // Its session expires, the other client holds, and the first one has not noticed.
        QTRY_COMPARE_WITH_TIMEOUT(simulated(holder, ui::SimulationModel::Ensemble), u"Not in queue"_s, waitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(simulated(1 - holder, ui::SimulationModel::Believes), u"Holding"_s, waitLimitMs);
        // The other client has entered the resource: from here on the first one's token is outdated there.
        const auto writes = [this] { return m_whole->simulation.run()->facts().measures.at("writes"); };
        const auto before = writes();
        QTRY_VERIFY_WITH_TIMEOUT(writes() > before, waitLimitMs);
        fault(u"faultResume"_s);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->simulation.run()->facts().measures.at("lost") >= 1, waitLimitMs);
        QTRY_VERIFY_WITH_TIMEOUT(m_whole->simulation.run()->facts().measures.at("staleRejected") >= 1, waitLimitMs);
        chooseClient(1 - holder);
        fault(u"faultCut"_s);
        QTRY_COMPARE_WITH_TIMEOUT(simulated(1 - holder, ui::SimulationModel::Believes), u"Disconnected (holding)"_s,
                                  waitLimitMs);
        fault(u"faultHeal"_s);
        QTRY_VERIFY_WITH_TIMEOUT(rowThat(u"Disconnected (holding)"_s) < 0, waitLimitMs);
        QTRY_COMPARE_WITH_TIMEOUT(queueLength(), 2, waitLimitMs); // the one that lost its session waits again
        const test::LoopTicks ticks;                              // clients and servers that end do not stop the window
        press(u"simulationRun"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!m_whole->simulation.isRunning(), waitLimitMs);
        QVERIFY(!m_whole->simulation.run()->outcome().trouble);
        // Its servers were removed. The last view stays, and nothing reports them as a failure.
        QVERIFY(child<QLabel>(u"noticeText"_s)->text().startsWith(u"The simulation has ended"_s));
        QCOMPARE(m_whole->connection.source(), ui::SourceState::Ended);
        QCOMPARE(queueLength(), 2);
        QVERIFY(m_whole->window.shownLock() && m_whole->window.shownLock()->holders() == 1);
        QVERIFY(!m_whole->connection.trouble());
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        // Nothing of it is left for the next connection.
        child<QAction>(u"disconnectAction"_s)->trigger();
        QCOMPARE(m_whole->connection.source(), ui::SourceState::NotConnected);
        QVERIFY(!m_whole->connection.snapshot());
        QVERIFY2(ticks.longestMs() < longestFreezeMs, qPrintable(QString::number(ticks.longestMs())));
        QVERIFY2(ticks.longestBlockMs() < longestBlockMs, qPrintable(QString::number(ticks.longestBlockMs())));
    }

    void aMissingProgramIsSaid()
    {
        makeWindow(u"/nowhere/lockscopectl"_s);
        child<QAction>(u"simulationPanelGoAction"_s)->trigger();
        press(u"simulationRun"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!m_whole->simulation.isRunning() && m_whole->simulation.run(), waitLimitMs);
        QVERIFY(m_whole->simulation.run()->outcome().trouble);
        QVERIFY2(child<QLabel>(u"simulationResultValue0"_s)->toolTip().contains(u"/nowhere/lockscopectl"_s) ||
                     child<QLabel>(u"simulationResultValue0"_s)->text().contains(u"/nowhere/lockscopectl"_s),
                 qPrintable(child<QLabel>(u"simulationResultValue0"_s)->text()));
    }
};

} // namespace lockscope::windowIntegrationTest

LOCKSCOPE_TEST(lockscope::windowIntegrationTest::WindowIntegrationTest)
#include "WindowIntegrationTest.moc"
