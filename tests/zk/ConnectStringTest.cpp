// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ConnectString.h"
#include "tests/support/Test.h"

namespace lockscope::zk::connectStringTest {

class ConnectStringTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
};

void ConnectStringTest::parses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("servers"); ///< as shown
    QTest::addColumn<QString>("chroot");
    QTest::addColumn<QString>("forClient");
    const auto row = [](const char* name, const char* text, const char* servers, const char* chroot,
                        const char* forClient) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(servers).split(QLatin1Char(' '))
                            << QString::fromLatin1(chroot) << QString::fromLatin1(forClient);
    };
    row("one", "zk1:2181", "zk1:2181", "", "zk1:2181");
    row("the usual port", "zk1", "zk1:2181", "", "zk1:2181");
    row("three and a chroot", "zk1:1,zk2:2,zk3:65535/app/one", "zk1:1 zk2:2 zk3:65535", "/app/one",
        "zk1:1,zk2:2,zk3:65535/app/one");
    row("blanks", " zk1:2181 , zk2 ", "zk1:2181 zk2:2181", "", "zk1:2181,zk2:2181");
    row("the root as chroot", "zk1:2181/", "zk1:2181", "", "zk1:2181");
    row("IPv4", "127.0.0.1:2182", "127.0.0.1:2182", "", "127.0.0.1:2182");
    row("IPv6", "[::1]:2182,[2001:db8::7]", "[::1]:2182 [2001:db8::7]:2181", "", "::1:2182,2001:db8::7:2181");
    row("IPv6 with a zone", "[fe80::1%eth0]:2182/a", "[fe80::1%eth0]:2182", "/a", "fe80::1%eth0:2182/a");
}

void ConnectStringTest::parses()
{
    QFETCH(QString, text);
    QFETCH(QStringList, servers);
    QFETCH(QString, chroot);
    QFETCH(QString, forClient);
    const auto result = parseConnectString(text.toStdString());
    QVERIFY_RESULT(result);
    QStringList shown;
    for (const auto& server : result->servers)
        shown += QString::fromStdString(toString(server));
    QCOMPARE(shown, servers);
    QCOMPARE(QString::fromStdString(result->chroot), chroot);
    QCOMPARE(QString::fromStdString(result->text()), forClient);
}

void ConnectStringTest::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const char* text, const char* reason) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(reason);
    };
    row("nothing", "", "no server is given");
    row("blanks", "  ", "no server is given");
    row("only a chroot", "/app", "a server name is missing");
    row("comma at the end", "zk1:2181,", "a server name is missing");
    row("two commas", "zk1,,zk2", "a server name is missing");
    row("no host", ":2181", "is not a host name");
    row("blank within", "zk 1:2181", "is not a host name");
    row("no port after the colon", "zk1:", "invalid port in ");
    row("port zero", "zk1:0", "invalid port in ");
    row("port too large", "zk1:65536", "invalid port in ");
    row("negative port", "zk1:-1", "invalid port in ");
    row("port in words", "zk1:client", "invalid port in ");
    row("something after the port", "zk1:2181x", "invalid port in ");
    row("IPv6 without brackets", "::1:2181", "in brackets");
    row("bracket left open", "[::1:2181", "in brackets");
    row("not IPv6", "[zk1]:2181", "in brackets");
    row("something after the bracket", "[::1]2181", "invalid port in ");
    row("chroot with a slash at its end", "zk1:2181/app/", "ends with \"/\"");
    row("chroot with an empty component", "zk1:2181//app", "empty component");
    row("a URL", "zk://zk1:2181", "a URL is not accepted: remove \"zk://\"");
}

void ConnectStringTest::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const auto result = parseConnectString(text.toStdString());
    QVERIFY(!result);
    QVERIFY(result.error().code == ErrorCode::BadArguments);
    QCOMPARE(QString::fromStdString(result.error().path), text);
    QVERIFY2(QString::fromStdString(result.error().detail).contains(reason), result.error().detail.c_str());
}

} // namespace lockscope::zk::connectStringTest

LOCKSCOPE_TEST(lockscope::zk::connectStringTest::ConnectStringTest)
#include "ConnectStringTest.moc"
