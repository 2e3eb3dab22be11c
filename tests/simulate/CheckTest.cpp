// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/scenarios/CheckReader.h"
#include "tests/support/Test.h"

#include <QJsonDocument>

#include <stdexcept>

namespace lockscope::test::checkTest {

using namespace lockscope::console;

namespace {

/// Two writers, the first paused and still acting as the holder; three waiting readers, the last one disconnected.
ScenarioFacts facts()
{
    ScenarioFacts facts;
    const auto add = [&](const char* name, const char* group, ClientView clientView, const char* node,
                         std::int64_t token) {
        ClientFacts client;
        client.name = name;
        client.group = group;
        client.clientView = clientView;
        client.path = "/run/orders";
        client.node = node;
        client.token = token;
        facts.clients.push_back(client);
    };
    add("writer-1", "writer", ClientView::Holding, "n-1", 10);
    add("writer-2", "writer", ClientView::Holding, "n-2", 20);
    add("reader-1", "reader", ClientView::Waiting, "n-4", 40);
    add("reader-2", "reader", ClientView::Waiting, "n-3", 30);
    add("reader-3", "reader", ClientView::Waiting, "n-5", 50);
    facts.clients[0].paused = true;
    facts.clients[0].saw = {{"granted", 3}, {"lost", 1}};
    facts.clients[4].suspended = true;
    facts.view = EnsembleView{{{"/run/orders", "n-2", true}, {"/run/orders", "n-3", false}}, {"herd"}};
    facts.findingsSeen = {"herd", "deadlock"};
    facts.servers = {{.serves = true}, {.serves = true, .paused = true}, {.serves = false}};
    facts.measures = {{"overlaps", 0}, {"granted of reader", 7}, {"fairness", 0.75}};
    return facts;
}

struct ReadCheck {
    std::optional<Check> check;
    QString fault; ///< with its position in the file
};

template <typename Read> auto readFrom(const QByteArray& json, QString& fault, Read read)
{
    std::optional<inspect::JsonFault> found;
    inspect::JsonFields fields(QJsonDocument::fromJson(json).object(), {}, found);
    auto value = read(fields);
    fields.finish();
    if (found)
        fault = found->where + QStringLiteral(": ") + found->reason;
    return value;
}

ReadCheck readCheck(const QByteArray& json)
{
    QString fault;
    const auto checks = readFrom("{\"when\": " + json + '}', fault,
                                 [](auto& fields) { return readChecks(fields, QStringLiteral("when")); });
    if (!fault.isEmpty() || checks.size() != 1)
        return {std::nullopt, fault};
    return {checks.front(), {}};
}

Check checkOf(const char* json)
{
    const auto read = readCheck(json);
    return read.check ? *read.check : throw std::invalid_argument(read.fault.toStdString());
}

} // namespace

class CheckTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judges_data();
    void judges();
    void findsEachClientsOwnSeat();
    void saysWhatIsFound();
    void refusesWhatIsNoCondition_data();
    void refusesWhatIsNoCondition();
    void refusesWhatIsTooLong_data();
    void refusesWhatIsTooLong();
    void choosesTargets_data();
    void choosesTargets();
    void knowsEveryFault();
    void knowsNothingWithoutAView();
};

void CheckTest::judges_data()
{
    QTest::addColumn<QString>("former"); // in the syntax of Lockscope 1.0
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<bool>("passes");
    const auto row = [](const char* former, const char* json, const char* sentence, bool passes) {
        QTest::newRow(json) << QString::fromUtf8(former) << QString::fromUtf8(sentence) << passes;
    };
    row("writer-1 holds", R"({"who": "writer-1", "state": "holding"})", "writer-1 holding", true);
    row("writer holds", R"({"who": "writer", "state": "holding"})", "writer holding", true);
    row("reader-1 holds", R"({"who": "reader-1", "state": "holding"})", "reader-1 holding", false);
    row("everybody waits", R"({"who": "everybody", "state": "waiting"})", "everybody waiting", false);
    row("reader wait", R"({"who": "reader", "state": "waiting"})", "reader waiting", true);
    row("3 of reader wait", R"({"who": "reader", "count": 3, "state": "waiting"})", "3 of reader waiting", true);
    row("4 of everybody wait", R"({"who": "everybody", "count": 4, "state": "waiting"})", "4 of everybody waiting",
        false);
    row("3 of everybody wait", R"({"who": "everybody", "count": 3, "state": "waiting"})", "3 of everybody waiting",
        true);
    row("a third of everybody hold", R"({"who": "everybody", "oneIn": 3, "state": "holding"})",
        "1/3 of everybody holding", true);
    row("half of everybody hold", R"({"who": "everybody", "oneIn": 2, "state": "holding"})", "1/2 of everybody holding",
        false);
    row("somebody is suspended", R"({"who": "everybody", "count": 1, "state": "suspended"})",
        "1 of everybody suspended", true);
    row("nobody is suspended", R"({"who": "nobody", "state": "suspended"})", "no client suspended", false);
    row("nobody has ended", R"({"who": "nobody", "state": "ended"})", "no client ended", true);
    row("writer-1 is paused", R"({"who": "writer-1", "state": "paused"})", "writer-1 paused", true);
    row("writer-2 is paused", R"({"who": "writer-2", "state": "paused"})", "writer-2 paused", false);
    row("the holder holds", R"({"role": "holder", "state": "holding"})", "the holder holding", true);
    row("the first waiter is suspended", R"({"role": "first-waiter", "state": "suspended"})",
        "the first waiter suspended", false);
    row("writer-1 really gone", R"({"who": "writer-1", "actual": "gone"})", "writer-1 actually not in the queue", true);
    row("writer-2 really holds", R"({"who": "writer-2", "actual": "holding"})", "writer-2 actually holding", true);
    row("reader-2 really waits", R"({"who": "reader-2", "actual": "waiting"})", "reader-2 actually waiting", true);
    row("reader-2 really queues", R"({"who": "reader-2", "actual": "queueing"})", "reader-2 actually in the queue",
        true);
    row("reader-1 really queues", R"({"who": "reader-1", "actual": "queueing"})", "reader-1 actually in the queue",
        false);
    row("nobody really waits", R"({"who": "nobody", "actual": "waiting"})", "no client actually waiting", false);
    row("writer-1 saw lost", R"({"who": "writer-1", "event": "lost"})", "writer-1 reported event lost", true);
    row("writer-1 saw granted 3 times", R"({"who": "writer-1", "event": "granted", "times": 3})",
        "writer-1 reported event granted 3 times", true);
    row("writer-1 saw granted 4 times", R"({"who": "writer-1", "event": "granted", "times": 4})",
        "writer-1 reported event granted 4 times", false);
    row("writer saw granted", R"({"who": "writer", "event": "granted"})", "writer reported event granted", false);
    row("inspector shows herd", R"({"finding": "herd"})", "Lockscope reports herd", true);
    row("inspector shows deadlock", R"({"finding": "deadlock"})", "Lockscope reports deadlock", false);
    row("inspector showed deadlock", R"({"finding": "deadlock", "shown": "ever"})", "Lockscope reported deadlock",
        true);
    row("inspector shows no deadlock", R"({"finding": "deadlock", "shown": "no"})",
        "Lockscope does not report deadlock", true);
    row("inspector never showed deadlock", R"({"finding": "deadlock", "shown": "never"})",
        "Lockscope never reported deadlock", false);
    row("inspector never showed mixed-dialects", R"({"finding": "mixed-dialects", "shown": "never"})",
        "Lockscope never reported mixed-dialects", true);
    row("server 1 serves", R"({"serving": true, "server": 1})", "server 1 is serving", true);
    row("server 2 serves", R"({"serving": true, "server": 2})", "server 2 is serving", false);
    row("server 3 is down", R"({"serving": false, "server": 3})", "server 3 is down", true);
    row("servers serve", R"({"serving": true})", "all servers are serving", false);
    row(nullptr, R"({"serving": false})", "all servers are down", false);
    row(nullptr, R"({"who": "reader", "state": "starting"})", "reader starting", false);
    row(nullptr, R"({"who": "reader", "state": "started"})", "reader started", true);
    row("overlaps = 0", R"({"measure": "overlaps", "=": 0})", "overlaps = 0", true);
    row("overlaps != 0", R"({"measure": "overlaps", "!=": 0})", "overlaps != 0", false);
    row("granted of reader >= 7", R"({"measure": "granted", "who": "reader", ">=": 7})", "granted of reader >= 7",
        true);
    row("granted of reader > 7", R"({"measure": "granted", "who": "reader", ">": 7})", "granted of reader > 7", false);
    row("fairness <= 0.75", R"({"measure": "fairness", "<=": 0.75})", "fairness <= 0.75", true);
    row("fairness < 0.75", R"({"measure": "fairness", "<": 0.75})", "fairness < 0.75", false);
    row("waitP99Ms < 1000", R"({"measure": "waitP99Ms", "<": 1000})", "waitP99Ms < 1000",
        false); // not measured, so not confirmed
}

void CheckTest::judges()
{
    QFETCH(QString, former);
    QFETCH(QString, sentence);
    QFETCH(bool, passes);
    const QString json = QString::fromUtf8(QTest::currentDataTag());
    const auto [check, fault] = readCheck(json.toUtf8());
    QVERIFY2(check, qPrintable(fault));
    QCOMPARE(describe(*check), sentence.toStdString());
    const auto verdict = verdictOf(*check, facts());
    QVERIFY2(verdict.passed == passes, verdict.found.c_str());
    QVERIFY(!verdict.found.empty());
    if (former.isEmpty())
        return;
    const auto refused = readCheck('"' + former.toUtf8() + '"');
    QVERIFY(!refused.check);
    QVERIFY2(refused.fault.contains(QStringLiteral("write %1 instead of \"%2\"").arg(json, former)),
             qPrintable(refused.fault));
}

/// Locks whose nodes all have the same name are listed under the node's own path.
void CheckTest::findsEachClientsOwnSeat()
{
    ScenarioFacts facts;
    const auto add = [&](const char* name, const char* path, std::int64_t token) {
        ClientFacts client;
        client.name = name;
        client.clientView = ClientView::Holding;
        client.path = path;
        client.paths = {client.path};
        client.node = "lock";
        client.nodePath = client.path + "/lock";
        client.token = token;
        facts.clients.push_back(client);
    };
    add("paused", "/run/orders", 10);
    add("heir", "/run/orders", 20);
    add("other", "/run/orders-2", 30);
    facts.view = EnsembleView{{{"/run/orders-2/lock", "lock", true, 30, "/run/orders-2/lock"}}, {}};
    const auto passes = [&](const char* text) { return verdictOf(checkOf(text), facts).passed; };
    QVERIFY(passes(R"({"who": "paused", "actual": "gone"})") && passes(R"({"who": "heir", "actual": "gone"})") &&
            passes(R"({"who": "other", "actual": "holding"})"));
    facts.view->slots.push_back({"/run/orders/lock", "lock", true, 20, "/run/orders/lock"});
    QVERIFY(passes(R"({"who": "paused", "actual": "gone"})") && passes(R"({"who": "heir", "actual": "holding"})") &&
            passes(R"({"who": "other", "actual": "holding"})"));
    // A multi-lock waits at one of its locks, and holds by the node of the last one.
    auto& multi = facts.clients[0];
    multi.path = "/run/a";
    multi.paths = {"/run/a", "/run/b"};
    multi.clientView = ClientView::Waiting;
    multi.node = "n-1";
    multi.nodePath.clear();
    facts.view->slots = {{"/run/b", "n-1", false, 0, "/run/b/n-1"}};
    QVERIFY(passes(R"({"who": "paused", "actual": "waiting"})"));
    multi.nodePath = "/run/b/n-1";
    facts.view->slots[0].holds = true;
    QVERIFY(passes(R"({"who": "paused", "actual": "holding"})"));
}

void CheckTest::saysWhatIsFound()
{
    const auto found = [](const char* text) { return QString::fromStdString(verdictOf(checkOf(text), facts()).found); };
    QCOMPARE(found(R"({"who": "reader", "state": "holding"})"),
             QStringLiteral("0 of 3: reader-1 waiting; reader-2 waiting; reader-3 waiting, suspended"));
    QCOMPARE(found(R"({"who": "writer-1", "actual": "holding"})"),
             QStringLiteral("0 of 1: writer-1 actually not in the queue"));
    QCOMPARE(found(R"({"who": "nobody", "state": "waiting"})"),
             QStringLiteral("3 of 5: reader-1 waiting; reader-2 waiting; reader-3 waiting, suspended"));
    QCOMPARE(found(R"({"measure": "fairness", ">": 0.9})"), QStringLiteral("0.75"));
    QCOMPARE(found(R"({"measure": "granted", "who": "reader", ">": 9})"), QStringLiteral("7"));
    QCOMPARE(found(R"({"measure": "waitP99Ms", "<": 1})"), QStringLiteral("not measured"));
    QCOMPARE(found(R"({"finding": "deadlock"})"), QStringLiteral("reported earlier"));
}

void CheckTest::refusesWhatIsNoCondition_data()
{
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* json, const char* reason) { QTest::newRow(json) << QString::fromUtf8(reason); };
    row("{}", "when: a field is missing: use one of state, actual, event, finding, serving, measure");
    row("5", "when: 5 is not a list");
    row("[5]", "when[0]: 5 is not an object");
    row(R"({"who": "worker"})", "when: a field is missing: use one of state");
    row(R"({"who": "worker", "stat": "holding"})", "when.stat: unknown field: use one of state, actual");
    row(R"({"who": "worker", "state": "flies"})", "when.state: \"flies\" is not valid here: use one of starting, ");
    row(R"({"who": "worker", "actual": "idle"})", "when.actual: \"idle\" is not valid here: use one of holding, ");
    row(R"({"who": "worker", "event": "stars"})", "when.event: \"stars\" is not valid here: use one of connected");
    row(R"({"finding": "deadlok"})", "when.finding: \"deadlok\" is not valid here: use one of deadlock, persist");
    row(R"({"finding": "other"})", "when.finding: \"other\" is not valid here"); // not one of our finding kinds
    row(R"({"finding": "herd", "shown": "once"})", "when.shown: \"once\" is not valid here: use one of now, no");
    row(R"({"measure": "overlap", "=": 0})", "when.measure: \"overlap\" is not valid here: use one of granted");
    row(R"({"measure": "overlaps"})", "when: a field is missing: use one of =, !=, <, <=, >, >=");
    row(R"({"measure": "overlaps", "=": "none"})", "when.=: \"none\" is not a number");
    row(R"({"measure": "overlaps", ">=": 0, "<=": 3})", "when.>=: <=, >= cannot be used together");
    row(R"({"measure": "overlaps", "=": 0, "state": "idle"})", "when.measure: state, measure cannot be used together");
    row(R"({"state": "holding"})", "when: a field is missing: use one of who, role");
    row(R"({"role": "leader", "state": "holding"})", "when.role: \"leader\" is not valid here: use one of holder");
    row(R"({"server": 1, "state": "holding"})", "when.server: unknown field: use one of state, ");
    row(R"({"who": "worker", "count": 0, "state": "waiting"})",
        "when.count: invalid value 0: use an integer of at least 1");
    row(R"({"who": "worker", "count": 2, "oneIn": 2, "state": "waiting"})", "when.oneIn: unknown field");
    row(R"({"who": "nobody", "count": 2, "state": "waiting"})", "when.count: unknown field");
    row(R"({"who": "2 of worker", "state": "waiting"})",
        "when.who: \"who\" takes only a name: write \"who\": \"worker\", ");
    row(R"({"who": "worker", "state": "holding", "times": 2})", "when.times: unknown field");
    row(R"({"serving": true, "server": 0})", "when.server: invalid value 0: use an integer");
    row("\"all of us holds\"", "when: a condition must be an object such as {");
    row("[\"worker flies\"]", "when[0]: a condition must be an object such as {");
    row("\"\"", "when: a condition must be an object such as {");
}

void CheckTest::refusesWhatIsNoCondition()
{
    QFETCH(QString, reason);
    const auto [check, fault] = readCheck(QTest::currentDataTag());
    QVERIFY(!check);
    QVERIFY2(fault.startsWith(reason), qPrintable(fault));
}

/// A file may contain a text of any length.
void CheckTest::refusesWhatIsTooLong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("number") << "overlaps = " + QByteArray(400, '9');
    QTest::newRow("name") << QByteArray(200'000, 'a') + " holds";
    QTest::newRow("words") << QByteArray(200'000, ' ');
}

void CheckTest::refusesWhatIsTooLong()
{
    QFETCH(QByteArray, text);
    for (const QByteArray& json : {'"' + text + '"', R"({"state": "holding", "who": ")" + text + "\"}",
                                   R"({"who": "worker", "state": ")" + text + "\"}"}) {
        const auto [check, fault] = readCheck(json);
        QVERIFY(!check);
        QVERIFY2(!fault.isEmpty() && fault.size() < 1'000, qPrintable(fault));
    }
}

void CheckTest::choosesTargets_data()
{
    QTest::addColumn<QString>("former"); // in the syntax of Lockscope 1.0
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* former, const char* json, const QStringList& names) {
        QTest::newRow(json) << QString::fromUtf8(former) << names;
    };
    row("writer-2", R"({"who": "writer-2"})", {QStringLiteral("writer-2")});
    row("writer", R"({"who": "writer"})", {QStringLiteral("writer-1"), QStringLiteral("writer-2")});
    row("2 of reader", R"({"who": "reader", "count": 2})", {QStringLiteral("reader-1"), QStringLiteral("reader-2")});
    row("half of reader", R"({"who": "reader", "oneIn": 2})", {QStringLiteral("reader-1"), QStringLiteral("reader-2")});
    row("a third of everybody", R"({"who": "everybody", "oneIn": 3})",
        {QStringLiteral("writer-1"), QStringLiteral("writer-2")});
    row("a tenth of everybody", R"({"who": "everybody", "oneIn": 10})", {QStringLiteral("writer-1")});
    row("the holder", R"({"role": "holder"})", {QStringLiteral("writer-2")}); // the paused one only acts as the holder
    row("the first waiter", R"({"role": "first-waiter"})", {QStringLiteral("reader-2")});
    row("4 of reader", R"({"who": "reader", "count": 4})", {});
    row("nosuch", R"({"who": "nosuch"})", {});
    row("somebody", R"({"who": "everybody", "count": 1})", {QStringLiteral("writer-1")});
}

void CheckTest::choosesTargets()
{
    QFETCH(QStringList, names);
    QFETCH(QString, former);
    QString fault;
    const QByteArray json(QTest::currentDataTag());
    const auto target = readFrom(json, fault, readTarget);
    QCOMPARE(fault, QString());
    const auto chosen = choose(target, facts());
    QCOMPARE(chosen.has_value(), !names.isEmpty());
    QStringList found;
    for (const auto& name : chosen.value_or(std::vector<std::string>()))
        found << QString::fromStdString(name);
    QCOMPARE(found, names);
    if (!chosen)
        QVERIFY(!chosen.error().detail.empty());
    if (const QByteArray own = "{\"who\": \"" + former.toUtf8() + "\"}"; own != json) {
        (void)readFrom(own, fault, readTarget);
        const auto fields = QString::fromUtf8(json.mid(1, json.size() - 2));
        QVERIFY2(fault.contains(QStringLiteral("write %1 instead of \"who\": \"%2\"").arg(fields, former)),
                 qPrintable(fault));
    }
}

void CheckTest::knowsEveryFault()
{
    QString complaint;
    for (const auto& one : allFaults()) {
        const QByteArray word(one.word.data(), static_cast<qsizetype>(one.word.size()));
        const auto read = readFrom("{\"do\": \"" + word + "\"}", complaint, readFault);
        QVERIFY(read.kind == one.kind);
        QVERIFY(!describe(read).empty());
    }
    (void)readFrom(R"({"do": "explode"})", complaint, readFault);
    QVERIFY2(complaint.contains(QStringLiteral("Actions: wait, start, stop, kill")), qPrintable(complaint));
    QCOMPARE(describe(Fault{.kind = FaultKind::Delay, .delay = std::chrono::milliseconds(200)}),
             std::string("delay 200 ms"));
}

void CheckTest::knowsNothingWithoutAView()
{
    auto blind = facts();
    blind.view.reset();
    for (const char* text : {R"({"finding": "deadlock", "shown": "no"})", R"({"who": "writer-1", "actual": "gone"})",
                             R"({"finding": "herd", "shown": "never"})"}) {
        const auto verdict = verdictOf(checkOf(text), blind);
        QVERIFY2(!verdict.passed && verdict.found.find("has not read the locks yet") != std::string::npos, text);
    }
}

} // namespace lockscope::test::checkTest

LOCKSCOPE_TEST(lockscope::test::checkTest::CheckTest)
#include "CheckTest.moc"
