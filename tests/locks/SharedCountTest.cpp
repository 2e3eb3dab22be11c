// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/locks/zookeeper/SharedCount.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::sharedCountTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto path = "/counts/a";

struct Sharer {
    explicit Sharer(LockWorld& where, int seed = 3, const locks::NodeOptions& options = {})
        : world(where)
        , client(FakeClient::connect(where.ensemble, where.executor, LockWorld::timeout))
    {
        world.settle();
        count = std::make_unique<locks::SharedCount>(*client, path, seed, options);
        values = count->onValue([this](int value) { reported.push_back(std::to_string(value)); });
        world.settle();
    }
    ~Sharer()
    {
        world.executor.runAndWait([this] {
            values.reset();
            count.reset();
        });
        client.reset();
        world.settle();
    }
    Sharer(const Sharer&) = delete;
    Sharer& operator=(const Sharer&) = delete;

    [[nodiscard]] QByteArray news() { return printed(std::exchange(reported, {})); }
    Answer<void> set(int value)
    {
        Answer<void> answer;
        count->setAsync(value, answer.reply());
        world.settle();
        return answer;
    }
    Answer<bool> trySet(int value)
    {
        Answer<bool> answer;
        count->trySetAsync(value, answer.reply());
        world.settle();
        return answer;
    }
    [[nodiscard]] std::optional<int> value()
    {
        std::optional<int> value;
        world.executor.runAndWait([&] { value = count->value(); });
        return value;
    }

    LockWorld& world;
    std::unique_ptr<FakeClient> client;
    std::unique_ptr<locks::SharedCount> count;
    std::vector<std::string> reported;
    Subscription values;
};

} // namespace

class SharedCountTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void beginsWithTheSeed();
    void takesTheValueThatIsThere();
    void writesFourBytes_data();
    void writesFourBytes();
    void hearsOfOthersChanges();
    void writesOnlyIfUnchanged();
    void writesNothingBeforeItKnows();
    void catchesUpAfterLostContact();
    void livesOnAfterItsSession();
    void believesNoServerThatIsBehind();
    void reportsWhatItMayNotDo();
    void ignoresWhatIsNoNumber();
    void asksSeldomForWhatItMayNotRead();
    void aSemaphoreWaitsForItOutsideTheGate();
    void aSemaphoreRefusesMoreThanThereAre();
};

void SharedCountTest::beginsWithTheSeed()
{
    LockWorld world;
    Sharer one(world, 5);
    QCOMPARE(one.news(), "5");
    QCOMPARE(one.value().value(), 5);
    QCOMPARE(world.ensemble.stat(path)->ephemeralOwner, SessionId(0)); // it outlives its creator
    Sharer two(world, 9);                                              // its seed comes too late
    QCOMPARE(two.news(), "5");
}

void SharedCountTest::takesTheValueThatIsThere()
{
    LockWorld world;
    QVERIFY(world.ensemble.create("/counts"));
    QVERIFY(world.ensemble.create(path, std::string("\0\0\1\2", 4)));
    Sharer one(world);
    QCOMPARE(one.news(), "258");
}

void SharedCountTest::writesFourBytes_data()
{
    QTest::addColumn<int>("value");
    QTest::addColumn<QByteArray>("hex");
    QTest::addRow("nought") << 0 << QByteArray("00000000");
    QTest::addRow("one") << 1 << QByteArray("00000001");
    QTest::addRow("large") << 0x12345678 << QByteArray("12345678");
    QTest::addRow("below zero") << -2 << QByteArray("fffffffe");
    QTest::addRow("smallest") << std::numeric_limits<int>::min() << QByteArray("80000000");
    QTest::addRow("largest") << std::numeric_limits<int>::max() << QByteArray("7fffffff");
}

void SharedCountTest::writesFourBytes()
{
    QFETCH(int, value);
    QFETCH(QByteArray, hex);
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    QVERIFY(one.set(value).ok());
    QCOMPARE(printed(world.ensemble.data(path)).toHex(), hex);
    QCOMPARE(two.value().value(), value);
}

void SharedCountTest::hearsOfOthersChanges()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    QCOMPARE(two.news(), "3");
    for (int value = 10; value < 13; ++value)
        QVERIFY(one.set(value).ok());
    QCOMPARE(two.news(), "10 11 12");
    QCOMPARE(one.news(), "3 10 11 12"); // its own changes as well, once each
    QVERIFY(one.set(12).ok());
    QCOMPARE(two.news(), ""); // written, but unchanged
}

void SharedCountTest::writesOnlyIfUnchanged()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    QVERIFY(one.trySet(4).result().value());
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .client = two.client.get()}); // its read is slow
    QVERIFY(one.trySet(5).result().value());
    const auto late = two.trySet(6);
    world.ensemble.release(held);
    world.settle();
    QVERIFY(late.ok());
    QVERIFY(!late.result().value());
    QCOMPARE(two.value().value(), 5);
    QVERIFY(two.trySet(6).result().value()); // now it has read the value
    QCOMPARE(one.value().value(), 6);
}

void SharedCountTest::writesNothingBeforeItKnows()
{
    LockWorld world;
    Sharer one(world, 5);
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .when = When::AfterExecution});
    Sharer two(world);
    QVERIFY(!two.value());
    const auto early = two.trySet(6);
    world.ensemble.release(held);
    world.settle();
    QVERIFY(early.arrived());
    QCOMPARE(one.value().value(), 5); // which the other has never read
}

void SharedCountTest::catchesUpAfterLostContact()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    world.ensemble.disconnect(*two.client);
    world.settle();
    QVERIFY(one.set(7).ok());
    QCOMPARE(two.value().value(), 3); // the last value it read
    world.ensemble.reconnect(*two.client);
    world.executor.advance(1s);
    QCOMPARE(two.news(), "3 7");
    world.ensemble.fail({.op = FakeOp::Get, .client = two.client.get()}); // the read after a change fails
    QVERIFY(one.set(8).ok());
    world.executor.advance(1s);
    QCOMPARE(two.news(), "8");
}

void SharedCountTest::livesOnAfterItsSession()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    world.ensemble.expire(*two.client);
    world.executor.advance(1s);
    QVERIFY(one.set(7).ok());
    world.executor.advance(1s);
    QCOMPARE(two.news(), "3 7");
}

void SharedCountTest::believesNoServerThatIsBehind()
{
    LockWorld world;
    const auto follower = world.ensemble.addFollower();
    Sharer one(world);
    Sharer two(world);
    world.ensemble.apply(follower, world.ensemble.lag(follower));
    QVERIFY(one.set(0).ok());
    world.settle();
    QCOMPARE(two.news(), "3 0");
    // The first read of its next session is lost, and its next server has not applied the 0 yet.
    const auto first = world.ensemble.hold({.client = two.client.get()});
    world.ensemble.expire(*two.client);
    world.executor.advance(1s);
    world.ensemble.attach(*two.client, follower);
    world.ensemble.disconnect(*two.client);
    world.settle();
    world.ensemble.release(first);
    world.ensemble.reconnect(*two.client);
    world.executor.advance(1s);
    QVERIFY(one.set(5).ok());
    world.ensemble.apply(follower, world.ensemble.lag(follower));
    world.executor.advance(1s);
    QCOMPARE(two.news(), "5");
}

void SharedCountTest::reportsWhatItMayNotDo()
{
    LockWorld world;
    Sharer one(world);
    world.ensemble.deny(path, zk::Permission::Write);
    QVERIFY(one.set(4).failedWith(ErrorCode::NoAuth));
    QVERIFY(one.trySet(4).failedWith(ErrorCode::NoAuth));
    QCOMPARE(one.value().value(), 3);
    world.ensemble.deny(path, 0);
    world.ensemble.fail({.op = FakeOp::Set});
    QVERIFY(one.set(4).failedWith(ErrorCode::ConnectionLoss));
    QVERIFY(world.ensemble.remove(path));
    world.settle(); // it is created again, with the seed
    QVERIFY(world.ensemble.exists(path));
    QVERIFY(one.set(4).ok());
}

void SharedCountTest::ignoresWhatIsNoNumber()
{
    LockWorld world;
    Sharer one(world);
    QVERIFY(world.ensemble.setData(path, "twelve"));
    world.settle();
    QCOMPARE(one.value().value(), 3);
    QVERIFY(world.ensemble.setData(path, std::string("\0\0\0\4", 4)));
    world.settle();
    QCOMPARE(one.news(), "3 4");
}

void SharedCountTest::asksSeldomForWhatItMayNotRead()
{
    LockWorld world;
    Sharer one(world);
    world.ensemble.deny(path, zk::Permission::Read);
    int asked = 0;
    world.ensemble.onExecuting(
        [&](SessionId, const FakeRequest& request) { asked += request.op == FakeOp::Get ? 1 : 0; });
    std::vector<std::string> reported;
    locks::NodeOptions options;
    options.log =
        Log([&](LogLevel, std::string_view, std::string_view line) { reported.emplace_back(line); }, LogLevel::Warning);
    Sharer two(world, 3, options);
    world.executor.advance(10s);
    QVERIFY(asked > 5 && asked < 15); // once a second
    QCOMPARE(reported.size(), std::size_t(1));
    QVERIFY(reported.front().find(path) != std::string::npos);
    world.ensemble.deny(path, 0);
    world.executor.advance(1s);
    QCOMPARE(two.news(), "3");
    world.ensemble.onExecuting({});
}

void SharedCountTest::aSemaphoreWaitsForItOutsideTheGate()
{
    LockWorld world;
    Sharer one(world, 1);
    world.ensemble.deny(path, zk::Permission::Read);
    Sharer two(world);
    std::optional<locks::Semaphore> knowing(std::in_place, *one.client, "/pool", *one.count);
    std::optional<locks::Semaphore> ignorant(std::in_place, *two.client, "/pool", *two.count);
    world.settle();
    const auto ask = [&](locks::Semaphore& semaphore, std::optional<Duration> timeout) {
        Answer<locks::Hold> answer;
        semaphore.acquireAsync(timeout, {}, answer.reply());
        world.settle();
        return answer;
    };
    const auto late = ask(*ignorant, 2s);
    const auto patient = ask(*ignorant, {});
    const auto look = ask(*ignorant, 0s);
    for (const auto* answer : {&look, &late}) {
        world.executor.advance(1s);
        QVERIFY(answer->arrived() || answer == &late);
    }
    world.executor.advance(1s);
    for (const auto* answer : {&look, &late}) {
        QVERIFY(answer->failedWith(ErrorCode::TimedOut));
        QCOMPARE(printed(answer->result().error().detail), "the number of leases is still unknown");
    }
    QVERIFY(!patient.arrived());
    const auto known = ask(*knowing, 0s);
    QVERIFY(known.ok()); // a known number needs no wait
    world.ensemble.deny(path, 0);
    world.executor.advance(2s);
    QVERIFY(!patient.arrived()); // all leases are taken
    QVERIFY(one.set(2).ok());
    world.executor.advance(1s);
    QVERIFY(patient.ok());
    world.executor.runAndWait([&] {
        ignorant.reset();
        knowing.reset();
    });
    world.settle();
    QVERIFY(world.ensemble.children("/pool/leases").empty() && world.ensemble.children("/pool/locks").empty());
}

void SharedCountTest::aSemaphoreRefusesMoreThanThereAre()
{
    LockWorld world;
    Sharer one(world, 2);
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .when = When::AfterExecution});
    Sharer two(world);
    std::optional<locks::Semaphore> pool(std::in_place, *two.client, "/pool", *two.count);
    std::stop_source stop;
    Answer<locks::Hold> many;
    Answer<locks::Hold> cancelled;
    pool->takeAsync(3, {}, {}, many.reply());
    pool->takeAsync(1, {}, stop.get_token(), cancelled.reply());
    world.settle();
    QVERIFY(!many.arrived() && !cancelled.arrived()); // the number of leases is unknown
    stop.request_stop();
    world.settle();
    QVERIFY(cancelled.failedWith(ErrorCode::Cancelled));
    world.ensemble.release(held);
    world.settle();
    QVERIFY(many.failedWith(ErrorCode::BadArguments));
    QCOMPARE(printed(many.result().error().detail), "3 leases were requested, but the semaphore has 2");
    world.executor.runAndWait([&] { pool.reset(); });
}

} // namespace lockscope::sharedCountTest

LOCKSCOPE_TEST(lockscope::sharedCountTest::SharedCountTest)
#include "SharedCountTest.moc"
