// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Forwarder.h"

#include "core/sources/zookeeper/servers/EnsembleCollector.h"
#include "core/sources/zookeeper/servers/StatusEndpoints.h"
#include "tests/connect/Certificates.h"
#include "tests/connect/SecureServer.h"
#include "tests/support/BlockingClient.h"
#include "tests/support/Test.h"

namespace lockscope::test::forwarderServerTest {

using connect::Forwarder;
using connect::ForwarderSettings;
using connect::TlsSettings;

/// Real servers with TLS, and the C client, which has none.
class ForwarderServerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void worksAsWithoutTls();
    void reportsByWords();
    void reportsByHttps();
    void refusesUntrustedAdminServer();
    void sessionOutlivesTheServersEnd();
    void presentsItsCertificate();
    void saysThatACertificateIsDemanded_data();
    void saysThatACertificateIsDemanded();

private:
    [[nodiscard]] ForwarderSettings settingsFor(quint16 port, const char* host = "localhost") const;
    [[nodiscard]] ForwarderSettings settingsWithCertificate(quint16 port, const char* certificate, const char* key,
                                                            const char* password) const;
    /// The AdminServer's answer through the forwarder.
    [[nodiscard]] static ensemble::CollectorSettings settingsLedBy(const Forwarder& forwarder);
    [[nodiscard]] static ensemble::EndpointAnswer askAdmin(const Forwarder& forwarder);
    /// The reason why a client cannot connect.
    [[nodiscard]] static QString refusal(const ForwarderSettings& settings);

    Certificates m_files;
    SecureServer m_server;
    SecureServer m_demanding;     ///< requires client certificates
    SecureServer m_demandingLate; ///< with TLS 1.3, whose handshake ends for the client before the server checks
};

void ForwarderServerTest::initTestCase()
{
    const auto authority = QStringLiteral("authority");
    const auto names = QStringLiteral("DNS:localhost,IP:127.0.0.1");
    QVERIFY(m_files.authority(authority));
    QVERIFY(m_files.authority(QStringLiteral("stranger")));
    QVERIFY(m_files.certificate(QStringLiteral("server"), authority, names));
    QVERIFY(m_files.certificate(QStringLiteral("client"), authority, QStringLiteral("DNS:client")));
    QVERIFY(m_files.certificate(QStringLiteral("forged"), QStringLiteral("stranger"), QStringLiteral("DNS:client")));
    QVERIFY(m_files.lock(QStringLiteral("client"), QStringLiteral("open sesame")));
    const auto store = m_files.file(QStringLiteral("server.store"));
    const auto trusted = m_files.file(QStringLiteral("authority.pem"));
    const auto started = m_server.start(store, trusted);
    QVERIFY_RESULT(started);
    QVERIFY(m_demanding.start(store, trusted, "ssl.clientAuth=need\n"));
    QVERIFY(m_demandingLate.start(store, trusted,
                                  "ssl.clientAuth=need\nssl.protocol=TLSv1.3\nssl.enabledProtocols=TLSv1.3\n"
                                  "ssl.ciphersuites=TLS_AES_256_GCM_SHA384\n"));
    BlockingClient plain(m_server.plainConnect());
    QVERIFY(plain.create("/app"));
    QVERIFY(plain.create("/app/node", "written without TLS"));
}

void ForwarderServerTest::cleanupTestCase()
{
    QVERIFY(m_server.kill());
    QVERIFY(m_demanding.kill());
    QVERIFY(m_demandingLate.kill());
}

ForwarderSettings ForwarderServerTest::settingsFor(quint16 port, const char* host) const
{
    return {{{{host, port}}, {}}, TlsSettings{m_files.path("authority.pem"), {}, {}, {}}, {}, {}};
}

ForwarderSettings ForwarderServerTest::settingsWithCertificate(quint16 port, const char* certificate, const char* key,
                                                               const char* password) const
{
    auto settings = settingsFor(port);
    settings.tls->certificateFile = m_files.path(certificate);
    settings.tls->keyFile = m_files.path(key);
    settings.keyPassword = password;
    return settings;
}

QString ForwarderServerTest::refusal(const ForwarderSettings& settings)
{
    Forwarder forwarder(settings);
    if (const auto opened = forwarder.open(); !opened)
        return QString::fromStdString(describe(opened.error()));
    const BlockingClient client(QString::fromStdString(forwarder.connectString().text()));
    if (!QTest::qWaitFor([&] { return forwarder.trouble().has_value(); }, 15'000))
        return QStringLiteral("no trouble");
    return QString::fromStdString(describe(*forwarder.trouble()));
}

void ForwarderServerTest::worksAsWithoutTls()
{
    auto settings = settingsFor(m_server.securePort());
    settings.servers.chroot = "/app";
    Forwarder forwarder(settings);
    QVERIFY(forwarder.open());
    BlockingClient client(QString::fromStdString(forwarder.connectString().text()));
    const auto node = client.get("/node");
    QVERIFY_RESULT(node);
    QCOMPARE(node->data, std::string("written without TLS"));
    const std::string much(1'000'000, 'x'); // near the limit of a server
    QVERIFY(client.create("/much", much));
    BlockingClient other(QString::fromStdString(forwarder.connectString().text()));
    const auto read = other.get("/much");
    QVERIFY(read);
    QVERIFY(read->data == much);
    QVERIFY(!forwarder.trouble());
}

void ForwarderServerTest::reportsByWords()
{
    Forwarder forwarder(settingsFor(m_server.securePort(), "127.0.0.1")); // an address, also in the certificate
    QVERIFY(forwarder.open());
    ensemble::StatusEndpoints statusEndpoints;
    std::optional<ensemble::EndpointAnswer> reported;
    statusEndpoints.askWord(forwarder.connectString().servers.front(), "srvr",
                            {.time = std::chrono::seconds(10), .bytes = 1 << 20},
                            [&](const auto& answer) { reported = answer; });
    QTRY_VERIFY_WITH_TIMEOUT(reported.has_value(), 15'000);
    QVERIFY2(reported->bytes.contains("Mode: standalone"), reported->reason.c_str());
}

ensemble::CollectorSettings ForwarderServerTest::settingsLedBy(const Forwarder& forwarder)
{
    ensemble::CollectorSettings settings;
    forwarder.lead(settings);
    return settings;
}

ensemble::EndpointAnswer ForwarderServerTest::askAdmin(const Forwarder& forwarder)
{
    ensemble::StatusEndpoints statusEndpoints;
    std::optional<ensemble::EndpointAnswer> reported;
    statusEndpoints.askAdmin(settingsLedBy(forwarder).adminDetours.front(), "server_stats",
                             {.time = std::chrono::seconds(10), .bytes = 1 << 20},
                             [&](const auto& answer) { reported = answer; });
    if (!QTest::qWaitFor([&] { return reported.has_value(); }, 15'000))
        return {};
    return *reported;
}

void ForwarderServerTest::reportsByHttps()
{
    for (const bool tls : {true, false}) { // the clients' TLS setting does not apply to the AdminServer
        auto settings = settingsFor(m_server.securePort());
        settings.adminPorts = {m_server.adminPort()};
        settings.adminTls = tls;
        Forwarder forwarder(settings);
        QVERIFY(forwarder.open());
        const auto reported = askAdmin(forwarder);
        QVERIFY2(reported.bytes.contains("\"server_state\" : \"standalone\""), reported.reason.c_str());
        QCOMPARE(settingsLedBy(forwarder).adminTrouble(0), std::string());
    }
}

void ForwarderServerTest::refusesUntrustedAdminServer()
{
    auto settings = settingsFor(m_server.securePort());
    settings.adminPorts = {m_server.adminPort()};
    settings.adminTls = true;
    settings.tls->serverName = "zk1.example";
    Forwarder forwarder(settings);
    QVERIFY(forwarder.open());
    QVERIFY(!askAdmin(forwarder).reported());
    const auto trouble = QString::fromStdString(settingsLedBy(forwarder).adminTrouble(0));
    QVERIFY2(
        trouble.startsWith(QStringLiteral("Cannot connect to \"localhost:%1\": refused: ").arg(m_server.adminPort())),
        qPrintable(trouble));
    QVERIFY(trouble.contains(u"and not for zk1.example"));
    auto asked = settingsLedBy(forwarder);
    asked.words = false;
    ensemble::FactsPtr facts;
    ensemble::EnsembleCollector collector(asked,
                                          {.facts = [&](const auto& reported) { facts = reported; }, .watches = {}});
    collector.start();
    QTRY_VERIFY(facts != nullptr);
    const auto& reported = facts->servers.front().trouble;
    QVERIFY2(reported.find("and not for zk1.example") != std::string::npos, reported.c_str());
    QVERIFY(!forwarder.trouble()); // the clients' path is another one
    settings.tls.reset();
    const auto opened = Forwarder(settings).open();
    QVERIFY(!opened && QString::fromStdString(opened.error().detail).contains(u"no TLS settings"));
}

void ForwarderServerTest::sessionOutlivesTheServersEnd()
{
    Forwarder forwarder(settingsFor(m_server.securePort()));
    QVERIFY(forwarder.open());
    BlockingClient client(QString::fromStdString(forwarder.connectString().text()));
    QVERIFY(client.create("/mine", {}, zk::CreateMode::Ephemeral));
    QVERIFY(m_server.kill());
    QTRY_VERIFY_WITH_TIMEOUT(forwarder.trouble().has_value(), 15'000); // it connects again
    QVERIFY(QString::fromStdString(forwarder.trouble()->detail).contains(u"connection refused"));
    QVERIFY(m_server.startAgain());
    QTRY_VERIFY_WITH_TIMEOUT(!forwarder.trouble(), 15'000);
    const auto mine = client.exists("/mine");
    QVERIFY(mine && mine->has_value());
}

void ForwarderServerTest::presentsItsCertificate()
{
    for (const auto& settings :
         {settingsWithCertificate(m_demanding.securePort(), "client.pem", "client.key", ""),
          settingsWithCertificate(m_demanding.securePort(), "client.pem", "client.locked", "open sesame"),
          settingsWithCertificate(m_demandingLate.securePort(), "client.pem", "client.key", "")}) {
        Forwarder forwarder(settings);
        QVERIFY(forwarder.open());
        BlockingClient client(QString::fromStdString(forwarder.connectString().text()));
        const auto children = client.children("/");
        QVERIFY_RESULT(children);
    }
}

void ForwarderServerTest::saysThatACertificateIsDemanded_data()
{
    QTest::addColumn<bool>("late");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("reason");
    for (const bool late : {false, true}) {
        // By TLS 1.2, Java 17.0.21 rejects the handshake without a reason; 17.0.15 gives it.
        QTest::addRow("none, %s", late ? "TLS 1.3" : "TLS 1.2")
            << late << QString()
            << (late ? QStringLiteral("the server requires a client certificate, and none is set")
                     : QStringLiteral("the server requires a client certificate"));
        QTest::addRow("another authority's, %s", late ? "TLS 1.3" : "TLS 1.2")
            << late << QStringLiteral("forged") << QStringLiteral("the client certificate");
    }
}

void ForwarderServerTest::saysThatACertificateIsDemanded()
{
    QFETCH(bool, late);
    QFETCH(QString, certificate);
    QFETCH(QString, reason);
    const auto port = (late ? m_demandingLate : m_demanding).securePort();
    auto settings = settingsFor(port);
    if (!certificate.isEmpty())
        settings = settingsWithCertificate(port, qPrintable(certificate + QStringLiteral(".pem")),
                                           qPrintable(certificate + QStringLiteral(".key")), "");
    const auto reported = refusal(settings);
    QVERIFY2(reported.contains(reason), qPrintable(reported));
}

} // namespace lockscope::test::forwarderServerTest

LOCKSCOPE_TEST(lockscope::test::forwarderServerTest::ForwarderServerTest)
#include "ForwarderServerTest.moc"
