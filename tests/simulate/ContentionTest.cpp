// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients and their measurements, on an in-memory ensemble.

#include "core/base/Path.h"
#include "tests/simulate/ContentionWorld.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <set>

namespace lockscope::contentionTest {

using namespace lockscope::test;
using namespace lockscope::console;
using World = ContentionWorld;
using namespace std::chrono_literals;

class ContentionTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void clientsTakeTheirTurns_data();
    void clientsTakeTheirTurns();
    void readersShareAndWritersDont();
    void downgradesWithoutLettingGo();
    void nestedInOppositeOrderDeadlock();
    void sameSeedSameCourse();
    void takesOrders();
    void reportsTheFullPathOfWhatHolds_data() { clientsTakeTheirTurns_data(); }
    void reportsTheFullPathOfWhatHolds();
    void saysWhenItWaits_data() { clientsTakeTheirTurns_data(); }
    void saysWhenItWaits();
    void endsAfterItsTime();
    void countsTimeouts();
    void goesOnAfterALostSession();
};

void ContentionTest::clientsTakeTheirTurns_data()
{
    QTest::addColumn<ContendOptions>("options");
    const auto row = [](const char* name, Recipe recipe, const std::function<void(ContendOptions&)>& change = {}) {
        ContendOptions options;
        options.recipe = recipe;
        if (change)
            change(options);
        QTest::newRow(name) << options;
    };
    row("mutex", Recipe::Mutex);
    row("single", Recipe::Single);
    row("semaphore-mutex", Recipe::SemaphoreMutex);
    row("semaphore of three", Recipe::Semaphore, [](auto& options) { options.leases = 3; });
    row("multi", Recipe::Multi, [](auto& options) { options.paths = {"/locks/b", "/locks/a"}; });
    row("latch", Recipe::Latch);
    row("kazoo-lock", Recipe::KazooLock);
    row("kazoo-semaphore of two", Recipe::KazooSemaphore, [](auto& options) { options.leases = 2; });
    row("writers", Recipe::ReadWrite);
    row("nested", Recipe::Mutex, [](auto& options) {
        options.nested = true;
        options.paths = {"/locks/a", "/locks/b"};
    });
}

void ContentionTest::clientsTakeTheirTurns()
{
    QFETCH(ContendOptions, options);
    World world;
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
    const auto grants = options.nested ? 40 : 20;
    QCOMPARE(counts.at("granted"), grants);
    QCOMPARE(counts.at("released"), grants);
    QCOMPARE(counts.at("connected"), 4);
    QCOMPARE(world.measured->total().grants, std::int64_t(grants));
    QVERIFY(world.summary->handoverUs.p50 >= 0 && world.measured->handovers.count() > 0);
    QVERIFY(world.summary->holdMs.p50 >= 50 && world.summary->holdMs.max <= 210);
    QCOMPARE(world.ensemble.sessionCount(), std::size_t(0)); // all closed
    std::map<std::string, std::int64_t> tokens;
    for (const auto& event : world.events) {
        if (event.type != ContendEvent::Type::Granted)
            continue;
        auto& token = tokens[event.paths.front()];
        QVERIFY(event.token > token);
        QVERIFY(event.wait && !event.node.empty() && !event.client.empty());
        token = event.token;
    }
}

void ContentionTest::readersShareAndWritersDont()
{
    World world;
    ContendOptions options;
    options.recipe = Recipe::ReadWrite;
    options.mode = Mode::Mix;
    options.writeShare = 40;
    options.clients = 6;
    options.cycles = 20;
    options.seed = 7;
    world.start(options);
    std::set<std::string> readers;
    std::size_t mostReaders = 0;
    int writers = 0;
    world.executor.advance(600s);
    for (const auto& event : world.events) {
        if (event.type == ContendEvent::Type::Granted)
            writers += event.writes ? 1 : 0;
        if (event.writes)
            continue;
        if (event.type == ContendEvent::Type::Granted)
            readers.insert(event.client);
        if (event.type == ContendEvent::Type::Released)
            readers.erase(event.client);
        mostReaders = std::max(mostReaders, readers.size());
    }
    QVERIFY(world.summary);
    QCOMPARE(world.summary->cycles, 120);
    QCOMPARE(world.summary->overlaps, 0);
    QVERIFY(mostReaders > 1);
    QVERIFY2(writers > 25 && writers < 75, QByteArray::number(writers)); // of 120, forty per cent
}

void ContentionTest::downgradesWithoutLettingGo()
{
    World world;
    ContendOptions options;
    options.recipe = Recipe::ReadWrite;
    options.mode = Mode::Downgrade;
    options.clients = 3;
    options.cycles = 4;
    world.start(options);
    world.executor.advance(60s);
    QVERIFY(world.summary);
    QCOMPARE(world.summary->cycles, 12);
    QCOMPARE(world.summary->overlaps, 0);
    QCOMPARE(world.summary->errors, 0);
    QStringList course;
    for (const auto& event : world.events) {
        const auto isGrant = event.type == ContendEvent::Type::Granted;
        if (event.client == "sim-2" && (isGrant || event.type == ContendEvent::Type::Released))
            course << QStringLiteral("%1%2").arg(isGrant ? QLatin1String("+") : QLatin1String("-"),
                                                 event.writes ? QLatin1String("w") : QLatin1String("r"));
    }
    const QString turn = QStringLiteral("+w +r -w -r");
    QCOMPARE(course.join(u' '), QStringList({turn, turn, turn, turn}).join(u' '));
}

void ContentionTest::nestedInOppositeOrderDeadlock()
{
    World world;
    ContendOptions options;
    options.name = "other";
    options.nested = true;
    options.paths = {"/locks/b", "/locks/a"};
    options.acquireTimeout = 5s;
    options.cycles = 1;
    std::vector<ContendEvent> others;
    Contention other(Contention::Setting{world.executor, options,
                                         [&](const std::string&) {
                                             return std::make_unique<SimulatedSession>(
                                                 FakeClient::connect(world.ensemble, world.executor, 9s),
                                                 std::make_shared<zk::Traffic>());
                                         },
                                         [&](const ContendEvent& event) { others.push_back(event); }, nullptr, Log()});
    std::optional<Measurements> measured;
    other.start([&](const Measurements& result) { measured = result; });
    options.name = "sim";
    std::swap(options.paths[0], options.paths[1]);
    world.start(options); // both acquire at the same moment
    world.executor.advance(4s);
    const auto isGrant = [](const ContendEvent& event) { return event.type == ContendEvent::Type::Granted; };
    QCOMPARE(world.counts().at("granted"), 1);
    QCOMPARE(std::count_if(others.begin(), others.end(), isGrant), 1);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(2));
    QCOMPARE(world.ensemble.children("/locks/b").size(), std::size_t(2));
    world.executor.advance(20s);
    QVERIFY(world.measured && measured);
    QVERIFY(world.measured->total().timeouts + measured->total().timeouts >= 1);
    QCOMPARE(world.measured->overlaps + measured->overlaps, 0);
    QVERIFY(world.ensemble.children("/locks/a").empty() && world.ensemble.children("/locks/b").empty());
}

void ContentionTest::sameSeedSameCourse()
{
    const auto course = [](std::uint64_t seed) {
        World world;
        ContendOptions options;
        options.recipe = Recipe::ReadWrite;
        options.mode = Mode::Mix;
        options.writeShare = 50;
        options.hold = Spread::exponential(50ms);
        options.clients = 3;
        options.cycles = 10;
        options.seed = seed;
        world.start(options);
        world.executor.advance(60s);
        QStringList lines;
        const auto begin = world.events.front().steady;
        for (const auto& event : world.events)
            lines << QStringLiteral("%1 %2 %3 %4")
                         .arg((event.steady - begin).count())
                         .arg(QString::fromStdString(event.client), QString::fromUtf8(toString(event.type).data()))
                         .arg(event.writes);
        return lines;
    };
    QVERIFY(course(1).size() > 60);
    QCOMPARE(course(1), course(1));
    QVERIFY(course(1) != course(2));
}

void ContentionTest::takesOrders()
{
    World world;
    ContendOptions options;
    options.clients = 2;
    options.control = true;
    options.hold = {100ms, 100ms};
    options.think = {1ms, 1ms};
    world.start(options);
    world.executor.advance(10s);
    QCOMPARE(world.counts(), (std::map<std::string, int>{{"connected", 2}})); // waits for the start command
    const auto noClient = world.give(ClientCommand::Type::Start, "sim-3");
    QVERIFY(!noClient && describe(noClient.error()).find("this process has no client \"sim-3\"") != std::string::npos);
    const auto early = world.give(ClientCommand::Type::Release);
    QVERIFY(!early && early.error().code == ErrorCode::NotHeld);

    QVERIFY(world.give(ClientCommand::Type::Start, "sim-1"));
    QVERIFY(!world.give(ClientCommand::Type::Start, "sim-1"));
    QVERIFY(world.counts().at("granted") > 3);
    QVERIFY(world.give(ClientCommand::Type::HoldForever));
    const auto granted = world.counts().at("granted");
    world.executor.advance(60s);
    QCOMPARE(world.counts().at("granted"), granted);
    QVERIFY(world.give(ClientCommand::Type::Release, "sim-1"));
    QVERIFY(world.counts().at("granted") > granted + 3); // and continues as before

    ClientCommand set;
    set.type = ClientCommand::Type::Set;
    set.hold = Spread(10s, 10s);
    QVERIFY(world.give(set));
    world.executor.advance(1s);
    const auto before = world.counts().at("granted");
    world.executor.advance(30s);
    QCOMPARE(world.counts().at("granted"), before + 3);
    QVERIFY(world.give(ClientCommand::Type::Start)); // the remaining client
    QVERIFY(world.give(ClientCommand::Type::Stop, "sim-1"));
    QVERIFY(!world.give(ClientCommand::Type::HoldForever, "sim-1"));
    QVERIFY(!world.summary);
    QCOMPARE(world.ensemble.sessionCount(), std::size_t(1));
    QVERIFY(world.give(ClientCommand::Type::Stop));
    QVERIFY(world.summary);
    QVERIFY(!world.give(ClientCommand::Type::Stop));
    QCOMPARE(world.summary->overlaps, 0);
    QVERIFY(world.ensemble.children("/locks/a").empty());
}

/// The nodes that accept a revocation request, wherever the recipe creates them.
void ContentionTest::reportsTheFullPathOfWhatHolds()
{
    QFETCH(ContendOptions, options);
    World world;
    options.clients = 2;
    options.cycles = 2;
    world.start(options);
    world.executor.advance(60s);
    QVERIFY(world.summary);
    const auto directory = options.recipe == Recipe::Multi || options.nested ? std::string("/locks/b")
                           : options.recipe == Recipe::Semaphore || options.recipe == Recipe::SemaphoreMutex
                               ? std::string("/locks/a/leases")
                               : std::string("/locks/a");
    int reported = 0;
    for (const auto& event : world.events) {
        const bool holds = event.type == ContendEvent::Type::Granted || event.type == ContendEvent::Type::Released;
        QCOMPARE(event.nodePath.empty(), !holds);
        if (!holds || (options.nested && event.paths.front() != "/locks/b"))
            continue;
        QCOMPARE(event.nodePath, joinPath(directory, event.node));
        ++reported;
    }
    QCOMPARE(reported, 8);
}

void ContentionTest::saysWhenItWaits()
{
    QFETCH(ContendOptions, options);
    World world;
    options.leases = 1;
    options.clients = 2;
    options.hold = {1h, 1h};
    world.start(options);
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("granted"), options.nested ? 2 : 1);
    std::set<std::string> granted;
    std::set<std::string> queued;
    for (const auto& event : world.events) {
        if (event.type == ContendEvent::Type::Granted)
            granted.insert(event.client);
        if (event.type == ContendEvent::Type::Queued)
            queued.insert(event.client);
    }
    QCOMPARE(granted.size(), std::size_t(1));
    // The other client reports its wait, although with a single node it has none.
    QVERIFY(queued.contains(granted.contains("sim-1") ? "sim-2" : "sim-1"));
    world.contention->stop();
    world.contention->stop();
    world.executor.advance(1s);
    QCOMPARE(world.counts().at("released"), options.nested ? 2 : 1);
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
    // Disconnected longer than the session timeout: the holder stops before the server grants the lock again.
    world.ensemble.cut(*holder);
    world.executor.advance(20s);
    world.ensemble.reconnect(*holder);
    world.executor.advance(60s);
    QVERIFY(world.summary);
    QCOMPARE(world.counts().at("lost"), 1);
    QCOMPARE(world.summary->overlaps, 0);
    QCOMPARE(world.ensemble.children("/locks/a").size(), std::size_t(0));
}

} // namespace lockscope::contentionTest

LOCKSCOPE_TEST(lockscope::contentionTest::ContentionTest)
#include "ContentionTest.moc"
