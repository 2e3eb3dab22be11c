// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Releases of token locks on a real server: by their dialects, and with the lists on which their clients wait.

#include "core/release/ReleasePlan.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "tests/release/redis/ReleasedRedis.h"
#include "tests/support/Test.h"

#include <QFile>
#include <QTemporaryDir>

namespace lockscope::tokenReleaseTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using release::RedisPlan;

class TokenReleaseTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void token();
    void binaryToken();
    void wakesPythonRedisLock();
    void tokenOfTheUsersDialect();
    void aLockOfSeveralKeysIsRefused();

private:
    [[nodiscard]] QStringList keys()
    {
        QStringList keys;
        for (const auto& key : m_servers.command({"KEYS", "*"}).toList())
            keys << QString::fromUtf8(key.toByteArray());
        keys.sort();
        return keys;
    }

    RedisServers m_servers;
    std::unique_ptr<ReleasingClient> m_client;
};

void TokenReleaseTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_client = std::make_unique<ReleasingClient>(m_servers.target());
    QVERIFY(m_client->waitConnected());
}

void TokenReleaseTest::init()
{
    m_servers.command({"FLUSHALL"});
}

void TokenReleaseTest::token()
{
    sendAll(m_servers, "SET orders 8f3a-token PX 30000");
    const auto plan = m_client->plan("orders", "8f3a-token");
    QVERIFY_RESULT(plan);
    QVERIFY(plan->certainty == inspect::Certainty::Possible);
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(keys(), QStringList());
}

/// The command line has it as show --json prints it.
void TokenReleaseTest::binaryToken()
{
    const QByteArray token("\x00\xfe\xff first token", 15);
    m_servers.command({"SET", "orders", token, "PX", "30000"});
    const auto plan = m_client->plan("orders", "0x" + token.toHex().toStdString());
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->redis.entry, token.toStdString());
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(keys(), QStringList());
}

/// Its clients block on a list, as in https://github.com/ionelmc/python-redis-lock: a release deletes it, adds an
/// entry, and deletes the lock.
void TokenReleaseTest::wakesPythonRedisLock()
{
    const QByteArray list = "lock-signal:orders";
    m_servers.command({"SET", "lock:orders", "n7Zr5cXqf0W1aB+kd9/TgQ3v"});
    RedisConnection waiter(m_servers.port());
    waiter.send({"BLPOP", list, "0"});
    QVERIFY(RedisServers::waitUntil([this] { return m_servers.info("blocked_clients") == "1"; }));
    const auto plan = m_client->plan("lock:orders", "n7Zr5cXqf0W1aB+kd9/TgQ3v");
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->dialect, std::string("python-redis-lock"));
    QCOMPARE(plan->redis.wakeList, list.toStdString());
    QVERIFY_RESULT(m_client->release(*plan));
    QCOMPARE(waiter.next().toList(), (QVariantList{list, QByteArray("1")}));
    QCOMPARE(keys(), QStringList());

    // Without a waiter, an entry from before is replaced by one that ends by itself.
    m_servers.command({"SET", "lock:orders", "n7Zr5cXqf0W1aB+kd9/TgQ3v"});
    m_servers.command({"RPUSH", list, "old", "older"});
    const auto second = m_client->plan("lock:orders", "n7Zr5cXqf0W1aB+kd9/TgQ3v");
    QVERIFY_RESULT(second);
    QVERIFY(second->certainty == inspect::Certainty::Certain); // the list shows what it is
    QVERIFY_RESULT(m_client->release(*second));
    QVERIFY(RedisServers::waitUntil([this] { return keys().isEmpty(); }));
}

void TokenReleaseTest::tokenOfTheUsersDialect()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("our-lock.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"json({"backend": "redis", "id": "redisson-like", "title": "Our lock",
        "key": {"regex": "job:(?<name>.+)"}, "owner": {"regex": "[0-9]+"}, "lease": "optional",
        "wakes": "job-waiters:{name}", "breaks": "The job may run twice."})json");
    file.close();
    const auto loaded = inspect::loadRedisDialects(folder.path());
    QVERIFY2(loaded.problems.empty(), loaded.problems.empty() ? "" : inspect::describe(loaded.problems[0]).c_str());
    ReleasingClient client(m_servers.target(), {}, {}, 3s, loaded.dialects);
    QVERIFY(client.waitConnected());
    m_servers.command({"SET", "job:42", "4711"});
    RedisConnection waiter(m_servers.port());
    waiter.send({"BLPOP", "job-waiters:42", "0"});
    QVERIFY(RedisServers::waitUntil([this] { return m_servers.info("blocked_clients") == "1"; }));
    const auto plan = client.plan("job:42", "4711");
    QVERIFY_RESULT(plan);
    QCOMPARE(plan->dialectName, std::string("Our lock"));
    QVERIFY(plan->certainty == inspect::Certainty::Certain);
    QVERIFY2(release::riskOf(*plan).starts_with("The job may run twice."), release::riskOf(*plan).c_str());
    QVERIFY2(plan->guard.text.find("acquired it again with the same token") != std::string::npos,
             plan->guard.text.c_str());
    QVERIFY_RESULT(client.release(*plan));
    QCOMPARE(waiter.next().toList(), (QVariantList{QByteArray("job-waiters:42"), QByteArray("1")}));
    QCOMPARE(keys(), QStringList());
    m_servers.command({"SET", "permits", "4711"}); // other numbers are semaphores
    QVERIFY(!client.plan("permits", "4711"));
}

/// The keys as the gem's scripts make them: its own list of digests would keep one of a lock without a key.
void TokenReleaseTest::aLockOfSeveralKeysIsRefused()
{
    const QByteArray digest = "uniquejobs:8cc2d7ae1ab2fa4c1b4d6c9b0e1c3b7a";
    const QByteArray job = "b4a577edbccf1d805744efa9";
    m_servers.command({"SET", digest, job});
    m_servers.command({"HSET", digest + ":LOCKED", job, "1764360000.123"});
    m_servers.command({"ZADD", "uniquejobs:digests", "1764360000.123", digest});
    const auto plan = m_client->plan(digest.toStdString(), job.toStdString());
    QVERIFY(!plan);
    QVERIFY(plan.error().code == ErrorCode::Refused);
    QVERIFY2(plan.error().detail.find("delete_by_digest") != std::string::npos, plan.error().detail.c_str());
    QCOMPARE(keys().size(), 3);
}

} // namespace lockscope::tokenReleaseTest

LOCKSCOPE_TEST(lockscope::tokenReleaseTest::TokenReleaseTest)
#include "TokenReleaseTest.moc"
