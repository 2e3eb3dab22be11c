// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Forwarder.h"

#include "tests/connect/Certificates.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTcpServer>
#include <QTcpSocket>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::test::forwarderTest {

using connect::Forwarder;
using connect::TlsSettings;

/// Bytes on their way through a forwarder, between sockets of the test's own. Real servers: ForwarderServerTest.
class ForwarderTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void keepsChrootAndOrder();
    void passesMuchBothWays_data();
    void passesMuchBothWays();
    void holdsBackTheSender_data();
    void holdsBackTheSender();
    void reportsTheEndAfterTheBytes_data();
    void reportsTheEndAfterTheBytes();
    void reportsTheServerOfTheEnd();
    void servesMany();
    void refusesUntrusted_data();
    void refusesUntrusted();
    void sendsNothingBeforeTrust();
    void saysThatAServerIsSilent();
    void saysThatTheServerSpeaksTls();
    void anAlertIsNoAnswer_data();
    void anAlertIsNoAnswer();
    void comesBackAfterTheServer();
    void refusesStrangers();
    void refusesToOpen();
    void endsWithOpenConnections();

private:
    static void bothWays();
    void serve(bool tls, const char* certificate = "server");
    [[nodiscard]] TlsSettings trusting(const char* authority, const char* name = "") const;
    void forward(std::optional<TlsSettings> tls);
    /// A new connection through the forwarder, with its other end.
    void connectClient();
    [[nodiscard]] quint16 port() const { return m_forwarder->connectString().servers.front().port; }
    /// The error, once there is one.
    [[nodiscard]] QString trouble();

    Certificates m_files;
    std::unique_ptr<QTcpServer> m_server;
    std::unique_ptr<Forwarder> m_forwarder;
    std::unique_ptr<QTcpSocket> m_client;
    QTcpSocket* m_peer = nullptr; ///< the server's end
};

void ForwarderTest::initTestCase()
{
    QVERIFY(m_files.authority(QStringLiteral("authority")));
    QVERIFY(m_files.authority(QStringLiteral("stranger")));
    QVERIFY(m_files.certificate(QStringLiteral("server"), QStringLiteral("authority"),
                                QStringLiteral("DNS:localhost,DNS:zk1.example")));
    QVERIFY(m_files.certificate(QStringLiteral("expired"), QStringLiteral("authority"), QStringLiteral("DNS:localhost"),
                                0));
}

void ForwarderTest::cleanup()
{
    m_client.reset();
    m_forwarder.reset();
    m_server.reset();
}

void ForwarderTest::bothWays()
{
    QTest::addColumn<bool>("tls");
    QTest::newRow("plain") << false;
    QTest::newRow("TLS") << true;
}

void ForwarderTest::serve(bool tls, const char* certificate)
{
    if (tls) {
        auto server = std::make_unique<QSslServer>();
        QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
        const auto store = contentsOf(m_files.file(QLatin1String(certificate) + QStringLiteral(".store")));
        configuration.setLocalCertificateChain(QSslCertificate::fromData(store));
        configuration.setPrivateKey(QSslKey(store, QSsl::Ec));
        configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
        server->setSslConfiguration(configuration);
        m_server = std::move(server);
    } else {
        m_server = std::make_unique<QTcpServer>();
    }
    QVERIFY(m_server->listen(QHostAddress::LocalHost));
}

TlsSettings ForwarderTest::trusting(const char* authority, const char* name) const
{
    return {m_files.file(QLatin1String(authority) + QStringLiteral(".pem")).toStdString(), {}, {}, name};
}

void ForwarderTest::forward(std::optional<TlsSettings> tls)
{
    m_forwarder = std::make_unique<Forwarder>(
        connect::ForwarderSettings{{{{"localhost", m_server->serverPort()}}, "/app"}, std::move(tls), {}, {}});
    const auto opened = m_forwarder->open();
    QVERIFY_RESULT(opened);
    QVERIFY(!m_forwarder->trouble());
}

void ForwarderTest::connectClient()
{
    m_client = std::make_unique<QTcpSocket>();
    m_client->connectToHost(QHostAddress::LocalHost, port());
    QTRY_VERIFY(m_server->hasPendingConnections());
    m_peer = m_server->nextPendingConnection();
}

QString ForwarderTest::trouble()
{
    if (!QTest::qWaitFor([this] { return m_forwarder->trouble().has_value(); }, lockscope::test::longestWaitMs))
        return QStringLiteral("no trouble");
    return QString::fromStdString(describe(*m_forwarder->trouble()));
}

void ForwarderTest::keepsChrootAndOrder()
{
    serve(false);
    Forwarder forwarder({{{{"nowhere.invalid", 1}, {"127.0.0.1", m_server->serverPort()}}, "/app"}, {}, {}, {}});
    QVERIFY(forwarder.open());
    QVERIFY(!forwarder.open()); // once
    const auto& connect = forwarder.connectString();
    QCOMPARE(connect.chroot, std::string("/app"));
    QCOMPARE(connect.servers.size(), 2U);
    QCOMPARE(connect.servers[0].host, std::string("127.0.0.1"));
    QTcpSocket first;
    QTcpSocket second;
    first.connectToHost(QHostAddress::LocalHost, connect.servers[0].port);
    second.connectToHost(QHostAddress::LocalHost, connect.servers[1].port);
    QTRY_VERIFY(m_server->hasPendingConnections());
    // Without a name server, that takes the resolver's wait limit.
    QTRY_COMPARE_WITH_TIMEOUT(first.state(), QAbstractSocket::UnconnectedState, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(forwarder.trouble().has_value(), 30'000);
    QCOMPARE(forwarder.trouble()->path, std::string("nowhere.invalid:1"));
}

void ForwarderTest::passesMuchBothWays_data()
{
    bothWays();
}

void ForwarderTest::passesMuchBothWays()
{
    QFETCH(bool, tls);
    serve(tls);
    forward(tls ? std::optional(trusting("authority")) : std::nullopt);
    connectClient();
    QByteArray request;
    for (int i = 0; i < 3'000'000; ++i)
        request += static_cast<char>(i * 7 + (i >> 8));
    QByteArray answer = request;
    std::reverse(answer.begin(), answer.end());
    m_client->write(request);
    m_peer->write(answer);
    QByteArray gotRequest;
    QByteArray gotAnswer;
    const auto complete = [&] {
        gotRequest += m_peer->readAll();
        gotAnswer += m_client->readAll();
        return gotRequest.size() >= request.size() && gotAnswer.size() >= answer.size();
    };
    QVERIFY(QTest::qWaitFor(complete, longestWaitMs));
    QVERIFY(gotRequest == request);
    QVERIFY(gotAnswer == answer);
    QVERIFY(!m_forwarder->trouble());
}

void ForwarderTest::holdsBackTheSender_data()
{
    bothWays();
}

void ForwarderTest::holdsBackTheSender()
{
    QFETCH(bool, tls);
    serve(tls);
    forward(tls ? std::optional(trusting("authority")) : std::nullopt);
    connectClient();
    m_peer->setReadBufferSize(1'000);
    // Far more than the buffers of the forwarder and the system hold.
    m_client->write(QByteArray(64'000'000, 'x'));
    m_peer->write("go on");
    QTRY_COMPARE(m_client->peek(100), QByteArray("go on"));
    qint64 left = 0;
    const auto stands = [&] { return std::exchange(left, m_client->bytesToWrite()) == m_client->bytesToWrite(); };
    QTRY_VERIFY(stands() && left > 0);
    QVERIFY(m_client->bytesToWrite() > 32'000'000);
}

void ForwarderTest::reportsTheEndAfterTheBytes_data()
{
    bothWays();
}

void ForwarderTest::reportsTheEndAfterTheBytes()
{
    QFETCH(bool, tls);
    serve(tls);
    forward(tls ? std::optional(trusting("authority")) : std::nullopt);
    connectClient();
    const QByteArray farewell(1'000'000, 'f');
    m_client->setReadBufferSize(10'000); // it reads slowly
    m_peer->write(farewell);
    m_peer->disconnectFromHost();
    QByteArray got;
    const auto over = [&] {
        got += m_client->readAll();
        return m_client->state() == QAbstractSocket::UnconnectedState && m_client->bytesAvailable() == 0;
    };
    QVERIFY(QTest::qWaitFor(over, longestWaitMs));
    QCOMPARE(got.size(), farewell.size());
}

void ForwarderTest::reportsTheServerOfTheEnd()
{
    serve(true);
    forward(trusting("authority"));
    connectClient();
    m_client->write("farewell");
    m_client->disconnectFromHost();
    QTRY_COMPARE(m_peer->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(m_peer->readAll(), QByteArray("farewell"));
}

void ForwarderTest::servesMany()
{
    serve(true);
    forward(trusting("authority"));
    std::vector<std::unique_ptr<QTcpSocket>> clients;
    for (int i = 0; i < 40; ++i) {
        clients.push_back(std::make_unique<QTcpSocket>());
        clients.back()->connectToHost(QHostAddress::LocalHost, port());
        clients.back()->write(QByteArray::number(i));
    }
    std::vector<QTcpSocket*> peers;
    int answered = 0;
    const auto answerAll = [&] {
        while (QTcpSocket* const peer = m_server->nextPendingConnection())
            peers.push_back(peer);
        for (QTcpSocket* const peer : peers) {
            if (peer->bytesAvailable() > 0)
                peer->write("re " + peer->readAll());
        }
        answered = 0;
        for (const auto& client : clients)
            answered += client->peek(100).startsWith("re ");
        return answered == 40;
    };
    QVERIFY2(QTest::qWaitFor(answerAll, longestWaitMs), qPrintable(QString::number(answered)));
    QCOMPARE(clients.back()->readAll(), QByteArray("re 39"));
}

void ForwarderTest::refusesUntrusted_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const char* certificate, const char* authority, const char* expected,
                        const char* reason) {
        QTest::newRow(name) << QByteArray(certificate) << QByteArray(authority) << QByteArray(expected)
                            << QString::fromLatin1(reason);
    };
    row("wrong authority", "server", "stranger", "", "was issued by \"authority\", which is not in ");
    row("the system's CA certificates", "server", "", "", "was issued by \"authority\", which is not in the system's");
    row("expired", "expired", "authority", "", "the server's certificate expired on 20");
    row("wrong name", "server", "authority", "zk2.example", "is for localhost, zk1.example and not for zk2.example");
    row("two faults", "expired", "authority", "zk2.example", ". Also, the server's certificate");
}

void ForwarderTest::refusesUntrusted()
{
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, authority);
    QFETCH(QByteArray, name);
    QFETCH(QString, reason);
    serve(true, certificate.constData());
    forward(authority.isEmpty() ? TlsSettings{} : trusting(authority.constData(), name.constData()));
    m_client = std::make_unique<QTcpSocket>();
    m_client->connectToHost(QHostAddress::LocalHost, port());
    m_client->write("secret");
    const auto reported = trouble();
    QVERIFY2(reported.startsWith(
                 QStringLiteral("Cannot connect to \"localhost:%1\": refused: ").arg(m_server->serverPort())),
             qPrintable(reported));
    QVERIFY2(reported.contains(reason), qPrintable(reported));
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!m_server->hasPendingConnections());
    // The same server under the right name and authority.
    if (certificate == "server") {
        forward(trusting("authority", "zk1.example"));
        connectClient();
        m_peer->write("welcome");
        QTRY_COMPARE(m_client->peek(100), QByteArray("welcome"));
    }
}

void ForwarderTest::sendsNothingBeforeTrust()
{
    serve(false); // has no TLS, and receives all bytes
    forward(trusting("authority"));
    connectClient();
    m_client->write("secret");
    QTRY_VERIFY(m_peer->bytesAvailable() > 0);
    const auto greeting = m_peer->readAll();
    QVERIFY(greeting.startsWith(QByteArray::fromHex("1603"))); // a TLS handshake
    QVERIFY(!greeting.contains("secret"));
    m_peer->write("I speak no TLS");
    QVERIFY2(trouble().contains(u"the server answers without TLS"), qPrintable(trouble()));
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(m_peer->state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!m_peer->readAll().contains("secret"));
}

void ForwarderTest::saysThatAServerIsSilent()
{
    serve(false);
    forward(trusting("authority"));
    connectClient();
    QTRY_VERIFY(m_peer->bytesAvailable() > 0);
    m_client->abort(); // the wait limit no longer applies
    QVERIFY2(trouble().contains(u"accepted the connection, but did not answer the TLS "), qPrintable(trouble()));
    forward(std::nullopt);
    connectClient();
    m_client->write("srvr");
    QTRY_VERIFY(m_peer->bytesAvailable() > 0);
    m_client->abort();
    QVERIFY2(trouble().contains(u"the server accepted the connection, but did not respond"), qPrintable(trouble()));
}

void ForwarderTest::saysThatTheServerSpeaksTls()
{
    serve(true);
    forward(std::nullopt);
    m_client = std::make_unique<QTcpSocket>();
    m_client->connectToHost(QHostAddress::LocalHost, port());
    m_client->write("srvr, and some more, so that it is too long to be a record's beginning");
    const auto reported = trouble();
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QVERIFY2(reported.contains(u"localhost"), qPrintable(reported));
}

void ForwarderTest::anAlertIsNoAnswer_data()
{
    QTest::addColumn<QList<QByteArray>>("parts");
    QTest::addColumn<bool>("isAlert");
    const QByteArray alert("\x15\x03\x03\x00\x02\x02\x46", 7);
    QTest::newRow("at once") << QList<QByteArray>{alert} << true;
    QTest::newRow("byte by byte") << QList<QByteArray>{alert.left(1), alert.mid(1)} << true;
    // A reply of 21 bytes in pieces begins with its length; its first piece resembles an alert.
    QTest::newRow("something else") << QList<QByteArray>{QByteArray("\x15"), QByteArray("\x00\x00\x01", 3)} << false;
}

void ForwarderTest::anAlertIsNoAnswer()
{
    QFETCH(QList<QByteArray>, parts);
    QFETCH(bool, isAlert);
    serve(false);
    forward(std::nullopt);
    connectClient();
    m_client->write("srvr");
    QTRY_VERIFY(m_peer->bytesAvailable() == 4);
    for (const auto& part : parts) {
        m_peer->write(part);
        QTRY_COMPARE(m_peer->bytesToWrite(), 0);
    }
    if (isAlert) {
        const auto reported = trouble();
        QVERIFY2(reported.contains(u"the server answers with TLS"), qPrintable(reported));
        QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
        QCOMPARE(m_client->readAll(), QByteArray());
    } else {
        QTRY_COMPARE(m_client->peek(100), parts.join());
        QVERIFY(!m_forwarder->trouble());
    }
}

void ForwarderTest::comesBackAfterTheServer()
{
    serve(true);
    forward(trusting("authority"));
    connectClient();
    const auto serverPort = m_server->serverPort();
    m_server.reset();
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    m_client->connectToHost(QHostAddress::LocalHost, port());
    QTRY_VERIFY(m_forwarder->trouble() &&
                QString::fromStdString(m_forwarder->trouble()->detail).contains(u"connection refused"));
    QCOMPARE(printed(m_forwarder->trouble()->code), QByteArray("NoConnection"));
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    serve(true);
    m_server->close();
    QVERIFY(m_server->listen(QHostAddress::LocalHost, serverPort));
    connectClient();
    m_peer->write("welcome");
    QTRY_COMPARE(m_client->peek(100), QByteArray("welcome"));
    QVERIFY(!m_forwarder->trouble());
}

void ForwarderTest::refusesStrangers()
{
    serve(false);
    forward(std::nullopt);
    QProcess unrelated;
    unrelated.start(QStringLiteral("bash"), {QStringLiteral("-c"), QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/%1; "
                                                                                  "echo secret >&3; cat <&3; echo over")
                                                                       .arg(port())});
    QVERIFY(unrelated.waitForFinished());
    QVERIFY(unrelated.readAllStandardOutput().endsWith("over\n"));
    QVERIFY(!m_server->waitForNewConnection(0));
    QVERIFY(!m_forwarder->trouble());
    connectClient(); // our own
    m_peer->write("welcome");
    QTRY_COMPARE(m_client->peek(100), QByteArray("welcome"));
}

void ForwarderTest::refusesToOpen()
{
    QVERIFY(!Forwarder({}).open());
    Forwarder untrusting({{{{"localhost", 1}}, {}}, trusting("nobody"), {}, {}});
    const auto opened = untrusting.open();
    QVERIFY(!opened);
    QCOMPARE(printed(opened.error().code), QByteArray("Missing"));
    QVERIFY(m_files.authority(QStringLiteral("nobody")));
    QVERIFY(untrusting.open()); // again, once there is one
}

void ForwarderTest::endsWithOpenConnections()
{
    serve(true);
    forward(trusting("authority"));
    connectClient();
    m_client->write(QByteArray(1'000'000, 'x'));
    QTRY_VERIFY(m_peer->bytesAvailable() > 0);
    m_forwarder.reset(); // does not wait for connections
    QTRY_COMPARE(m_client->state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(m_peer->state(), QAbstractSocket::UnconnectedState);
}

} // namespace lockscope::test::forwarderTest

LOCKSCOPE_TEST(lockscope::test::forwarderTest::ForwarderTest)
#include "ForwarderTest.moc"
