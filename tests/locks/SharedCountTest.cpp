// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0

#include "core/locks/SharedCount.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <limits>

namespace lockscope::sharedCountTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto path = "/counts/a";

struct Sharer {
    explicit Sharer(LockWorld& where, int seed = 3)
        : world(where)
        , client(FakeClient::connect(where.ensemble, where.executor, LockWorld::timeout))
    {
        world.settle();
        count = std::make_unique<locks::SharedCount>(*client, path, seed);
        values = count->onValue([this](int value) { told.push_back(std::to_string(value)); });
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

    [[nodiscard]] QByteArray news() { return printed(std::exchange(told, {})); }
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
    std::vector<std::string> told;
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
    void writesOnlyWhatNobodyElseHas();
    void writesNothingBeforeItKnows();
    void catchesUpAfterLostContact();
    void livesOnAfterItsSession();
    void reportsWhatItMayNotDo();
    void ignoresWhatIsNoNumber();
};

void SharedCountTest::beginsWithTheSeed()
{
    LockWorld world;
    Sharer one(world, 5);
    QCOMPARE(one.news(), "5");
    QCOMPARE(one.value().value(), 5);
    QCOMPARE(world.ensemble.stat(path)->ephemeralOwner, zk::SessionId(0)); // it outlives who made it
    Sharer two(world, 9);                                                  // another seed, too late
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
    QCOMPARE(one.news(), "3 10 11 12"); // its own as well, once each
    QVERIFY(one.set(12).ok());
    QCOMPARE(two.news(), ""); // written, but no news
}

void SharedCountTest::writesOnlyWhatNobodyElseHas()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    QVERIFY(one.trySet(4).result().value());
    const auto held = world.ensemble.hold({.op = FakeOp::Get, .client = two.client.get()}); // it reads, and is slow
    QVERIFY(one.trySet(5).result().value());
    const auto late = two.trySet(6);
    world.ensemble.release(held);
    world.settle();
    QVERIFY(late.ok());
    QVERIFY(!late.result().value());
    QCOMPARE(two.value().value(), 5);
    QVERIFY(two.trySet(6).result().value()); // now it knows
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
    QCOMPARE(one.value().value(), 5); // which the other has never heard of
}

void SharedCountTest::catchesUpAfterLostContact()
{
    LockWorld world;
    Sharer one(world);
    Sharer two(world);
    world.ensemble.disconnect(*two.client);
    world.settle();
    QVERIFY(one.set(7).ok());
    QCOMPARE(two.value().value(), 3); // as last heard
    world.ensemble.reconnect(*two.client);
    world.executor.advance(1s);
    QCOMPARE(two.news(), "3 7");
    world.ensemble.fail({.op = FakeOp::Get, .client = two.client.get()}); // the look at a change is lost
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
    world.settle(); // it is made again, with the seed
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

} // namespace lockscope::sharedCountTest

LOCKSCOPE_TEST(lockscope::sharedCountTest::SharedCountTest)
#include "SharedCountTest.moc"
