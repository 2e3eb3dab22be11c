// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Apache Curator's tests with killed servers, namespaces and ACLs, on real servers.

#include "core/locks/zookeeper/Latch.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "tests/locks/FakeService.h"
#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::curatorServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Three servers may need several rounds of 20 s (initLimit) to elect a leader.
constexpr int waitLimitMs = 180'000;
constexpr auto waitLimit = 180s;
/// Longer than a stall of the machine: no session of these tests may expire.
constexpr auto sessionTimeout = 20s;

struct Service : BlockingClient {
    explicit Service(const QString& connect)
        : BlockingClient(connect, sessionTimeout)
    {
    }

    [[nodiscard]] bool isConnected() { return sessionState().state == SessionState::Connected; }
    /// The number of children; -1 if there is no such node or no reply.
    [[nodiscard]] int countChildren(const std::string& path)
    {
        const auto names = children(path);
        return names ? static_cast<int>(names->size()) : -1;
    }
};

/// Runs acquire cycles until stopped. A lost hold is released too: NotHeld. A cycle is counted on the lock's executor,
/// before it is notified of any later event of the session.
void takeTurns(locks::Lock& lock, const std::stop_source& stop, Crowd& crowd, std::atomic<int>& turns)
{
    while (!stop.stop_requested()) {
        BlockingAnswer<locks::Hold> granted;
        lock.acquireAsync({}, stop.get_token(), [&turns, reply = granted.reply()](Result<locks::Hold> hold) {
            turns += hold ? 1 : 0;
            reply(std::move(hold));
        });
        auto hold = granted.get(2 * waitLimit);
        if (!hold)
            continue;
        crowd.enter();
        crowd.leave();
        (void)hold->release();
    }
}

} // namespace

class CuratorServerTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void semaphoresOutliveAServerThatIsKilled();
    void deletesBelowAChrootWhatItCouldNotAtOnce();
    void parentsHaveTheAccessListTheyAreGiven_data();
    void parentsHaveTheAccessListTheyAreGiven();
    void noClientHoldsWithoutAQuorum();
    void oneLeadsWhicheverServerDies();
};

void CuratorServerTest::semaphoresOutliveAServerThatIsKilled()
{
    const auto path = m_servers.uniquePath().toStdString();
    Crowd crowd;
    std::atomic<int> turns = 0;
    std::atomic<int> well = 0;
    std::stop_source stop;
    std::thread programs([&] {
        well = onThreads(10, [&](int) {
            Service service(m_servers.connectString());
            locks::Semaphore semaphore(service.client(), path, 1);
            takeTurns(semaphore, stop, crowd, turns);
            return true;
        });
    });
    const bool began = QTest::qWaitFor([&] { return turns > 20; }, waitLimitMs);
    const auto killed = m_servers.killServer();
    const auto started = m_servers.startServer();
    const int before = turns;
    const bool wentOn = QTest::qWaitFor([&] { return turns > before + 40; }, waitLimitMs);
    stop.request_stop();
    programs.join();
    QVERIFY(began && killed && started && wentOn);
    QCOMPARE(well.load(), 10);
    QCOMPARE(crowd.most(), 1);
    Service observer(m_servers.connectString());
    QTRY_COMPARE_WITH_TIMEOUT(observer.countChildren(path + "/leases"), 0, waitLimitMs);
    QTRY_COMPARE_WITH_TIMEOUT(observer.countChildren(path + "/locks"), 0, waitLimitMs);
}

void CuratorServerTest::deletesBelowAChrootWhatItCouldNotAtOnce()
{
    const auto root = m_servers.uniquePath();
    const auto directory = root.toStdString() + "/locks/a";
    Service observer(m_servers.connectString());
    QVERIFY(observer.create(root.toStdString()));
    Service service(m_servers.connectString() + root);
    locks::Mutex mutex(service.client(), "/locks/a");
    auto hold = mutex.acquire(waitLimit);
    QVERIFY(hold);
    QVERIFY(hold->grant().nodes.front().path.starts_with("/locks/a/"));
    QCOMPARE(observer.countChildren(directory), 1);
    QVERIFY(hold->verify());
    QVERIFY(hold->release());
    QCOMPARE(observer.countChildren(directory), 0);
    hold = mutex.acquire(waitLimit);
    QVERIFY(hold);
    QVERIFY(m_servers.killServer());
    const bool down = QTest::qWaitFor([&] { return !service.isConnected(); }, waitLimitMs);
    BlockingAnswer<void> answer;
    hold->releaseAsync(answer.reply());
    const auto started = m_servers.startServer();
    const auto released = answer.get(waitLimit);
    QVERIFY(down && started);
    QVERIFY(released || released.error().code == ErrorCode::NotHeld);
    QTRY_COMPARE_WITH_TIMEOUT(observer.countChildren(directory), 0, waitLimitMs);
}

void CuratorServerTest::parentsHaveTheAccessListTheyAreGiven_data()
{
    QTest::addColumn<bool>("each");
    QTest::addRow("one for all") << false;
    QTest::addRow("each its own") << true;
}

void CuratorServerTest::parentsHaveTheAccessListTheyAreGiven()
{
    QFETCH(bool, each);
    const auto path = m_servers.uniquePath().toStdString();
    Service owner(m_servers.connectString());
    QVERIFY(owner.addAuth("digest", "me:secret"));
    const std::vector<zk::Acl> mine{{zk::Permission::All, "auth", ""}};
    locks::NodeOptions options;
    options.acl = mine;
    if (each)
        options.acl =
            locks::AclSource([=](const std::string& created) { return created == path ? zk::openAcl() : mine; });
    locks::Mutex mutex(owner.client(), path + "/mine", options);
    auto hold = mutex.acquire(waitLimit);
    QVERIFY(hold);
    Service unrelated(m_servers.connectString());
    const auto expect = [&](const char* name, bool allowed) {
        locks::Mutex other(unrelated.client(), path + name);
        const auto answer = other.acquire(waitLimit);
        return allowed ? answer.has_value() : !answer && answer.error().code == ErrorCode::NoAuth;
    };
    QVERIFY(expect("/mine", false));
    QVERIFY(expect("/theirs", each)); // every client may create here
    QVERIFY(hold->release());
}

void CuratorServerTest::noClientHoldsWithoutAQuorum()
{
    ServerFixture cluster({.servers = 3});
    const auto up = cluster.start();
    QVERIFY_RESULT(up);
    Crowd crowd;
    std::atomic<int> turns = 0;
    std::stop_source stop;
    std::vector<std::unique_ptr<Service>> services;
    for (int i = 0; i < 20; ++i)
        services.push_back(std::make_unique<Service>(cluster.connectString()));
    std::thread programs([&] {
        (void)onThreads(20, [&](int index) {
            auto& service = *services[static_cast<std::size_t>(index)];
            locks::Semaphore semaphore(service.client(), "/cluster", 1);
            takeTurns(semaphore, stop, crowd, turns);
            return true;
        });
    });
    Service one(cluster.connectString());
    locks::Mutex held(one.client(), "/held");
    auto before = held.acquire(waitLimit);
    const bool began = QTest::qWaitFor([&] { return turns > 40; }, waitLimitMs);
    const auto killed = cluster.killServer(0) && cluster.killServer(1);
    const auto allDown = [&] {
        return std::none_of(services.begin(), services.end(), [](const auto& each) { return each->isConnected(); });
    };
    // Checked twice: a grant before the first check has been delivered before the second.
    const bool down = QTest::qWaitFor(allDown, waitLimitMs) && allDown();
    const int during = turns;
    const bool stopped =
        QTest::qWaitFor([&] { return before && before->state().phase != locks::Phase::Held; }, waitLimitMs);
    const int still = turns;
    const auto started = cluster.startServer(1); // two of three
    if (before)
        (void)before->release(); // NotHeld if the session expired meanwhile
    const auto after = held.acquire(waitLimit);
    const bool wentOn = QTest::qWaitFor([&] { return turns > during + 40; }, 2 * waitLimitMs);
    stop.request_stop();
    programs.join();
    QVERIFY(began && killed);
    QVERIFY(down);
    QVERIFY_RESULT(before);
    QVERIFY(stopped);
    QVERIFY_RESULT(after);
    QCOMPARE(still, during);
    QVERIFY(started);
    QVERIFY(wentOn);
    QCOMPARE(crowd.most(), 1);
}

void CuratorServerTest::oneLeadsWhicheverServerDies()
{
    ServerFixture cluster({.servers = 3});
    const auto up = cluster.start();
    QVERIFY_RESULT(up);
    Crowd leaders;
    struct Candidate {
        Candidate(const QString& connect, const std::string& id, Crowd& leaders)
            : service(connect)
            , latch(service.client(), "/election", id)
            , reported(latch.onLeadership([&leaders](bool leads) {
                if (leads)
                    leaders.enter();
                else
                    leaders.leave();
            }))
        {
        }
        ~Candidate()
        {
            service.executor().runAndWait([this] { reported.reset(); });
        }
        Service service;
        locks::Latch latch;
        Subscription reported;
    };
    std::vector<std::unique_ptr<Candidate>> candidates;
    for (int i = 0; i < 5; ++i)
        candidates.push_back(std::make_unique<Candidate>(cluster.connectString(), std::to_string(i), leaders));
    QTRY_COMPARE_WITH_TIMEOUT(leaders.inside(), 1, waitLimitMs);
    const auto leader = std::find_if(candidates.begin(), candidates.end(),
                                     [](const auto& candidate) { return candidate->latch.leads(); });
    QVERIFY(leader != candidates.end());
    const auto server = (*leader)->service.sessionState().server;
    const auto servers = cluster.servers();
    const auto itsServer = std::find_if(servers.begin(), servers.end(), [&](const auto& one) {
        return server.ends_with(":" + std::to_string(one.clientPort));
    });
    QVERIFY2(itsServer != servers.end(), server.c_str());
    QVERIFY(cluster.killServer(static_cast<int>(itsServer - servers.begin())));
    const auto allConnected = [&] {
        return std::all_of(candidates.begin(), candidates.end(),
                           [](const auto& candidate) { return candidate->service.isConnected(); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(allConnected() && leaders.inside() == 1, 2 * waitLimitMs);
    QCOMPARE(leaders.most(), 1); // never two
}

} // namespace lockscope::curatorServerTest

LOCKSCOPE_TEST(lockscope::curatorServerTest::CuratorServerTest)
#include "CuratorServerTest.moc"
