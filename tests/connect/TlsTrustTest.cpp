// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/TlsTrust.h"

#include "tests/connect/Certificates.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QSslKey>
#include <QSslSocket>

namespace lockscope::test::tlsTrustTest {

using connect::readTlsTrust;
using connect::TlsSettings;

/// Errors in the files are reported before any connection.
class TlsTrustTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void readsAll();
    void readsSystemAuthorities();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    Certificates m_files;
};

void TlsTrustTest::initTestCase()
{
    QVERIFY(m_files.authority(QStringLiteral("authority")));
    for (const auto& name : {QStringLiteral("client"), QStringLiteral("other")})
        QVERIFY(m_files.certificate(name, QStringLiteral("authority"), QStringLiteral("DNS:client")));
    QVERIFY(
        m_files.certificate(QStringLiteral("expired"), QStringLiteral("authority"), QStringLiteral("DNS:client"), 0));
    QVERIFY(m_files.lock(QStringLiteral("client"), QStringLiteral("open sesame")));
    QVERIFY(Certificates::write(m_files.file(QStringLiteral("text")), "not PEM\n"));
    QVERIFY(Certificates::write(m_files.file(QStringLiteral("spoilt.key")),
                                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"));
}

void TlsTrustTest::readsAll()
{
    const TlsSettings settings{
        m_files.path("authority.pem"), m_files.path("client.pem"), m_files.path("client.locked"), {}};
    const auto trust = readTlsTrust(settings, "open sesame");
    QVERIFY_RESULT(trust);
    QCOMPARE(trust->peerVerifyMode(), QSslSocket::VerifyPeer);
    QCOMPARE(trust->protocol(), QSsl::TlsV1_2OrLater);
    QCOMPARE(trust->caCertificates().size(), 1);
    QVERIFY(!trust->privateKey().isNull());
    // One file may hold both.
    QVERIFY(readTlsTrust(
        {m_files.path("authority.pem"), m_files.path("client.store"), m_files.path("client.store"), {}}, {}));
}

void TlsTrustTest::readsSystemAuthorities()
{
    const auto trust = readTlsTrust({}, {});
    if (!trust) // a machine without any
        QCOMPARE(printed(trust.error().code), printed(ErrorCode::Missing));
    else
        QVERIFY(!trust->caCertificates().isEmpty());
}

void TlsTrustTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("password");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* authority, const char* certificate, const char* key,
                        const char* password, ErrorCode code, const char* sentence) {
        QTest::newRow(name) << QString::fromLatin1(authority) << QString::fromLatin1(certificate)
                            << QString::fromLatin1(key) << QString::fromLatin1(password) << code
                            << QString::fromLatin1(sentence);
    };
    constexpr auto missing = ErrorCode::Missing;
    constexpr auto bad = ErrorCode::BadArguments;
    constexpr auto refused = ErrorCode::Refused;
    row("no authority", "nothing.pem", "", "", "", missing, "the file does not exist");
    row("no PEM", "text", "", "", "", bad, "the file contains no certificate");
    row("a folder", ".", "", "", "", bad, "not a file");
    row("no certificate", "authority.pem", "nothing.pem", "client.key", "", missing, "the file does not exist");
    row("certificate without key", "authority.pem", "client.pem", "", "", bad, "Set the key file too");
    row("key without certificate", "authority.pem", "", "client.key", "", bad, "Set the certificate file too");
    row("expired", "authority.pem", "expired.pem", "expired.key", "", bad, "the certificate expired on ");
    row("no key", "authority.pem", "client.pem", "nothing.key", "", missing, "the file does not exist");
    row("no key in it", "authority.pem", "client.pem", "text", "", bad, "the file contains no private key");
    row("spoilt key", "authority.pem", "client.pem", "spoilt.key", "", bad, "An RSA or EC key");
    row("another's key", "authority.pem", "client.pem", "other.key", "", bad,
        "the key cannot be used with the certificate");
    row("no password", "authority.pem", "client.pem", "client.locked", "", refused, "no password was given");
    row("wrong password", "authority.pem", "client.pem", "client.locked", "guess", refused,
        "the password of the key is wrong");
}

void TlsTrustTest::saysWhatIsWrong()
{
    QFETCH(QString, authority);
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QString, password);
    QFETCH(ErrorCode, code);
    QFETCH(QString, sentence);
    const auto path = [this](const QString& name) {
        return name.isEmpty() ? std::string() : m_files.file(name).toStdString();
    };
    const auto trust = readTlsTrust({path(authority), path(certificate), path(key), {}}, password.toStdString());
    QVERIFY(!trust);
    const auto reported = QString::fromStdString(describe(trust.error()));
    QVERIFY2(reported.contains(sentence), qPrintable(reported));
    QCOMPARE(printed(trust.error().code), printed(code));
    QCOMPARE(connect::isWrongKeyPassword(trust.error()), code == ErrorCode::Refused);
    QVERIFY(password.isEmpty() || !reported.contains(password));
}

} // namespace lockscope::test::tlsTrustTest

LOCKSCOPE_TEST(lockscope::test::tlsTrustTest::TlsTrustTest)
#include "TlsTrustTest.moc"
