// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Requests that are cancelled before they are answered.

#include "core/sources/zookeeper/servers/StatusEndpoints.h"
#include "tests/support/Test.h"

#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>

#include <memory>

namespace lockscope::statusEndpointsTest {

using namespace lockscope::ensemble;

class StatusEndpointsTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dropsWhatIsOpen_data()
    {
        QTest::addColumn<bool>("asksWord");
        QTest::newRow("a word") << true;
        QTest::newRow("the AdminServer") << false;
    }
    void dropsWhatIsOpen()
    {
        QFETCH(bool, asksWord);
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost, 0));
        auto statusEndpoints = std::make_unique<StatusEndpoints>();
        int answers = 0;
        const auto note = [&](const EndpointAnswer&) { ++answers; };
        const StatusEndpoints::Limits limits{.time = std::chrono::minutes(1), .bytes = 1'000};
        if (asksWord)
            statusEndpoints->askWord({"127.0.0.1", server.serverPort()}, "cons", limits, note);
        else
            statusEndpoints->askAdmin({"127.0.0.1", server.serverPort()}, "connections", limits, note);
        // In the middle: part of an answer has arrived, but not the end.
        QTRY_VERIFY(server.hasPendingConnections());
        const std::unique_ptr<QTcpSocket> said(server.nextPendingConnection());
        QTRY_VERIFY(said->bytesAvailable() > 0);
        said->write(asksWord ? " /127.0.0.1:4" : "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{");
        QVERIFY(said->waitForBytesWritten());
        QTest::qWait(0);
        statusEndpoints.reset();
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(answers, 0);
    }
};

} // namespace lockscope::statusEndpointsTest

LOCKSCOPE_TEST(lockscope::statusEndpointsTest::StatusEndpointsTest)
#include "StatusEndpointsTest.moc"
