// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/PeerOwner.h"
#include "tests/support/Test.h"

#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>

namespace lockscope::test::peerOwnerTest {

using connect::ownerOfPeer;
using connect::PeerOwner;

class PeerOwnerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void knowsItsOwn();
    void knowsWhoBorrowsOurPort();
    void knowsAChild();
    void takesWhatIsGoneForAStranger();

private:
    [[nodiscard]] PeerOwner ownerOfNext();

    std::unique_ptr<QTcpServer> m_server;
};

void PeerOwnerTest::init()
{
    m_server = std::make_unique<QTcpServer>();
    QVERIFY(m_server->listen(QHostAddress::LocalHost));
}

PeerOwner PeerOwnerTest::ownerOfNext()
{
    if (!QTest::qWaitFor([&] { return m_server->hasPendingConnections(); }, lockscope::test::longestWaitMs))
        return PeerOwner::Unknown;
    const QTcpSocket* const peer = m_server->nextPendingConnection();
    return ownerOfPeer(peer->peerAddress(), peer->peerPort(), peer->localPort());
}

void PeerOwnerTest::knowsItsOwn()
{
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, m_server->serverPort());
    QCOMPARE(ownerOfNext(), PeerOwner::OurProcess);
}

void PeerOwnerTest::knowsWhoBorrowsOurPort()
{
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, m_server->serverPort());
    QCOMPARE(ownerOfNext(), PeerOwner::OurProcess);
    // Every user may read our port in /proc, and use the same port of another loopback address.
    QTcpSocket unrelated;
    QVERIFY2(unrelated.bind(QHostAddress(QStringLiteral("127.0.0.2")), client.localPort()),
             qPrintable(unrelated.errorString()));
    unrelated.connectToHost(QHostAddress::LocalHost, m_server->serverPort());
    QCOMPARE(ownerOfNext(), PeerOwner::OtherUser);
}

void PeerOwnerTest::knowsAChild()
{
    // Of the same user, and even started by this process.
    QProcess child;
    child.start(QStringLiteral("bash"),
                {QStringLiteral("-c"),
                 QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/%1; read -r -u 3").arg(m_server->serverPort())});
    QVERIFY(child.waitForStarted());
    QCOMPARE(ownerOfNext(), PeerOwner::OtherUser);
    child.kill();
    QVERIFY(child.waitForFinished());
}

void PeerOwnerTest::takesWhatIsGoneForAStranger()
{
    QTcpSocket client;
    client.connectToHost(QHostAddress::LocalHost, m_server->serverPort());
    QVERIFY(client.waitForConnected());
    client.abort();
    QCOMPARE(ownerOfNext(), PeerOwner::OtherUser);
}

} // namespace lockscope::test::peerOwnerTest

LOCKSCOPE_TEST(lockscope::test::peerOwnerTest::PeerOwnerTest)
#include "PeerOwnerTest.moc"
