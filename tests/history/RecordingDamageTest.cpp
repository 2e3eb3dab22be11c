// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Recordings that are cut, damaged or invalid: what is whole is read, and the rest is reported.

#include "core/history/recordings/RecordingFormat.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/history/recordings/Replay.h"
#include "core/model/SnapshotJson.h"
#include "tests/history/RecordingFixture.h"
#include "tests/support/EqualNames.h"
#include "tests/support/Files.h"
#include "tests/support/Test.h"
#include <QFile>

namespace lockscope::recordingDamageTest {

using namespace lockscope::inspect;
using namespace lockscope::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class RecordingDamageTest final : public RecordingFixture {
    Q_OBJECT
private Q_SLOTS:
    void keepsWhatIsWhole_data();
    void keepsWhatIsWhole();
    void isCutAnywhere();
    void passesOverDamage();
    void refusesDuplicates_data();
    void refusesDuplicates();
    void survivesAnything();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
};

void RecordingDamageTest::keepsWhatIsWhole_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {99, 90, 71, 50, 33})
        QTest::addRow("%d of a hundred bytes", percent) << percent;
}

/// As after a killed recorder or a full disk: the file ends in the middle of a line.
void RecordingDamageTest::keepsWhatIsWhole()
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
void RecordingDamageTest::isCutAnywhere()
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

void RecordingDamageTest::passesOverDamage()
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

void RecordingDamageTest::refusesDuplicates_data()
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
void RecordingDamageTest::refusesDuplicates()
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
        QVERIFY(item->step);
        const auto snapshot = (*reader)->snapshot();
        for (const auto& lock : snapshot->locks)
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
void RecordingDamageTest::survivesAnything()
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
            snapshots += item.step ? 1 : 0;
            return true;
        });
        QCOMPARE(snapshots, (*replay)->size());
    }
    QVERIFY(opened > 40);
}

void RecordingDamageTest::refusesWhatIsNone_data()
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

void RecordingDamageTest::refusesWhatIsNone()
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

} // namespace lockscope::recordingDamageTest

LOCKSCOPE_TEST(lockscope::recordingDamageTest::RecordingDamageTest)
#include "RecordingDamageTest.moc"
