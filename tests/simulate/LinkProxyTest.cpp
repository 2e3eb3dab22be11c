// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/LinkProxy.h"
#include "tests/support/Test.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>

#include <memory>

namespace lockscope::test::linkProxyTest {

using console::LinkCondition;
using console::LinkProxy;
using console::LinkThread;

/// The effect of a link on bytes between two sockets of the test. tests/zk/ClientConformance tests the end of sessions
/// with real servers.
class LinkProxyTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void passesBothWays();
    void cutsAndHeals();
    void keepsSilence();
    void passesOneWayOnly();
    void comesLater();
    void comesSlowly();
    void holdsBackTheSender();
    void reportsTheEndAfterTheBytes();
    void hidesTheEndInSilence();
    void reportsThatNoServerListens();
    void cutsOneServerOfTwo();
    void limitsAFaultToSomeServers();
    void hasAFaultUntilEachServerIsHealed();
    void reportsWhenAFaultIsInEffect();
    void refusesToEndWhatItHasNotSeen();

private:
    /// A new connection through the link, and its other end.
    void connectClient();
    void set(const LinkCondition& condition);
    /// Waits until the requested condition is in effect.
    void settle()
    {
        m_thread->events().call([] {});
    }

    std::shared_ptr<LinkThread> m_thread = std::make_shared<LinkThread>();
    std::unique_ptr<QTcpServer> m_server;
    std::unique_ptr<LinkProxy> m_link;
    std::unique_ptr<QTcpSocket> m_client;
    QTcpSocket* m_peer = nullptr; ///< the server's socket
};

void LinkProxyTest::init()
{
    m_server = std::make_unique<QTcpServer>();
    QVERIFY(m_server->listen(QHostAddress::LocalHost));
    m_link = std::make_unique<LinkProxy>(m_thread);
    zk::ConnectString servers;
    servers.servers.push_back({"127.0.0.1", m_server->serverPort()});
    servers.chroot = "/app";
    QVERIFY(m_link->open(servers));
    QCOMPARE(m_link->connectString().chroot, std::string("/app"));
}

void LinkProxyTest::cleanup()
{
    m_client.reset();
    m_link.reset();
    m_server.reset();
}

void LinkProxyTest::connectClient()
{
    m_client = std::make_unique<QTcpSocket>();
    m_client->connectToHost(QHostAddress::LocalHost, m_link->connectString().servers.front().port);
    QTRY_VERIFY(m_server->hasPendingConnections());
    m_peer = m_server->nextPendingConnection();
}

void LinkProxyTest::set(const LinkCondition& condition)
{
    m_link->set(condition);
    settle();
}

void LinkProxyTest::passesBothWays()
{
    connectClient();
    const QByteArray much(1'000'000, 'x'); // more than its buffer holds
    m_client->write(much);
    QTRY_COMPARE(m_peer->bytesAvailable(), much.size());
    QCOMPARE(m_peer->readAll(), much);
    m_peer->write("answer");
    QTRY_COMPARE(m_client->peek(100), QByteArray("answer"));
}

void LinkProxyTest::cutsAndHeals()
{
    connectClient();
    set({.cut = true});
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(m_peer->state(), QAbstractSocket::UnconnectedState);
    QTcpSocket again;
    again.connectToHost(QHostAddress::LocalHost, m_link->connectString().servers.front().port);
    QTRY_COMPARE(again.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!m_server->hasPendingConnections());
    set({});
    connectClient();
    m_client->write("x");
    QTRY_COMPARE(m_peer->bytesAvailable(), 1);
}

void LinkProxyTest::keepsSilence()
{
    connectClient();
    set({.requestsPass = false, .answersPass = false});
    m_client->write("request");
    m_peer->write("answer");
    QTRY_COMPARE(m_client->bytesToWrite(), 0);
    settle();
    QCOMPARE(m_peer->bytesAvailable() + m_client->bytesAvailable(), 0);
    QCOMPARE(m_client->state(), QAbstractSocket::ConnectedState);
    set({});
    QTRY_COMPARE(m_peer->peek(100), QByteArray("request")); // nothing is lost, as over TCP
    QTRY_COMPARE(m_client->peek(100), QByteArray("answer"));
}

void LinkProxyTest::passesOneWayOnly()
{
    connectClient();
    set({.requestsPass = true, .answersPass = false});
    m_peer->write("answer");
    m_client->write("request");
    QTRY_COMPARE(m_peer->peek(100), QByteArray("request"));
    QCOMPARE(m_client->bytesAvailable(), 0);
    set({.requestsPass = false, .answersPass = true});
    QTRY_COMPARE(m_client->peek(100), QByteArray("answer"));
    m_client->write("second");
    m_peer->write("other");
    QTRY_COMPARE(m_client->peek(100), QByteArray("answerother"));
    QCOMPARE(m_peer->peek(100), QByteArray("request"));
}

void LinkProxyTest::comesLater()
{
    connectClient();
    constexpr int delayMs = 150;
    set({.delay = std::chrono::milliseconds(delayMs)});
    QElapsedTimer clock;
    clock.start();
    m_client->write("request");
    QTRY_COMPARE(m_peer->peek(100), QByteArray("request"));
    QVERIFY2(clock.elapsed() >= delayMs, qPrintable(QString::number(clock.elapsed())));
    m_peer->write("answer");
    QTRY_COMPARE(m_client->peek(100), QByteArray("answer"));
    QVERIFY2(clock.elapsed() >= 2 * delayMs, qPrintable(QString::number(clock.elapsed())));
}

void LinkProxyTest::comesSlowly()
{
    connectClient();
    set({.bytesPerSecond = 10'000});
    QElapsedTimer clock;
    clock.start();
    m_client->write(QByteArray(3'000, 'x'));
    QTRY_COMPARE(m_peer->bytesAvailable(), 3'000);
    QVERIFY2(clock.elapsed() >= 250, qPrintable(QString::number(clock.elapsed())));
}

void LinkProxyTest::holdsBackTheSender()
{
    connectClient();
    set({.requestsPass = false, .answersPass = true});
    // Far more than the buffers of the link and the system hold.
    m_client->write(QByteArray(64'000'000, 'x'));
    m_peer->write("go on");
    QTRY_COMPARE(m_client->peek(100), QByteArray("go on"));
    QVERIFY(m_client->bytesToWrite() > 0);
}

void LinkProxyTest::reportsTheEndAfterTheBytes()
{
    connectClient();
    set({.delay = std::chrono::milliseconds(100)});
    m_peer->write("farewell");
    m_peer->disconnectFromHost();
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(m_client->readAll(), QByteArray("farewell"));
}

void LinkProxyTest::hidesTheEndInSilence()
{
    connectClient();
    set({.requestsPass = false, .answersPass = false});
    m_peer->disconnectFromHost();
    QTRY_COMPARE(m_peer->state(), QAbstractSocket::UnconnectedState);
    settle();
    QCOMPARE(m_client->state(), QAbstractSocket::ConnectedState);
    set({});
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
}

void LinkProxyTest::reportsThatNoServerListens()
{
    m_server->close();
    QTcpSocket client;
    QSignalSpy closed(&client, &QTcpSocket::disconnected);
    client.connectToHost(QHostAddress::LocalHost, m_link->connectString().servers.front().port);
    QTRY_COMPARE(closed.size(), 1);
}

void LinkProxyTest::cutsOneServerOfTwo()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    LinkProxy link(m_thread);
    zk::ConnectString servers;
    servers.servers = {{"127.0.0.1", m_server->serverPort()}, {"127.0.0.1", other.serverPort()}};
    QVERIFY(link.open(servers));
    QCOMPARE(link.connectString().servers.size(), 2U);
    link.cutServer(0, true);
    settle();
    QTcpSocket toFirst;
    QTcpSocket toSecond;
    toFirst.connectToHost(QHostAddress::LocalHost, link.connectString().servers[0].port);
    toSecond.connectToHost(QHostAddress::LocalHost, link.connectString().servers[1].port);
    QTRY_COMPARE(toFirst.state(), QAbstractSocket::UnconnectedState);
    QTRY_VERIFY(other.hasPendingConnections());
    QVERIFY(!m_server->hasPendingConnections());
}

void LinkProxyTest::hasAFaultUntilEachServerIsHealed()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    LinkProxy link(m_thread);
    QVERIFY(link.open(
        {{QStringLiteral("127.0.0.1"), m_server->serverPort()}, {QStringLiteral("127.0.0.1"), other.serverPort()}}));
    QVERIFY(!link.hasFault());
    link.set({.cut = true}, {0, 1});
    link.set({}, {0});
    QVERIFY(link.hasFault());
    link.set({}, {1});
    QVERIFY(!link.hasFault());
    link.set({.requestsPass = false, .answersPass = false});
    QVERIFY(link.hasFault());
    link.set({});
    QVERIFY(!link.hasFault());
}

void LinkProxyTest::limitsAFaultToSomeServers()
{
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    LinkProxy link(m_thread);
    QVERIFY(link.open(
        {{QStringLiteral("127.0.0.1"), m_server->serverPort()}, {QStringLiteral("127.0.0.1"), other.serverPort()}}));
    QTcpSocket toFirst;
    QTcpSocket toSecond;
    toFirst.connectToHost(QHostAddress::LocalHost, link.connectString().servers[0].port);
    toSecond.connectToHost(QHostAddress::LocalHost, link.connectString().servers[1].port);
    QTRY_VERIFY(m_server->hasPendingConnections() && other.hasPendingConnections());
    auto* const first = m_server->nextPendingConnection();
    auto* const second = other.nextPendingConnection();
    link.set({.requestsPass = false, .answersPass = false}, {1});
    settle();
    toFirst.write("to the first");
    toSecond.write("to the second");
    QTRY_COMPARE(first->peek(100), QByteArray("to the first"));
    QCOMPARE(second->bytesAvailable(), 0);
    // Later connections to this server have it too, until all are healed.
    QTcpSocket again;
    again.connectToHost(QHostAddress::LocalHost, link.connectString().servers[1].port);
    QTRY_VERIFY(other.hasPendingConnections());
    auto* const third = other.nextPendingConnection();
    again.write("again");
    QTRY_COMPARE(again.bytesToWrite(), 0);
    settle();
    QCOMPARE(third->bytesAvailable() + second->bytesAvailable(), 0);
    link.set({});
    QTRY_COMPARE(second->peek(100), QByteArray("to the second"));
    QTRY_COMPARE(third->peek(100), QByteArray("again"));
}

void LinkProxyTest::reportsWhenAFaultIsInEffect()
{
    connectClient();
    // The links' thread is late, as on a busy machine: what the client sends meanwhile must not arrive.
    m_thread->events().post([] { QThread::msleep(200); });
    m_link->set({.requestsPass = false, .answersPass = true});
    bool isSettled = false;
    m_link->settle([&isSettled] { isSettled = true; });
    QVERIFY(!isSettled);
    QTRY_VERIFY(isSettled);
    m_client->write("request");
    QTRY_COMPARE(m_client->bytesToWrite(), 0);
    settle();
    QCOMPARE(m_peer->bytesAvailable(), 0);
}

void LinkProxyTest::refusesToEndWhatItHasNotSeen()
{
    connectClient();
    m_peer->write(QByteArray(100, '\0')); // not a server's connect response
    QTRY_COMPARE(m_client->bytesAvailable(), 100);
    std::optional<Result<void>> ended;
    m_link->endSessions(std::chrono::seconds(5), [&](const Result<void>& result) { ended = result; });
    QTRY_VERIFY(ended.has_value());
    QVERIFY(!*ended);
    QCOMPARE(static_cast<int>(ended->error().code), static_cast<int>(ErrorCode::Refused));
    QCOMPARE(m_client->state(), QAbstractSocket::ConnectedState);
}

} // namespace lockscope::test::linkProxyTest

LOCKSCOPE_TEST(lockscope::test::linkProxyTest::LinkProxyTest)
#include "LinkProxyTest.moc"
