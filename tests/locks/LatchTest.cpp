// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The base suite's requirements, as far as they apply to a latch, which is not a Lock.

#include "tests/locks/Election.h"
#include "tests/support/Test.h"

namespace lockscope::latchTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::LatchOptions;

namespace {

constexpr const char* path = electionPath;

void addMoments()
{
    QTest::addColumn<int>("when");
    QTest::addRow("the request") << static_cast<int>(When::BeforeExecution);
    QTest::addRow("the reply") << static_cast<int>(When::AfterExecution);
}

When moment()
{
    QFETCH(int, when);
    return static_cast<When>(when);
}

} // namespace

class LatchTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void doesNotLeadPastItsDeadlineThoughConnected();

    // Lost requests
    static void findsItsNodeAfterALostReply_data() { addMoments(); }
    void findsItsNodeAfterALostReply();
    void adoptsNoNodeThatOnlyLooksLikeItsOwn();
    static void leavesAfterALostReply_data() { addMoments(); }
    void leavesAfterALostReply();
    static void takesRefusalsForAnAnswerToCome_data();
    void takesRefusalsForAnAnswerToCome();

    // Ended sessions
    void queuesAgainOnANewSession();
    void knowsBeforeTheNextOneLeads();
    void waitsBehindItsOwnDeadSession();
    void leavesOnceContactIsBack();
    void leavesWithWhatEarlierTriesMade();
    void neverLeadsThroughAReadOnlyServer();
    void joinsOnceThereIsAQuorum();
    void endsWithTheClient();
    void outlivesAHandlerThatClosesTheClient();

    // Deleted nodes
    void reportsItsPlace();
    void queuesAgainWhenItsPlaceIsDeleted();
    void isLostWhenItsNodeIsDeleted();
    void makesParentsAgain();
    void makesParentsThatGoBeforeItsNodeIsThere();

    // Time limits of callers
    static void leavesNoNodeWhenItGoesWithItsCreateInFlight_data();
    void leavesNoNodeWhenItGoesWithItsCreateInFlight();
    void tokensGrow();
};

/// A stopped process continues before it is notified of anything.
void LatchTest::doesNotLeadPastItsDeadlineThoughConnected()
{
    LockWorld world;
    const auto client = FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout);
    world.settle();
    std::optional<locks::Latch> latch(std::in_place, *client, "/elections/a", "one");
    world.linger();
    bool leads = false;
    const auto ask = [&] { leads = latch->leads(); };
    world.executor.runAndWait(ask);
    QVERIFY(leads);
    world.ensemble.cut(*client);
    world.clock.advance(LockWorld::timeout + 1s); // the process is stopped: none of its timers runs
    QVERIFY(client->session().state == SessionState::Connected);
    world.executor.post(ask);
    QVERIFY(world.executor.runOne());
    QVERIFY(!leads);
    world.executor.runAndWait([&] { latch.reset(); });
    world.settle();
}

void LatchTest::findsItsNodeAfterALostReply()
{
    Election election(1);
    election.ensemble.fail({.op = FakeOp::Create, .when = moment(), .path = path});
    Candidate late(election, "late");
    election.wait();
    QCOMPARE(election.ensemble.faultsLeft(), std::size_t(0));
    QCOMPARE(election.nodes(), std::size_t(2));
    QVERIFY(!late.leads());
    QVERIFY(election[0].close().ok());
    QVERIFY(late.leads());
    QCOMPARE(election.nodes(), std::size_t(1));
}

void LatchTest::adoptsNoNodeThatOnlyLooksLikeItsOwn()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/elections") && world.ensemble.create(path));
    world.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution});
    Candidate one(world, "one");
    const auto left = world.ensemble.children(path);
    QCOMPARE(left.size(), std::size_t(1));
    // A lagging follower shows the node of an expired session like this: same name, another owner.
    const auto node = path + ("/" + left.front());
    QVERIFY(world.ensemble.remove(node));
    const auto other =
        world.ensemble.create(node.substr(0, node.size() - 10), "", 99, zk::CreateMode::EphemeralSequential);
    QVERIFY(other);
    world.executor.advance(1s);
    QVERIFY(!one.leads());
    QVERIFY(world.ensemble.remove(other->path));
    world.executor.advance(1s);
    QVERIFY(one.leads());
    QCOMPARE(world.ensemble.stat(one.node())->ephemeralOwner, one.client->session().id);
}

void LatchTest::leavesAfterALostReply()
{
    Election election(3);
    for (const std::size_t who : {1, 0}) { // a waiter, the leader
        election.ensemble.fail({.op = FakeOp::Remove, .when = moment()});
        const auto closed = election[who].close();
        election.wait();
        QVERIFY(closed.ok());
        QCOMPARE(election.ensemble.faultsLeft(), std::size_t(0));
        QCOMPARE(election.nodes(), std::size_t(who + 1));
    }
    QCOMPARE(election.leaders(), "2");
}

void LatchTest::takesRefusalsForAnAnswerToCome_data()
{
    QTest::addColumn<int>("code");
    QTest::addRow("throttled") << static_cast<int>(ErrorCode::Throttled);
    QTest::addRow("session moved") << static_cast<int>(ErrorCode::SessionMoved);
}

void LatchTest::takesRefusalsForAnAnswerToCome()
{
    QFETCH(int, code);
    Election election(1);
    for (const auto op : {FakeOp::Create, FakeOp::Children})
        election.ensemble.fail({.op = op, .code = static_cast<ErrorCode>(code)});
    Candidate late(election, "late");
    election.wait();
    election.ensemble.fail({.op = FakeOp::Remove, .code = static_cast<ErrorCode>(code)});
    const auto closed = election[0].close();
    election.wait();
    QVERIFY(closed.ok());
    QCOMPARE(election.ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(late.leads());
    QCOMPARE(election.nodes(), std::size_t(1));
}

void LatchTest::queuesAgainOnANewSession()
{
    Election election(3);
    election.linger();
    const auto session = election[1].client->session().id;
    election.ensemble.expire(*election[1].client);
    election.wait();
    QVERIFY(election[1].client->session().id != session);
    QCOMPARE(election.nodes(), std::size_t(3));
    QVERIFY(election[0].close().ok());
    QCOMPARE(election.leaders(), "2"); // it is at the end of the queue now
    QVERIFY(election[2].close().ok());
    QCOMPARE(election.leaders(), "1");
    QCOMPARE(printed(election[1].reported), "on");
}

void LatchTest::knowsBeforeTheNextOneLeads()
{
    Election election(2, endingWith(LatchOptions::EndsWhen::SessionIsLost));
    election.ensemble.cut(*election[0].client);
    election.wait(LockWorld::timeout * 2 / 3);
    QCOMPARE(election.leaders(), "0");
    election.wait(election[0].client->session().validUntil - election.clock.now());
    QCOMPARE(election.leaders(), ""); // the loss is reported before the server grants the leadership
    election.wait(LockWorld::timeout);
    QCOMPARE(election.leaders(), "1");
}

void LatchTest::waitsBehindItsOwnDeadSession()
{
    Election election(1);
    election.ensemble.keepEphemeralsVisible(*election[0].client);
    election.ensemble.expire(*election[0].client);
    election.wait();
    QCOMPARE(election.nodes(), std::size_t(2));
    QCOMPARE(election.leaders(), "");
    election.ensemble.removeKeptEphemerals();
    election.wait();
    QCOMPARE(election.leaders(), "0");
    QCOMPARE(election.ensemble.stat(election[0].node())->ephemeralOwner, election[0].client->session().id);
}

void LatchTest::leavesOnceContactIsBack()
{
    Election election(3);
    for (const std::size_t who : {1, 0}) {
        election.ensemble.disconnect(*election[who].client);
        election.settle();
        const auto closed = election[who].close();
        election.wait();
        QCOMPARE(election.nodes(), std::size_t(who + 2));
        election.ensemble.reconnect(*election[who].client);
        election.wait();
        QVERIFY(closed.ok());
        QCOMPARE(election.nodes(), std::size_t(who + 1));
    }
    QCOMPARE(election.leaders(), "2");
}

void LatchTest::leavesWithWhatEarlierTriesMade()
{
    locks::LatchOptions impatient;
    impatient.lock.retry = locks::RetryPolicy::none();
    Election election(1);
    election.ensemble.fail({.op = FakeOp::Create, .when = When::AfterExecution, .path = path});
    Candidate late(election, "late", impatient);
    QCOMPARE(election.nodes(), std::size_t(2)); // the outcome is unknown to it, and its policy has given up
    election.ensemble.disconnect(*late.client);
    election.wait(); // retries meanwhile
    const auto closed = late.close();
    QVERIFY(!closed.arrived());
    election.ensemble.reconnect(*late.client);
    election.settle();
    QVERIFY(closed.ok());
    QCOMPARE(election.nodes(), std::size_t(1));
}

void LatchTest::neverLeadsThroughAReadOnlyServer()
{
    Election election(2);
    election.ensemble.setReadOnly(*election[0].client, true);
    election.settle();
    QCOMPARE(election.leaders(), "");
    election.ensemble.setReadOnly(*election[0].client, false);
    election.wait();
    QCOMPARE(election.leaders(), "0");
    QCOMPARE(printed(election[0].reported), "on off on");
    // The first in the queue does not lead either while it is read-only.
    election.ensemble.setReadOnly(*election[1].client, true);
    election.settle();
    QVERIFY(election[0].close().ok());
    election.wait(100ms);
    QCOMPARE(election.leaders(), "");
    election.ensemble.setReadOnly(*election[1].client, false);
    election.wait();
    QCOMPARE(election.leaders(), "1");
}

void LatchTest::joinsOnceThereIsAQuorum()
{
    LockWorld world;
    Candidate one(world, "one", {}, false);
    world.ensemble.setReadOnly(*one.client, true);
    world.ensemble.reconnect(*one.client);
    world.executor.advance(1s);
    QVERIFY(!one.leads());
    QVERIFY(!world.ensemble.exists(path));
    world.ensemble.setReadOnly(*one.client, false);
    world.executor.advance(1min);
    QVERIFY(one.leads());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void LatchTest::endsWithTheClient()
{
    Election election(3);
    for (const std::size_t who : {1, 0}) {
        election[who].client->close([] {});
        election.settle();
        QCOMPARE(election.nodes(), std::size_t(who + 1));
        QVERIFY(election[who].close().ok());
    }
    QCOMPARE(printed(election[0].reported), "on off");
    QCOMPARE(printed(election[1].reported), "");
    QCOMPARE(election.leaders(), "2");
    Candidate late(election, "late");
    late.client->close([] {});
    election.wait(1min);
    QVERIFY(!late.leads());
    QCOMPARE(election.nodes(), std::size_t(1));
}

void LatchTest::outlivesAHandlerThatClosesTheClient()
{
    Election election(2);
    auto closing = election[1].latch->onLeadership([&](bool) { election[1].client->close([] {}); });
    QVERIFY(election[0].close().ok());
    election.wait();
    QCOMPARE(printed(election[1].reported), "on off");
    QCOMPARE(election.leaders(), "");
    QCOMPARE(election.nodes(), std::size_t(0));
    election.executor.runAndWait([&] { closing.reset(); });
}

void LatchTest::reportsItsPlace()
{
    Election election(2);
    std::vector<std::string_view> phases;
    std::string node;
    auto states = election[1].latch->onState([&](const locks::LockState& state) {
        if (phases.empty() || phases.back() != toString(state.phase))
            phases.push_back(toString(state.phase));
        node = state.node;
    });
    QVERIFY(election[0].close().ok());
    election.linger();
    QCOMPARE(printed(phases), "Held");
    QVERIFY(!node.empty() && election[1].node().ends_with(node));
    QVERIFY(election.ensemble.remove(election[1].node()));
    election.wait();
    QCOMPARE(printed(phases), "Held Lost Waiting Held"); // it queues again without a call
    election.executor.runAndWait([&] { states.reset(); });
    QVERIFY(election[1].close().ok());
    QCOMPARE(printed(phases), "Held Lost Waiting Held");
}

void LatchTest::queuesAgainWhenItsPlaceIsDeleted()
{
    Election election(3);
    election.linger();
    const auto place = election[1].node();
    QVERIFY(election.ensemble.remove(place));
    election.wait();
    QCOMPARE(election.nodes(), std::size_t(3));
    QVERIFY(election[1].node() != place);
    QVERIFY(election[0].close().ok());
    QCOMPARE(election.leaders(), "2");
    QVERIFY(election[2].close().ok());
    QCOMPARE(election.leaders(), "1");
}

void LatchTest::isLostWhenItsNodeIsDeleted()
{
    Election election(2);
    election.linger();
    QVERIFY(election.ensemble.remove(election[0].node()));
    election.settle();
    QCOMPARE(election.leaders(), "1");
    QCOMPARE(printed(election[0].reported), "on off");
    election.wait();
    QCOMPARE(election.nodes(), std::size_t(2));
    QVERIFY(election[1].close().ok());
    QCOMPARE(election.leaders(), "0");
    QCOMPARE(printed(election[0].reported), "on off on");
}

void LatchTest::makesParentsAgain()
{
    LockWorld world;
    for (int i = 0; i < 3; ++i) {
        Candidate one(world, "one");
        QVERIFY(one.leads());
        Candidate two(world, "two");
        QVERIFY(one.close().ok());
        QVERIFY(two.leads());
        QVERIFY(two.close().ok());
        world.ensemble.reapContainers();
        QVERIFY(!world.ensemble.exists(path));
    }
}

void LatchTest::makesParentsThatGoBeforeItsNodeIsThere()
{
    LockWorld world;
    int reaped = 0;
    // Each time it has created its directory, the directory is deleted before the node is created in it.
    world.ensemble.onExecuting([&](SessionId, const FakeRequest& request) {
        if (request.op == FakeOp::Create && request.paths.front().starts_with(std::string(path) + "/") && reaped < 5 &&
            world.ensemble.remove(path))
            ++reaped;
    });
    Candidate one(world, "one");
    world.executor.advance(10s);
    QCOMPARE(reaped, 5);
    QVERIFY(one.leads());
    world.ensemble.onExecuting({});
}

void LatchTest::leavesNoNodeWhenItGoesWithItsCreateInFlight_data()
{
    QTest::addColumn<int>("when");
    QTest::addColumn<bool>("closes");
    for (const bool closes : {false, true}) {
        const auto* how = closes ? "closed" : "destroyed";
        QTest::addRow("%s before the request", how) << static_cast<int>(When::BeforeExecution) << closes;
        QTest::addRow("%s before the reply", how) << static_cast<int>(When::AfterExecution) << closes;
    }
}

void LatchTest::leavesNoNodeWhenItGoesWithItsCreateInFlight()
{
    QFETCH(bool, closes);
    LockWorld world;
    QVERIFY(world.ensemble.create("/elections") && world.ensemble.create(path));
    const auto held = world.ensemble.hold({.op = FakeOp::Create, .when = moment()});
    Candidate one(world, "one");
    if (closes)
        (void)one.close(); // answered when the node is gone, or before there is one
    else
        one.destroy();
    world.ensemble.release(held);
    world.executor.advance(1s);
    QVERIFY(world.ensemble.children(path).empty());
    QVERIFY(one.reported.empty());
}

void LatchTest::tokensGrow()
{
    Election election(4);
    std::int64_t last = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        std::optional<std::int64_t> token;
        election.executor.runAndWait([&] { token = election[i].latch->fencingToken(); });
        QVERIFY(token);
        QVERIFY(*token > last);
        QCOMPARE(*token, election.ensemble.stat(election[i].node())->czxid);
        last = *token;
        QVERIFY(election[i].close().ok());
    }
}

} // namespace lockscope::latchTest

LOCKSCOPE_TEST(lockscope::latchTest::LatchTest)
#include "LatchTest.moc"
