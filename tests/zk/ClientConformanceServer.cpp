// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The suite over the product's client and a real server. Faults affect a relay between the two, so that the server and
/// its other clients continue.

#include "tests/support/FourLetters.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/ClientConformance.h"
#include "tests/zk/ServerWorld.h"

#include <QRegularExpression>

#include <algorithm>
#include <mutex>

using namespace std::chrono_literals;

namespace lockscope::test::serverConformanceTest {

class ServerConformanceTest final : public ClientConformance {
    Q_OBJECT

protected:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorld() override { return makeWorldFor(longSession); }
    [[nodiscard]] std::unique_ptr<ClientWorld> makeShortLivedWorld() override { return makeWorldFor(shortSession); }

private Q_SLOTS:
    void initTestCase();
    void droppedWatchesLeaveTheServer();
    void watchesDroppedBeforeTheirReplyLeaveTheServer();
    void refusedCredentialsAreForgotten();
    void tooLargeRequestsAreNotSent();
    void requestsDoNotOutnumberTheirLimit();
    void countsWhatGoesOverTheWire();
    void writesThroughAnOpenGateAlone();
    void idleClientSendsNoMoreThanPings();
    void heartbeatSyncsEachThird();
    void unknownHostIsReported();
    void stoppedExecutorLeavesNothing_data();
    void stoppedExecutorLeavesNothing();

private:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorldFor(std::chrono::milliseconds sessionTimeout)
    {
        return std::make_unique<ServerWorld>(static_cast<quint16>(m_servers.servers().front().clientPort),
                                             m_servers.uniquePath().toStdString(), sessionTimeout);
    }
    /// A client connected directly to the server, with a count of its traffic.
    struct Counted {
        explicit Counted(quint16 port)
            : client(zk::ClientSettings{.servers = {{{"127.0.0.1", port}}, ""},
                                        .sessionTimeout = shortSession,
                                        .traffic = traffic},
                     executor, Log())
        {
        }
        [[nodiscard]] zk::Session session()
        {
            zk::Session now;
            executor.runAndWait([&] { now = client.session(); });
            return now;
        }

        std::shared_ptr<zk::Traffic> traffic = std::make_shared<zk::Traffic>();
        EventLoop executor;
        zk::ZooKeeperClient client;
    };
    /// The number of packets the server has received from the session, including pings; -1: no such session.
    [[nodiscard]] int receivedFrom(SessionId session);
    /// The number of watches on the server.
    [[nodiscard]] int watchesOnServer();

    ServerFixture m_servers;
};

void ServerConformanceTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

int ServerConformanceTest::watchesOnServer()
{
    const int limit = static_cast<int>(serverWaitLimit.count());
    static const QRegularExpression total(QStringLiteral("zk_watch_count\\s+(\\d+)"));
    const auto match =
        total.match(QString::fromLatin1(answerOf(m_servers.servers().front().clientPort, "mntr", limit)));
    return match.hasMatch() ? match.captured(1).toInt() : -1;
}

void ServerConformanceTest::droppedWatchesLeaveTheServer()
{
    QTRY_COMPARE(watchesOnServer(), 0); // clients of the previous test function may just be disconnecting
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

void ServerConformanceTest::watchesDroppedBeforeTheirReplyLeaveTheServer()
{
    QTRY_COMPARE(watchesOnServer(), 0);
    QVERIFY(create(other(), at("a")));
    int replies = 0;
    m_world->run([&] {
        auto data = client().get(
            at("a"), [](const auto&) {}, [&](const auto&) { ++replies; });
        auto child = client().children(
            at("a"), [](const auto&) {}, [&](const auto&) { ++replies; });
        auto missing = client().exists(
            at("b"), [](const auto&) {}, [&](const auto&) { ++replies; });
        client().sync(m_world->root(), [](const auto&) {}); // the requests are in flight now
    });
    QVERIFY(m_world->waitFor([&] { return replies == 3; }));
    QVERIFY(sync(client()));
    QVERIFY(m_world->waitFor([&] { return watchesOnServer() == 0; }));
}

void ServerConformanceTest::refusedCredentialsAreForgotten()
{
    const auto add = [&](const std::string& scheme) {
        return ask<void>([&](auto reply) { client().addAuth(scheme, "user:secret", std::move(reply)); });
    };
    const auto refused = add("");
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "BadArguments");
    QVERIFY(add("digest"));
    QVERIFY(add("digest")); // again: nothing is stored twice
    const auto expired = m_world->expire();
    QVERIFY_RESULT(expired);
    QVERIFY(m_world->waitFor([&] { return client().session().generation == 2; }));
    QVERIFY(waitForState(SessionState::Connected));
}

void ServerConformanceTest::tooLargeRequestsAreNotSent()
{
    const auto id = session().id;
    const auto log = logSession();
    const auto path = at("large");
    QVERIFY(create(client(), path));
    std::size_t bytes = zk::largestRequestByDefault + 1;
    const auto refused = set(client(), path, std::string(bytes, 'x'));
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "TooLarge");
    QVERIFY(!multi(client(), {zk::SetOp{path, std::string(bytes, 'x')}}));
    QVERIFY(!create(client(), at("other"), zk::CreateMode::Persistent, std::string(bytes, 'x')));
    // The largest accepted request: eight bytes of header, path and data with their lengths, the version.
    bytes = zk::largestRequestByDefault - 8 - 4 - path.size() - 4 - 4;
    QVERIFY(!set(client(), path, std::string(bytes + 1, 'x')));
    QVERIFY(set(client(), path, std::string(bytes, 'x')));
    QVERIFY(sync(client()));
    QCOMPARE(session().id, id);
    QVERIFY(log->states().empty()); // and the connection stayed up
}

void ServerConformanceTest::countsWhatGoesOverTheWire()
{
    const auto traffic = std::make_shared<zk::Traffic>();
    EventLoop executor;
    zk::ClientSettings settings;
    settings.servers = zk::parseConnectString(m_servers.connectString().toStdString()).value();
    settings.traffic = traffic;
    zk::ZooKeeperClient counted(std::move(settings), executor, {});
    QVERIFY(create(other(), at("a")));
    const auto ask = [&](const std::function<void(const zk::Reply<std::optional<zk::Stat>>&)>& request) {
        const Answer<std::optional<zk::Stat>> answer;
        executor.runAndWait([&] { request(answer.reply()); });
        const auto arrived = [&] {
            bool is = false;
            executor.runAndWait([&] { is = answer.arrived(); });
            return is;
        };
        return QTest::qWaitFor(arrived, longestWaitMs) && answer.ok();
    };
    QVERIFY(ask([&](const auto& reply) { counted.exists(at("a"), reply); })); // now it is connected
    const SteadyTime since = executor.clock().now();
    const auto before = traffic->requests.load();
    Subscription watch;
    Subscription same;
    QVERIFY(ask([&](const auto& reply) { counted.exists(at("a"), reply); }));
    QVERIFY(ask([&](const auto& reply) {
        watch = counted.exists(
            at("a"), [](const auto&) {}, reply);
    }));
    QVERIFY(ask([&](const auto& reply) {
        same = counted.exists(
            at("a"), [](const auto&) {}, reply);
    }));
    const auto asked = traffic->requests.load();
    // On a slow machine also heartbeats, one per third of the session timeout.
    const Duration third = Duration(zk::ClientSettings().sessionTimeout) / 3;
    const auto keptAlive = static_cast<std::uint64_t>((executor.clock().now() - since) / third) + 2;
    QVERIFY(asked >= before + 3 && asked <= before + 3 + keptAlive);
    QCOMPARE(traffic->watchEvents.load(), 0U);
    QVERIFY(remove(other(), at("a")));
    QTRY_COMPARE(traffic->watchEvents.load(), 1U); // one event for both
    QVERIFY(ask([&](const auto& reply) {
        watch = counted.exists(
            at("b"), [](const auto&) {}, reply);
    }));
    executor.runAndWait([&] { watch.reset(); }); // this sends a request to the server
    QTRY_VERIFY(traffic->requests.load() >= asked + 2);
    executor.runAndWait([&] { same.reset(); });
}

void ServerConformanceTest::writesThroughAnOpenGateAlone()
{
    const auto traffic = std::make_shared<zk::Traffic>();
    const auto gate = std::make_shared<WriteGate>();
    EventLoop executor;
    zk::ClientSettings settings;
    settings.servers = zk::parseConnectString(m_servers.connectString().toStdString()).value();
    settings.traffic = traffic;
    settings.gate = gate;
    zk::ZooKeeperClient gated(std::move(settings), executor, {});
    QVERIFY(create(other(), at("there")));
    // The error of a request; empty on success.
    const auto ask = [&]<typename T>(const Answer<T>& answer, const Task& request) -> std::optional<Error> {
        executor.runAndWait(request);
        const auto arrived = [&] {
            bool is = false;
            executor.runAndWait([&] { is = answer.arrived(); });
            return is;
        };
        if (!QTest::qWaitFor(arrived, longestWaitMs))
            return Error{ErrorCode::TimedOut, "the test", {}, "no answer"};
        return answer.ok() ? std::nullopt : std::optional(answer.result().error());
    };
    const auto tryAll = [&] {
        const Answer<zk::Created> made;
        const Answer<zk::Stat> written;
        const Answer<void> removed;
        const Answer<std::vector<zk::OpResult>> several;
        const zk::CreateRequest node{at("new"), "", zk::CreateMode::Persistent, zk::openAcl()};
        return std::vector<std::optional<Error>>{
            ask(made, [&] { gated.create(node, made.reply()); }),
            ask(written, [&] { gated.set(at("there"), "x", zk::anyVersion, written.reply()); }),
            ask(removed, [&] { gated.remove(at("new"), zk::anyVersion, removed.reply()); }), ask(several, [&] {
                gated.multi({zk::CheckOp{at("there"), zk::anyVersion}}, several.reply());
            })};
    };
    const auto readable = [&] {
        const Answer<zk::NodeData> data;
        const Answer<void> synced;
        return !ask(data, [&] { gated.get(at("there"), data.reply()); }) &&
               !ask(synced, [&] { gated.sync(at("there"), synced.reply()); });
    };
    QVERIFY(readable());
    for (const auto& error : tryAll()) {
        QVERIFY(error);
        QCOMPARE(toString(error->code), toString(ErrorCode::Refused));
        QVERIFY(error->detail.find("read-only") != std::string::npos);
    }
    QCOMPARE(traffic->writes.load(), 0U);
    gate->openUntil(executor.clock().now() + std::chrono::hours(1));
    for (const auto& error : tryAll())
        QVERIFY2(!error, error ? describe(*error).c_str() : "");
    QCOMPARE(traffic->writes.load(), 4U);
    gate->openUntil(executor.clock().now()); // the gate's time is over
    for (const auto& error : tryAll())
        QVERIFY(error && error->code == ErrorCode::Refused);
    QVERIFY(readable());
    QCOMPARE(traffic->writes.load(), 4U);
}

int ServerConformanceTest::receivedFrom(SessionId session)
{
    const int limit = static_cast<int>(serverWaitLimit.count());
    static const QRegularExpression line(QStringLiteral("recved=(\\d+),[^\\n]*sid=(0x[0-9a-f]+)"));
    const auto text = QString::fromLatin1(answerOf(m_servers.servers().front().clientPort, "cons", limit));
    for (auto it = line.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        if (match.captured(2) == QString::fromStdString(toHex(session)))
            return match.captured(1).toInt();
    }
    return -1;
}

void ServerConformanceTest::idleClientSendsNoMoreThanPings()
{
    Counted one(static_cast<quint16>(m_servers.servers().front().clientPort));
    QTRY_COMPARE(printed(one.session().state), "Connected");
    const auto session = one.session();
    const int before = receivedFrom(session.id);
    QVERIFY(before > 0);
    const auto counted = one.traffic->requests.load();
    const auto start = one.executor.clock().now();
    QTRY_VERIFY(one.traffic->requests.load() >= counted + 6);
    const int packets = receivedFrom(session.id) - before;
    const auto requests = one.traffic->requests.load() - counted;
    const std::chrono::duration<double> took = one.executor.clock().now() - start;
    const double pings = took / (std::chrono::duration<double>(session.timeout) / 3);
    // A read precedes each of the C client's pings, so there are hardly more reads than pings, and no pings besides.
    QVERIFY2(packets <= pings * 20 / 19 + 2, qPrintable(QStringLiteral("%1 for %2 pings").arg(packets).arg(pings)));
    QVERIFY(packets <= static_cast<int>(requests) + 1);
    QCOMPARE(one.traffic->writes.load(), 0U);
    QVERIFY(one.session().lastContact > session.lastContact);
    QVERIFY(one.session().validUntil == session.validUntil); // without a request for confirmation
}

void ServerConformanceTest::heartbeatSyncsEachThird()
{
    Counted one(static_cast<quint16>(m_servers.servers().front().clientPort));
    QTRY_COMPARE(printed(one.session().state), "Connected");
    Subscription heartbeat;
    one.executor.runAndWait([&] { heartbeat = one.client.heartbeat(); });
    const auto session = one.session();
    const auto counted = one.traffic->requests.load();
    const auto start = one.executor.clock().now();
    QTRY_VERIFY(session.expiry->validUntil() > start + session.timeout);
    const std::chrono::duration<double> took = one.executor.clock().now() - start;
    const double thirds = took / (std::chrono::duration<double>(session.timeout) / 3);
    QVERIFY(static_cast<double>(one.traffic->requests.load() - counted) <= thirds * 20 / 19 + 2);
    QVERIFY(one.executor.clock().now() < session.expiry->validUntil());
    one.executor.runAndWait([&] { heartbeat.reset(); });
}

void ServerConformanceTest::unknownHostIsReported()
{
    std::mutex mutex;
    std::vector<std::string> warnings;
    const Log log(
        [&](LogLevel level, std::string_view, std::string_view line) {
            const std::lock_guard lock(mutex);
            if (level == LogLevel::Warning)
                warnings.emplace_back(line);
        },
        LogLevel::Warning);
    EventLoop executor;
    zk::ZooKeeperClient nowhere(zk::ClientSettings{.servers = {{{"no-such-host.invalid", 2181}}, ""}}, executor, log);
    std::string detail;
    QTRY_VERIFY((executor.runAndWait([&] { detail = nowhere.session().detail; }), !detail.empty()));
    QVERIFY2(detail.find("no-such-host.invalid") != std::string::npos, detail.c_str());
    const auto isLogged = [&] {
        const std::lock_guard lock(mutex);
        return std::any_of(warnings.begin(), warnings.end(), [](const std::string& line) {
            return line.find("no-such-host.invalid") != std::string::npos;
        });
    };
    QTRY_VERIFY(isLogged());
}

void ServerConformanceTest::requestsDoNotOutnumberTheirLimit()
{
    // Far more than are sent at a time: the rest waits in the client, in order, and every request is answered.
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

void ServerConformanceTest::stoppedExecutorLeavesNothing_data()
{
    QTest::addColumn<bool>("inATask");
    QTest::newRow("client destroyed in the last task") << true;
    QTest::newRow("client destroyed after the executor has stopped") << false;
}

void ServerConformanceTest::stoppedExecutorLeavesNothing()
{
    QFETCH(const bool, inATask);
    std::weak_ptr<zk::Client> left;
    std::shared_ptr<zk::Client> share;
    int reported = 0;
    Subscription watch;
    Subscription observer;
    {
        EventLoop executor;
        const auto port = static_cast<quint16>(m_servers.servers().front().clientPort);
        auto mine = std::make_unique<zk::ZooKeeperClient>(
            zk::ClientSettings{.servers = {{{"127.0.0.1", port}}, ""}, .sessionTimeout = 3s}, executor, Log());
        const auto setUp = [&] {
            share = mine->share();
            const auto kept = mine->share();
            left = kept;
            observer = kept->onSession([&reported, kept](const zk::Session&) { ++reported; });
            watch = kept->get(
                m_world->root(), [kept](const zk::WatchEvent&) {}, [&reported, kept](const auto&) { ++reported; });
            if (inATask)
                mine.reset();
        };
        executor.runAndWait(setUp);
        executor.stop();
        mine.reset();
        QCOMPARE(printed(share->session().state), "Closed");
        share->sync("/", [&reported](const auto&) { ++reported; });
        const int before = reported;
        watch.reset();
        observer.reset();
        QCOMPARE(reported, before);
    }
    QVERIFY(left.expired());
    share.reset();
}

} // namespace lockscope::test::serverConformanceTest

LOCKSCOPE_TEST(lockscope::test::serverConformanceTest::ServerConformanceTest)
#include "ClientConformanceServer.moc"
