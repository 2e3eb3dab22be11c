// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The end of a session: at once on a server that answers, by a deadline on one that stands still, and never at the
/// cost of the loop's other work.

#include "tests/support/Printed.h"
#include "tests/support/ServerTest.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace lockscope::closingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// A client waits about a second for a server that stands still.
constexpr auto deadline = 2s;
/// Far less than a blocking close takes (1.5 s and more), far more than the machine's other work delays a loop.
constexpr auto tolerance = 500ms;

} // namespace

class ClosingTest final : public ServerTest {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void endsTheSessionAtOnce();
    void endsByADeadline();
    void isDestroyedByADeadline();
    void manyAtOnceDoNotBlock();

private:
    [[nodiscard]] std::unique_ptr<LoggedClient> connect() const
    {
        return std::make_unique<LoggedClient>(
            *m_loop,
            zk::ClientSettings{.servers = zk::parseConnectString(m_servers.connectString().toStdString()).value(),
                               .sessionTimeout = 20s});
    }

    std::unique_ptr<ClientLoop> m_loop;
};

void ClosingTest::init()
{
    m_loop = makeClientLoop({});
}

void ClosingTest::cleanup()
{
    m_servers.resumeServer();
    m_loop.reset();
}

void ClosingTest::endsTheSessionAtOnce()
{
    for (int round = 0; round < 20; ++round) {
        bool closed = false;
        const auto logged = connect();
        const auto path = m_servers.uniquePath().toStdString();
        const auto made = logged->create(path, zk::CreateMode::Ephemeral);
        QVERIFY_RESULT(made);
        m_loop->runAndWait([&] {
            for (int i = 0; i < 20; ++i) // answers that are on their way do not harm it
                logged->client().sync("/", [](const auto&) {});
            logged->client().close([&] { closed = true; });
        });
        QVERIFY(waitOn(*m_loop, [&] { return closed; }));
        const auto left = m_client->exists(path);
        QVERIFY_RESULT(left);
        QVERIFY(!*left);
        QCOMPARE(printed(logged->session().state), "Closed");
    }
}

void ClosingTest::endsByADeadline()
{
    SteadyTime closedAt{};
    const Answer<void> open;
    const auto logged = connect();
    QTRY_VERIFY(logged->isConnected());
    const Ticks ticks(*m_loop);
    const auto paused = m_servers.pauseServer();
    QVERIFY_RESULT(paused);
    const auto since = m_loop->clock().now();
    m_loop->runAndWait([&] {
        logged->client().sync("/", open.reply());
        logged->client().close([&] { closedAt = m_loop->clock().now(); });
    });
    QVERIFY(waitOn(*m_loop, [&] { return closedAt != SteadyTime(); }));
    QVERIFY2(closedAt - since <= deadline, millisecondsOf("closed only after", closedAt - since).constData());
    QVERIFY(waitOn(*m_loop, [&] { return open.failedWith(ErrorCode::Closed); }));
    QVERIFY2(ticks.latest() <= tolerance, millisecondsOf("the loop was late by", ticks.latest()).constData());
}

void ClosingTest::isDestroyedByADeadline()
{
    const auto logged = connect();
    QTRY_VERIFY(logged->isConnected());
    const Ticks ticks(*m_loop);
    const auto paused = m_servers.pauseServer();
    QVERIFY_RESULT(paused);
    m_loop->runAndWait([&] { logged->client().sync("/", [](const auto&) {}); });
    const auto since = m_loop->clock().now();
    std::atomic<bool> isOver = false;
    std::thread other([&] {
        logged->destroy();
        isOver = true;
    });
    const bool ended = QTest::qWaitFor([&] { return isOver.load(); }, longestWaitMs);
    const auto took = m_loop->clock().now() - since;
    m_servers.resumeServer();
    other.join();
    QVERIFY(ended);
    QVERIFY2(took <= deadline, millisecondsOf("destroyed only after", took).constData());
    QVERIFY2(ticks.latest() <= tolerance, millisecondsOf("the loop was late by", ticks.latest()).constData());
}

void ClosingTest::manyAtOnceDoNotBlock()
{
    constexpr int count = 200;
    int created = 0;
    int closed = 0;
    std::vector<std::unique_ptr<LoggedClient>> clients;
    const auto root = m_servers.uniquePath().toStdString();
    const auto made = m_client->create(root);
    QVERIFY_RESULT(made);
    m_loop->runAndWait([&] {
        for (int i = 0; i < count; ++i) {
            clients.push_back(connect());
            clients.back()->client().create(
                {root + "/n", "", zk::CreateMode::EphemeralSequential, zk::openAcl()},
                [&created](const Result<zk::Created>& result) { created += result ? 1 : 0; });
        }
    });
    QVERIFY(waitOn(*m_loop, [&] { return created == count; }));
    const Ticks ticks(*m_loop);
    m_loop->runAndWait([&] {
        for (const auto& logged : clients)
            logged->client().close([&] { ++closed; });
    });
    QVERIFY(waitOn(*m_loop, [&] { return closed == count; }));
    QVERIFY2(ticks.latest() <= tolerance, millisecondsOf("the loop was late by", ticks.latest()).constData());
    const auto left = m_client->children(root);
    QVERIFY_RESULT(left);
    QCOMPARE(left->size(), std::size_t(0));
}

} // namespace lockscope::closingTest

LOCKSCOPE_TEST(lockscope::closingTest::ClosingTest)
#include "ClosingTest.moc"
