// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A loop that a task keeps from its work for longer than the client library allows: the session and its connection
/// last as long as the server allows, and the log says how late the loop was.

#include "tests/support/Printed.h"
#include "tests/support/ServerFixture.h"
#include "tests/support/Test.h"
#include "tests/zk/LoggedClient.h"
#include "tests/zk/Relay.h"

#include <QRegularExpression>

#include <thread>

namespace lockscope::lateLoopTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// The client library gives up a connection after two thirds of it.
constexpr auto sessionTimeout = 3s;

/// Durations in a line: "2.1 s", "2100 ms".
std::vector<std::chrono::milliseconds> durationsIn(const std::string& line)
{
    static const QRegularExpression duration(QStringLiteral("(\\d+(?:\\.\\d+)?) (ms|s)\\b"));
    std::vector<std::chrono::milliseconds> found;
    for (auto it = duration.globalMatch(QString::fromStdString(line)); it.hasNext();) {
        const auto match = it.next();
        const double number = match.captured(1).toDouble() * (match.captured(2) == u"s" ? 1000 : 1);
        found.emplace_back(static_cast<qint64>(number));
    }
    return found;
}

/// True if a warning names a duration from `least` to `most`.
bool namesDuration(const LogLines& lines, std::chrono::milliseconds least, std::chrono::milliseconds most)
{
    for (const auto& line : lines.all()) {
        for (const auto duration : durationsIn(line)) {
            if (duration >= least && duration <= most)
                return true;
        }
    }
    return false;
}

} // namespace

class LateLoopTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    static void keepsItsConnection_data();
    void keepsItsConnection();

private:
    ServerFixture m_servers;
};

void LateLoopTest::initTestCase()
{
    const auto started = m_servers.start();
    QVERIFY_RESULT(started);
}

void LateLoopTest::keepsItsConnection_data()
{
    QTest::addColumn<std::chrono::milliseconds>("late");
    QTest::addRow("2.1 s") << 2100ms;
    QTest::addRow("2.7 s") << 2700ms;
}

void LateLoopTest::keepsItsConnection()
{
    QFETCH(const std::chrono::milliseconds, late);
    Relay relay(static_cast<quint16>(m_servers.servers().front().clientPort));
    const LogLines lines;
    const auto loop = makeClientLoop(lines.log());
    LoggedClient logged(*loop, {.servers = onThisMachine({relay.port()}), .sessionTimeout = sessionTimeout}, lines);
    QTRY_VERIFY(logged.isConnected());
    const auto before = logged.session();
    QCOMPARE(before.timeout, std::chrono::milliseconds(sessionTimeout));
    Duration blocked{};
    // In a reply: the server has just heard from the client, and its time begins.
    const auto blockedFor = logged.ask<void>([&](zk::Client& client, zk::Reply<void> reply) {
        client.sync("/", [&, reply = std::move(reply)](Result<void> synced) {
            const auto start = loop->clock().now();
            std::this_thread::sleep_for(late); // the fault
            blocked = loop->clock().now() - start;
            reply(std::move(synced));
        });
    });
    QVERIFY_RESULT(blockedFor);
    // On a stalled machine the session may have ended by right.
    QVERIFY2(blocked < sessionTimeout, millisecondsOf("the machine stalled", blocked).constData());
    const auto synced = logged.sync();
    QVERIFY_RESULT(synced);
    QCOMPARE(logged.session().id, before.id);
    QVERIFY(!logged.was(SessionState::Suspended));
    QCOMPARE(relay.accepted(), 1); // the connection was not cut
    QTRY_VERIFY_WITH_TIMEOUT(namesDuration(lines, late - 100ms, sessionTimeout + 2s), 5'000);
}

} // namespace lockscope::lateLoopTest

LOCKSCOPE_TEST(lockscope::lateLoopTest::LateLoopTest)
#include "LateLoopTest.moc"
