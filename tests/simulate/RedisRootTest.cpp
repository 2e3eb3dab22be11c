// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The keys of a run on a real server: counted and removed, also when requests fail for some time.

#include "core/simulate/clients/redis/RedisRoot.h"
#include "core/redis/KeyNames.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QSignalSpy>

#include <memory>

namespace lockscope::redisRootTest {

using namespace lockscope::console;
using namespace std::chrono_literals;
using test::RedisServers;

namespace {

constexpr int rootLimitMs = 60'000;
constexpr int keysOfALock = 5;

ContendOptions groupOn(Recipe recipe, std::string name = "orders")
{
    ContendOptions options;
    options.recipe = recipe;
    options.paths = {std::move(name)};
    return options;
}

/// What cleared() says.
struct Cleared {
    int left = 0;
    std::optional<Error> error;
};

const QByteArray queueKey = QByteArray::fromStdString(redis::keys::fairQueue("orders"));

} // namespace

class RedisRootTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void removesPermitsOfGroupsWithNothingToCount();
    void countsAgainAfterAnErrorReply();
    void reportsACountThatFailsToTheEnd();
    void removesAgainAfterARefusal();
    void reportsARefusedRemoval();
    void outlivesARestartOfTheServer();
    void removesTheKeysOfALockOnce();

private:
    void prepare(std::vector<ContendOptions> groups);
    void clear(std::chrono::milliseconds waitLimit);
    [[nodiscard]] std::optional<Cleared> cleared();
    /// A field of a line of INFO such as "cmdstat_del:calls=5,usec=3"; 0 before the first.
    [[nodiscard]] int statistic(const QByteArray& line, const QByteArray& field);
    [[nodiscard]] int keys() { return m_server->command({"DBSIZE"}).toInt(); }

    std::unique_ptr<RedisServers> m_server;
    std::unique_ptr<RedisRoot> m_root;
    std::unique_ptr<QSignalSpy> m_cleared;
};

void RedisRootTest::init()
{
    m_server = std::make_unique<RedisServers>();
    QVERIFY_RESULT(m_server->start());
}

void RedisRootTest::cleanup()
{
    m_cleared.reset();
    m_root.reset();
    m_server.reset();
}

void RedisRootTest::prepare(std::vector<ContendOptions> groups)
{
    m_root = std::make_unique<RedisRoot>(nullptr, std::move(groups));
    m_cleared = std::make_unique<QSignalSpy>(m_root.get(), &RedisRoot::cleared);
    QSignalSpy prepared(m_root.get(), &RedisRoot::prepared);
    m_root->prepare(m_server->target().toStdString(), 20s);
    QTRY_COMPARE_WITH_TIMEOUT(prepared.count(), 1, rootLimitMs);
    QVERIFY(!prepared.at(0).at(0).value<std::optional<Error>>());
}

void RedisRootTest::clear(std::chrono::milliseconds waitLimit)
{
    m_root->clear(waitLimit);
}

std::optional<Cleared> RedisRootTest::cleared()
{
    if (!QTest::qWaitFor([this] { return m_cleared->count() == 1; }, rootLimitMs))
        return std::nullopt;
    return Cleared{m_cleared->at(0).at(0).toInt(), m_cleared->at(0).at(1).value<std::optional<Error>>()};
}

int RedisRootTest::statistic(const QByteArray& line, const QByteArray& field)
{
    for (const auto& part : m_server->info(line).split(',')) {
        if (part.startsWith(field + '='))
            return part.mid(field.size() + 1).toInt();
    }
    return 0;
}

/// Permits with an expiry end by themselves, so there is no question about them.
void RedisRootTest::removesPermitsOfGroupsWithNothingToCount()
{
    prepare({groupOn(Recipe::RedissonPermitSemaphore)});
    m_server->command({"SET", "orders", "2"});
    clear(500ms);
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY2(!end->error, end->error ? describe(*end->error).c_str() : "");
    QCOMPARE(end->left, 0);
    QCOMPARE(keys(), 0);
}

void RedisRootTest::countsAgainAfterAnErrorReply()
{
    prepare({groupOn(Recipe::RedissonFairLock)});
    m_server->command({"SET", queueKey, "no list"});
    clear(30s);
    QTRY_VERIFY_WITH_TIMEOUT(statistic("errorstat_WRONGTYPE", "count") > 0, rootLimitMs);
    m_server->command({"MULTI"});
    m_server->command({"DEL", queueKey});
    m_server->command({"RPUSH", queueKey, "one", "two"});
    QCOMPARE(m_server->command({"EXEC"}).toList().size(), 2);
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY2(!end->error, end->error ? describe(*end->error).c_str() : "");
    QCOMPARE(end->left, 2);
    QCOMPARE(keys(), 0);
}

void RedisRootTest::reportsACountThatFailsToTheEnd()
{
    prepare({groupOn(Recipe::RedissonFairLock)});
    m_server->command({"SET", queueKey, "no list"});
    clear(300ms);
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY(end->error);
    QVERIFY2(end->error->detail.starts_with("WRONGTYPE "), describe(*end->error).c_str());
    QCOMPARE(end->error->path, queueKey.toStdString());
    QCOMPARE(keys(), 0); // removed all the same
}

/// A master without enough replicas refuses every command that writes.
void RedisRootTest::removesAgainAfterARefusal()
{
    prepare({groupOn(Recipe::RedissonLock)});
    m_server->command({"SET", "orders", "held"});
    m_server->command({"CONFIG", "SET", "min-replicas-to-write", "1"});
    clear(30s);
    QTRY_VERIFY_WITH_TIMEOUT(statistic("errorstat_NOREPLICAS", "count") >= keysOfALock, rootLimitMs);
    m_server->command({"CONFIG", "SET", "min-replicas-to-write", "0"});
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY2(!end->error, end->error ? describe(*end->error).c_str() : "");
    QCOMPARE(end->left, 1);
    QCOMPARE(keys(), 0);
}

void RedisRootTest::reportsARefusedRemoval()
{
    prepare({groupOn(Recipe::RedissonLock)});
    m_server->command({"SET", "orders", "held"});
    m_server->command({"CONFIG", "SET", "min-replicas-to-write", "1"});
    clear(300ms);
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY(end->error);
    QVERIFY2(end->error->detail.starts_with("NOREPLICAS "), describe(*end->error).c_str());
    QCOMPARE(end->left, 1);
    QCOMPARE(keys(), 1);
}

/// Meanwhile each request fails at once: there is no connection.
void RedisRootTest::outlivesARestartOfTheServer()
{
    prepare({groupOn(Recipe::RedissonLock)});
    QVERIFY_RESULT(m_server->killServer());
    clear(30s);
    QVERIFY_RESULT(m_server->startServer());
    const auto end = cleared();
    QVERIFY(end);
    QVERIFY2(!end->error, end->error ? describe(*end->error).c_str() : "");
    QCOMPARE(statistic("cmdstat_del", "calls"), keysOfALock); // of the server that has started again
}

void RedisRootTest::removesTheKeysOfALockOnce()
{
    prepare({groupOn(Recipe::RedissonLock), groupOn(Recipe::RedissonLock), groupOn(Recipe::RedissonLock, "bills")});
    m_server->command({"SET", "orders", "held"});
    clear(300ms);
    const auto end = cleared();
    QVERIFY(end && !end->error);
    QCOMPARE(end->left, 1);
    QCOMPARE(statistic("cmdstat_del", "calls"), 2 * keysOfALock);
    QCOMPARE(keys(), 0);
}

} // namespace lockscope::redisRootTest

LOCKSCOPE_TEST(lockscope::redisRootTest::RedisRootTest)
#include "RedisRootTest.moc"
