// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// `run`: its output, its exit status, and that it leaves nothing behind. The scenarios themselves have ctests of their
/// own.

#include "tests/cli/DescribedJson.h"
#include "tests/support/Processes.h"
#include "tests/support/RedisServers.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace lockscope::cliRunTest {

using namespace lockscope::test;

namespace {

constexpr int waitLimitMs = 120'000;

/// Two clients that alternate.
const QByteArray turns = R"({
    "title": "Turns",
    "story": "Two clients take turns. Nothing goes wrong.",
    "sandbox": {"tick": "200ms", "sessionTimeout": "20s"},
    "clients": [{"name": "worker", "count": 2, "path": "/orders", "hold": "30ms", "think": "0ms",
                 "writeEvery": "5ms"}],
    "resource": {},
    "steps": [{"when": {"who": "worker", "event": "granted", "times": 3}, "do": "wait"}],
    "expect": [{"who": "worker", "event": "granted", "times": 3}, {"measure": "overlaps", "=": 0},
               {"measure": "leftBehind", "=": 0}]
})";
/// One client holds, two wait, until the run is stopped.
const QByteArray endless = R"({
    "title": "Endless",
    "story": "One client holds and two wait. The run ends when it is stopped.",
    "sandbox": {"tick": "200ms", "sessionTimeout": "20s"},
    "clients": [{"name": "worker", "count": 3, "path": "/orders", "hold": "forever"}],
    "limit": "10m",
    "steps": [{"when": [{"who": "worker", "count": 2, "state": "waiting"},
                        {"who": "worker", "count": 1, "actual": "holding"}], "do": "careless", "who": "everybody"},
              {"when": {"who": "everybody", "state": "ended"}, "do": "wait"}],
    "expect": [{"who": "everybody", "state": "ended"}]
})";

/// The same on Redis, with a key that outlives the holds.
const QByteArray redisTurns = R"({
    "title": "Turns",
    "story": "Two clients take turns. Nothing goes wrong.",
    "backend": "redis",
    "clients": [{"name": "worker", "count": 2, "path": "orders", "recipe": "redisson-fenced-lock", "hold": "30ms",
                 "think": "0ms"}],
    "resource": {},
    "steps": [{"when": {"who": "worker", "event": "granted", "times": 3}, "do": "wait"}],
    "expect": [{"who": "worker", "event": "granted", "times": 3}, {"measure": "overlaps", "=": 0},
               {"measure": "leftBehind", "=": 0}]
})";

} // namespace

class CliRunTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void lists();
    void reportsWhatHappens();
    void writesCsvOfEachRun();
    void failsWhenAnExpectationIsNotMet();
    void failsWhenAStepCanNotBeDone();
    void refusesBadWords_data();
    void refusesBadWords();
    void worksBelowOneNodeOfAnother();
    void worksWithNamesOfItsOwnOnRedis();
    void leavesNothingWhenKilled();
    void leavesNothingWhenStopped_data();
    void leavesNothingWhenStopped();

private:
    QString fileOf(const char* name, const QByteArray& json);

    QTemporaryDir m_folder;
};

QString CliRunTest::fileOf(const char* name, const QByteArray& json)
{
    QFile file(m_folder.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size())
        return {};
    return file.fileName();
}

void CliRunTest::lists()
{
    const auto text = runCtl({QStringLiteral("run"), QStringLiteral("--list")});
    QVERIFY2(text.status == 0 && text.out.startsWith("NAME") && text.out.contains("Thundering herd and queue"),
             text.reported());
    const auto outcome = runCtl({QStringLiteral("--json"), QStringLiteral("run"), QStringLiteral("--list")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto scenarios = outcome.json().value(QStringLiteral("scenarios")).toArray();
    QVERIFY(scenarios.size() >= 12);
    for (const auto& scenario : scenarios)
        QCOMPARE(deviations(scenario.toObject(), {{QStringLiteral("id"), QStringLiteral("string")},
                                                  {QStringLiteral("title"), QStringLiteral("string")},
                                                  {QStringLiteral("story"), QStringLiteral("string")},
                                                  {QStringLiteral("backend"), QStringLiteral("string")},
                                                  {QStringLiteral("servers"), QStringLiteral("int")},
                                                  {QStringLiteral("clients"), QStringLiteral("int")},
                                                  {QStringLiteral("steps"), QStringLiteral("int")},
                                                  {QStringLiteral("expect"), QStringLiteral("array")}}),
                 "");
    const auto measures = runCtl({QStringLiteral("run"), QStringLiteral("--measures")});
    QVERIFY2(measures.status == 0 && measures.out.contains("wakeUpsPerRelease"), measures.reported());
    const auto help = runCtl({QStringLiteral("run"), QStringLiteral("--help")});
    QVERIFY2(help.status == 0 && help.out.contains("scenarios/README.md"), help.reported()); // describes the format
}

void CliRunTest::reportsWhatHappens()
{
    const auto run = startCtl({QStringLiteral("--json"), QStringLiteral("run"), fileOf("turns.json", turns)});
    QVERIFY2(run->waitForEvent(QStringLiteral("granted"), waitLimitMs), run->reported());
    QVERIFY2(run->waitForEvent(QStringLiteral("step"), waitLimitMs), run->reported());
    QVERIFY2(run->waitForEnd(waitLimitMs), run->reported());
    QVERIFY2(run->exitCode() == 0, run->reported());
    QCOMPARE(run->errors(), QByteArray());
    DescribedJson described;
    for (const auto& line : run->lines())
        QCOMPARE(described.deviation(QStringLiteral("run"), QJsonDocument::fromJson(line).object()), QString());
    const auto last = QJsonDocument::fromJson(run->lines().last()).object();
    const auto result = last.value(QStringLiteral("result")).toObject();
    QCOMPARE(deviations(result, {{QStringLiteral("scenario"), QStringLiteral("string")},
                                 {QStringLiteral("run"), QStringLiteral("int")},
                                 {QStringLiteral("passed"), QStringLiteral("bool")},
                                 {QStringLiteral("stopped"), QStringLiteral("bool")},
                                 {QStringLiteral("trouble"), QStringLiteral("string|null")},
                                 {QStringLiteral("durationMs"), QStringLiteral("int")},
                                 {QStringLiteral("expectations"), QStringLiteral("array")},
                                 {QStringLiteral("measures"), QStringLiteral("object")}}),
             "");
    QVERIFY(result.value(QStringLiteral("passed")).toBool());
    const auto measures = result.value(QStringLiteral("measures")).toObject();
    QVERIFY2(measures.value(QStringLiteral("granted of worker")).toDouble() >= 6, run->reported());
    QVERIFY2(measures.value(QStringLiteral("requestsPerGrant")).toDouble() > 1, run->reported());
    QVERIFY2(measures.value(QStringLiteral("writes")).toDouble() > 0, run->reported());
}

void CliRunTest::writesCsvOfEachRun()
{
    const auto csv = m_folder.filePath(QStringLiteral("measures.csv"));
    const auto outcome = runCtl({QStringLiteral("run"), fileOf("turns.json", turns), QStringLiteral("--repeat"),
                                 QStringLiteral("2"), QStringLiteral("--csv"), csv});
    QVERIFY2(outcome.status == 0 && outcome.out.contains("2 of 2 runs passed"), outcome.reported());
    QFile file(csv);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QCOMPARE(lines.first(), QByteArray("scenario,run,passed,measure,of,value"));
    QVERIFY(lines.contains("\"turns\",1,true,overlaps,everybody,0"));
    QVERIFY(lines.contains("\"turns\",2,true,leftBehind,everybody,0"));
}

void CliRunTest::failsWhenAnExpectationIsNotMet()
{
    auto json = turns;
    json.replace(R"({"measure": "overlaps", "=": 0})", R"({"measure": "fairness", ">": 1})");
    const auto outcome = runCtl({QStringLiteral("run"), fileOf("unfair.json", json)});
    QVERIFY2(outcome.status == 1, outcome.reported());
    QVERIFY2(outcome.out.contains("NO   fairness > 1") && outcome.out.contains("FAILED after"), outcome.reported());
}

void CliRunTest::failsWhenAStepCanNotBeDone()
{
    auto json = turns;
    json.replace("\"do\": \"wait\"", "\"do\": \"revoke\", \"role\": \"first-waiter\"");
    const auto outcome = runCtl({QStringLiteral("run"), fileOf("impossible.json", json)});
    QVERIFY2(outcome.status == 1 && outcome.reported().contains("step 1 (revoke: the first waiter) failed"),
             outcome.reported());
}

void CliRunTest::refusesBadWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("sentence");
    const auto bad = fileOf("bad.json", QByteArray(turns).replace("\"wait\"", "\"explode\""));
    QTest::newRow("nothing") << QStringList() << 2 << QByteArray("run needs one scenario");
    QTest::newRow("unknown") << QStringList{QStringLiteral("nosuch")} << 2
                             << QByteArray("Cannot run \"nosuch\": no such scenario. Use one of ");
    QTest::newRow("no file") << QStringList{QStringLiteral("/nosuch.json")} << 2
                             << QByteArray("the file cannot be read");
    QTest::newRow("bad file")
        << QStringList{bad} << 2
        << QByteArray("bad.json\": line 8, column 75, steps[0].do: unknown action \"explode\". Actions: ");
    const auto former =
        fileOf("former.json", QByteArray(turns).replace(R"({"measure": "overlaps", "=": 0})", R"("overlaps = 0")"));
    QTest::newRow("file of 1.0") << QStringList{former} << 2
                                 << QByteArray(
                                        "former.json\": line 9, column 67, expect[1]: a condition must be an object: "
                                        R"(write {"measure": "overlaps", "=": 0} instead of "overlaps = 0")");
    QTest::newRow("repeat") << QStringList{QStringLiteral("herd"), QStringLiteral("--repeat"), QStringLiteral("0")} << 2
                            << QByteArray("invalid --repeat \"0\": use a number");
    QTest::newRow("no place") << QStringList{QStringLiteral("herd"), QStringLiteral("--connect"),
                                             QStringLiteral("127.0.0.1:1")}
                              << 2 << QByteArray("add --below /some/path");
    QTest::newRow("no connection") << QStringList{QStringLiteral("herd"),        QStringLiteral("--connect"),
                                                  QStringLiteral("127.0.0.1:1"), QStringLiteral("--below"),
                                                  QStringLiteral("/sim"),        QStringLiteral("--timeout"),
                                                  QStringLiteral("300")}
                                   << 3 << QByteArray("no server answered within 300 ms");
    QTest::newRow("root") << QStringList{QStringLiteral("herd"), QStringLiteral("--connect"),
                                         QStringLiteral("127.0.0.1:1"), QStringLiteral("--below"), QStringLiteral("/")}
                          << 2 << QByteArray("only below one existing node");
    QTest::newRow("servers of others") << QStringList{QStringLiteral("leader-change"), QStringLiteral("--connect"),
                                                      QStringLiteral("127.0.0.1:1"), QStringLiteral("--below"),
                                                      QStringLiteral("/sim")}
                                       << 2 << QByteArray("possible only in a sandbox");
}

void CliRunTest::refusesBadWords()
{
    QFETCH(QStringList, words);
    QFETCH(int, status);
    QFETCH(QByteArray, sentence);
    const auto run = startCtl(QStringList{QStringLiteral("run")} + words);
    QVERIFY2(run->waitForEnd(waitLimitMs), run->reported());
    QVERIFY2(run->exitCode() == status && run->errors().contains(sentence), run->reported());
}

void CliRunTest::worksBelowOneNodeOfAnother()
{
    const auto connect = m_servers.connectString();
    const QStringList base{QStringLiteral("run"), fileOf("turns.json", turns), QStringLiteral("--connect"), connect,
                           QStringLiteral("--below")};
    const auto missing = runCtl(base + QStringList{QStringLiteral("/nosuch/node")});
    QVERIFY2(missing.status == 1 && missing.err.contains("create /nosuch/node first"), missing.reported());
    // A node of the servers' own that always exists.
    const auto outcome = runCtl(base + QStringList{QStringLiteral("/zookeeper")});
    QVERIFY2(outcome.status == 0, outcome.reported());
    const auto listed = runCtl({QStringLiteral("--connect"), connect, QStringLiteral("--root"),
                                QStringLiteral("/zookeeper"), QStringLiteral("ls")});
    QVERIFY2(listed.out == "No locks found.\n", listed.reported());
}

void CliRunTest::worksWithNamesOfItsOwnOnRedis()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    QCOMPARE(servers.command({"SET", "orders", "the user's"}), QByteArray("OK"));
    const auto file = fileOf("redis-turns.json", redisTurns);
    const auto outcome = runCtl({QStringLiteral("run"), file, QStringLiteral("--connect"), servers.target()});
    QVERIFY2(outcome.status == 0, outcome.reported());
    QCOMPARE(servers.command({"GET", "orders"}), QByteArray("the user's"));
    QCOMPARE(servers.command({"DBSIZE"}).toInt(), 1); // its own keys are gone

    const auto wrong =
        runCtl({QStringLiteral("run"), fileOf("turns.json", turns), QStringLiteral("--connect"), servers.target()});
    QVERIFY2(wrong.status == 2 && wrong.err.contains("the scenario is for ZooKeeper"), wrong.reported());
    const auto node = runCtl({QStringLiteral("run"), file, QStringLiteral("--connect"), servers.target(),
                              QStringLiteral("--below"), QStringLiteral("/a")});
    QVERIFY2(node.status == 2 && node.err.contains("--below is for ZooKeeper"), node.reported());
    const auto other = runCtl({QStringLiteral("run"), file, QStringLiteral("--connect"), m_servers.connectString(),
                               QStringLiteral("--below"), QStringLiteral("/zookeeper")});
    QVERIFY2(other.status == 2 && other.err.contains("the scenario is for Redis"), other.reported());
    const auto target = servers.target().replace(QStringLiteral("redis://"), QStringLiteral("redis://app@"));
    const auto secret = runCtl({QStringLiteral("run"), file, QStringLiteral("--connect"), target});
    QVERIFY2(secret.status == 2 && secret.out.isEmpty() && secret.err.contains("the password is missing") &&
                 secret.err.count('\n') == 1,
             secret.reported());
}

void CliRunTest::leavesNothingWhenKilled()
{
    const auto connect = m_servers.connectString();
    const auto run =
        startCtl({QStringLiteral("--json"), QStringLiteral("run"), fileOf("endless.json", endless),
                  QStringLiteral("--connect"), connect, QStringLiteral("--below"), QStringLiteral("/zookeeper")});
    QVERIFY2(run->waitForEvent(QStringLiteral("step"), waitLimitMs), run->reported());
    const auto children = childrenOf(run->processId());
    QVERIFY2(children.size() >= 3, run->reported());
    run->signal(SIGKILL);
    QVERIFY(run->waitForEnd());
    for (const auto child : children)
        QTRY_VERIFY2(!runs(child), qPrintable(QString::number(child)));
    // Their nodes disappear with their sessions.
    QTRY_VERIFY_WITH_TIMEOUT(runCtl({QStringLiteral("--connect"), connect, QStringLiteral("--root"),
                                     QStringLiteral("/zookeeper"), QStringLiteral("ls")})
                                     .out == "No locks found.\n",
                             waitLimitMs);
}

void CliRunTest::leavesNothingWhenStopped_data()
{
    QTest::addColumn<bool>("kill");
    QTest::newRow("Ctrl-C") << false;
    QTest::newRow("kill -9") << true;
}

/// On a sandbox: its servers and its folder disappear as well.
void CliRunTest::leavesNothingWhenStopped()
{
    QFETCH(bool, kill);
    const auto run = startCtl({QStringLiteral("--json"), QStringLiteral("run"), fileOf("endless.json", endless)});
    QVERIFY2(run->waitForEvent(QStringLiteral("step"), waitLimitMs), run->reported());
    const auto children = childrenOf(run->processId());
    QVERIFY2(children.size() >= 4, run->reported());
    QString folder;
    for (const auto child : children) {
        const auto place = QFileInfo(QStringLiteral("/proc/%1/cwd").arg(child)).symLinkTarget();
        if (place.contains(QStringLiteral("lockscope-sandbox-")))
            folder = QFileInfo(place).path();
    }
    QVERIFY2(QFileInfo::exists(folder), qPrintable(folder));
    run->signal(kill ? SIGKILL : SIGINT);
    QVERIFY2(run->waitForEnd(waitLimitMs), run->reported());
    QVERIFY2(run->exitCode() == (kill ? 128 + SIGKILL : 1), run->reported());
    for (const auto child : children)
        QTRY_VERIFY2(!runs(child), qPrintable(QString::number(child)));
    QTRY_VERIFY2(!QFileInfo::exists(folder), qPrintable(folder));
}

} // namespace lockscope::cliRunTest

LOCKSCOPE_TEST(lockscope::cliRunTest::CliRunTest)
#include "CliRunTest.moc"
