// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Plans, deletes and requests to release, and the record of each action, on an in-memory ensemble.

#include "tests/release/ReleaseWorld.h"
#include "tests/support/Files.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>

namespace lockscope::releaseServiceTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

using World = ReleaseWorld;

class ReleaseServiceTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void plansWhatWillHappen();
    void plansForAWaiter();
    void theDialectSaysWhatBreaks();
    void plansForANodeWithoutASession();
    void deletesTheNodeThatWasShown();
    void refusesAReplacedNode();
    void refusesWhatIsNoLock();
    void saysWhichPermissionIsMissing();
    void needsNoPermissionOnTheNodeItself();
    void reportsWhoHoldsAfterwards();
    void notesWhatItDoes();
    void recordsItsUser();
    void withoutARecordNothingIsDone();
    void anOutcomeThatCanNotBeNotedIsReported_data();
    void anOutcomeThatCanNotBeNotedIsReported();
    void refusesWithoutAQuorum();
    void aListStopsAtTheFirstRefusal();
    void reportsWhoWasQuicker_data();
    void reportsWhoWasQuicker();
    void aWaiterThatHoldsByNowIsAnotherDecision();
    void asksTheHolder_data();
    void asksTheHolder();
    void asksNoHolderThatCannotFollow();
};

void ReleaseServiceTest::plansWhatWillHappen()
{
    World world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto next = world.queueUp(2, R"({"client":"worker-02"})");
    world.queueUp(3);
    const auto answer = world.plan(holder);
    QVERIFY(answer.ok());
    const auto& plan = *answer.result();
    QCOMPARE(plan.lockPath, std::string("/a"));
    QCOMPARE(plan.nodePath, holder);
    QVERIFY(plan.holds);
    QCOMPARE(plan.owner, 1);
    QCOMPARE(plan.host, std::string("10.0.0.1"));
    QCOMPARE("/a/" + plan.next, next);
    QCOMPARE(plan.nextClient, std::string("worker-02"));
    QCOMPARE(plan.waiters, 2);
    QVERIFY(riskOf(plan).find("the holder may continue, because its session may be alive") != std::string::npos);
    QVERIFY(world.ensemble.exists(holder)); // a plan deletes nothing
}

void ReleaseServiceTest::plansForAWaiter()
{
    World world;
    world.queueUp(1);
    const auto answer = world.plan(world.queueUp(2));
    QVERIFY(answer.ok());
    QVERIFY(!answer.result()->holds);
    QVERIFY(answer.result()->next.empty());
    QVERIFY(riskOf(*answer.result()).find("loses its position") != std::string::npos);
}

/// The sentence of the lock's dialect; it is not said of a node of which it is not true.
void ReleaseServiceTest::theDialectSaysWhatBreaks()
{
    World world;
    const auto queueUp = [&](const std::string& prefix, SessionId session) {
        return world.ensemble.create(prefix, "", session, zk::CreateMode::EphemeralSequential).value().path;
    };
    const auto risk = [&](const std::string& node) {
        const auto answer = world.plan(node);
        return answer.ok() ? riskOf(*answer.result()) : describe(answer.result().error());
    };
    for (const auto* path :
         {"/a/election", "/accumulo", "/accumulo/i", "/accumulo/i/managers", "/accumulo/i/managers/lock"})
        QVERIFY2(world.ensemble.create(path), path);
    const std::string elects = "Another candidate then leads while the leader still acts.";
    const auto leader = queueUp("/a/election" + curatorPrefix, 1);
    const auto candidate = queueUp("/a/election" + curatorPrefix, 2);
    QVERIFY2(risk(leader).starts_with(elects), risk(leader).c_str());
    QVERIFY2(risk(candidate).find("loses its position") != std::string::npos, risk(candidate).c_str());
    QVERIFY2(risk(candidate).find(elects) == std::string::npos, risk(candidate).c_str());

    const std::string halts = "The server that loses this node halts at once.";
    const auto manager = queueUp("/accumulo/i/managers/lock/zlock#0b3e4f5a-1111-4222-8333-abcdefabcdef#", 1);
    const auto standby = queueUp("/accumulo/i/managers/lock/zlock#f9d81c06-2222-4333-9444-0123456789ab#", 2);
    QVERIFY2(risk(manager).starts_with(halts), risk(manager).c_str());
    QVERIFY2(risk(standby).starts_with(halts), risk(standby).c_str());

    QVERIFY(world.ensemble.create("/a/leader"));
    QVERIFY(world.ensemble.create("/a/leader/0"));
    for (const SessionId session : {3, 4})
        queueUp("/a/leader" + curatorPrefix, session);
    QVERIFY2(risk("/a/leader/0").find("the queue waits for it") != std::string::npos, risk("/a/leader/0").c_str());
    QVERIFY2(risk("/a/leader/0").find(elects) == std::string::npos, risk("/a/leader/0").c_str());
}

void ReleaseServiceTest::plansForANodeWithoutASession()
{
    World world;
    const auto immortal =
        world.ensemble.create("/a" + curatorPrefix, "", 0, zk::CreateMode::PersistentSequential).value().path;
    const auto answer = world.plan(immortal);
    QVERIFY(answer.ok());
    QCOMPARE(answer.result()->owner, 0);
    QVERIFY(riskOf(*answer.result()).find("No session") != std::string::npos);
    QVERIFY(world.release(*answer.result()).ok());
    QVERIFY(!world.ensemble.exists(immortal));
}

void ReleaseServiceTest::deletesTheNodeThatWasShown()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto next = world.queueUp(2);
    QVERIFY(world.ensemble.setData(holder, "__REVOKE__")); // a changed payload is still the same node
    const auto plan = world.plan(holder);
    QVERIFY(plan.ok());
    QVERIFY(world.release(*plan.result()).ok());
    QVERIFY(!world.ensemble.exists(holder));
    QVERIFY(world.ensemble.exists(next));
}

void ReleaseServiceTest::refusesAReplacedNode()
{
    World world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    const auto plan = world.plan("/a/lock");
    QVERIFY(plan.ok());
    QVERIFY(!plan.result()->waitersKnown);
    QVERIFY(world.ensemble.remove("/a/lock"));
    QVERIFY(world.ensemble.create("/a/lock", "two", 1, zk::CreateMode::Ephemeral));
    QVERIFY(world.release(*plan.result()).failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data("/a/lock"), std::string("two"));
    QCOMPARE(world.ensemble.stat("/a/lock")->version, 0);
}

void ReleaseServiceTest::refusesWhatIsNoLock()
{
    World world;
    world.queueUp(1);
    QVERIFY(world.ensemble.create("/a/readme", "text"));
    QVERIFY(world.ensemble.create("/jobs"));
    const auto job = world.ensemble.create("/jobs/job-", "", 0, zk::CreateMode::PersistentSequential).value().path;
    QVERIFY(world.plan("/a").failedWith(ErrorCode::NotALock)); // the directory is not a contender
    QVERIFY(world.plan("/a/readme").failedWith(ErrorCode::NotALock));
    QVERIFY(world.plan(job).failedWith(ErrorCode::NotALock));
    QVERIFY(world.ensemble.create("/brokers"));
    QVERIFY(world.ensemble.create("/brokers/1001", "", 1, zk::CreateMode::Ephemeral)); // a member, not a lock
    QVERIFY(world.plan("/brokers/1001").failedWith(ErrorCode::NotALock));
}

void ReleaseServiceTest::saysWhichPermissionIsMissing()
{
    World world;
    const auto holder = world.queueUp(1);
    world.ensemble.deny("/a", zk::Permission::Delete);
    const auto plan = world.plan(holder);
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::NoAuth));
    QVERIFY(describe(answer.result().error()).find("DELETE permission on /a") != std::string::npos);
    QCOMPARE(printed(toString(world.lastAct().verdict())), "failed");
}

void ReleaseServiceTest::needsNoPermissionOnTheNodeItself()
{
    World world;
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    QVERIFY(world.ensemble.create("/a/n_", "two", 1, zk::CreateMode::EphemeralSequential));
    for (const std::string path : {"/a/lock", "/a/n_0000000001"}) {
        world.ensemble.deny(path, zk::Permission::Write);
        const auto plan = world.plan(path);
        const auto answer = world.release(*plan.result());
        QVERIFY(answer.ok());
        QCOMPARE(printed(toString(answer.result()->releaseResult.guarded.proof)), "counter");
        QVERIFY(!world.ensemble.exists(path));
    }
}

void ReleaseServiceTest::reportsWhoHoldsAfterwards()
{
    World world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto next = world.queueUp(2, R"({"client":"worker-02"})");
    const auto plan = world.plan(holder);
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.ok());
    const auto& after = answer.result()->releaseResult;
    QVERIFY(after.isGone && after.holderKnown);
    QCOMPARE("/a/" + after.holder, next);
    QCOMPARE(after.holderClient, std::string("worker-02"));
    const auto noClient = world.release(*world.plan(next).result());
    QVERIFY(noClient.ok() && noClient.result()->releaseResult.holderKnown);
    QCOMPARE(noClient.result()->releaseResult.holder, std::string());
}

void ReleaseServiceTest::notesWhatItDoes()
{
    World world;
    const auto holder = world.queueUp(1, "10.0.0.1");
    const auto plan = world.plan(holder);
    QVERIFY(world.release(*plan.result()).ok());
    const auto act = world.lastAct();
    QCOMPARE(printed(toString(act.verdict())), "released");
    QCOMPARE(act.record.nodePath(), holder);
    QCOMPARE(act.record.lockPath(), std::string("/a"));
    QCOMPARE(act.record.reason, std::string("stuck"));
    QCOMPARE(act.record.ticket, std::string("OPS-7"));
    QCOMPARE(act.record.connect, std::string("fake:2181"));
    QCOMPARE(act.record.session, toHex(world.client->session().id));
    QVERIFY(act.record.actor == Actor::self());
    QVERIFY(act.record.journal.find("write the system log") != std::string::npos); // this world has none
    QVERIFY(act.record.outcome->verified);

    const auto other = world.queueUp(2);
    auto stale = *world.plan(other).result();
    stale.owner = 9;
    QVERIFY(world.release(stale).failedWith(ErrorCode::Refused));
    QCOMPARE(printed(toString(world.lastAct().verdict())), "refused");
}

/// In the record before the action, and in the one after it.
void ReleaseServiceTest::recordsItsUser()
{
    World world;
    world.settings.access = {"prod", {"digest:ops"}, true};
    world.open();
    const auto holder = world.queueUp(1);
    QVERIFY(world.release(*world.plan(holder).result()).ok());
    const auto lines = contentsOf(QString::fromStdString(world.settings.trail.file())).trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    for (const auto& line : lines) {
        const auto record = parseActionRecord(line);
        QVERIFY(record);
        QVERIFY(record->access == world.settings.access);
        QVERIFY(!record->journal.empty()); // this world has no system log
    }
}

void ReleaseServiceTest::withoutARecordNothingIsDone()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    world.settings.trail = ActionLog("/proc/self/nowhere/audit.jsonl"); // no user can create a folder there
    world.open();
    world.ensemble.clearRequests();
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::System));
    QVERIFY(describe(answer.result().error()).find("Without a record, no action is taken") != std::string::npos);
    QVERIFY(world.ensemble.requests().empty());
    QVERIFY(world.ask(*plan.result(), 1s).failedWith(ErrorCode::System));
    QVERIFY(world.ensemble.requests().empty());
    QVERIFY(world.ensemble.exists(holder));
}

void ReleaseServiceTest::anOutcomeThatCanNotBeNotedIsReported_data()
{
    QTest::addColumn<bool>("replaced");
    QTest::newRow("of a delete") << false;
    QTest::newRow("of a refusal") << true;
}

void ReleaseServiceTest::anOutcomeThatCanNotBeNotedIsReported()
{
    QFETCH(bool, replaced);
    World world;
    const auto holder = world.queueUp(1);
    auto plan = *world.plan(holder).result();
    if (replaced)
        plan.creationId += 1;
    const auto file = QString::fromStdString(world.settings.trail.file());
    world.ensemble.onExecuting([&](SessionId, const FakeRequest& request) {
        if (request.op != FakeOp::Sync)
            return;
        // The intent is logged by now; then the log file is moved away and a folder has its name.
        QVERIFY(QFile::rename(file, file + QStringLiteral(".old")));
        QVERIFY(QDir().mkdir(file));
    });
    const auto answer = world.release(plan);
    world.ensemble.onExecuting({});
    QCOMPARE(answer.ok(), !replaced);
    QCOMPARE(world.ensemble.exists(holder), replaced);
    const auto reported = replaced ? answer.result().error().detail : answer.result()->auditTrouble;
    QVERIFY2(reported.find("write the action log") != std::string::npos, reported.c_str());
    const auto old = readAudit(file.toStdString() + ".old");
    QVERIFY(old && old->entries.size() == 1);
    QVERIFY(!old->entries.front().record.outcome);
}

void ReleaseServiceTest::refusesWithoutAQuorum()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    world.ensemble.setReadOnly(*world.client, true);
    world.executor.runUntilIdle();
    QCOMPARE(printed(toString(world.client->session().state)), printed(toString(SessionState::ReadOnly)));
    world.ensemble.clearRequests();
    QVERIFY(world.release(*plan.result()).failedWith(ErrorCode::ReadOnlyServer));
    QVERIFY(world.ensemble.requests().empty());
    QVERIFY(world.ensemble.exists(holder));
    QCOMPARE(printed(toString(world.lastAct().verdict())), "failed");
}

void ReleaseServiceTest::aListStopsAtTheFirstRefusal()
{
    World world;
    std::vector<ReleasePlan> plans;
    std::vector<std::string> nodes;
    for (int i = 1; i <= 4; ++i)
        nodes.push_back(world.queueUp(i));
    for (const auto i : {3, 1, 0})
        plans.push_back(*world.plan(nodes[static_cast<std::size_t>(i)]).result());
    plans[1].creationId += 100; // of another node
    std::vector<Result<ReleaseOutcome>> outcomes;
    world.service->releaseEach(plans, {"cleaning up", {}},
                               [&](std::vector<Result<ReleaseOutcome>> all) { outcomes = std::move(all); });
    world.executor.runUntilIdle();
    QCOMPARE(outcomes.size(), std::size_t(2));
    QVERIFY(outcomes[0]);
    QVERIFY(!outcomes[1] && outcomes[1].error().code == ErrorCode::Refused);
    QVERIFY(!world.ensemble.exists(nodes[3]));
    QVERIFY(world.ensemble.exists(nodes[1]) && world.ensemble.exists(nodes[0]));
}

void ReleaseServiceTest::reportsWhoWasQuicker_data()
{
    QTest::addColumn<QString>("servers");
    QTest::addColumn<bool>("otherNode");
    QTest::addColumn<QString>("who");
    QTest::newRow("the session lives") << "list it" << false << "session 0x1 is still alive";
    QTest::newRow("the session ended") << "do not" << false << "0x1 has ended";
    QTest::newRow("by its other node") << "" << true << "session 0x1 is still alive";
    QTest::newRow("no report") << "" << false << "the cause is unknown";
}

void ReleaseServiceTest::reportsWhoWasQuicker()
{
    QFETCH(QString, servers);
    QFETCH(bool, otherNode);
    QFETCH(QString, who);
    World world;
    const auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->hasEverySession = true;
    if (servers == u"list it")
        facts->sessions[1].id = 1;
    if (!servers.isEmpty())
        world.actorSettings.freshFacts = [facts](const auto& done) { done(facts); };
    world.open();
    const auto holder = world.queueUp(1);
    auto plan = *world.plan(holder).result();
    if (otherNode) {
        QVERIFY(world.ensemble.create("/b", {}, 1, zk::CreateMode::Ephemeral));
        plan.others = {{"/b", "/b", true}};
    }
    QVERIFY(world.ensemble.remove(holder));
    const auto answer = world.release(plan);
    QVERIFY(answer.failedWith(ErrorCode::NoNode));
    const auto reported = QString::fromStdString(answer.result().error().detail);
    QVERIFY2(reported.contains(who) && reported.contains(u"the node no longer exists"), qPrintable(reported));
    QCOMPARE(printed(toString(world.lastAct().verdict())), "already-gone");
    QVERIFY(world.plan(holder).failedWith(ErrorCode::NoNode));
}

void ReleaseServiceTest::aWaiterThatHoldsByNowIsAnotherDecision()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto waiter = world.queueUp(2);
    const auto plan = world.plan(waiter);
    QVERIFY(!plan.result()->holds);
    QVERIFY(world.ensemble.remove(holder));
    const auto answer = world.release(*plan.result());
    QVERIFY(answer.failedWith(ErrorCode::Refused));
    QVERIFY(answer.result().error().detail.find("the node now holds the lock") != std::string::npos);
    QVERIFY(world.ensemble.exists(waiter));
}

void ReleaseServiceTest::asksTheHolder_data()
{
    QTest::addColumn<bool>("follows");
    QTest::newRow("who follows") << true;
    QTest::newRow("who does not") << false;
}

void ReleaseServiceTest::asksTheHolder()
{
    QFETCH(bool, follows);
    World world;
    const auto holder = world.queueUp(1);
    const auto plan = world.plan(holder);
    const auto answer = world.ask(*plan.result(), 10s);
    QVERIFY(!answer.arrived());
    QCOMPARE(world.ensemble.data(holder), std::string("__REVOKE__"));
    world.executor.advance(3s);
    QVERIFY(!answer.arrived());
    if (follows)
        QVERIFY(world.ensemble.remove(holder));
    world.executor.runUntilIdle();
    QCOMPARE(answer.arrived(), follows);
    world.executor.advance(7s);
    QCOMPARE(answer.count(), 1);
    QVERIFY(answer.ok());
    QCOMPARE(answer.result()->followed, follows);
    QVERIFY(answer.result()->took == (follows ? 3s : 10s));
    QCOMPARE(printed(toString(world.lastAct().verdict())), follows ? "followed" : "ignored");
}

void ReleaseServiceTest::asksNoHolderThatCannotFollow()
{
    World world;
    const auto holder = world.queueUp(1);
    const auto waiter = world.queueUp(2);
    QVERIFY(world.ask(*world.plan(waiter).result(), 1s).failedWith(ErrorCode::Refused));
    auto replaced = *world.plan(holder).result();
    replaced.creationId += 1;
    QVERIFY(world.ask(replaced, 1s).failedWith(ErrorCode::Refused));
    QCOMPARE(world.ensemble.data(holder), std::string());
    QVERIFY(world.ensemble.create("/a/lock", "one", 1, zk::CreateMode::Ephemeral));
    QVERIFY(world.ensemble.create("/k"));
    const auto kazoo = world.ensemble.create("/k/0b3e4f5a111142228333abcdefabcdef__lock__", "me", 1,
                                             zk::CreateMode::EphemeralSequential);
    const auto plan = world.plan(kazoo->path);
    QVERIFY(plan.ok());
    const auto answer = world.ask(*plan.result(), 1s);
    QVERIFY(answer.failedWith(ErrorCode::Refused));
    QVERIFY(answer.result().error().detail.find("have no message for a revocation request") != std::string::npos);
    QCOMPARE(world.ensemble.data(kazoo->path), std::string("me"));
}

} // namespace lockscope::releaseServiceTest

LOCKSCOPE_TEST(lockscope::releaseServiceTest::ReleaseServiceTest)
#include "ReleaseServiceTest.moc"
