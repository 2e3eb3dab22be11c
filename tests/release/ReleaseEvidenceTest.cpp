// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What is known before any action: whether the owner is alive, the permission to delete, other locks of the owner.

#include "core/release/zookeeper/NodeRelease.h"
#include "core/release/zookeeper/OtherLocks.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "tests/release/ReleaseWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <array>

namespace lockscope::releaseEvidenceTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

namespace {

inspect::Contender contenderOf(std::int64_t session)
{
    inspect::Contender contender;
    contender.node = "lock-0000000001";
    contender.holds = true;
    contender.details.emplace();
    contender.details->session = session;
    contender.details->createdAt = noon - 1h;
    contender.details->creationId = 50;
    return contender;
}

ensemble::EnsembleFacts factsAt(WallTime at)
{
    ensemble::EnsembleFacts facts;
    facts.takenAt = at;
    facts.servers.resize(3);
    facts.servers[0].sessions = ensemble::Source::AdminServer;
    facts.hasEverySession = true;
    facts.zxid = 100;
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

} // namespace

class ReleaseEvidenceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void evidenceFollowsTheServers_data();
    void evidenceFollowsTheServers();
    void aSilentSessionHasAnEnd();
    void permissionIsReadFromTheAcl_data();
    void permissionIsReadFromTheAcl();
    void ourAddressIsReadInEveryForm_data();
    void ourAddressIsReadInEveryForm();
    void otherLocksFromASnapshot();
    void otherLocksFromTheServersList();
    void theServicePutsAllOfItIntoThePlan();
};

void ReleaseEvidenceTest::evidenceFollowsTheServers_data()
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

void ReleaseEvidenceTest::evidenceFollowsTheServers()
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
        contender.details->creationId = 101;
    if (servers.endsWith("not seen since"))
        seenAt = noon;
    if (!servers.startsWith("not listed"))
        facts.sessions[1] = session;
    const auto evidence = evidenceOf(servers == "no server queried" ? nullptr : &facts, contender, seenAt);
    QCOMPARE(printed(toString(evidence.life)), life);
    QVERIFY2(evidence.text.find(word.toStdString()) != std::string::npos, evidence.text.c_str());
}

void ReleaseEvidenceTest::aSilentSessionHasAnEnd()
{
    auto facts = factsAt(noon);
    facts.sessions[1] = sessionOf(1, 25s);
    QVERIFY(evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt() == noon + 5s);
    facts.sessions[1].expiresAt.reset();
    QVERIFY(evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt() == noon + 5s); // the last heartbeat plus the timeout
    facts.sessions[1].timeout.reset();
    QVERIFY(!evidenceOf(&facts, contenderOf(1), noon + 1s).endsAt());
}

void ReleaseEvidenceTest::permissionIsReadFromTheAcl_data()
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

void ReleaseEvidenceTest::permissionIsReadFromTheAcl()
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

void ReleaseEvidenceTest::ourAddressIsReadInEveryForm_data()
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

void ReleaseEvidenceTest::ourAddressIsReadInEveryForm()
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

void ReleaseEvidenceTest::otherLocksFromASnapshot()
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

void ReleaseEvidenceTest::otherLocksFromTheServersList()
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

void ReleaseEvidenceTest::theServicePutsAllOfItIntoThePlan()
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

} // namespace lockscope::releaseEvidenceTest

LOCKSCOPE_TEST(lockscope::releaseEvidenceTest::ReleaseEvidenceTest)
#include "ReleaseEvidenceTest.moc"
