// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The root node of a run: created, removed with its subtree, and abandoned when no server answers.

#include "core/simulate/scenarios/ScenarioRoot.h"
#include "core/zk/ZooKeeperClient.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/LoopTicks.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"

#include <QSignalSpy>

#include <memory>

namespace lockscope::scenarioRootTest {

using console::ScenarioRoot;
using namespace std::chrono_literals;

namespace {

std::unique_ptr<zk::Client> makeClient(EventLoop& loop, const zk::ConnectString& servers)
{
    return std::make_unique<zk::ZooKeeperClient>(zk::ClientSettings{servers, 2s}, loop, Log());
}

} // namespace

class ScenarioRootTest final : public QObject {
    Q_OBJECT

    test::ServerFixture m_server;

    void prepare(ScenarioRoot& ground, const std::string& path)
    {
        QSignalSpy prepared(&ground, &ScenarioRoot::prepared);
        ground.prepare(zk::parseConnectString(m_server.connectString().toStdString()).value(), path, 20s);
        QTRY_COMPARE_WITH_TIMEOUT(prepared.count(), 1, 30'000);
        QVERIFY(!prepared.at(0).at(0).value<std::optional<Error>>());
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_server.start()); }

    void removesAllThatIsBelow()
    {
        const auto path = m_server.uniquePath().toStdString();
        ScenarioRoot ground(makeClient);
        prepare(ground, path);
        test::BlockingClient client(m_server.connectString());
        QVERIFY(client.create(path + "/orders"));
        QVERIFY(client.create(path + "/orders/left", {}, zk::CreateMode::Ephemeral));
        QSignalSpy cleared(&ground, &ScenarioRoot::cleared);
        ground.clear(500ms);
        QTRY_COMPARE_WITH_TIMEOUT(cleared.count(), 1, 30'000);
        QCOMPARE(cleared.at(0).at(0).toInt(), 1);
        QVERIFY(!cleared.at(0).at(1).value<std::optional<Error>>());
        const auto left = client.exists(path);
        QVERIFY(left && !*left);
    }

    /// The session has ended with the nodes: the destructor waits for no server.
    void theDestructorBlocksNoThread()
    {
        auto ground = std::make_unique<ScenarioRoot>(makeClient);
        prepare(*ground, m_server.uniquePath().toStdString());
        QSignalSpy cleared(ground.get(), &ScenarioRoot::cleared);
        ground->clear(500ms);
        QTRY_COMPARE_WITH_TIMEOUT(cleared.count(), 1, 30'000);
        QVERIFY(m_server.pauseServer());
        const test::LoopTicks ticks;
        ground.reset();
        const auto blockedMs = ticks.longestBlockMs();
        m_server.resumeServer();
        QVERIFY2(blockedMs < 500, qPrintable(QString::number(blockedMs)));
    }

    /// The session is lost meanwhile, and the next session's requests wait for a server that never answers.
    void endsWhenNoServerAnswers()
    {
        ScenarioRoot ground(makeClient);
        prepare(ground, m_server.uniquePath().toStdString());
        QVERIFY(m_server.pauseServer());
        QSignalSpy cleared(&ground, &ScenarioRoot::cleared);
        ground.clear(8s);
        const bool hasEnded = QTest::qWaitFor([&] { return cleared.count() == 1; }, 60'000);
        m_server.resumeServer();
        QVERIFY(hasEnded);
        const auto error = cleared.at(0).at(1).value<std::optional<Error>>();
        QVERIFY(error);
        QVERIFY2(error->detail.find("the ensemble is not responding") != std::string::npos, describe(*error).c_str());
    }
};

} // namespace lockscope::scenarioRootTest

LOCKSCOPE_TEST(lockscope::scenarioRootTest::ScenarioRootTest)
#include "ScenarioRootTest.moc"
