// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The time, the marks, the log and the player of a replay.

#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"
#include "tests/ui/Recordings.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/RecordedEventsModel.h"
#include "ui/replay/ReplayPlayer.h"
#include "ui/replay/TypedTime.h"
#include "ui/views/ReplayTrack.h"

#include <QAbstractItemModelTester>
#include <QDateTime>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <memory>

namespace lockscope::replayTest {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using test::storyTime;
using MarkKind = ui::ReplayMarks::Kind;

class ReplayTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<test::ManualClock> m_clock;
    std::unique_ptr<ui::ReplayPlayer> m_player;

    QString file() const { return m_folder->filePath(u"story.rec"_s); }
    void openStory()
    {
        test::record(file(), test::story());
        m_player->open({file()});
        QTRY_VERIFY(m_player->facts());
    }
    std::size_t contendersShown() const { return m_player->snapshot()->find("/locks/orders")->queue.size(); }
    /// Replaces the content of the file, or creates it.
    void write(const QByteArray& bytes) const
    {
        QFile target(file());
        QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(target.write(bytes), bytes.size());
    }
    QByteArray content() const
    {
        QFile source(file());
        return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    }

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<test::ManualClock>();
        m_player = std::make_unique<ui::ReplayPlayer>(*m_clock);
    }
    void cleanup() { m_player.reset(); }

    void timeRunsAtItsSpeed()
    {
        ui::ReplayClock clock;
        SteadyTime now{};
        clock.begin(storyTime(0), storyTime(60), storyTime(0));
        QVERIFY(!clock.isPlaying(now));
        clock.play(now);
        now += 5s;
        QCOMPARE(clock.timeAt(now), storyTime(5));
        clock.setSpeed(10, now);
        now += 2s;
        QCOMPARE(clock.timeAt(now), storyTime(25));
        clock.pause(now);
        now += 100s;
        QCOMPARE(clock.timeAt(now), storyTime(25));
        clock.seek(storyTime(100), now);
        QCOMPARE(clock.timeAt(now), storyTime(60));
        clock.play(now); // at the end: starts again at the beginning
        QCOMPARE(clock.timeAt(now), storyTime(0));
        now += std::chrono::hours(100'000);
        clock.setSpeed(3'600, now);
        QCOMPARE(clock.timeAt(now), storyTime(60));
        QVERIFY(!clock.isPlaying(now));
    }

    void seekingGoesOnPlaying()
    {
        ui::ReplayClock clock;
        clock.begin(storyTime(0), storyTime(60), storyTime(0));
        clock.play({});
        clock.seek(storyTime(30), SteadyTime(5s));
        QCOMPARE(clock.timeAt(SteadyTime(6s)), storyTime(31));
        clock.pause(SteadyTime(6s));
        clock.seek(storyTime(10), SteadyTime(7s));
        QCOMPARE(clock.timeAt(SteadyTime(9s)), storyTime(10));
    }

    /// The recording lasts from the 23rd, 22:00:30.250, to the 26th, 01:00; the time is that of this machine.
    void aTypedTimeIsOneOfTheRecording_data()
    {
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("expected"); ///< empty: refused
        const auto middle = u"2026-11-24 12:00:00.000"_s;
        QTest::newRow("minutes") << middle << u"03:12"_s << u"2026-11-24 03:12:00.000"_s;
        QTest::newRow("one digit") << middle << u" 3:12 "_s << u"2026-11-24 03:12:00.000"_s;
        QTest::newRow("seconds") << middle << u"03:12:30"_s << u"2026-11-24 03:12:30.000"_s;
        QTest::newRow("milliseconds") << middle << u"03:12:30.250"_s << u"2026-11-24 03:12:30.250"_s;
        QTest::newRow("a fraction") << middle << u"03:12:30.5"_s << u"2026-11-24 03:12:30.500"_s;
        QTest::newRow("a comma, as in logs") << middle << u"03:12:30,250"_s << u"2026-11-24 03:12:30.250"_s;
        QTest::newRow("a date") << middle << u"2026-11-25 03:12"_s << u"2026-11-25 03:12:00.000"_s;
        QTest::newRow("as it is shown") << middle << u"2026-11-25 03:12:30.250"_s << u"2026-11-25 03:12:30.250"_s;
        QTest::newRow("as in ISO 8601") << middle << u"2026-11-25T03:12:30"_s << u"2026-11-25 03:12:30.000"_s;
        QTest::newRow("the shown day") << u"2026-11-25 23:00:00.000"_s << u"03:12"_s << u"2026-11-25 03:12:00.000"_s;
        // Where the shown day has no such time: the nearest one.
        QTest::newRow("the next day") << u"2026-11-23 23:00:00.000"_s << u"03:12"_s << u"2026-11-24 03:12:00.000"_s;
        QTest::newRow("the day before") << u"2026-11-26 00:30:00.000"_s << u"23:30"_s << u"2026-11-25 23:30:00.000"_s;
        QTest::newRow("the minute of its beginning")
            << u"2026-11-23 23:00:00.000"_s << u"22:00"_s << u"2026-11-23 22:00:30.250"_s;
        QTest::newRow("the second of its beginning")
            << middle << u"2026-11-23 22:00:30"_s << u"2026-11-23 22:00:30.250"_s;
        QTest::newRow("its end") << middle << u"2026-11-26 01:00"_s << u"2026-11-26 01:00:00.000"_s;
        QTest::newRow("before it") << middle << u"2026-11-23 21:59"_s << QString();
        QTest::newRow("after it") << middle << u"2026-11-26 01:00:00.001"_s << QString();
        for (const auto* typed : {"", "yesterday", "3", "03:1", "24:00", "03:60", "03:12:60", "03:12:30.1234", "-3:12",
                                  "2026-11-31 03:12", "24.11.2026 03:12", "03:12 UTC"})
            QTest::addRow("refused: '%s'", typed) << middle << QString::fromLatin1(typed) << QString();
    }
    void aTypedTimeIsOneOfTheRecording()
    {
        QFETCH(QString, shown);
        QFETCH(QString, typed);
        QFETCH(QString, expected);
        const auto at = [](const QString& time) {
            return WallTime(std::chrono::milliseconds(
                QDateTime::fromString(time, u"yyyy-MM-dd HH:mm:ss.zzz"_s).toMSecsSinceEpoch()));
        };
        const auto from = u"2026-11-23 22:00:30.250"_s;
        const auto to = u"2026-11-26 01:00:00.000"_s;
        const auto read = ui::readTypedTime(typed, at(shown), at(from), at(to));
        QCOMPARE(read.at, expected.isEmpty() ? std::nullopt : std::optional(at(expected)));
        QCOMPARE(read.fault.isEmpty(), !expected.isEmpty());
        if (expected.isEmpty())
            QVERIFY2(read.fault.contains(u"lasts from %1 to %2."_s.arg(from, to)), qPrintable(read.fault));
    }

    void aTypedTimeHasOneDayInAShortRecording()
    {
        const auto read = ui::readTypedTime(u"03:12"_s, storyTime(5), storyTime(5), storyTime(5));
        QVERIFY(!read.at);
        QVERIFY2(read.fault.contains(u"is outside the recording"_s), qPrintable(read.fault));
    }

    void marksReportWhereSomethingHappened()
    {
        ui::ReplayMarks marks;
        QVERIFY(!marks.after(storyTime(0)));
        marks.add(storyTime(10), MarkKind::Queue);
        marks.add(storyTime(10), MarkKind::Trouble);
        marks.add(storyTime(9), MarkKind::Granted); // the clock was set back
        marks.add(storyTime(30), MarkKind::Granted);
        QCOMPARE(marks.all().size(), 2U);
        QCOMPARE(marks.all()[0].kind, MarkKind::Trouble);
        QCOMPARE(marks.after(storyTime(0)), std::optional(storyTime(10)));
        QCOMPARE(marks.after(storyTime(10)), std::optional(storyTime(30)));
        QCOMPARE(marks.before(storyTime(30)), std::optional(storyTime(10)));
        QVERIFY(!marks.before(storyTime(10)));
        QVERIFY(!marks.after(storyTime(30)));
        const auto parts = marks.inParts(storyTime(0), storyTime(30), 3);
        QCOMPARE(parts.size(), 3U);
        QVERIFY(!parts[0]);
        QCOMPARE(parts[1], std::optional(MarkKind::Trouble));
        QCOMPARE(parts[2], std::optional(MarkKind::Granted)); // the very end
        QCOMPARE(marks.inParts(storyTime(0), storyTime(0), 0).size(), 0U);
    }

    void aRecordingIsReadOnceAndShowsItsBeginning()
    {
        QSignalSpy opened(m_player.get(), &ui::ReplayPlayer::opened);
        openStory();
        QCOMPARE(opened.count(), 1);
        const auto& facts = *m_player->facts();
        QCOMPARE(facts.name, u"story.rec"_s);
        QCOMPARE(facts.connect, std::string("zk1:2181"));
        QCOMPARE(facts.from, storyTime(0));
        QCOMPARE(facts.to, storyTime(test::endsAt));
        QCOMPARE(facts.snapshots, 5U);
        QVERIFY(facts.remarks.isEmpty());
        QCOMPARE(m_player->now(), storyTime(0));
        QCOMPARE(contendersShown(), 0U);
        QVERIFY(!m_player->opening());
        const auto* orders = facts.history->find("/locks/orders");
        QVERIFY(orders);
        QCOMPARE(orders->granted, 2U);
        QCOMPARE(orders->holds.longest(), 30s);
    }

    void itGoesToAnyTime()
    {
        openStory();
        for (const auto& [seconds, contenders] : {std::pair(45, 1U), {25, 2U}, {5, 0U}, {60, 0U}, {20, 2U}}) {
            m_player->seek(storyTime(seconds));
            QTRY_COMPARE(m_player->shownAt(), storyTime(seconds));
            QCOMPARE(contendersShown(), contenders);
        }
    }

    void otherLimitsFindOtherThings()
    {
        openStory();
        m_player->seek(storyTime(30)); // held for twenty seconds
        QTRY_COMPARE(m_player->shownAt(), storyTime(30));
        const auto isHeldTooLong = [&] {
            const auto& findings = m_player->snapshot()->findings;
            return std::any_of(findings.begin(), findings.end(), [](const inspect::Finding& finding) {
                return finding.kind == inspect::FindingKind::LongHold;
            });
        };
        QVERIFY(!isHeldTooLong());
        inspect::FindingSettings settings;
        settings.holdLimit = 15s;
        m_player->setFindings(settings);
        QTRY_VERIFY(isHeldTooLong());
        QCOMPARE(m_player->shownAt(), storyTime(30));
        m_player->setFindings({});
        QTRY_VERIFY(!isHeldTooLong());
    }

    void itStepsFromEventToEvent()
    {
        openStory();
        QList<int> moments;
        for (auto i = 0; i < 10; ++i) {
            m_player->stepForward();
            QTRY_VERIFY(!m_player->isBehind());
            moments << static_cast<int>(
                std::chrono::duration_cast<std::chrono::seconds>(m_player->now() - storyTime(0)).count());
        }
        QCOMPARE(moments.mid(0, 4), (QList<int>{test::joinedAt, test::queuedAt, test::handedOverAt, test::emptyAt}));
        QCOMPARE(moments.last(), test::emptyAt); // no further events
        m_player->stepBack();
        QCOMPARE(m_player->now(), storyTime(test::handedOverAt));
        QTRY_COMPARE(contendersShown(), 1U);
    }

    void itPlaysAtASpeedAndStopsAtTheEnd()
    {
        openStory();
        m_player->setSpeed(10);
        m_player->play();
        QVERIFY(m_player->isPlaying());
        m_clock->advance(2'500ms);
        QTRY_COMPARE(m_player->shownAt(), storyTime(25));
        QCOMPARE(contendersShown(), 2U);
        m_clock->advance(100s);
        QTRY_COMPARE(m_player->shownAt(), storyTime(60));
        QVERIFY(!m_player->isPlaying());
        QCOMPARE(contendersShown(), 0U);
        m_player->play();
        QTRY_COMPARE(m_player->shownAt(), storyTime(0));
        m_player->pause();
    }

    void whatIsNoRecordingIsSaid_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reason");
        QTest::newRow("empty") << QByteArray() << u"the file is empty"_s;
        QTest::newRow("text") << QByteArray("hello\nworld\n") << u"not a Lockscope recording. Create one with"_s;
        QTest::newRow("JSON") << QByteArray("{\"a\":1}\n") << u"not a Lockscope recording"_s;
        QTest::newRow("newer") << QByteArray("{\"lockscope-recording\":99}\n") << u"format 99"_s;
        QTest::newRow("without a snapshot")
            << QByteArray("{\"lockscope-recording\":1,\"connect\":\"a\",\"roots\":[\"/\"],\"source\":\"live\","
                          "\"startedAt\":1}\n")
            << u"before its first snapshot"_s;
    }
    void whatIsNoRecordingIsSaid()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reason);
        write(bytes);
        QSignalSpy failed(m_player.get(), &ui::ReplayPlayer::failed);
        m_player->open({file()});
        QVERIFY(m_player->opening());
        QTRY_COMPARE(failed.count(), 1);
        const auto sentence = failed.first().first().toString();
        QVERIFY2(sentence.startsWith(u"Cannot open \"story.rec\": "_s) && sentence.contains(reason),
                 qPrintable(sentence));
        QVERIFY(!m_player->opening());
        QVERIFY(!m_player->facts());
    }

    void whatIsNotThereIsSaid()
    {
        QSignalSpy failed(m_player.get(), &ui::ReplayPlayer::failed);
        m_player->open({m_folder->filePath(u"not.rec"_s)});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed.first().first().toString().contains(u"no such file"_s));
        m_player->open({m_folder->path()});
        QTRY_COMPARE(failed.count(), 2);
    }

    void whatCouldBeReadOfADamagedOneIsShown()
    {
        test::record(file(), test::story());
        auto bytes = content();
        const auto second = bytes.indexOf("{\"change\"");
        QVERIFY(second > 0);
        bytes[second + 3] = '#';
        write(bytes);
        m_player->open({file()});
        QTRY_VERIFY(m_player->facts());
        QCOMPARE(m_player->facts()->snapshots, 1U);
        QCOMPARE(m_player->facts()->remarks.size(), 1);
        QVERIFY(m_player->facts()->remarks.first().contains(u"is damaged"_s));
    }

    void aCutOneShowsWhatIsWhole()
    {
        test::record(file(), test::story());
        write(content().chopped(120));
        m_player->open({file()});
        QTRY_VERIFY(m_player->facts());
        QVERIFY(m_player->facts()->remarks.first().contains(u"no end"_s));
        QVERIFY(m_player->facts()->snapshots >= 4U);
    }

    void readingCanBeCancelled()
    {
        // Long enough to be cancelled while it is being read: each snapshot is complete in the file.
        test::record(file(), test::story());
        const auto whole = content();
        const auto header = whole.left(whole.indexOf('\n') + 1);
        auto body = whole.mid(header.size());
        body.truncate(body.indexOf("{\"end\""));
        QByteArray bytes = header;
        while (bytes.size() < 40'000'000)
            bytes += body;
        write(bytes);
        QSignalSpy failed(m_player.get(), &ui::ReplayPlayer::failed);
        QSignalSpy opened(m_player.get(), &ui::ReplayPlayer::opened);
        m_player->open({file()});
        QTRY_VERIFY(m_player->opening()->progress.snapshots > 0);
        QCOMPARE(m_player->opening()->progress.ofBytes, bytes.size());
        m_player->cancelOpening();
        QVERIFY(!m_player->opening());
        // The next file is read; the long one is not.
        QFile::remove(file());
        openStory();
        QCOMPARE(opened.count(), 1);
        QCOMPARE(failed.count(), 0);
    }

    void aBadFileLeavesTheShownOne()
    {
        openStory();
        m_player->seek(storyTime(25));
        QSignalSpy failed(m_player.get(), &ui::ReplayPlayer::failed);
        m_player->open({m_folder->filePath(u"not.rec"_s)});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(m_player->facts());
        QCOMPARE(m_player->now(), storyTime(25));
    }

    void aFileThatShrinksIsSaid()
    {
        openStory();
        m_player->seek(storyTime(55));
        QTRY_VERIFY(!m_player->isBehind());
        QSignalSpy failed(m_player.get(), &ui::ReplayPlayer::failed);
        QVERIFY(QFile(file()).resize(100));
        m_player->seek(storyTime(1));
        // The snapshots read last may still be cached; sooner or later one is not.
        m_player->close();
        m_player->open({file()});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!m_player->facts());
    }

    void anServerAuditLogOpensToo()
    {
        m_player->open({QStringLiteral(LOCKSCOPE_SAMPLES "/audit-log4j.log")});
        QTRY_VERIFY(m_player->facts());
        QVERIFY(m_player->facts()->isServerAuditLog);
        QVERIFY(m_player->facts()->remarks.last().contains(u"no payloads"_s));
        QVERIFY(m_player->facts()->snapshots > 1U);
    }

    void itEndsWhileItReads()
    {
        test::record(file(), test::story());
        m_player->open({file()});
        m_player.reset();
        m_player = std::make_unique<ui::ReplayPlayer>(*m_clock);
        QVERIFY(!m_player->facts());
    }

    void theLogFollowsTheTime()
    {
        openStory();
        ui::RecordedEventsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        model.setHistory(m_player->facts()->history);
        QCOMPARE(resets.count(), 1);
        // joined, granted, joined, left, granted, left
        QCOMPARE(model.rowCount(), 6);
        model.setNow(storyTime(25));
        QCOMPARE(model.pastRows(), 3);
        QCOMPARE(changes.count(), 1);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        // All events are of one day: the date is in the tooltip.
        QCOMPARE(cell(1, ui::ActivityModel::Time), ui::formatTime(model.eventAt(1)->at).section(u' ', 1));
        QCOMPARE(cell(1, ui::ActivityModel::What), u"acquired"_s);
        QCOMPARE(cell(1, ui::ActivityModel::Client), u"worker-101"_s);
        QCOMPARE(cell(1, ui::ActivityModel::Lock), u"/locks/orders"_s);
        QVERIFY(cell(4, ui::ActivityModel::Detail).startsWith(u"waited 20 s"_s));
        const auto tone = [&](int row) {
            return model.index(row, ui::ActivityModel::What).data(ui::ToneRole).value<ui::Tone>();
        };
        QCOMPARE(tone(1), ui::Tone::Good);
        QCOMPARE(tone(4), ui::Tone::Muted); // not yet
        model.setNow(storyTime(0));
        QCOMPARE(model.pastRows(), 0);
        QCOMPARE(tone(1), ui::Tone::Muted);
        QCOMPARE(resets.count(), 1);
        QVERIFY(model.matches(4, u"WORKER-102"_s));
        QVERIFY(model.matches(4, u"acqui"_s));
        QVERIFY(model.matches(4, u"0x166"_s));
        QVERIFY(!model.matches(4, u"worker-101"_s));
        QVERIFY(!model.matches(6, u""_s)); // no such row
        model.setHistory(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theTrackGoesWhereOneClicksAndTypes()
    {
        openStory();
        ui::ReplayTrack track;
        track.resize(400, 34);
        track.setRecording(m_player->facts());
        track.show();
        QVERIFY(QTest::qWaitForWindowExposed(&track));
        std::vector<WallTime> chosen;
        connect(&track, &ui::ReplayTrack::timeChosen, this, [&](WallTime at) { chosen.push_back(at); });
        QSignalSpy play(&track, &ui::ReplayTrack::playWanted);
        track.setTime(storyTime(30));
        QVERIFY(chosen.empty()); // not selected by the user
        QCOMPARE(track.time(), storyTime(30));
        QTest::keyClick(&track, Qt::Key_Right);
        QCOMPARE(chosen.back(), storyTime(30) + 600ms);
        track.setTime(storyTime(30));
        QTest::keyClick(&track, Qt::Key_PageUp);
        QCOMPARE(chosen.back(), storyTime(36));
        QTest::keyClick(&track, Qt::Key_End);
        QCOMPARE(chosen.back(), storyTime(60));
        QTest::keyClick(&track, Qt::Key_Home);
        QCOMPARE(chosen.back(), storyTime(0));
        QTest::keyClick(&track, Qt::Key_Space);
        QCOMPARE(play.count(), 1);
        QTest::mouseClick(&track, Qt::LeftButton, {}, {200, 20});
        QVERIFY(std::chrono::abs(chosen.back() - storyTime(30)) < 1s);
        QVERIFY(!track.accessibleName().isEmpty());
        QVERIFY(!track.grab().isNull());
    }

    void aTrackOfYearsHasSteps()
    {
        auto facts = std::make_shared<ui::RecordingFacts>();
        facts->from = storyTime(0);
        facts->to = storyTime(0) + std::chrono::hours(24 * 3650);
        ui::ReplayTrack track;
        track.setRecording(facts);
        QVERIFY(track.unit() > 1ms);
        track.setTime(facts->to);
        QVERIFY(facts->to - track.time() <= track.unit());
        track.setTime(facts->from);
        QCOMPARE(track.time(), facts->from);
    }
};

} // namespace lockscope::replayTest

LOCKSCOPE_TEST(lockscope::replayTest::ReplayTest)
#include "ReplayTest.moc"
