// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Random commands: the in-memory server and Debian's server reply the same.

#include "tests/redis/conformance/RandomCommands.h"
#include "tests/redis/conformance/RealServer.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"
#include "tests/support/redis/FakeRedis.h"

namespace lockscope::test::randomCommandsTest {

/// One command in one line.
std::string asText(const redis::Command& words)
{
    std::vector<redis::Value> items;
    for (const std::string& word : words)
        items.push_back(redis::Value::string(word));
    return printedReply(redis::Value::array(std::move(items)));
}

/// The in-memory server has the texts of 7.0. Other versions have the same codes.
std::string comparable(const redis::Value& reply, RedisVersion version)
{
    if (reply.isError() && version != RedisVersion{7, 0})
        return std::string(reply.errorCode());
    return printedReply(reply);
}

class RandomCommandsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void repliesAreEqual_data();
    void repliesAreEqual();

private:
    RedisServers m_servers;
    RealServer m_server;
    RedisVersion m_version;
};

void RandomCommandsTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_server.connectTo(m_servers.port());
    const auto found = m_servers.info("redis_version");
    const auto version = parseVersion(found);
    QVERIFY2(version && *version >= (RedisVersion{7, 0}), found.constData());
    m_version = *version;
}

void RandomCommandsTest::repliesAreEqual_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 5; ++seed)
        QTest::newRow(QByteArray("seed " + QByteArray::number(seed)).constData()) << seed;
}

void RandomCommandsTest::repliesAreEqual()
{
    constexpr int commands = 4'000;
    QFETCH(int, seed);
    m_server.reset();
    ManualClock clock;
    ManualExecutor executor(clock);
    FakeRedis fake(executor);
    ReplyReader replies;
    const auto connection = fake.connect({
        .client = "random",
        .send = [&replies](std::string_view bytes) { replies.append(bytes); },
        .close = {},
    });
    RandomCommands random(static_cast<std::uint64_t>(seed));
    for (int i = 0; i < commands; ++i) {
        const auto words = random.next();
        m_server.send('a', words);
        fake.receive(connection, redis::encoded(words));
        const auto real = m_server.next('a');
        const auto reply = replies.next();
        QVERIFY(real && reply);
        const auto where = "command " + std::to_string(i) + " " + asText(words) + "\n";
        QCOMPARE(printed(where + comparable(*reply, m_version)), printed(where + comparable(*real, m_version)));
    }
}

} // namespace lockscope::test::randomCommandsTest

LOCKSCOPE_TEST(lockscope::test::randomCommandsTest::RandomCommandsTest)
#include "RandomCommandsTest.moc"
