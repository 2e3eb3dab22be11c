// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `contend`: its stream and summary, its orderly end, and the view of other processes after a kill.

#include "tests/cli/ContendStream.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

namespace lockscope::cliContendTest {

using namespace lockscope::test;

class CliContendTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void streamsAndSumsUp_data();
    void streamsAndSumsUp();
    void endsInTime();
    void givesUpWaitingInTime();
    void endsInGoodOrder_data();
    void endsInGoodOrder();
    void killedHolderIsFollowed();
    void reportsPeopleSafely();
    void writesCsv();
    void refusesWhatDoesNotGoTogether_data();
    void refusesWhatDoesNotGoTogether();

private:
    [[nodiscard]] QStringList contend(const QStringList& arguments) const
    {
        return QStringList{QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                           QStringLiteral("contend"), m_path} +
               arguments;
    }
    [[nodiscard]] qsizetype nodesLeft()
    {
        const auto names = m_client->children(m_path.toStdString());
        return names ? static_cast<qsizetype>(names->size()) : -1;
    }

    QString m_path; ///< a new one for each test
};

void CliContendTest::init()
{
    m_path = m_servers.uniquePath();
}

void CliContendTest::streamsAndSumsUp_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::newRow("mutex") << QStringLiteral("mutex");
    QTest::newRow("single") << QStringLiteral("single");
}

void CliContendTest::streamsAndSumsUp()
{
    QFETCH(QString, recipe);
    const auto process = startCtl(contend({QStringLiteral("--recipe"), recipe, QStringLiteral("--clients"),
                                           QStringLiteral("3"), QStringLiteral("--cycles"), QStringLiteral("4"),
                                           QStringLiteral("--hold"), QStringLiteral("1ms..5ms")}));
    QVERIFY(process->waitForEnd());
    QVERIFY2(process->exitCode() == 0 && process->errors().isEmpty(), process->errors());
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    const QStringList turn{QStringLiteral("queued"), QStringLiteral("granted"), QStringLiteral("released")};
    for (int i = 1; i <= 3; ++i)
        QCOMPARE(stream.words(QStringLiteral("sim-%1").arg(i)),
                 QStringList{QStringLiteral("connected")} + turn + turn + turn + turn);
    for (const auto& event : stream.events) {
        const bool granted = event.value(QStringLiteral("event")).toString() == u"granted";
        QCOMPARE(event.value(QStringLiteral("waitMs")).isNull(), !granted);
        if (event.value(QStringLiteral("event")).toString() == u"connected")
            continue;
        const bool queued = event.value(QStringLiteral("event")).toString() == u"queued";
        if (recipe == u"single" && queued && event.value(QStringLiteral("node")).isNull())
            continue; // thundering herd: waits without a node
        QVERIFY(!event.value(QStringLiteral("token")).isNull());
        const auto node = event.value(QStringLiteral("node")).toString();
        QVERIFY2(recipe == u"single" ? node == u"lock" : node.startsWith(u"_c_"), qPrintable(node));
    }
    const auto number = [&](const char* key) { return stream.summary.value(QLatin1String(key)).toDouble(-1); };
    QCOMPARE(stream.summary.value(QStringLiteral("recipe")).toString(), recipe);
    QCOMPARE(number("clients"), 3.0);
    QCOMPARE(number("cycles"), 12.0);
    QCOMPARE(number("fairness"), 1.0);
    QCOMPARE(number("overlaps"), 0.0);
    QCOMPARE(number("errors"), 0.0);
    QVERIFY(number("seconds") > 0 && number("handoversPerS") > 0);
    QCOMPARE(nodesLeft(), 0);
}

void CliContendTest::endsInTime()
{
    QElapsedTimer elapsed;
    elapsed.start();
    const auto process = startCtl(contend({QStringLiteral("--clients"), QStringLiteral("2"), QStringLiteral("--for"),
                                           QStringLiteral("700ms"), QStringLiteral("--hold"), QStringLiteral("10m")}));
    QVERIFY(process->waitForEnd());
    QVERIFY(elapsed.elapsed() >= 700);
    QVERIFY2(process->exitCode() == 0, process->errors());
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    QVERIFY(stream.summary.value(QStringLiteral("seconds")).toDouble() >= 0.7);
    QCOMPARE(stream.words().count(QStringLiteral("granted")), stream.words().count(QStringLiteral("released")));
    QCOMPARE(nodesLeft(), 0);
}

void CliContendTest::givesUpWaitingInTime()
{
    const auto holder = startCtl(contend({QStringLiteral("--hold"), QStringLiteral("10m")}));
    QVERIFY2(holder->waitForEvent(QStringLiteral("granted")), holder->errors());
    const auto waiter = startCtl(contend({QStringLiteral("--cycles"), QStringLiteral("2"),
                                          QStringLiteral("--acquire-timeout"), QStringLiteral("300ms")}));
    QVERIFY(waiter->waitForEnd());
    QCOMPARE(waiter->exitCode(), 0);
    const ContendStream stream(waiter->lines());
    QCOMPARE(stream.wrong, QByteArray());
    QCOMPARE(stream.words().count(QStringLiteral("timedOut")), 2);
    QCOMPARE(stream.words().count(QStringLiteral("granted")), 0);
    for (const auto& event : stream.events) {
        if (event.value(QStringLiteral("event")).toString() == u"timedOut")
            QVERIFY(event.value(QStringLiteral("waitMs")).toInt() >= 300);
    }
    QCOMPARE(nodesLeft(), 1);
}

void CliContendTest::endsInGoodOrder_data()
{
    QTest::addColumn<int>("signal");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QStringList>("arguments");
    const QStringList holding{QStringLiteral("--clients"), QStringLiteral("3"), QStringLiteral("--hold"),
                              QStringLiteral("10m")};
    const QStringList thinking{QStringLiteral("--hold"), QStringLiteral("1ms"), QStringLiteral("--think"),
                               QStringLiteral("10m")};
    QTest::newRow("holding and waiting, Ctrl-C") << SIGINT << QStringLiteral("granted") << holding;
    QTest::newRow("holding and waiting, kill") << SIGTERM << QStringLiteral("granted") << holding;
    QTest::newRow("thinking") << SIGTERM << QStringLiteral("released") << thinking;
}

void CliContendTest::endsInGoodOrder()
{
    QFETCH(int, signal);
    QFETCH(QString, after);
    QFETCH(QStringList, arguments);
    const auto process = startCtl(contend(arguments));
    QVERIFY2(process->waitForEvent(after), process->errors());
    if (after == u"granted")
        QTRY_COMPARE(nodesLeft(), 3);
    process->signal(signal);
    QVERIFY(process->waitForEnd());
    // Closed sessions and deleted nodes disappear at once; after a kill, they would stay for ten seconds.
    QCOMPARE(nodesLeft(), 0);
    QVERIFY2(process->exitCode() == 0, QByteArray::number(process->exitCode()) + process->errors());
    const ContendStream stream(process->lines());
    QCOMPARE(stream.wrong, QByteArray());
    QCOMPARE(stream.words().count(QStringLiteral("granted")), stream.words().count(QStringLiteral("released")));
    QCOMPARE(stream.summary.value(QStringLiteral("errors")).toInt(), 0);
}

void CliContendTest::killedHolderIsFollowed()
{
    const auto queue = [this] {
        return runCtl({QStringLiteral("--connect"), m_servers.connectString(), QStringLiteral("--json"),
                       QStringLiteral("show"), m_path})
            .json()
            .value(QStringLiteral("queue"))
            .toArray();
    };
    const auto client = [](const QJsonValue& contender) {
        return contender.toObject().value(QStringLiteral("client")).toString();
    };
    const QStringList hold{QStringLiteral("--hold"), QStringLiteral("10m"), QStringLiteral("--name")};
    const auto victim = startCtl(contend(hold + QStringList{QStringLiteral("victim")}));
    QVERIFY2(victim->waitForEvent(QStringLiteral("granted")), victim->errors());
    const auto heir = startCtl(contend(hold + QStringList{QStringLiteral("heir")}));
    QVERIFY2(heir->waitForEvent(QStringLiteral("queued")), heir->errors());
    victim->signal(SIGKILL);
    QVERIFY(victim->waitForEnd());
    QCOMPARE(victim->exitCode(), 128 + SIGKILL);
    const auto before = queue();
    QCOMPARE(before.size(), 2);
    QCOMPARE(client(before.at(0)), QStringLiteral("victim"));

    QVERIFY2(heir->waitForEvent(QStringLiteral("granted")),
             heir->reported()); // after the session timeout of ten seconds
    const auto after = queue();
    QCOMPARE(after.size(), 1);
    QCOMPARE(client(after.at(0)), QStringLiteral("heir"));
    QCOMPARE(after.at(0).toObject().value(QStringLiteral("state")).toString(), QStringLiteral("holds"));
    heir->signal(SIGTERM);
    QVERIFY(heir->waitForEnd());
    QCOMPARE(heir->exitCode(), 0);
    QCOMPARE(nodesLeft(), 0);
}

void CliContendTest::reportsPeopleSafely()
{
    auto arguments = contend({QStringLiteral("--cycles"), QStringLiteral("2"), QStringLiteral("--hold"),
                              QStringLiteral("1ms"), QStringLiteral("--name"), QStringLiteral("\x1b[31mred")});
    arguments.removeOne(QStringLiteral("--json"));
    const auto outcome = runCtl(arguments);
    QVERIFY2(outcome.status == 0, outcome.reported());
    const QRegularExpression granted(
        QStringLiteral("^\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  \\S*red +granted +token 0x[0-9a-f]+  after "),
        QRegularExpression::MultilineOption);
    QVERIFY2(QString::fromUtf8(outcome.out).count(granted) == 2, outcome.reported());
    QVERIFY2(outcome.out.contains("\n2 cycles in ") && outcome.out.contains("errors 0\n"), outcome.reported());
    QVERIFY2(!hasControls(outcome.out), outcome.out.toPercentEncoding());
}

void CliContendTest::writesCsv()
{
    QTemporaryDir folder;
    const auto file = folder.filePath(QStringLiteral("measured.csv"));
    const QStringList few{QStringLiteral("--clients"), QStringLiteral("2"),      QStringLiteral("--cycles"),
                          QStringLiteral("3"),         QStringLiteral("--hold"), QStringLiteral("1ms"),
                          QStringLiteral("--csv")};
    const auto outcome = runCtl(contend(few + QStringList{file}));
    QVERIFY2(outcome.status == 0, outcome.reported());
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const auto lines = written.readAll().split('\n');
    QCOMPARE(lines.size(), 5); // names, two clients, total, and an empty one
    QVERIFY(lines[0].startsWith("client,cycles,grants,"));
    QVERIFY(lines[1].startsWith("sim-1,3,3,") && lines[2].startsWith("sim-2,3,3,"));
    QVERIFY2(lines[3].startsWith("total,6,6,"), lines[3]);
    const auto refused = runCtl(contend(few + QStringList{folder.filePath(QStringLiteral("none/measured.csv"))}));
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("none/measured.csv\": "), refused.reported());
}

void CliContendTest::refusesWhatDoesNotGoTogether_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("recipe") << QStringLiteral("--recipe spinlock")
                            << QByteArray("--recipe: unknown recipe \"spinlock\": use mutex, semaphore-mutex");
    QTest::newRow("mode") << QStringLiteral("--mode read")
                          << QByteArray("the modes read, mix and downgrade need the recipe read-write");
    QTest::newRow("share") << QStringLiteral("--recipe read-write --write-share much")
                           << QByteArray("invalid --write-share \"much\": use a share such as 20%");
    QTest::newRow("share of readers") << QStringLiteral("--recipe read-write --mode read --write-share 5%")
                                      << QByteArray("--write-share needs --mode mix");
    QTest::newRow("leases") << QStringLiteral("--leases 0")
                            << QByteArray("invalid --leases \"0\": use a number of 1 or more");
    QTest::newRow("second path") << QStringLiteral("/another")
                                 << QByteArray("several locks need the recipe multi or nested locks");
    QTest::newRow("seed") << QStringLiteral("--seed -1") << QByteArray("invalid --seed \"-1\": use a whole number");
    QTest::newRow("spread") << QStringLiteral("--hold exp:soon")
                            << QByteArray("--hold: invalid mean in \"exp:soon\": use a duration such as exp:50ms");
    QTest::newRow("resource")
        << QStringLiteral("--resource example.org:80")
        << QByteArray("--resource: invalid address \"example.org:80\" of a guarded resource: use 127.0.0.1:PORT");
    QTest::newRow("autostart") << QStringLiteral("--autostart") << QByteArray("--autostart needs --control");
}

void CliContendTest::refusesWhatDoesNotGoTogether()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    const auto outcome = runCtl(contend(arguments.split(u' ')));
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(sentence), outcome.reported());
    QVERIFY(outcome.out.isEmpty());
}

} // namespace lockscope::cliContendTest

LOCKSCOPE_TEST(lockscope::cliContendTest::CliContendTest)
#include "CliContendTest.moc"
