// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A queue on real servers while contenders in its middle die, and while a server is cut off from the others. Exclusion
/// is verified at a resource that checks fencing tokens, so that a stalled machine causes no false alarm.

#include "core/locks/zookeeper/Guard.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/simulate/faults/PeerLinks.h"
#include "tests/support/Link.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>

namespace lockscope::queueServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

constexpr int waitLimitMs = 60'000;
constexpr auto waitLimit = 60s;
/// Longer than a stall of the machine: no session of these tests may expire by itself.
constexpr auto sessionTimeout = 20s;

locks::NodeOptions quietly()
{
    locks::NodeOptions options;
    options.log = Log(); // deleted nodes are part of the test
    return options;
}

/// The largest token that has written. A holder writes at both ends of its turn, in transactions that need its node and
/// the version that it has read: another writer in between, or a larger token before, is an overlap.
class Resource final {
public:
    explicit Resource(std::string path)
        : m_path(std::move(path))
    {
    }

    /// A hold that was lost meanwhile ends the turn, and is no overlap.
    void use(BlockingClient& client, const locks::Hold& hold)
    {
        const auto found = client.get(m_path);
        if (!found)
            return;
        if (!found->data.empty() && std::stoll(found->data) > hold.token()) {
            if (hold.verify())
                ++m_overlaps;
            return;
        }
        if (!write(hold, found->stat.version) || !write(hold, found->stat.version + 1))
            return;
        ++m_turns;
    }
    [[nodiscard]] int turns() const { return m_turns; }
    [[nodiscard]] int overlaps() const { return m_overlaps; }

private:
    [[nodiscard]] bool write(const locks::Hold& hold, std::int32_t version)
    {
        const auto written = locks::guard(hold, {zk::SetOp{m_path, std::to_string(hold.token()), version}});
        if (!written && written.error().code == ErrorCode::BadVersion)
            ++m_overlaps;
        return written.has_value();
    }

    std::string m_path;
    std::atomic<int> m_turns = 0;
    std::atomic<int> m_overlaps = 0;
};

/// A program that takes turns until it is stopped, on a thread.
class Stayer final {
public:
    Stayer(const QString& connect, const std::string& path, Resource& resource)
        : m_client(connect, sessionTimeout)
        , m_mutex(m_client.client(), path, quietly())
        , m_thread([this, &resource] {
            while (!m_stop.stop_requested()) {
                if (auto hold = m_mutex.acquire({}, m_stop.get_token())) {
                    resource.use(m_client, *hold);
                    ++m_turns;
                    (void)hold->release();
                }
            }
        })
    {
    }
    ~Stayer() { end(); }
    Stayer(const Stayer&) = delete;
    Stayer& operator=(const Stayer&) = delete;

    void end()
    {
        m_stop.request_stop();
        if (m_thread.joinable())
            m_thread.join();
    }
    [[nodiscard]] int turns() const { return m_turns; }
    [[nodiscard]] bool isConnected() { return m_client.sessionState().state == SessionState::Connected; }

private:
    BlockingClient m_client;
    locks::Mutex m_mutex;
    std::atomic<int> m_turns = 0;
    std::stop_source m_stop;
    std::thread m_thread;
};

/// A program that queues again and again and never uses the resource: whatever happens to it is no overlap.
class Victim final {
public:
    Victim(const QString& connect, const std::string& path)
        : m_client(std::make_unique<BlockingClient>(connect, sessionTimeout))
        , m_mutex(std::make_unique<locks::Mutex>(m_client->client(), path, quietly()))
        , m_shared(std::make_shared<Shared>())
        , m_states(m_mutex->onState([shared = m_shared](locks::Owner, const locks::LockState& state) {
            const std::scoped_lock guard(shared->mutex);
            shared->node = state.phase == locks::Phase::Waiting ? state.node : std::string();
        }))
    {
        m_client->executor().post([this] { queueUp(); });
    }
    ~Victim()
    {
        m_client->executor().runAndWait([this] {
            m_isOver = true;
            m_states.reset();
            m_mutex.reset();
        });
        m_client.reset();
    }
    Victim(const Victim&) = delete;
    Victim& operator=(const Victim&) = delete;

    /// Of its node while it waits; empty if it does not.
    [[nodiscard]] std::string waitingNode() const
    {
        const std::scoped_lock guard(m_shared->mutex);
        return m_shared->node;
    }
    [[nodiscard]] SessionId session() { return m_client->session(); }

private:
    struct Shared {
        std::mutex mutex;
        std::string node;
    };

    void queueUp()
    {
        m_mutex->acquireAsync({}, {}, [this](Result<locks::Hold> hold) {
            if (m_isOver)
                return;
            if (hold)
                hold->releaseAsync([](const Result<void>&) {});
            m_client->executor().post([this] {
                if (!m_isOver)
                    queueUp();
            });
        });
    }

    std::unique_ptr<BlockingClient> m_client;
    std::unique_ptr<locks::Mutex> m_mutex;
    std::shared_ptr<Shared> m_shared;
    Subscription m_states;
    bool m_isOver = false;
};

} // namespace

class QueueServerTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void contendersDieInTheMiddle();
    void aServerIsCutOff();
};

void QueueServerTest::contendersDieInTheMiddle()
{
    const auto path = m_servers.uniquePath().toStdString();
    Resource resource(path + "-resource");
    QVERIFY(m_client->create(path + "-resource"));
    Link link(static_cast<quint16>(m_servers.servers().front().clientPort));
    QVERIFY(link.port() != 0);
    const auto throughLink = QStringLiteral("127.0.0.1:%1").arg(link.port());

    std::deque<Stayer> stayers;
    for (int i = 0; i < 6; ++i)
        stayers.emplace_back(m_servers.connectString(), path, resource);
    Victim deleted(m_servers.connectString(), path);
    Victim expiring(throughLink, path);
    auto closing = std::make_unique<Victim>(m_servers.connectString(), path);
    const auto waits = [](const Victim& victim) {
        return QTest::qWaitFor([&] { return !victim.waitingNode().empty(); }, waitLimitMs);
    };
    int deletions = 0;
    for (int round = 0; round < 40; ++round) {
        QVERIFY(waits(*closing));
        closing.reset();
        closing = std::make_unique<Victim>(m_servers.connectString(), path);
        QVERIFY(waits(deleted));
        if (const auto node = deleted.waitingNode(); !node.empty())
            deletions += m_client->remove(path + "/" + node) ? 1 : 0;
        if (round % 4 == 0) {
            QVERIFY(waits(expiring));
            const auto before = expiring.session();
            const auto ended = link.endSessions(20s);
            QVERIFY_RESULT(ended);
            QTRY_VERIFY_WITH_TIMEOUT(expiring.session() != before && expiring.session() != 0, waitLimitMs);
        }
        const int turns = resource.turns();
        QTRY_VERIFY_WITH_TIMEOUT(resource.turns() > turns + 6, waitLimitMs);
    }
    for (auto& stayer : stayers)
        stayer.end();
    QCOMPARE(resource.overlaps(), 0);
    QVERIFY(deletions > 10); // otherwise the nodes were gone each time
    for (const auto& stayer : stayers)
        QVERIFY(stayer.turns() > 20);
}

void QueueServerTest::aServerIsCutOff()
{
    console::PeerLinks peers(std::make_shared<console::LinkThread>());
    ServerFixture cluster({.servers = 3, .openRoutes = [&](const auto& routes) { return peers.open(routes); }});
    const auto up = cluster.start();
    QVERIFY_RESULT(up);
    BlockingClient observer(cluster.connectString(), sessionTimeout);
    QVERIFY(observer.create("/resource"));
    Resource resource("/resource");
    std::deque<Stayer> stayers;
    for (int i = 0; i < 9; ++i)
        stayers.emplace_back(cluster.connectString(), "/queue", resource);
    // The other servers may try to follow the server that was cut off, for 20 s at a time (initLimit), before they
    // elect one of themselves. A client has then ended its session, which the new leader still keeps for its whole
    // timeout.
    const auto goesOn = [&] {
        const int turns = resource.turns();
        return QTest::qWaitFor([&] { return resource.turns() > turns + 30; }, 5 * waitLimitMs);
    };
    const auto allConnected = [&] {
        return std::all_of(stayers.begin(), stayers.end(), [](Stayer& stayer) { return stayer.isConnected(); });
    };
    QVERIFY(goesOn());
    for (int server = 0; server < 3; ++server) { // the leader is one of them
        peers.cut(server, true);
        const bool wentOn = goesOn();
        peers.cut(server, false);
        QVERIFY2(wentOn, QByteArray::number(server));
        QTRY_VERIFY_WITH_TIMEOUT(allConnected(), waitLimitMs);
        QVERIFY(goesOn());
    }
    for (auto& stayer : stayers)
        stayer.end();
    QCOMPARE(resource.overlaps(), 0);
    for (const auto& stayer : stayers)
        QVERIFY(stayer.turns() > 5);
}

} // namespace lockscope::queueServerTest

LOCKSCOPE_TEST(lockscope::queueServerTest::QueueServerTest)
#include "QueueServerTest.moc"
