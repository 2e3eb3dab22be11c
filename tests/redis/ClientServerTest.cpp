// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The client and one real server: requests, scripts, replicas, subscriptions, passwords and access control.

#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <atomic>

namespace lockscope::clientServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

using redis::Access;
using redis::ClientSettings;
using redis::Script;
using redis::Value;

namespace {

const Script increment("increment", "return redis.call('incrby', KEYS[1], ARGV[1])");

[[nodiscard]] Result<Value> run(LiveClient& client, const Script& script, std::vector<std::string> keys,
                                std::vector<std::string> arguments)
{
    BlockingAnswer<Value> answer;
    client.loop().post(
        [&] { client.client().run(script, std::move(keys), std::move(arguments), Access::Write, answer.reply()); });
    return answer.get();
}

} // namespace

class ClientServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_servers.reset(); }
    void init();
    void requests();
    void requestsOfOneTaskAreOrdered();
    void tenThousandPipelinedRequests();
    void scripts();
    void replicas();
    void readOnlyReplica();
    void subscriptions();
    void resubscribesInOrder();
    void passwordOfTheServer();
    void userAndPassword();
    void accessControl();
    void unixSocket();

private:
    std::unique_ptr<RedisServers> m_servers;
};

void ClientServerTest::initTestCase()
{
    m_servers = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_servers->start());
}

void ClientServerTest::init()
{
    QCOMPARE(m_servers->command({"FLUSHALL"}), QByteArray("OK"));
}

void ClientServerTest::requests()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.port(), m_servers->port());
    const std::string bytes("\0\r\n\xff", 4);
    QCOMPARE(client.text("k", {"SET", "k", bytes}), "OK");
    QCOMPARE(client.text("k", {"GET", "k"}), printed(bytes));
    const auto absent = client.ask("k", {"GET", "absent"});
    QVERIFY_RESULT(absent);
    QVERIFY(absent->isNil());
    const auto wrong = client.ask("k", {"LPUSH", "k", "x"});
    QVERIFY_RESULT(wrong);
    QCOMPARE(printed(wrong->errorCode()), "WRONGTYPE");
    const auto unknown = client.ask("k", {"FROBNICATE"});
    QVERIFY_RESULT(unknown);
    QCOMPARE(printed(unknown->errorCode()), "ERR");
}

void ClientServerTest::requestsOfOneTaskAreOrdered()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    BlockingAnswer<Value> last;
    client.loop().post([&] {
        for (int i = 0; i < 100; ++i)
            client.client().send("list", {"RPUSH", "list", std::to_string(i)}, Access::Write, [](const auto&) {});
        client.client().send("list", {"LRANGE", "list", "0", "-1"}, Access::Read, last.reply());
    });
    const auto list = last.get();
    QVERIFY_RESULT(list);
    QCOMPARE(list->items().size(), std::size_t(100));
    for (int i = 0; i < 100; ++i)
        QCOMPARE(printed(list->items()[static_cast<std::size_t>(i)].text()), QByteArray::number(i));
}

void ClientServerTest::tenThousandPipelinedRequests()
{
    ClientSettings settings;
    settings.maxInFlight = 20'000;
    settings.requestTimeout = 60s;
    settings.traffic = std::make_shared<redis::Traffic>();
    LiveClient client(m_servers->target(), settings);
    QTRY_VERIFY(client.isConnected());
    constexpr int count = 10'000;
    std::atomic<int> arrived = 0;
    std::atomic<int> inOrder = 0;
    client.loop().post([&] {
        for (int i = 1; i <= count; ++i) {
            client.client().send("n", {"INCR", "n"}, Access::Write, [&, i](const Result<Value>& reply) {
                ++arrived;
                inOrder += reply && reply->number() == i ? 1 : 0;
            });
        }
    });
    QTRY_COMPARE(arrived.load(), count);
    QCOMPARE(inOrder.load(), count);
    QVERIFY(settings.traffic->requests >= count);

    settings.maxInFlight = 100;
    LiveClient limited(m_servers->target(), settings);
    QTRY_VERIFY(limited.isConnected());
    std::atomic<int> throttled = 0;
    arrived = 0;
    limited.loop().post([&] {
        for (int i = 0; i < 200; ++i) {
            limited.client().send("n", {"INCR", "n"}, Access::Write, [&](const Result<Value>& reply) {
                throttled += !reply && reply.error().code == ErrorCode::Throttled ? 1 : 0;
                ++arrived;
            });
        }
    });
    QTRY_COMPARE(arrived.load(), 200);
    QCOMPARE(throttled.load(), 100);
}

void ClientServerTest::scripts()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    for (int i = 1; i <= 3; ++i) {
        const auto counted = run(client, increment, {"n"}, {"1"});
        QVERIFY_RESULT(counted);
        QCOMPARE(counted->number(), i);
        if (i == 2)
            QCOMPARE(m_servers->command({"SCRIPT", "FLUSH"}), QByteArray("OK"));
    }
    // Both of one task are unknown to the server: each is executed once, in this order.
    QCOMPARE(m_servers->command({"SCRIPT", "FLUSH"}), QByteArray("OK"));
    BlockingAnswer<Value> first;
    BlockingAnswer<Value> second;
    client.loop().post([&] {
        client.client().run(increment, {"n"}, {"10"}, Access::Write, first.reply());
        client.client().run(increment, {"n"}, {"100"}, Access::Write, second.reply());
    });
    QCOMPARE(first.get()->number(), 13);
    QCOMPARE(second.get()->number(), 113);
    const auto failed = run(client, Script("broken", "return redis.call('incr')"), {"n"}, {});
    QVERIFY_RESULT(failed);
    QVERIFY(failed->isError());
}

void ClientServerTest::replicas()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    QTRY_VERIFY(client.isConnected());
    // The script is unknown: it runs after the first WAIT.
    BlockingAnswer<Value> script;
    BlockingAnswer<int> replicas;
    client.loop().post([&] {
        client.client().run(increment, {"n"}, {"5"}, Access::Write, script.reply());
        client.client().waitForReplicas("n", 1, 2s, replicas.reply());
    });
    QCOMPARE(script.get()->number(), 5);
    const auto count = replicas.get();
    QVERIFY_RESULT(count);
    QCOMPARE(*count, 1);
    QCOMPARE(servers.command({"GET", "n"}, 1), QByteArray("5"));

    QVERIFY_RESULT(servers.pauseServer(1));
    BlockingAnswer<int> none;
    client.loop().post([&] {
        client.client().send("n", {"SET", "n", "6"}, Access::Write, [](const auto&) {});
        client.client().waitForReplicas("n", 1, 100ms, none.reply());
    });
    const auto noReplica = none.get();
    servers.resumeServer(1);
    QVERIFY_RESULT(noReplica);
    QCOMPARE(*noReplica, 0);
}

void ClientServerTest::readOnlyReplica()
{
    RedisServers servers({.replicas = 1});
    QVERIFY_RESULT(servers.start());
    LiveClient client(QStringLiteral("redis://127.0.0.1:%1").arg(servers.port(1)));
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("k", {"SET", "k", "v"}), "ReadOnlyServer");
    QCOMPARE(client.text("k", {"GET", "k"}), "");
    const auto refused = run(client, increment, {"n"}, {"1"});
    QVERIFY(!refused);
    QCOMPARE(printed(refused.error().code), "ReadOnlyServer");
}

void ClientServerTest::subscriptions()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    auto one = std::make_unique<LiveChannel>(client, "c");
    QTRY_COMPARE(one->confirmed(), 1);
    auto two = std::make_unique<LiveChannel>(client, "c");
    QTRY_COMPARE(two->confirmed(), 1);
    QCOMPARE(m_servers->command({"PUBLISH", "c", "hello"}), QVariant(1LL)); // one subscription of the server's
    QTRY_VERIFY(one->has("hello") && two->has("hello"));
    one.reset();
    QCOMPARE(m_servers->command({"PUBLISH", "c", "again"}), QVariant(1LL));
    QTRY_VERIFY(two->has("again"));
    two.reset();
    QTRY_COMPARE(m_servers->command({"PUBLISH", "c", "late"}), QVariant(0LL));

    std::atomic<int> matched = 0;
    std::atomic<bool> confirmed = false;
    Subscription pattern;
    client.loop().runAndWait([&] {
        pattern = client.client().subscribePattern(
            "lock:*",
            [&](const redis::Message& message) {
                matched += message.channel == "lock:a" && message.payload == "0" ? 1 : 0;
            },
            [&] { confirmed = true; });
    });
    QTRY_VERIFY(confirmed.load());
    QCOMPARE(m_servers->command({"PUBLISH", "lock:a", "0"}), QVariant(1LL));
    QTRY_COMPARE(matched.load(), 1);
    client.loop().runAndWait([&] { pattern.reset(); });
}

void ClientServerTest::resubscribesInOrder()
{
    LiveClient client(m_servers->target());
    QTRY_VERIFY(client.isConnected());
    for (int round = 0; round < 50; ++round) {
        std::atomic<int> confirmed = 0;
        std::atomic<int> messages = 0;
        Subscription kept;
        client.loop().runAndWait([&] {
            const auto subscribe = [&] {
                return client.client().subscribe(
                    "c", [&](const redis::Message&) { ++messages; }, [&] { ++confirmed; });
            };
            auto dropped = subscribe();
            dropped.reset();
            kept = subscribe();
        });
        QTRY_COMPARE(confirmed.load(), 1);
        QCOMPARE(m_servers->command({"PUBLISH", "c", "x"}), QVariant(1LL));
        QTRY_COMPARE(messages.load(), 1);
        client.loop().runAndWait([&] { kept.reset(); });
    }
}

void ClientServerTest::passwordOfTheServer()
{
    RedisServers servers({.password = QStringLiteral("secret")});
    QVERIFY_RESULT(servers.start());
    ClientSettings settings;
    settings.password = "secret";
    settings.clientName = "lockscope-test";
    LiveClient client(servers.target() + QStringLiteral("/3"), settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("k", {"SET", "k", "v"}), "OK");
    QCOMPARE(client.text("k", {"CLIENT", "GETNAME"}), "lockscope-test");
    QVERIFY(servers.info("db3").startsWith("keys=1,"));

    settings.password = "wrong";
    LiveClient wrong(servers.target(), settings);
    QTRY_COMPARE(printed(wrong.status().state), "AuthFailed");
    QCOMPARE(wrong.text("k", {"GET", "k"}), "AuthFailed");
    LiveClient none(servers.target());
    QTRY_COMPARE(printed(none.status().state), "AuthFailed");
    QVERIFY(none.status().detail.find("NOAUTH") != std::string::npos);
}

void ClientServerTest::userAndPassword()
{
    RedisServers servers({.moreSettings = QStringLiteral("user app on >secret ~* &* +@all\n")});
    QVERIFY_RESULT(servers.start());
    const auto target = QStringLiteral("redis://app@127.0.0.1:%1").arg(servers.port());
    ClientSettings settings;
    settings.password = "secret";
    LiveClient client(target, settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("k", {"ACL", "WHOAMI"}), "app");
    settings.password = "wrong";
    LiveClient wrong(target, settings);
    QTRY_COMPARE(printed(wrong.status().state), "AuthFailed");
    QVERIFY(wrong.status().detail.find("WRONGPASS") != std::string::npos);
}

void ClientServerTest::accessControl()
{
    // Without PING: the client connects with what it may.
    RedisServers servers(
        {.moreSettings = QStringLiteral("user app on >secret ~app:* &app:* nocommands +get +set +subscribe\n")});
    QVERIFY_RESULT(servers.start());
    ClientSettings settings;
    settings.password = "secret";
    LiveClient client(QStringLiteral("redis://app@127.0.0.1:%1").arg(servers.port()), settings);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("app:k", {"SET", "app:k", "v"}), "OK");
    QCOMPARE(client.text("other", {"SET", "other", "v"}), "NoAuth");
    QCOMPARE(client.text("app:k", {"DEL", "app:k"}), "NoAuth");
    LiveChannel denied(client, "other");
    LiveChannel allowed(client, "app:c");
    QTRY_COMPARE(allowed.confirmed(), 1);
    QCOMPARE(denied.confirmed(), 0);
    QCOMPARE(servers.command({"PUBLISH", "app:c", "hello"}), QVariant(1LL));
    QTRY_VERIFY(allowed.has("hello"));
    // It is tried again.
    QCOMPARE(servers.command({"ACL", "SETUSER", "app", "&other"}), QByteArray("OK"));
    QTRY_COMPARE(denied.confirmed(), 1);
}

void ClientServerTest::unixSocket()
{
    const auto path = m_servers->servers().front().socket;
    LiveClient client(QStringLiteral("redis+unix://") + path);
    QTRY_VERIFY(client.isConnected());
    QCOMPARE(client.text("k", {"SET", "k", "v"}), "OK");
    QCOMPARE(m_servers->command({"GET", "k"}), QByteArray("v"));
}

} // namespace lockscope::clientServerTest

LOCKSCOPE_TEST(lockscope::clientServerTest::ClientServerTest)
#include "ClientServerTest.moc"
