// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Standard output that fails: each command reports an error and exits 1, and a stream ends at its first line.

#include "tests/cli/Cli.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <sys/stat.h>

namespace lockscope::cliOutputTest {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// A command that would run for an hour must end before that.
constexpr int longestMs = 60'000;

const QString fullDevice = u"/dev/full"_s; // each write to it fails with "No space left on device"

} // namespace

class CliOutputTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void helpFails_data();
    void helpFails();
    void answersFail_data();
    void answersFail();
    void streamsEnd_data();
    void streamsEnd();
    void aReleaseThatIsDoneSaysThatItsAnswerIsLost();
    void figuresThatAreLostAreReported_data();
    void figuresThatAreLostAreReported();
    void aClosedOutputIsNoOtherFile();
    void closedDescriptorsAreOccupied();
    void aPipeStaysAPipe();

private:
    void prepare() override;
    [[nodiscard]] static Outcome runFull(const QStringList& arguments, const QString& output = fullDevice)
    {
        QProcess process;
        process.setProcessEnvironment(environmentWith());
        process.setStandardInputFile(QProcess::nullDevice());
        process.setStandardOutputFile(output);
        process.start(lockscopectl(), arguments);
        const bool hasEnded = process.waitForFinished(longestMs);
        if (!hasEnded)
            process.kill();
        (void)process.waitForFinished();
        return {hasEnded && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 128,
                {},
                process.readAllStandardError()};
    }
    [[nodiscard]] static bool isReported(const QByteArray& errors)
    {
        return errors.contains("write to standard output") && errors.contains("No space left on device");
    }
    [[nodiscard]] QStringList at(const QStringList& words) const
    {
        QStringList arguments{u"--connect"_s, m_servers.connectString()};
        for (auto word : words)
            arguments << word.replace(u"NODE"_s, m_node).replace(u"FILE"_s, m_folder.filePath(u"seen.rec"_s));
        return arguments;
    }

    QTemporaryDir m_folder;
    QString m_node;
};

void CliOutputTest::prepare()
{
    for (const auto* path : {"/locks", "/locks/a", "/locks/d", "/locks/f"})
        QVERIFY(m_client->create(path));
    // A node that no session ever deletes: a finding.
    QVERIFY(m_client->create("/locks/f/_c_01234567-89ab-cdef-0123-456789abcdef-lock-", {},
                             zk::CreateMode::PersistentSequential));
    const auto node = m_client->queueUp("/locks/a", "one");
    QVERIFY(node);
    m_node = QString::fromStdString(node->path);
    QVERIFY(m_client->queueUp("/locks/a", "two"));
    // On a busy machine the first snapshot takes longer.
    auto recorded = runCtl(at({u"record"_s, u"FILE"_s, u"--for"_s, u"300ms"_s}));
    for (const auto& time : {u"3s"_s, u"30s"_s}) {
        if (recorded.status != 0)
            recorded = runCtl(at({u"record"_s, u"FILE"_s, u"--for"_s, time}));
    }
    QVERIFY2(recorded.status == 0, recorded.reported());
}

void CliOutputTest::helpFails_data()
{
    QTest::addColumn<QStringList>("arguments");
    const auto row = [](const QString& words) { QTest::newRow(qPrintable(words)) << words.split(u' '); };
    for (const auto* words : {"--help", "-h", "help", "--version", "run --list", "run --list --json", "run --measures",
                              "run --measures --json", "--describe", "bench locks --help"})
        row(QString::fromLatin1(words));
    const auto commands = described().value(u"commands"_s).toArray();
    QVERIFY(!commands.isEmpty());
    for (const auto& command : commands)
        row(command[u"name"_s].toString() + u" --help"_s);
}

void CliOutputTest::helpFails()
{
    QFETCH(const QStringList, arguments);
    const auto outcome = runFull(arguments);
    QVERIFY2(outcome.status == 1 && isReported(outcome.err), outcome.reported());
}

void CliOutputTest::answersFail_data()
{
    QTest::addColumn<QString>("words");
    for (const auto* words : {"ls",
                              "ls --json",
                              "show /locks/a",
                              "show /locks/a --json",
                              "sessions",
                              "sessions --json",
                              "findings",
                              "findings --json",
                              "findings --fail-on critical",
                              "top",
                              "top --json",
                              "release NODE --dry-run",
                              "release NODE --dry-run --json",
                              "revoke NODE --wait 100ms --reason test --json",
                              "open FILE",
                              "open FILE --json",
                              "open FILE ls",
                              "open FILE show /locks/a",
                              "open FILE findings",
                              "open FILE sessions"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

void CliOutputTest::answersFail()
{
    QFETCH(const QString, words);
    if (words.contains(u"--fail-on"_s))
        QCOMPARE(runCtl(at(words.split(u' '))).status, 5); // findings exist; the failed write takes precedence
    const auto outcome = runFull(at(words.split(u' ')));
    QVERIFY2(outcome.status == 1 && isReported(outcome.err), outcome.reported());
}

void CliOutputTest::streamsEnd_data()
{
    QTest::addColumn<QString>("words");
    for (const auto* words : {"contend /locks/b --clients 2 --for 1h", "contend /locks/b --clients 2 --for 1h --json",
                              "record OTHER --for 2s", "record OTHER2 --for 2s --json",
                              "bench locks --clients 2 --for 200ms", "bench locks --clients 2 --for 200ms --json",
                              "bench inspect --locks 8 --contenders 16 --sessions 2 --runs 1000000 --for 1h --no-admin",
                              "run cut-link --below /locks", "run cut-link --below /locks --json"})
        QTest::newRow(words) << QString::fromLatin1(words);
    QTest::newRow("sandbox") << u"sandbox"_s;
    QTest::newRow("sandbox --json") << u"sandbox --json"_s;
    QTest::newRow("sandbox --redis") << u"sandbox --redis 1"_s;
    QTest::newRow("watch") << u"watch --for 1h"_s;
    QTest::newRow("watch --json") << u"watch --for 1h --json"_s;
    QTest::newRow("open FILE watch") << u"open FILE watch"_s;
}

void CliOutputTest::streamsEnd()
{
    QFETCH(QString, words);
    words.replace(u"OTHER"_s, m_folder.filePath(u"other.rec"_s));
    // The watched lock changes all the time.
    std::unique_ptr<LineProcess> changes;
    if (words.contains(u"watch"_s))
        changes = startCtl(at({u"contend"_s, u"/locks/c"_s, u"--clients"_s, u"2"_s, u"--for"_s, u"5m"_s}));
    if (words.startsWith(u"open"_s)) {
        const auto recorded = runCtl(at({u"record"_s, m_folder.filePath(u"changes.rec"_s), u"--for"_s, u"2s"_s}));
        QVERIFY2(recorded.status == 0, recorded.reported());
        words.replace(u"FILE"_s, m_folder.filePath(u"changes.rec"_s));
    }
    const bool isOwnPlace = words.startsWith(u"sandbox"_s);
    const auto outcome = runFull(isOwnPlace ? words.split(u' ') : at(words.split(u' ')));
    if (changes) {
        changes->signal(SIGINT);
        QVERIFY(changes->waitForEnd());
    }
    QVERIFY2(outcome.status == 1 && isReported(outcome.err), outcome.reported());
    QCOMPARE(outcome.err.count("write to standard output"), 1); // not again with each line
}

void CliOutputTest::aReleaseThatIsDoneSaysThatItsAnswerIsLost()
{
    const auto node = m_client->queueUp("/locks/d", "one");
    QVERIFY(node);
    const auto listed = runCtl(at({u"show"_s, u"/locks/d"_s, u"--json"_s}));
    const auto creationId = listed.json().value(u"queue"_s).toArray().first().toObject().value(u"czxid"_s).toString();
    const auto outcome = runFull(
        at({u"release"_s, QString::fromStdString(node->path), u"--czxid"_s, creationId, u"--reason"_s, u"test"_s}));
    QVERIFY2(outcome.status == 1 && isReported(outcome.err), outcome.reported());
    const auto names = m_client->children("/locks/d");
    QVERIFY(names && names->empty());
}

void CliOutputTest::figuresThatAreLostAreReported_data()
{
    QTest::addColumn<QString>("words");
    for (const auto* words :
         {"contend /locks/g --clients 1 --cycles 1 --csv FULL", "run cut-link --below /locks --csv FULL"})
        QTest::newRow(words) << QString::fromLatin1(words);
}

void CliOutputTest::figuresThatAreLostAreReported()
{
    QFETCH(QString, words);
    const auto outcome = runCtl(at(words.replace(u"FULL"_s, fullDevice).split(u' ')));
    QVERIFY2(outcome.status == 1 && outcome.err.contains("/dev/full"), outcome.reported());
}

/// Otherwise the next socket would have the number of standard output, and the answer would go to the server.
void CliOutputTest::aClosedOutputIsNoOtherFile()
{
    QProcess process;
    process.setProcessEnvironment(environmentWith());
    process.start(u"sh"_s, QStringList{u"-c"_s, u"exec \"$0\" \"$@\" >&-"_s, lockscopectl()} + at({u"ls"_s}));
    QVERIFY(process.waitForFinished(longestMs));
    const auto errors = process.readAllStandardError();
    QVERIFY2(process.exitCode() == 1 && errors.contains("write to standard output"), errors);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
}

void CliOutputTest::closedDescriptorsAreOccupied()
{
    QProcess process;
    process.setProcessEnvironment(environmentWith());
    process.start(u"sh"_s, QStringList{u"-c"_s, u"exec \"$0\" \"$@\" <&- >&- 2>&-"_s, lockscopectl()} +
                               at({u"watch"_s, u"/locks/a"_s, u"--for"_s, u"1h"_s}));
    QVERIFY(process.waitForStarted());
    for (const auto* descriptor : {"0", "1", "2"}) {
        const auto link = u"/proc/%1/fd/%2"_s.arg(process.processId()).arg(QLatin1String(descriptor));
        QTRY_COMPARE(QFileInfo(link).symLinkTarget(), u"/dev/null"_s);
    }
    process.terminate();
    QVERIFY(process.waitForFinished(longestMs));
}

/// A pipe or a device is written to, never replaced by a file of the same name.
void CliOutputTest::aPipeStaysAPipe()
{
    const auto pipe = m_folder.filePath(u"figures"_s);
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), S_IRUSR | S_IWUSR), 0);
    QProcess reader;
    reader.start(u"cat"_s, {pipe});
    const auto measured =
        runCtl(at({u"contend"_s, u"/locks/e"_s, u"--clients"_s, u"1"_s, u"--cycles"_s, u"1"_s, u"--csv"_s, pipe}));
    QVERIFY2(measured.status == 0, measured.reported());
    QVERIFY(reader.state() == QProcess::NotRunning || reader.waitForFinished(longestMs));
    QVERIFY(reader.readAllStandardOutput().contains(','));
    struct stat is {};
    QCOMPARE(::stat(pipe.toLocal8Bit().constData(), &is), 0);
    QVERIFY(S_ISFIFO(is.st_mode));
}

} // namespace lockscope::cliOutputTest

LOCKSCOPE_TEST(lockscope::cliOutputTest::CliOutputTest)
#include "CliOutputTest.moc"
