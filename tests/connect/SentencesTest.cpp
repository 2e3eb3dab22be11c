// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The message about a refusal, and the arguments of ssh.

#include "core/connect/ForeignText.h"
#include "core/connect/SshCommand.h"
#include "core/connect/TlsRefusal.h"

#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <algorithm>

namespace lockscope::test::sentencesTest {

using namespace connect;

class SentencesTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void asksSshForSocketsAlone();
    void refusesDestinations_data();
    void refusesDestinations();
    void refusesServerNames();
    void missesConfiguration();
    void explainsSsh_data();
    void explainsSsh();
    void explainsUnreachedServer();
    void explainsHandshakes_data();
    void explainsHandshakes();
    void takesNothingOfStrangersAsItIs();
};

void SentencesTest::asksSshForSocketsAlone()
{
    const auto arguments = sshArguments({"me@gate", ""}, {{"zk1", 2181}, {"fe80::1", 2182}}, QStringLiteral("/tmp/x"));
    QVERIFY(arguments.contains(QStringLiteral("/tmp/x/0:zk1:2181")));
    QVERIFY(arguments.contains(QStringLiteral("/tmp/x/1:[fe80::1]:2182")));
    QVERIFY(arguments.contains(QStringLiteral("BatchMode=yes")));
    QVERIFY(!arguments.contains(QStringLiteral("-F")));
    // The user's configuration decides which host keys are trusted.
    QVERIFY(std::none_of(arguments.begin(), arguments.end(),
                         [](const QString& one) { return one.contains(u"HostKeyChecking"); }));
    QCOMPARE(arguments.mid(arguments.size() - 2), QStringList({QStringLiteral("--"), QStringLiteral("me@gate")}));
}

void SentencesTest::refusesDestinations_data()
{
    QTest::addColumn<QString>("destination");
    QTest::newRow("none") << QString();
    QTest::newRow("an option") << QStringLiteral("-oProxyCommand=touch /tmp/x");
    QTest::newRow("two words") << QStringLiteral("gate touch");
    QTest::newRow("two lines") << QStringLiteral("gate\ntouch");
}

void SentencesTest::refusesDestinations()
{
    QFETCH(QString, destination);
    const auto checked = checkSshSettings({destination.toStdString(), {}}, {{"zk1", 2181}});
    QVERIFY(!checked);
    QCOMPARE(printed(checked.error().code), printed(ErrorCode::BadArguments));
    QVERIFY(QString::fromStdString(describe(checked.error())).contains(u"Use user@host"));
}

void SentencesTest::refusesServerNames()
{
    QVERIFY(checkSshSettings({"gate", {}}, {{"zk-1.a_b", 2181}, {"::1", 2181}}));
    for (const char* const host : {"", "a/b", "zk1 x", "zk1\n"})
        QVERIFY2(!checkSshSettings({"gate", {}}, {{host, 2181}}), host);
}

void SentencesTest::missesConfiguration()
{
    const auto checked = checkSshSettings({"gate", "/nonexistent/config"}, {{"zk1", 2181}});
    QVERIFY(!checked);
    QCOMPARE(printed(checked.error().code), printed(ErrorCode::Missing));
    QVERIFY(QString::fromStdString(checked.error().detail).contains(u"/nonexistent/config"));
}

void SentencesTest::explainsSsh_data()
{
    QTest::addColumn<QByteArray>("complaints");
    QTest::addColumn<QString>("words");
    QTest::newRow("no key") << QByteArray("me@gate: Permission denied (publickey).\r\n") << QStringLiteral("ssh-add");
    QTest::newRow("unknown host key") << QByteArray("No ED25519 host key is known for gate and you have requested "
                                                    "strict checking.\nHost key verification failed.\n")
                                      << QStringLiteral("Connect once in a terminal");
    QTest::newRow("no name") << QByteArray("ssh: Could not resolve hostname gate: Name or service not known\n")
                             << QStringLiteral("No such host");
    QTest::newRow("nobody") << QByteArray("ssh: connect to host gate port 22: Connection refused\n")
                            << QStringLiteral("No SSH server listens on this port");
    QTest::newRow("the last trouble") << QByteArray("Warning: Permission denied (publickey).\n"
                                                    "ssh: connect to host gate port 22: Connection refused\n")
                                      << QStringLiteral("No SSH server listens on this port");
    QTest::newRow("a last line that says little")
        << QByteArray("me@gate: Permission denied (publickey).\nbye\n") << QStringLiteral("ssh-add");
    QTest::newRow("unheard of") << QByteArray("Something new.\n") << QStringLiteral("Something new.");
    QTest::newRow("silence") << QByteArray() << QStringLiteral("without a message");
}

void SentencesTest::explainsSsh()
{
    QFETCH(QByteArray, complaints);
    QFETCH(QString, words);
    const auto sentence = QString::fromStdString(whySshFailed({"me@gate", {}}, complaints));
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
    QVERIFY2(sentence.endsWith(u". To test the connection, run: ssh me@gate"), qPrintable(sentence));
}

void SentencesTest::explainsUnreachedServer()
{
    QCOMPARE(whySshReachedNoTarget("Warning: something\n"), std::string());
    const auto sentence = QString::fromStdString(
        whySshReachedNoTarget("Warning: something\nchannel 2: open failed: connect failed: Connection refused\n"));
    QVERIFY2(sentence.contains(u"(connect failed: Connection refused)"), qPrintable(sentence));
}

void SentencesTest::explainsHandshakes_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<bool>("hasCertificate");
    QTest::addColumn<QString>("sentence");
    const auto required = QStringLiteral("SSL routines::tlsv13 alert certificate required");
    QTest::newRow("demanded") << required << false << QStringLiteral("requires a client certificate");
    QTest::newRow("not taken") << required << true << QStringLiteral("rejects the client certificate");
    QTest::newRow("no TLS") << QStringLiteral("SSL routines::wrong version number") << false
                            << QStringLiteral(
                                   "answers without TLS (SSL routines::wrong version number). Use a port with TLS");
    const auto vague = QStringLiteral("SSL routines::sslv3 alert handshake failure");
    const auto orCipher = QStringLiteral(", or allows no cipher of this client (%1). ").arg(vague);
    QTest::newRow("demanded or no cipher")
        << vague << false
        << QStringLiteral("requires a client certificate") + orCipher + QStringLiteral("Set a certificate and its key");
    QTest::newRow("not taken or no cipher")
        << vague << true
        << QStringLiteral("rejects the client certificate") + orCipher +
               QStringLiteral("Use a certificate from a CA in the server's trust store");
    QTest::newRow("unheard of") << QStringLiteral("something new") << false << QStringLiteral("something new");
}

void SentencesTest::explainsHandshakes()
{
    QFETCH(QString, words);
    QFETCH(bool, hasCertificate);
    QFETCH(QString, sentence);
    TlsSettings settings;
    if (hasCertificate)
        settings.certificateFile = "client.pem";
    const auto reported = QString::fromStdString(whyHandshakeEnded(words, settings));
    QVERIFY2(reported.contains(sentence), qPrintable(reported));
}

void SentencesTest::takesNothingOfStrangersAsItIs()
{
    QCOMPARE(foreignText(QStringLiteral("a\x1b[31mb\r\n c\u202e")), std::string("a [31mb c"));
    QVERIFY(foreignText(QString(10'000, u'x')).size() < 400);
}

} // namespace lockscope::test::sentencesTest

LOCKSCOPE_TEST(lockscope::test::sentencesTest::SentencesTest)
#include "SentencesTest.moc"
