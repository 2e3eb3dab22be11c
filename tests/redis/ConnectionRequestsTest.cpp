// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/redis/ConnectionWorld.h"

namespace lockscope::redis::connectionRequestsTest {

using namespace std::chrono_literals;
using test::ConnectionWorld;
using test::printed;

/// Requests of a connection that is ready, and its end.
class ConnectionRequestsTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matchesPipelinedReplies();
    void deliversErrorRepliesAsValues();
    void keepsTheTimeOfTheLastContact();
    void countsRequests();
    void limitsRequestsInFlight();
    void refusesRequestsBeforeItIsReady();

    void failsLateRequests();
    void discardsLateReplies();
    void needsOneTimerForAllRequests();
    void closesASilentConnection();
    void keepsAConnectionThatSendsSomething();
    void aPauseIsNoSilence();
    void ignoresSilenceWhileNothingIsPending();

    void failsOpenRequestsWhenItIsLost();
    void endsOnAnUnreadableReply();
    void failsTheRequestWhoseReplyIsTooLarge();
    void failsOpenRequestsWhenItIsClosed();
    void mayBeDestroyedByAReply();
    void mayBeClosedWhileItIsLost();
    void mayBeDestroyedByEachHandler();
    void staysQuietAfterItsDestruction();
};

void ConnectionRequestsTest::matchesPipelinedReplies()
{
    ConnectionWorld world;
    world.openReady();
    for (const auto* name : {"a", "b", "c"})
        world.send(name);
    QCOMPARE(world.takeCommands(), "GET a; GET b; GET c");
    QCOMPARE(world.takeSeen(), "");
    world.link().send("$1\r\n1\r\n*1\r\n"); // the second one is not complete
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "a \"1\"");
    world.send("d");
    world.link().send(":2\r\n+OK\r\n$-1\r\n");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "b [2], c \"OK\", d nil");
}

void ConnectionRequestsTest::deliversErrorRepliesAsValues()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.reply(Value::error("NOAUTH Authentication required."));
    QCOMPARE(world.takeSeen(), "a error \"NOAUTH Authentication required.\"");
    QVERIFY(world.connection->isReady());
}

void ConnectionRequestsTest::keepsTheTimeOfTheLastContact()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    const auto first = world.clock.now();
    world.advance(100ms);
    world.send("b");
    world.advance(100ms);
    QVERIFY(world.connection->lastContact() == SteadyTime{});
    world.reply(Value::integer(1));
    QVERIFY(world.connection->lastContact() == first);
    world.advance(100ms);
    world.reply(Value::integer(2));
    QVERIFY(world.connection->lastContact() == first + 100ms);
}

void ConnectionRequestsTest::countsRequests()
{
    ConnectionWorld world;
    world.settings.traffic = std::make_shared<Traffic>();
    world.settings.password = "secret";
    world.open();
    world.link().accept();
    world.reply(Value::status("OK"));
    world.send("a");
    world.send("b");
    QCOMPARE(world.settings.traffic->requests.load(), std::uint64_t(3)); // with AUTH
    QCOMPARE(world.settings.traffic->messages.load(), std::uint64_t(0));
}

void ConnectionRequestsTest::limitsRequestsInFlight()
{
    ConnectionWorld world;
    world.settings.maxInFlight = 2;
    world.openReady();
    for (const auto* name : {"a", "b", "c"})
        world.send(name);
    QCOMPARE(world.takeSeen(), ""); // not during the call
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "c failed Throttled");
    QCOMPARE(world.takeCommands(), "GET a; GET b");
    world.reply(Value::integer(1));
    world.send("d");
    QCOMPARE(world.takeCommands(), "GET d");
}

void ConnectionRequestsTest::refusesRequestsBeforeItIsReady()
{
    ConnectionWorld world;
    world.settings.password = "secret";
    world.open();
    world.send("a");
    world.connection->sendSubscription({"SUBSCRIBE", "c"});
    world.link().accept();
    world.executor.runUntilIdle();
    world.send("b");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "a failed NoConnection, b failed NoConnection");
    QCOMPARE(world.takeCommands(), "AUTH secret");
}

void ConnectionRequestsTest::failsLateRequests()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.advance(600ms);
    world.send("b");
    world.advance(399ms);
    QCOMPARE(world.takeSeen(), "");
    world.advance(1ms);
    QCOMPARE(world.takeSeen(), "a failed OperationTimeout");
    world.advance(599ms);
    QCOMPARE(world.takeSeen(), "");
    world.advance(1ms);
    QCOMPARE(world.takeSeen(), "b failed OperationTimeout");
    QVERIFY(world.connection->isReady());
}

void ConnectionRequestsTest::discardsLateReplies()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.send("b");
    world.advance(1s);
    QCOMPARE(world.takeSeen(), "a failed OperationTimeout, b failed OperationTimeout");
    world.send("c");
    world.reply(Value::integer(1));
    QCOMPARE(world.takeSeen(), "");
    QVERIFY(world.connection->lastContact() == world.clock.now() - 1s); // but the server has answered
    world.link().reply(Value::integer(2));
    world.reply(Value::integer(3));
    QCOMPARE(world.takeSeen(), "c 3");
}

void ConnectionRequestsTest::needsOneTimerForAllRequests()
{
    ConnectionWorld world;
    world.openReady();
    QCOMPARE(world.executor.pendingTimers(), std::size_t(0));
    for (int i = 0; i < 100; ++i)
        world.send("a");
    QCOMPARE(world.executor.pendingTimers(), std::size_t(1));
    for (int i = 0; i < 100; ++i)
        world.link().reply(Value::integer(i));
    world.executor.runUntilIdle();
    world.send("b");
    QCOMPARE(world.executor.pendingTimers(), std::size_t(1));
    world.reply(Value());
    world.advance(1s);
    QCOMPARE(world.executor.pendingTimers(), std::size_t(0));
}

void ConnectionRequestsTest::closesASilentConnection()
{
    ConnectionWorld world;
    world.openReady();
    world.advance(1h);
    world.send("a");
    world.advance(2500ms);
    world.send("b");
    QCOMPARE(world.takeSeen(), "a failed OperationTimeout");
    world.advance(499ms);
    QCOMPARE(world.takeSeen(), "");
    QVERIFY(world.connection->isReady());
    world.advance(1ms);
    QCOMPARE(world.takeSeen(), "b failed ConnectionLoss, closed ConnectionLoss: the server has sent nothing for 3.0 s");
    QVERIFY(!world.link().isOpen());
}

void ConnectionRequestsTest::keepsAConnectionThatSendsSomething()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    for (const auto* bytes : {"$", "9", "\r", "\n", "x"}) {
        world.advance(2999ms);
        world.link().send(bytes);
        world.executor.runUntilIdle();
        QVERIFY(world.connection->isReady());
    }
    QCOMPARE(world.takeSeen(), "a failed OperationTimeout");
    world.advance(3s);
    QCOMPARE(world.takeSeen(), "closed ConnectionLoss: the server has sent nothing for 3.0 s");
}

/// After a pause of this process, what the server has sent meanwhile is read before a limit ends.
void ConnectionRequestsTest::aPauseIsNoSilence()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.clock.advance(1h);
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "");
    world.reply(Value::integer(1));
    QCOMPARE(world.takeSeen(), "a 1");

    world.send("b");
    world.clock.advance(1h);
    world.executor.runUntilIdle();
    QVERIFY(world.connection->isReady());
    world.advance(100ms);
    QCOMPARE(world.takeSeen(),
             "b failed OperationTimeout, closed ConnectionLoss: the server has sent nothing for 1 h 00 m");
}

void ConnectionRequestsTest::ignoresSilenceWhileNothingIsPending()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.reply(Value::integer(1));
    world.advance(1h);
    world.send("b");
    world.advance(999ms);
    world.reply(Value::integer(2));
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "a 1, b 2");
    QVERIFY(world.connection->isReady());
}

void ConnectionRequestsTest::failsOpenRequestsWhenItIsLost()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.send("b");
    world.link().end({ErrorCode::NoConnection, {}, {}, "reset by peer"}); // whatever the transport says
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(),
             "a failed ConnectionLoss, b failed ConnectionLoss, closed ConnectionLoss: reset by peer");
    QVERIFY(!world.connection->isReady());
    world.send("c");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "c failed NoConnection");
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "");
}

void ConnectionRequestsTest::endsOnAnUnreadableReply()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.send("b");
    world.link().send(":1\r\nHTTP/1.1 400 Bad Request\r\n:2\r\n");
    world.executor.runUntilIdle();
    const auto seen = world.takeSeen();
    QVERIFY2(seen.startsWith("a 1, b failed ConnectionLoss, closed ConnectionLoss: the server sent an invalid reply"),
             seen.constData());
    QVERIFY(!world.link().isOpen());
}

void ConnectionRequestsTest::failsTheRequestWhoseReplyIsTooLarge()
{
    ConnectionWorld world;
    world.openReady();
    for (const auto* name : {"a", "b", "c"})
        world.send(name);
    world.link().send(":1\r\n*1000000000\r\n");
    world.executor.runUntilIdle();
    const auto seen = world.takeSeen();
    QVERIFY2(seen.startsWith("a 1, b failed TooLarge, c failed ConnectionLoss, closed ConnectionLoss: a reply"),
             seen.constData());
}

void ConnectionRequestsTest::failsOpenRequestsWhenItIsClosed()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.send("b");
    world.connection->close({ErrorCode::Closed, {}, {}, {}});
    QVERIFY(!world.link().isOpen());
    QVERIFY(!world.connection->isReady());
    QCOMPARE(world.takeSeen(), "");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "a failed Closed, b failed Closed");
    world.send("c");
    world.connection->close({ErrorCode::Cancelled, {}, {}, {}});
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "c failed Closed");
}

void ConnectionRequestsTest::mayBeDestroyedByAReply()
{
    ConnectionWorld world;
    world.openReady();
    world.send("a");
    world.connection->send({"GET", "b"}, [&world](const Result<Value>&) {
        world.seen += "destroyed";
        world.connection.reset();
    });
    world.send("c");
    world.link().send(":1\r\n:2\r\n:3\r\n");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "a 1, destroyed, c failed Closed");
}

void ConnectionRequestsTest::mayBeClosedWhileItIsLost()
{
    ConnectionWorld world;
    world.openReady();
    world.connection->send({"GET", "a"}, [&world](const Result<Value>&) {
        world.seen += "close";
        world.connection->close({ErrorCode::Closed, {}, {}, {}});
    });
    world.send("b");
    world.link().end({ErrorCode::ConnectionLoss, {}, {}, {}});
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "close, b failed ConnectionLoss");
}

void ConnectionRequestsTest::mayBeDestroyedByEachHandler()
{
    for (const bool isLost : {false, true}) {
        ConnectionWorld world;
        Connection::Handlers handlers;
        handlers.ready = [&] {
            world.seen += "ready";
            if (!isLost)
                world.connection.reset();
        };
        handlers.closed = [&](const Error&) {
            world.seen += "closed";
            world.connection.reset();
        };
        world.connection =
            std::make_unique<Connection>(world.executor, *world.transports, world.settings, handlers, Log());
        world.connection->open();
        world.link().accept();
        world.link().end({ErrorCode::ConnectionLoss, {}, {}, {}});
        world.advance(1h);
        QCOMPARE(world.takeSeen(), isLost ? "ready, closed" : "ready");
        QVERIFY(!world.connection);
        QVERIFY(!world.link().isOpen());
    }
}

void ConnectionRequestsTest::staysQuietAfterItsDestruction()
{
    ConnectionWorld world;
    world.open();
    world.link().accept();
    world.connection.reset();
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "");
    QCOMPARE(world.executor.pendingTimers(), std::size_t(0));
}

} // namespace lockscope::redis::connectionRequestsTest

LOCKSCOPE_TEST(lockscope::redis::connectionRequestsTest::ConnectionRequestsTest)
#include "ConnectionRequestsTest.moc"
