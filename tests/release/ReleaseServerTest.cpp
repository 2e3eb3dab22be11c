// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases on real servers: races, permissions, lost connections, and the action log of each.

#include "core/base/Path.h"
#include "core/release/ActionLogReader.h"
#include "core/release/ReleaseService.h"
#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "core/zk/CreateCounter.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/release/ActingClient.h"
#include "tests/release/Watching.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Link.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

#include <atomic>
#include <future>

namespace lockscope::releaseServerTest {

using namespace lockscope::test;
using namespace lockscope::release;
using namespace std::chrono_literals;

namespace {

/// Runs the request on the executor and waits for its answer on the test's thread.
template <typename T> Result<T> ask(Executor& executor, const std::function<void(zk::Reply<T>)>& request)
{
    BlockingAnswer<T> answer;
    executor.post([request, reply = answer.reply()] { request(reply); });
    return answer.get(60s);
}

/// A service over a client whose requests can be preceded by actions.
struct ConnectedService {
    BlockingClient connection;
    QTemporaryDir folder;
    std::unique_ptr<ActingClient> client;
    ReleaseSettings settings;
    ActorSettings actorSettings;
    std::unique_ptr<ReleaseService> service;

    explicit ConnectedService(const QString& connect, std::chrono::milliseconds timeout = 10s)
        : connection(connect, timeout)
    {
        settings.connect = connect.toStdString();
        settings.trail = ActionLog(folder.filePath(QStringLiteral("audit.jsonl")).toStdString());
        settings.journal = SystemJournal(folder.filePath(QStringLiteral("none")).toStdString());
        actorSettings.guard.waitLimit = 10s;
        restart();
    }
    ~ConnectedService()
    {
        connection.executor().runAndWait([this] { client.reset(); });
    }
    ConnectedService(const ConnectedService&) = delete;
    ConnectedService& operator=(const ConnectedService&) = delete;

    /// Starts the request numbers at 0 again.
    void restart(const ActingClient::Before& act = {})
    {
        connection.executor().runAndWait([&] {
            service.reset();
            client = std::make_unique<ActingClient>(connection.client().share(), act);
            service = std::make_unique<ReleaseService>(
                std::make_shared<ZooKeeperReleaseActor>(*client, inspect::builtinDialects(), actorSettings), settings);
        });
    }
    Result<ReleasePlan> plan(const std::string& path, const Background& background = {})
    {
        return ask<ReleasePlan>(connection.executor(), [&](auto reply) {
            service->plan(release::keyOfNode(path), background, std::move(reply));
        });
    }
    Result<ReleaseOutcome> release(const ReleasePlan& plan)
    {
        return ask<ReleaseOutcome>(connection.executor(), [&](auto reply) {
            service->release(plan, {"stuck", {}}, std::move(reply));
        });
    }
    SessionState state() { return connection.sessionState().state; }
    [[nodiscard]] ActionStatus lastVerdict() const
    {
        const auto reading = readAudit(settings.trail.file());
        return reading && !reading->entries.empty() && reading->entries.front().record.outcome
                   ? reading->entries.front().verdict()
                   : ActionStatus::Ignored;
    }
};

} // namespace

class ReleaseServerTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void anotherNodeNeverGoes_data();
    void anotherNodeNeverGoes();
    void neighboursSeeTheDeleteAndNothingElse_data();
    void neighboursSeeTheDeleteAndNothingElse();
    void aNameThatIsMadeAgainAllTheTime();
    void aHealthyQueueIsReleasable();
    void theCounterIsWhatTheServerAssigns();
    void aConnectionCutBeforeTheDelete_data();
    void aConnectionCutBeforeTheDelete();
    void withoutAQuorumNothingIsDeleted();
};

void ReleaseServerTest::anotherNodeNeverGoes_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("single node") << "lock";
    QTest::newRow("numbered") << "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000000";
}

void ReleaseServerTest::anotherNodeNeverGoes()
{
    QFETCH(QString, name);
    ConnectedService service(m_servers.connectString());
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    const auto path = directory + "/" + name.toStdString();
    constexpr int points = 8; // seven requests, and no action
    int released = 0;
    int refused = 0;
    for (int i = 0; i < 1'000; ++i) {
        const auto first = m_client->create(path, "one", zk::CreateMode::Ephemeral);
        QVERIFY(first);
        service.restart();
        const auto plan = service.plan(path);
        QVERIFY(plan);
        QCOMPARE(plan->creationId, first->stat.czxid);
        bool wasThere = false;
        std::int64_t made = 0;
        service.restart([&](int number, std::string_view) {
            if (number != i % points)
                return;
            wasThere = m_client->remove(path).has_value();
            made = m_client->create(path, "two", zk::CreateMode::Ephemeral).value().stat.czxid;
        });
        const auto removed = ask<GuardedDelete>(service.connection.executor(), [&](auto reply) {
            removeGuarded(*service.client, inspect::builtinDialects(), *plan, std::move(reply));
        });
        if (made != 0)
            QCOMPARE(removed.has_value(), !wasThere);
        else
            QVERIFY(removed);
        if (!removed)
            QCOMPARE(printed(removed.error().code), "Refused");
        ++(removed ? released : refused);
        const auto stands = m_client->get(path);
        QCOMPARE(stands.has_value(), made != 0);
        if (!stands)
            continue;
        QCOMPARE(stands->stat.czxid, made);
        QCOMPARE(stands->data, std::string("two"));
        QVERIFY(m_client->remove(path));
    }
    QVERIFY(released >= 100 && refused >= 500);
    const auto left = m_client->children(directory);
    QVERIFY(left && left->empty()); // no probe is left either
}

void ReleaseServerTest::neighboursSeeTheDeleteAndNothingElse_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("busy"); // how often a child is created just before the transaction
    for (const int busy : {0, 2, 100}) {
        QTest::addRow("single node, %d", busy) << "lock" << busy;
        QTest::addRow("numbered, %d", busy) << "n_0000000000" << busy;
        QTest::addRow("with a GUID, %d", busy) << "_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-0000000000" << busy;
    }
}

void ReleaseServerTest::neighboursSeeTheDeleteAndNothingElse()
{
    QFETCH(QString, name);
    QFETCH(int, busy);
    ConnectedService service(m_servers.connectString());
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    const auto path = directory + "/" + name.toStdString();
    const auto node = m_client->create(path, "web-1", zk::CreateMode::Ephemeral);
    QVERIFY(node);
    const auto plan = service.plan(path);
    QVERIFY(plan);

    BlockingClient neighbour(m_servers.connectString());
    Watching watching;
    std::atomic<int> armed = 0;
    neighbour.executor().runAndWait([&] { watching.watch(neighbour.client(), path, [&] { ++armed; }); });
    QTRY_COMPARE(armed.load(), Watching::watchCount);
    int left = busy;
    service.restart([&](int, std::string_view operation) {
        if (operation == "multi" && left-- > 0)
            QVERIFY(m_client->create(directory + "/other-", {}, zk::CreateMode::EphemeralSequential));
    });
    const auto outcome = service.release(*plan);
    const bool isGivenUp = busy == 100 && name == u"lock"; // its name can be used again, so the release is refused
    QCOMPARE(outcome.has_value(), !isGivenUp);
    QVERIFY(neighbour.exists(directory)); // events sent before this answer have been delivered
    std::vector<std::string> events;
    neighbour.executor().runAndWait([&] { events = watching.events(); });
    if (isGivenUp) {
        QCOMPARE(printed(outcome.error().code), "TimedOut");
        QVERIFY(events == std::vector<std::string>{"getChildren NodeChildrenChanged " + directory}); // of the others
        const auto still = m_client->get(path);
        QVERIFY(still && still->stat.czxid == node->stat.czxid && still->stat.version == 0);
    } else {
        QCOMPARE(printed(toString(outcome->releaseResult.guarded.proof)), busy == 100 ? "version" : "counter");
        QVERIFY2(events == Watching::ofADelete(path), events.empty() ? "none" : events.front().c_str());
    }
    neighbour.executor().runAndWait([&] { watching.stop(); });
}

void ReleaseServerTest::theCounterIsWhatTheServerAssigns()
{
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    const auto counter = [&] { return zk::createdChildren(*m_client->exists(directory).value()); };
    const auto next = [&] {
        return m_client->create(directory + "/n_", {}, zk::CreateMode::PersistentSequential)->path;
    };
    QCOMPARE(counter(), 0U);
    QCOMPARE(next(), directory + "/n_0000000000");
    QVERIFY(m_client->create(directory + "/other"));
    QVERIFY(m_client->remove(directory + "/n_0000000000"));
    QCOMPARE(counter(), 2U); // each create counts, a delete does not
    QCOMPARE(next(), directory + "/n_0000000002");
    QVERIFY(m_client->create(directory + "/other/below"));
    QVERIFY(m_client->set(directory, "data", zk::anyVersion));
    QCOMPARE(counter(), 3U);
}

void ReleaseServerTest::aNameThatIsMadeAgainAllTheTime()
{
    ConnectedService service(m_servers.connectString());
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    const auto path = directory + "/lock";
    std::atomic<bool> isOver = false;
    std::vector<std::int64_t> taken; // nodes that were deleted before their owner did
    std::vector<std::string> troubles;
    auto racer = std::async(std::launch::async, [&] {
        for (int i = 0; !isOver; ++i) {
            const auto made = m_client->create(path, std::to_string(i), zk::CreateMode::Ephemeral);
            if (!made) {
                troubles.push_back(describe(made.error()));
                return;
            }
            for (int held = i % 12; held > 0; --held) { // each takes a round trip
                if (!m_client->exists(path))
                    return;
            }
            if (const auto removed = m_client->remove(path); !removed) {
                if (removed.error().code != ErrorCode::NoNode)
                    troubles.push_back(describe(removed.error()));
                taken.push_back(made->stat.czxid);
            }
        }
    });
    constexpr int races = 300;
    std::vector<std::int64_t> released;
    int refused = 0;
    for (int i = 0; i < races;) {
        const auto plan = service.plan(path);
        if (!plan)
            continue; // between two nodes
        ++i;
        const auto removed = ask<GuardedDelete>(service.connection.executor(), [&](auto reply) {
            removeGuarded(*service.client, inspect::builtinDialects(), *plan, std::move(reply));
        });
        if (removed)
            released.push_back(plan->creationId);
        else if (removed.error().code == ErrorCode::Refused || removed.error().code == ErrorCode::NoNode)
            ++refused;
        else
            troubles.push_back(describe(removed.error()));
    }
    isOver = true;
    racer.get();
    QVERIFY2(troubles.empty(), troubles.empty() ? "" : troubles.front().c_str());
    QCOMPARE(static_cast<int>(released.size()) + refused, races);
    QVERIFY(taken == released); // each node its owner missed was planned
    qInfo("%d of %d races were won", static_cast<int>(released.size()), races);
    QVERIFY(!released.empty() && refused > 0);
}

namespace {

/// Clients that join and leave a queue, 200 changes a second on any machine: overdue changes are caught up. Runs on the
/// client's executor.
class Churn final {
public:
    Churn(BlockingClient& client, std::string lock)
        : m_client(client)
        , m_lock(std::move(lock))
    {
        m_client.executor().runAndWait([this] {
            m_began = m_client.executor().clock().now();
            tick();
        });
    }
    ~Churn()
    {
        m_client.executor().runAndWait([this] { m_timer.reset(); });
        if (!QTest::qWaitFor([this] { return open() == 0; }, 30'000))
            qFatal("a change of the queue was never answered");
    }
    Churn(const Churn&) = delete;
    Churn& operator=(const Churn&) = delete;

    int done() { return read(m_done); }
    int due() { return read(m_due); }

private:
    int open() { return read(m_open); }
    int read(const int& count)
    {
        int now = 0;
        m_client.executor().runAndWait([&] { now = count; });
        return now;
    }
    void tick()
    {
        using Seconds = std::chrono::duration<double>;
        const auto wanted = static_cast<int>(Seconds(m_client.executor().clock().now() - m_began).count() * 200);
        while (m_due < wanted) {
            ++m_due;
            ++m_open;
            if (m_due % 2 == 0 && !m_own.empty()) {
                const auto gone = m_own.front();
                m_own.erase(m_own.begin());
                m_client.client().remove(gone, zk::anyVersion, [this](const Result<void>& removed) {
                    --m_open;
                    m_done += removed ? 1 : 0;
                });
            } else {
                m_client.client().create({m_lock + "/_c_01234567-89ab-cdef-0123-456789abcdef-lock-",
                                          {},
                                          zk::CreateMode::EphemeralSequential},
                                         [this](const Result<zk::Created>& made) {
                                             --m_open;
                                             m_done += made ? 1 : 0;
                                             if (made)
                                                 m_own.push_back(made->path);
                                         });
            }
        }
        m_timer = m_client.executor().after(5ms, [this] { tick(); });
    }

    BlockingClient& m_client;
    std::string m_lock;
    SteadyTime m_began{};
    int m_due = 0;
    int m_done = 0;
    int m_open = 0;
    std::vector<std::string> m_own;
    Subscription m_timer;
};

} // namespace

void ReleaseServerTest::aHealthyQueueIsReleasable()
{
    ConnectedService service(m_servers.connectString());
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    constexpr int clients = 50;
    std::vector<std::unique_ptr<BlockingClient>> sessions;
    std::vector<std::string> queue;
    for (int i = 0; i < clients; ++i) {
        sessions.push_back(std::make_unique<BlockingClient>(m_servers.connectString()));
        queue.push_back(sessions.back()->queueUp(directory).value().path);
    }
    BlockingClient others(m_servers.connectString());
    Churn churn(others, directory);
    QTRY_VERIFY(churn.done() > 100);
    int byCounter = 0;
    for (int i = 0; i < clients / 2; ++i) {
        const auto& holder = queue.at(static_cast<std::size_t>(i));
        const auto plan = service.plan(holder);
        QVERIFY(plan && plan->holds);
        const auto outcome = service.release(*plan);
        QVERIFY2(outcome, outcome ? "" : describe(outcome.error()).c_str());
        QCOMPARE(outcome->releaseResult.holder, baseName(queue.at(static_cast<std::size_t>(i) + 1)));
        byCounter += outcome->releaseResult.guarded.proof == GuardProof::Counter ? 1 : 0;
    }
    const auto due = churn.due();
    const auto done = churn.done();
    qInfo("%d of %d by the counter, %d of %d changes done", byCounter, clients / 2, done, due);
    QVERIFY(done * 10 >= due * 8);
    QVERIFY(byCounter > 0);
    const auto left = m_client->children(directory);
    QVERIFY(left);
    for (const auto& name : *left)
        QVERIFY2(name.starts_with("_c_"), name.c_str()); // no probe is left either
}

void ReleaseServerTest::aConnectionCutBeforeTheDelete_data()
{
    QTest::addColumn<bool>("comesBack");
    QTest::addColumn<bool>("goneMeanwhile");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("verdict");
    QTest::newRow("it comes back, the node stands")
        << true << false << QByteArray("NoConnection") << QByteArray("failed");
    QTest::newRow("it comes back, the node is gone")
        << true << true << QByteArray("ConnectionLoss") << QByteArray("unknown");
    QTest::newRow("it does not come back") << false << false << QByteArray("ConnectionLoss") << QByteArray("unknown");
}

void ReleaseServerTest::aConnectionCutBeforeTheDelete()
{
    QFETCH(bool, comesBack);
    QFETCH(bool, goneMeanwhile);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, verdict);
    Link relay(static_cast<quint16>(m_servers.connectString().section(u':', 1).toUShort()));
    QVERIFY(relay.port() != 0);
    ConnectedService service(QStringLiteral("127.0.0.1:%1").arg(relay.port()));
    if (!comesBack)
        service.actorSettings.guard.waitLimit = 1s;
    const auto directory = m_servers.uniquePath().toStdString();
    QVERIFY(m_client->create(directory));
    const auto node = m_client->create(directory + "/lock", "web-1", zk::CreateMode::Ephemeral);
    QVERIFY(node);
    service.restart();
    const auto plan = service.plan(node->path);
    QVERIFY(plan);
    std::atomic<bool> isCut = false;
    service.restart([&](int, std::string_view operation) {
        if (operation == "multi" && !isCut.exchange(true))
            relay.set({.cut = true});
    });
    auto answer = std::async(std::launch::async, [&] { return service.release(*plan); });
    QTRY_VERIFY(isCut);
    QTRY_VERIFY(service.state() == SessionState::Suspended);
    const auto still = m_client->get(node->path);
    QVERIFY(still && still->stat.version == 0 && still->data == "web-1"); // neither written nor deleted
    if (goneMeanwhile)
        QVERIFY(m_client->remove(node->path));
    if (comesBack)
        relay.set({});
    const auto outcome = answer.get();
    QVERIFY(!outcome);
    QCOMPARE(printed(outcome.error().code), code);
    QCOMPARE(printed(toString(service.lastVerdict())), verdict);
    const auto stands = m_client->exists(node->path);
    QVERIFY(stands);
    QCOMPARE(stands->has_value(), !goneMeanwhile);
    relay.set({});
}

void ReleaseServerTest::withoutAQuorumNothingIsDeleted()
{
    ensemble::SandboxOptions options;
    options.servers = 3;
    ServerFixture three(options);
    const auto started = three.start();
    QVERIFY_RESULT(started);
    // Both sessions outlast the restart of two servers on a busy machine.
    auto holder = std::make_unique<BlockingClient>(three.connectString(), 80s);
    const auto directory = three.uniquePath().toStdString();
    QVERIFY(holder->create(directory));
    const auto node = holder->create(directory + "/_c_0b3e4f5a-1111-4222-8333-abcdefabcdef-lock-", "web-1",
                                     zk::CreateMode::EphemeralSequential);
    QVERIFY(node);
    ConnectedService service(three.connectString(), 80s);
    const auto plan = service.plan(node->path);
    QVERIFY(plan);
    QVERIFY(three.killServer(0));
    QVERIFY(three.killServer(1));
    // The third one serves until it has noticed; a session may go to it for that long.
    const auto third = three.servers().at(2).clientPort;
    QTRY_VERIFY_WITH_TIMEOUT(answerOf(third, "srvr").startsWith("This ZooKeeper instance is not currently serving"),
                             30'000);
    QTRY_VERIFY_WITH_TIMEOUT(service.state() != SessionState::Connected, 30'000);
    const auto outcome = service.release(*plan);
    QVERIFY(!outcome);
    QCOMPARE(printed(outcome.error().code), "NoConnection");
    QVERIFY(outcome.error().detail.find("othing was") != std::string::npos);
    QCOMPARE(printed(toString(service.lastVerdict())), "failed");
    QVERIFY(three.startServer(0));
    QVERIFY(three.startServer(1));
    QTRY_VERIFY_WITH_TIMEOUT(service.state() == SessionState::Connected, 60'000);
    BlockingClient witness(three.connectString());
    const auto stands = witness.exists(node->path);
    QVERIFY(stands && *stands);
    QCOMPARE((*stands)->version, 0);
}

} // namespace lockscope::releaseServerTest

LOCKSCOPE_TEST(lockscope::releaseServerTest::ReleaseServerTest)
#include "ReleaseServerTest.moc"
