// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The suite over the product's client and a real server. Faults hit a relay between the two, so that the server and
/// its other clients go on.

#include "core/base/ThreadExecutor.h"
#include "core/zk/Path.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/TcpRelay.h"
#include "tests/zk/ClientConformance.h"

#include <QRegularExpression>
#include <QTcpSocket>

#include <algorithm>

using namespace std::chrono_literals;

namespace lockscope::test {

namespace {

/// Far more than anything here takes: it is waited for in vain only when a test fails.
constexpr auto patience = 20s;

class ServerWorld final : public ClientWorld {
public:
    ServerWorld(quint16 port, std::string root)
        : m_relay(port)
        , m_root(std::move(root))
        , m_client(connect(m_relay.port()))
        , m_other(connect(port))
    {
    }

    ~ServerWorld() override
    {
        reconnect(); // else the client would wait in vain for the end of its session
    }

    [[nodiscard]] Result<void> start() override
    {
        if (!waitFor([this] {
                return m_client->session().state == zk::SessionState::Connected &&
                       m_other->session().state == zk::SessionState::Connected;
            }))
            return failure(ErrorCode::TimedOut, "connect", {}, "the clients did not connect");
        const Answer<zk::Created> made;
        run([&] { m_other->create({m_root, "", zk::CreateMode::Persistent, zk::openAcl()}, made.reply()); });
        if (!waitFor([&] { return made.arrived(); }))
            return failure(ErrorCode::TimedOut, "create", m_root);
        return made.result().map([](const zk::Created&) {});
    }

    [[nodiscard]] zk::Client& client() override { return *m_client; }
    [[nodiscard]] zk::Client& other() override { return *m_other; }
    [[nodiscard]] std::string root() const override { return m_root; }
    void run(const Task& task) override { m_executor.runAndWait(task); }

    [[nodiscard]] bool waitFor(const std::function<bool()>& condition) override
    {
        return QTest::qWaitFor(
            [&] {
                bool holds = false;
                m_executor.runAndWait([&] { holds = condition(); });
                return holds;
            },
            static_cast<int>(std::chrono::milliseconds(patience).count()));
    }

    void disconnect() override { m_relay.disconnect(); }
    void silence() override { m_relay.stall(); }
    void reconnect() override
    {
        m_relay.resume();
        m_relay.connect();
    }
    [[nodiscard]] Result<void> expire() override { return m_relay.endSession(patience); }

private:
    std::unique_ptr<zk::ZooKeeperClient> connect(quint16 port)
    {
        return std::make_unique<zk::ZooKeeperClient>(
            zk::ClientSettings{.servers = {{{"127.0.0.1", port}}, ""}, .sessionTimeout = 3s}, m_executor, Log());
    }

    ThreadExecutor m_executor;
    TcpRelay m_relay;
    std::string m_root;
    std::unique_ptr<zk::ZooKeeperClient> m_client;
    std::unique_ptr<zk::ZooKeeperClient> m_other;
};

} // namespace

class ServerConformanceTest final : public ClientConformance {
    Q_OBJECT

protected:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorld() override
    {
        return std::make_unique<ServerWorld>(static_cast<quint16>(m_servers.servers().front().clientPort),
                                             m_servers.uniquePath().toStdString());
    }

private Q_SLOTS:
    void initTestCase();
    void droppedWatchesLeaveTheServer();
    void requestsDoNotOutnumberTheirLimit();

private:
    /// The server's own count of the watches that its clients have set.
    [[nodiscard]] int watchesOnServer();

    ServerFixture m_servers;
};

void ServerConformanceTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY2(started, started ? "" : describe(started.error()).c_str());
}

int ServerConformanceTest::watchesOnServer()
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost),
                         static_cast<quint16>(m_servers.servers().front().clientPort));
    const int limit = static_cast<int>(std::chrono::milliseconds(patience).count());
    if (!socket.waitForConnected(limit))
        return -1;
    socket.write("mntr");
    if (!socket.waitForDisconnected(limit))
        return -1;
    static const QRegularExpression total(QStringLiteral("zk_watch_count\\s+(\\d+)"));
    const auto match = total.match(QString::fromLatin1(socket.readAll()));
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

void ServerConformanceTest::droppedWatchesLeaveTheServer()
{
    QCOMPARE(watchesOnServer(), 0);
    QVERIFY(create(other(), at("a")));
    const auto get = setWatch(Watch::Get, at("a"));
    const auto exists = setWatch(Watch::Exists, at("a"));
    const auto missing = setWatch(Watch::Exists, at("b"));
    const auto list = setWatch(Watch::List, at("a"));
    QVERIFY(sync(client()));
    QCOMPARE(watchesOnServer(), 3); // get and exists share one
    m_world->run([&] { get->subscription.reset(); });
    QVERIFY(sync(client()));
    QCOMPARE(watchesOnServer(), 3);
    m_world->run([&] {
        exists->subscription.reset();
        missing->subscription.reset();
        list->subscription.reset();
    });
    QVERIFY(m_world->waitFor([&] { return watchesOnServer() == 0; }));
}

void ServerConformanceTest::requestsDoNotOutnumberTheirLimit()
{
    // Far more than go out at a time: the rest waits in the client, in order, and every one is answered.
    std::vector<int> order;
    int failed = 0;
    constexpr int count = 3000;
    m_world->run([&] {
        for (int i = 0; i < count; ++i)
            client().exists(m_world->root(), [&, i](const Result<std::optional<zk::Stat>>& stat) {
                order.push_back(i);
                failed += stat ? 0 : 1;
            });
    });
    QVERIFY(m_world->waitFor([&] { return order.size() == count; }));
    QVERIFY(std::is_sorted(order.begin(), order.end()));
    QCOMPARE(failed, 0);
}

} // namespace lockscope::test

QTEST_GUILESS_MAIN(lockscope::test::ServerConformanceTest)
#include "ClientConformanceServer.moc"
