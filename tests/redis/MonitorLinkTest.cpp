// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// MONITOR at one server: the lines, as they arrive in pieces of any size, and its refusals.

#include "core/redis/client/MonitorLink.h"
#include "tests/redis/MemoryTransport.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

namespace lockscope::monitorLinkTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using redis::Value;

class MonitorLinkTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void beginsAfterTheFirstCommands();
    void linesInPieces();
    void aLineBeyondTheLimitIsLeftOut();
    void mayBeRefused();
    void isMissing();
    void endsWithTheConnection();
    void endsIfTheServerIsSilent();
    void isClosed();
    void mayBeClosedByALine();

private:
    void start();
    [[nodiscard]] MemoryLink& server() { return (*m_network)[0]; }
    void run() { m_executor->runUntilIdle(); }
    void begin()
    {
        start();
        server().accept();
        server().reply(Value::status("OK"));
        run();
    }

    ManualClock m_clock;
    std::unique_ptr<ManualExecutor> m_executor;
    std::unique_ptr<MemoryNetwork> m_network;
    std::unique_ptr<redis::Transports> m_transports;
    redis::ClientSettings m_settings;
    std::shared_ptr<redis::MonitorLink> m_link;
    int m_begun = 0;
    std::vector<std::string> m_lines;
    std::vector<Error> m_ends;
    std::function<void()> m_onLine;
};

void MonitorLinkTest::init()
{
    m_executor = std::make_unique<ManualExecutor>(m_clock);
    m_network = std::make_unique<MemoryNetwork>(*m_executor);
    m_transports = m_network->transports();
    m_settings = {};
    m_settings.target = redis::parseTarget("redis://cache1").value();
    m_begun = 0;
    m_lines.clear();
    m_ends.clear();
    m_onLine = {};
}

void MonitorLinkTest::cleanup()
{
    m_link.reset();
    run();
    m_transports.reset();
    m_network.reset();
    m_executor.reset();
}

void MonitorLinkTest::start()
{
    redis::MonitorLink::Handlers handlers;
    handlers.begun = [this] { ++m_begun; };
    handlers.line = [this](std::string_view line) {
        m_lines.emplace_back(line);
        if (m_onLine)
            m_onLine();
    };
    handlers.ended = [this](const Error& why) { m_ends.push_back(why); };
    m_link = std::make_shared<redis::MonitorLink>(redis::LinkContext{*m_executor, *m_transports, m_settings, Log()},
                                                  m_settings.target.servers.front(), std::move(handlers));
    m_link->start();
    run();
}

void MonitorLinkTest::beginsAfterTheFirstCommands()
{
    m_settings.target.user = "looker";
    m_settings.password = "secret";
    m_settings.clientName = "lockscopectl";
    start();
    server().accept();
    run();
    QVERIFY(server().commands() == (std::vector<redis::Command>{{"AUTH", "looker", "secret"},
                                                                {"CLIENT", "SETNAME", "lockscopectl"},
                                                                {"MONITOR"}}));
    server().reply(Value::status("OK"));
    server().reply(Value::error("NOPERM this user has no permissions to run the 'client|setname' command"));
    run();
    QCOMPARE(m_begun, 0);
    server().reply(Value::status("OK"));
    run();
    QCOMPARE(m_begun, 1);
    QVERIFY(m_lines.empty() && m_ends.empty());
}

void MonitorLinkTest::linesInPieces()
{
    const std::string sent = "+OK\r\n+1.000001 [0 lua] \"a\"\r\n+1.000002 [0 lua] \"b\"\r\n";
    for (std::size_t piece = 1; piece <= sent.size(); ++piece) {
        cleanup();
        init();
        start();
        server().accept();
        for (std::size_t at = 0; at < sent.size(); at += piece)
            server().send(sent.substr(at, piece));
        run();
        QCOMPARE(m_begun, 1);
        QVERIFY(m_lines == (std::vector<std::string>{"1.000001 [0 lua] \"a\"", "1.000002 [0 lua] \"b\""}));
    }
}

void MonitorLinkTest::aLineBeyondTheLimitIsLeftOut()
{
    begin();
    const std::string large(redis::MonitorLink::longestLine, 'x');
    server().send("+first\r\n+1.000001 [0 lua] \"" + large);
    server().send(large + large);
    server().send("\"\r\n+last\r\n");
    run();
    QVERIFY(m_lines == (std::vector<std::string>{"first", "last"}));
    QVERIFY(m_ends.empty());
}

void MonitorLinkTest::mayBeRefused()
{
    start();
    server().accept();
    server().reply(Value::error("NOPERM this user has no permissions to run the 'monitor' command"));
    run();
    QCOMPARE(m_begun, 0);
    QCOMPARE(m_ends.size(), std::size_t(1));
    QVERIFY(m_ends[0].code == ErrorCode::NoAuth && m_ends[0].path == "cache1:6379" &&
            m_ends[0].detail == "NOPERM this user has no permissions to run the 'monitor' command");
    QVERIFY(!server().isOpen());
}

/// As on some managed servers.
void MonitorLinkTest::isMissing()
{
    start();
    server().accept();
    server().reply(Value::error("ERR unknown command 'MONITOR', with args beginning with: "));
    run();
    QVERIFY(m_ends.size() == 1 && m_ends[0].code == ErrorCode::Unimplemented);
}

void MonitorLinkTest::endsWithTheConnection()
{
    begin();
    server().end({ErrorCode::ConnectionLoss, {}, {}, "the server has closed the connection"});
    run();
    QVERIFY(m_begun == 1 && m_ends.size() == 1 && m_ends[0].detail == "the server has closed the connection");
}

void MonitorLinkTest::endsIfTheServerIsSilent()
{
    start();
    server().accept();
    run();
    m_executor->advance(m_settings.connectTimeout);
    QVERIFY(m_ends.size() == 1 && m_ends[0].code == ErrorCode::OperationTimeout);
    QVERIFY(!server().isOpen());
}

void MonitorLinkTest::isClosed()
{
    begin();
    server().send("+line\r\n");
    m_link->close();
    run();
    QVERIFY(m_lines.empty() && m_ends.empty() && !server().isOpen());
}

void MonitorLinkTest::mayBeClosedByALine()
{
    begin();
    m_onLine = [this] {
        m_link->close();
        m_link.reset();
    };
    server().send("+one\r\n+two\r\n");
    run();
    QVERIFY(m_lines == std::vector<std::string>{"one"});
    QVERIFY(m_ends.empty() && !server().isOpen());
}

} // namespace lockscope::monitorLinkTest

LOCKSCOPE_TEST(lockscope::monitorLinkTest::MonitorLinkTest)
#include "MonitorLinkTest.moc"
