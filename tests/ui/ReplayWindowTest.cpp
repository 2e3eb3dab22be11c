// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The window while it shows a recording, and while it opens and closes one.

#include "tests/support/EqualNames.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"
#include "tests/ui/Keyboard.h"
#include "tests/ui/Recordings.h"
#include "tests/ui/WindowTest.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/QueueModel.h"
#include "ui/models/Roles.h"
#include "ui/models/text/Formatting.h"
#include "ui/panels/QueuePanel.h"
#include "ui/replay/ReplayController.h"
#include "ui/replay/TypedTime.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/ReplayTrack.h"
#include "ui/views/graph/WaitGraphView.h"

#include <QAction>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <memory>
#include <vector>

namespace lockscope::replayWindowTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::storyTime;

class ReplayWindowTest final : public test::WindowTest {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::ManualClock> m_clock;
    std::unique_ptr<ui::ReplayController> m_replay;
    ui::ViewState m_live;

    QString file() const { return m_folder->filePath(u"story.rec"_s); }
    /// As WindowController does.
    void showViewState()
    {
        const auto viewState = m_replay->isShowing() ? m_replay->viewState() : m_live;
        m_window->setViewState(viewState, viewState.now, false);
    }
    void openStory()
    {
        Q_EMIT m_window->recordingWanted({file()});
        QTRY_VERIFY(m_replay->isShowing());
    }
    void seek(int seconds)
    {
        Q_EMIT m_window->replaySeekWanted(storyTime(seconds));
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(seconds));
    }

    /// Of two servers: a client of each acquires one lock, the second one after the first.
    QStringList auditLogs() const
    {
        const auto line = [](int second, int server, const QByteArray& operation, const QByteArray& node) {
            const auto number = QByteArray::number(server);
            return "2026-11-21 10:00:0" + QByteArray::number(second) + ",000 INFO audit.Slf4jAuditLogger: session=0x" +
                   number + "00000000000001\tuser=10.0.0." + number + "\tip=10.0.0." + number +
                   "\toperation=" + operation + "\tznode=/app" + node +
                   (node.isEmpty() ? "\tznode_type=persistent" : "\tznode_type=ephemeral_sequential") +
                   "\tresult=success\n";
        };
        const QByteArray node = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-000000000";
        const std::vector<QByteArray> logs{line(0, 1, "create", {}) + line(1, 1, "create", node + '1') +
                                               line(3, 1, "delete", node + '1'),
                                           line(2, 2, "create", node + '2') + line(4, 2, "delete", node + '2')};
        QStringList files;
        for (const auto& log : logs) {
            QFile file(m_folder->filePath(u"server%1.log"_s.arg(files.size() + 1)));
            if (file.open(QIODevice::WriteOnly) && file.write(log) == log.size())
                files << file.fileName();
        }
        return files;
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        test::record(file(), test::story());
        m_clock = std::make_unique<test::ManualClock>();
        makeWindow();
        m_replay = std::make_unique<ui::ReplayController>(*m_window, *m_clock);
        connect(m_window.get(), &ui::MainWindow::recordingWanted, m_replay.get(), &ui::ReplayController::open);
        connect(m_replay.get(), &ui::ReplayController::viewStateChanged, this, &ReplayWindowTest::showViewState);
        m_live = test::liveViewState(
            test::snapshot({test::mutexLock("/locks/live", 3), test::mutexLock("/locks/other", 2)}));
        showWindow();
        showViewState();
    }
    void cleanup()
    {
        m_replay.reset();
        closeWindow();
    }

    void aReplayIsNotTakenForLive()
    {
        QVERIFY(!child<QWidget>(u"replayBar"_s)->isVisible());
        openStory();
        seek(25);
        QVERIFY(child<QWidget>(u"replayRow"_s)->isVisible());
        QCOMPARE(text(u"replayChip"_s), u"REPLAY"_s);
        QCOMPARE(m_window->windowTitle(), u"Replay of story.rec – Lockscope"_s);
        QCOMPARE(child<QWidget>(u"centre"_s)->property("replay").toString(), u"true"_s);
        QVERIFY(!child<QToolButton>(u"liveButton"_s)->isVisible());
        QVERIFY(child<QToolButton>(u"connectionButton"_s)->accessibleName().contains(u"Replay"_s));
        QVERIFY(child<QLabel>(u"statusConnection"_s)->text().contains(u"not live data"_s));
        QVERIFY(text(u"statusAge"_s).startsWith(u"state at "_s));
        QVERIFY(!child<QLabel>(u"statusWatches"_s)->isVisible());
        QVERIFY(text(u"replayDate"_s).contains(u"+25 s of 1 m 00 s"_s));
        QVERIFY(child<QLabel>(u"replayTime"_s)->toolTip().endsWith(u"UTC"_s));
    }

    void nothingCanBeReleased()
    {
        openStory();
        m_window->selectLock("/locks/orders");
        seek(25);
        QVERIFY(!child<QAction>(u"releaseAction"_s)->isEnabled());
        QVERIFY(!child<QAction>(u"refreshAction"_s)->isEnabled());
        QVERIFY(!child<QAction>(u"pauseAction"_s)->isEnabled());
        QVERIFY(text(u"releaseInReplayTitle"_s).contains(u"Locks cannot be released"_s));
        QVERIFY(child<QLabel>(u"releaseInReplayTitle"_s)->isVisible());
    }

    void aDeadlockIsDrawnWhenThereWasOne()
    {
        // a holds /l1 and b holds /l2; at 10 each waits for the other; at 20 b has given up.
        const auto client = [](int number, std::int64_t session) {
            auto made = test::contender(number, 0);
            made.details->createdAt = test::storyTime(0);
            made.details->session = session;
            made.details->client = session == 1 ? "batch-1" : "worker-2";
            return made;
        };
        const auto at = [](int seconds, const std::vector<inspect::Contender>& first,
                           const std::vector<inspect::Contender>& second) {
            auto made = *test::snapshot({std::make_shared<inspect::Lock>(test::mutexQueue("/l1", first)),
                                         std::make_shared<inspect::Lock>(test::mutexQueue("/l2", second))});
            made.takenAt = test::storyTime(seconds);
            return std::make_shared<const inspect::Snapshot>(std::move(made));
        };
        QFile::remove(file());
        test::record(file(), {at(0, {client(1, 1)}, {client(2, 2)}),
                              at(10, {client(1, 1), client(4, 2)}, {client(2, 2), client(3, 1)}),
                              at(20, {client(1, 1)}, {client(2, 2), client(3, 1)})});
        openStory();
        m_window->selectLock("/l1");
        child<QAction>(u"waitGraphPanelGoAction"_s)->trigger();
        const auto words = [&] { return text(u"waitGraphWords"_s); };
        auto* graph = child<ui::WaitGraphView>(u"waitGraphView"_s);
        QTRY_VERIFY2(!words().contains(u"eadlock"_s), qPrintable(words()));
        seek(15);
        QTRY_VERIFY2(words().startsWith(u"Deadlock: "_s) && words().contains(u"worker-2 waits for batch-1 at /l1"_s),
                     qPrintable(words()));
        QVERIFY(graph->isVisible());
        seek(25);
        QTRY_VERIFY2(!words().contains(u"eadlock"_s), qPrintable(words()));
        QTRY_VERIFY(graph->isVisible()); // batch-1 still waits
        seek(15);
        QTRY_VERIFY2(words().startsWith(u"Deadlock: "_s), qPrintable(words()));
    }

    void agesCountToTheReplayedTime()
    {
        openStory();
        m_window->selectLock("/locks/orders");
        seek(25);
        const auto* table = child<QTableView>(u"queueTable"_s);
        QCOMPARE(table->model()->index(0, ui::QueueModel::Since).data().toString(), u"≤ 15 s"_s);
        seek(30);
        QCOMPARE(table->model()->index(0, ui::QueueModel::Since).data().toString(), u"≤ 20 s"_s);
    }

    void selectionSurvivesStepping()
    {
        openStory();
        m_window->selectLock("/locks/orders");
        seek(25);
        auto* table = child<QTableView>(u"queueTable"_s);
        QSignalSpy queueResets(table->model(), &QAbstractItemModel::modelReset);
        QSignalSpy locksResets(child<QTreeView>(u"locksTree"_s)->model(), &QAbstractItemModel::modelReset);
        auto* panel = child<ui::QueuePanel>(u"queuePanel"_s);
        table->selectRow(1);
        QCOMPARE(panel->contender()->node, std::string("lock-0000000102"));
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(test::handedOverAt));
        QCOMPARE(panel->contender()->node, std::string("lock-0000000102"));
        QVERIFY(panel->contender()->holds);
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::ControlModifier);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(test::emptyAt));
        QVERIFY(!panel->contender()); // no client is at the lock
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::ControlModifier);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(test::handedOverAt));
        QVERIFY(!panel->isGone());
        QCOMPARE(table->currentIndex().row(), 0);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/orders"));
        QCOMPARE(queueResets.count(), 0);
        QCOMPARE(locksResets.count(), 0);
    }

    void oneKeyPlaysAndPauses()
    {
        openStory();
        auto* speed = child<QComboBox>(u"replaySpeed"_s);
        speed->setFocus();
        QTest::keyClick(speed, Qt::Key_Down);
        QCOMPARE(m_replay->player().speed(), 10.0);
        QTest::keyClick(m_window.get(), Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(m_replay->player().isPlaying());
        m_clock->advance(2s);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(20));
        QCOMPARE(child<ui::ReplayTrack>(u"replayTrack"_s)->time(), storyTime(20));
        QTest::keyClick(m_window.get(), Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(!m_replay->player().isPlaying());
        auto* track = child<ui::ReplayTrack>(u"replayTrack"_s);
        track->setFocus();
        QTest::keyClick(track, Qt::Key_Space);
        QVERIFY(m_replay->player().isPlaying());
        m_clock->advance(1h);
        QTRY_VERIFY(!m_replay->player().isPlaying());
    }

    void theTrackSeeks()
    {
        openStory();
        auto* track = child<ui::ReplayTrack>(u"replayTrack"_s);
        QTest::mouseClick(track, Qt::LeftButton, {}, {track->width() / 2, 20});
        QTRY_VERIFY(std::chrono::abs(m_replay->player().shownAt() - storyTime(30)) < 1s);
    }

    void aTypedTimeIsGoneTo()
    {
        auto* row = child<QWidget>(u"goToRow"_s);
        QVERIFY(!child<QAction>(u"replayGoToAction"_s)->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(child<ui::ElidedLabel>(u"statusMessage"_s)->fullText(), u"No recording is open."_s);
        openStory();
        seek(25);
        QVERIFY(!row->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_G, Qt::ControlModifier);
        auto* field = child<QLineEdit>(u"goToTime"_s);
        QVERIFY(row->isVisible());
        QCOMPARE(m_window->focusWidget(), field);
        const auto height = child<QWidget>(u"replayBar"_s)->height();

        // What is refused changes nothing but the sentence at the field.
        const auto faultOf = [&](const QString& typed) {
            field->selectAll();
            QTest::keyClicks(field, typed);
            QTest::keyClick(field, Qt::Key_Return);
            return text(u"goToTimeFault"_s);
        };
        const auto extent = u"from %1 to %2."_s.arg(ui::formatTime(storyTime(0)), ui::formatTime(storyTime(60)));
        const auto examples = ui::typedTimeExamples(storyTime(0));
        QVERIFY2(examples.startsWith(ui::formatTime(storyTime(0)).section(u' ', 1).first(5)), qPrintable(examples));
        QCOMPARE(field->placeholderText(), ui::formatTime(storyTime(0)).section(u' ', 1).first(8));
        QVERIFY2(faultOf(u"noon"_s).startsWith(u"Invalid time \"noon\": use %1."_s.arg(examples)),
                 qPrintable(text(u"goToTimeFault"_s)));
        QVERIFY2(text(u"goToTimeFault"_s).endsWith(extent), qPrintable(text(u"goToTimeFault"_s)));
        QCOMPARE(field->accessibleDescription(), text(u"goToTimeFault"_s));
        QVERIFY2(faultOf(u"2026-01-01 03:12"_s) ==
                     u"2026-01-01 03:12:00.000 is outside the recording, which lasts "_s + extent,
                 qPrintable(text(u"goToTimeFault"_s)));
        QCOMPARE(m_replay->player().now(), storyTime(25));
        QCOMPARE(child<QWidget>(u"replayBar"_s)->height(), height); // nothing shifts

        // Another text has no fault yet.
        field->selectAll();
        QTest::keyClicks(field, ui::formatTime(storyTime(45)).section(u' ', 1));
        QVERIFY(text(u"goToTimeFault"_s).isEmpty());
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(45));
        QVERIFY(text(u"goToTimeFault"_s).isEmpty());
        QCOMPARE(m_window->focusWidget(), field); // ready for the next one
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!row->isVisible());
        QCOMPARE(m_window->focusWidget(), child<QWidget>(u"replayTrack"_s));
        QTest::mouseClick(child<QToolButton>(u"replayGoTo"_s), Qt::LeftButton);
        QVERIFY(row->isVisible() && field->text().isEmpty());
        Q_EMIT m_window->replayCloseWanted();
        openStory();
        QVERIFY(!row->isVisible());
    }

    /// By keys, and by what the window reports to assistive technologies alone.
    void anOperatorReadsWhoHeldTheLock()
    {
        m_window->resize(1440, 900);
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        openStory();
        test::Keyboard keyboard;
        const auto all = [] { return test::Keyboard::read().join(u'\n'); };
        const auto lane = [] {
            return test::Keyboard::childNames(test::Keyboard::find(QAccessible::List, u"Queue of "_s));
        };
        keyboard.press(Qt::Key_K, Qt::ControlModifier);
        keyboard.type(u"orders"_s);
        keyboard.press(Qt::Key_Return);
        keyboard.press(Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(test::Keyboard::focusName(), u"Go to time"_s);
        const std::pair<int, QStringList> queues[] = {{25, {u"worker-101"_s, u"worker-102"_s}},
                                                      {45, {u"worker-102"_s}}};
        for (const auto& [second, clients] : queues) {
            const auto time = ui::formatTime(storyTime(second));
            keyboard.type(time); // replaces the text, which is selected
            keyboard.press(Qt::Key_Return);
            QTRY_VERIFY2(test::Keyboard::reads(u"Replay time: "_s + time), qPrintable(all()));
            QTRY_COMPARE(lane(), clients);
            QVERIFY2(test::Keyboard::fact(u"Client"_s).startsWith(clients.first()), qPrintable(all()));
            QVERIFY2(test::Keyboard::fact(u"State"_s).startsWith(u"Holding"_s), qPrintable(all()));
        }
    }

    /// A narrow window has the whole time too.
    void theTimeIsCompleteAtEachSize()
    {
        openStory();
        seek(25);
        const auto local = ui::formatTime(storyTime(25));
        for (const auto& size : {QSize(2560, 1440), QSize(960, 540)}) {
            m_window->resize(size);
            QTRY_COMPARE(m_window->size(), size);
            QCOMPARE(text(u"replayTime"_s), local.section(u' ', 1));
            QTRY_VERIFY(text(u"replayDate"_s).startsWith(local.section(u' ', 0, 0)));
            for (const auto& name : {u"replayTime"_s, u"replayDate"_s, u"replayChip"_s}) {
                const auto* label = child<QLabel>(name);
                QTRY_VERIFY(label->isVisible() && label->width() >= label->sizeHint().width());
            }
            QTRY_VERIFY(child<ui::ReplayTrack>(u"replayTrack"_s)->width() >= 120);
        }
        QVERIFY(child<ui::ReplayTrack>(u"replayTrack"_s)->accessibleDescription().startsWith(local));
    }

    void leavingComesBackToWhatWasChosen()
    {
        m_window->select({"/locks/live", inspect::LockPart::Queue, "lock-0000000102"});
        openStory();
        m_window->selectLock("/locks/orders");
        seek(25);
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/orders"));
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!m_replay->isShowing());
        QVERIFY(!child<QWidget>(u"replayBar"_s)->isVisible());
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/live"));
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->contender()->node, std::string("lock-0000000102"));
        QVERIFY(child<QAction>(u"releaseAction"_s)->isEnabled());
        QVERIFY(child<QAction>(u"pauseAction"_s)->isEnabled());
        QVERIFY(child<QToolButton>(u"liveButton"_s)->isVisible());
        QCOMPARE(child<QWidget>(u"centre"_s)->property("replay").toString(), u"false"_s);
        QCOMPARE(m_window->windowTitle(), u"zk1:2181 – Lockscope"_s);
    }

    void whatIsDroppedIsOpened()
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file())});
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &drop);
        QTRY_VERIFY(m_replay->isShowing());
        QMimeData words;
        words.setText(u"not a file"_s);
        QDragEnterEvent other({10, 10}, Qt::CopyAction, &words, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &other);
        QVERIFY(!other.isAccepted());
    }

    void ctrlOAsksForAFile()
    {
        QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
        auto* dialog = child<QFileDialog>(u"openRecordingDialog"_s);
        QVERIFY(dialog->isVisible());
        QVERIFY(!dialog->isModal());
        Q_EMIT dialog->filesSelected({file()});
        QTRY_VERIFY(m_replay->isShowing());
    }

    /// Each server logs the requests of its own clients: the turns of both are there, however the logs are given.
    void theLogsOfSeveralServersAreOpenedTogether_data()
    {
        QTest::addColumn<bool>("isDropped");
        QTest::newRow("dialog") << false;
        QTest::newRow("drop") << true;
    }
    void theLogsOfSeveralServersAreOpenedTogether()
    {
        QFETCH(bool, isDropped);
        const auto files = auditLogs();
        if (isDropped) {
            QMimeData data;
            data.setUrls({QUrl::fromLocalFile(files.at(0)), QUrl::fromLocalFile(files.at(1))});
            QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(m_window.get(), &enter);
            QVERIFY(enter.isAccepted());
            QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(m_window.get(), &drop);
        } else {
            QTest::keyClick(m_window.get(), Qt::Key_O, Qt::ControlModifier);
            auto* dialog = child<QFileDialog>(u"openRecordingDialog"_s);
            QCOMPARE(dialog->fileMode(), QFileDialog::ExistingFiles);
            Q_EMIT dialog->filesSelected(files);
        }
        QTRY_VERIFY(m_replay->isShowing());
        QStringList turns;
        for (const auto& event : m_replay->player().facts()->history->events()) {
            if (event.type == inspect::Change::Type::Granted)
                turns << QString::fromStdString(event.host);
        }
        QCOMPARE(turns, (QStringList{u"10.0.0.1"_s, u"10.0.0.2"_s}));
        QCOMPARE(m_window->windowTitle(), u"Replay of server1.log and 1 more – Lockscope"_s);
        QVERIFY2(!text(u"noticeText"_s).contains(u"missing"_s), qPrintable(text(u"noticeText"_s)));
    }

    void whatCannotBeCombinedIsSaid_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("sentence");
        const auto recording = u"Cannot open \"story.rec\": a recording cannot be opened together with other files."_s;
        QTest::newRow("a log, a recording") << QStringList{u"server1.log"_s, u"story.rec"_s} << recording;
        QTest::newRow("a recording, a log") << QStringList{u"story.rec"_s, u"server1.log"_s} << recording;
        QTest::newRow("two recordings") << QStringList{u"story.rec"_s, u"story.rec"_s} << recording;
        QTest::newRow("a log twice") << QStringList{u"server1.log"_s, u"../%1/server1.log"_s}
                                     << u"Cannot open \"server1.log\": the same audit log was given twice."_s;
        QTest::newRow("another file") << QStringList{u"server1.log"_s, u"notes.txt"_s}
                                      << u"Cannot open \"notes.txt\": not an audit log."_s;
        QTest::newRow("no file") << QStringList{u"server1.log"_s, u"none.log"_s}
                                 << u"Cannot open \"none.log\": no such file."_s;
    }
    void whatCannotBeCombinedIsSaid()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, sentence);
        QCOMPARE(auditLogs().size(), 2);
        QFile notes(m_folder->filePath(u"notes.txt"_s));
        QVERIFY(notes.open(QIODevice::WriteOnly) && notes.write("to do\n") > 0);
        notes.close();
        for (auto& name : files)
            name = m_folder->filePath(name.contains(u'%') ? name.arg(QFileInfo(m_folder->path()).fileName()) : name);
        Q_EMIT m_window->recordingWanted(files);
        QTRY_VERIFY(child<QWidget>(u"notice"_s)->isVisible());
        QVERIFY2(text(u"noticeText"_s).contains(sentence), qPrintable(text(u"noticeText"_s)));
        QVERIFY(!m_replay->isShowing());
    }

    void aBadFileIsSaidAndLiveStays()
    {
        Q_EMIT m_window->recordingWanted({m_folder->filePath(u"not.rec"_s)});
        QTRY_VERIFY(child<QWidget>(u"notice"_s)->isVisible());
        QVERIFY(text(u"noticeText"_s).contains(u"no such file"_s));
        QVERIFY(!m_replay->isShowing());
        QVERIFY(m_window->shownLock());
        QVERIFY(!child<QWidget>(u"replayBar"_s)->isVisible());
    }

    void damageIsSaid()
    {
        QFile recording(file());
        QVERIFY(recording.resize(recording.size() - 60));
        openStory();
        QVERIFY(child<QWidget>(u"notice"_s)->isVisible());
        QVERIFY(text(u"noticeText"_s).contains(u"has no end"_s));
    }

    void theActivityIsTheRecordings()
    {
        auto* stack = child<QStackedWidget>(u"activityStack"_s);
        openStory();
        seek(25);
        auto* table = child<QTableView>(u"recordedActivityTable"_s);
        QCOMPARE(stack->currentWidget(), table);
        QCOMPARE(table->model()->rowCount(), 6);
        auto* filter = child<QLineEdit>(u"activityFilter"_s);
        filter->setText(u"acquired"_s);
        QCOMPARE(table->model()->rowCount(), 2);
        filter->clear();
        QCOMPARE(table->model()->rowCount(), 6);
        table->setCurrentIndex(table->model()->index(4, 0)); // 102 acquires the lock
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_COMPARE(m_replay->player().shownAt(), storyTime(test::handedOverAt));
        QCOMPARE(m_window->shownLock()->path, std::string("/locks/orders"));
        QCOMPARE(child<ui::QueuePanel>(u"queuePanel"_s)->contender()->node, std::string("lock-0000000102"));
        Q_EMIT m_window->replayCloseWanted();
        QCOMPARE(table->model()->rowCount(), 0);
        QVERIFY(stack->currentWidget() != table);
    }

    /// A recording of a newer program, with words of its own.
    void whatIsNotKnownKeepsItsWord()
    {
        QFile newer(file());
        QVERIFY(newer.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QVERIFY(newer.write("{\"lockscope-recording\":1}\n{\"full\":{\"at\":1000}}\n"
                            R"({"lock":{"path":"/a","head":{"kind":"mutex"},"queue":[{"node":"n1","holds":true}]}})"
                            "\n"
                            "{\"done\":{}}\n"
                            R"({"event":{"at":1500,"event":"demoted","path":"/a","contender":{"node":"n1"}}})"
                            "\n{\"end\":{\"at\":2000,\"reason\":\"stopped\"}}\n") > 0);
        newer.close();
        openStory();
        Q_EMIT m_window->replaySeekWanted(WallTime(std::chrono::milliseconds(1'900)));
        const auto* events = child<QTableView>(u"recordedActivityTable"_s)->model();
        QTRY_COMPARE(events->rowCount(), 1);
        QStringList shown;
        QStringList exported;
        for (auto column = 0; column < events->columnCount(); ++column) {
            shown << events->index(0, column).data().toString();
            exported << events->index(0, column).data(ui::ExportRole).toString();
        }
        QVERIFY2(shown.contains(u"demoted"_s), qPrintable(shown.join(u'|')));
        QVERIFY2(exported.contains(u"demoted"_s), qPrintable(exported.join(u'|')));
    }

    /// A lease has the same name.
    void anEventAtTheGateLeadsThere()
    {
        const std::string name = "a-lock-0000000000";
        using Names = std::vector<std::string>;
        std::vector<inspect::SnapshotPtr> snapshots;
        for (const auto& names : {Names{}, Names{name}}) {
            const auto at = storyTime(static_cast<int>(snapshots.size()) * 10);
            auto made = *test::snapshot(
                {std::make_shared<inspect::Lock>(test::semaphoreOfEqualNames("/pool", names, names, at))});
            made.takenAt = at;
            snapshots.push_back(std::make_shared<const inspect::Snapshot>(std::move(made)));
        }
        QFile::remove(file());
        test::record(file(), snapshots);
        openStory();
        seek(20);
        auto* table = child<QTableView>(u"recordedActivityTable"_s);
        QTRY_COMPARE(table->model()->rowCount(), 3); // both join, one acquires it
        auto isAtGate = 0;
        for (auto row = 0; row < 3; ++row) {
            table->setCurrentIndex(table->model()->index(row, 0));
            table->setFocus();
            QTest::keyClick(table, Qt::Key_Return);
            QTRY_COMPARE(m_replay->player().shownAt(), storyTime(10));
            const auto* contender = child<ui::QueuePanel>(u"queuePanel"_s)->contender();
            QVERIFY(contender && contender->node == name);
            isAtGate += contender->atGate ? 1 : 0;
        }
        QCOMPARE(isAtGate, 1);
    }

    void bothThemesAreFine()
    {
        openStory();
        for (const auto choice : {ui::ThemeChoice::Light, ui::ThemeChoice::Dark}) {
            m_window->setPreferences({choice});
            m_window->resize(1024, 640);
            const auto row = child<QWidget>(u"replayRow"_s)->grab().toImage();
            QCOMPARE(row.pixelColor(1, 1).rgb(), m_window->theme().specialSoft.rgb());
            QVERIFY(child<ui::ReplayTrack>(u"replayTrack"_s)->width() >= 120);
        }
    }

    void everyWidgetThatTakesInputHasAName()
    {
        openStory();
        const auto unnamed = nameless(*child<QWidget>(u"replayBar"_s));
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(u", "_s)));
    }
};

} // namespace lockscope::replayWindowTest

LOCKSCOPE_TEST(lockscope::replayWindowTest::ReplayWindowTest)
#include "ReplayWindowTest.moc"
