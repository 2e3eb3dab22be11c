// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Kazoo's semaphore: the tests of Kazoo's own suite (listed in README.md).

#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/queue/NamePattern.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

namespace lockscope::kazooSemaphoreTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;

namespace {

constexpr auto path = "/pool/a";
constexpr auto gate = "/pool/a-__lock__";

/// A program with its semaphore. Each of its owners takes one lease.
struct User {
    explicit User(LockWorld& where, int leases = 1, const std::string& name = {})
        : world(where)
        , client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
        , semaphore(std::in_place, *client, path, leases, called(name))
    {
        world.settle();
    }
    ~User()
    {
        keepers.dropAll();
        world.executor.runAndWait([this] { semaphore.reset(); });
        client.reset();
        world.settle();
    }
    User(const User&) = delete;
    User& operator=(const User&) = delete;
    static locks::NodeOptions called(const std::string& name)
    {
        locks::NodeOptions options;
        options.payload = name;
        return options;
    }
    Answer<locks::Grant> acquire(std::optional<Duration> timeout = {}, std::uint64_t owner = 1,
                                 const std::stop_token& stop = {})
    {
        Answer<locks::Grant> answer;
        auto& keeper = keepers.of(owner);
        semaphore->acquireAsync(keeper.owner(), timeout, stop, keeper.keeping(answer.reply()));
        world.settle();
        return answer;
    }
    Answer<void> release(std::uint64_t owner = 1)
    {
        Answer<void> answer;
        keepers.of(owner).release(answer.reply());
        world.settle();
        return answer;
    }
    [[nodiscard]] locks::LockState state(std::uint64_t owner = 1)
    {
        (void)client->session();
        return keepers.of(owner).state();
    }

    LockWorld& world;
    std::unique_ptr<FakeClient> client;
    std::optional<locks::KazooSemaphore> semaphore;
    Keepers keepers;
};

/// Kazoo's lease_holders(): the data of their leases, sorted.
QByteArray holders(LockWorld& world)
{
    std::vector<std::string> names;
    for (const auto& lease : world.ensemble.children(path))
        names.push_back(world.ensemble.data(path + ("/" + lease)));
    std::sort(names.begin(), names.end());
    return printed(names);
}

} // namespace

class KazooSemaphoreTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesWhatKazooReads();
    void refusesWithoutWaiting();
    void listsItsHolders();
    void canBeCancelled();
    void releasesOneByOne();
    void survivesALostSession();
    void queuesAgainFromInsideTheGate();
    void refusesAnotherNumberOfLeases();
    void refusesANumberThatLetsNoClientIn();
    void countsFailuresInARow();
    void ignoresDataThatIsNoNumber();
    void timesOut();
    void survivesALostReply_data();
    void survivesALostReply();
    void makesItsPathAgainAfterTheCount();
};

void KazooSemaphoreTest::writesWhatKazooReads()
{
    LockWorld world;
    User one(world, 3, "me");
    const auto answer = one.acquire();
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.data(path), std::string("3"));
    const auto lease = world.ensemble.children(path).at(0);
    QCOMPARE(lease.size(), std::size_t(32));
    QVERIFY(queue::NamePattern::parse("{hex32}")->match(lease));
    QCOMPARE(world.ensemble.data(path + ("/" + lease)), std::string("me"));
    QCOMPARE(world.ensemble.stat(path + ("/" + lease))->ephemeralOwner, one.client->session().id);
    QCOMPARE(answer.result()->token, world.ensemble.stat(path + ("/" + lease))->czxid);
    QVERIFY(world.ensemble.exists(gate));
    QVERIFY(world.ensemble.children(gate).empty()); // released once the lease exists
}

void KazooSemaphoreTest::refusesWithoutWaiting()
{
    LockWorld world;
    User one(world, 2);
    QVERIFY(one.acquire(0s, 1).ok());
    QVERIFY(one.acquire(0s, 2).ok());
    QVERIFY(one.acquire(0s, 3).failedWith(ErrorCode::TimedOut));
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(2));
    QVERIFY(one.release(2).ok());
    QVERIFY(one.acquire(0s, 3).ok());
}

void KazooSemaphoreTest::listsItsHolders()
{
    LockWorld world;
    User one(world, 2, "one");
    User two(world, 2, "two");
    User three(world, 2, "three");
    QVERIFY(one.acquire().ok());
    QVERIFY(two.acquire().ok());
    const auto third = three.acquire();
    QCOMPARE(holders(world), "one two");
    QVERIFY(one.release().ok());
    QVERIFY(third.ok());
    QCOMPARE(holders(world), "three two");
}

void KazooSemaphoreTest::canBeCancelled()
{
    LockWorld world;
    User one(world);
    User two(world);   // waits for a lease, inside the gate
    User three(world); // waits at the gate
    QVERIFY(one.acquire().ok());
    std::stop_source inside;
    std::stop_source outside;
    const auto second = two.acquire({}, 1, inside.get_token());
    const auto third = three.acquire({}, 1, outside.get_token());
    world.linger();
    QCOMPARE(world.ensemble.children(gate).size(), std::size_t(2));
    outside.request_stop();
    world.settle();
    QVERIFY(third.failedWith(ErrorCode::Cancelled));
    QCOMPARE(world.ensemble.children(gate).size(), std::size_t(1));
    inside.request_stop();
    world.settle();
    QVERIFY(second.failedWith(ErrorCode::Cancelled));
    QVERIFY(world.ensemble.children(gate).empty());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void KazooSemaphoreTest::releasesOneByOne()
{
    LockWorld world;
    User one(world, 3);
    for (const std::uint64_t owner : {1U, 2U, 3U})
        QVERIFY(one.acquire({}, owner).ok());
    for (std::size_t left = 3; left > 0; --left) {
        QCOMPARE(world.ensemble.children(path).size(), left);
        QVERIFY(one.release(left).ok());
        QVERIFY(one.release(left).failedWith(ErrorCode::NotHeld));
    }
    QVERIFY(world.ensemble.children(path).empty());
}

void KazooSemaphoreTest::survivesALostSession()
{
    LockWorld world;
    User one(world);
    User two(world);
    User three(world);
    User four(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire();
    const auto third = three.acquire();
    const auto fourth = four.acquire();
    world.linger();
    world.ensemble.expire(*three.client); // it waited at the gate
    world.executor.advance(1s);
    QVERIFY(!second.arrived() && !third.arrived() && !fourth.arrived());
    world.ensemble.expire(*one.client); // it held the lease
    world.executor.advance(1s);
    QCOMPARE(printed(one.state().phase), "Lost");
    QVERIFY(second.ok());
    QVERIFY(!third.arrived() && !fourth.arrived());
    QVERIFY(two.release().ok());
    world.executor.advance(1s);
    QVERIFY(fourth.ok());
    QVERIFY(!third.arrived()); // a client that lost its position is last
    QVERIFY(four.release().ok());
    QVERIFY(third.ok());
}

void KazooSemaphoreTest::queuesAgainFromInsideTheGate()
{
    LockWorld world;
    User one(world);
    User two(world);
    User three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire(); // inside the gate
    const auto third = three.acquire();
    world.linger();
    world.ensemble.expire(*two.client);
    world.executor.advance(1s);
    QVERIFY(!third.arrived());
    QVERIFY(one.release().ok());
    QVERIFY(third.ok()); // the next client passed the gate
    QVERIFY(three.release().ok());
    world.executor.advance(1s);
    QVERIFY(second.ok());
}

void KazooSemaphoreTest::refusesAnotherNumberOfLeases()
{
    LockWorld world;
    User one(world, 1);
    User two(world, 2);
    QVERIFY(one.acquire().ok());
    const auto answer = two.acquire();
    QVERIFY(answer.failedWith(ErrorCode::BadArguments));
    QVERIFY(answer.result().error().detail.find("2") != std::string::npos);
    QCOMPARE(world.ensemble.data(path), std::string("1"));
    QVERIFY(world.ensemble.children(gate).empty());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void KazooSemaphoreTest::refusesANumberThatLetsNoClientIn()
{
    for (const int leases : {0, -1, -7}) {
        LockWorld world;
        User one(world, leases);
        const auto answer = one.acquire();
        QVERIFY(answer.failedWith(ErrorCode::BadArguments));
        QVERIFY(answer.result().error().detail.find(std::to_string(leases)) != std::string::npos);
        QVERIFY(!world.ensemble.exists("/pool")); // nothing was written, not even the number of leases
    }
}

void KazooSemaphoreTest::countsFailuresInARow()
{
    LockWorld world;
    User one(world);
    auto options = User::called("two");
    options.retry = locks::RetryPolicy::times(1, 10ms);
    const auto client = FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout);
    world.settle();
    std::optional<locks::KazooSemaphore> two(std::in_place, *client, path, 1, options);
    QVERIFY(one.acquire().ok());
    Answer<locks::Hold> second;
    two->acquireAsync({}, {}, second.reply());
    world.executor.advance(1s);
    for (int i = 0; i < 5; ++i) { // each time it reads again, once unsuccessfully
        world.ensemble.fail({.op = FakeOp::Children, .code = ErrorCode::Throttled, .client = client.get()});
        const auto other = path + ("/other" + std::to_string(i));
        QVERIFY(world.ensemble.create(other));
        world.executor.advance(1s);
        QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
        QVERIFY(!second.arrived());
        QVERIFY(world.ensemble.remove(other));
        world.executor.advance(1s);
    }
    QVERIFY(one.release().ok());
    QVERIFY(second.ok());
    world.executor.runAndWait([&] { two.reset(); });
}

void KazooSemaphoreTest::ignoresDataThatIsNoNumber()
{
    for (const auto* data : {"", "a", "3 of them", "0x3"}) {
        LockWorld world;
        QVERIFY(world.ensemble.create("/pool"));
        QVERIFY(world.ensemble.create(path, data));
        User one(world, 2);
        QVERIFY(one.acquire().ok());
        QCOMPARE(world.ensemble.data(path), std::string(data)); // foreign data stays unchanged
        QVERIFY(one.acquire(0s, 2).ok());
        QVERIFY(one.acquire(0s, 3).failedWith(ErrorCode::TimedOut));
    }
}

void KazooSemaphoreTest::timesOut()
{
    LockWorld world;
    User one(world);
    User two(world);
    User three(world);
    QVERIFY(one.acquire().ok());
    const auto second = two.acquire(2s);  // inside the gate
    const auto third = three.acquire(1s); // at the gate
    world.executor.advance(1s);
    QVERIFY(third.failedWith(ErrorCode::TimedOut));
    QVERIFY(!second.arrived());
    world.executor.advance(1s);
    QVERIFY(second.failedWith(ErrorCode::TimedOut));
    world.executor.advance(1s);
    QVERIFY(world.ensemble.children(gate).empty());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void KazooSemaphoreTest::survivesALostReply_data()
{
    QTest::addColumn<bool>("executed");
    QTest::addRow("lease made") << true;
    QTest::addRow("lease not made") << false;
}

void KazooSemaphoreTest::survivesALostReply()
{
    QFETCH(bool, executed);
    LockWorld world;
    User one(world, 2);
    QVERIFY(one.acquire().ok());
    world.ensemble.fail({.op = FakeOp::Create,
                         .when = executed ? When::AfterExecution : When::BeforeExecution,
                         .path = std::string(path) + "/"});
    const auto answer = one.acquire({}, 2);
    world.executor.advance(1s);
    QCOMPARE(world.ensemble.faultsLeft(), std::size_t(0));
    QVERIFY(answer.ok());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(2)); // the lease it had created, no second one
    QVERIFY(world.ensemble.children(gate).empty());
}

void KazooSemaphoreTest::makesItsPathAgainAfterTheCount()
{
    LockWorld world;
    User one(world, 2);
    QVERIFY(one.acquire().ok());
    QVERIFY(one.release().ok());
    const auto held = world.ensemble.hold({.op = FakeOp::Create, .path = std::string(path) + "/"});
    const auto answer = one.acquire();
    QVERIFY(world.ensemble.remove(path));
    world.ensemble.release(held);
    world.executor.advance(1s);
    QVERIFY(answer.ok());
    // As Kazoo's clients expect: with the number of leases, and persistent.
    QCOMPARE(world.ensemble.data(path), std::string("2"));
    QVERIFY(one.release().ok());
    world.ensemble.reapContainers();
    QVERIFY(world.ensemble.exists(path));
}

} // namespace lockscope::kazooSemaphoreTest

LOCKSCOPE_TEST(lockscope::kazooSemaphoreTest::KazooSemaphoreTest)
#include "KazooSemaphoreTest.moc"
