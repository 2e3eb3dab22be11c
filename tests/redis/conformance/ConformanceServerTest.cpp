// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The tables on a real server: Debian's, or the program in LOCKSCOPE_REDIS_SERVER. With LOCKSCOPE_TEST_REDIS=6.2 it
/// fails unless the server has that version.

#include "tests/redis/conformance/RealServer.h"

namespace lockscope::test::conformanceServerTest {

class ConformanceServerTest final : public RedisConformance {
    Q_OBJECT

protected:
    [[nodiscard]] ServerUnderTest& server() override { return m_server; }
    [[nodiscard]] RedisVersion version() override { return m_version; }

private Q_SLOTS:
    void initTestCase();

private:
    RedisServers m_servers;
    RealServer m_server;
    RedisVersion m_version;
};

void ConformanceServerTest::initTestCase()
{
    QVERIFY_RESULT(m_servers.start());
    m_server.connectTo(m_servers.port());
    const auto found = m_servers.info("redis_version");
    const auto version = parseVersion(found);
    QVERIFY2(version, found.constData());
    m_version = *version;
    const auto wanted = qgetenv("LOCKSCOPE_TEST_REDIS");
    QVERIFY2(wanted.isEmpty() || found.startsWith(wanted + "."), found.constData());
    readTables();
}

} // namespace lockscope::test::conformanceServerTest

LOCKSCOPE_TEST(lockscope::test::conformanceServerTest::ConformanceServerTest)
#include "ConformanceServerTest.moc"
