// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/TlsContext.h"
#include "core/redis/client/Transport.h"

#include "tests/redis/TlsFiles.h"
#include "tests/redis/TlsServer.h"
#include "tests/redis/TransportUser.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/zk/NameService.h"

#include <future>

namespace lockscope::tlsChecksTest {

using namespace lockscope::test;
using namespace std::chrono_literals;
using redis::TlsSettings;

/// Which servers and files transports with TLS refuse, and with which sentence.
class TlsChecksTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void acceptsTheName_data();
    void acceptsTheName();
    void checksTheServerNameOfTheSettings();
    void refusesTheServer_data();
    void refusesTheServer();
    void refusesAnOldVersion();
    void clientCertificate_data();
    void clientCertificate();
    void needsAHostName_data();
    void needsAHostName();
    void saysWhatIsWrongWithFiles_data();
    void saysWhatIsWrongWithFiles();
    void readsFilesOnceAndAfterChanges();

private:
    TlsFiles m_files;
    EventLoop m_loop;
};

void TlsChecksTest::initTestCase()
{
    QVERIFY(m_files.make());
}

void TlsChecksTest::acceptsTheName_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("serverName");
    QTest::newRow("name") << QStringLiteral("localhost") << QStringLiteral("names") << QStringLiteral("localhost");
    QTest::newRow("final dot") << QStringLiteral("cache1.") << QStringLiteral("names") << QStringLiteral("cache1");
    // RFC 6066: no numeric address in the extension.
    QTest::newRow("IP address") << QStringLiteral("127.0.0.1") << QStringLiteral("server") << QString();
}

void TlsChecksTest::acceptsTheName()
{
    QFETCH(const QString, host);
    QFETCH(const QString, certificate);
    QFETCH(const QString, serverName);
    makeUpName("cache1.", {.addresses = {"127.0.0.1"}});
    const TlsServer server(m_files.server(certificate.toStdString()), [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    TransportUser user(m_loop, tcpAddress(server.port(), host.toStdString()), m_files.trusting("authority"));
    QTRY_VERIFY(user.isOpen());
    user.send("x");
    QTRY_COMPARE(printed(user.received()), "x");
    QCOMPARE(printed(server.serverName()), serverName.toUtf8());
}

/// Instead of the address, and in SNI: as behind a proxy.
void TlsChecksTest::checksTheServerNameOfTheSettings()
{
    const TlsServer server(m_files.server("names"), [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    auto settings = m_files.trusting("authority");
    settings.serverName = "cache1";
    TransportUser user(m_loop, tcpAddress(server.port()), settings);
    QTRY_VERIFY(user.isOpen());
    user.send("x");
    QTRY_COMPARE(printed(user.received()), "x");
    QCOMPARE(printed(server.serverName()), "cache1");
    settings.serverName = "cache2";
    const TransportUser refused(m_loop, tcpAddress(server.port(), "localhost"), settings);
    QTRY_VERIFY(refused.isClosed());
    QVERIFY(!refused.isOpen());
    QVERIFY2(
        printed(refused.reason()).startsWith("the server's certificate is for localhost, cache1 and not for cache2."),
        printed(refused.reason()));
}

void TlsChecksTest::refusesTheServer_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* host, const char* certificate, const char* authority,
                        const QString& sentence) {
        QTest::newRow(name) << QString::fromLatin1(host) << QString::fromLatin1(certificate)
                            << QString::fromLatin1(authority) << sentence;
    };
    const auto other = QString::fromStdString(m_files.path("other.pem"));
    const auto own = QString::fromStdString(m_files.path("authority.pem"));
    row("wrong CA", "127.0.0.1", "server", "other",
        QStringLiteral("the server's certificate was issued by \"authority\", which is not in %1.").arg(other));
    row("self-signed", "127.0.0.1", "other", "authority",
        QStringLiteral("the server's certificate was issued by \"other\", which is not in %1.").arg(own));
    row("the system's CAs", "127.0.0.1", "server", "",
        QStringLiteral("the server's certificate was issued by \"authority\", which is not in the system's CA "
                       "certificates."));
    row("wrong name", "localhost", "foreign", "authority",
        QStringLiteral("the server's certificate is for cache1, 127.0.0.2 and not for localhost. Connect with a name "
                       "in the certificate. If this is the right server, you can also set the server name to one of "
                       "these names"));
    row("wrong IP address", "127.0.0.1", "foreign", "authority",
        QStringLiteral("the server's certificate is for cache1, 127.0.0.2 and not for 127.0.0.1."));
    row("name without the IP address", "127.0.0.1", "names", "authority",
        QStringLiteral("the server's certificate is for localhost, cache1 and not for 127.0.0.1."));
    row("expired", "127.0.0.1", "expired", "authority", QStringLiteral("the server's certificate expired on 20"));
}

void TlsChecksTest::refusesTheServer()
{
    QFETCH(const QString, host);
    QFETCH(const QString, certificate);
    QFETCH(const QString, authority);
    QFETCH(const QString, sentence);
    const TlsServer server(m_files.server(certificate.toStdString()), [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    const auto settings = authority.isEmpty() ? TlsSettings{} : m_files.trusting(authority.toStdString());
    const TransportUser user(m_loop, tcpAddress(server.port(), host.toStdString()), settings);
    QTRY_VERIFY(user.isClosed());
    QVERIFY(!user.isOpen());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QVERIFY2(printed(user.reason()).startsWith(sentence.toUtf8()), printed(user.reason()));
    QCOMPARE(printed(user.breach()), "");
}

void TlsChecksTest::refusesAnOldVersion()
{
    auto settings = m_files.server("server");
    settings.oldestVersion = settings.newestVersion = TLS1_1_VERSION;
    const TlsServer server(settings, [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    const TransportUser user(m_loop, tcpAddress(server.port()), m_files.trusting("authority"));
    QTRY_VERIFY(user.isClosed());
    QVERIFY(!user.isOpen());
    QVERIFY2(printed(user.reason()).startsWith("the server does not support TLS 1.2 or newer ("),
             printed(user.reason()));
}

void TlsChecksTest::clientCertificate_data()
{
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("client");
    QTest::addColumn<QString>("sentence");
    for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
        const char* name = version == TLS1_2_VERSION ? "TLS 1.2" : "TLS 1.3";
        QTest::addRow("%s: none", name) << version << QString()
                                        << QStringLiteral("the server requires a client certificate");
        QTest::addRow("%s: trusted", name) << version << QStringLiteral("client") << QString();
        QTest::addRow("%s: of another CA", name)
            << version << QStringLiteral("stranger")
            << QStringLiteral("the server does not know the CA that issued the client certificate");
    }
}

/// In TLS 1.3 the server refuses it after the client's handshake is complete.
void TlsChecksTest::clientCertificate()
{
    QFETCH(const int, version);
    QFETCH(const QString, client);
    QFETCH(const QString, sentence);
    auto settings = m_files.server("server");
    settings.oldestVersion = settings.newestVersion = version;
    settings.clientCaFile = m_files.path("authority.pem");
    const TlsServer server(settings, [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    auto tls = m_files.trusting("authority");
    if (!client.isEmpty()) {
        tls.certFile = m_files.path(client.toStdString() + ".pem");
        tls.keyFile = m_files.path(client.toStdString() + ".key");
    }
    const TransportUser user(m_loop, tcpAddress(server.port()), tls, 30s,
                             {.opened = [](TransportUser& self) { self.sendNow("x"); }});
    if (sentence.isEmpty()) {
        QTRY_COMPARE(printed(user.received()), "x");
        return;
    }
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.received()), "");
    QVERIFY2(printed(user.reason()).startsWith(sentence.toUtf8()), printed(user.reason()));
    QCOMPARE(printed(user.breach()), "");
}

void TlsChecksTest::needsAHostName_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("socket");
    QTest::addColumn<QString>("sentence");
    const auto unixSocket = QStringLiteral("TLS is not available on a unix socket");
    const auto noName = QStringLiteral("without a host name the server's certificate cannot be checked");
    QTest::newRow("unix socket") << QString() << QStringLiteral("/run/redis.sock") << unixSocket;
    QTest::newRow("nothing") << QString() << QString() << unixSocket;
    QTest::newRow("a dot") << QStringLiteral(".") << QString() << noName;
    // OpenSSL would accept each host of this domain.
    QTest::newRow("a domain") << QStringLiteral(".example.com") << QString() << noName;
    QTest::newRow("a zero") << QString(QChar(u'\0')) << QString() << noName;
}

void TlsChecksTest::needsAHostName()
{
    QFETCH(const QString, host);
    QFETCH(const QString, socket);
    QFETCH(const QString, sentence);
    const TransportUser user(m_loop, {host.toStdString(), 6379, socket.toStdString()}, m_files.trusting("authority"));
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "Refused");
    QVERIFY2(printed(user.reason()).startsWith(sentence.toUtf8()), printed(user.reason()));
    QCOMPARE(printed(user.breach()), "");
}

void TlsChecksTest::saysWhatIsWrongWithFiles_data()
{
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* authority, const char* certificate, const char* key,
                        const char* code, const char* file, const char* sentence) {
        QTest::newRow(name) << QString::fromLatin1(authority) << QString::fromLatin1(certificate)
                            << QString::fromLatin1(key) << QString::fromLatin1(code) << QString::fromLatin1(file)
                            << QString::fromLatin1(sentence);
    };
    const auto* const ca = "authority.pem";
    row("no authority", "no.pem", "", "", "Missing", "no.pem", "the file does not exist");
    row("no PEM", "text", "", "", "BadArguments", "text", "the file contains no certificate");
    row("spoilt", "spoilt.pem", "", "", "BadArguments", "spoilt.pem", "the certificate cannot be used (");
    row("a folder", ".", "", "", "BadArguments", ".", "this is not a file");
    row("no certificate", ca, "no.pem", "client.key", "Missing", "no.pem", "the file does not exist");
    row("no certificate in it", ca, "client.key", "client.key", "BadArguments", "client.key",
        "the file contains no certificate");
    row("certificate without key", ca, "client.pem", "", "BadArguments", "client.pem",
        "a certificate is set, but no key");
    row("key without certificate", ca, "", "client.key", "BadArguments", "client.key",
        "a key is set, but no certificate");
    row("expired", ca, "expired.pem", "expired.key", "BadArguments", "expired.pem", "the certificate expired on 20");
    row("no key", ca, "client.pem", "no.key", "Missing", "no.key", "the file does not exist");
    row("no key in it", ca, "client.pem", "text", "BadArguments", "text", "the file contains no private key");
    row("another's key", ca, "client.pem", "server.key", "BadArguments", "server.key",
        "the key cannot be used with the certificate ");
    row("encrypted", ca, "client.pem", "client.locked", "BadArguments", "client.locked", "the key is encrypted");
}

/// Before any connection: there is no server.
void TlsChecksTest::saysWhatIsWrongWithFiles()
{
    QFETCH(const QString, authority);
    QFETCH(const QString, certificate);
    QFETCH(const QString, key);
    QFETCH(const QString, code);
    QFETCH(const QString, file);
    QFETCH(const QString, sentence);
    const auto path = [this](const QString& name) {
        return name.isEmpty() ? std::string() : m_files.path(name.toStdString());
    };
    const TransportUser user(m_loop, tcpAddress(1), TlsSettings{path(authority), path(certificate), path(key)});
    QTRY_VERIFY(user.isClosed());
    const auto error = user.closed().value_or(Error{});
    QCOMPARE(printed(error.code), code.toUtf8());
    QCOMPARE(printed(error.path), printed(path(file)));
    QVERIFY2(printed(error.detail).startsWith(sentence.toUtf8()), printed(error.detail));
    QVERIFY(error.detail.find("PRIVATE KEY-----\n") == std::string::npos);
    QCOMPARE(printed(user.breach()), "");
}

/// The same one as long as the files are the same; a connection keeps its own.
void TlsChecksTest::readsFilesOnceAndAfterChanges()
{
    const auto contextOf = [this](const TlsSettings& settings) {
        std::promise<SSL_CTX*> got;
        m_loop.post([&] {
            redis::TlsContext::find(settings, m_loop.poster(),
                                    [&](const auto& found) { got.set_value(found ? (*found)->get() : nullptr); });
        });
        return got.get_future().get();
    };
    const auto file = QString::fromStdString(m_files.path("renewed.pem"));
    QVERIFY(QFile::copy(QString::fromStdString(m_files.path("authority.pem")), file));
    const TlsSettings settings{file.toStdString(), {}, {}};
    const auto* const first = contextOf(settings);
    QVERIFY(first);
    QCOMPARE(contextOf(settings), first);
    const TlsServer server(m_files.server("server"), [](SSL& connection) { echoAll(connection); });
    const TransportUser trusted(m_loop, tcpAddress(server.port()), settings);
    QTRY_VERIFY(trusted.isOpen());

    QVERIFY(QFile::remove(file));
    QVERIFY(QFile::copy(QString::fromStdString(m_files.path("other.pem")), file));
    const auto* const renewed = contextOf(settings);
    QVERIFY(renewed && renewed != first);
    const TransportUser untrusted(m_loop, tcpAddress(server.port()), settings);
    QTRY_VERIFY(untrusted.isClosed());
    QVERIFY(!trusted.isClosed());
}

} // namespace lockscope::tlsChecksTest

LOCKSCOPE_TEST(lockscope::tlsChecksTest::TlsChecksTest)
#include "TlsChecksTest.moc"
