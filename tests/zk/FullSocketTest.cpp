// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// More requests and answers than the sockets hold: all are answered, in order, and the loop goes on meanwhile.

#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/Relay.h"

#include <algorithm>

namespace lockscope::fullSocketTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// Together 8 MB. The kernel takes up to some 7 MB on the way to a local server.
constexpr int count = 16;
constexpr std::size_t bytes = 512 * 1024;
constexpr auto tolerance = 500ms;

} // namespace

class FullSocketTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void serverThatStandsStillGetsAll();
    void unreadAnswersArrive();

private:
    [[nodiscard]] quint16 serverPort() const { return static_cast<quint16>(m_servers.servers().front().clientPort); }
};

void FullSocketTest::serverThatStandsStillGetsAll()
{
    const auto path = m_servers.uniquePath().toStdString();
    const auto made = m_client->create(path);
    QVERIFY_RESULT(made);
    std::vector<std::int32_t> versions; // a version for each write: their order on the server
    std::size_t early = 0;
    int failed = 0;
    const auto loop = makeClientLoop({});
    LoggedClient logged(*loop, {.servers = onThisMachine({serverPort()}), .sessionTimeout = 40s});
    QTRY_VERIFY(logged.isConnected());
    const auto id = logged.session().id;
    {
        const Ticks ticks(*loop);
        const auto paused = m_servers.pauseServer();
        QVERIFY_RESULT(paused);
        loop->runAndWait([&] {
            for (int i = 0; i < count; ++i)
                logged.client().set(path, std::string(bytes, static_cast<char>('a' + i)), zk::anyVersion,
                                    [&](const Result<zk::Stat>& stat) {
                                        failed += stat ? 0 : 1;
                                        versions.push_back(stat ? stat->version : -1);
                                    });
        });
        letPass(*loop, 300ms); // the loop does what it can: the socket is full
        QVERIFY2(ticks.latest() <= tolerance, millisecondsOf("the loop was late by", ticks.latest()).constData());
    }
    loop->runAndWait([&] { early = versions.size(); });
    QCOMPARE(early, std::size_t(0));
    m_servers.resumeServer();
    QVERIFY(waitOn(*loop, [&] { return versions.size() == count; }));
    QCOMPARE(failed, 0);
    QVERIFY(std::is_sorted(versions.begin(), versions.end()));
    QCOMPARE(versions.back(), count);
    const auto last = m_client->get(path);
    QVERIFY_RESULT(last);
    QVERIFY(last->data == std::string(bytes, static_cast<char>('a' + count - 1)));
    QCOMPARE(logged.session().id, id);
    QVERIFY(!logged.was(SessionState::Suspended));
}

void FullSocketTest::unreadAnswersArrive()
{
    const auto path = m_servers.uniquePath().toStdString();
    const auto made = m_client->create(path, std::string(bytes, 'x'));
    QVERIFY_RESULT(made);
    std::vector<int> order;
    std::size_t early = 0;
    int complete = 0;
    Relay relay(serverPort());
    const auto loop = makeClientLoop({});
    LoggedClient logged(*loop, {.servers = onThisMachine({relay.port()}), .sessionTimeout = 40s});
    QTRY_VERIFY(logged.isConnected());
    relay.pass(true, false);
    loop->runAndWait([&] {
        for (int i = 0; i < count; ++i)
            logged.client().get(path, [&, i](const Result<zk::NodeData>& node) {
                complete += node && node->data.size() == bytes ? 1 : 0;
                order.push_back(i);
            });
    });
    letPass(*loop, 300ms); // the answers fill the sockets
    loop->runAndWait([&] { early = order.size(); });
    QCOMPARE(early, std::size_t(0));
    relay.pass(true, true);
    QVERIFY(waitOn(*loop, [&] { return order.size() == count; }));
    QVERIFY(std::is_sorted(order.begin(), order.end()));
    QCOMPARE(complete, count);
    QVERIFY(!logged.was(SessionState::Suspended));
}

} // namespace lockscope::fullSocketTest

LOCKSCOPE_TEST(lockscope::fullSocketTest::FullSocketTest)
#include "FullSocketTest.moc"
