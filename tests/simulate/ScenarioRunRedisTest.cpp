// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A run on Redis as the window uses it: manual faults of clients and servers. Scripts are tested by the scenarios,
/// each a separate ctest.

#include "core/sandbox/redis/RedisSoftware.h"
#include "core/simulate/scenarios/ScenarioReader.h"
#include "core/simulate/scenarios/ScenarioRun.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QSignalSpy>

#include <memory>

namespace lockscope::test::scenarioRunRedisTest {

using namespace lockscope::console;

namespace {

constexpr int redisLimitMs = 120'000;

/// One client holds for good; the others wait in the queue of a fair lock.
const QByteArray queueScript = R"({
    "title": "By hand",
    "story": "One holds and two wait. The rest is done by hand.",
    "backend": "redis",
    "clients": [
        {"name": "holder", "path": "orders", "recipe": "redisson-fair-lock", "hold": "forever",
         "watchdogTimeout": "2s"},
        {"name": "waiter", "path": "orders", "recipe": "redisson-fair-lock", "hold": "forever",
         "watchdogTimeout": "2s", "start": false}
    ],
    "limit": "5m",
    "steps": [{"when": {"who": "waiter", "event": "error"}, "do": "wait"}],
    "expect": [{"measure": "leftBehind", "=": 0}]
})";

/// One client that holds a majority of three votes.
const QByteArray voteScript = R"({
    "title": "Votes",
    "story": "One holds the votes of independent masters. The rest is done by hand.",
    "backend": "redis",
    "sandbox": {"servers": 3},
    "clients": [{"name": "holder", "path": "orders", "hold": "forever", "lease": "2s"}],
    "limit": "5m",
    "steps": [{"when": {"who": "holder", "event": "error"}, "do": "wait"}],
    "expect": [{"measure": "leftBehind", "=": 0}]
})";

/// `target`: of the user's servers; empty: a sandbox.
std::unique_ptr<ScenarioRun> makeRedisRun(const QByteArray& json, const std::string& target = {})
{
    auto scenario = readScenario(json, "by-hand", "by-hand.json");
    if (!scenario) {
        qWarning("%s", describe(scenario.error()).c_str());
        return nullptr;
    }
    ScenarioDependencies dependencies;
    dependencies.program = QStringLiteral(LOCKSCOPECTL);
    dependencies.redis = target;
    return std::make_unique<ScenarioRun>(*std::move(scenario), std::move(dependencies));
}

TargetSelector clientNamed(const char* name)
{
    return {.kind = TargetSelector::Kind::Named, .name = name, .number = 0};
}

const TargetSelector firstServer{.kind = TargetSelector::Kind::Server, .name = {}, .number = 1};

/// The result of a manual fault.
Result<QStringList> appliedByHand(ScenarioRun& run, const Fault& fault, const TargetSelector& target)
{
    std::optional<Result<QStringList>> result;
    run.apply(fault, target, [&](const Result<QStringList>& hit) { result = hit; });
    if (!QTest::qWaitFor([&] { return result.has_value(); }, redisLimitMs))
        return failure(ErrorCode::TimedOut, "apply");
    return *result;
}

bool isIn(const ScenarioRun& run, const char* client, ClientView view)
{
    const auto* const facts = run.facts().find(client);
    return facts && facts->clientView == view;
}

} // namespace

class ScenarioRunRedisTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesFaultsByHand();
    void countsWhatIsLeftBehind();
    void theMasterIsThatOfTheMoment();
    void aClientIsCutUntilEachServerIsHealed();
    void needsServersOfItsRecipes();
};

void ScenarioRunRedisTest::takesFaultsByHand()
{
    const auto run = makeRedisRun(queueScript);
    QVERIFY(run);
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "holder", ClientView::Holding), redisLimitMs);
    QVERIFY(run->ensemble().redis.starts_with("redis://127.0.0.1:"));
    QCOMPARE(run->ensemble().names, std::vector<std::string>{"orders"});
    QCOMPARE(run->facts().servers.size(), 1U);

    // ZooKeeper's faults, a server's fault for a client, and a clock that cannot be moved.
    for (const auto kind : {FaultKind::Expire, FaultKind::Revoke, FaultKind::Forget}) {
        const auto refused = appliedByHand(*run, {.kind = kind}, clientNamed("holder"));
        QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    }
    const auto clock = appliedByHand(*run, {.kind = FaultKind::Clock, .jump = std::chrono::seconds(30)}, firstServer);
    QVERIFY(!clock && clock.error().code == ErrorCode::Refused);
    QVERIFY2(clock.error().detail.find("clocks that can be moved") != std::string::npos, clock.error().detail.c_str());

    // The network of one client, and not of the other.
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Cut}, clientNamed("holder")));
    QTRY_VERIFY_WITH_TIMEOUT(run->facts().find("holder")->suspended, redisLimitMs);
    QVERIFY(!run->facts().find("waiter")->suspended);
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Heal}, clientNamed("holder")));
    QTRY_VERIFY_WITH_TIMEOUT(!run->facts().find("holder")->suspended, redisLimitMs);

    // A server without its data: the next request of the holder's watchdog finds no lock.
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "holder", ClientView::Holding), redisLimitMs);
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Forget}, firstServer));
    QVERIFY(!run->facts().servers.front().serves);
    QTRY_VERIFY_WITH_TIMEOUT(run->facts().servers.front().serves, redisLimitMs);
    QTRY_VERIFY_WITH_TIMEOUT(run->facts().find("holder")->times("lost") == 1, redisLimitMs);
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, redisLimitMs);
    QVERIFY(run->outcome().stopped);
}

/// A waiter that was killed stays in the queue of a fair lock, where no lease ends it.
void ScenarioRunRedisTest::countsWhatIsLeftBehind()
{
    const auto run = makeRedisRun(queueScript);
    QVERIFY(run);
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "holder", ClientView::Holding), redisLimitMs);
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Start}, clientNamed("waiter")));
    const auto target = run->ensemble().redis;
    const auto port = QString::fromStdString(target.substr(target.rfind(':') + 1)).toInt();
    RedisConnection redis(port);
    QTRY_COMPARE_WITH_TIMEOUT(redis.command({"LLEN", "redisson_lock_queue:{orders}"}).toInt(), 1, redisLimitMs);
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Kill}, clientNamed("waiter")));
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "waiter", ClientView::Ended), redisLimitMs);
    QVERIFY(appliedByHand(*run, {.kind = FaultKind::Kill}, clientNamed("holder"))); // its lease ends by itself
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, redisLimitMs);
    QCOMPARE(run->outcome().measures.at("leftBehind"), 1.0);
}

/// After a failover it is the promoted replica, and the replicas are counted without it.
void ScenarioRunRedisTest::theMasterIsThatOfTheMoment()
{
    const TargetSelector master{.kind = TargetSelector::Kind::Master, .name = {}, .number = 0};
    const TargetSelector replica{.kind = TargetSelector::Kind::Replica, .name = {}, .number = 1};
    const Fault harmless{FaultKind::Resume};
    auto json = queueScript;
    const auto run = makeRedisRun(json.replace(R"("clients")", R"("sandbox": {"servers": "sentinel"}, "clients")"));
    QVERIFY(run);
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "holder", ClientView::Holding), redisLimitMs);
    const auto first = appliedByHand(*run, {.kind = FaultKind::Kill}, master);
    QVERIFY(first);
    QCOMPARE(*first, QStringList(QStringLiteral("server 1")));
    const auto none = appliedByHand(*run, harmless, master);
    QVERIFY(!none && none.error().code == ErrorCode::Refused);

    std::optional<QStringList> promoted;
    const auto isPromoted = [&] {
        if (const auto hit = appliedByHand(*run, harmless, master))
            promoted = *hit;
        return promoted.has_value();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isPromoted(), redisLimitMs);
    QVERIFY(*promoted == QStringList(QStringLiteral("server 2")) ||
            *promoted == QStringList(QStringLiteral("server 3")));
    const auto other = appliedByHand(*run, harmless, replica);
    QVERIFY(other);
    QVERIFY(*other != *promoted && *other != *first);
    const auto second = appliedByHand(*run, harmless, {TargetSelector::Kind::Replica, {}, 2});
    QVERIFY(!second && second.error().code == ErrorCode::Refused); // the old master is down
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, redisLimitMs);
}

void ScenarioRunRedisTest::aClientIsCutUntilEachServerIsHealed()
{
    const auto run = makeRedisRun(voteScript);
    QVERIFY(run);
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(isIn(*run, "holder", ClientView::Holding), redisLimitMs);
    const auto applied = [&](FaultKind kind, std::vector<int> servers) {
        const auto hit = appliedByHand(*run, {.kind = kind, .servers = std::move(servers)}, clientNamed("holder"));
        return hit && *hit == QStringList(QStringLiteral("holder"));
    };
    QVERIFY(!run->facts().find("holder")->isCut);
    QVERIFY(applied(FaultKind::Cut, {1, 2}));
    QVERIFY(run->facts().find("holder")->isCut);
    QVERIFY(applied(FaultKind::Heal, {1}));
    QVERIFY(run->facts().find("holder")->isCut);
    QVERIFY(applied(FaultKind::Heal, {2}));
    QVERIFY(!run->facts().find("holder")->isCut);
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, redisLimitMs);
}

/// Before anything is sent to a server: none listens here.
void ScenarioRunRedisTest::needsServersOfItsRecipes()
{
    const auto refusal = [](const QByteArray& json, const std::string& target) {
        const auto run = makeRedisRun(json, target);
        if (!run)
            return std::string("no run");
        run->start();
        const auto hasEnded = [&] { return run->phase() == ScenarioRun::Phase::Finished; };
        if (!QTest::qWaitFor(hasEnded, redisLimitMs) || !run->outcome().trouble)
            return std::string("no error");
        return describe(*run->outcome().trouble);
    };
    QCOMPARE(refusal(voteScript, "redis://127.0.0.1:1"),
             "Cannot run \"by-hand\": the locks of the scenario need independent masters. Give their addresses, such "
             "as redlock://r1:6379,r2:6379,r3:6379");
    QCOMPARE(refusal(queueScript, "redlock://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"),
             "Cannot run \"by-hand\": the locks of the scenario do not work on independent masters. Give the address "
             "of a server, such as redis://cache1:6379");
}

} // namespace lockscope::test::scenarioRunRedisTest

LOCKSCOPE_TEST(lockscope::test::scenarioRunRedisTest::ScenarioRunRedisTest)
#include "ScenarioRunRedisTest.moc"
