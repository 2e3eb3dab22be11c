// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients and what is counted of them, on an ensemble in memory.

#include "core/console/Contention.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"

#include <QTest>

#include <map>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::console;
using namespace std::chrono_literals;

namespace {

struct World {
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};
    std::vector<ContendEvent> events;
    std::vector<const FakeClient*> clients;
    std::optional<ContentionSummary> summary;
    std::unique_ptr<Contention> contention;

    void start(ContendOptions options)
    {
        options.paths = {"/locks/a"};
        contention = std::make_unique<Contention>(
            executor, options,
            [this](Executor& on) {
                auto client = FakeClient::connect(ensemble, on, 9s);
                clients.push_back(client.get());
                return client;
            },
            [this](const ContendEvent& event) { events.push_back(event); }, Log());
        contention->start([this](const ContentionSummary& result) { summary = result; });
        executor.runUntilIdle();
    }
    ~World()
    {
        executor.runAndWait([this] { contention.reset(); });
        executor.runUntilIdle();
    }
    [[nodiscard]] std::map<std::string, int> counts() const
    {
        std::map<std::string, int> counts;
        for (const auto& event : events)
            ++counts[std::string(toString(event.type))];
        return counts;
    }
};

} // namespace

class ContentionTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void clientsTakeTheirTurns_data();
    void clientsTakeTheirTurns();
    void saysWhenItWaits_data() { clientsTakeTheirTurns_data(); }
    void saysWhenItWaits();
    void endsAfterItsTime();
    void stopsInGoodOrder();
    void countsTimeouts();
    void goesOnAfterALostSession();
    void tallySeesTwoHolders();
    void computesPercentilesAndFairness();
};

void ContentionTest::clientsTakeTheirTurns_data()
{
    QTest::addColumn<int>("recipe");
    QTest::addRow("mutex") << static_cast<int>(Recipe::Mutex);
    QTest::addRow("single") << static_cast<int>(Recipe::Single);
}

void ContentionTest::clientsTakeTheirTurns()
{
    QFETCH(int, recipe);
    World world;
    ContendOptions options;
    options.recipe = static_cast<Recipe>(recipe);
    options.clients = 4;
    options.cycles = 5;
    world.start(options);
    world.executor.advance(60s);
    QVERIFY(world.summary);
    QCOMPARE(world.summary->cycles, 20);
    QCOMPARE(world.summary->overlaps, 0);
    QCOMPARE(world.summary->errors, 0);
    QCOMPARE(world.summary->fairness, 1.0);
    QVERIFY(world.summary->seconds > 0);
    const auto counts = world.counts();
    QCOMPARE(counts.at("granted"), 20);
    QCOMPARE(counts.at("released"), 20);
    QCOMPARE(counts.at("connected"), 4);
    QCOMPARE(world.ensemble.sessionCount(), std::size_t(0)); // all closed
    std::int64_t token = 0;
    for (const auto& event : world.events) {
        if (event.type != ContendEvent::Type::Granted)
            continue;
        QVERIFY(event.token > token);
        QVERIFY(event.wait && !event.node.empty() && !event.client.empty());
        token = event.token;
    }
}

void ContentionTest::saysWhenItWaits()
{
    QFETCH(int, recipe);
    World world;
    ContendOptions options;
    options.recipe = static_cast<Recipe>(recipe);
    options.clients = 2;
    options.hold = {1h, 1h};
    world.start(options);
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("granted"), 1);
    QVERIFY(world.events.back().type == ContendEvent::Type::Queued); // the other one, although a herd has no nodes
    world.contention->stop();
    world.contention->stop();
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("released"), 1);
    QCOMPARE(world.summary->cycles, 1);
}

void ContentionTest::endsAfterItsTime()
{
    World world;
    ContendOptions options;
    options.clients = 2;
    options.runFor = 2s;
    world.start(options);
    world.executor.advance(1900ms);
    QVERIFY(!world.summary);
    world.executor.advance(1s);
    QVERIFY(world.summary);
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

void ContentionTest::stopsInGoodOrder()
{
    World world;
    ContendOptions options;
    options.clients = 3;
    options.hold = {1h, 1h};
    world.start(options);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(3));
    world.contention->stop();
    world.executor.advance(1s);
    QVERIFY(world.summary);
    QVERIFY(world.ensemble.children("/locks/a").empty());
    QCOMPARE(world.counts().at("released"), 1); // the holder let go, the others gave up
}

void ContentionTest::countsTimeouts()
{
    World world;
    ContendOptions options;
    options.clients = 2;
    options.hold = {10s, 10s};
    options.acquireTimeout = 1s;
    options.cycles = 1;
    world.start(options);
    world.executor.advance(20s);
    QVERIFY(world.summary);
    QCOMPARE(world.counts().at("granted"), 1);
    QCOMPARE(world.counts().at("timedOut"), 1);
    QCOMPARE(world.summary->errors, 0);
}

void ContentionTest::goesOnAfterALostSession()
{
    World world;
    ContendOptions options;
    options.clients = 2;
    options.hold = {1s, 1s};
    options.cycles = 3;
    world.start(options);
    world.executor.advance(300ms);
    const auto* holder = world.events.back().client == "sim-1" ? world.clients[0] : world.clients[1];
    for (const auto& event : world.events) {
        if (event.type == ContendEvent::Type::Granted)
            holder = event.client == "sim-1" ? world.clients[0] : world.clients[1];
    }
    // Cut off for longer than the session may live: the holder stops before the server gives the lock away.
    world.ensemble.cut(*holder);
    world.executor.advance(20s);
    world.ensemble.reconnect(*holder);
    world.executor.advance(60s);
    QVERIFY(world.summary);
    QCOMPARE(world.counts().at("lost"), 1);
    QCOMPARE(world.summary->overlaps, 0);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(0));
}

void ContentionTest::tallySeesTwoHolders()
{
    ContentionTally tally(1);
    const SteadyTime start{};
    tally.granted("a", start, 1ms);
    tally.granted("b", start + 1ms, 2ms);
    QCOMPARE(tally.summary(1s).overlaps, 1);
    tally.releasing("a", start + 2ms);
    tally.lost("b");
    tally.granted("c", start + 3ms, 3ms);
    const auto summary = tally.summary(1s);
    QCOMPARE(summary.overlaps, 1);
    QCOMPARE(summary.handoversPerSecond, 1.0);
    QCOMPARE(summary.handoverUs.p50, 1000.0);
    QCOMPARE(summary.waitMs.p99, 3.0);
}

void ContentionTest::computesPercentilesAndFairness()
{
    QCOMPARE(percentilesOf({}).p50, 0.0);
    QCOMPARE(percentilesOf({3, 1, 2}).p50, 2.0);
    std::vector<double> hundred;
    for (int i = 100; i >= 1; --i)
        hundred.push_back(i);
    QCOMPARE(percentilesOf(hundred).p50, 50.0);
    QCOMPARE(percentilesOf(hundred).p99, 99.0);
    QCOMPARE(jainIndex({5, 5, 5, 5}), 1.0);
    QCOMPARE(jainIndex({8, 0, 0, 0}), 0.25);
    QCOMPARE(jainIndex({}), 1.0);
}

QTEST_GUILESS_MAIN(ContentionTest)
#include "ContentionTest.moc"
