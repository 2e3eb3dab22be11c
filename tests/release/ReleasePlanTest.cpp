// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The plan before any action: evidence, permission, other locks, options, confirmation.

#include "core/release/PlanJson.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/zookeeper/NodeRelease.h"
#include "core/release/zookeeper/OtherLocks.h"
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

const WallTime noon{std::chrono::milliseconds(1'795'262'400'000)};

inspect::Contender contenderOf(std::int64_t session)
{
    inspect::Contender contender;
    contender.node = "lock-0000000001";
    contender.holds = true;
    contender.details.emplace();
    contender.details->session = session;
    contender.details->createdAt = noon - 1h;
    return contender;
}

ensemble::EnsembleFacts factsAt(WallTime at)
{
    ensemble::EnsembleFacts facts;
    facts.takenAt = at;
    facts.servers.resize(3);
    facts.servers[0].sessions = ensemble::Source::AdminServer;
    facts.hasEverySession = true;
    facts.hasEveryConnection = true;
    return facts;
}

ensemble::SessionFacts sessionOf(SessionId id, std::chrono::milliseconds silence)
{
    ensemble::SessionFacts session;
    session.id = id;
    session.host = "10.0.0.7:41234";
    session.server = "zk1:2181";
    session.source = ensemble::Source::AdminServer;
    session.timeout = 30s;
    session.reportedAt = noon;
    session.lastHeard = noon - silence;
    session.expiresAt = noon + 30s - silence;
    return session;
}

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
    void evidenceFollowsTheServers_data();
    void evidenceFollowsTheServers();
    void aSilentSessionHasAnEnd();
    void permissionIsReadFromTheAcl_data();
    void permissionIsReadFromTheAcl();
    void otherLocksFromASnapshot();
    void otherLocksFromTheServersList();
    void riskAndConfirmationFollowTheEvidence_data();
    void riskAndConfirmationFollowTheEvidence();
    void optionsSayWhoIsAffected_data();
    void optionsSayWhoIsAffected();
    void onlySomeFamiliesCanBeAsked_data();
    void onlySomeFamiliesCanBeAsked();
    void theServicePutsAllOfItIntoThePlan();
    void ourAddressIsReadInEveryForm_data();
    void ourAddressIsReadInEveryForm();
    void whoWasAskedHasNoName();
    void whoWasAskedByUsKeepsItsLastKnownName();
    void equalNamesAreReportedApart();
    void theReadmeListsWhatCanBeRevoked();
    void rowsAndJsonSayTheSame();
};

void ReleasePlanTest::evidenceFollowsTheServers_data()
{
    QTest::addColumn<QByteArray>("servers");
    QTest::addColumn<QByteArray>("life");
    QTest::addColumn<QByteArray>("word");
    for (const auto& [servers, life, word] :
         {std::array{"no server queried", "unknown", "no server reported its sessions"},
          std::array{"seen", "alive", "last heartbeat 2 s ago"},
          std::array{"silent", "silent", "has sent no heartbeat for 25 s"},
          std::array{"no connection", "silent", "has no connection to any server (the AdminServer, 3 servers queried)"},
          std::array{"no connection, one server closed", "unknown", "It is unknown whether the session is connected"},
          std::array{"not listed", "gone", "is in no server's session list"},
          std::array{"not listed, node is young", "unknown", "may be newer than the lists"},
          std::array{"not listed, node not seen since", "unknown", "may be newer than the lists"},
          std::array{"not listed, no list", "unknown", "not every server reports its sessions"},
          std::array{"no session", "none", "No session owns"}})
        QTest::newRow(servers) << QByteArray(servers) << QByteArray(life) << QByteArray(word);
}

void ReleasePlanTest::evidenceFollowsTheServers()
{
    QFETCH(QByteArray, servers);
    QFETCH(QByteArray, life);
    QFETCH(QByteArray, word);
    auto contender = contenderOf(servers == "no session" ? 0 : 1);
    auto facts = factsAt(noon);
    auto session = sessionOf(1, servers == "silent" ? 25s : 2s);
    auto seenAt = noon + 1s;
    if (servers.startsWith("no connection"))
        session.host.clear();
    if (servers.endsWith("one server closed"))
        facts.hasEveryConnection = false;
    if (servers.endsWith("no list"))
        facts.hasEverySession = false;
    if (servers.endsWith("is young"))
        contender.details->createdAt = noon - 1s;
    if (servers.endsWith("not seen since"))
        seenAt = noon;
    if (!servers.startsWith("not listed"))
        facts.sessions[1] = session;
    const auto evidence = evidenceOf(servers == "no server queried" ? nullptr : &facts, contender, seenAt);
    QCOMPARE(printed(toString(evidence.life)), life);
    QVERIFY2(evidence.text.find(word.toStdString()) != std::string::npos, evidence.text.c_str());
}

void ReleasePlanTest::aSilentSessionHasAnEnd()
{
    auto facts = factsAt(noon);
    facts.sessions[1] = sessionOf(1, 25s);
    QVERIFY(evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt() == noon + 5s);
    facts.sessions[1].expiresAt.reset();
    QVERIFY(evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt() == noon + 5s); // the last heartbeat plus the timeout
    facts.sessions[1].timeout.reset();
    QVERIFY(!evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt());
}

void ReleasePlanTest::permissionIsReadFromTheAcl_data()
{
    QTest::addColumn<QByteArray>("scheme");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("permissions");
    QTest::addColumn<QByteArray>("allowed");
    const auto row = [](const char* name, const char* scheme, const char* id, int permissions, const char* allowed) {
        QTest::newRow(name) << QByteArray(scheme) << QByteArray(id) << permissions << QByteArray(allowed);
    };
    row("everybody", "world", "anyone", zk::Permission::All, "yes");
    row("everybody but delete", "world", "anyone", zk::Permission::All & ~zk::Permission::Delete, "no");
    row("our address", "ip", "10.0.0.9", zk::Permission::Delete, "yes");
    row("our network", "ip", "10.0.0.0/24", zk::Permission::Delete, "yes");
    row("another network", "ip", "10.0.1.0/24", zk::Permission::Delete, "no");
    row("our account", "digest", "ops:secret-hash", zk::Permission::Delete, "yes");
    row("our account's name", "digest", "ops:x", zk::Permission::Delete, "unknown");
    row("another account", "digest", "dev:x", zk::Permission::Delete, "no");
    row("Kerberos", "sasl", "ops@EXAMPLE", zk::Permission::Delete, "unknown");
}

void ReleasePlanTest::permissionIsReadFromTheAcl()
{
    QFETCH(QByteArray, scheme);
    QFETCH(QByteArray, id);
    QFETCH(int, permissions);
    QFETCH(QByteArray, allowed);
    const OwnIdentity us{"10.0.0.9", {{zk::Permission::All, "digest", "ops:secret-hash"}}};
    const std::vector<zk::Acl> acl{{zk::Permission::Read, "world", "anyone"},
                                   {permissions, scheme.toStdString(), id.toStdString()}};
    const auto permission = deletePermission("/locks", acl, us);
    QCOMPARE(printed(toString(permission.allowed)), allowed);
    QVERIFY(permission.text.find("/locks") != std::string::npos);
    QVERIFY(permission.text.find("secret-hash") == std::string::npos);
    // Our address or the ACL is unknown.
    if (scheme == "ip")
        QCOMPARE(printed(toString(deletePermission("/locks", acl, {}).allowed)), "unknown");
    const auto hidden = deletePermission("/locks", failure(ErrorCode::NoAuth, "getACL", "/locks"), us);
    QCOMPARE(printed(toString(hidden.allowed)), "unknown");
    // If only one account may delete and everyone has the other permissions, the account is named.
    const std::vector<zk::Acl> one{{zk::Permission::All, "digest", "ops:secret-hash"},
                                   {zk::Permission::All & ~zk::Permission::Delete, "world", "anyone"}};
    const auto theirs = deletePermission("/locks", one, {});
    QCOMPARE(printed(toString(theirs.allowed)), "no");
    QVERIFY2(theirs.text.find("only to digest:ops") != std::string::npos, theirs.text.c_str());
}

void ReleasePlanTest::otherLocksFromASnapshot()
{
    const auto lock = [](const std::string& path, std::int64_t session, bool holds) {
        inspect::Lock queue;
        queue.path = path;
        queue.queue.push_back(contenderOf(session));
        queue.queue.back().holds = holds;
        return std::make_shared<const inspect::Lock>(queue);
    };
    auto snapshot = std::make_shared<inspect::Snapshot>();
    snapshot->locks = {lock("/a", 1, true), lock("/b", 1, false), lock("/c", 2, true), lock("/d", 1, true)};
    const std::vector<OtherNode> expected{{"/b", "/b/lock-0000000001", false}, {"/d", "/d/lock-0000000001", true}};
    QVERIFY(otherLocks(*snapshot, 1, "/a/lock-0000000001") == expected);
    ReleasePlan plan;
    plan.owner = 1;
    plan.nodePath = "/a/lock-0000000001";
    addBackground(plan, {nullptr, snapshot, {}}, contenderOf(1), noon, *inspect::builtinDialects());
    QVERIFY(!plan.others); // not every lock was read yet
    snapshot->complete = true;
    addBackground(plan, {nullptr, snapshot, {}}, contenderOf(1), noon, *inspect::builtinDialects());
    QVERIFY(plan.others == expected);
}

void ReleasePlanTest::otherLocksFromTheServersList()
{
    const std::string one = "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000001";
    const std::string two = "/_c_f9d81c06-2222-4333-9444-0123456789ab-lock-0000000002";
    const ensemble::EphemeralOwners ephemerals{{"/a" + one, 1},        {"/a" + two, 2},      {"/a/deeper" + one, 3},
                                               {"/aa" + one, 1},       {"/b" + one, 2},      {"/b" + two, 1},
                                               {"/members/host-a", 1}, {"/x/leader/lock", 1}};
    QVERIFY(std::is_sorted(ephemerals.begin(), ephemerals.end()));
    const auto others = otherLocks(ephemerals, 1, "/a" + one, *inspect::builtinDialects());
    const std::vector<OtherNode> expected{
        {"/aa", "/aa" + one, true}, {"/b", "/b" + two, false}, {"/x/leader/lock", "/x/leader/lock", true}};
    QVERIFY(others == expected);
}

void ReleasePlanTest::riskAndConfirmationFollowTheEvidence_data()
{
    QTest::addColumn<int>("life");
    QTest::addColumn<bool>("holds");
    QTest::addColumn<QByteArray>("confirmation");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char* name, Life life, bool holds, const char* confirmation, const char* word) {
        QTest::newRow(name) << static_cast<int>(life) << holds << QByteArray(confirmation) << QByteArray(word);
    };
    row("alive", Life::Alive, true, "name-and-reason", "session is alive. Deleting the node does not stop");
    row("silent", Life::Silent, true, "name-and-reason", "session is alive. Deleting the node does not stop");
    row("unknown", Life::Unknown, true, "name-and-reason", "session may be alive. Deleting the node does not stop");
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
    QVERIFY(releaseOptions.remove.affects.find("Clients that wait behind it: 2.") != std::string::npos);
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

void ReleasePlanTest::theServicePutsAllOfItIntoThePlan()
{
    ReleaseWorld world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto own = world.client->session().id;
    auto facts = std::make_shared<ensemble::EnsembleFacts>(factsAt(world.clock.wallNow()));
    facts->sessions[1] = sessionOf(1, 2s);
    facts->sessions[own].host = "10.0.0.9:50000";
    ensemble::EphemeralOwners ephemerals{{holder, 1}, {"/b" + curatorPrefix + "0000000007", 1}};
    std::sort(ephemerals.begin(), ephemerals.end());
    facts->ephemerals = std::make_shared<const ensemble::EphemeralOwners>(std::move(ephemerals));
    const auto plan = world.plan(holder, {facts, nullptr, {}});
    QVERIFY(plan.ok());
    QCOMPARE(printed(toString(plan.result()->evidence.life)), "alive");
    QVERIFY(plan.result()->others && plan.result()->others->size() == 1);
    QCOMPARE(plan.result()->others->front().lockPath, std::string("/b"));
    QCOMPARE(printed(toString(plan.result()->permission.allowed)), "yes");
    world.ensemble.deny("/a", zk::Permission::Delete);
    QCOMPARE(printed(toString(world.plan(holder).result()->permission.allowed)), "no");
    // The servers also report the addresses of connections.
    QVERIFY(world.client);
    Answer<zk::Created> made;
    world.client->create({"/i", {}, zk::CreateMode::Persistent, {{zk::Permission::All, "ip", "10.0.0.9"}}},
                         made.reply());
    world.executor.runUntilIdle();
    const auto node = world.ensemble.create("/i" + curatorPrefix, {}, 1, zk::CreateMode::EphemeralSequential);
    QCOMPARE(printed(toString(world.plan(node->path, {facts, nullptr, {}}).result()->permission.allowed)), "yes");
    QCOMPARE(printed(toString(world.plan(node->path).result()->permission.allowed)), "unknown");
}

void ReleasePlanTest::ourAddressIsReadInEveryForm_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("allowedTo"); // an address
    QTest::addColumn<QByteArray>("allowed");
    QTest::newRow("four numbers") << QByteArray("10.0.0.9:50000") << QByteArray("10.0.0.9") << QByteArray("yes");
    QTest::newRow("of six") << QByteArray("[::1]:49282") << QByteArray("::1") << QByteArray("yes");
    QTest::newRow("of six, in full") << QByteArray("[0:0:0:0:0:0:0:1]:49282") << QByteArray("::1") << QByteArray("yes");
    QTest::newRow("of six, bare") << QByteArray("0:0:0:0:0:0:0:1:49282") << QByteArray("::1") << QByteArray("yes");
    QTest::newRow("with a zone") << QByteArray("[fe80::7%eth0]:49282") << QByteArray("fe80::7") << QByteArray("yes");
    QTest::newRow("another of six") << QByteArray("[::1]:49282") << QByteArray("::2") << QByteArray("no");
    QTest::newRow("no address") << QByteArray("(gone):1") << QByteArray("10.0.0.9") << QByteArray("unknown");
}

void ReleasePlanTest::ourAddressIsReadInEveryForm()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, allowedTo);
    QFETCH(QByteArray, allowed);
    ReleaseWorld world;
    auto facts = std::make_shared<ensemble::EnsembleFacts>(factsAt(world.clock.wallNow()));
    facts->sessions[world.client->session().id].host = host.toStdString();
    Answer<zk::Created> made;
    world.client->create({"/i", {}, zk::CreateMode::Persistent, {{zk::Permission::All, "ip", allowedTo.toStdString()}}},
                         made.reply());
    world.executor.runUntilIdle();
    const auto node = world.ensemble.create("/i" + curatorPrefix, {}, 1, zk::CreateMode::EphemeralSequential);
    const auto plan = world.plan(node->path, {facts, nullptr, {}});
    QVERIFY(plan.ok());
    QCOMPARE(printed(toString(plan.result()->permission.allowed)), allowed);
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
    const auto plan = planWith(Life::Alive);
    const auto json = planJson(plan, noon);
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
