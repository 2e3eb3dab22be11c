// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The search for locks on a server in memory, on a clock by hand: what counts as the end of a scan, and its rates.

#include "core/sources/redis/discovery/LockFinder.h"
#include "tests/support/ManualClock.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <map>

namespace lockscope::lockFinderTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using inspect::LockFinder;
using Cause = LockFinder::Cause;

const std::string owner = "0123abcd-0123-4567-89ab-0123456789ab:1";

struct FinderWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    redis::Address address{.host = "one", .port = 6379, .socket = {}};
    std::unique_ptr<redis::Client> client;
    std::unique_ptr<LockFinder> finder;
    std::map<std::string, Cause> found;
    std::size_t looks = 0; ///< at hashes that are no locks

    explicit FinderWorld(LockFinder::Settings finderSettings = {})
    {
        auto& server = network.add({.address = address});
        server.answerWith([this, &server](const redis::Command& words) -> std::optional<redis::Value> {
            if (words.front() != "HSCAN")
                return std::nullopt;
            ++looks;
            return redis::Value::array({redis::Value::string("0"), server.run({"HGETALL", words.at(1)})});
        });
        redis::ClientSettings settings;
        settings.target.servers = {address};
        settings.callbacks = &executor;
        settings.requestTimeout = 1s;
        client = std::make_unique<redis::Client>(settings, executor, Log(), network.transports(executor, "console"));
        executor.runUntilIdle();
        finder = std::make_unique<LockFinder>(
            *client, std::move(finderSettings),
            LockFinder::Handlers{[this](const std::string& name, LockFinder::Family, LockFinder::Evidence,
                                        Cause cause) { found.try_emplace(name, cause); },
                                 [](LockFinder::Step, const std::string&, const Result<void>&) {}, [] {}});
    }
    ~FinderWorld()
    {
        finder.reset();
        client.reset();
        executor.runUntilIdle();
    }

    [[nodiscard]] FakeRedis& server() { return network.server(address); }
    [[nodiscard]] bool hasEnded() const { return finder->hasScanned() && !finder->isLooking(); }
};

class LockFinderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatLedToALock();
    void changedKeysDoNotDelayTheEndOfAScan();
    void aScanWithoutTheServerIsLost();
    void aLookWithoutTheServerIsLost();
    void laterScansLookAtFewHashesPerSecond();
};

void LockFinderTest::saysWhatLedToALock()
{
    FinderWorld world;
    world.server().run({"HSET", "orders", owner, "1"});
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded() && !world.finder->isLost());
    QVERIFY(world.found.at("orders") == Cause::Scan);
    world.server().run({"HSET", "bills", owner, "1"});
    world.finder->look("bills");
    world.executor.advance(10ms);
    QVERIFY(world.found.at("bills") == Cause::Report);
}

void LockFinderTest::changedKeysDoNotDelayTheEndOfAScan()
{
    FinderWorld world;
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded());
    world.server().run({"HSET", "bills", owner, "1"});
    const int held = world.server().hold({.command = "HSCAN"});
    world.finder->look("bills");
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded());
    world.server().release(held);
    world.executor.advance(10ms);
    QVERIFY(world.found.contains("bills"));
}

void LockFinderTest::aScanWithoutTheServerIsLost()
{
    FinderWorld world;
    world.network.stop(world.address);
    world.executor.advance(10ms);
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded() && world.finder->isLost());
    world.network.start(world.address);
    world.executor.advance(30s);
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded() && !world.finder->isLost());
}

void LockFinderTest::aLookWithoutTheServerIsLost()
{
    FinderWorld world;
    world.server().run({"HSET", "orders", owner, "1"});
    world.server().lose({.command = "HSCAN"}, When::BeforeExecution);
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded() && world.finder->isLost());
    QVERIFY(world.found.empty());
}

void LockFinderTest::laterScansLookAtFewHashesPerSecond()
{
    LockFinder::Settings settings;
    settings.scannedLooksPerSecond = 1'000; // a thousand hashes are in one reply to SCAN
    FinderWorld world(settings);
    for (int i = 0; i < 5'000; ++i)
        world.server().run({"HSET", "user-" + std::to_string(i), "name", "Kim"});
    world.finder->scan(0);
    world.executor.advance(10ms);
    QVERIFY(world.hasEnded());
    QCOMPARE(world.looks, std::size_t(5'000));
    world.looks = 0;
    world.finder->scan(1'000);
    world.executor.advance(2'900ms);
    QVERIFY2(world.looks > 0 && world.looks <= 3'100, qPrintable(QString::number(world.looks)));
    world.executor.advance(5s);
    QVERIFY(world.hasEnded());
    QCOMPARE(world.looks, std::size_t(5'000));
}

} // namespace lockscope::lockFinderTest

LOCKSCOPE_TEST(lockscope::lockFinderTest::LockFinderTest)
#include "LockFinderTest.moc"
