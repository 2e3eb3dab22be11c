// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The plan before any action: risk, options, confirmation, the name of the client, the output.

#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/zookeeper/Revocability.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/discovery/LiveInspector.h"
#include "tests/release/ReleaseWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QJsonArray>

#include <QFile>

namespace lockscope::releasePlanTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

namespace {

ReleasePlan planWith(Life life, bool holds = true)
{
    ReleasePlan plan;
    plan.lockPath = "/locks/orders";
    plan.dialect = "curator-mutex";
    plan.dialectName = "Curator mutex";
    plan.nodePath = "/locks/orders/n-lock-0000000001";
    plan.node = "n-lock-0000000001";
    plan.holds = holds;
    plan.creationId = 0x10;
    plan.owner = life == Life::NoSession ? 0 : 0x1;
    plan.next = holds ? "n-lock-0000000002" : "";
    plan.nextClient = holds ? "worker-02" : "";
    plan.waiters = 3;
    plan.evidence.life = life;
    plan.evidence.text = "As the servers say.";
    plan.permission = {Allowed::Yes, "We may."};
    return plan;
}

} // namespace

class ReleasePlanTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void riskAndConfirmationFollowTheEvidence_data();
    void riskAndConfirmationFollowTheEvidence();
    void optionsSayWhoIsAffected_data();
    void optionsSayWhoIsAffected();
    void onlySomeFamiliesCanBeAsked_data();
    void onlySomeFamiliesCanBeAsked();
    void whoWasAskedHasNoName();
    void whoWasAskedByUsKeepsItsLastKnownName();
    void equalNamesAreReportedApart();
    void theReadmeListsWhatCanBeRevoked();
    void rowsAndJsonSayTheSame();
};

void ReleasePlanTest::riskAndConfirmationFollowTheEvidence_data()
{
    QTest::addColumn<int>("life");
    QTest::addColumn<bool>("holds");
    QTest::addColumn<QByteArray>("confirmation");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, Life life, bool holds, const char* confirmation, const char* word) {
        QTest::newRow(name) << static_cast<int>(life) << holds << QByteArray(confirmation) << QByteArray(word);
    };
    row("alive", Life::Alive, true, "name-and-reason",
        "the holder continues, because its session is alive: two clients");
    row("silent", Life::Silent, true, "name-and-reason",
        "the holder may continue, because its session has not expired: two clients may then both believe they hold the "
        "lock. It sends no heartbeat");
    row("unknown", Life::Unknown, true, "name-and-reason",
        "the holder may continue, because its session may be alive: two clients");
    row("no session", Life::NoSession, true, "name-and-reason", "No session owns");
    row("gone", Life::Gone, true, "click", "has ended");
    row("waiter", Life::Alive, false, "reason", "loses its position");
    row("waiter, gone", Life::Gone, false, "click", "loses its position");
}

void ReleasePlanTest::riskAndConfirmationFollowTheEvidence()
{
    QFETCH(int, life);
    QFETCH(bool, holds);
    QFETCH(QByteArray, confirmation);
    QFETCH(QByteArray, word);
    const auto plan = planWith(static_cast<Life>(life), holds);
    QCOMPARE(printed(toString(confirmationFor(plan))), confirmation);
    QVERIFY2(riskOf(plan).find(word.toStdString()) != std::string::npos, riskOf(plan).c_str());
    QVERIFY2(riskOf(plan).starts_with("If you delete the node, "), riskOf(plan).c_str());
    QCOMPARE(lockName(plan), std::string("orders"));
}

void ReleasePlanTest::optionsSayWhoIsAffected_data()
{
    QTest::addColumn<int>("life");
    QTest::addColumn<QByteArray>("helps"); // request, wait, delete
    QTest::addColumn<QByteArray>("wait");
    const auto row = [](const char* name, Life life, const char* helps, const char* wait) {
        QTest::newRow(name) << static_cast<int>(life) << QByteArray(helps) << QByteArray(wait);
    };
    row("alive", Life::Alive, "maybe no yes", "Waiting helps only if the client releases the lock.");
    row("silent", Life::Silent, "maybe yes yes", "its session ends within 5 s");
    row("unknown", Life::Unknown, "maybe maybe yes", "If the client stops sending heartbeats");
    row("no session", Life::NoSession, "no no yes", "so the node never expires");
    row("gone", Life::Gone, "no no yes", "the session has ended, but its node still exists");
}

void ReleasePlanTest::optionsSayWhoIsAffected()
{
    QFETCH(int, life);
    QFETCH(QByteArray, helps);
    QFETCH(QByteArray, wait);
    auto plan = planWith(static_cast<Life>(life));
    plan.evidence.owner.expiresAt = noon + 5s;
    plan.others = {{"/b", "/b/n", true}};
    const auto releaseOptions = releaseOptionsOf(plan, noon);
    QCOMPARE(printed(toString(releaseOptions.ask.helps)) + ' ' + printed(toString(releaseOptions.wait.helps)) + ' ' +
                 printed(toString(releaseOptions.remove.helps)),
             helps);
    QVERIFY2(releaseOptions.wait.what.find(wait.toStdString()) != std::string::npos, releaseOptions.wait.what.c_str());
    for (const auto* releaseOption : {&releaseOptions.ask, &releaseOptions.wait, &releaseOptions.remove}) {
        QVERIFY(!releaseOption->what.empty());
        QCOMPARE(releaseOption->affects.empty(), releaseOption->helps == Helps::No);
        QCOMPARE(releaseOption->notices.empty(), releaseOption->helps == Helps::No);
    }
    QVERIFY(releaseOptions.remove.affects.find("Next holder: worker-02. 2 clients then wait behind worker-02.") !=
            std::string::npos);
    if (releaseOptions.wait.helps != Helps::No)
        QVERIFY(releaseOptions.wait.affects.find("including 1 other lock node") != std::string::npos);
    if (plan.evidence.life == Life::Silent) {
        QVERIFY(releaseOptions.wait.left(noon + 2s) == 3'000ms);
        QVERIFY(releaseOptions.wait.left(noon + 1min) == 0ms);
    }
    plan.permission = {Allowed::No, "The DELETE permission is missing."};
    QCOMPARE(printed(toString(releaseOptionsOf(plan, noon).remove.helps)), "no");
}

void ReleasePlanTest::onlySomeFamiliesCanBeAsked_data()
{
    QTest::addColumn<QByteArray>("dialect");
    QTest::addColumn<QByteArray>("message");
    for (const auto& [dialect, message] :
         {std::pair("curator-mutex", "__REVOKE__"), std::pair("curator-read-write", "__REVOKE__"),
          std::pair("documented-lock", "unlock"), std::pair("documented-read-write", "unlock"),
          std::pair("kazoo-lock", ""), std::pair("curator-semaphore", ""), std::pair("single-node", "")})
        QTest::newRow(dialect) << QByteArray(dialect) << QByteArray(message);
}

void ReleasePlanTest::onlySomeFamiliesCanBeAsked()
{
    QFETCH(QByteArray, dialect);
    QFETCH(QByteArray, message);
    QVERIFY2(inspect::builtinDialects()->find(dialect.toStdString()), "no such family");
    auto plan = planWith(Life::Alive);
    plan.dialect = dialect.toStdString();
    const auto holder = revocabilityOf(plan);
    QCOMPARE(printed(holder.message), message);
    QVERIFY(!holder.text.empty());
    if (message.isEmpty())
        return;
    plan.payload = "10.0.0.1";
    QCOMPARE(revocabilityOf(plan).isUnlikely, dialect.startsWith("curator"));
    plan.payload = R"({"client":"sim-1","host":"vm"})";
    QVERIFY(!revocabilityOf(plan).isUnlikely);
    plan.payload = message.toStdString();
    QVERIFY(plan.wasAsked() && !revocabilityOf(plan).isUnlikely);
    plan.holds = false;
    QVERIFY(!revocabilityOf(plan).canBeAsked());
    QVERIFY(!revocabilityOf(planWith(Life::Gone)).canBeAsked());
    QVERIFY(!revocabilityOf(planWith(Life::NoSession)).canBeAsked());
}

void ReleasePlanTest::whoWasAskedHasNoName()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1, "worker-01");
    QCOMPARE(world.plan(holder).result()->client, std::string("worker-01"));
    QVERIFY(world.ensemble.setData(holder, "__REVOKE__")); // this replaces its name
    const auto plan = world.plan(holder);
    QCOMPARE(plan.result()->client, std::string());
    QVERIFY(!plan.result()->clientIsLastKnown);
    QVERIFY(plan.result()->wasAsked());
}

void ReleasePlanTest::whoWasAskedByUsKeepsItsLastKnownName()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1, "worker-01");
    const auto before = world.plan(holder);
    const auto releaseOption = releaseOptionsOf(*before.result(), world.clock.wallNow()).ask;
    QVERIFY2(releaseOption.what.find("Overwrites the payload") != std::string::npos,
             releaseOption.what.c_str()); // shown before
    const auto asked = world.ask(*before.result(), 1s);
    world.executor.advance(2s);
    QVERIFY(asked.ok() && !asked.result()->followed);
    QCOMPARE(world.ensemble.data(holder), std::string("__REVOKE__"));
    const auto plan = world.plan(holder); // of another session too: the action log has it
    QCOMPARE(plan.result()->client, std::string("worker-01"));
    QVERIFY(plan.result()->clientIsLastKnown);
    QStringList rows;
    for (const auto& row : planRows(*plan.result(), noon))
        rows << QString::fromStdString(row.text);
    QVERIFY(rows.contains(QStringLiteral("worker-01 (last known)")));
    QCOMPARE(planJson(*plan.result(), noon).value(u"clientLastKnown"), QJsonValue(true));
    // Another node of the same name is not that client's.
    QVERIFY(world.ensemble.remove(holder));
    QVERIFY(world.ensemble.create(holder, "__REVOKE__", 2, zk::CreateMode::Ephemeral));
    QCOMPARE(world.plan(holder).result()->client, std::string());
}

/// A semaphore's gate node may have the name of a lease.
void ReleasePlanTest::equalNamesAreReportedApart()
{
    const std::string first = "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-0000000000";
    const std::string both = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
    const std::string lease = "/_c_f9d81c06-2222-4333-9444-0123456789ab-lease-0000000002";
    ReleaseWorld world;
    for (const auto* directory : {"/pool", "/pool/leases", "/pool/locks"})
        QVERIFY(world.ensemble.create(directory));
    SessionId session = 0;
    for (const auto& node : {"/leases" + both, "/leases" + lease, "/locks" + first, "/locks" + both}) {
        ++session;
        QVERIFY(world.ensemble.create("/pool" + node, "client-" + std::to_string(session), session,
                                      zk::CreateMode::Ephemeral));
    }
    inspect::SnapshotPtr last;
    inspect::LiveInspector inspector(
        *world.client, {}, [&](const inspect::SnapshotPtr& snapshot) { last = snapshot; }, Log());
    inspector.start();
    world.executor.advance(1s);
    for (const auto& [part, owner] : {std::pair("leases", 1), std::pair("locks", 4)}) {
        const auto path = std::string("/pool/") + part + both;
        const auto named = "client-" + std::to_string(owner);
        const auto plan = world.plan(path);
        QVERIFY2(plan.ok(), plan.ok() ? "" : describe(plan.result().error()).c_str());
        QCOMPARE(plan.result()->nodePath, path);
        QCOMPARE(plan.result()->owner, SessionId(owner));
        QCOMPARE(plan.result()->client, named);
        // The snapshot has the name of this very node.
        QVERIFY(world.ensemble.setData(path, "__REVOKE__"));
        const auto asked = world.plan(path, {nullptr, last, {}});
        QCOMPARE(asked.result()->client, named);
        QVERIFY(asked.result()->clientIsLastKnown);
    }
}

void ReleasePlanTest::theReadmeListsWhatCanBeRevoked()
{
    QFile file(QStringLiteral(LOCKSCOPE_REFERENCE));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto readme = QString::fromUtf8(file.readAll());
    const auto table = readme.mid(readme.indexOf(u"| revocable | request |"));
    QStringList stated;
    for (const auto& line : table.left(table.indexOf(QStringLiteral("\n\n"))).split(u'\n').mid(2))
        stated << line;
    QStringList known;
    for (const auto& [dialect, message] : revocableDialects()) {
        const auto* found = inspect::builtinDialects()->find(dialect);
        QVERIFY2(found, std::string(dialect).c_str());
        known << QStringLiteral("| %1 | `%2` |")
                     .arg(QString::fromStdString(found->title), QString::fromStdString(std::string(message)));
    }
    QCOMPARE(stated, known);
    for (const auto& dialect : inspect::builtinDialects()->dialects()) {
        auto plan = planWith(Life::Alive);
        plan.dialect = dialect.id;
        QCOMPARE(revocabilityOf(plan).canBeAsked(),
                 known.filter(QStringLiteral("| %1 |").arg(QString::fromStdString(dialect.title))).size() == 1);
    }
}

void ReleasePlanTest::rowsAndJsonSayTheSame()
{
    auto plan = planWith(Life::Alive);
    plan.mode = LockMode::Shared;
    const auto json = planJson(plan, noon);
    QCOMPARE(json.value(u"mode").toString(), QStringLiteral("shared"));
    plan.createdAt = noon + 1h - 5s; // by a clock that is an hour ahead
    plan.clockAhead = 1h;
    QCOMPARE(planJson(plan, noon).value(u"ageMs").toInt(), 5'000);
    QStringList texts;
    for (const auto& row : planRows(plan, noon)) {
        QVERIFY(!row.key.empty() && !row.title.empty());
        QVERIFY(row.time || !row.text.empty());
        texts << QString::fromStdString(row.text);
    }
    const auto all = texts.join(u'\n');
    QVERIFY(all.contains(json.value(u"risk").toString()));
    QVERIFY(all.contains(json.value(u"nodePath").toString()));
    QVERIFY(all.contains(json.value(u"czxid").toString()));
    QVERIFY(all.contains(json.value(u"evidence").toObject().value(u"text").toString()));
    QVERIFY(all.contains(json.value(u"permission").toObject().value(u"text").toString()));
    const auto releaseOptions = json.value(u"options").toArray();
    QCOMPARE(releaseOptions.size(), 3);
    for (const auto& releaseOption : releaseOptions)
        QVERIFY(all.contains(releaseOption.toObject().value(u"what").toString()));
    QCOMPARE(json.value(u"operations").toArray().size(), 4);
    QCOMPARE(json.value(u"confirmation").toString(), QStringLiteral("name-and-reason"));
    QVERIFY(json.value(u"otherLocks").isNull());
}

} // namespace lockscope::releasePlanTest

LOCKSCOPE_TEST(lockscope::releasePlanTest::ReleasePlanTest)
#include "ReleasePlanTest.moc"
