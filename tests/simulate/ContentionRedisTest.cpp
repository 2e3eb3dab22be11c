// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Simulated clients on in-memory Redis servers: each recipe, what the events say, what is left behind, and faults.

#include "core/simulate/clients/Contention.h"
#include "core/simulate/clients/redis/MastersStatus.h"
#include "core/simulate/clients/redis/RedisClients.h"
#include "core/simulate/clients/redis/RedisKeys.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <map>
#include <optional>

namespace lockscope::contentionRedisTest {

using namespace lockscope::console;
using namespace std::chrono_literals;
using test::FakeRedis;
using test::FakeRedisNetwork;
using test::ManualClock;
using test::ManualExecutor;

namespace {

/// Clients on one server, or for Redlock on three.
class World final {
public:
    explicit World(ContendOptions options)
        : m_options(std::move(options))
    {
        for (int i = 0; i < (descriptionOf(m_options.recipe).servers.areIndependent ? 3 : 1); ++i) {
            m_addresses.push_back({.host = "r" + std::to_string(i), .port = 6379, .socket = {}});
            m_network.add({.address = m_addresses.back()});
        }
    }
    ~World()
    {
        executor.runAndWait([this] {
            m_contention.reset();
            m_first.reset();
        });
        executor.runUntilIdle();
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    /// Prepares the keys and starts the clients.
    [[nodiscard]] Result<void> start()
    {
        if (auto right = checked(m_options); !right)
            return right;
        m_first = connect("first");
        executor.advance(1s);
        m_keys.emplace(m_first->first(), m_options);
        std::optional<Result<void>> prepared;
        m_keys->prepare([&](const Result<void>& outcome) { prepared = outcome; });
        executor.advance(1s);
        if (!prepared || !*prepared)
            return prepared ? *prepared : failure(ErrorCode::TimedOut, "prepare");
        m_contention = std::make_unique<Contention>(
            Contention::Setting{executor, m_options, [this](const std::string& name) { return connect(name); },
                                [this](const ContendEvent& event) { events.push_back(event); }, nullptr, Log()});
        m_contention->start([this](const Measurements& result) { measured = result; });
        executor.runUntilIdle();
        return {};
    }
    /// Advances the clock until the clients have ended; false after `limit`.
    [[nodiscard]] bool finish(Duration limit = 10min)
    {
        for (Duration passed{}; !measured && passed < limit; passed += 1s)
            executor.advance(1s);
        return measured.has_value();
    }
    [[nodiscard]] Result<std::vector<std::string>> cleanUp()
    {
        std::optional<Result<std::vector<std::string>>> outcome;
        m_keys->cleanUp([&](const Result<std::vector<std::string>>& left) { outcome = left; });
        executor.advance(1s);
        return outcome ? *outcome : failure(ErrorCode::TimedOut, "clean up");
    }
    void stop() { m_contention->stop(); }

    [[nodiscard]] FakeRedis& server(std::size_t index = 0) { return m_network.server(m_addresses[index]); }
    [[nodiscard]] FakeRedisNetwork& network() { return m_network; }
    [[nodiscard]] const redis::Address& address(std::size_t index = 0) const { return m_addresses[index]; }
    [[nodiscard]] std::map<std::string, int> counts() const
    {
        std::map<std::string, int> counts;
        for (const auto& event : events)
            ++counts[std::string(toString(event.type))];
        return counts;
    }
    /// The number of keys on all servers.
    [[nodiscard]] std::int64_t keys()
    {
        std::int64_t count = 0;
        for (std::size_t i = 0; i < m_addresses.size(); ++i)
            count += server(i).run({"DBSIZE"}).number();
        return count;
    }

    ManualClock clock;
    ManualExecutor executor{clock};
    std::vector<ContendEvent> events;
    std::optional<Measurements> measured;

private:
    std::unique_ptr<RedisClients> connect(const std::string& name)
    {
        const auto traffic = std::make_shared<redis::Traffic>();
        std::vector<std::unique_ptr<redis::Client>> clients;
        for (const auto& address : m_addresses) {
            redis::ClientSettings settings;
            settings.target.servers = {address};
            settings.traffic = traffic;
            settings.callbacks = &executor;
            clients.push_back(
                std::make_unique<redis::Client>(settings, executor, Log(), m_network.transports(executor, name)));
        }
        return std::make_unique<RedisClients>(std::move(clients), traffic);
    }

    ContendOptions m_options;
    std::vector<redis::Address> m_addresses;
    FakeRedisNetwork m_network{executor};
    std::unique_ptr<RedisClients> m_first;
    std::optional<RedisKeys> m_keys;
    std::unique_ptr<Contention> m_contention;
};

ContendOptions onLock(Recipe recipe)
{
    ContendOptions options;
    options.recipe = recipe;
    options.paths = {"orders"};
    options.clients = 4;
    options.cycles = 5;
    options.hold = {10ms, 30ms};
    options.seed = 7;
    return options;
}

SessionStatus inState(SessionState state, const char* detail = "")
{
    SessionStatus status;
    status.state = state;
    status.detail = detail;
    return status;
}

} // namespace

class ContentionRedisTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void completesItsCycles_data();
    void completesItsCycles();
    void downgradeReadsOn();
    void eventsNameTheOwner();
    void fixedLeaseEndsALongHold();
    void carelessHolderOverlaps();
    void renewedHoldLastsLongerThanItsLease();
    void restartedServerEndsTheHoldsAndIsUsedAgain();
    void foreignPermitsAreKept();
    void usedPermitsAreLeft();
    void foreignCounterIsKept();
    void aRunOfAProgramKeepsItsKeys();
    void fairQueueIsEmptyAfterAStop();
    void majorityDecides_data();
    void majorityDecides();
};

void ContentionRedisTest::completesItsCycles_data()
{
    QTest::addColumn<ContendOptions>("options");
    for (const auto& recipe : allRecipes()) {
        if (recipe.servers == onZooKeeper)
            continue;
        auto options = onLock(recipe.recipe);
        if (recipe.takesSeveral)
            options.paths.emplace_back("stock");
        if (recipe.hasLeases)
            options.leases = 2;
        if (recipe.hasModes)
            options.mode = Mode::Mix;
        QTest::newRow(recipe.word.data()) << options;
        if (recipe.canNest) {
            options.paths.emplace_back("stock");
            options.nested = true;
            QTest::addRow("%s nested", recipe.word.data()) << options;
        }
    }
}

void ContentionRedisTest::completesItsCycles()
{
    QFETCH(ContendOptions, options);
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    const auto total = world.measured->total();
    QCOMPARE(total.cycles, 20);
    QCOMPARE(total.errors + total.losses + total.timeouts, 0);
    QCOMPARE(world.measured->overlaps, 0);
    const int locks = options.nested ? 2 : 1;
    QCOMPARE(total.grants, 20 * locks);
    auto counts = world.counts();
    QCOMPARE(counts["connected"], 4);
    QCOMPARE(counts["queued"], 20 * locks);
    QCOMPARE(counts["granted"], 20 * locks);
    QCOMPARE(counts["released"], 20 * locks);
    QVERIFY2(total.requests >= 2 * total.grants, QByteArray::number(qlonglong(total.requests)));
    const auto left = world.cleanUp();
    QVERIFY_RESULT(left);
    QVERIFY(left->empty());
    QCOMPARE(world.keys(), 0);
}

void ContentionRedisTest::downgradeReadsOn()
{
    auto options = onLock(Recipe::RedissonReadWrite);
    options.mode = Mode::Downgrade;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QCOMPARE(world.measured->total().cycles, 20);
    QCOMPARE(world.measured->total().grants, 40);
    QCOMPARE(world.measured->overlaps + world.measured->total().errors, 0);
    QCOMPARE(world.keys(), 0);
}

void ContentionRedisTest::eventsNameTheOwner()
{
    auto options = onLock(Recipe::RedissonFencedLock);
    options.clients = 1;
    options.cycles = 2;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    std::vector<ContendEvent> grants;
    for (const auto& event : world.events) {
        QVERIFY(event.node.empty());
        if (event.type == ContendEvent::Type::Granted)
            grants.push_back(event);
    }
    QCOMPARE(grants.size(), std::size_t(2));
    // Redisson's owner: the UUID of its client instance, and a thread.
    const QRegularExpression owner(QStringLiteral("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:\\d+$"));
    for (const auto& grant : grants)
        QVERIFY2(owner.match(QString::fromStdString(grant.owner)).hasMatch(), grant.owner.c_str());
    QVERIFY(grants[0].token == 1 && grants[1].token == 2); // its counter begins at 1
}

void ContentionRedisTest::fixedLeaseEndsALongHold()
{
    auto options = onLock(Recipe::RedissonLock);
    options.lease = 1s;
    options.hold = {5s, 5s};
    options.cycles = 1;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QCOMPARE(world.measured->total().losses, 4);
    QCOMPARE(world.measured->overlaps, 0); // a correct client stops at the end of its lease
    const auto lost = std::find_if(world.events.begin(), world.events.end(),
                                   [](const ContendEvent& event) { return event.type == ContendEvent::Type::Lost; });
    QCOMPARE(lost->detail, std::string(toString(locks::LostReason::LeaseExpired)));
}

void ContentionRedisTest::carelessHolderOverlaps()
{
    auto options = onLock(Recipe::RedissonLock);
    options.lease = 1s;
    options.hold = {5s, 5s};
    options.cycles = 1;
    options.careless = true;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QVERIFY(world.measured->overlaps > 0);
}

void ContentionRedisTest::renewedHoldLastsLongerThanItsLease()
{
    auto options = onLock(Recipe::RedissonLock);
    options.watchdogTimeout = 1s;
    options.hold = {5s, 5s};
    options.cycles = 1;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QCOMPARE(world.measured->total().cycles, 4);
    QCOMPARE(world.measured->total().losses, 0);
}

void ContentionRedisTest::restartedServerEndsTheHoldsAndIsUsedAgain()
{
    auto options = onLock(Recipe::RedissonLock);
    options.hold = {3s, 3s};
    options.cycles.reset();
    World world(options);
    QVERIFY_RESULT(world.start());
    world.executor.advance(500ms);
    QCOMPARE(world.counts()["granted"], 1);
    world.network().stop(world.address());
    world.executor.advance(1s);
    QCOMPARE(world.counts()["suspended"], 4);
    world.server().loseData();
    world.network().start(world.address());
    world.executor.advance(20s);
    QCOMPARE(world.counts()["connected"], 8);
    QCOMPARE(world.counts()["lost"], 1);
    QVERIFY2(world.counts()["granted"] >= 5, QByteArray::number(world.counts()["granted"]));
    world.stop();
    QVERIFY(world.finish());
    // The server has forgotten the holder, which finds out by its next renewal: until then there are two.
    QCOMPARE(world.measured->overlaps, 1);
    QCOMPARE(world.measured->total().errors, 0);
    QCOMPARE(world.keys(), 0);
}

void ContentionRedisTest::foreignPermitsAreKept()
{
    auto options = onLock(Recipe::RedissonSemaphore);
    options.leases = 2;
    World world(options);
    world.server().run({"SET", "orders", "2"});
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QCOMPARE(world.measured->total().cycles, 20);
    QVERIFY(world.cleanUp().value().empty());
    QCOMPARE(world.server().run({"GET", "orders"}).text(), std::string("2"));
}

void ContentionRedisTest::usedPermitsAreLeft()
{
    auto options = onLock(Recipe::RedissonPermitSemaphore);
    options.leases = 2;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    world.server().run({"DECR", "orders"}); // another client has taken one
    QVERIFY(world.cleanUp().value() == std::vector<std::string>{"orders"});
    QCOMPARE(world.server().run({"GET", "orders"}).text(), std::string("1"));
}

void ContentionRedisTest::foreignCounterIsKept()
{
    World world(onLock(Recipe::RedissonFencedLock));
    world.server().run({"SET", "redisson_lock_token:{orders}", "41"});
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QVERIFY(world.cleanUp().value().empty());
    QCOMPARE(world.server().run({"GET", "redisson_lock_token:{orders}"}).text(), std::string("61"));
}

/// Other processes of the run may still use them.
void ContentionRedisTest::aRunOfAProgramKeepsItsKeys()
{
    auto options = onLock(Recipe::RedissonSemaphore);
    options.control = true;
    options.autostart = true;
    World world(options);
    QVERIFY_RESULT(world.start());
    QVERIFY(world.finish());
    QVERIFY(world.cleanUp().value().empty());
    QCOMPARE(world.server().run({"GET", "orders"}).text(), std::string("1"));
}

void ContentionRedisTest::fairQueueIsEmptyAfterAStop()
{
    auto options = onLock(Recipe::RedissonFairLock);
    options.hold = Spread::forever();
    options.cycles.reset();
    World world(options);
    QVERIFY_RESULT(world.start());
    world.executor.advance(5s);
    QCOMPARE(world.server().run({"LLEN", "redisson_lock_queue:{orders}"}).number(), std::int64_t(3));
    world.stop();
    QVERIFY(world.finish());
    QCOMPARE(world.keys(), 0);
}

void ContentionRedisTest::majorityDecides_data()
{
    using State = SessionState;
    QTest::addColumn<std::vector<SessionState>>("masters");
    QTest::addColumn<SessionState>("whole");
    const auto row = [](const char* name, std::vector<State> masters, State whole) {
        QTest::newRow(name) << std::move(masters) << whole;
    };
    row("one", {State::Connected}, State::Connected);
    row("one away", {State::Suspended}, State::Suspended);
    row("all", {State::Connected, State::Connected, State::Connected}, State::Connected);
    row("majority", {State::Suspended, State::Connected, State::Connected}, State::Connected);
    row("minority", {State::Suspended, State::Connected, State::Suspended}, State::Suspended);
    row("half", {State::Connected, State::Connected, State::Lost, State::Suspended}, State::Suspended);
    row("lost", {State::Lost, State::Connected, State::Lost}, State::Lost);
    row("at first", {State::Connecting, State::Connecting, State::Connected}, State::Connecting);
    row("one refuses", {State::AuthFailed, State::Connected, State::Connected}, State::Connected);
    row("one refuses, one is away", {State::AuthFailed, State::Suspended, State::Connected}, State::Suspended);
    row("two refuse", {State::Connected, State::AuthFailed, State::AuthFailed}, State::AuthFailed);
}

void ContentionRedisTest::majorityDecides()
{
    QFETCH(std::vector<SessionState>, masters);
    QFETCH(SessionState, whole);
    std::vector<SessionStatus> statuses;
    for (const auto state : masters)
        statuses.push_back(inState(state, toString(state).data()));
    const auto status = statusOfMajority(statuses);
    QCOMPARE(toString(status.state), toString(whole));
    QCOMPARE(status.detail.empty(), whole == SessionState::Connected);
}

} // namespace lockscope::contentionRedisTest

LOCKSCOPE_TEST(lockscope::contentionRedisTest::ContentionRedisTest)
#include "ContentionRedisTest.moc"
