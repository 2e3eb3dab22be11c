// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Transport.h"

#include "tests/redis/SocketServer.h"
#include "tests/redis/TransportUser.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"
#include "tests/zk/NameService.h"

#include <QTemporaryDir>

#include <netinet/in.h>
#include <sys/socket.h>

#include <array>

namespace lockscope::socketConnectingTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace {

/// A TCP port whose host does not answer: the queue of the listener is full, so the kernel drops what would connect.
class SilentPort final {
public:
    explicit SilentPort(const std::string& address)
        : m_listener(address)
    {
        m_listener.listen(0);
        sockaddr_in to{};
        socklen_t length = sizeof to;
        ::getsockname(m_listener.get(), reinterpret_cast<sockaddr*>(&to), &length);
        for (auto& socket : m_fillers) {
            socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
            static_cast<void>(::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to));
        }
    }
    ~SilentPort()
    {
        for (const int socket : m_fillers)
            ::close(socket);
    }
    SilentPort(const SilentPort&) = delete;
    SilentPort& operator=(const SilentPort&) = delete;

    [[nodiscard]] std::uint16_t number() const { return m_listener.port(); }

private:
    BoundSocket m_listener;
    std::array<int, 4> m_fillers{};
};

} // namespace

/// How transports find servers, and what they say of those that they do not reach.
class SocketConnectingTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusedPort();
    void silentHostEndsWithTheTimeout();
    void hostNotFound();
    void slowNameEndsWithTheTimeout();
    void nextAddressAfterARefusal();
    void nextAddressAfterSilence();
    void namesTheProblemOfEachAddress();
    void unixSocketThatFails_data();
    void unixSocketThatFails();
    void waitsForAFullUnixSocket();
    void mayBeDestroyedWhileItConnects();

private:
    EventLoop m_loop;
};

void SocketConnectingTest::refusedPort()
{
    const BoundSocket port("127.0.0.1");
    const TransportUser user(m_loop, tcpAddress(port.port()));
    QTRY_VERIFY(user.isClosed());
    QVERIFY(!user.isOpen());
    const auto error = user.closed().value_or(Error{});
    QCOMPARE(printed(error.code), "NoConnection");
    QCOMPARE(printed(describe(error)), printed("Cannot connect to \"127.0.0.1:" + std::to_string(port.port()) +
                                               "\": no connection: connection refused. Check that a server listens on "
                                               "this port"));
    QCOMPARE(printed(user.breach()), "");
}

void SocketConnectingTest::silentHostEndsWithTheTimeout()
{
    const SilentPort silent("127.0.0.1");
    const auto since = m_loop.clock().now();
    const TransportUser user(m_loop, tcpAddress(silent.number()), {}, 300ms);
    QTRY_VERIFY(user.isClosed());
    QVERIFY(m_loop.clock().now() - since >= 300ms);
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QCOMPARE(printed(user.reason()), "no answer within 300 ms");
    QCOMPARE(printed(user.breach()), "");
}

void SocketConnectingTest::hostNotFound()
{
    makeUpName("missing.test", {});
    const TransportUser user(m_loop, tcpAddress(6379, "missing.test"));
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QVERIFY2(printed(user.reason()).startsWith("host not found: missing.test ("), printed(user.reason()));
    QCOMPARE(printed(user.breach()), "");
}

void SocketConnectingTest::slowNameEndsWithTheTimeout()
{
    makeUpName("slow.test", {.addresses = {"127.0.0.1"}, .delay = 3s});
    const TransportUser user(m_loop, tcpAddress(6379, "slow.test"), {}, 200ms);
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.reason()),
             "the addresses of \"slow.test\" were not found within 200 ms. Check the name servers");
    QCOMPARE(printed(user.breach()), "");
}

/// At once: a pause after each of these addresses would take five seconds.
void SocketConnectingTest::nextAddressAfterARefusal()
{
    const SocketServer server(echoAll, "127.0.0.1");
    MadeUpName name;
    for (int i = 2; i < 22; ++i)
        name.addresses.push_back("127.0.0." + std::to_string(i));
    name.addresses.emplace_back("127.0.0.1");
    makeUpName("last-of-many.test", name);
    const auto since = m_loop.clock().now();
    std::optional<TransportUser> user;
    m_loop.runAndWait([&] { // one task: it is not open yet when bytes are sent
        user.emplace(m_loop, tcpAddress(server.port(), "last-of-many.test"));
        user->sendNow("x");
    });
    QTRY_VERIFY(user->isOpen());
    QVERIFY(m_loop.clock().now() - since < 3s);
    user->send("y");
    QTRY_COMPARE(printed(user->received()), "y");
    QCOMPARE(printed(user->breach()), "");
}

void SocketConnectingTest::nextAddressAfterSilence()
{
    const SilentPort silent("127.0.0.2");
    const SocketServer server(echoAll, "127.0.0.1", silent.number());
    QVERIFY(server.isBound());
    makeUpName("first-is-silent.test", {.addresses = {"127.0.0.2", "127.0.0.1"}});
    for (const Duration timeout : {Duration(30s), Duration(2s)}) {
        const auto since = m_loop.clock().now();
        const TransportUser user(m_loop, tcpAddress(silent.number(), "first-is-silent.test"), {}, timeout);
        QTRY_VERIFY(user.isOpen() || user.isClosed());
        QCOMPARE(printed(user.reason()), "");
        QVERIFY(m_loop.clock().now() - since >= 250ms); // RFC 8305
        QVERIFY(m_loop.clock().now() - since < timeout);
        QCOMPARE(printed(user.breach()), "");
    }
}

void SocketConnectingTest::namesTheProblemOfEachAddress()
{
    const SilentPort silent("127.0.0.2");
    const BoundSocket refusing("127.0.0.1", silent.number());
    QVERIFY(refusing.isBound());
    makeUpName("both-fail.test", {.addresses = {"127.0.0.2", "127.0.0.1"}});
    const TransportUser user(m_loop, tcpAddress(silent.number(), "both-fail.test"), {}, 400ms);
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.reason()), "127.0.0.2: no answer within 400 ms, 127.0.0.1: connection refused. Check that a "
                                     "server listens on this port");
    QCOMPARE(printed(user.breach()), "");
}

void SocketConnectingTest::unixSocketThatFails_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("reason");
    QTest::newRow("missing") << QStringLiteral("missing.sock")
                             << QStringLiteral("the unix socket does not exist. Check the path, and that the server "
                                               "runs");
    QTest::newRow("without a server") << QStringLiteral("left.sock")
                                      << QStringLiteral("connection refused. No server listens on this unix socket");
    QTest::newRow("too long") << QString(200, QLatin1Char('x'))
                              << QStringLiteral("the path is too long for a unix socket");
}

void SocketConnectingTest::unixSocketThatFails()
{
    QFETCH(const QString, name);
    QFETCH(const QString, reason);
    const QTemporaryDir folder;
    const BoundSocket left(BoundSocket::Path{folder.filePath(QStringLiteral("left.sock")).toStdString()});
    QVERIFY(left.isBound());
    const TransportUser user(m_loop, unixAddress(folder.filePath(name).toStdString()));
    QTRY_VERIFY(user.isClosed());
    QCOMPARE(printed(user.closed().value_or(Error{}).code), "NoConnection");
    QCOMPARE(printed(user.reason()), reason.toUtf8());
    QCOMPARE(printed(user.breach()), "");
}

/// The kernel answers "try again" for a unix socket whose queue is full, and does not report when that ends.
void SocketConnectingTest::waitsForAFullUnixSocket()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("full.sock")).toStdString();
    const BoundSocket listener(BoundSocket::Path{path});
    listener.listen(0);
    const TransportUser first(m_loop, unixAddress(path));
    QTRY_VERIFY(first.isOpen());
    const TransportUser late(m_loop, unixAddress(path), {}, 100ms);
    QTRY_COMPARE(printed(late.reason()), "no answer within 100 ms");
    const TransportUser second(m_loop, unixAddress(path));
    QVERIFY(!second.isOpen());
    ::close(::accept(listener.get(), nullptr, nullptr));
    QTRY_VERIFY(second.isOpen());
    QCOMPARE(printed(second.breach()), "");
}

void SocketConnectingTest::mayBeDestroyedWhileItConnects()
{
    makeUpName("late.test", {.addresses = {"127.0.0.1"}, .delay = 50ms});
    const SilentPort silent("127.0.0.1");
    {
        const TransportUser naming(m_loop, tcpAddress(silent.number(), "late.test"));
        const TransportUser connecting(m_loop, tcpAddress(silent.number()));
        m_loop.runAndWait([] {});
        QVERIFY(!naming.isClosed() && !connecting.isClosed());
    }
    // Waits for the same lookup as the first one.
    const TransportUser again(m_loop, tcpAddress(silent.number(), "late.test"), {}, 500ms);
    QTRY_COMPARE(printed(again.reason()), "no answer within 500 ms");
    QCOMPARE(lookUpsOf("late.test"), 1);
}

} // namespace lockscope::socketConnectingTest

LOCKSCOPE_TEST(lockscope::socketConnectingTest::SocketConnectingTest)
#include "SocketConnectingTest.moc"
