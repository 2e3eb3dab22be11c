// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A run as the window uses it: manual faults, paused, stopped, destroyed. Scripts are tested by the scenarios, each a
/// separate ctest, and by tests/cli/CliRunTest.

#include "core/simulate/scenarios/ScenarioRun.h"
#include "core/simulate/scenarios/ScenarioReader.h"
#include "core/simulate/scenarios/StepPlayer.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/Processes.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QSignalSpy>

#include <memory>

namespace lockscope::test::scenarioRunTest {

using namespace lockscope::console;

namespace {

constexpr int waitLimitMs = 120'000;

/// One client holds, one waits; the script waits for a cut that only a manual fault makes.
const QByteArray script = R"({
    "title": "By hand",
    "story": "One holds and one waits. The rest is done by hand.",
    "sandbox": {"tick": "200ms", "sessionTimeout": "20s"},
    "clients": [{"name": "worker", "count": 2, "path": "/orders", "hold": "forever"}],
    "limit": "5m",
    "steps": [{"when": {"who": "everybody", "count": 1, "state": "suspended"}, "do": "heal", "who": "everybody"},
              {"when": [{"who": "nobody", "state": "suspended"}, {"who": "worker", "event": "granted"}], "do": "wait"}],
    "expect": [{"who": "worker", "event": "granted"}, {"measure": "suspended", ">=": 1},
               {"measure": "leftBehind", "=": 0}]
})";

/// Its limit is shorter than the time for which the test looks at the first turning point.
const QByteArray withTurningPoints = R"({
    "title": "Turning points",
    "story": "One holds. There are two turning points.",
    "sandbox": {"tick": "200ms", "sessionTimeout": "20s"},
    "clients": [{"name": "worker", "path": "/orders", "hold": "forever"}],
    "limit": "10s",
    "steps": [{"when": {"who": "worker", "state": "holding"}, "say": "worker holds.", "do": "release", "who": "worker"},
              {"when": {"who": "worker", "event": "released"}, "say": "worker has released.", "do": "wait"}],
    "expect": [{"who": "worker", "event": "released"}]
})";

std::unique_ptr<ScenarioRun> makeRun(Scenario scenario)
{
    ScenarioDependencies dependencies;
    dependencies.program = QStringLiteral(LOCKSCOPECTL);
    dependencies.makeClient = [](EventLoop& loop, const zk::ConnectString& servers) {
        zk::ClientSettings settings;
        settings.servers = servers;
        return std::make_unique<zk::ZooKeeperClient>(std::move(settings), loop, Log());
    };
    return std::make_unique<ScenarioRun>(std::move(scenario), std::move(dependencies));
}

std::unique_ptr<ScenarioRun> makeRun(const QByteArray& json)
{
    auto scenario = readScenario(json, "by-hand", "by-hand.json");
    return scenario ? makeRun(std::move(*scenario)) : nullptr;
}

const TargetSelector theHolder{.kind = TargetSelector::Kind::Holder, .name = {}, .number = 0};
const TargetSelector theFirstWaiter{.kind = TargetSelector::Kind::FirstWaiter, .name = {}, .number = 0};

TargetSelector named(const char* client)
{
    return {.kind = TargetSelector::Kind::Named, .name = client, .number = 0};
}

/// The result of a manual fault.
Result<QStringList> applied(ScenarioRun& run, FaultKind kind, const TargetSelector& target)
{
    std::optional<Result<QStringList>> result;
    run.apply({.kind = kind}, target, [&](const Result<QStringList>& hit) { result = hit; });
    if (!QTest::qWaitFor([&] { return result.has_value(); }, waitLimitMs))
        return failure(ErrorCode::TimedOut, "apply");
    return *result;
}

const ClientFacts* whoIs(const ScenarioRun& run, ClientView clientView)
{
    for (const ClientFacts& client : run.facts().clients) {
        if (client.clientView == clientView)
            return &client;
    }
    return nullptr;
}

} // namespace

class ScenarioRunTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesFaultsByHandAndFinishes();
    void asksHoldersOfEveryRecipe();
    void stopsWhilePreparing();
    void leavesNothingWhenDestroyed();
    void isAbandonedWithoutWaiting_data();
    void isAbandonedWithoutWaiting();
    void goesOnUntilItIsStopped();
    void stopsAtTurningPoints();
    void stopsWhereTheStepSaysSo();
    void passesOverTurningPoints();
};

void ScenarioRunTest::takesFaultsByHandAndFinishes()
{
    const auto run = makeRun(script);
    QVERIFY(run);
    QVERIFY(!applied(*run, FaultKind::Kill, named("worker-1"))); // the run has not started yet
    run->start();
    // At first the future holder waits alone.
    QTRY_VERIFY_WITH_TIMEOUT(whoIs(*run, ClientView::Holding) && whoIs(*run, ClientView::Waiting), waitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(run->facts().measures.count("waiting") && run->facts().measures.at("waiting") == 1, true,
                              waitLimitMs);
    const auto holder = QString::fromStdString(whoIs(*run, ClientView::Holding)->name);
    const auto waiter = QString::fromStdString(whoIs(*run, ClientView::Waiting)->name);

    const auto none = applied(*run, FaultKind::Kill, named("porter"));
    QVERIFY(!none && none.error().code == ErrorCode::Refused);
    QVERIFY(!applied(*run, FaultKind::Cut, {.kind = TargetSelector::Kind::Server, .name = {}, .number = 7}));
    const auto paused = applied(*run, FaultKind::Pause, theHolder);
    QVERIFY(paused && *paused == QStringList{holder});
    QVERIFY(run->facts().find(holder.toStdString())->paused);
    QVERIFY(applied(*run, FaultKind::Resume, named("worker")));
    QVERIFY(!run->facts().find(holder.toStdString())->paused);

    // A paused script does not continue, although its condition holds.
    run->pause();
    QVERIFY(run->isPaused());
    const auto cut = applied(*run, FaultKind::Cut, theFirstWaiter);
    QVERIFY(cut && *cut == QStringList{waiter});
    QTRY_VERIFY_WITH_TIMEOUT(run->facts().find(waiter.toStdString())->suspended, waitLimitMs);
    QCOMPARE(run->stepsDone(), 0U);
    run->resume();
    QTRY_COMPARE_WITH_TIMEOUT(run->stepsDone(), 1U, waitLimitMs);

    QVERIFY(applied(*run, FaultKind::Release, theHolder));
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->phase()), static_cast<int>(ScenarioRun::Phase::Finished),
                              waitLimitMs);
    const auto& outcome = run->outcome();
    QVERIFY2(!outcome.trouble, outcome.trouble ? describe(*outcome.trouble).c_str() : "");
    for (const auto& one : outcome.expectations)
        QVERIFY2(one.passed, (one.wanted + ": " + one.found).c_str());
    QVERIFY(outcome.passed && !outcome.stopped);
    QVERIFY(outcome.measurements.total().grants >= 2);
    QVERIFY(!applied(*run, FaultKind::Kill, named("worker-1")));
}

/// Their nodes are where the recipe has them: below the path, among the leases, at the last of several paths.
void ScenarioRunTest::asksHoldersOfEveryRecipe()
{
    const auto run = makeRun(R"({
        "title": "Asked",
        "story": "Each holds a lock of another recipe, and releases it on request.",
        "sandbox": {"tick": "200ms", "sessionTimeout": "20s"},
        "clients": [
            {"name": "mutex", "path": "/mutex", "hold": "forever", "think": "1h", "revocation": "follow"},
            {"name": "single", "recipe": "single", "path": "/single", "hold": "forever", "think": "1h",
             "revocation": "follow"},
            {"name": "lease", "recipe": "semaphore", "leases": 2, "path": "/semaphore", "hold": "forever",
             "think": "1h", "revocation": "follow"},
            {"name": "gate", "recipe": "semaphore-mutex", "path": "/gate", "hold": "forever", "think": "1h",
             "revocation": "follow"},
            {"name": "multi", "recipe": "multi", "path": ["/first", "/second"], "hold": "forever", "think": "1h",
             "revocation": "follow"},
            {"name": "kazoo", "recipe": "kazoo-semaphore", "leases": 2, "path": "/kazoo", "hold": "forever",
             "think": "1h", "revocation": "follow"},
            {"name": "reader", "recipe": "read-write", "mode": "read", "path": "/table", "hold": "forever",
             "think": "1h", "revocation": "follow"},
            {"name": "latch", "recipe": "latch", "path": "/latch", "hold": "forever"}
        ],
        "limit": "5m",
        "steps": [{"when": {"who": "everybody", "count": 7, "event": "released"}, "do": "wait"}],
        "expect": [{"who": "everybody", "count": 7, "event": "revocation"}, {"who": "latch", "state": "holding"},
                   {"measure": "leftBehind", "=": 0}]
    })");
    QVERIFY(run);
    run->start();
    const auto everybodyHolds = [&] {
        const auto& clients = run->facts().clients;
        return !clients.empty() && std::all_of(clients.begin(), clients.end(), [](const ClientFacts& client) {
            return client.clientView == ClientView::Holding;
        });
    };
    QTRY_VERIFY_WITH_TIMEOUT(everybodyHolds(), waitLimitMs);
    const auto ofLatch = applied(*run, FaultKind::Revoke, named("latch"));
    QVERIFY(!ofLatch && ofLatch.error().code == ErrorCode::Refused);
    QVERIFY2(ofLatch.error().detail.find("does not support revocation requests") != std::string::npos,
             ofLatch.error().detail.c_str());
    for (const auto* name : {"mutex", "single", "lease", "gate", "multi", "kazoo", "reader"}) {
        QVERIFY(applied(*run, FaultKind::Revoke, named(name)));
        const auto* client = run->facts().find(name);
        QTRY_VERIFY2_WITH_TIMEOUT(client->saw.contains("revocation") && client->saw.contains("released"), name,
                                  waitLimitMs);
    }
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, waitLimitMs);
    const auto& outcome = run->outcome();
    QVERIFY2(!outcome.trouble, outcome.trouble ? describe(*outcome.trouble).c_str() : "");
    for (const auto& one : outcome.expectations)
        QVERIFY2(one.passed, (one.wanted + ": " + one.found).c_str());
}

void ScenarioRunTest::stopsWhilePreparing()
{
    const auto run = makeRun(script);
    QSignalSpy finished(run.get(), &ScenarioRun::finished);
    run->start();
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, waitLimitMs);
    QVERIFY(run->outcome().stopped && !run->outcome().passed);
}

void ScenarioRunTest::leavesNothingWhenDestroyed()
{
    auto run = makeRun(script);
    connect(run.get(), &ScenarioRun::happened, this, [](const QJsonObject&) {});
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(whoIs(*run, ClientView::Holding) && whoIs(*run, ClientView::Waiting), waitLimitMs);
    const auto children = childrenOf(QCoreApplication::applicationPid());
    QVERIFY(children.size() >= 3); // the server and two clients
    run.reset();
    for (const auto process : children)
        QTRY_VERIFY(!runs(process));
}

void ScenarioRunTest::isAbandonedWithoutWaiting_data()
{
    QTest::addColumn<bool>("isEnding"); ///< it was asked to stop before
    QTest::newRow("playing") << false;
    QTest::newRow("ending") << true;
}

/// A paused server would let the run's own session wait.
void ScenarioRunTest::isAbandonedWithoutWaiting()
{
    QFETCH(bool, isEnding);
    auto run = makeRun(script);
    const QSignalSpy finished(run.get(), &ScenarioRun::finished);
    run->start();
    QTRY_VERIFY_WITH_TIMEOUT(whoIs(*run, ClientView::Holding) && whoIs(*run, ClientView::Waiting), waitLimitMs);
    const auto children = childrenOf(QCoreApplication::applicationPid());
    QVERIFY(children.size() >= 3); // the server and two clients
    QVERIFY(applied(*run, FaultKind::Pause, {.kind = TargetSelector::Kind::Server, .name = {}, .number = 1}));
    if (isEnding)
        run->stop();
    QElapsedTimer clock;
    clock.start();
    run->abandon();
    QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, waitLimitMs);
    QVERIFY(run->outcome().stopped && !run->outcome().passed);
    for (const auto process : children)
        QTRY_VERIFY(!runs(process));
    clock.restart();
    run.reset();
    QVERIFY2(clock.elapsed() < 500, qPrintable(QString::number(clock.elapsed())));
}

/// A mix without a script: it runs until it is stopped, and reports its measurements meanwhile.
void ScenarioRunTest::goesOnUntilItIsStopped()
{
    auto scenario = readScenario(script, "mix", "mix.json");
    QVERIFY(scenario);
    scenario->goesOn = true;
    scenario->steps.clear();
    scenario->expectations.clear();
    scenario->groups.front().options.hold = Spread{std::chrono::milliseconds(5), std::chrono::milliseconds(10)};
    const auto run = makeRun(*scenario);
    run->start();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Playing, waitLimitMs);
    // Each client is a separate process, so that none of them observes a whole handover.
    const auto handedOver = [&] {
        run->measure();
        return run->measurements().handovers.count() >= 10 && run->measurements().clients.size() == 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(handedOver(), waitLimitMs);
    run->stop();
    QTRY_COMPARE_WITH_TIMEOUT(run->phase(), ScenarioRun::Phase::Finished, waitLimitMs);
    const auto& outcome = run->outcome();
    QVERIFY2(!outcome.trouble, outcome.trouble ? describe(*outcome.trouble).c_str() : "");
    QVERIFY(outcome.passed && !outcome.stopped);
    QVERIFY(outcome.measures.at("handovers") >= 10 && outcome.measures.at("handoverP99Us") > 0);
    QCOMPARE(outcome.measures.at("leftBehind"), 0.0);
}

void ScenarioRunTest::stopsAtTurningPoints()
{
    const auto run = makeRun(withTurningPoints);
    QVERIFY(run);
    run->setTurningPoints(TurningPoints::Stop);
    run->start();
    QTRY_COMPARE_WITH_TIMEOUT(run->turningPoint(), std::string("worker holds."), waitLimitMs);
    QElapsedTimer looking;
    looking.start();
    QVERIFY(QTest::qWaitFor([&] { return looking.hasExpired(11'000); }, waitLimitMs)); // the limit waits
    QCOMPARE(run->turningPoint(), std::string("worker holds."));
    QCOMPARE(run->stepsDone(), 0U);
    QVERIFY(whoIs(*run, ClientView::Holding));
    run->goOn();
    QTRY_COMPARE_WITH_TIMEOUT(run->turningPoint(), std::string("worker has released."), waitLimitMs);
    QCOMPARE(run->stepsDone(), 1U);
    run->setTurningPoints(TurningPoints::Pass); // also where it is
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->phase()), static_cast<int>(ScenarioRun::Phase::Finished),
                              waitLimitMs);
    const auto& outcome = run->outcome();
    QVERIFY2(outcome.passed, outcome.trouble ? describe(*outcome.trouble).c_str() : "");
}

void ScenarioRunTest::stopsWhereTheStepSaysSo()
{
    auto scenario = readScenario(withTurningPoints, "turning", "turning.json");
    QVERIFY(scenario);
    scenario->steps.front().stopsHere = true;
    const auto run = makeRun(std::move(*scenario));
    run->setTurningPoints(TurningPoints::Linger);
    run->start();
    QTRY_COMPARE_WITH_TIMEOUT(run->turningPoint(), std::string("worker holds."), waitLimitMs);
    QElapsedTimer looking;
    looking.start();
    QVERIFY(QTest::qWaitFor([&] { return looking.hasExpired(StepPlayer::lingering.count() + 1'000); }, waitLimitMs));
    QCOMPARE(run->turningPoint(), std::string("worker holds."));
    run->goOn();
    QTRY_COMPARE_WITH_TIMEOUT(run->turningPoint(), std::string("worker has released."), waitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->phase()), static_cast<int>(ScenarioRun::Phase::Finished),
                              waitLimitMs); // the second one lingers only
    QVERIFY(run->outcome().passed);
}

/// As the command line does.
void ScenarioRunTest::passesOverTurningPoints()
{
    auto scenario = readScenario(withTurningPoints, "turning", "turning.json");
    QVERIFY(scenario);
    scenario->limit = std::chrono::minutes(2);
    const auto run = makeRun(std::move(*scenario));
    bool hasStopped = false;
    connect(run.get(), &ScenarioRun::changed, this, [&] { hasStopped = hasStopped || !run->turningPoint().empty(); });
    run->start();
    QTRY_COMPARE_WITH_TIMEOUT(static_cast<int>(run->phase()), static_cast<int>(ScenarioRun::Phase::Finished),
                              waitLimitMs);
    QVERIFY(run->outcome().passed && !hasStopped);
}

} // namespace lockscope::test::scenarioRunTest

LOCKSCOPE_TEST(lockscope::test::scenarioRunTest::ScenarioRunTest)
#include "ScenarioRunTest.moc"
