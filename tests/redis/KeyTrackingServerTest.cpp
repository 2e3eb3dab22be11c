// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The changes of keys, as real servers report them.

#include "tests/redis/LiveClient.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::keyTrackingServerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

/// Tracks keys for a LiveClient, which must outlive it.
class LiveTracking final {
public:
    LiveTracking(LiveClient& client, std::vector<std::string> prefixes)
        : m_client(client)
    {
        client.loop().runAndWait([&] {
            redis::KeyChangeHandlers handlers;
            handlers.changed = [this](const std::vector<std::string>* keys) {
                const std::lock_guard lock(m_mutex);
                if (keys)
                    m_keys.insert(m_keys.end(), keys->begin(), keys->end());
                else
                    ++m_flushes;
            };
            handlers.confirmed = [this] { add(m_confirmed); };
            handlers.interrupted = [this] { add(m_interrupted); };
            handlers.refused = [this](const std::string& reason) {
                const std::lock_guard lock(m_mutex);
                m_refusal = reason;
            };
            m_tracking = client.client().trackKeys(std::move(prefixes), std::move(handlers));
        });
    }
    ~LiveTracking()
    {
        m_client.loop().runAndWait([this] { m_tracking.reset(); });
    }
    LiveTracking(const LiveTracking&) = delete;
    LiveTracking& operator=(const LiveTracking&) = delete;

    [[nodiscard]] int confirmed() { return get(m_confirmed); }
    [[nodiscard]] int interrupted() { return get(m_interrupted); }
    [[nodiscard]] int flushes() { return get(m_flushes); }
    [[nodiscard]] std::string refusal() { return get(m_refusal); }
    [[nodiscard]] std::vector<std::string> takeKeys()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_keys, {});
    }
    [[nodiscard]] bool has(const std::string& key)
    {
        const auto keys = get(m_keys);
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }

private:
    template <typename T> T get(const T& value)
    {
        const std::lock_guard lock(m_mutex);
        return value;
    }
    void add(int& number)
    {
        const std::lock_guard lock(m_mutex);
        ++number;
    }

    LiveClient& m_client;
    std::mutex m_mutex;
    std::vector<std::string> m_keys;
    int m_flushes = 0;
    int m_confirmed = 0;
    int m_interrupted = 0;
    std::string m_refusal;
    Subscription m_tracking;
};

class KeyTrackingServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void reportsWritesExpiryAndFlush();
    void tracksAgainAfterAKilledConnection();
    void tracksAgainAfterARestart();
    void reportsMissingRights();
    void followsAFailoverOfACluster();
};

void KeyTrackingServerTest::reportsWritesExpiryAndFlush()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveTracking tracking(client, {"a", "b"});
    QTRY_COMPARE(tracking.confirmed(), 1);
    servers.command({"SET", "other", "1"});
    servers.command({"HINCRBY", "apple", "field", "1"});
    QTRY_COMPARE(tracking.takeKeys(), std::vector<std::string>{"apple"}); // not "other"
    servers.command({"SET", "bush", "1", "PX", "50"});
    QTRY_COMPARE(tracking.takeKeys(), std::vector<std::string>{"bush"});
    QTRY_COMPARE(tracking.takeKeys(), std::vector<std::string>{"bush"}); // it has expired
    servers.command({"FLUSHALL"});
    QTRY_COMPARE(tracking.flushes(), 1);
}

void KeyTrackingServerTest::tracksAgainAfterAKilledConnection()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveTracking tracking(client, {});
    QTRY_COMPARE(tracking.confirmed(), 1);
    const auto generation = client.status().generation;
    QCOMPARE(servers.command({"CLIENT", "KILL", "TYPE", "pubsub"}), QVariant(qlonglong(1)));
    QTRY_COMPARE(tracking.confirmed(), 2);
    QCOMPARE(tracking.interrupted(), 1);
    QCOMPARE(client.status().generation, generation);
    servers.command({"SET", "a", "1"});
    QTRY_VERIFY(tracking.has("a"));
}

void KeyTrackingServerTest::tracksAgainAfterARestart()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveTracking tracking(client, {});
    QTRY_COMPARE(tracking.confirmed(), 1);
    QVERIFY_RESULT(servers.killServer());
    QTRY_COMPARE(tracking.interrupted(), 1);
    QVERIFY_RESULT(servers.startServer());
    QTRY_VERIFY_WITH_TIMEOUT(tracking.confirmed() >= 2 && client.isConnected(), 30'000);
    servers.command({"SET", "a", "1"});
    QTRY_VERIFY(tracking.has("a"));
}

void KeyTrackingServerTest::reportsMissingRights()
{
    RedisServers servers({.moreSettings = QStringLiteral("user app on >secret ~* &* +@all -client|tracking\n")});
    QVERIFY_RESULT(servers.start());
    redis::ClientSettings settings;
    settings.password = "secret";
    LiveClient client(QString(servers.target()).replace(QLatin1String("redis://"), QLatin1String("redis://app@")),
                      settings);
    LiveTracking tracking(client, {});
    QTRY_VERIFY(tracking.refusal().find("NOPERM") != std::string::npos);
    QCOMPARE(tracking.confirmed(), 0);
    QCOMPARE(client.text("a", {"SET", "a", "1"}), QByteArray("OK"));
}

void KeyTrackingServerTest::followsAFailoverOfACluster()
{
    RedisServers servers({.kind = redis::SandboxKind::Cluster, .downAfterMs = 3'000});
    QVERIFY_RESULT(servers.start());
    LiveClient client(servers.target());
    LiveTracking tracking(client, {});
    QTRY_COMPARE_WITH_TIMEOUT(tracking.confirmed() >= 1, true, 30'000);
    const std::vector<std::string> keys{"a", "b", "c", "d", "e", "f"}; // of all three masters
    const auto setAll = [&] {
        return std::all_of(keys.begin(), keys.end(), [&](const auto& key) {
            return client.text(key, {"SET", key, "1"}) == "OK";
        });
    };
    const auto hasAll = [&] {
        return std::all_of(keys.begin(), keys.end(), [&](const auto& key) { return tracking.has(key); });
    };
    QVERIFY(setAll());
    QTRY_VERIFY(hasAll());
    const auto confirmed = tracking.confirmed();
    QVERIFY_RESULT(servers.killServer(0));
    QTRY_VERIFY_WITH_TIMEOUT(tracking.confirmed() > confirmed && client.isConnected(), 60'000);
    static_cast<void>(tracking.takeKeys());
    QVERIFY(setAll());
    QTRY_VERIFY(hasAll());
}

} // namespace lockscope::keyTrackingServerTest

LOCKSCOPE_TEST(lockscope::keyTrackingServerTest::KeyTrackingServerTest)
#include "KeyTrackingServerTest.moc"
