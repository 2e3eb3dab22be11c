// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Actions in a reply or a handler: close or destroy the client, destroy the lock, release, acquire again.

#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "tests/locks/LockWorld.h"
#include "tests/support/Test.h"

#include <functional>

namespace lockscope::callbacksTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using locks::Owner;
using locks::Phase;

namespace {

constexpr auto path = "/locks/a";

/// A program whose parts may be destroyed in any order.
struct Parts {
    explicit Parts(LockWorld& where)
        : world(where)
        , client(FakeClient::connect(where.ensemble, where.executor, LockWorld::timeout))
    {
        world.settle();
        lock = std::make_unique<locks::Mutex>(*client, path);
    }
    ~Parts()
    {
        world.executor.runAndWait([this] { lock.reset(); });
        client.reset();
        world.settle();
    }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    LockWorld& world;
    Keeper keeper;
    std::unique_ptr<FakeClient> client;
    std::unique_ptr<locks::Lock> lock;
};

} // namespace

class CallbacksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void closesTheClientInTheReplyToItsRelease();
    void destroysTheLockInItsReply_data();
    void destroysTheLockInItsReply();
    void destroysEverythingInAReply();
    void endsAtAPhase_data();
    void endsAtAPhase();
    void dropsItsSubscriptionInAHandler();
    void releasesAndAsksAgainInReplies();
    void closesTheLatchInItsHandler();
};

void CallbacksTest::closesTheClientInTheReplyToItsRelease()
{
    LockWorld world;
    Parts one(world);
    Program two(world);
    int closed = 0;
    int released = 0;
    const auto onGrant = [&](const Result<locks::Grant>&) {
        one.keeper.release([&](const Result<void>& result) {
            released += result ? 1 : 0;
            one.client->close([&] { ++closed; });
        });
    };
    one.lock->acquireAsync({}, {}, one.keeper.keeping(onGrant));
    world.settle();
    QCOMPARE(released, 1);
    QCOMPARE(closed, 1);
    QVERIFY(world.ensemble.children(path).empty());
    QCOMPARE(printed(one.keeper.last()->state().phase), "Released");
    QVERIFY(two.acquire().ok());
}

void CallbacksTest::destroysTheLockInItsReply_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const auto* kind : {"Mutex", "Semaphore", "KazooSemaphore"})
        QTest::addRow("%s", kind) << QByteArray(kind);
}

void CallbacksTest::destroysTheLockInItsReply()
{
    QFETCH(QByteArray, kind);
    LockWorld world;
    Parts one(world);
    world.executor.runAndWait([&] { one.lock.reset(); });
    if (kind == "Mutex")
        one.lock = std::make_unique<locks::Mutex>(*one.client, path);
    else if (kind == "Semaphore")
        one.lock = std::make_unique<locks::Semaphore>(*one.client, path, 1);
    else
        one.lock = std::make_unique<locks::KazooSemaphore>(*one.client, path, 1);
    int granted = 0;
    one.lock->acquireAsync({}, {}, [&](const Result<locks::Hold>& hold) {
        granted += hold ? 1 : 0;
        one.lock.reset();
    });
    world.settle();
    QCOMPARE(granted, 1);
    QVERIFY(world.ensemble.ephemeralsOf(one.client->session().id).empty());
    // And in the reply of a failed attempt.
    Program holder(world, "/locks/b");
    QVERIFY(holder.acquire().ok());
    one.lock = std::make_unique<locks::Mutex>(*one.client, "/locks/b");
    int refused = 0;
    one.lock->acquireAsync(0s, {}, [&](const Result<locks::Hold>& hold) {
        refused += hold ? 0 : 1;
        one.lock.reset();
    });
    world.settle();
    QCOMPARE(refused, 1);
    QVERIFY(world.ensemble.ephemeralsOf(one.client->session().id).empty());
}

void CallbacksTest::destroysEverythingInAReply()
{
    LockWorld world;
    Parts one(world);
    Program two(world);
    Answer<locks::Hold> waiting;
    int granted = 0;
    one.lock->acquireAsync({}, {}, [&](const Result<locks::Hold>& hold) {
        granted += hold ? 1 : 0;
        one.lock.reset();
        one.client.reset();
    });
    one.lock->acquireAsync({}, {}, waiting.reply());
    world.settle();
    QCOMPARE(granted, 1);
    QVERIFY(waiting.failedWith(ErrorCode::Cancelled));
    QVERIFY(two.acquire().ok());
    QCOMPARE(world.ensemble.children(path).size(), std::size_t(1));
}

void CallbacksTest::endsAtAPhase_data()
{
    QTest::addColumn<int>("phase");
    QTest::addColumn<bool>("closes");
    for (const auto phase : {Phase::Waiting, Phase::Held, Phase::Uncertain, Phase::Lost}) {
        QTest::addRow("%s, the lock is destroyed", toString(phase).data()) << static_cast<int>(phase) << false;
        QTest::addRow("%s, the client is closed", toString(phase).data()) << static_cast<int>(phase) << true;
    }
}

void CallbacksTest::endsAtAPhase()
{
    QFETCH(int, phase);
    QFETCH(bool, closes);
    LockWorld world;
    Parts one(world);
    Answer<locks::Hold> answer;
    int closed = 0;
    bool ended = false;
    auto states = one.lock->onState([&](Owner, const locks::LockState& state) {
        if (state.phase != static_cast<Phase>(phase) || std::exchange(ended, true))
            return;
        if (closes)
            one.client->close([&] { ++closed; });
        else
            one.lock.reset();
    });
    one.lock->acquireAsync({}, {}, answer.reply());
    world.settle();
    world.ensemble.disconnect(*one.client);
    world.settle();
    world.ensemble.reconnect(*one.client);
    world.settle();
    world.ensemble.expire(*one.client);
    world.executor.advance(2 * LockWorld::timeout);
    QVERIFY(ended);
    QCOMPARE(closed, closes ? 1 : 0);
    QCOMPARE(answer.count(), 1);
    if (closes) {
        QVERIFY(answer.ok() || answer.failedWith(ErrorCode::Closed)); // a reply that the server had already sent counts
        if (answer.ok())
            QCOMPARE(printed(answer.result()->state().phase), "Lost");
    } else {
        QCOMPARE(world.ensemble.watchCount(), std::size_t(0));
    }
    QVERIFY(world.ensemble.children(path).empty());
    world.executor.runAndWait([&] { states.reset(); });
}

void CallbacksTest::dropsItsSubscriptionInAHandler()
{
    LockWorld world;
    Program one(world);
    int first = 0;
    int second = 0;
    Subscription states;
    Subscription other;
    states = one.lock().onState([&](Owner, const locks::LockState&) {
        ++first;
        states.reset();
        other.reset(); // another client's subscription too
    });
    other = one.lock().onState([&](Owner, const locks::LockState&) { ++second; });
    QVERIFY(one.acquire().ok());
    QCOMPARE(first, 1);
    QCOMPARE(second, 0);
}

void CallbacksTest::releasesAndAsksAgainInReplies()
{
    LockWorld world;
    Parts one(world);
    int turns = 0;
    std::function<void()> turn = [&] {
        one.lock->acquireAsync({}, {}, [&](Result<locks::Hold> hold) {
            if (!hold)
                return;
            hold->releaseAsync([&](const Result<void>& released) {
                if (released && ++turns < 100)
                    turn();
            });
        });
    };
    turn();
    world.settle();
    QCOMPARE(turns, 100);
    QVERIFY(world.ensemble.children(path).empty());
}

void CallbacksTest::closesTheLatchInItsHandler()
{
    LockWorld world;
    Parts one(world);
    std::optional<locks::Latch> latch;
    Answer<void> closed;
    int reported = 0;
    Subscription notified;
    world.executor.runAndWait([&] {
        latch.emplace(*one.client, path, "one");
        notified = latch->onLeadership([&](bool leads) {
            ++reported;
            if (leads)
                latch->closeAsync(closed.reply());
        });
    });
    world.settle();
    QVERIFY(closed.ok());
    QCOMPARE(reported, 2); // leadership gained, and lost by closing
    QVERIFY(world.ensemble.children(path).empty());
    world.executor.runAndWait([&] {
        notified.reset();
        latch.reset();
    });
}

} // namespace lockscope::callbacksTest

LOCKSCOPE_TEST(lockscope::callbacksTest::CallbacksTest)
#include "CallbacksTest.moc"
