// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What simulated clients report about their holds: requests to release, losses, and clients that continue after a
/// loss.

#include "core/base/Path.h"
#include "tests/simulate/ContentionWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include <algorithm>

namespace lockscope::contentionHoldsTest {

using namespace lockscope::test;
using namespace lockscope::console;
using namespace std::chrono_literals;
using World = ContentionWorld;

class ContentionHoldsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void setHoldEndsHoldingForever();
    void asksHoldersToRelease_data();
    void asksHoldersToRelease();
    void reportsOfAHoldThatNothingConfirms();
    void carelessGoesOnAfterALoss();
    void carefulAgainKeepsWhatIsNotLost();
};

void ContentionHoldsTest::setHoldEndsHoldingForever()
{
    World world;
    ContendOptions options;
    options.hold = Spread::forever();
    world.start(options);
    world.executor.advance(24h);
    QCOMPARE(world.counts().at("granted"), 1);
    QCOMPARE(world.counts().count("released"), std::size_t(0));
    ClientCommand set;
    set.type = ClientCommand::Type::Set;
    set.hold = Spread(2s, 2s);
    QVERIFY(world.give(set));
    world.executor.advance(2s);
    QVERIFY(world.counts().at("released") >= 1);
}

void ContentionHoldsTest::asksHoldersToRelease_data()
{
    QTest::addColumn<ContendOptions>("options");
    for (const auto& recipe : allRecipes()) {
        if (!recipe.holders)
            continue;
        ContendOptions options;
        options.recipe = recipe.recipe;
        if (recipe.hasLeases)
            options.leases = 2;
        if (recipe.takesSeveral)
            options.paths = {"/locks/a", "/locks/b"};
        QTest::newRow(recipe.word.data()) << options;
    }
}

void ContentionHoldsTest::asksHoldersToRelease()
{
    QFETCH(ContendOptions, options);
    World world;
    options.clients = 3;
    options.hold = Spread::forever();
    options.think = {1h, 1h};
    options.revocation = Revocation::Ignore;
    world.start(options);
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("granted"), options.leases);
    QVERIFY(world.give(ClientCommand::Type::Revoke, "sim-3"));
    world.executor.advance(1s);
    QCOMPARE(world.counts()["note"], options.leases); // received, and ignored
    QCOMPARE(world.counts().count("released"), std::size_t(0));
    QVERIFY(world.contention->measured().total().revocations == options.leases);

    ClientCommand follow;
    follow.type = ClientCommand::Type::Set;
    follow.revocation = Revocation::Follow;
    QVERIFY(world.give(follow));
    QVERIFY(world.give(ClientCommand::Type::Release));
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("released"), options.leases);
    QVERIFY(world.counts().at("granted") > options.leases); // the waiter holds now
    for (int released = options.leases + 1; released <= 3; ++released) {
        QVERIFY(world.give(ClientCommand::Type::Revoke));
        world.executor.advance(1s);
        QCOMPARE(world.counts().at("released"), released);
    }
    const auto noClient = world.give(ClientCommand::Type::Revoke);
    if (options.recipe != Recipe::Single) // without a holder there is no node, and a missing node counts as released
        QVERIFY(!noClient && noClient.error().code == ErrorCode::NotHeld &&
                describe(noClient.error()).find("has no holder") != std::string::npos);
}

/// A suspended process that continues finds itself connected and past the deadline.
void ContentionHoldsTest::reportsOfAHoldThatNothingConfirms()
{
    World world;
    ContendOptions options;
    options.clients = 1;
    options.hold = {100s, 100s};
    world.start(options);
    world.executor.advance(1s);
    QCOMPARE(world.counts()["granted"], 1);
    QCOMPARE(world.counts()["suspended"], 0);
    world.ensemble.pauseExpiry();
    world.clock.advance(20s);
    world.executor.runUntilIdle();
    const auto reported = std::find_if(world.events.begin(), world.events.end(),
                                       [](const auto& event) { return event.type == ContendEvent::Type::Suspended; });
    QVERIFY(reported != world.events.end());
    QVERIFY(!reported->node.empty()); // an event of the hold, not of the connection
    world.ensemble.resumeExpiry();
    world.executor.advance(20s);
    QCOMPARE(world.contention->measured().overlaps, 0);
    QVERIFY(world.counts()["connected"] > 1);
}

void ContentionHoldsTest::carelessGoesOnAfterALoss()
{
    World world;
    ContendOptions options;
    options.clients = 2;
    options.hold = {100s, 100s};
    options.careless = true;
    options.seed = 1;
    world.start(options);
    world.executor.advance(1s);
    const auto granted = std::find_if(world.events.begin(), world.events.end(),
                                      [](const auto& event) { return event.type == ContendEvent::Type::Granted; });
    const auto holder = granted->client;
    const auto* client = world.clients[holder == "sim-1" ? 0 : 1];
    world.ensemble.cut(*client);
    world.executor.advance(20s);
    world.ensemble.reconnect(*client);
    world.executor.advance(20s);
    const auto lost = std::find_if(world.events.begin(), world.events.end(),
                                   [](const auto& event) { return event.type == ContendEvent::Type::Lost; });
    QVERIFY(lost != world.events.end() && lost->careless && lost->client == holder && !lost->detail.empty());
    QCOMPARE(world.counts().at("granted"), 2);
    QCOMPARE(world.contention->measured().overlaps, 1); // both act as the holder
    QCOMPARE(world.counts().count("released"), std::size_t(0));
    // Switched back to careful, it gives up its stale hold.
    ClientCommand careful;
    careful.type = ClientCommand::Type::Careless;
    careful.client = holder;
    careful.on = false;
    QVERIFY(world.give(careful));
    const auto released = std::find_if(world.events.begin(), world.events.end(),
                                       [](const auto& event) { return event.type == ContendEvent::Type::Released; });
    QVERIFY(released != world.events.end() && released->careless && released->client == holder);
}

/// The write lock was lost and is released by now; the read lock is valid.
void ContentionHoldsTest::carefulAgainKeepsWhatIsNotLost()
{
    World world;
    ContendOptions options;
    options.recipe = Recipe::ReadWrite;
    options.mode = Mode::Downgrade;
    options.hold = {100s, 100s};
    options.careless = true;
    world.start(options);
    world.executor.advance(1s);
    world.ensemble.cut(*world.clients[0]);
    world.executor.advance(20s);
    world.ensemble.reconnect(*world.clients[0]);
    world.executor.advance(100s);
    QCOMPARE(world.counts()["lost"], 1);
    QCOMPARE(world.counts()["granted"], 2);
    QCOMPARE(world.counts()["released"], 1);
    ClientCommand careful;
    careful.type = ClientCommand::Type::Careless;
    careful.on = false;
    QVERIFY(world.give(careful));
    world.executor.advance(10s);
    QCOMPARE(world.counts()["released"], 1);
    world.executor.advance(100s);
    QCOMPARE(world.counts()["released"], 2);
}

} // namespace lockscope::contentionHoldsTest

LOCKSCOPE_TEST(lockscope::contentionHoldsTest::ContentionHoldsTest)
#include "ContentionHoldsTest.moc"
