// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/Formatting.h"
#include "tests/support/Test.h"
#include "tests/ui/Snapshots.h"
#include "tests/ui/Warnings.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/PayloadText.h"
#include "ui/models/text/QueueWords.h"

#include <algorithm>

namespace lockscope::formattingTest {

using namespace Qt::StringLiterals;
using namespace lockscope::ui;
using std::chrono::milliseconds;

class FormattingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void durations_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << qint64(0) << u"0 ms"_s;
        QTest::newRow("negative") << qint64(-5) << u"0 ms"_s;
        QTest::newRow("milliseconds") << qint64(350) << u"350 ms"_s;
        QTest::newRow("a second") << qint64(1'000) << u"1.0 s"_s;
        QTest::newRow("tenths are cut, not rounded") << qint64(9'999) << u"9.9 s"_s;
        QTest::newRow("ten seconds") << qint64(10'000) << u"10 s"_s;
        QTest::newRow("seconds") << qint64(48'999) << u"48 s"_s;
        QTest::newRow("a minute") << qint64(60'000) << u"1 m 00 s"_s;
        QTest::newRow("minutes") << qint64(252'000) << u"4 m 12 s"_s;
        QTest::newRow("hours") << qint64(7'500'000) << u"2 h 05 m"_s;
        QTest::newRow("days") << qint64(273'600'000) << u"3 d 04 h"_s;
    }
    void durations()
    {
        QFETCH(qint64, ms);
        QTEST(formatDuration(milliseconds(ms)), "text");
    }

    void counts_data()
    {
        QTest::addColumn<qint64>("number");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << qint64(0) << u"0"_s;
        QTest::newRow("three digits") << qint64(999) << u"999"_s;
        QTest::newRow("four digits") << qint64(1'000) << u"1,000"_s;
        QTest::newRow("seven digits") << qint64(1'234'567) << u"1,234,567"_s;
        QTest::newRow("negative") << qint64(-123) << u"-123"_s;
    }
    void counts()
    {
        QFETCH(qint64, number);
        QTEST(formatCount(number), "text");
    }

    void nodes_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("text");
        QTest::newRow("short") << u"lock-0000000001"_s << 28 << u"lock-0000000001"_s;
        QTest::newRow("the number stays")
            << u"_c_9f1c2d3e-1111-2222-3333-444455556666-lock-0000000101"_s << 28 << u"_c_9f1c2…66-lock-0000000101"_s;
    }
    void nodes()
    {
        QFETCH(QString, node);
        QFETCH(int, length);
        const auto text = elideNode(node, length);
        QVERIFY(text.size() <= length);
        QVERIFY(node.size() <= length ? text == node : text.contains(u'…'));
        QCOMPARE(text.right(15), node.right(15));
    }

    void identifiers()
    {
        QCOMPARE(formatHex(0x100000837dd002f), u"0x100000837dd002f"_s);
        QCOMPARE(formatHex(-1), u"0xffffffffffffffff"_s);
        QCOMPARE(formatSequence(101), u"0000000101"_s);
        QCOMPARE(formatSequence(-2147483647), u"-2147483647"_s);
        QCOMPARE(formatSequence(std::nullopt), QString());
        QCOMPARE(formatTime({}), QString());
    }

    void foreignTextStaysOneHarmlessLine()
    {
        QCOMPARE(oneLine("a\nb"), u"a\uFFFDb"_s);
        QCOMPARE(oneLine("evil\xE2\x80\xAEtxt"), u"evil\uFFFDtxt"_s); // U+202E reverses the text direction
        QVERIFY(plainToolTip(u"<b>x</b>"_s).contains(u"&lt;b&gt;x"_s));
    }

    void aTitleIsNotRepeated()
    {
        inspect::Finding finding;
        finding.kind = inspect::FindingKind::Deadlock;
        finding.text = "Deadlock: 2 sessions wait for each other.";
        QCOMPARE(ui::findingSentence(finding), u"2 sessions wait for each other."_s);
        finding.text = "Deadlocks are no title.";
        QCOMPARE(ui::findingSentence(finding), u"Deadlocks are no title."_s);
    }

    /// As in the queue and the timeline. An id of a session or a node is none.
    void ownersInSentencesAreShort()
    {
        QCOMPARE(ui::withShortOwners("5f0c2a9e-7421-469a-addb-44fb92259a1b:41 waits for "
                                     "9b41d7e0-7421-469a-addb-44fb92259a1b:17."),
                 u"5f0c2a9e:41 waits for 9b41d7e0:17."_s);
        const std::string node = "_c_5f0c2a9e-7421-469a-addb-44fb92259a1b-lock-0000000001";
        QCOMPARE(ui::withShortOwners(node), QString::fromStdString(node));
        QCOMPARE(ui::withShortOwners("a\nb"), u"a\uFFFDb"_s);
    }

    void namesFallBack()
    {
        auto contender = test::contender(101, 0);
        QCOMPARE(displayName(contender, nullptr), u"worker-101"_s);
        contender.details->client.clear();
        QCOMPARE(displayName(contender, nullptr), u"10.20.4.101"_s);
        contender.details->host.clear();
        QCOMPARE(displayName(contender, nullptr), u"0x165"_s);
        contender.details.reset();
        QCOMPARE(displayName(contender, nullptr), u"lock-0000000101"_s);
    }

    void theServersReportWhoItIs()
    {
        const auto facts = test::hostsOf({{0x165, "10.9.9.1:5000"}});
        auto contender = test::contender(101, 0);
        QCOMPARE(displayName(contender, facts.get()), u"worker-101"_s); // reported by the client itself
        contender.details->client.clear();
        QCOMPARE(displayName(contender, facts.get()), u"10.9.9.1:5000"_s);
        contender.details.reset();
        contender.owner = 0x165; // reported by the list of ephemeral nodes
        QCOMPARE(displayName(contender, facts.get()), u"10.9.9.1:5000"_s);
        auto lock = test::mutexQueue("/l", {contender});
        QCOMPARE(holdersText(lock, facts.get()), u"10.9.9.1:5000"_s);
    }

    void readersAndWritersAreReportedApart()
    {
        const auto lock = test::readWriteLock("/l", "RRWR");
        const auto doing = [&](std::size_t place) { return doingOf(*lock, lock->queue[place]); };
        QCOMPARE(doing(0), u"reading"_s);
        QCOMPARE(doing(1), u"reading"_s);
        QCOMPARE(doing(2), u"waiting to write"_s);
        QCOMPARE(doing(3), u"waiting to read"_s);
        QCOMPARE(doingOf(*lock, test::readWriteLock("/l", "W")->queue[0]), u"writing"_s);
        const inspect::WaiterPlaces places(*lock);
        QCOMPARE(cardTitles(*lock, places, lock->queue[0]), QStringList{u"reading"_s});
        QCOMPARE(cardTitles(*lock, places, lock->queue[2]), (QStringList{u"next · write"_s, u"#1 · write"_s}));
        QCOMPARE(whyItWaits(*lock, lock->queue[0], nullptr), QString());
        QCOMPARE(whyItWaits(*lock, lock->queue[2], nullptr),
                 u"A writer waits until all clients ahead of it have left the queue."_s);
        QCOMPARE(whyItWaits(*lock, lock->queue[3], nullptr),
                 u"A reader waits while a writer is ahead of it: worker-103."_s);

        auto mutex = *test::mutexLock("/l", 2);
        QCOMPARE(doingOf(mutex, mutex.queue[0]), u"holding"_s);
        QCOMPARE(doingOf(mutex, mutex.queue[1]), u"waiting"_s);
        QCOMPARE(cardTitles(mutex, inspect::WaiterPlaces(mutex), mutex.queue[1]), QStringList{u"next"_s});
        QCOMPARE(whyItWaits(mutex, mutex.queue[1], nullptr), QString());
        mutex.queue[1].atGate = true;
        QCOMPARE(doingOf(mutex, mutex.queue[1]), u"at gate lock"_s);
        QCOMPARE(cardTitles(mutex, inspect::WaiterPlaces(mutex), mutex.queue[1]).first(), u"next · gate lock"_s);
        QVERIFY(!whyItWaits(mutex, mutex.queue[1], nullptr).isEmpty());
    }

    void sinceSaysWhatIsKnown()
    {
        auto holder = test::mutexQueue("/l", {test::contender(1, 5'000)}).queue.front();
        QCOMPARE(formatSince(sinceOf(holder, {test::snapshotTime, test::snapshotTime})), u"≤ 5.0 s"_s);
        holder.grantedAt = test::snapshotTime - milliseconds(2'000);
        QCOMPARE(formatSince(sinceOf(holder, {test::snapshotTime, test::snapshotTime})), u"2.0 s"_s);
        holder.grantedAt.reset();
        holder.details.reset();
        QCOMPARE(formatSince(sinceOf(holder, {test::snapshotTime, test::snapshotTime})), u"…"_s);
        auto waiter = test::contender(2, 48'000);
        QCOMPARE(formatSince(sinceOf(waiter, {test::snapshotTime, test::snapshotTime})), u"48 s"_s);
    }

    void placesAndSummaries()
    {
        const auto lock = test::mutexLock("/l", 4);
        QCOMPARE(placeOf(*lock, lock->queue[0]), u"holder"_s);
        QCOMPARE(placeOf(*lock, lock->queue[1]), u"next"_s);
        QCOMPARE(placeOf(*lock, lock->queue[3]), u"#3"_s);
        QCOMPARE(waitersText(*lock), u"3 waiting"_s);
        QCOMPARE(holdersText(*lock, nullptr), u"worker-101"_s);
        QCOMPARE(waitersText(test::mutexQueue("/l", {})), u"free"_s);
        inspect::Lock semaphore; // its permits may be in use
        semaphore.kind = inspect::LockKind::Semaphore;
        semaphore.leasesKnown = inspect::Confidence::Unknown;
        semaphore.redis = std::make_shared<const inspect::RedisLock>();
        QVERIFY(waitersText(semaphore) != u"free"_s);
        auto single = test::mutexQueue("/l", {test::contender(1, 0)});
        single.kind = inspect::LockKind::Single;
        QCOMPARE(waitersText(single), u"unknown"_s);
    }

    void payloads_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("summary");
        QTest::newRow("none") << QByteArray() << int(PayloadText::Kind::Empty) << u"none"_s;
        QTest::newRow("text") << QByteArray("10.20.4.17") << int(PayloadText::Kind::Text)
                              << u"10.20.4.17 (text, 10 bytes)"_s;
        QTest::newRow("json") << QByteArray("{\"a\":1}") << int(PayloadText::Kind::Json)
                              << u"{\"a\":1} (JSON, 7 bytes)"_s;
        QTest::newRow("bytes") << QByteArray("\x00\xff\x10", 3) << int(PayloadText::Kind::Hex)
                               << u"3 bytes, not text"_s;
        QTest::newRow("one byte") << QByteArray("\xff", 1) << int(PayloadText::Kind::Hex) << u"1 byte, not text"_s;
        QTest::newRow("markup is text") << QByteArray("<b>x</b>") << int(PayloadText::Kind::Text)
                                        << u"<b>x</b> (text, 8 bytes)"_s;
    }
    void payloads()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, kind);
        const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
        QCOMPARE(int(payloadText(view).kind), kind);
        QCOMPARE(int(payloadKind(view)), kind);
        QTEST(payloadSummary(view), "summary");
    }

    void aLongTextIsOneWhereverItIsCut()
    {
        for (auto before = 0; before < 4; ++before) {
            const auto text = std::string(static_cast<std::size_t>(before), 'x') + QString(30'000, u'锁').toStdString();
            const auto summary = payloadSummary(text);
            QVERIFY2(summary.endsWith(u"(text, %1 bytes)"_s.arg(formatCount(qint64(text.size())))),
                     qPrintable(summary));
            QVERIFY(!summary.contains(QChar::ReplacementCharacter));
        }
        const auto cutByItself = QString(3, u'锁').toStdString().substr(0, 8);
        QCOMPARE(payloadSummary(cutByItself), u"8 bytes, not text"_s);
    }

    void hexDumpShowsBytesAndText()
    {
        QCOMPARE(hexDump("lock\x01"), u"0000  6c 6f 63 6b 01                                   lock.\n"_s);
        QCOMPARE(hexDump("lock\x01", 4), u"0000  6c 6f 63 6b  lock\n0004  01           .\n"_s);
        QVERIFY(hexDump(std::string(0x10001, 'x')).startsWith(u"00000000  78"_s));
        for (const auto characters : {10, 23, 39, 40, 71, 100}) {
            const auto bytes = std::string(100, 'x');
            const auto inLine = hexBytesIn(characters, bytes);
            QVERIFY(inLine % 4 == 0 && inLine >= 4);
            const auto longest = hexDump(bytes, inLine).section(u'\n', 0, 0).size();
            QVERIFY2(longest <= std::max(characters, 23), qPrintable(u"%1 in %2"_s.arg(longest).arg(characters)));
            QVERIFY(longest + 16 > characters); // as many as fit
        }
    }
};

} // namespace lockscope::formattingTest

LOCKSCOPE_TEST(lockscope::formattingTest::FormattingTest)
#include "FormattingTest.moc"
