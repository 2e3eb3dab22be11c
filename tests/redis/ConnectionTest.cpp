// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/redis/ConnectionWorld.h"

namespace lockscope::redis::connectionTest {

using namespace std::chrono_literals;
using test::ConnectionWorld;
using test::printed;

/// From the first attempt to the first request.
class ConnectionTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void connectsTheTransportAsSet();
    void isReadyAtOnceWithoutFirstCommands();
    void sendsTheFirstCommandsInOneWrite();
    void authenticatesByPasswordAlone();
    void isReadyAfterTheLastFirstReply();
    void endsWhenAFirstCommandFails_data();
    void endsWhenAFirstCommandFails();
    void neverReportsThePassword_data();
    void neverReportsThePassword();
    void goesOnWithoutAClientName_data();
    void goesOnWithoutAClientName();
    void limitsTheTimeOfTheFirstCommands();
    void reportsWhyItCannotConnect();
    void reportsAServerThatClosesAtOnce();
    void reportsTheUnaskedReasonOfTheServer();
};

void ConnectionTest::connectsTheTransportAsSet()
{
    ConnectionWorld world;
    world.settings.tls = TlsSettings{"/ca.pem", {}, {}};
    world.open();
    QCOMPARE(world.network.size(), std::size_t(1));
    const Address server{"cache1", 6379, {}};
    QVERIFY(world.link().address == server);
    QVERIFY(world.connection->address() == server);
    QVERIFY(world.link().tls && world.link().tls->caFile == "/ca.pem");
    QVERIFY(world.link().timeout == 3s);
    QVERIFY(!world.connection->isReady());
    QCOMPARE(world.takeSeen(), "");
}

void ConnectionTest::isReadyAtOnceWithoutFirstCommands()
{
    ConnectionWorld world;
    world.open();
    world.link().accept();
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "ready");
    QVERIFY(world.connection->isReady());
    QCOMPARE(world.link().writes(), std::size_t(0));
    QVERIFY(!world.link().tls);
    QVERIFY(world.connection->lastContact() == SteadyTime{});
}

void ConnectionTest::sendsTheFirstCommandsInOneWrite()
{
    ConnectionWorld world;
    world.settings.user = "app";
    world.settings.password = "secret";
    world.settings.clientName = "lockscope";
    world.settings.database = 2;
    world.settings.readOnly = true;
    world.open();
    QCOMPARE(world.link().writes(), std::size_t(0));
    world.link().accept();
    world.executor.runUntilIdle();
    QCOMPARE(world.takeCommands(), "AUTH app secret; CLIENT SETNAME lockscope; SELECT 2; READONLY");
    QCOMPARE(world.link().writes(), std::size_t(1));
}

void ConnectionTest::authenticatesByPasswordAlone()
{
    ConnectionWorld world;
    world.settings.password = "secret";
    world.open();
    world.link().accept();
    world.executor.runUntilIdle();
    QCOMPARE(world.takeCommands(), "AUTH secret");
}

void ConnectionTest::isReadyAfterTheLastFirstReply()
{
    ConnectionWorld world;
    world.settings.password = "secret";
    world.settings.database = 1;
    world.open();
    world.link().accept();
    world.reply(Value::status("OK"));
    QCOMPARE(world.takeSeen(), "");
    QVERIFY(!world.connection->isReady());
    const auto sentAt = world.clock.now();
    world.advance(2999ms);
    world.reply(Value::status("OK"));
    QCOMPARE(world.takeSeen(), "ready");
    QVERIFY(world.connection->lastContact() == sentAt);
    world.advance(1h); // its limit does not count any more
    QCOMPARE(world.takeSeen(), "");
}

void ConnectionTest::endsWhenAFirstCommandFails_data()
{
    QTest::addColumn<int>("index"); ///< of the command that fails: AUTH, CLIENT SETNAME, SELECT, READONLY
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, int index, const char* reply, const char* code) {
        QTest::newRow(name) << index << QByteArray(reply) << QByteArray(code);
    };
    row("wrong password", 0, "WRONGPASS invalid username-password pair or user is disabled.", "AuthFailed");
    row("wrong password before Redis 6", 0, "ERR invalid password", "AuthFailed");
    row("no password set", 0,
        "ERR AUTH <password> called without any password configured for the default user. Are you sure your "
        "configuration is correct?",
        "AuthFailed");
    row("no password given", 1, "NOAUTH Authentication required.", "AuthFailed");
    row("no permission", 2, "NOPERM this user has no permissions to run the 'select' command", "AuthFailed");
    row("too many clients", 0, "ERR max number of clients reached", "NoConnection");
    row("loading", 2, "LOADING Redis is loading the dataset in memory", "NoConnection");
    row("a replica without its master", 3,
        "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", "NoConnection");
    row("protected mode", 0, "DENIED Redis is running in protected mode", "NoConnection");
    row("no such database", 2, "ERR DB index is out of range", "NoConnection");
    row("no cluster", 3, "ERR This instance has cluster support disabled", "NoConnection");
}

void ConnectionTest::endsWhenAFirstCommandFails()
{
    QFETCH(int, index);
    QFETCH(QByteArray, reply);
    QFETCH(QByteArray, code);
    ConnectionWorld world;
    world.settings.password = "secret";
    world.settings.clientName = "lockscope";
    world.settings.database = 99;
    world.settings.readOnly = true;
    world.open();
    world.link().accept();
    for (int i = 0; i < index; ++i)
        world.reply(Value::status("OK"));
    QCOMPARE(world.takeSeen(), "");
    world.link().reply(Value::error(reply.toStdString()));
    world.link().reply(Value::error("NOAUTH Authentication required."));
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "closed " + code + ": " + reply);
    QVERIFY(!world.link().isOpen());
    world.advance(1h);
    QCOMPARE(world.takeSeen(), "");
}

void ConnectionTest::neverReportsThePassword_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<QByteArray>("detail");
    QTest::newRow("renamed AUTH") << QByteArray(
                                         "ERR unknown command 'AUTH', with args beginning with: 'app' 'open-sesame' ")
                                  << QByteArray("ERR unknown command 'AUTH'");
    // Redis cuts long arguments.
    QTest::newRow("renamed AUTH, a part") << QByteArray("ERR unknown command `AUTH`, with args beginning with: `open-s")
                                          << QByteArray("ERR unknown command `AUTH`");
    QTest::newRow("a proxy") << QByteArray("ERR cannot log in as app:open-sesame") << QByteArray("ERR");
}

void ConnectionTest::neverReportsThePassword()
{
    QFETCH(QByteArray, reply);
    QFETCH(QByteArray, detail);
    ConnectionWorld world;
    world.settings.user = "app";
    world.settings.password = "open-sesame";
    world.open();
    world.link().accept();
    world.reply(Value::error(reply.toStdString()));
    QCOMPARE(world.takeSeen(), "closed AuthFailed: " + detail);
    for (const auto& warning : world.warnings)
        QVERIFY2(!printed(warning).contains("sesame"), warning.c_str());
}

void ConnectionTest::goesOnWithoutAClientName_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("permission") << QByteArray(
        "NOPERM this user has no permissions to run the 'client|setname' command");
    QTest::newRow("characters") << QByteArray(
        "ERR Client names cannot contain spaces, newlines or special characters.");
}

void ConnectionTest::goesOnWithoutAClientName()
{
    QFETCH(QByteArray, reply);
    ConnectionWorld world;
    world.settings.clientName = "lockscope";
    world.settings.database = 2;
    world.open();
    world.link().accept();
    world.reply(Value::error(reply.toStdString()));
    world.reply(Value::status("OK"));
    QCOMPARE(world.takeSeen(), "ready");
    QCOMPARE(world.warnings.size(), std::size_t(1));
    QVERIFY(printed(world.warnings.front()).contains(reply));
}

void ConnectionTest::limitsTheTimeOfTheFirstCommands()
{
    ConnectionWorld world;
    world.settings.password = "secret";
    world.settings.database = 2;
    world.open();
    world.advance(2s); // the transport's part
    world.link().accept();
    world.reply(Value::status("OK"));
    world.advance(2999ms);
    QCOMPARE(world.takeSeen(), "");
    world.advance(1ms);
    QCOMPARE(world.takeSeen(), "closed NoConnection: the server did not answer the first commands");
    QVERIFY(!world.link().isOpen());
}

void ConnectionTest::reportsWhyItCannotConnect()
{
    ConnectionWorld world;
    world.open();
    world.link().end({ErrorCode::NoConnection, "connect to", "cache1:6379", "connection refused"});
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "closed NoConnection: connection refused");
    world.send("a");
    QCOMPARE(world.takeSeen(), "");
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "a failed NoConnection");
}

void ConnectionTest::reportsAServerThatClosesAtOnce()
{
    ConnectionWorld world;
    world.settings.password = "secret";
    world.open();
    world.link().accept();
    world.link().end({ErrorCode::ConnectionLoss, {}, {}, "closed by the server"});
    world.executor.runUntilIdle();
    QCOMPARE(world.takeSeen(), "closed NoConnection: closed by the server");
}

void ConnectionTest::reportsTheUnaskedReasonOfTheServer()
{
    ConnectionWorld world;
    world.openReady();
    world.reply(Value::error("ERR max number of clients reached"));
    QCOMPARE(world.takeSeen(), "closed ConnectionLoss: ERR max number of clients reached");
}

} // namespace lockscope::redis::connectionTest

LOCKSCOPE_TEST(lockscope::redis::connectionTest::ConnectionTest)
#include "ConnectionTest.moc"
