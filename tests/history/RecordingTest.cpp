// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A recording is read back to the last value, however the recorder ended; other files are refused.

#include "core/history/ChangeJson.h"
#include "core/history/History.h"
#include "core/history/recordings/RecordingFormat.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/history/recordings/Replay.h"
#include "core/model/FindingJson.h"
#include "core/model/SnapshotJson.h"
#include "tests/history/RecordingFixture.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Files.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

namespace lockscope::recordingTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class RecordingTest final : public RecordingFixture {
    Q_OBJECT
private Q_SLOTS:
    void givesBackWhatWasSeen_data();
    void givesBackWhatWasSeen();
    void itsHistoryIsThatOfTheSnapshots_data();
    void itsHistoryIsThatOfTheSnapshots();
    void writesOnlyWhatCanBeRead();
    void jumpsToAnyTime();
    void reportsWhatNoSnapshotReports();
    void keepsEveryKind();
    void keepsWordsOfANewerProgram();
    void equalNamesComeBack();
    void agesStayAges();
    void leadersStayLeaders();
    void isTheUsersAlone();
    void leavesOthersFilesAlone();
    void endsBeforeItIsTooLarge();
    void endsThoughTheFirstSnapshotIsTooLarge();
    void keepsNoSecret();
    void writesAFullSnapshotInTime();
};

void RecordingTest::givesBackWhatWasSeen_data()
{
    QTest::addColumn<unsigned>("seed");
    for (const auto seed : {1U, 2U, 3U, 4U, 5U})
        QTest::addRow("seed %u", seed) << seed;
}

void RecordingTest::givesBackWhatWasSeen()
{
    QFETCH(unsigned, seed);
    record(50, seed);
    const auto reader = RecordingReader::open(file());
    QVERIFY_RESULT(reader);
    for (const auto& wanted : m_snapshots) {
        const auto item = (*reader)->next();
        QVERIFY(item && item->step);
        const auto wrong = difference(*wanted, *(*reader)->snapshot());
        QVERIFY2(wrong.empty(), ("revision " + std::to_string(wanted->revision) + ": " + wrong).c_str());
    }
    QVERIFY(!(*reader)->next());
    QVERIFY(!(*reader)->isCut());
    QVERIFY(!(*reader)->damage());
    QVERIFY((*reader)->end());
    QCOMPARE((*reader)->end()->reason, std::string("time"));
}

void RecordingTest::itsHistoryIsThatOfTheSnapshots_data()
{
    givesBackWhatWasSeen_data();
}

/// Steps give the same events, lengths and durations as whole snapshots: also through gaps, incomplete snapshots and
/// nodes that may not be read.
void RecordingTest::itsHistoryIsThatOfTheSnapshots()
{
    QFETCH(unsigned, seed);
    record(300, seed);
    const auto textOf = [](const LockEvent& event) {
        return QJsonDocument(eventJson(event)).toJson(QJsonDocument::Compact) + '\n';
    };
    QByteArray wanted;
    QByteArray found;
    History whole({}, [&](const LockEvent& event) { wanted += textOf(event); });
    History stepped({}, [&](const LockEvent& event) { found += textOf(event); });
    for (const auto& snapshot : m_snapshots)
        whole.see(snapshot);
    const auto reader = RecordingReader::open(file());
    QVERIFY_RESULT(reader);
    while (const auto item = (*reader)->next()) {
        QVERIFY(item->step);
        stepped.see(*item->step);
    }
    whole.finish();
    stepped.finish();
    QVERIFY(wanted.count("joined") > 10 && wanted.count("gap") > 0);
    QCOMPARE(found, wanted);
    QVERIFY(whole.last() && stepped.last());
    QCOMPARE(difference(*whole.last(), *stepped.last()), std::string());
    QCOMPARE(stepped.lockCount(), whole.lockCount());
    for (const auto* lock : whole.locks()) {
        const auto* other = stepped.find(*lock->path);
        QVERIFY(other);
        QCOMPARE(other->lengths.most(), lock->lengths.most());
        QCOMPARE(other->lengths.steps().size(), lock->lengths.steps().size());
        const auto now = whole.last()->takenAt;
        QCOMPARE(stepped.durationsOf(*other, now).openWaits.count(), whole.durationsOf(*lock, now).openWaits.count());
    }
}

void RecordingTest::writesOnlyWhatCanBeRead()
{
    auto session = std::make_shared<Snapshot>();
    session->takenAt = WallTime(std::chrono::hours(24 * 366 * 18'000)); // far beyond the year 9999
    session->session.timeout = std::chrono::milliseconds(std::int64_t(1) << 40);
    Snapshot read;
    QVERIFY(recording::readSnapshot(recording::snapshotJson(*session, nullptr), read));
    QCOMPARE(read.session.timeout, std::chrono::milliseconds(std::numeric_limits<std::int32_t>::max()));
    QVERIFY(read.takenAt < session->takenAt);
}

void RecordingTest::jumpsToAnyTime()
{
    record(60, 77);
    const auto replay = Replay::open(file());
    QVERIFY_RESULT(replay);
    QCOMPARE((*replay)->size(), m_snapshots.size());
    QCOMPARE((*replay)->from(), m_snapshots.front()->takenAt);
    QCOMPARE((*replay)->to(), m_snapshots.back()->takenAt);
    QVERIFY(!(*replay)->at(m_snapshots.front()->takenAt - 1ms));
    std::mt19937 random(5);
    for (int i = 0; i < 60; ++i) {
        const auto index = random() % m_snapshots.size();
        const auto found = (*replay)->at(m_snapshots[index]->takenAt + (i % 2 == 0 ? 0ms : 1ms));
        QVERIFY(found);
        const bool isNext = index + 1 < m_snapshots.size() && i % 2 == 1 &&
                            m_snapshots[index + 1]->takenAt <= m_snapshots[index]->takenAt + 1ms;
        const auto here = index + (isNext ? 1 : 0);
        QCOMPARE(difference(*m_snapshots[here], *found), std::string());
        const auto after = (*replay)->next();
        QCOMPARE(after != nullptr, here + 1 < m_snapshots.size());
        if (after) {
            QCOMPARE(difference(*m_snapshots[here + 1], *after), std::string());
            const auto back = (*replay)->previous();
            QVERIFY(back);
            QCOMPARE(difference(*m_snapshots[here], *back), std::string());
        }
    }
    QVERIFY((*replay)->at(m_snapshots.front()->takenAt));
    QVERIFY(!(*replay)->previous());
    std::size_t played = 0;
    (*replay)->play([&](const RecordingReader::Item& item) {
        played += item.step ? 1 : 0;
        return true;
    });
    QCOMPARE(played, m_snapshots.size());
}

void RecordingTest::reportsWhatNoSnapshotReports()
{
    {
        const auto writer = RecordingWriter::create(file(), {}, m_clock);
        QVERIFY(writer);
        SnapshotMaker maker(3);
        QVERIFY((*writer)->write(maker.next()));
        LockEvent event;
        event.change.type = Change::Type::Released;
        event.change.lockPath = "/locks/a";
        event.change.contender.node = "n\xff";
        event.change.contender.holds = true;
        event.at = WallTime(5s);
        event.atKnown = Confidence::Inferred;
        event.change.certainty = Certainty::Possible;
        event.by = std::make_shared<const Requester>(Requester{"alice", "10.0.0.7", 9});
        QVERIFY((*writer)->write(event));
        QVERIFY((*writer)->write(eventOf({WallTime(6s), WallTime(36s), {}})));
        QVERIFY((*writer)->write(maker.next()));
    }
    const auto reader = RecordingReader::open(file());
    QVERIFY(reader);
    QVERIFY((*reader)->next()->step);
    const auto item = (*reader)->next();
    QVERIFY(item && item->event);
    QCOMPARE(toString(item->event->change.type), std::string_view("released"));
    QCOMPARE(item->event->change.lockPath, std::string("/locks/a"));
    QCOMPARE(item->event->change.contender.node, std::string("n\xff"));
    QVERIFY(item->event->change.contender.holds);
    QCOMPARE(item->event->at, WallTime(5s));
    QVERIFY(item->event->atKnown == Confidence::Inferred);
    QVERIFY(item->event->change.certainty == Certainty::Possible);
    QVERIFY(item->event->by && item->event->by->user == "alice" && item->event->by->host == "10.0.0.7");
    QCOMPARE(item->event->by->session, SessionId(9));
    const auto gap = (*reader)->next();
    QVERIFY(gap && gap->event && gap->event->change.type == Change::Type::Gap);
    QVERIFY(gap->event->change.lockPath.empty());
    QVERIFY(gap->event->from == WallTime(6s) && gap->event->at == WallTime(36s));
    QVERIFY((*reader)->next()->step);
}

/// Every enumerator is written, and read back unchanged.
void RecordingTest::keepsEveryKind()
{
    const auto roundTrip = [](const auto& value, const auto& json, const auto& read) {
        auto again = std::remove_cvref_t<decltype(value)>();
        return read(json(value), again) ? std::optional(again) : std::nullopt;
    };
    QVERIFY(allOf<FindingKind>().back() == FindingKind::Other);
    for (const auto kind : allOf<FindingKind>()) {
        for (const auto severity : allOf<Severity>()) {
            Finding finding;
            finding.kind = kind;
            finding.severity = severity;
            finding.path = "/a";
            const auto again = roundTrip(finding, recording::findingJson, recording::readFinding);
            QVERIFY2(again && *again == finding, std::string(toString(kind)).c_str());
        }
    }
    for (const auto type : allOf<Change::Type>()) {
        LockEvent event;
        event.change.type = type;
        event.change.lockPath = "/a";
        event.change.contender.node = "n1";
        event.from = WallTime(1s);
        const auto again = roundTrip(event, recording::eventJson, recording::readEvent);
        QVERIFY2(again && again->change.type == type, std::string(toString(type)).c_str());
    }
    for (const auto kind : allOf<LockKind>()) {
        Lock lock;
        lock.kind = kind;
        const auto again = roundTrip(lock, recording::headJson, recording::readHead);
        QVERIFY2(again && again->kind == kind, std::string(toString(kind)).c_str());
    }
    for (const auto state : allOf<SessionState>()) {
        Snapshot snapshot;
        snapshot.session.state = state;
        Snapshot again;
        QVERIFY(recording::readSnapshot(recording::snapshotJson(snapshot, nullptr), again));
        QVERIFY2(again.session.state == state, std::string(toString(state)).c_str());
    }
}

void RecordingTest::keepsWordsOfANewerProgram()
{
    setContent("{\"lockscope-recording\":1}\n"
               R"({"full":{"at":1,"session":{"state":"Dreaming"},"problems":[{"path":"/p","code":"NoLuck"}]}})"
               "\n"
               R"({"lock":{"path":"/a","head":{"kind":"turnstile","leasesKnown":"sworn"},"queue":[{"node":"n1",)"
               R"("mode":"permit","details":{"hostSource":"telepathy"}}]}})"
               "\n"
               R"({"findings":{"findings":[{"kind":"priority-inversion","severity":"alarming","path":"/a",)"
               R"("text":"It is."}]}})"
               "\n{\"done\":{}}\n"
               R"({"event":{"at":2,"event":"demoted","path":"/a","contender":{"node":"n1"}}})"
               "\n");
    auto reader = RecordingReader::open(file());
    QVERIFY(reader);
    const auto item = (*reader)->next();
    QVERIFY2(!(*reader)->damage(), (*reader)->damage() ? (*reader)->damage()->reason.c_str() : "");
    QVERIFY(item && item->step);
    const auto snapshot = (*reader)->snapshot();
    QCOMPARE(snapshot->locks.size(), 1U);
    QVERIFY(snapshot->locks.front()->kind == LockKind::Unrecognised);
    const auto& finding = snapshot->findings.at(0);
    QVERIFY(finding.kind == FindingKind::Other && finding.severity == Severity::Warning);
    QCOMPARE(std::string(kindWord(finding)), std::string("priority-inversion"));
    QCOMPARE(recording::findingJson(finding).value("kind"_L1).toString(), u"priority-inversion"_s);
    QVERIFY(snapshot->problems.at(0).error.detail.find("NoLuck") != std::string::npos);
    const auto event = (*reader)->next();
    QVERIFY(event && event->event);
    QCOMPARE(std::string(typeWord(event->event->change)), std::string("demoted"));
    QCOMPARE(findingJson(finding).value("kind"_L1).toString(), u"priority-inversion"_s);
    QCOMPARE(kindsJson({&finding}), QJsonArray{u"priority-inversion"_s});
    QCOMPARE(eventJson(*event->event).value("event"_L1).toString(), u"demoted"_s);
    QCOMPARE(recording::eventJson(*event->event).value("event"_L1).toString(), u"demoted"_s);
    History history;
    history.see(*item->step);
    history.add(*event->event);
    QCOMPARE(history.events().back().otherType, std::string("demoted"));
    QVERIFY(!(*reader)->next() && !(*reader)->damage());
}

/// The clock of the servers, as far as it was known.
void RecordingTest::agesStayAges()
{
    Snapshot snapshot;
    snapshot.takenAt = m_clock.wallNow();
    for (const auto& atLeast : {std::optional(snapshot.takenAt + 1h), std::optional<WallTime>()}) {
        snapshot.serverTimeAtLeast = atLeast;
        Snapshot read;
        read.serverTimeAtLeast = snapshot.takenAt - 1h; // the snapshot before
        QVERIFY(recording::readSnapshot(recording::snapshotJson(snapshot, nullptr), read));
        QVERIFY(read.serverTimeAtLeast == atLeast);
    }
    for (const auto& ahead : {std::optional<std::chrono::milliseconds>(-1h), {0ms}, {}}) {
        ensemble::EnsembleFacts facts;
        facts.clockAhead = ahead;
        ensemble::EnsembleFacts read;
        QVERIFY(recording::readEnsemble(recording::ensembleJson(facts, {}), read));
        QVERIFY(read.clockAhead == ahead);
    }
}

/// The age findings of a recording, which are computed again, need it.
void RecordingTest::leadersStayLeaders()
{
    RecordingSettings settings;
    settings.isReplacing = true;
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY_RESULT(writer);
    Snapshot snapshot;
    snapshot.takenAt = m_clock.wallNow();
    ContenderDetails details;
    details.session = 1;
    for (const auto* path : {"/leader", "/lock"})
        snapshot.locks.push_back(std::make_shared<Lock>(
            buildSingle(path, *builtinDialects()->recogniseSingle(path), &details, nullptr, snapshot.takenAt)));
    const auto written = (*writer)->write(std::make_shared<const Snapshot>(snapshot));
    QVERIFY_RESULT(written);
    QVERIFY((*writer)->finish("time"));
    auto reader = RecordingReader::open(file());
    QVERIFY_RESULT(reader);
    const auto entry = (*reader)->next();
    QVERIFY(entry && entry->step);
    QVERIFY(entry->step->locks.at("/leader")->isElection);
    QVERIFY(!entry->step->locks.at("/lock")->isElection);
}

/// A name in the queue and at the gate means two contenders, in changes as well.
void RecordingTest::equalNamesComeBack()
{
    const std::string one = "a-lock-0000000000";
    const std::string two = "b-lock-0000000001";
    const auto made = m_clock.wallNow();
    RecordingSettings settings;
    settings.isReplacing = true;
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY_RESULT(writer);
    using Names = std::vector<std::string>;
    for (const auto& [leases, gate] : {std::pair(Names{}, Names{one}), std::pair(Names{one}, Names{one}),
                                       std::pair(Names{}, Names{one}), std::pair(Names{one, two}, Names{one, two}),
                                       std::pair(Names{two}, Names{one}), std::pair(Names{one, two}, Names{})}) {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->takenAt = m_clock.wallNow();
        snapshot->complete = true;
        snapshot->dialects = builtinDialects();
        snapshot->locks.push_back(std::make_shared<Lock>(semaphoreOfEqualNames("/pool", leases, gate, made)));
        m_snapshots.push_back(snapshot);
        const auto written = (*writer)->write(snapshot);
        QVERIFY_RESULT(written);
        m_clock.advance(1s);
    }
    QVERIFY((*writer)->finish("time"));
    QCOMPARE((*writer)->fullSnapshots(), 1U);
    const auto namesIn = [](const Snapshot& snapshot) {
        QStringList names;
        for (const auto& contender : snapshot.locks.at(0)->queue)
            names << QString::fromStdString(toString(contender.ref()) + ' ' + contender.details->client);
        return names;
    };
    const auto reader = RecordingReader::open(file());
    QVERIFY_RESULT(reader);
    for (const auto& wanted : m_snapshots) {
        const auto item = (*reader)->next();
        QVERIFY(item && item->step);
        QCOMPARE(namesIn(*(*reader)->snapshot()), namesIn(*wanted));
    }
}

void RecordingTest::isTheUsersAlone()
{
    record(2, 1);
    QCOMPARE(QFileInfo(QString::fromStdString(file())).permissions() &
                 (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther),
             QFileDevice::Permissions());
}

void RecordingTest::leavesOthersFilesAlone()
{
    setContent("precious\n");
    const auto refused = RecordingWriter::create(file(), {}, m_clock);
    QVERIFY(!refused && refused.error().code == ErrorCode::BadArguments);
    QCOMPARE(content(), QByteArray("precious\n"));

    RecordingSettings replacing;
    replacing.isReplacing = true;
    const auto link = m_folder->filePath(u"link"_s);
    QVERIFY(QFile::link(QString::fromStdString(file()), link));
    const auto throughLink = RecordingWriter::create(link.toStdString(), replacing, m_clock);
    QVERIFY(!throughLink && throughLink.error().code == ErrorCode::BadArguments);
    QCOMPARE(content(), QByteArray("precious\n"));

    // The old file stays until a new one is complete, and no other file remains.
    {
        const auto unused = RecordingWriter::create(file(), replacing, m_clock);
        QVERIFY(unused);
        QCOMPARE(content(), QByteArray("precious\n"));
    }
    {
        const auto discarded = RecordingWriter::create(file(), replacing, m_clock);
        QVERIFY(discarded);
        (*discarded)->discard();
    }
    QCOMPARE(content(), QByteArray("precious\n"));
    {
        const auto used = RecordingWriter::create(file(), replacing, m_clock);
        QVERIFY(used && (*used)->write(SnapshotMaker(3).next()));
    }
    QVERIFY(content().startsWith("{\"lockscope-recording\":1,"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files | QDir::NoSymLinks).size(), 1);
    const auto nowhere = RecordingWriter::create(m_folder->filePath(u"no/where"_s).toStdString(), {}, m_clock);
    QVERIFY(!nowhere && nowhere.error().code == ErrorCode::System);
}

void RecordingTest::endsBeforeItIsTooLarge()
{
    RecordingSettings settings;
    settings.mostBytes = 200'000;
    SnapshotMaker maker(21);
    {
        const auto writer = RecordingWriter::create(file(), settings, m_clock);
        QVERIFY(writer);
        auto small = std::make_shared<Snapshot>();
        QVERIFY((*writer)->write(std::make_shared<const Snapshot>(*small)));
        for (int i = 0; i < 1'000 && !(*writer)->isFull(); ++i)
            QVERIFY((*writer)->write(maker.next()));
        QVERIFY((*writer)->isFull());
        QVERIFY((*writer)->write(maker.next())); // dropped
    }
    QVERIFY(content().size() <= 200'000);
    const auto replay = Replay::open(file());
    QVERIFY(replay);
    QVERIFY(!(*replay)->isCut());
    QCOMPARE((*replay)->end()->reason, std::string("size"));

    settings.mostBytes = 300;
    settings.isReplacing = true;
    const auto tiny = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY(tiny);
    const auto written = (*tiny)->write(m_snapshots.emplace_back(maker.next()));
    QVERIFY(!written && written.error().code == ErrorCode::TooLarge);
}

void RecordingTest::endsThoughTheFirstSnapshotIsTooLarge()
{
    RecordingSettings settings;
    settings.mostBytes = 400;
    SnapshotMaker maker(21);
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY_RESULT(writer);
    const auto written = (*writer)->write(maker.next());
    QVERIFY(!written && written.error().code == ErrorCode::TooLarge);
    QVERIFY((*writer)->isFull());
    const auto ended = content();
    QVERIFY2(ended.contains("\"size\"") && ended.endsWith("}\n"), ended);
    QVERIFY((*writer)->write(maker.next())); // dropped: its changes cannot be read without the first snapshot
    QCOMPARE(content(), ended);
}

void RecordingTest::keepsNoSecret()
{
    RecordingSettings settings;
    settings.connect = "admin:hunter2@zk1:2181,zk2:2181/app";
    QVERIFY(RecordingWriter::create(file(), settings, m_clock));
    QVERIFY(!content().contains("hunter2"));
    QVERIFY(content().contains("zk1:2181,zk2:2181/app"));
}

void RecordingTest::writesAFullSnapshotInTime()
{
    RecordingSettings settings;
    settings.fullEvery = 60s;
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY(writer);
    SnapshotMaker maker(31);
    for (int i = 0; i < 10; ++i) {
        QVERIFY((*writer)->write(maker.next()));
        m_clock.advance(20s);
    }
    QCOMPARE((*writer)->snapshots(), 10U);
    QCOMPARE((*writer)->fullSnapshots(), 4U);
}

} // namespace lockscope::recordingTest

LOCKSCOPE_TEST(lockscope::recordingTest::RecordingTest)
#include "RecordingTest.moc"
