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
#include "tests/history/RecordedSnapshots.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Files.h"
#include "tests/support/ManualClock.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace lockscope::recordingTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class RecordingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void givesBackWhatWasSeen_data();
    void givesBackWhatWasSeen();
    void writesOnlyWhatCanBeRead();
    void jumpsToAnyTime();
    void reportsWhatNoSnapshotReports();
    void keepsWhatIsWhole_data();
    void keepsWhatIsWhole();
    void isCutAnywhere();
    void passesOverDamage();
    void keepsEveryKind();
    void keepsWordsOfANewerProgram();
    void equalNamesComeBack();
    void leadersStayLeaders();
    void refusesDuplicates_data();
    void refusesDuplicates();
    void survivesAnything();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
    void isTheUsersAlone();
    void leavesOthersFilesAlone();
    void endsBeforeItIsTooLarge();
    void endsThoughTheFirstSnapshotIsTooLarge();
    void keepsNoSecret();
    void writesAFullSnapshotInTime();

private:
    [[nodiscard]] std::string file() const { return m_folder->filePath(u"locks.rec"_s).toStdString(); }
    [[nodiscard]] QByteArray content() const;
    void setContent(const QByteArray& bytes) const;
    /// A recording of `count` random snapshots, with full ones now and then.
    void record(int count, unsigned seed);

    std::unique_ptr<QTemporaryDir> m_folder;
    ManualClock m_clock;
    std::vector<SnapshotPtr> m_snapshots; ///< that were recorded
};

void RecordingTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_snapshots.clear();
}

QByteArray RecordingTest::content() const
{
    return contentsOf(QString::fromStdString(file()));
}

void RecordingTest::setContent(const QByteArray& bytes) const
{
    QFile target(QString::fromStdString(file()));
    QVERIFY(target.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(target.write(bytes), bytes.size());
}

void RecordingTest::record(int count, unsigned seed)
{
    RecordingSettings settings;
    settings.isReplacing = true;
    settings.fullEvery = 10s;
    const auto writer = RecordingWriter::create(file(), settings, m_clock);
    QVERIFY_RESULT(writer);
    SnapshotMaker maker(seed);
    for (int i = 0; i < count; ++i) {
        m_snapshots.push_back(maker.next());
        const auto written = (*writer)->write(m_snapshots.back());
        QVERIFY_RESULT(written);
        m_clock.advance(1s);
    }
    QVERIFY((*writer)->finish("time"));
    QVERIFY((*writer)->fullSnapshots() >= static_cast<unsigned>(count) / 11U);
}

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
        QVERIFY(item && item->snapshot);
        const auto wrong = difference(*wanted, *item->snapshot);
        QVERIFY2(wrong.empty(), ("revision " + std::to_string(wanted->revision) + ": " + wrong).c_str());
    }
    QVERIFY(!(*reader)->next());
    QVERIFY(!(*reader)->isCut());
    QVERIFY(!(*reader)->damage());
    QVERIFY((*reader)->end());
    QCOMPARE((*reader)->end()->reason, std::string("time"));
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
        played += item.snapshot ? 1 : 0;
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
        QVERIFY((*writer)->write(event));
        QVERIFY((*writer)->write(maker.next()));
    }
    const auto reader = RecordingReader::open(file());
    QVERIFY(reader);
    QVERIFY((*reader)->next()->snapshot);
    const auto item = (*reader)->next();
    QVERIFY(item && item->event);
    QCOMPARE(toString(item->event->change.type), std::string_view("released"));
    QCOMPARE(item->event->change.lockPath, std::string("/locks/a"));
    QCOMPARE(item->event->change.contender.node, std::string("n\xff"));
    QVERIFY(item->event->change.contender.holds);
    QCOMPARE(item->event->at, WallTime(5s));
    QVERIFY(item->event->atKnown == Confidence::Inferred);
    QVERIFY((*reader)->next()->snapshot);
}

void RecordingTest::keepsWhatIsWhole_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {99, 90, 71, 50, 33})
        QTest::addRow("%d of a hundred bytes", percent) << percent;
}

/// As after a killed recorder or a full disk: the file ends in the middle of a line.
void RecordingTest::keepsWhatIsWhole()
{
    QFETCH(int, percent);
    record(40, 11);
    const auto whole = content();
    setContent(whole.left(whole.size() * percent / 100));
    const auto replay = Replay::open(file());
    QVERIFY_RESULT(replay);
    QVERIFY((*replay)->isCut());
    QVERIFY(!(*replay)->damage());
    QVERIFY((*replay)->size() < m_snapshots.size() || percent == 99);
    const auto last = (*replay)->at((*replay)->to());
    QVERIFY(last);
    QCOMPARE(difference(*m_snapshots[(*replay)->size() - 1], *last), std::string());
}

/// In the middle of a character or a number, or between lines: reading returns the snapshots up to there or an error,
/// and never a wrong snapshot.
void RecordingTest::isCutAnywhere()
{
    record(6, 14);
    const auto whole = content();
    std::size_t most = 0;
    const auto step = whole.size() / 100 | 1;
    for (qsizetype end = 0; end < whole.size(); end += step) {
        setContent(whole.first(end));
        const auto replay = Replay::open(file());
        if (!replay) {
            QVERIFY(replay.error().code == ErrorCode::BadArguments);
            QVERIFY(!replay.error().detail.empty());
            QCOMPARE(most, std::size_t(0)); // once readable, it stays readable
            continue;
        }
        QVERIFY((*replay)->isCut() && !(*replay)->damage());
        QVERIFY((*replay)->size() >= most);
        most = (*replay)->size();
        QCOMPARE(difference(*m_snapshots[most - 1], *(*replay)->at((*replay)->to())), std::string());
    }
    QVERIFY(most + 1 >= m_snapshots.size());
}

void RecordingTest::passesOverDamage()
{
    record(45, 12);
    auto lines = content().split('\n');
    qsizetype changes = 0;
    qsizetype damaged = 0;
    for (qsizetype i = 0; i < lines.size() && damaged == 0; ++i) {
        if (lines[i].startsWith("{\"change\"") && ++changes == 14)
            damaged = i;
    }
    QVERIFY(damaged > 0);
    lines[damaged].chop(3);
    setContent(lines.join('\n'));
    const auto replay = Replay::open(file());
    QVERIFY(replay);
    QVERIFY((*replay)->damage());
    QCOMPARE((*replay)->damage()->line, damaged + 1);
    QVERIFY(!(*replay)->isCut());
    QVERIFY((*replay)->size() < m_snapshots.size());
    QVERIFY((*replay)->size() > 30U); // only the part up to the next full one is missing
    QCOMPARE(difference(*m_snapshots.back(), *(*replay)->at((*replay)->to())), std::string());
    QCOMPARE(difference(*m_snapshots.front(), *(*replay)->at((*replay)->from())), std::string());
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
    const auto snapshot = (*reader)->next();
    QVERIFY2(!(*reader)->damage(), (*reader)->damage() ? (*reader)->damage()->reason.c_str() : "");
    QVERIFY(snapshot && snapshot->snapshot);
    QCOMPARE(snapshot->snapshot->locks.size(), 1U);
    QVERIFY(snapshot->snapshot->locks.front()->kind == LockKind::Unrecognised);
    const auto& finding = snapshot->snapshot->findings.at(0);
    QVERIFY(finding.kind == FindingKind::Other && finding.severity == Severity::Warning);
    QCOMPARE(std::string(kindWord(finding)), std::string("priority-inversion"));
    QCOMPARE(recording::findingJson(finding).value("kind"_L1).toString(), u"priority-inversion"_s);
    QVERIFY(snapshot->snapshot->problems.at(0).error.detail.find("NoLuck") != std::string::npos);
    const auto event = (*reader)->next();
    QVERIFY(event && event->event);
    QCOMPARE(std::string(typeWord(event->event->change)), std::string("demoted"));
    QCOMPARE(findingJson(finding).value("kind"_L1).toString(), u"priority-inversion"_s);
    QCOMPARE(kindsJson({&finding}), QJsonArray{u"priority-inversion"_s});
    QCOMPARE(changeJson(event->event->change, event->event->at).value("event"_L1).toString(), u"demoted"_s);
    QCOMPARE(recording::eventJson(*event->event).value("event"_L1).toString(), u"demoted"_s);
    History history;
    history.see(snapshot->snapshot);
    history.add(*event->event);
    QCOMPARE(history.events().back().otherType, std::string("demoted"));
    QVERIFY(!(*reader)->next() && !(*reader)->damage());
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
    const auto* single = builtinDialects()->anySingle();
    ContenderDetails details;
    details.session = 1;
    for (const auto* path : {"/leader", "/lock"})
        snapshot.locks.push_back(
            std::make_shared<Lock>(buildSingle(path, *single, &details, nullptr, snapshot.takenAt)));
    const auto written = (*writer)->write(std::make_shared<const Snapshot>(snapshot));
    QVERIFY_RESULT(written);
    QVERIFY((*writer)->finish("time"));
    auto reader = RecordingReader::open(file());
    QVERIFY_RESULT(reader);
    const auto entry = (*reader)->next();
    QVERIFY(entry && entry->snapshot);
    QVERIFY(entry->snapshot->find("/leader")->isElection);
    QVERIFY(!entry->snapshot->find("/lock")->isElection);
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
        QVERIFY(item && item->snapshot);
        QCOMPARE(namesIn(*item->snapshot), namesIn(*wanted));
    }
}

void RecordingTest::refusesDuplicates_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<qint64>("line");
    QTest::addColumn<QString>("reason");
    const QByteArray begin = "{\"lockscope-recording\":1}\n{\"full\":{\"at\":1}}\n";
    const QByteArray lock = "{\"lock\":{\"path\":\"/a\",\"head\":{\"kind\":\"semaphore\"},\"queue\":[%1]}}\n";
    const auto with = [&](const char* queue) { return QByteArray(lock).replace("%1", queue); };
    const QByteArray done = "{\"done\":{}}\n";
    QTest::newRow("in one line") << begin + with(R"({"node":"n1"},{"node":"n1"})") + done << qint64(3)
                                 << u"two nodes in the queue of /a have the name n1"_s;
    QTest::newRow("at gate lock") << begin + with(R"({"node":"n1","atGate":true},{"node":"n1","atGate":true})") + done
                                  << qint64(3) << u"two nodes at the gate lock of /a have the name n1"_s;
    QTest::newRow("in a line that goes on")
        << begin + with(R"({"node":"n1"})") + R"({"more":{"path":"/a","queue":[{"node":"n1"}]}})" + '\n' + done
        << qint64(4) << u"two nodes in the queue of /a have the name n1"_s;
    QTest::newRow("in a change") << begin + with(R"({"node":"n1"},{"node":"n2"})") + done +
                                        "{\"change\":{\"at\":2}}\n" +
                                        R"({"queue":{"path":"/a","set":[[2,{"node":"n1"}]]}})" + '\n' + done
                                 << qint64(6) << u"two nodes in the queue of /a have the name n1"_s;
    QTest::newRow("two locks") << begin + with(R"({"node":"n1"})") + with(R"({"node":"n2"})") + done << qint64(4)
                               << u"two locks of one snapshot have the path /a"_s;
    QTest::newRow("one in each part") << begin + with(R"({"node":"n1"},{"node":"n1","atGate":true})") + done
                                      << qint64(0) << QString();
}

/// Rows, lanes and releases are found by a contender's key: a file with a duplicate key must be refused.
void RecordingTest::refusesDuplicates()
{
    QFETCH(const QByteArray, lines);
    QFETCH(const qint64, line);
    QFETCH(const QString, reason);
    setContent(lines);
    auto reader = RecordingReader::open(file());
    QVERIFY(reader);
    auto snapshots = 0;
    while (const auto item = (*reader)->next()) {
        ++snapshots;
        QVERIFY(item->snapshot);
        for (const auto& lock : item->snapshot->locks)
            QVERIFY(!lock->firstDuplicate());
    }
    QCOMPARE((*reader)->damage().has_value(), line > 0);
    if (line == 0) {
        QCOMPARE(snapshots, 1);
        return;
    }
    QCOMPARE((*reader)->damage()->line, line);
    QCOMPARE(QString::fromStdString((*reader)->damage()->reason), reason);
}

/// With bytes changed, and lines doubled, swapped and removed, reading ends and returns snapshots or an error.
void RecordingTest::survivesAnything()
{
    record(12, 13);
    const auto lines = content().split('\n');
    std::mt19937 random(99);
    const auto below = [&](qsizetype bound) { return static_cast<qsizetype>(random() % static_cast<unsigned>(bound)); };
    int opened = 0;
    for (int i = 0; i < 150; ++i) {
        auto changed = lines;
        for (auto left = 1 + below(4); left > 0; --left) {
            const auto at = 1 + below(changed.size() - 1);
            auto& line = changed[at];
            switch (below(5)) {
            case 0:
                if (!line.isEmpty())
                    line[below(line.size())] = static_cast<char>(below(256));
                break;
            case 1:
                changed.swapItemsAt(at, 1 + below(changed.size() - 1));
                break;
            case 2:
                changed.removeAt(at);
                break;
            case 3:
                changed.insert(at, lines[below(lines.size())]);
                break;
            default:
                line.replace(QByteArray::number(below(10)), "-1e99");
            }
        }
        setContent(changed.join('\n'));
        const auto replay = Replay::open(file());
        if (!replay) {
            QVERIFY(!replay.error().detail.empty());
            continue;
        }
        ++opened;
        std::size_t snapshots = 0;
        (*replay)->play([&](const RecordingReader::Item& item) {
            snapshots += item.snapshot ? 1 : 0;
            return true;
        });
        QCOMPARE(snapshots, (*replay)->size());
    }
    QVERIFY(opened > 40);
}

void RecordingTest::refusesWhatIsNone_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << u"empty"_s;
    QTest::newRow("text") << QByteArray("hello\n") << u"not a Lockscope recording"_s;
    QTest::newRow("other JSON") << QByteArray("{\"a\":1}\n") << u"not a Lockscope recording"_s;
    QTest::newRow("half a header") << QByteArray("{\"lockscope-recording\":1,\"conn") << u"not a Lockscope recording"_s;
    QTest::newRow("newer") << QByteArray("{\"lockscope-recording\":2}\n") << u"format 2"_s;
    QTest::newRow("header alone") << QByteArray("{\"lockscope-recording\":1}\n")
                                  << u"before its first snapshot was complete"_s;
    QTest::newRow("bad header") << QByteArray("{\"lockscope-recording\":1,\"roots\":7}\n") << u"damaged"_s;
    QTest::newRow("one long line") << QByteArray(20'000'000, 'x') << u"not a Lockscope recording"_s;
    QTest::newRow("a long line") << "{\"lockscope-recording\":1}\n" + QByteArray(20'000'000, 'x') + '\n'
                                 << u"longer than any line"_s;
    QTest::newRow("deep") << "{\"lockscope-recording\":1}\n{\"full\":" + QByteArray(100'000, '[') + '\n' << u"line 2"_s;
}

void RecordingTest::refusesWhatIsNone()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    setContent(bytes);
    const auto replay = Replay::open(file());
    QVERIFY(!replay);
    QVERIFY2(QString::fromStdString(replay.error().detail).contains(reason), replay.error().detail.c_str());
    const auto missing = Replay::open(file() + ".not");
    QVERIFY(!missing && missing.error().code == ErrorCode::Missing);
    const auto folder = Replay::open(m_folder->path().toStdString());
    QVERIFY(!folder && folder.error().code == ErrorCode::BadArguments);
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
