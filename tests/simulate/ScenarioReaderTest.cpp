// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioReader.h"
#include "core/model/json/JsonPlaces.h"
#include "core/simulate/scenarios/ScenarioFiles.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

namespace lockscope::test::scenarioReaderTest {

using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

/// A valid scenario, one member per line.
const QByteArray good = R"({
    "title": "T",
    "story": "One. Two.",
    "sandbox": {"servers": 3, "tick": "200ms", "sessionTimeout": "2s"},
    "clients": [
        {"name": "worker", "count": 3, "path": "/orders", "hold": "10ms..20ms", "seed": 7},
        {"name": "crowd", "count": 5, "perProcess": 2, "path": ["/a", "/b"], "recipe": "multi", "link": false,
         "start": false}
    ],
    "resource": {"guarded": false},
    "limit": "30s",
    "steps": [
        {"at": "1s", "when": [{"who": "worker-1", "state": "holding"}, {"who": "worker", "count": 2, "state": "waiting"}],
         "wait": "50ms", "do": "kill", "role": "holder"},
        {"do": "one-way", "passes": "answers", "who": "worker"},
        {"do": "cut", "role": "leader", "say": "The leader is reachable.", "stop": true},
        {"do": "wait", "when": {"measure": "granted", "who": "worker", ">=": 3}}
    ],
    "expect": [{"measure": "overlaps", "=": 0}, {"serving": true}]
}
)";

/// The same on Redis.
const QByteArray goodRedis = R"({
    "title": "T",
    "story": "One. Two.",
    "backend": "redis",
    "sandbox": {"servers": 5},
    "clients": [
        {"name": "worker", "count": 3, "path": "orders", "lease": "2s", "nodeTimeout": "20ms", "sequential": true},
        {"name": "keeper", "path": "stock", "watchdogTimeout": "3s", "link": false}
    ],
    "steps": [
        {"do": "delay", "delay": "50ms", "who": "worker", "servers": [1, 5]},
        {"do": "forget", "server": 5},
        {"do": "clock", "forward": "30s", "server": 2},
        {"do": "cut", "server": 4}
    ],
    "expect": {"measure": "granted", ">=": 1}
}
)";

QByteArray with(const QByteArray& before, const QByteArray& after)
{
    QByteArray json = good;
    return json.replace(before, after);
}

QByteArray redisWith(const QByteArray& before, const QByteArray& after)
{
    QByteArray json = goodRedis;
    return json.replace(before, after);
}

/// Faults of a master and of a replica.
QByteArray rolesWith(const char* servers, const char* ofMaster, const char* ofReplica)
{
    return QByteArray(R"({"title": "T", "story": "S", "backend": "redis", "sandbox": {"servers": "SERVERS"},
"clients": [{"name": "worker", "path": "orders"}],
"steps": [{"do": "kill", "role": "master"MASTER}, {"do": "pause", "role": "replica"REPLICA}],
"expect": {"measure": "granted", ">=": 1}})")
        .replace("SERVERS", servers)
        .replace("MASTER", ofMaster)
        .replace("REPLICA", ofReplica);
}

QString errorOf(const QByteArray& json)
{
    const auto scenario = readScenario(json, "x", "x.json");
    return scenario ? QString() : QString::fromStdString(scenario.error().detail);
}

} // namespace

class ScenarioReaderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEverything();
    void spreadsClientsOverProcesses();
    void namesLineAndReason_data();
    void namesLineAndReason();
    void readsRedis();
    void readsRolesOfRedis();
    void namesLineAndReasonOnRedis_data();
    void namesLineAndReasonOnRedis();
    void findsPlaces();
    void allThatComeAlongAreGood();
    void usersOwnCount();
};

void ScenarioReaderTest::readsEverything()
{
    const auto read = readScenario(good, "mine", "mine.json");
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QCOMPARE(read->id, std::string("mine"));
    QCOMPARE(read->sandbox.servers, 3);
    QVERIFY(read->sandbox.tick == 200ms && read->sandbox.sessionTimeout == 2s && read->limit == 30s);
    QVERIFY(read->needsSandbox && read->hasResource && !read->isGuarded);
    QCOMPARE(read->groups.size(), 2U);
    QVERIFY(read->groups[0].hasLink && read->groups[0].startsOff && read->groups[0].options.seed == 7U);
    QVERIFY(!read->groups[1].hasLink && !read->groups[1].startsOff);
    QVERIFY(read->groups[1].options.recipe == Recipe::Multi && read->groups[1].options.paths.size() == 2);
    QCOMPARE(read->steps.size(), 4U);
    QVERIFY(read->steps[0].at == 1s && read->steps[0].wait == 50ms && read->steps[0].when.size() == 2);
    QVERIFY(read->steps[0].fault.kind == FaultKind::Kill && read->steps[0].target.kind == TargetSelector::Kind::Holder);
    QCOMPARE(read->steps[0].text, std::string("kill: the holder"));
    QVERIFY(!read->steps[1].fault.requestsPass);
    QVERIFY(read->steps[1].turningPoint.empty() && read->steps[2].turningPoint == "The leader is reachable.");
    QVERIFY(!read->steps[1].stopsHere && read->steps[2].stopsHere);
    QVERIFY(read->steps[3].fault.kind == FaultKind::Nothing);
    QCOMPARE(read->expectations.size(), 2U);
}

void ScenarioReaderTest::spreadsClientsOverProcesses()
{
    const auto read = readScenario(good, "mine", "mine.json");
    QVERIFY(read);
    QStringList processes;
    for (const auto& group : read->groups) {
        for (const auto& process : group.processes())
            processes << QStringLiteral("%1*%2").arg(QString::fromStdString(process.name)).arg(process.clients);
    }
    QCOMPARE(processes,
             QStringList({QStringLiteral("worker-1*1"), QStringLiteral("worker-2*1"), QStringLiteral("worker-3*1"),
                          QStringLiteral("crowd-1*2"), QStringLiteral("crowd-2*2"), QStringLiteral("crowd-3*1")}));
    const auto workers = read->groups[0].processes();
    QVERIFY(workers[0].seed == 7U && workers[1].seed != workers[0].seed);
}

void ScenarioReaderTest::namesLineAndReason_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const QByteArray& json, const char* error) {
        QTest::newRow(name) << json << QString::fromLatin1(error);
    };
    row("no JSON", with("\"title\": \"T\",", "\"title\": \"T\""),
        "line 3, column 6: invalid JSON: a comma or } is missing");
    row("no object", "[]", "line 1, column 1: not a JSON object");
    row("unknown field", with("\"limit\"", "\"limits\""), "line 11, column 5, limits: unknown field");
    row("unknown field within", with("\"count\": 3", "\"many\": 3"),
        "line 6, column 28, clients[0].many: unknown field");
    row("mistyped story", with("\"story\"", "\"description\""), "line 3, description: unknown field");
    row("mistyped steps", with("\"steps\"", "\"step\""), "line 12, step: unknown field");
    row("mistyped path", with("\"path\": \"/orders\"", "\"paths\": \"/orders\""),
        "line 6, clients[0].paths: unknown field");
    row("mistyped do", with("\"do\": \"kill\"", "\"dO\": \"kill\""), "line 14, steps[0].dO: unknown field");
    row("mistyped passes", with("\"passes\"", "\"pass\""), "line 15, steps[1].pass: unknown field");
    row("twice", with("\"seed\": 7", "\"name\": \"x\""), "line 6, column 81: \"name\" appears twice");
    row("wrong type", with("\"count\": 3", "\"count\": \"3\""),
        "line 6, clients[0].count: invalid value \"3\": use an integer");
    row("two servers", with("\"servers\": 3", "\"servers\": 2"), "line 4, sandbox.servers: a sandbox must have 1 or 3");
    row("no clients, and a count without a client",
        R"({"title": "T", "story": "S", "expect": [{"count": 2, "state": "holding"}]})", "clients: no client is given");
    row("no title", with("\"T\"", "\"\""), "line 2, title: missing or empty");
    row("bad recipe", with("\"multi\"", "\"spinlock\""), "line 7, clients[1].recipe: ");
    row("bad hold", with("10ms..20ms", "long"), "line 6, clients[0].hold: ");
    row("bad path", with("\"/orders\"", "\"orders\""), "line 6, clients[0].path: invalid lock path \"orders\"");
    row("same name", with("\"crowd\"", "\"worker-2\""),
        "line 7, clients[1].name: the name \"worker-2\" is already used");
    row("bad fault", with("\"do\": \"kill\"", "\"do\": \"hit\""), "line 14, steps[0].do: unknown action \"hit\"");
    row("no fault", with("\"do\": \"kill\", ", ""), "line 13, steps[0].do: missing or empty");
    row("field of another", with("\"do\": \"cut\"", "\"do\": \"cut\", \"delay\": 5"),
        "line 16, steps[2].delay: this field applies only to \"delay\"");
    row("fault lacks a field", with("\"passes\": \"answers\", ", ""), "\"one-way\" needs the field \"passes\"");
    row("bad condition", with("\"holding\"", "\"flying\""),
        "line 13, column 51, steps[0].when[0].state: \"flying\" is not valid here");
    row("condition of 1.0", with("{\"who\": \"worker-1\", \"state\": \"holding\"}", "\"worker-1 holds\""),
        R"(line 13, column 31, steps[0].when[0]: a condition must be an object: write {"who": "worker-1", "state": "holding"} instead)");
    row("target of 1.0", with("\"role\": \"holder\"", "\"who\": \"the holder\""),
        R"(line 14, column 40, steps[0].who: "who" takes only a name: write "role": "holder" instead of "who": "the holder")");
    row("no target", with(", \"role\": \"holder\"", ""),
        "line 13, steps[0]: a field is missing: use one of who, role, server");
    row("mistyped target", with("\"role\": \"holder\"", "\"roles\": \"holder\""),
        "line 14, column 40, steps[0].roles: unknown field");
    row("target of nothing", with("\"do\": \"wait\"", "\"do\": \"wait\", \"who\": \"worker\""),
        "line 17, steps[3].who: unknown field");
    row("to no client", with("\"answers\", \"who\": \"worker\"", "\"answers\", \"who\": \"nobody\""),
        "line 15, steps[1].who: no client or group \"nobody\"");
    row("no client of that name", with("\"answers\", \"who\": \"worker\"", "\"answers\", \"who\": \"porter\""),
        "line 15, steps[1].who: no client or group \"porter\"");
    row("no client of that name waits", with("\"worker\", \"count\": 2", "\"porter\", \"count\": 2"),
        "line 13, steps[0].when[1]: no client or group \"porter\"");
    row("a count too large", with("\"count\": 2", "\"count\": 4"), "the count is larger than the number of clients in");
    row("no such server", with("\"role\": \"leader\"", "\"server\": 4"),
        "line 16, steps[2].server: the sandbox has only 3 servers");
    row("no such server of one",
        with("\"servers\": 3", "\"servers\": 1").replace("\"role\": \"leader\"", "\"server\": 2"),
        "line 16, steps[2].server: the sandbox has only 1 server");
    row("not to a server", with("\"do\": \"cut\"", "\"do\": \"expire\""),
        "line 16, steps[2].do: this action cannot be applied");
    row("no link", with("\"answers\", \"who\": \"worker\"", "\"answers\", \"who\": \"crowd\""),
        "line 15, steps[1].who: \"crowd\" has no link");
    row("no resource", with("\"resource\": {\"guarded\": false},\n", ""), "is measured by the guarded resource");
    row("unknown measure", with("\"overlaps\"", "\"overlap\""),
        "line 19, column 17, expect[0].measure: \"overlap\" is not valid here: use one of granted");
    row("nothing expected", with("[{\"measure\": \"overlaps\", \"=\": 0}, {\"serving\": true}]", "[]"),
        "line 19, expect: no expectation is given");
    row("one server is not cut off", with("\"servers\": 3", "\"servers\": 1"),
        "line 16, steps[2].role: a single server has no peers");
    row("nested", with("\"recipe\": \"multi\"", "\"recipe\": \"mutex\""),
        "line 7, clients[1]: several locks need the recipe multi");
    row("a master that forgets", with("\"do\": \"cut\"", "\"do\": \"forget\""),
        "line 16, steps[2].do: this action is not possible on zookeeper");
    row("role of Redis", with("\"role\": \"leader\"", "\"role\": \"master\""),
        "line 16, steps[2].role: \"master\" and \"replica\" are roles of Redis");
    row("expiry of Redis", with("\"seed\": 7", "\"lease\": \"1s\""), "line 6, clients[0]: --lease is for Redis");
    row("fault of some servers only", with("\"do\": \"kill\", ", "\"do\": \"kill\", \"servers\": [1], "),
        "line 14, steps[0].servers: this field applies only to network faults of clients");
    row("one nested", with("\"seed\": 7", "\"nested\": true"),
        "line 6, clients[0]: nested locks need two or more paths");
}

void ScenarioReaderTest::namesLineAndReason()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, error);
    auto found = errorOf(json);
    if (!error.contains(u"column"))
        found.remove(QRegularExpression(QStringLiteral(", column \\d+")));
    QVERIFY2(found.contains(error), qPrintable(found));
}

void ScenarioReaderTest::readsRedis()
{
    const auto read = readScenario(goodRedis, "mine", "mine.json");
    QVERIFY2(read, read ? "" : read.error().detail.c_str());
    QVERIFY(read->backend == inspect::Backend::Redis && read->needsSandbox && read->sandbox.movesClocks);
    QVERIFY(read->sandbox.kind == redis::SandboxKind::Independent && read->sandbox.servers == 5);
    const auto& worker = read->groups[0].options;
    QVERIFY(worker.recipe == Recipe::Redlock && worker.sequential && worker.paths.front() == "orders");
    QVERIFY(worker.lease == 2s && worker.nodeTimeout == 20ms);
    QVERIFY(read->groups[1].options.watchdogTimeout == 3s && !read->groups[1].hasLink);
    QVERIFY(read->groups[0].hasLink);
    QVERIFY((read->steps[0].fault.servers == std::vector<int>{1, 5}));
    QCOMPARE(read->steps[0].text, std::string("delay 50 ms (servers 1, 5): worker"));
    QVERIFY(read->steps[1].fault.kind == FaultKind::Forget && read->steps[2].fault.jump == 30s);

    const auto single = readScenario(redisWith("\"sandbox\": {\"servers\": 5},", "")
                                         .replace(", \"nodeTimeout\": \"20ms\", \"sequential\": true", "")
                                         .replace("[1, 5]", "[1]")
                                         .replace("\"server\": 5", "\"server\": 1")
                                         .replace("\"server\": 2", "\"server\": 1")
                                         .replace("\"do\": \"cut\", \"server\": 4", "\"do\": \"wait\""),
                                     "one", "one.json");
    QVERIFY2(single, single ? "" : single.error().detail.c_str());
    QVERIFY(single->sandbox.kind == redis::SandboxKind::Single && single->sandbox.servers == 1);
    QVERIFY(single->groups[0].options.recipe == Recipe::RedissonLock);
}

void ScenarioReaderTest::readsRolesOfRedis()
{
    const auto sentinel = readScenario(rolesWith("sentinel", "", ", \"number\": 2"), "mine", "mine.json");
    QVERIFY2(sentinel, sentinel ? "" : sentinel.error().detail.c_str());
    QVERIFY(sentinel->needsSandbox);
    QVERIFY((sentinel->steps[0].target == TargetSelector{TargetSelector::Kind::Master, {}, 0, 0}));
    QVERIFY((sentinel->steps[1].target == TargetSelector{TargetSelector::Kind::Replica, {}, 2, 0}));
    QCOMPARE(sentinel->steps[0].text, std::string("kill: the master"));
    QCOMPARE(sentinel->steps[1].text, std::string("pause: replica 2"));

    const auto cluster = readScenario(rolesWith("cluster", ", \"group\": 3", ", \"group\": 2"), "mine", "mine.json");
    QVERIFY2(cluster, cluster ? "" : cluster.error().detail.c_str());
    QVERIFY((cluster->steps[1].target == TargetSelector{TargetSelector::Kind::Replica, {}, 1, 2}));
    QCOMPARE(cluster->steps[0].text, std::string("kill: the master of group 3"));
    QCOMPARE(cluster->steps[1].text, std::string("pause: replica 1 of group 2"));
}

void ScenarioReaderTest::namesLineAndReasonOnRedis_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const QByteArray& json, const char* error) {
        QTest::newRow(name) << json << QString::fromLatin1(error);
    };
    row("backend", redisWith("\"redis\"", "\"etcd\""), "line 4, backend: \"etcd\" is not valid here");
    row("two servers", redisWith("\"servers\": 5", "\"servers\": 2"), "line 5, column 17, sandbox.servers: use 1, ");
    row("unknown kind", redisWith("\"servers\": 5", "\"servers\": \"ring\""), "sandbox.servers: use 1, \"sentinel\"");
    row("tick", redisWith("\"servers\": 5", "\"tick\": \"1s\""), "sandbox.tick: unknown field");
    row("recipe of other servers", redisWith("\"path\": \"stock\"", "\"path\": \"stock\", \"recipe\": \"mutex\""),
        "clients[1].recipe: the recipe mutex is for ZooKeeper");
    row("both times", redisWith("\"watchdogTimeout\": \"3s\"", "\"watchdogTimeout\": \"3s\", \"lease\": \"3s\""),
        "clients[1]: --lease and --watchdog-timeout exclude each other");
    row("link to Sentinel",
        redisWith("\"servers\": 5", "\"servers\": \"sentinel\"")
            .replace(", \"nodeTimeout\": \"20ms\", \"sequential\": true", "")
            .replace("\"link\": false", "\"link\": true"),
        "clients[1].link: clients of Sentinels and of a cluster have no link");
    row("session", redisWith("\"do\": \"forget\", \"server\": 5", "\"do\": \"expire\", \"who\": \"worker\""),
        "steps[1].do: this action is not possible on redis");
    row("role", redisWith("\"server\": 5", "\"role\": \"leader\""),
        "steps[1].role: servers of Redis are neither leaders nor followers");
    row("role without replicas", redisWith("\"server\": 5", "\"role\": \"master\""),
        "steps[1].role: the sandbox has no replicas: use \"server\"");
    row("master of a cluster", rolesWith("cluster", "", ", \"group\": 1"),
        "steps[0].role: a cluster has 3 masters: add \"group\"");
    row("no such group", rolesWith("cluster", ", \"group\": 4", ", \"group\": 1"),
        "steps[0].role: a cluster has 3 masters");
    row("group of Sentinels", rolesWith("sentinel", ", \"group\": 1", ""),
        "steps[0].role: only a cluster has groups: remove \"group\"");
    row("no such replica", rolesWith("sentinel", "", ", \"number\": 3"), "steps[1].role: a master has only 2 replicas");
    row("no such replica of a group", rolesWith("cluster", ", \"group\": 1", ", \"group\": 1, \"number\": 2"),
        "steps[1].role: a master has only 1 replica");
    row("number of a master", rolesWith("sentinel", ", \"number\": 1", ""), "steps[0].number: unknown field");
    row("master that is down", rolesWith("sentinel", "", "").replace("\"kill\"", "\"start\""),
        "steps[0].role: a server that is down or paused reports no role: use \"server\"");
    row("client that forgets",
        redisWith("\"do\": \"forget\", \"server\": 5", "\"do\": \"forget\", \"who\": \"worker\""),
        "steps[1].do: this action can be applied only to a server");
    row("clock without a time", redisWith("\"forward\": \"30s\", ", ""), "\"clock\" needs the field \"forward\"");
    row("no such server", redisWith("[1, 5]", "[1, 6]"), "steps[0].servers: the sandbox has only 5 servers");
    row("no list", redisWith("[1, 5]", "1"), "steps[0].servers: use a list of numbers");
    row("replica that is cut off",
        redisWith("\"servers\": 5", "\"servers\": \"cluster\"")
            .replace(", \"nodeTimeout\": \"20ms\", \"sequential\": true", "")
            .replace("\"do\": \"delay\", \"delay\": \"50ms\", \"who\": \"worker\", \"servers\": [1, 5]",
                     "\"do\": \"wait\""),
        "steps[3].server: only independent masters can be disconnected");
}

void ScenarioReaderTest::namesLineAndReasonOnRedis()
{
    namesLineAndReason();
}

void ScenarioReaderTest::findsPlaces()
{
    const QByteArray json = "{\n \"a\": [1,\n  {\"b\\u0063\": \"}]\\\"\"}],\n \"d\": {}}";
    const JsonPlaces places(json);
    QCOMPARE(places.of(QString()), QStringLiteral("line 1, column 1"));
    QCOMPARE(places.of(QStringLiteral("a[0]")), QStringLiteral("line 2, column 8"));
    QCOMPARE(places.of(QStringLiteral("a[1].bc")), QStringLiteral("line 3, column 4"));
    QCOMPARE(places.of(QStringLiteral("d")), QStringLiteral("line 4, column 2"));
    QCOMPARE(places.of(QStringLiteral("d.missing")), QStringLiteral("line 4, column 2"));
}

void ScenarioReaderTest::allThatComeAlongAreGood()
{
    const auto list = loadScenarios({});
    for (const auto& problem : list.problems)
        qWarning("%s", describe(problem).c_str());
    QVERIFY(list.problems.empty());
    QStringList names;
    for (const auto& scenario : list.scenarios)
        names << QString::fromStdString(scenario.id);
    // Each scenario is a separate ctest: none may be missing there.
    QCOMPARE(names.join(u','), QStringLiteral(LOCKSCOPE_SCENARIOS));
}

void ScenarioReaderTest::usersOwnCount()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& json) {
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(json) == json.size();
    };
    QVERIFY(write("herd.json", good) && write("mine.json", good) && write("bad.json", "{"));
    const auto list = loadScenarios(folder.path());
    QCOMPARE(list.scenarios.size(), loadScenarios({}).scenarios.size() + 1);
    QCOMPARE(list.problems.size(), 1U);
    QVERIFY(list.problems.front().path.ends_with("/bad.json"));
    const auto herd = findScenario(QStringLiteral("herd"), folder.path());
    QVERIFY(herd && herd->title == "T");
    QVERIFY(findScenario(folder.filePath(QStringLiteral("mine.json")), {}));
    const auto bad = findScenario(QStringLiteral("nosuch"), folder.path());
    QVERIFY(!bad);
    QVERIFY(QByteArray::fromStdString(bad.error().detail).contains("Use one of crowd, "));
}

} // namespace lockscope::test::scenarioReaderTest

LOCKSCOPE_TEST(lockscope::test::scenarioReaderTest::ScenarioReaderTest)
#include "ScenarioReaderTest.moc"
