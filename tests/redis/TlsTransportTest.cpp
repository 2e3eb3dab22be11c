// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Transport.h"

#include "tests/redis/TlsFiles.h"
#include "tests/redis/TlsServer.h"
#include "tests/redis/TransportUser.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <future>

namespace lockscope::tlsTransportTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

/// The bytes of transports with TLS, and how they end.
class TlsTransportTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void echoes_data();
    void echoes();
    void transfersMuchBothWays();
    void serverWithoutTls();
    void serverIsSilentAfterHalfAHandshake();
    void serverClosesDuringTheHandshake();
    void bothSidesAnnounceTheEnd();
    void refusesRenegotiation();
    void followsNewKeys();
    void mayBeDestroyedInAHandler_data();
    void mayBeDestroyedInAHandler();
    void pingsARedisServer_data();
    void pingsARedisServer();

private:
    TlsFiles m_files;
    EventLoop m_loop;
};

void TlsTransportTest::initTestCase()
{
    QVERIFY(m_files.make());
}

void TlsTransportTest::echoes_data()
{
    QTest::addColumn<int>("version");
    QTest::newRow("TLS 1.2") << TLS1_2_VERSION;
    QTest::newRow("TLS 1.3") << TLS1_3_VERSION;
}

void TlsTransportTest::echoes()
{
    QFETCH(const int, version);
    auto settings = m_files.server("server");
    settings.oldestVersion = settings.newestVersion = version;
    const TlsServer server(settings, [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"), 30s,
                       {.opened = [](TransportUser& self) { self.sendNow("first "); }});
    QTRY_COMPARE(printed(user.received()), "first ");
    user.send("second");
    QTRY_COMPARE(printed(user.received()), "first second");
    QVERIFY(!user.isClosed());
    QCOMPARE(printed(user.breach()), "");
}

/// The server begins to read when everything was sent.
void TlsTransportTest::transfersMuchBothWays()
{
    std::promise<void> mayRead;
    const TlsServer server(m_files.server("server"), [&](SSL& connection) {
        mayRead.get_future().wait();
        echoAll(connection);
    });
    const auto bytes = manyBytes(64u << 20);
    TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"));
    QTRY_VERIFY(user.isOpen());
    user.send(bytes);
    m_loop.runAndWait([] {}); // the loop does not wait for the server
    mayRead.set_value();
    QTRY_COMPARE_WITH_TIMEOUT(user.receivedSize(), bytes.size(), 120'000);
    QVERIFY(user.received() == bytes);
    QVERIFY(!user.isClosed());
    QCOMPARE(printed(user.breach()), "");
}

void TlsTransportTest::serverWithoutTls()
{
    const SocketServer server([](int socket) {
        static_cast<void>(receiveSome(socket));
        static_cast<void>(sendAll(socket, "-ERR unknown command\r\n"));
        static_cast<void>(receiveSome(socket));
    });
    const TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"));
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QVERIFY2(printed(user.reason()).startsWith("the server answers without TLS ("), printed(user.reason()));
    QCOMPARE(printed(user.breach()), "");
}

void TlsTransportTest::serverIsSilentAfterHalfAHandshake()
{
    SSL_CTX* const context = ::SSL_CTX_new(::TLS_server_method());
    const auto files = m_files.server("server");
    QVERIFY(::SSL_CTX_use_certificate_chain_file(context, files.certFile.c_str()) == 1);
    QVERIFY(::SSL_CTX_use_PrivateKey_file(context, files.keyFile.c_str(), SSL_FILETYPE_PEM) == 1);
    const SocketServer server([&](int socket) {
        SSL* const tls = ::SSL_new(context);
        BIO* const out = ::BIO_new(::BIO_s_mem());
        ::SSL_set_bio(tls, ::BIO_new_socket(socket, BIO_NOCLOSE), out);
        ::SSL_accept(tls); // answers the client's hello, then waits for what it does not get
        ::SSL_free(tls);
    });
    const SocketServer half([&](int socket) {
        SSL* const tls = ::SSL_new(context);
        BIO* const in = ::BIO_new(::BIO_s_mem());
        BIO* const out = ::BIO_new(::BIO_s_mem());
        ::SSL_set_bio(tls, in, out);
        const auto hello = receiveSome(socket);
        ::BIO_write(in, hello.data(), static_cast<int>(hello.size()));
        ::SSL_accept(tls);
        char* bytes = nullptr;
        const auto size = static_cast<std::size_t>(BIO_get_mem_data(out, &bytes));
        static_cast<void>(sendAll(socket, {bytes, size / 2}));
        ::SSL_free(tls);
        while (!receiveSome(socket).empty()) {
        }
    });
    const auto since = m_loop.clock().now();
    const TransportUser first(m_loop, tcpAddress(server.port()), m_files.trusting("authority"), 500ms);
    const TransportUser second(m_loop, tcpAddress(half.port()), m_files.trusting("authority"), 500ms);
    for (const auto* user : {&first, &second}) {
        QTRY_VERIFY(user->isClosed());
        QVERIFY(m_loop.clock().now() - since >= 500ms);
        QVERIFY(!user->isOpen());
        QCOMPARE(printed(user->closed().value_or(Error{}).code), "NoConnection");
        QCOMPARE(printed(user->reason()), "the server did not complete the TLS handshake within 500 ms. Check that the "
                                          "server uses TLS on this port");
        QCOMPARE(printed(user->breach()), "");
    }
    ::SSL_CTX_free(context);
}

void TlsTransportTest::serverClosesDuringTheHandshake()
{
    const SocketServer server([](int socket) { static_cast<void>(receiveSome(socket)); });
    const TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"));
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QCOMPARE(printed(user.reason()), "the TLS handshake failed: the server closed the connection. Check that the "
                                     "server uses TLS on this port");
}

/// SSL_shutdown() returns 1 when the other side has announced the end, too.
void TlsTransportTest::bothSidesAnnounceTheEnd()
{
    std::promise<int> serverFirst;
    const TlsServer closing(m_files.server("server"), [&](SSL& connection) {
        static_cast<void>(receiveSome(connection));
        const int sent = ::SSL_shutdown(&connection);
        serverFirst.set_value(sent == 0 ? ::SSL_shutdown(&connection) : sent);
    });
    TransportUser user(m_loop, tcpAddress(closing.port()), m_files.trusting("authority"), 30s,
                       {.opened = [](TransportUser& self) { self.sendNow("x"); }});
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "ConnectionLoss");
    QCOMPARE(printed(user.reason()), "the server closed the connection");
    QCOMPARE(serverFirst.get_future().get(), 1);

    std::promise<int> clientFirst;
    const TlsServer waiting(m_files.server("server"), [&](SSL& connection) {
        static_cast<void>(receiveSome(connection));
        clientFirst.set_value(::SSL_get_shutdown(&connection) & SSL_RECEIVED_SHUTDOWN);
    });
    {
        const TransportUser leaving(m_loop, tcpAddress(waiting.port()), m_files.trusting("authority"));
        QTRY_VERIFY(leaving.isOpen());
    }
    QCOMPARE(clientFirst.get_future().get(), SSL_RECEIVED_SHUTDOWN);
}

void TlsTransportTest::refusesRenegotiation()
{
    auto settings = m_files.server("server");
    settings.newestVersion = TLS1_2_VERSION;
    std::promise<bool> renegotiated;
    const TlsServer server(settings, [&](SSL& connection) {
        static_cast<void>(receiveSome(connection));
        const bool isDone = ::SSL_renegotiate(&connection) == 1 && ::SSL_do_handshake(&connection) == 1 &&
                            !receiveSome(connection).empty();
        renegotiated.set_value(isDone);
    });
    TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"), 30s,
                       {.opened = [](TransportUser& self) { self.sendNow("x"); }});
    QVERIFY(!renegotiated.get_future().get());
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "ConnectionLoss");
}

void TlsTransportTest::followsNewKeys()
{
    auto settings = m_files.server("server");
    settings.oldestVersion = TLS1_3_VERSION;
    const TlsServer server(settings, [&](SSL& connection) {
        for (;;) {
            const auto bytes = receiveSome(connection);
            if (bytes.empty() || ::SSL_key_update(&connection, SSL_KEY_UPDATE_REQUESTED) != 1 ||
                !sendAll(connection, bytes))
                return;
        }
    });
    TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"));
    std::string expected;
    for (int i = 0; i < 5; ++i) {
        QTRY_VERIFY(user.isOpen());
        user.send("again ");
        expected += "again ";
        QTRY_COMPARE(printed(user.received()), printed(expected));
    }
}

void TlsTransportTest::mayBeDestroyedInAHandler_data()
{
    QTest::addColumn<int>("handler");
    QTest::newRow("opened") << 0;
    QTest::newRow("received") << 1;
    QTest::newRow("closed") << 2;
}

void TlsTransportTest::mayBeDestroyedInAHandler()
{
    QFETCH(const int, handler);
    std::promise<void> ended;
    const TlsServer server(m_files.server("server"), [&](SSL& connection) {
        static_cast<void>(sendAll(connection, std::string(200'000, 'x')));
        if (handler == 2) {
            ::SSL_shutdown(&connection);
            return;
        }
        static_cast<void>(receiveSome(connection));
        ended.set_value();
    });
    TransportReactions also;
    if (handler == 0)
        also.opened = [](TransportUser& self) { self.close(); };
    else if (handler == 1)
        also.received = [](TransportUser& self, std::string_view) { self.close(); };
    else
        also.closed = [&](TransportUser& self) {
            self.close();
            ended.set_value();
        };
    const TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"), 30s, also);
    ended.get_future().wait();
    m_loop.runAndWait([] {});
    QCOMPARE(user.isClosed(), handler == 2);
    QCOMPARE(printed(user.breach()), "");
}

void TlsTransportTest::pingsARedisServer_data()
{
    QTest::addColumn<bool>("needsCertificate");
    QTest::addColumn<bool>("hasCertificate");
    QTest::newRow("no client certificates") << false << false;
    QTest::newRow("client certificate") << true << true;
    QTest::newRow("client certificate missing") << true << false;
}

void TlsTransportTest::pingsARedisServer()
{
    QFETCH(const bool, needsCertificate);
    QFETCH(const bool, hasCertificate);
    RedisServers servers(
        {.tls = redis::SandboxTls{QString::fromStdString(m_files.path("authority.pem")),
                                  QString::fromStdString(m_files.path("server.pem")),
                                  QString::fromStdString(m_files.path("server.key")), needsCertificate}});
    const auto started = servers.start();
    QVERIFY_RESULT(started);
    auto tls = m_files.trusting("authority");
    if (hasCertificate) {
        tls.certFile = m_files.path("client.pem");
        tls.keyFile = m_files.path("client.key");
    }
    const auto port = static_cast<std::uint16_t>(servers.servers().front().tlsPort);
    const TransportUser user(m_loop, tcpAddress(port), tls, 30s,
                             {.opened = [](TransportUser& self) { self.sendNow("PING\r\n"); }});
    if (needsCertificate && !hasCertificate) {
        QTRY_VERIFY(user.isClosed());
        QVERIFY2(printed(user.reason()).startsWith("the server requires a client certificate, and none is set ("),
                 printed(user.reason()));
        return;
    }
    QTRY_COMPARE(printed(user.received()), "+PONG\r\n");
    QCOMPARE(printed(user.breach()), "");
}

} // namespace lockscope::tlsTransportTest

LOCKSCOPE_TEST(lockscope::tlsTransportTest::TlsTransportTest)
#include "TlsTransportTest.moc"
