// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tables on the in-memory server, whose clock the test advances.

#include "tests/redis/conformance/RedisConformance.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/redis/FakeRedis.h"

#include <map>

using namespace std::chrono_literals;

namespace lockscope::test::conformanceFakeTest {

class FakeUnderTest final : public ServerUnderTest {
public:
    void reset() override
    {
        m_connections.clear();
        m_server = std::make_unique<FakeRedis>(m_executor);
    }

    void send(char connection, const redis::Command& words) override
    {
        Connection& each = m_connections[connection];
        if (each.number == 0) {
            each.number = m_server->connect({
                .client = std::string(1, connection),
                .send = [&each](std::string_view bytes) { each.reader.append(bytes); },
                .close = [&each] { each.isClosed = true; },
            });
        }
        m_server->receive(each.number, redis::encoded(words));
    }

    [[nodiscard]] std::optional<redis::Value> next(char connection) override
    {
        Connection& each = m_connections[connection];
        auto value = each.reader.next();
        for (int i = 0; !value && !each.isClosed && i < longestWait; ++i) {
            m_executor.advance(1ms);
            value = each.reader.next();
        }
        return value;
    }

    [[nodiscard]] bool isClosed(char connection) override { return m_connections[connection].isClosed; }

    [[nodiscard]] QByteArray connections() const override
    {
        QByteArray names;
        for (const auto& [name, connection] : m_connections) {
            if (!connection.isClosed)
                names.append(name);
        }
        return names;
    }

    [[nodiscard]] bool awaitEnd(const std::string& key) override
    {
        for (int i = 0; i < longestWait; ++i) {
            if (m_server->run({"EXISTS", key}).number() == 0)
                return true;
            m_executor.advance(1ms);
        }
        return false;
    }

private:
    static constexpr int longestWait = 10'000; // milliseconds of the manual clock
    struct Connection {
        std::uint64_t number = 0;
        ReplyReader reader;
        bool isClosed = false;
    };

    ManualClock m_clock;
    ManualExecutor m_executor{m_clock};
    std::map<char, Connection> m_connections;
    std::unique_ptr<FakeRedis> m_server;
};

class ConformanceFakeTest final : public RedisConformance {
    Q_OBJECT

protected:
    [[nodiscard]] ServerUnderTest& server() override { return m_fake; }
    [[nodiscard]] RedisVersion version() override { return {7, 0}; }

private Q_SLOTS:
    void initTestCase() { readTables(); }

private:
    FakeUnderTest m_fake;
};

} // namespace lockscope::test::conformanceFakeTest

LOCKSCOPE_TEST(lockscope::test::conformanceFakeTest::ConformanceFakeTest)
#include "ConformanceFakeTest.moc"
