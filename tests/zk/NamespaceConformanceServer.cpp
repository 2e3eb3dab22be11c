// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The suite in a namespace of a real server.

#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/ClientConformance.h"
#include "tests/zk/NamespaceWorld.h"
#include "tests/zk/ServerWorld.h"

namespace lockscope::test::serverNamespaceConformanceTest {

class ServerNamespaceConformanceTest final : public ClientConformance {
    Q_OBJECT

protected:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorld() override { return makeWorldFor(longSession); }
    [[nodiscard]] std::unique_ptr<ClientWorld> makeShortLivedWorld() override { return makeWorldFor(shortSession); }

private Q_SLOTS:
    void initTestCase();

private:
    [[nodiscard]] std::unique_ptr<ClientWorld> makeWorldFor(std::chrono::milliseconds sessionTimeout)
    {
        return std::make_unique<NamespaceWorld>(
            std::make_unique<ServerWorld>(static_cast<quint16>(m_servers.servers().front().clientPort),
                                          m_servers.uniquePath().toStdString(), sessionTimeout));
    }

    ServerFixture m_servers;
};

void ServerNamespaceConformanceTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

} // namespace lockscope::test::serverNamespaceConformanceTest

LOCKSCOPE_TEST(lockscope::test::serverNamespaceConformanceTest::ServerNamespaceConformanceTest)
#include "NamespaceConformanceServer.moc"
