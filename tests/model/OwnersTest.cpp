// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The owner of a contender, and the holds and waits of a session, from snapshots made by hand.

#include "core/model/Owners.h"
#include "core/model/SessionSummary.h"
#include "tests/support/Test.h"

#include <QJsonArray>

namespace lockscope::ownersTest {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

constexpr WallTime noon{1'700'000'000'000ms};

Contender contender(const std::string& node, std::int64_t session, bool holds, const std::string& payloadHost = {})
{
    Contender one;
    one.node = node;
    one.holds = holds;
    ContenderDetails details;
    details.session = session;
    details.createdAt = noon - 60s;
    details.creationId = 7;
    one.firstSeenAt = noon - 60s;
    details.host = payloadHost;
    details.hostSource = payloadHost.empty() ? HostSource::None : HostSource::Payload;
    one.details = details;
    return one;
}

std::shared_ptr<const Lock> lockOf(const std::string& path, std::vector<Contender> queue)
{
    auto lock = std::make_shared<Lock>();
    lock->path = path;
    lock->kind = LockKind::Mutex;
    for (auto& one : queue)
        one.position = static_cast<int>(&one - queue.data());
    lock->queue = std::move(queue);
    return lock;
}

/// Session 1 is connected; 2 is listed without a connection; other sessions are not reported.
std::shared_ptr<ensemble::EnsembleFacts> someFacts()
{
    auto facts = std::make_shared<ensemble::EnsembleFacts>();
    facts->takenAt = noon - 2s;
    facts->hasEverySession = true;
    facts->hasEveryConnection = true;
    facts->sessions[1] = {1,         "10.0.0.1:5000", "zk1:2181", ensemble::Source::AdminServer, false, 10s,
                          noon - 3s, noon + 7s,       noon - 1s};
    facts->sessions[2] = {2, {}, {}, ensemble::Source::AdminServer, false, 10s, std::nullopt, noon + 1s, noon - 1s};
    facts->sessions[9] = {9, "10.0.0.9:5000", "zk2:2181", ensemble::Source::FourLetter, false, 4s, noon, {}, noon};
    return facts;
}

} // namespace

class OwnersTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void prefersTheServers();
    void fallsBackToThePayload();
    void knowsUnreadNodesByTheListOfEphemerals();
    void judgesWhetherItLives();
    void reportsWatches();
    void sumsUpSessions();
    void namesWhoIsMissing();
};

void OwnersTest::prefersTheServers()
{
    Snapshot snapshot;
    snapshot.ensemble = someFacts();
    const auto lock = lockOf("/a", {contender("x", 1, true, "from-payload")});
    const auto owner = ownerOf(snapshot, lock->queue[0]);
    QVERIFY(owner.isKnown);
    QCOMPARE(owner.host, std::string("10.0.0.1:5000"));
    QVERIFY(owner.hostSource == HostSource::StatusPage);
    QCOMPARE(owner.server, std::string("zk1:2181"));
    QVERIFY(owner.timeout == 10s && owner.reportedAt == noon - 1s);
    QVERIFY(owner.sinceHeard(noon) == 3s && owner.expiresIn(noon) == 7s);
    QVERIFY(owner.timeLeft(noon) == 7s && !owner.timeLeft(noon + 1min)); // a later heartbeat is possible
    QVERIFY(owner.expiresIn(noon + 1min) == 0s && owner.sinceHeard(noon - 1min) == 0s);
}

void OwnersTest::fallsBackToThePayload()
{
    Snapshot snapshot;
    snapshot.ensemble = someFacts();
    const auto lock =
        lockOf("/a", {contender("x", 2, true, "from-payload"), contender("y", 77, false), contender("z", 0, false)});
    const auto listed = ownerOf(snapshot, lock->queue[0]);
    QCOMPARE(listed.host, std::string("from-payload"));
    QVERIFY(listed.hostSource == HostSource::Payload);
    QVERIFY(listed.expiresAt == noon + 1s && !listed.lastHeard); // the rest of its data still counts
    const auto unknown = ownerOf(snapshot, lock->queue[1]);
    QVERIFY(unknown.isKnown && unknown.session == 77 && unknown.host.empty() && !unknown.reportedAt);
    QVERIFY(unknown.hostSource == HostSource::None);
    const auto immortal = ownerOf(snapshot, lock->queue[2]);
    QVERIFY(immortal.isKnown && immortal.session == 0);
}

void OwnersTest::knowsUnreadNodesByTheListOfEphemerals()
{
    auto unread = contender("x", 0, true);
    unread.details.reset();
    Snapshot snapshot;
    snapshot.ensemble = someFacts();
    QVERIFY(!ownerOf(snapshot, unread).isKnown);
    unread.owner = 1;
    const auto owner = ownerOf(snapshot, unread);
    QVERIFY(owner.isKnown && owner.session == 1);
    QCOMPARE(owner.host, std::string("10.0.0.1:5000"));
}

/// takenAt is noon - 2s, and the nodes were made a minute before noon.
void OwnersTest::judgesWhetherItLives()
{
    auto facts = *someFacts();
    const auto judge = [&](std::int64_t session, WallTime lastSeen = noon) {
        return judgeOwner(facts, contender("x", session, true), lastSeen);
    };
    QVERIFY(judge(1) == OwnerLife::Alive);
    QVERIFY(judge(2) == OwnerLife::Disconnected);
    QVERIFY(judge(2, noon - 2s) == OwnerLife::Unknown); // not seen since the servers were asked
    QVERIFY(judge(3) == OwnerLife::Gone);
    QVERIFY(judge(3, noon - 2s) == OwnerLife::Unknown);
    auto unread = contender("x", 3, true);
    unread.owner = 3;
    unread.details.reset(); // the age of its node is unknown
    QVERIFY(judgeOwner(facts, unread, noon) == OwnerLife::Unknown);
    auto young = contender("x", 3, true);
    young.firstSeenAt = facts.takenAt + 1ms; // whatever the servers' clock says of its age
    QVERIFY(judgeOwner(facts, young, noon) == OwnerLife::Unknown);
    facts.zxid = 6;
    QVERIFY(judgeOwner(facts, young, noon) == OwnerLife::Unknown);
    facts.zxid = 7; // the server that listed the sessions had created the node before
    QVERIFY(judgeOwner(facts, young, noon) == OwnerLife::Gone);
    facts.reportedAt = noon; // the answers took two seconds
    QVERIFY(judgeOwner(facts, young, noon) == OwnerLife::Unknown);
    QVERIFY(judgeOwner(facts, young, noon + 1s) == OwnerLife::Gone);
    facts.reportedAt = {};
    facts.sessions[1].lastHeard = facts.sessions[1].reportedAt - 6'667ms; // of ten seconds
    QVERIFY(judge(1) == OwnerLife::Silent);
    facts.sessions[1].lastHeard = facts.sessions[1].reportedAt - 6'666ms;
    QVERIFY(judge(1) == OwnerLife::Alive);
    facts.sessions[1].lastHeard = facts.sessions[1].reportedAt - 7s;
    facts.sessions[1].askedAt = facts.sessions[1].reportedAt - 1s; // the answer was slow
    QVERIFY(judge(1) == OwnerLife::Alive);
    facts.sessions[1].askedAt = {};
    facts.sessions[1].timeout = 600ms; // a busy machine delays heartbeats by more than this
    facts.sessions[1].lastHeard = facts.sessions[1].reportedAt - 2s;
    QVERIFY(judge(1) == OwnerLife::Alive);
    facts.sessions[1].lastHeard = facts.sessions[1].reportedAt - 2'001ms;
    QVERIFY(judge(1) == OwnerLife::Silent);
    facts.sessions[1].lastHeard.reset();
    QVERIFY(judge(1) == OwnerLife::Alive);
    facts.hasEverySession = facts.hasEveryConnection = false;
    QVERIFY(judge(2) == OwnerLife::Unknown && judge(3) == OwnerLife::Unknown);
}

void OwnersTest::reportsWatches()
{
    const auto lock = lockOf("/a", {contender("x", 1, true), contender("y", 2, false)});
    Snapshot snapshot;
    QVERIFY(!watchesOf(snapshot, *lock, lock->queue[1]));
    auto watches = std::make_shared<ensemble::WatchFacts>();
    watches->isComplete = false;
    watches->watchers["/a/x"] = {2};
    snapshot.watchers = watches;
    QVERIFY(watchesOf(snapshot, *lock, lock->queue[1]) == std::vector<std::string>{"x"});
    QVERIFY(!watchesOf(snapshot, *lock, lock->queue[0])); // a server that did not answer may have some
    watches->isComplete = true;
    QVERIFY(watchesOf(snapshot, *lock, lock->queue[0]) == std::vector<std::string>());
}

void OwnersTest::sumsUpSessions()
{
    Snapshot snapshot;
    snapshot.session.id = 9;
    snapshot.ensemble = someFacts();
    snapshot.locks = {lockOf("/a", {contender("x", 1, true), contender("y", 2, false)}),
                      lockOf("/b", {contender("x", 2, true), contender("y", 1, false), contender("z", 3, false)}),
                      lockOf("/c", {contender("x", 0, true)})};
    const auto few = summariesOf(snapshot, WhichSessions::WithLocks);
    QCOMPARE(few.size(), std::size_t(3));
    QCOMPARE(few[0].owner.session, std::int64_t(2)); // two wait behind it
    QVERIFY(few[0].holds == (std::vector<SessionNode>{{{"/b", LockPart::Queue, "x"}, 0}}));
    QVERIFY(few[0].waits == (std::vector<SessionNode>{{{"/a", LockPart::Queue, "y"}, 1, 1}}));
    QCOMPARE(few[1].owner.session, std::int64_t(1));
    QCOMPARE(few[2].owner.session, std::int64_t(3));
    const auto all = summariesOf(snapshot, WhichSessions::All);
    QCOMPARE(all.size(), std::size_t(4));
    QVERIFY(all[3].owner.session == 9 && all[3].isOwn && all[3].owner.hostSource == HostSource::StatusCommand);
    QVERIFY(!few[0].isOwn);
    snapshot.ownSessions = {9, 2}; // a second session has more of its watches
    QVERIFY(summariesOf(snapshot, WhichSessions::WithLocks)[0].isOwn);
}

void OwnersTest::namesWhoIsMissing()
{
    Snapshot snapshot;
    snapshot.ensemble = someFacts();
    snapshot.locks = {lockOf("/a", {contender("x", 3, true)})};
    QVERIFY(summariesOf(snapshot, WhichSessions::WithLocks)[0].isMissing);
    auto session =
        sessionsJson(snapshot, WhichSessions::WithLocks, noon)[QLatin1String("sessions")].toArray().first().toObject();
    QVERIFY(session[QLatin1String("listed")] == QJsonValue(false) &&
            session[QLatin1String("connected")] == QJsonValue(false));
    auto facts = someFacts();
    facts->hasEverySession = facts->hasEveryConnection = false;
    snapshot.ensemble = facts;
    QVERIFY(!summariesOf(snapshot, WhichSessions::WithLocks)[0].isMissing);
    session =
        sessionsJson(snapshot, WhichSessions::WithLocks, noon)[QLatin1String("sessions")].toArray().first().toObject();
    QVERIFY(session[QLatin1String("listed")].isNull() && session[QLatin1String("connected")].isNull() &&
            session[QLatin1String("timeoutMs")].isNull());
}

} // namespace lockscope::ownersTest

LOCKSCOPE_TEST(lockscope::ownersTest::OwnersTest)
#include "OwnersTest.moc"
