// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/SocketStream.h"
#include "core/redis/client/Transport.h"

#include "tests/redis/SocketServer.h"
#include "tests/redis/TransportUser.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <QTemporaryDir>

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>

namespace lockscope::socketTransportTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

/// The bytes of transports over TCP and unix sockets, and how they end.
class SocketTransportTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void echoes();
    void echoesOverAUnixSocket();
    void sendsOneTaskTogether();
    void sendsInOrderFromHandlers();
    void transfersMuchBothWays();
    void deliversWhatCameBeforeAReset();
    void serverClosesAtOnce();
    void serverResets();
    void writingToAClosedSocketIsNoSignal();
    void readsLittleInATurn();
    void oneServerDoesNotStarveOthers();
    void mayBeDestroyedInAHandler_data();
    void mayBeDestroyedInAHandler();

private:
    EventLoop m_loop;
};

void SocketTransportTest::echoes()
{
    const SocketServer server(echoAll);
    TransportUser user(m_loop, tcpAddress(server.port()), {}, 30s,
                       {.opened = [](TransportUser& self) { self.sendNow("first "); }});
    QTRY_VERIFY(user.isOpen());
    user.send("second");
    QTRY_COMPARE(printed(user.received()), "first second");
    QVERIFY(!user.isClosed());
    QCOMPARE(printed(user.breach()), "");
}

void SocketTransportTest::echoesOverAUnixSocket()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("redis.sock")).toStdString();
    const SocketServer server(echoAll, BoundSocket::Path{path});
    QVERIFY(server.isBound());
    TransportUser user(m_loop, unixAddress(path));
    QTRY_VERIFY(user.isOpen());
    user.send("over a file");
    QTRY_COMPARE(printed(user.received()), "over a file");
    QCOMPARE(printed(user.breach()), "");
}

/// The server's kernel counts the segments: with TCP_NODELAY each system call would be one at least.
void SocketTransportTest::sendsOneTaskTogether()
{
    std::promise<unsigned> segments;
    constexpr std::size_t count = 200;
    const SocketServer server([&](int socket) {
        std::size_t got = 0;
        while (got < count) {
            const auto bytes = receiveSome(socket);
            if (bytes.empty())
                break;
            got += bytes.size();
        }
        tcp_info info{};
        socklen_t length = sizeof info;
        ::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &length);
        segments.set_value(got == count ? info.tcpi_data_segs_in : 0);
    });
    const TransportUser user(m_loop, tcpAddress(server.port()), {}, 30s, {.opened = [](TransportUser& self) {
                                 for (std::size_t i = 0; i < count; ++i)
                                     self.sendNow("x");
                             }});
    QCOMPARE(segments.get_future().get(), 1u);
}

void SocketTransportTest::sendsInOrderFromHandlers()
{
    const SocketServer server(echoAll);
    int left = 100;
    TransportUser user(m_loop, tcpAddress(server.port()), {}, 30s,
                       {.opened = [](TransportUser& self) { self.sendNow("."); },
                        .received =
                            [&](TransportUser& self, std::string_view bytes) {
                                for (std::size_t i = 0; i < bytes.size() && left > 0; ++i, --left)
                                    self.sendNow(std::string(1, static_cast<char>('a' + left % 26)));
                            }});
    std::string expected = ".";
    for (int i = 100; i > 0; --i)
        expected += static_cast<char>('a' + i % 26);
    QTRY_COMPARE(printed(user.received()), printed(expected));
    QCOMPARE(printed(user.breach()), "");
}

/// The server begins to read when everything was sent, and then reads little at a time.
void SocketTransportTest::transfersMuchBothWays()
{
    std::promise<void> mayRead;
    const SocketServer server([&](int socket) {
        mayRead.get_future().wait();
        for (;;) {
            const auto bytes = receiveSome(socket, 10'000);
            if (bytes.empty() || !sendAll(socket, bytes))
                return;
        }
    });
    const auto bytes = manyBytes(64u << 20);
    TransportUser user(m_loop, tcpAddress(server.port()));
    QTRY_VERIFY(user.isOpen());
    user.send(bytes);
    m_loop.runAndWait([] {}); // the loop does not wait for the server
    mayRead.set_value();
    QTRY_COMPARE_WITH_TIMEOUT(user.receivedSize(), bytes.size(), 120'000);
    QVERIFY(user.received() == bytes);
    QVERIFY(!user.isClosed());
    QCOMPARE(printed(user.breach()), "");
}

/// More bytes than one turn reads, and the reset behind them: the loop reports an error only once. A unix socket keeps
/// them all, and is reset when it is closed with bytes of the client that were not read.
void SocketTransportTest::deliversWhatCameBeforeAReset()
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("redis.sock")).toStdString();
    const auto bytes = manyBytes(3 * redis::SocketStream::mostReadInATurn);
    std::promise<void> isBlocked;
    std::promise<void> wasReset;
    const SocketServer server(
        [&](int socket) {
            char first = 0;
            static_cast<void>(::recv(socket, &first, 1, MSG_PEEK));
            isBlocked.get_future().wait();
            const int large = 1 << 20;
            ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
            static_cast<void>(sendAll(socket, bytes));
            const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
            ::dup2(nothing, socket); // closes the socket
            ::close(nothing);
            wasReset.set_value();
        },
        BoundSocket::Path{path});
    TransportUser user(m_loop, unixAddress(path));
    QTRY_VERIFY(user.isOpen());
    user.send("not read");
    m_loop.runAndWait([] {});
    m_loop.runAndWait([&] {
        isBlocked.set_value();
        wasReset.get_future().wait();
    });
    QTRY_VERIFY(user.isClosed());
    QVERIFY(user.received() == bytes);
    QCOMPARE(printed(user.reason()), "the server reset the connection");
    QCOMPARE(printed(user.breach()), "");
}

void SocketTransportTest::serverClosesAtOnce()
{
    const SocketServer server(closeNow);
    const TransportUser user(m_loop, tcpAddress(server.port()));
    QTRY_VERIFY(user.isClosed());
    QVERIFY(user.isOpen());
    const auto error = user.closed().value_or(Error{});
    QCOMPARE(printed(error.code), "ConnectionLoss");
    QCOMPARE(printed(error.detail), "the server closed the connection");
    QCOMPARE(printed(error.path), printed("127.0.0.1:" + std::to_string(server.port())));
    QCOMPARE(printed(user.breach()), "");
}

void SocketTransportTest::serverResets()
{
    const SocketServer server([](int socket) {
        static_cast<void>(receiveSome(socket));
        sockaddr noServer{};
        noServer.sa_family = AF_UNSPEC;
        static_cast<void>(::connect(socket, &noServer, sizeof noServer)); // resets the connection
    });
    TransportUser user(m_loop, tcpAddress(server.port()));
    QTRY_VERIFY(user.isOpen());
    user.send("x");
    QTRY_COMPARE(printed(user.reason()), "the server reset the connection");
    QCOMPARE(printed(user.breach()), "");
}

/// The end is found by the next read, after the write that fails.
void SocketTransportTest::writingToAClosedSocketIsNoSignal()
{
    std::promise<std::string> ended;
    std::shared_ptr<redis::SocketStream> stream;
    m_loop.runAndWait([&] {
        int ends[2] = {-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) != 0)
            return;
        ::close(ends[1]);
        stream = std::make_shared<redis::SocketStream>(
            m_loop, redis::SocketHandle(ends[0]),
            redis::SocketStream::Handlers{[](std::string_view) {}, [] {}, [] {},
                                          [&](const std::string& reason) { ended.set_value(reason); }});
        stream->start();
        stream->outgoing().append("x");
        stream->flush();
    });
    QVERIFY(stream);
    QCOMPARE(printed(ended.get_future().get()), "the server closed the connection");
    m_loop.runAndWait([&] { stream.reset(); });
}

/// Every task that is due runs between two parts of what a server has sent.
void SocketTransportTest::readsLittleInATurn()
{
    constexpr auto most = redis::SocketStream::mostReadInATurn;
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("redis.sock")).toStdString();
    const auto bytes = manyBytes(4 * most);
    std::promise<void> isBlocked;
    std::promise<void> wasSent;
    const SocketServer server(
        [&](int socket) {
            isBlocked.get_future().wait();
            const int large = 1 << 20;
            ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
            static_cast<void>(sendAll(socket, bytes));
            wasSent.set_value();
            static_cast<void>(receiveSome(socket));
        },
        BoundSocket::Path{path});
    const TransportUser user(m_loop, unixAddress(path));
    QTRY_VERIFY(user.isOpen());
    std::size_t before = 0;
    std::size_t largest = 0;
    std::promise<void> isDone;
    const Task onEachTurn = [&] {
        const auto now = user.receivedSize();
        largest = std::max(largest, now - before);
        before = now;
        if (now < bytes.size())
            m_loop.post(onEachTurn);
        else
            isDone.set_value();
    };
    m_loop.runAndWait([&] {
        isBlocked.set_value();
        wasSent.get_future().wait();
        m_loop.post(onEachTurn);
    });
    isDone.get_future().wait();
    QVERIFY2(largest <= 2 * most, printed(std::to_string(largest)));
    QVERIFY(user.received() == bytes);
}

void SocketTransportTest::oneServerDoesNotStarveOthers()
{
    std::atomic<bool> mayEnd = false;
    const SocketServer flood([&](int socket) {
        const std::string bytes(1 << 20, 'x');
        while (!mayEnd && sendAll(socket, bytes)) {
        }
    });
    constexpr auto mostFlooded = std::size_t(16) << 30;
    std::atomic<std::size_t> flooded = 0;
    std::atomic<std::size_t> largest = 0;
    const SocketServer echo(echoAll);
    const TransportUser sink(m_loop, tcpAddress(flood.port()), {}, 30s,
                             {.keepsReceived = false, .received = [&](TransportUser& self, std::string_view bytes) {
                                  flooded += bytes.size();
                                  largest = std::max(largest.load(), bytes.size());
                                  if (flooded > mostFlooded)
                                      self.close(); // or the loop would never end if the test fails
                              }});
    QTRY_VERIFY(flooded > 0);
    std::atomic<int> rounds = 0;
    const TransportUser player(m_loop, tcpAddress(echo.port()), {}, 30s,
                               {.opened = [](TransportUser& self) { self.sendNow("x"); },
                                .received =
                                    [&](TransportUser& self, std::string_view) {
                                        if (++rounds < 200)
                                            self.sendNow("x");
                                    }});
    QTRY_VERIFY(rounds == 200);
    mayEnd = true;
    QVERIFY(largest <= redis::SocketStream::mostReadInATurn);
    QVERIFY(flooded <= mostFlooded && !sink.isClosed());
}

void SocketTransportTest::mayBeDestroyedInAHandler_data()
{
    QTest::addColumn<int>("handler");
    QTest::newRow("opened") << 0;
    QTest::newRow("received") << 1;
    QTest::newRow("closed") << 2;
}

void SocketTransportTest::mayBeDestroyedInAHandler()
{
    QFETCH(const int, handler);
    std::promise<void> ended;
    const SocketServer server([&](int socket) {
        static_cast<void>(sendAll(socket, std::string(200'000, 'x')));
        if (handler == 2)
            return;
        while (!receiveSome(socket).empty()) {
        }
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
    const TransportUser user(m_loop, tcpAddress(server.port()), {}, 30s, also);
    ended.get_future().wait();
    m_loop.runAndWait([] {});
    QCOMPARE(user.isClosed(), handler == 2);
    QCOMPARE(printed(user.breach()), "");
}

} // namespace lockscope::socketTransportTest

LOCKSCOPE_TEST(lockscope::socketTransportTest::SocketTransportTest)
#include "SocketTransportTest.moc"
