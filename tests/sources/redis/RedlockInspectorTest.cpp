// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Redlocks on three masters in memory, on a clock by hand: the times of their votes, and the rate of the scans.

#include "core/sources/redis/discovery/RedlockInspector.h"
#include "tests/support/ManualClock.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <algorithm>
#include <array>

namespace lockscope::redlockInspectorTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using inspect::RedlockInspector;

const std::string token = "9b1c0a7e44d25f83e6b7a90c1d2e3f45";
const std::array<std::string, 3> hosts{"one", "two", "three"};

struct RedlockWorld {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    std::vector<std::unique_ptr<redis::Client>> clients;
    std::unique_ptr<RedlockInspector> inspector;
    inspect::SnapshotPtr last;

    explicit RedlockWorld(inspect::RedlockInspectorSettings settings = {})
    {
        std::vector<redis::Client*> masters;
        for (const auto& host : hosts) {
            auto& server = network.add({.address = addressOf(host)});
            server.answerWith([&server](const redis::Command& words) -> std::optional<redis::Value> {
                if (words.front() == "GETRANGE") // of a whole value
                    return server.run({"GET", words.at(1)});
                return std::nullopt;
            });
            redis::ClientSettings connection;
            connection.target.servers = {addressOf(host)};
            connection.callbacks = &executor;
            connection.requestTimeout = 1s;
            clients.push_back(
                std::make_unique<redis::Client>(connection, executor, Log(), network.transports(executor, "console")));
            masters.push_back(clients.back().get());
        }
        inspector = std::make_unique<RedlockInspector>(
            masters, std::move(settings), [this](inspect::SnapshotPtr snapshot) { last = std::move(snapshot); },
            [](const SessionStatus&) {});
    }
    ~RedlockWorld()
    {
        inspector.reset();
        clients.clear();
        executor.runUntilIdle();
    }

    [[nodiscard]] static redis::Address addressOf(const std::string& host)
    {
        return {.host = host, .port = 6379, .socket = {}};
    }
    [[nodiscard]] FakeRedis& server(const std::string& host) { return network.server(addressOf(host)); }
    void set(const std::string& name, int leaseMs)
    {
        for (const auto& host : hosts)
            server(host).run({"SET", name, token, "PX", std::to_string(leaseMs)});
    }
    [[nodiscard]] std::size_t scans(const std::string& host) { return server(host).count("SCAN"); }
};

class RedlockInspectorTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void locksArePolled();
    void manualLocksAreNotPolled();
    void leasesAreThoseOfOneMoment();
    void scansAgainSlowlyAfterANewConnection();
    void problemsStayUntilTheNextScan();
};

void RedlockInspectorTest::locksArePolled()
{
    RedlockWorld world({.names = {"orders"}});
    world.set("orders", 60'000);
    world.inspector->start();
    world.executor.advance(500ms);
    QVERIFY(world.last->complete);
    QVERIFY(world.last->find("orders")->polled);
}

void RedlockInspectorTest::manualLocksAreNotPolled()
{
    RedlockWorld world({.names = {"orders"}, .manual = true});
    world.set("orders", 60'000);
    world.inspector->start();
    world.executor.advance(500ms);
    QVERIFY(!world.last->find("orders")->polled);
}

/// One master answers late: the leases that the others have answered have passed meanwhile.
void RedlockInspectorTest::leasesAreThoseOfOneMoment()
{
    RedlockWorld world({.names = {"orders"}, .manual = true});
    world.set("orders", 60'000);
    const auto end = world.clock.wallNow() + 60s;
    world.server("two").delay({.command = "GETRANGE"}, 800ms);
    world.inspector->start();
    world.executor.advance(3s);
    const auto* lock = world.last->find("orders");
    QVERIFY(lock);
    for (const auto& vote : lock->redis->votes) {
        const auto ends = lock->readAt + vote.lease.value();
        QVERIFY2(std::chrono::abs(ends - end) <= 20ms, qPrintable(QString::number((ends - end).count())));
    }
    const auto holder = lock->queue.front().redis->lease.value();
    QVERIFY(std::chrono::abs(lock->readAt + holder - end) <= 20ms);
}

void RedlockInspectorTest::scansAgainSlowlyAfterANewConnection()
{
    RedlockWorld world({.readEvery = 1h, .laterScans = 3}); // one a second on each of three masters
    for (int i = 0; i < 3'000; ++i)
        world.server("one").run({"SET", "page-" + std::to_string(i), "a text with spaces"});
    world.inspector->start();
    world.executor.advance(1s);
    QVERIFY(world.last->complete);
    const auto first = world.scans("one");
    QVERIFY(first >= 6); // without a pause
    world.server("one").closeConnections();
    world.executor.advance(2'500ms);
    const auto more = world.scans("one") - first;
    QVERIFY2(more >= 2 && more <= 4, qPrintable(QString::number(more)));
    QVERIFY(!world.last->complete);
    world.executor.advance(10s);
    QVERIFY(world.last->complete);
}

void RedlockInspectorTest::problemsStayUntilTheNextScan()
{
    RedlockWorld world;
    // Of one master only: whether it is a Redlock the others say. A later scan takes more than a second.
    world.server("one").run({"SET", "orders", token, "PX", "600000"});
    for (int i = 0; i < 1'000; ++i)
        world.server("one").run({"SET", "page-" + std::to_string(i), "a text with spaces"});
    auto& server = world.server("three");
    server.answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.front() == "GETRANGE")
            return redis::Value::error("NOPERM this user has no permissions to access one of the keys");
        return std::nullopt;
    });
    world.inspector->start();
    world.executor.advance(500ms);
    const auto isShown = [&] {
        const auto& problems = world.last->problems;
        return std::any_of(problems.begin(), problems.end(), [](const auto& each) { return each.path == "orders"; });
    };
    QVERIFY(isShown());
    for (int i = 0; i < 50; ++i) {
        world.executor.advance(100ms);
        QVERIFY(isShown());
    }
}

} // namespace lockscope::redlockInspectorTest

LOCKSCOPE_TEST(lockscope::redlockInspectorTest::RedlockInspectorTest)
#include "RedlockInspectorTest.moc"
