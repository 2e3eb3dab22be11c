// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `record` and `open`: a recording can be read afterwards, also after the recorder was killed.

#include "tests/cli/Cli.h"
#include "tests/support/Files.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <map>

namespace lockscope::cliRecordTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class CliRecordTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void recordsAndOpens();
    void opensWhatAKilledRecorderLeft();
    void opensWhatWasSeenAtATime();
    void endsBeforeTheFileIsTooLarge();
    void leavesFilesAlone();
    void saysWhenNoServerAnswers();
    void opensAnServerAuditLog();
    void opensWhatVersion1Recorded();
    void keepsTheWordsOfANewerProgram();
    void marksALastKnownName();
    void refusesWhatItCannotRead_data();
    void refusesWhatItCannotRead();
    void saysHowItIsUsed_data();
    void saysHowItIsUsed();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath(u"locks.rec"_s); }
    [[nodiscard]] std::unique_ptr<LineProcess> start(const QStringList& arguments) const
    {
        return startCtl(QStringList{u"--connect"_s, m_servers.connectString(), u"--root"_s, m_root} + arguments);
    }
    [[nodiscard]] QByteArray content() const;
    void setContent(const QByteArray& bytes) const;
    [[nodiscard]] std::string queueUp(const std::string& payload);
    /// The number of occurrences of this text in the file.
    [[nodiscard]] qsizetype count(const char* text) const { return content().count(text); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_root; ///< the lock, used by this test only
};

void CliRecordTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_root = m_servers.uniquePath();
    QVERIFY(m_client->create(m_root.toStdString()));
}

QByteArray CliRecordTest::content() const
{
    return contentsOf(file());
}

void CliRecordTest::setContent(const QByteArray& bytes) const
{
    QFile target(file());
    QVERIFY(target.open(QIODevice::WriteOnly));
    QCOMPARE(target.write(bytes), bytes.size());
}

std::string CliRecordTest::queueUp(const std::string& payload)
{
    const auto node = m_client->queueUp(m_root.toStdString(), payload);
    return node ? node->path : std::string();
}

void CliRecordTest::recordsAndOpens()
{
    const auto recorder = start({u"--json"_s, u"record"_s, file()});
    QTRY_VERIFY2(count("\"done\"") > 0, recorder->reported());
    const auto first = queueUp("first");
    QTRY_VERIFY(count("\"first\"") > 0);
    const auto second = queueUp("second");
    QTRY_VERIFY(count("\"second\"") > 0);
    QVERIFY(m_client->remove(first));
    QTRY_VERIFY(count("\"gone\"") > 0);
    recorder->signal(SIGINT);
    QVERIFY(recorder->waitForEnd());
    QCOMPARE(recorder->exitCode(), 0);
    const auto report = QJsonDocument::fromJson(recorder->lines().join('\n')).object();
    QCOMPARE(deviations(report, {{u"file"_s, u"string"_s},
                                 {u"bytes"_s, u"int"_s},
                                 {u"tookMs"_s, u"int"_s},
                                 {u"pictures"_s, u"int"_s},
                                 {u"fullPictures"_s, u"int"_s},
                                 {u"events"_s, u"int"_s},
                                 {u"locks"_s, u"int"_s},
                                 {u"complete"_s, u"bool"_s},
                                 {u"end"_s, u"interrupted/time/size"_s}}),
             "");
    QCOMPARE(report.value(u"end"_s).toString(), u"interrupted"_s);
    QCOMPARE(report.value(u"events"_s).toInt(), 5);
    QCOMPARE(report.value(u"bytes"_s).toInteger(), QFileInfo(file()).size());

    const auto watch = runCtl({u"--json"_s, u"open"_s, file(), u"watch"_s});
    QVERIFY2(watch.status == 0 && watch.err.isEmpty(), watch.reported());
    QStringList events;
    for (const auto& line : watch.out.split('\n')) {
        const auto json = QJsonDocument::fromJson(line).object();
        if (json.isEmpty())
            continue;
        QCOMPARE(json.value(u"path"_s).toString(), m_root);
        events.append(json.value(u"event"_s).toString() + u' ' + json.value(u"client"_s).toString());
    }
    QCOMPARE(events, (QStringList{u"joined first"_s, u"granted first"_s, u"joined second"_s, u"left first"_s,
                                  u"granted second"_s}));
    const auto elsewhere = runCtl({u"open"_s, file(), u"watch"_s, u"/elsewhere"_s});
    QVERIFY2(elsewhere.status == 0 && elsewhere.out.isEmpty(), elsewhere.reported());

    const auto live = runCtl({u"--connect"_s, m_servers.connectString(), u"--json"_s, u"show"_s, m_root});
    const auto show = runCtl({u"--json"_s, u"open"_s, file(), u"show"_s, m_root});
    QVERIFY2(live.status == 0 && show.status == 0, show.reported());
    const auto queueOf = [](const Outcome& outcome) {
        auto contender = outcome.json().value(u"queue"_s).toArray().at(0).toObject();
        for (const auto* since : {"ageMs", "expiresInMs", "lastHeardMs", "reportedAt"})
            contender.remove(QLatin1String(since));
        return contender;
    };
    QCOMPARE(show.json().keys(), live.json().keys());
    QCOMPARE(queueOf(show), queueOf(live));
    QCOMPARE(queueOf(show).value(u"client"_s).toString(), u"second"_s);

    const auto list = runCtl({u"--json"_s, u"open"_s, file(), u"ls"_s});
    QVERIFY2(list.status == 0, list.reported());
    QCOMPARE(list.json().value(u"locks"_s).toArray().size(), 1);
    QCOMPARE(list.json().value(u"connect"_s).toString(), m_servers.connectString());
    const auto sessions = runCtl({u"--json"_s, u"open"_s, file(), u"sessions"_s});
    QVERIFY2(sessions.status == 0, sessions.reported());
    QCOMPARE(sessions.json().value(u"sessions"_s).toArray().size(), 1);
    const auto findings = runCtl({u"--json"_s, u"open"_s, file(), u"findings"_s});
    QVERIFY2(findings.status == 0 && findings.json().value(u"findings"_s).isArray(), findings.reported());

    const auto summary = runCtl({u"--json"_s, u"open"_s, file()});
    QVERIFY2(summary.status == 0, summary.reported());
    QCOMPARE(summary.json().value(u"end"_s).toString(), u"interrupted"_s);
    const auto lock = summary.json().value(u"locks"_s).toArray().at(0).toObject();
    QCOMPARE(lock.value(u"path"_s).toString(), m_root);
    QCOMPARE(lock.value(u"granted"_s).toInt(), 2);
    QCOMPARE(lock.value(u"waitMs"_s).toObject().value(u"count"_s).toInt(), 2);
    QCOMPARE(lock.value(u"holdMs"_s).toObject().value(u"count"_s).toInt(), 1);
    QVERIFY(lock.value(u"holdMs"_s).toObject().value(u"longest"_s).toInt() > 0);
    QCOMPARE(lock.value(u"mostWaiters"_s).toInt(), 1);
    const auto text = runCtl({u"open"_s, file()});
    QVERIFY2(text.status == 0 && text.out.contains(m_root.toUtf8()) && !hasControls(text.out), text.reported());
}

void CliRecordTest::opensWhatAKilledRecorderLeft()
{
    const auto recorder = start({u"record"_s, file()});
    QTRY_VERIFY2(count("\"done\"") > 0, recorder->reported());
    const auto node = queueUp("early");
    QTRY_VERIFY(count("\"early\"") > 0);
    recorder->signal(SIGKILL);
    QVERIFY(recorder->waitForEnd());
    QVERIFY(!content().contains("{\"end\""));
    const auto cut = content();
    setContent(cut + "{\"change\":{\"at\":17952"); // as if the disk had become full there
    const auto watch = runCtl({u"--json"_s, u"open"_s, file(), u"watch"_s});
    QVERIFY2(watch.status == 0 && watch.out.contains("\"joined\"") && watch.err.contains("no end"), watch.reported());
    const auto show = runCtl({u"--json"_s, u"open"_s, file(), u"show"_s, m_root});
    QVERIFY2(show.status == 0, show.reported());
    QCOMPARE(show.json().value(u"queue"_s).toArray().at(0).toObject().value(u"client"_s).toString(), u"early"_s);
    const auto summary = runCtl({u"--json"_s, u"open"_s, file()});
    QVERIFY2(summary.status == 0 && summary.json().value(u"end"_s).isNull(), summary.reported());
    QVERIFY(m_client->remove(node));
}

void CliRecordTest::opensWhatWasSeenAtATime()
{
    const auto recorder = start({u"record"_s, file()});
    QTRY_VERIFY2(count("\"done\"") > 0, recorder->reported());
    const auto node = queueUp("holder");
    QTRY_VERIFY(count("\"holder\"") > 0);
    QVERIFY(m_client->remove(node));
    QTRY_VERIFY(count("\"gone\"") > 0);
    recorder->signal(SIGTERM);
    QVERIFY(recorder->waitForEnd());
    const auto watch = runCtl({u"--json"_s, u"open"_s, file(), u"watch"_s});
    QString granted;
    for (const auto& line : watch.out.split('\n')) {
        const auto json = QJsonDocument::fromJson(line).object();
        if (json.value(u"event"_s) == u"granted"_s)
            granted = json.value(u"at"_s).toString();
    }
    QVERIFY2(!granted.isEmpty(), watch.reported());
    const auto then = runCtl({u"--json"_s, u"open"_s, file(), u"ls"_s, u"--at"_s, granted});
    QVERIFY2(then.status == 0, then.reported());
    QCOMPARE(then.json().value(u"locks"_s).toArray().at(0).toObject().value(u"holders"_s).toArray().size(), 1);
    const auto upToThen = runCtl({u"--json"_s, u"open"_s, file(), u"watch"_s, u"--at"_s, granted});
    QVERIFY2(upToThen.out.contains("\"granted\"") && !upToThen.out.contains("\"left\""), upToThen.reported());
    const auto before = runCtl({u"open"_s, file(), u"ls"_s, u"--at"_s, u"2001-01-01T00:00:00Z"_s});
    QVERIFY2(before.status == 1 && before.err.contains("the recording begins at"), before.reported());
    const auto after = runCtl({u"open"_s, file(), u"ls"_s, u"--at"_s, u"2099-01-01T00:00:00Z"_s});
    QVERIFY2(after.status == 1 && after.err.contains("the recording ends at"), after.reported());
    const auto nextDay = runCtl({u"open"_s, file(), u"ls"_s, u"--at"_s, u"+30h"_s}); // recordings may last that long
    QVERIFY2(nextDay.status == 1 && nextDay.err.contains("the recording ends at"), nextDay.reported());
    const auto atTheBeginning = runCtl({u"--json"_s, u"open"_s, file(), u"ls"_s, u"--at"_s, u"+0s"_s});
    QVERIFY2(atTheBeginning.status == 0, atTheBeginning.reported());
}

void CliRecordTest::endsBeforeTheFileIsTooLarge()
{
    const auto recorder = start({u"record"_s, u"--max-size"_s, u"4K"_s, file()});
    QTRY_VERIFY2(count("\"done\"") > 0, recorder->reported());
    QTRY_VERIFY2_WITH_TIMEOUT(
        [&] {
            const auto node = queueUp(std::string(200, 'x'));
            return m_client->remove(node) && recorder->waitForEnd(50);
        }(),
        recorder->reported(), 30'000);
    QCOMPARE(recorder->exitCode(), 0);
    QVERIFY(recorder->lines().join('\n').contains("--max-size"));
    QVERIFY(QFileInfo(file()).size() <= 4'096);
    const auto summary = runCtl({u"--json"_s, u"open"_s, file()});
    QCOMPARE(summary.json().value(u"end"_s).toString(), u"size"_s);
}

void CliRecordTest::leavesFilesAlone()
{
    setContent("precious\n");
    const auto refused = runCtl({u"--connect"_s, m_servers.connectString(), u"record"_s, file(), u"--for"_s, u"1s"_s});
    QVERIFY2(refused.status == 2 && refused.err.contains("--force"), refused.reported());
    QCOMPARE(content(), QByteArray("precious\n"));
    const auto forced = runCtl({u"--connect"_s, m_servers.connectString(), u"--root"_s, m_root, u"record"_s,
                                u"--force"_s, u"--for"_s, u"2s"_s, file()});
    QVERIFY2(forced.status == 0 && forced.out.contains("lockscopectl open"), forced.reported());
    QCOMPARE(QFile::permissions(file()) & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
}

void CliRecordTest::saysWhenNoServerAnswers()
{
    const auto outcome = runCtl({u"--connect"_s, u"127.0.0.1:1"_s, u"--timeout"_s, u"500"_s, u"record"_s, file()});
    QVERIFY2(outcome.status == 3 && !outcome.err.isEmpty(), outcome.reported());
    QVERIFY(!QFileInfo::exists(file()));
    setContent("precious\n");
    const auto forced =
        runCtl({u"--connect"_s, u"127.0.0.1:1"_s, u"--timeout"_s, u"500"_s, u"record"_s, u"--force"_s, file()});
    QVERIFY2(forced.status == 3, forced.reported());
    QCOMPARE(content(), QByteArray("precious\n"));
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files).size(), 1);
}

void CliRecordTest::opensAnServerAuditLog()
{
    const auto log = QStringLiteral(LOCKSCOPE_SAMPLES "/audit-log4j.log");
    const auto watch = runCtl({u"--json"_s, u"open"_s, log, u"watch"_s});
    QVERIFY2(watch.status == 0 && watch.out.count("\"event\"") == 16 && watch.out.contains("\"lost\""),
             watch.reported());
    const auto summary = runCtl({u"--json"_s, u"open"_s, log});
    QCOMPARE(summary.json().value(u"source"_s).toString(), u"audit log"_s);
    QCOMPARE(summary.json().value(u"locks"_s).toArray().size(), 3);
    const auto at = summary.json().value(u"from"_s).toString();
    const auto none = runCtl({u"--json"_s, u"open"_s, log, u"ls"_s, u"--at"_s, at});
    QVERIFY2(none.status == 0 && none.json().value(u"locks"_s).toArray().isEmpty(), none.reported());
    const auto some = runCtl({u"--json"_s, u"open"_s, log, u"show"_s, u"/locks/orders"_s, u"--at"_s, u"+5s"_s});
    QVERIFY2(some.status == 0, some.reported());
    QCOMPARE(some.json().value(u"queue"_s).toArray().size(), 2);
    const auto elsewhere = runCtl({u"--root"_s, u"/other"_s, u"--json"_s, u"open"_s, log, u"watch"_s});
    QVERIFY2(elsewhere.status == 0 && elsewhere.out.isEmpty(), elsewhere.reported());
}

/// Empty if each field of the older object is in the newer one, with the same value.
static QByteArray lacking(const QJsonValue& older, const QJsonValue& newer, const QString& where = u"it"_s)
{
    if (older.isArray() && older.toArray().size() == newer.toArray().size()) {
        for (qsizetype i = 0; i < older.toArray().size(); ++i) {
            if (auto lack = lacking(older[i], newer[i], where + u'[' + QString::number(i) + u']'); !lack.isEmpty())
                return lack;
        }
        return {};
    }
    if (older.isObject() && newer.isObject()) {
        for (const auto& key : older.toObject().keys()) {
            if (auto lack = lacking(older[key], newer[key], where + u'.' + key); !lack.isEmpty())
                return lack;
        }
        return {};
    }
    return older == newer ? QByteArray() : where.toUtf8() + " differs";
}

/// By path, without what counts open waits and holds since 2.0, and the queue lengths, which now end with the last one.
static QJsonObject withoutOpenOnes(QJsonObject summary)
{
    std::map<QString, QJsonObject> byPath;
    for (const auto& element : summary.value(u"locks"_s).toArray()) {
        auto lock = element.toObject();
        for (const auto& durations : {u"waitMs"_s, u"holdMs"_s})
            lock.insert(durations, lock.value(durations).toObject().value(u"count"_s));
        lock.remove(u"queueLength"_s);
        byPath.emplace(lock.value(u"path"_s).toString(), lock);
    }
    QJsonArray locks;
    for (const auto& [path, lock] : byPath)
        locks.append(lock);
    summary.insert(u"locks"_s, locks);
    return summary;
}

/// The samples are a recording by Lockscope 1.0 and what that version's `open --json` printed of it. Fields were added
/// since then.
void CliRecordTest::opensWhatVersion1Recorded()
{
    const auto sample = [](const QString& name) { return QStringLiteral(LOCKSCOPE_SAMPLES "/version-1.0") + name; };
    const auto printedBy1 = [&](const QString& name) {
        QFile printed(sample(name));
        return printed.open(QIODevice::ReadOnly) ? printed.readAll() : QByteArray("no file");
    };
    const auto watch = runCtl({u"--json"_s, u"open"_s, sample(u".rec"_s), u"watch"_s});
    QCOMPARE(watch.status, 0);
    const auto now = watch.out.trimmed().split('\n');
    const auto then = printedBy1(u"-watch.jsonl"_s).trimmed().split('\n');
    QCOMPARE(now.size(), then.size());
    for (qsizetype i = 0; i < then.size(); ++i)
        QCOMPARE(lacking(QJsonDocument::fromJson(then[i]).object(), QJsonDocument::fromJson(now[i]).object()), "");
    auto summary = runCtl({u"--json"_s, u"open"_s, sample(u".rec"_s)}).json();
    summary.insert(u"file"_s, u"small.rec"_s); // its path at that time
    const auto printed = QJsonDocument::fromJson(printedBy1(u".json"_s)).object();
    QCOMPARE(lacking(withoutOpenOnes(printed), withoutOpenOnes(summary)), "");
}

void CliRecordTest::keepsTheWordsOfANewerProgram()
{
    setContent("{\"lockscope-recording\":1,\"source\":\"live\"}\n{\"full\":{\"at\":1000}}\n"
               R"({"lock":{"path":"/a","head":{"kind":"mutex"},"queue":[{"node":"n1","holds":true}]}})"
               "\n"
               "{\"done\":{}}\n"
               R"({"event":{"at":1500,"event":"demoted","path":"/a","contender":{"node":"n1"}}})"
               "\n{\"end\":{\"at\":2000,\"reason\":\"stopped\"}}\n");
    for (const auto& form : {QStringList{}, QStringList{u"--json"_s}}) {
        const auto outcome = runCtl(form + QStringList{u"open"_s, file(), u"watch"_s});
        QVERIFY2(outcome.status == 0 && outcome.out.contains("demoted"), outcome.reported());
    }
}

void CliRecordTest::marksALastKnownName()
{
    const QByteArray holder =
        R"({"node":"n1","holds":true,"details":{"session":"0x1","client":"worker-7","lastKnown":true}})";
    setContent("{\"lockscope-recording\":1,\"source\":\"live\"}\n{\"full\":{\"at\":1000}}\n"
               R"({"lock":{"path":"/a","head":{"kind":"mutex"},"queue":[)" +
               holder +
               "]}}\n{\"done\":{}}\n{\"event\":{\"at\":1500,\"event\":\"released\",\"path\":\"/a\",\"contender\":" +
               holder + "}}\n{\"end\":{\"at\":2000,\"reason\":\"stopped\"}}\n");
    for (const auto& view : {QStringList{u"watch"_s}, QStringList{u"show"_s, u"/a"_s}, QStringList{u"ls"_s}}) {
        const auto outcome = runCtl(QStringList{u"open"_s, file()} + view);
        QVERIFY2(outcome.status == 0 && outcome.out.contains("worker-7 (last known)"), outcome.reported());
    }
}

void CliRecordTest::refusesWhatItCannotRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("empty") << QByteArray() << QByteArray("empty");
    QTest::newRow("garbage") << QByteArray("\x7f"
                                           "ELF\x01\x02\x00\xff\x1b[31m",
                                           13)
                             << QByteArray("not a Lockscope recording");
    QTest::newRow("newer") << QByteArray("{\"lockscope-recording\":7}\n") << QByteArray("format 7");
    QTest::newRow("cut header") << QByteArray("{\"lockscope-rec") << QByteArray("not a Lockscope recording");
    QTest::newRow("no snapshot") << QByteArray("{\"lockscope-recording\":1}\n{\"full\":{\"at\":1}}\n")
                                 << QByteArray("first snapshot");
}

void CliRecordTest::refusesWhatItCannotRead()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, reason);
    setContent(bytes);
    for (const auto& view : {QStringList{}, QStringList{u"ls"_s}, QStringList{u"watch"_s}}) {
        const auto outcome = runCtl(QStringList{u"open"_s, file()} + view);
        QVERIFY2(outcome.status == 1 && outcome.err.contains(reason) && outcome.out.isEmpty(), outcome.reported());
        QVERIFY2(!hasControls(outcome.err), outcome.reported());
    }
    const auto missing = runCtl({u"open"_s, file() + u".not"_s});
    QVERIFY2(missing.status == 1 && missing.err.contains("no such file"), missing.reported());
}

void CliRecordTest::saysHowItIsUsed_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("no file") << QStringList{u"open"_s};
    QTest::newRow("no view") << QStringList{u"open"_s, u"x"_s, u"dance"_s};
    QTest::newRow("no path") << QStringList{u"open"_s, u"x"_s, u"show"_s};
    QTest::newRow("bad path") << QStringList{u"open"_s, QStringLiteral(LOCKSCOPE_SAMPLES "/version-1.0.rec"), u"show"_s,
                                             u"a//b"_s};
    QTest::newRow("too much") << QStringList{u"open"_s, u"x"_s, u"ls"_s, u"/a"_s};
    QTest::newRow("record nothing") << QStringList{u"record"_s};
    QTest::newRow("bad size") << QStringList{u"record"_s, u"x"_s, u"--max-size"_s, u"big"_s};
    QTest::newRow("bad every") << QStringList{u"record"_s, u"x"_s, u"--every"_s, u"now"_s};
}

void CliRecordTest::saysHowItIsUsed()
{
    QFETCH(QStringList, arguments);
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == 2 && outcome.err.count('\n') == 1, outcome.reported());
}

} // namespace lockscope::cliRecordTest

LOCKSCOPE_TEST(lockscope::cliRecordTest::CliRecordTest)
#include "CliRecordTest.moc"
