// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Reads that are sent together: with and without the rights to MULTI and EXEC, and after their end.

#include "core/sources/redis/discovery/Transaction.h"
#include "tests/redis/LiveClient.h"
#include "tests/support/ManualClock.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"
#include "tests/support/redis/FakeRedisNetwork.h"

namespace lockscope::transactionTest {

using namespace lockscope::test;
using inspect::Together;
using inspect::Transactions;

class TransactionTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAtOneMoment();
    void readsWithoutTheRights_data();
    void readsWithoutTheRights();
    void oneOfSeveralIsRefused();
    void endsWithItsObject();
};

/// Transactions on the client's loop.
class LiveTransactions final {
public:
    explicit LiveTransactions(const QString& target)
        : m_client(target)
    {
        m_client.loop().runAndWait([this] { m_transactions = std::make_unique<Transactions>(m_client.client()); });
    }
    ~LiveTransactions()
    {
        m_client.loop().runAndWait([this] { m_transactions.reset(); });
    }
    LiveTransactions(const LiveTransactions&) = delete;
    LiveTransactions& operator=(const LiveTransactions&) = delete;

    [[nodiscard]] bool isConnected() { return m_client.isConnected(); }
    [[nodiscard]] Result<Together> read(std::vector<redis::Command> commands)
    {
        BlockingAnswer<Together> answer;
        m_client.loop().post([this, commands = std::move(commands), reply = answer.reply()]() mutable {
            m_transactions->read("a", std::move(commands), reply);
        });
        return answer.get();
    }

private:
    LiveClient m_client;
    std::unique_ptr<Transactions> m_transactions;
};

void TransactionTest::readsAtOneMoment()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "a", "1"});
    servers.command({"SET", "b", "2"});
    LiveTransactions transactions(servers.target());
    QTRY_VERIFY(transactions.isConnected());
    const auto both = transactions.read({{"GET", "a"}, {"GET", "b"}});
    QVERIFY_RESULT(both);
    QVERIFY(both->isOneMoment);
    QCOMPARE(both->replies.at(0).text(), std::string("1"));
    QCOMPARE(both->replies.at(1).text(), std::string("2"));
}

void TransactionTest::readsWithoutTheRights_data()
{
    QTest::addColumn<QByteArray>("right");
    QTest::newRow("MULTI") << QByteArray("-multi");
    QTest::newRow("EXEC") << QByteArray("-exec");
    QTest::newRow("both") << QByteArray("-@transaction");
}

void TransactionTest::readsWithoutTheRights()
{
    QFETCH(QByteArray, right);
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "a", "1"});
    servers.command({"SET", "b", "2"});
    LiveTransactions transactions(servers.target());
    QTRY_VERIFY(transactions.isConnected());
    servers.command({"ACL", "SETUSER", "default", right});
    for (int i = 0; i < 3; ++i) {
        const auto both = transactions.read({{"GET", "a"}, {"GET", "b"}});
        QVERIFY_RESULT(both);
        QVERIFY(!both->isOneMoment);
        QCOMPARE(both->replies.at(0).text(), std::string("1"));
        QCOMPARE(both->replies.at(1).text(), std::string("2"));
    }
}

/// EXEC executes none of them then.
void TransactionTest::oneOfSeveralIsRefused()
{
    RedisServers servers;
    QVERIFY_RESULT(servers.start());
    servers.command({"SET", "a", "1"});
    LiveTransactions transactions(servers.target());
    QTRY_VERIFY(transactions.isConnected());
    servers.command({"ACL", "SETUSER", "default", "resetkeys", "~a"});
    const auto both = transactions.read({{"GET", "a"}, {"GET", "b"}});
    QVERIFY_RESULT(both);
    QCOMPARE(both->replies.at(0).text(), std::string("1"));
    QVERIFY(both->replies.at(1).isError());
}

/// The reply to EXEC arrives after the end of the object; it must not send the commands again.
void TransactionTest::endsWithItsObject()
{
    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};
    const redis::Address address{.host = "one", .port = 6379, .socket = {}};
    auto& server = network.add({.address = address});
    server.answerWith([](const redis::Command& words) -> std::optional<redis::Value> {
        if (words.front() == "MULTI")
            return redis::Value::status("OK");
        if (words.front() == "EXEC")
            return redis::Value::error("EXECABORT Transaction discarded because of previous errors.");
        return std::nullopt;
    });
    redis::ClientSettings settings;
    settings.target.servers = {address};
    settings.callbacks = &executor;
    redis::Client client(settings, executor, Log(), network.transports(executor, "console"));
    executor.runUntilIdle();
    int replies = 0;
    auto transactions = std::make_unique<Transactions>(client);
    transactions->read("a", {{"GET", "a"}, {"GET", "b"}}, [&](const Result<Together>&) { ++replies; });
    executor.runUntilIdle();
    QCOMPARE(replies, 1);
    QCOMPARE(server.count("GET"), std::size_t(4)); // in the transaction, and again without it
    server.clearRequests();
    transactions->read("a", {{"GET", "a"}, {"GET", "b"}}, [&](const Result<Together>&) { ++replies; });
    transactions.reset();
    executor.runUntilIdle();
    QCOMPARE(replies, 1);
    QCOMPARE(server.count("GET"), std::size_t(2));
}

} // namespace lockscope::transactionTest

LOCKSCOPE_TEST(lockscope::transactionTest::TransactionTest)
#include "TransactionTest.moc"
