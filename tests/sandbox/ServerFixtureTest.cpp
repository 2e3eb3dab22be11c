// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ServerFixture.h"
#include "tests/support/FourLetters.h"
#include "tests/support/Test.h"

#include <QFile>

namespace lockscope::serverFixtureTest {

using namespace lockscope::test;

/// No event loop runs in these tests: the fixture must not need the test's own.
class ServerFixtureTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void servesAndLeavesNothing();
    void killAndStartWaitForTheirEffect();
    void answersReadsWithoutQuorum();
    void saysWhyItDoesNotStart();
};

void ServerFixtureTest::servesAndLeavesNothing()
{
    QString folder;
    {
        ServerFixture fixture;
        QVERIFY(fixture.start().has_value());
        folder = fixture.folder();
        QVERIFY(QFile::exists(folder));
        const int port = fixture.servers().at(0).clientPort;
        QCOMPARE(fixture.connectString(), QStringLiteral("127.0.0.1:%1").arg(port));
        QCOMPARE(answerOf(port, "ruok"), QByteArray("imok"));
        const QString first = fixture.uniquePath();
        QVERIFY(first.startsWith(u'/'));
        QVERIFY(first != fixture.uniquePath());
    }
    QVERIFY(!QFile::exists(folder));
}

void ServerFixtureTest::killAndStartWaitForTheirEffect()
{
    ServerFixture fixture;
    QVERIFY(fixture.start().has_value());
    const int port = fixture.servers().at(0).clientPort;
    QVERIFY(fixture.killServer().has_value());
    QVERIFY(answerOf(port, "ruok").isEmpty());
    QVERIFY(fixture.killServer().has_value()); // already stopped: no wait
    QVERIFY(fixture.startServer().has_value());
    QVERIFY(answerOf(port, "srvr").contains("Mode: standalone"));
    QVERIFY(fixture.pauseServer());
    // The signal reaches the server's threads one after the other; one may still answer.
    QTRY_VERIFY(answerOf(port, "ruok", 300).isEmpty());
    QVERIFY(fixture.killServer().has_value()); // a paused one ends too
}

void ServerFixtureTest::answersReadsWithoutQuorum()
{
    ServerFixture fixture({.servers = 3, .readOnlyMode = true});
    QVERIFY(fixture.start().has_value());
    const int port = fixture.servers().at(0).clientPort;
    QCOMPARE(answerOf(port, "isro"), QByteArray("rw"));
    QVERIFY(fixture.killServer(1).has_value());
    QVERIFY(fixture.killServer(2).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(answerOf(port, "isro"), QByteArray("ro"), 40'000);
    QVERIFY(fixture.startServer(1).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(answerOf(port, "isro"), QByteArray("rw"), 40'000);
}

void ServerFixtureTest::saysWhyItDoesNotStart()
{
    ServerFixture fixture({.servers = 5});
    const Result<void> started = fixture.start();
    QVERIFY(!started.has_value());
    QVERIFY(started.error().code == ErrorCode::BadArguments);
    QVERIFY(fixture.connectString().isEmpty());
}

} // namespace lockscope::serverFixtureTest

LOCKSCOPE_TEST(lockscope::serverFixtureTest::ServerFixtureTest)
#include "ServerFixtureTest.moc"
