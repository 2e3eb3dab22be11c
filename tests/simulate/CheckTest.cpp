// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/faults/Fault.h"
#include "tests/support/Test.h"

namespace lockscope::test::checkTest {

using namespace lockscope::console;

namespace {

/// Two writers, of which the first is paused and believes to hold; three readers that wait, the last without contact.
ScenarioFacts facts()
{
    ScenarioFacts facts;
    const auto add = [&](const char* name, const char* group, Belief belief, const char* node, std::int64_t token) {
        ClientFacts client;
        client.name = name;
        client.group = group;
        client.belief = belief;
        client.path = "/run/orders";
        client.node = node;
        client.token = token;
        facts.clients.push_back(client);
    };
    add("writer-1", "writer", Belief::Holding, "n-1", 10);
    add("writer-2", "writer", Belief::Holding, "n-2", 20);
    add("reader-1", "reader", Belief::Waiting, "n-4", 40);
    add("reader-2", "reader", Belief::Waiting, "n-3", 30);
    add("reader-3", "reader", Belief::Waiting, "n-5", 50);
    facts.clients[0].paused = true;
    facts.clients[0].saw = {{"granted", 3}, {"lost", 1}};
    facts.clients[4].suspended = true;
    facts.view = EnsembleView{{{"/run/orders", "n-2", true}, {"/run/orders", "n-3", false}}, {"herd"}};
    facts.findingsSeen = {"herd", "deadlock"};
    facts.servers = {{.serves = true}, {.serves = true, .paused = true}, {.serves = false}};
    facts.measures = {{"overlaps", 0}, {"granted of reader", 7}, {"fairness", 0.75}};
    return facts;
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
    void choosesWhom_data();
    void choosesWhom();
    void knowsEveryFault();
    void knowsNothingWithoutAView();
};

void CheckTest::judges_data()
{
    QTest::addColumn<bool>("passes");
    const auto row = [](const char* text, bool passes) { QTest::newRow(text) << passes; };
    row("writer-1 holds", true);
    row("writer holds", true);
    row("writer hold", true);
    row("reader-1 holds", false);
    row("everybody waits", false);
    row("reader wait", true);
    row("3 of reader wait", true);
    row("4 of everybody wait", false);
    row("3 of everybody wait", true);
    row("a third of everybody hold", true);
    row("half of everybody hold", false);
    row("somebody is suspended", true);
    row("nobody is suspended", false);
    row("nobody has ended", true);
    row("writer-1 is paused", true);
    row("writer-2 is paused", false);
    row("the holder holds", true);
    row("the first waiter is suspended", false);
    row("writer-1 really gone", true);
    row("writer-2 really holds", true);
    row("reader-2 really waits", true);
    row("reader-2 really queues", true);
    row("reader-1 really queues", false);
    row("nobody really waits", false);
    row("writer-1 saw lost", true);
    row("writer-1 saw granted 3 times", true);
    row("writer-1 saw granted 4 times", false);
    row("writer saw granted", false);
    row("inspector shows herd", true);
    row("inspector shows deadlock", false);
    row("inspector showed deadlock", true);
    row("inspector shows no deadlock", true);
    row("inspector never showed deadlock", false);
    row("inspector never showed mixed-dialects", true);
    row("server 1 serves", true);
    row("server 2 serves", false);
    row("server 3 is down", true);
    row("servers serve", false);
    row("overlaps = 0", true);
    row("overlaps != 0", false);
    row("granted of reader >= 7", true);
    row("granted of reader > 7", false);
    row("fairness <= 0.75", true);
    row("fairness < 0.75", false);
    row("waitP99Ms < 1000", false); // not measured: not known to be so
}

void CheckTest::judges()
{
    QFETCH(bool, passes);
    const auto check = parseCheck(QTest::currentDataTag());
    QVERIFY2(check, check ? "" : check.error().detail.c_str());
    QCOMPARE(check->text, std::string(QTest::currentDataTag()));
    const auto verdict = verdictOf(*check, facts());
    QVERIFY2(verdict.passed == passes, verdict.found.c_str());
    QVERIFY(!verdict.found.empty());
}

/// Where all nodes are called the same, as the inspector shows such locks: under the node's own path.
void CheckTest::findsEachClientsOwnSeat()
{
    ScenarioFacts facts;
    const auto add = [&](const char* name, const char* path, std::int64_t token) {
        ClientFacts client;
        client.name = name;
        client.belief = Belief::Holding;
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
    const auto passes = [&](const char* text) { return verdictOf(*parseCheck(text), facts).passed; };
    QVERIFY(passes("paused really gone") && passes("heir really gone") && passes("other really holds"));
    facts.view->slots.push_back({"/run/orders/lock", "lock", true, 20, "/run/orders/lock"});
    QVERIFY(passes("paused really gone") && passes("heir really holds") && passes("other really holds"));
    // A multi-lock waits at one of its locks, and holds by the node of the last.
    auto& multi = facts.clients[0];
    multi.path = "/run/a";
    multi.paths = {"/run/a", "/run/b"};
    multi.belief = Belief::Waiting;
    multi.node = "n-1";
    multi.nodePath.clear();
    facts.view->slots = {{"/run/b", "n-1", false, 0, "/run/b/n-1"}};
    QVERIFY(passes("paused really waits"));
    multi.nodePath = "/run/b/n-1";
    facts.view->slots[0].holds = true;
    QVERIFY(passes("paused really holds"));
}

void CheckTest::saysWhatIsFound()
{
    const auto found = [](const char* text) {
        return QString::fromStdString(verdictOf(*parseCheck(text), facts()).found);
    };
    QCOMPARE(found("reader hold"), QStringLiteral("0 of 3: reader-1 waits; reader-2 waits; reader-3 waits, suspended"));
    QCOMPARE(found("writer-1 really holds"), QStringLiteral("0 of 1: writer-1 really gone"));
    QCOMPARE(found("nobody waits"),
             QStringLiteral("3 of 5: reader-1 waits; reader-2 waits; reader-3 waits, suspended"));
    QCOMPARE(found("fairness > 0.9"), QStringLiteral("0.75"));
    QCOMPARE(found("granted of reader > 9"), QStringLiteral("7"));
    QCOMPARE(found("waitP99Ms < 1"), QStringLiteral("not measured"));
    QCOMPARE(found("inspector shows deadlock"), QStringLiteral("it was shown"));
}

void CheckTest::refusesWhatIsNoCondition_data()
{
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("") << QByteArray("this is no condition");
    QTest::newRow("worker") << QByteArray("this is no condition");
    QTest::newRow("worker flies") << QByteArray("this is no condition");
    QTest::newRow("overlap = 0") << QByteArray("\"overlap\" is not measured: choose one of granted");
    QTest::newRow("overlaps = none") << QByteArray("this is no condition");
    QTest::newRow("worker saw stars") << QByteArray("no client tells of \"stars\"");
    for (const auto* relation : {"shows", "shows no", "showed", "never showed"})
        QTest::newRow(qPrintable(QStringLiteral("inspector %1 deadlok").arg(QLatin1String(relation))))
            << QByteArray("there is no finding \"deadlok\": choose one of deadlock, persistent-contender");
    QTest::newRow("inspector shows other") << QByteArray("there is no finding \"other\""); // it is no kind of ours
    QTest::newRow("the leader holds") << QByteArray("of a server it can be said");
    QTest::newRow("all of us holds") << QByteArray("names nobody");
    QTest::newRow("0 of worker wait") << QByteArray("names nobody");
    QTest::newRow("overlaps = 1234567890123456") << QByteArray("this is no condition");
}

void CheckTest::refusesWhatIsNoCondition()
{
    QFETCH(QByteArray, reason);
    const auto check = parseCheck(QTest::currentDataTag());
    QVERIFY(!check);
    QVERIFY2(QByteArray::fromStdString(check.error().detail).contains(reason), check.error().detail.c_str());
}

/// A file may have a text of any length.
void CheckTest::refusesWhatIsTooLong_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("number") << "overlaps = " + std::string(400, '9');
    QTest::newRow("name") << std::string(200'000, 'a') + " holds";
    QTest::newRow("words") << std::string(200'000, ' ');
}

void CheckTest::refusesWhatIsTooLong()
{
    QFETCH(std::string, text);
    const auto check = parseCheck(text);
    QVERIFY(!check);
    QVERIFY(check.error().detail.size() < 1'000);
    const auto whom = parseTargetSelector(text);
    QVERIFY(!whom);
    QVERIFY(whom.error().detail.size() < 1'000);
}

void CheckTest::choosesWhom_data()
{
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* text, const QStringList& names) { QTest::newRow(text) << names; };
    row("writer-2", {QStringLiteral("writer-2")});
    row("writer", {QStringLiteral("writer-1"), QStringLiteral("writer-2")});
    row("2 of reader", {QStringLiteral("reader-1"), QStringLiteral("reader-2")});
    row("half of reader", {QStringLiteral("reader-1"), QStringLiteral("reader-2")});
    row("a third of everybody", {QStringLiteral("writer-1"), QStringLiteral("writer-2")});
    row("a tenth", {QStringLiteral("writer-1")});
    row("the holder", {QStringLiteral("writer-2")}); // the paused one only believes that it is
    row("the first waiter", {QStringLiteral("reader-2")});
    row("4 of reader", {});
    row("nosuch", {});
    row("somebody", {});
}

void CheckTest::choosesWhom()
{
    QFETCH(QStringList, names);
    const auto whom = parseTargetSelector(QTest::currentDataTag());
    QVERIFY(whom);
    const auto chosen = choose(*whom, facts());
    QCOMPARE(chosen.has_value(), !names.isEmpty());
    QStringList found;
    for (const auto& name : chosen.value_or(std::vector<std::string>()))
        found << QString::fromStdString(name);
    QCOMPARE(found, names);
    if (!chosen)
        QVERIFY(!chosen.error().detail.empty());
}

void CheckTest::knowsEveryFault()
{
    for (const FaultKind kind : allFaultKinds()) {
        const auto parsed = parseFaultKind(toString(kind));
        QVERIFY(parsed && *parsed == kind);
        QVERIFY(!describe(Fault{.kind = kind}).empty());
    }
    const auto bad = parseFaultKind("explode");
    QVERIFY(!bad);
    QVERIFY(QByteArray::fromStdString(bad.error().detail).contains("choose one of wait, start, stop, kill"));
    QCOMPARE(describe(Fault{.kind = FaultKind::Delay, .delay = std::chrono::milliseconds(200)}),
             std::string("delay 200 ms"));
}

void CheckTest::knowsNothingWithoutAView()
{
    auto blind = facts();
    blind.view.reset();
    for (const char* text : {"inspector shows no deadlock", "writer-1 really gone", "inspector never showed herd"}) {
        const auto verdict = verdictOf(*parseCheck(text), blind);
        QVERIFY2(!verdict.passed && verdict.found.find("has not looked") != std::string::npos, text);
    }
}

} // namespace lockscope::test::checkTest

LOCKSCOPE_TEST(lockscope::test::checkTest::CheckTest)
#include "CheckTest.moc"
