// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Dialer.h"

#include "tests/redis/TlsFiles.h"
#include "tests/redis/TlsServer.h"
#include "tests/redis/TransportUser.h"
#include "tests/support/Printed.h"
#include "tests/support/Test.h"

#include <fcntl.h>

#include <chrono>
#include <utility>

namespace lockscope::dialerTest {

using namespace lockscope::test;
using namespace std::chrono_literals;

/// Answers when the test says so.
class ManualDialer final : public redis::Dialer {
public:
    void dial(const redis::Address& server, Duration timeout, Reply<int> done) override
    {
        const std::lock_guard lock(m_mutex);
        m_server = server;
        m_timeout = timeout;
        m_done = std::move(done);
    }

    [[nodiscard]] bool isAsked() const
    {
        const std::lock_guard lock(m_mutex);
        return m_done != nullptr;
    }
    [[nodiscard]] redis::Address server() const
    {
        const std::lock_guard lock(m_mutex);
        return m_server;
    }
    [[nodiscard]] Duration timeout() const
    {
        const std::lock_guard lock(m_mutex);
        return m_timeout;
    }
    /// On the calling thread, which is not the loop's.
    void answer(const Result<int>& socket)
    {
        Reply<int> done;
        {
            const std::lock_guard lock(m_mutex);
            done = std::exchange(m_done, nullptr);
        }
        done(socket);
    }

private:
    mutable std::mutex m_mutex;
    redis::Address m_server;
    Duration m_timeout{};
    Reply<int> m_done;
};

/// Two connected sockets: the first is for the client and non-blocking.
class SocketPair final {
public:
    SocketPair()
    {
        m_isMade = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, m_sockets) == 0 &&
                   ::fcntl(m_sockets[0], F_SETFL, O_NONBLOCK) == 0;
    }
    ~SocketPair() { ::close(m_sockets[1]); }
    SocketPair(const SocketPair&) = delete;
    SocketPair& operator=(const SocketPair&) = delete;

    [[nodiscard]] bool isMade() const { return m_isMade; }
    /// The receiver closes it.
    [[nodiscard]] int ofClient() const { return m_sockets[0]; }
    [[nodiscard]] int ofServer() const { return m_sockets[1]; }

private:
    int m_sockets[2]{-1, -1};
    bool m_isMade = false;
};

/// A non-blocking socket connected to a port of this machine.
int connectedTo(std::uint16_t port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return -1;
    ::fcntl(socket, F_SETFL, O_NONBLOCK);
    return socket;
}

/// Transports whose connections are made by a dialer.
class DialerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(m_files.make()); }
    void passesTheAddressAndUsesTheSocket();
    void reportsTheReason();
    void closesASocketThatComesTooLate();
    void checksTheNameOfTheAddress();
    void limitsTheHandshakeToo();

private:
    TlsFiles m_files;
    EventLoop m_loop;
};

void DialerTest::passesTheAddressAndUsesTheSocket()
{
    const auto dialer = std::make_shared<ManualDialer>();
    const redis::Address announced{"cache1.inner", 7000, {}}; // a name that this machine need not know
    TransportUser user(m_loop, announced, {}, 20s, {}, dialer);
    QTRY_VERIFY(dialer->isAsked());
    QVERIFY(dialer->server() == announced);
    QVERIFY(dialer->timeout() > 0s && dialer->timeout() <= 20s);
    QVERIFY(!user.isOpen());
    const SocketPair pair;
    QVERIFY(pair.isMade());
    dialer->answer(pair.ofClient());
    QTRY_VERIFY(user.isOpen());
    user.send("there");
    QCOMPARE(printed(receiveSome(pair.ofServer())), "there");
    QVERIFY(sendAll(pair.ofServer(), "and back"));
    QTRY_COMPARE(printed(user.received()), "and back");
    QCOMPARE(printed(user.breach()), "");
}

void DialerTest::reportsTheReason()
{
    const auto dialer = std::make_shared<ManualDialer>();
    const TransportUser user(m_loop, tcpAddress(1), {}, 30s, {}, dialer);
    QTRY_VERIFY(dialer->isAsked());
    const Error reason{ErrorCode::TimedOut, "connect through SSH to", "gate", "no answer"};
    dialer->answer(failure(reason));
    QTRY_VERIFY(user.isClosed());
    QVERIFY(*user.closed() == reason);
    QVERIFY(!user.isOpen());
    QCOMPARE(printed(user.breach()), "");
}

void DialerTest::closesASocketThatComesTooLate()
{
    const auto dialer = std::make_shared<ManualDialer>();
    {
        const TransportUser user(m_loop, tcpAddress(1), {}, 30s, {}, dialer);
        QTRY_VERIFY(dialer->isAsked());
    }
    const SocketPair pair;
    dialer->answer(pair.ofClient());
    QCOMPARE(printed(receiveSome(pair.ofServer())), ""); // the end
}

/// Never that of the socket.
void DialerTest::checksTheNameOfTheAddress()
{
    const TlsServer server(m_files.server("names"), [](SSL& connection) { echoAll(connection); });
    QVERIFY(server.isPrepared());
    const auto dialer = std::make_shared<ManualDialer>();
    const auto tls = m_files.trusting("authority");
    TransportUser named(m_loop, {"cache1", 7000, {}}, tls, 30s, {}, dialer);
    QTRY_VERIFY(dialer->isAsked());
    dialer->answer(connectedTo(server.port()));
    QTRY_VERIFY(named.isOpen());
    named.send("x");
    QTRY_COMPARE(printed(named.received()), "x");
    QCOMPARE(printed(server.serverName()), "cache1");

    const TransportUser other(m_loop, {"cache2", 7000, {}}, tls, 30s, {}, dialer);
    QTRY_VERIFY(dialer->isAsked());
    dialer->answer(connectedTo(server.port()));
    QTRY_VERIFY(other.isClosed());
    QVERIFY(!other.isOpen());
    QVERIFY2(
        printed(other.reason()).startsWith("the server's certificate is for localhost, cache1 and not for cache2."),
        printed(other.reason()));
}

void DialerTest::limitsTheHandshakeToo()
{
    const auto dialer = std::make_shared<ManualDialer>();
    const TransportUser user(m_loop, {"cache1", 7000, {}}, m_files.trusting("authority"), 300ms, {}, dialer);
    QTRY_VERIFY(dialer->isAsked());
    const SocketPair silent;
    dialer->answer(silent.ofClient());
    QTRY_VERIFY(user.isClosed());
    QVERIFY2(printed(user.reason()).startsWith("the server did not complete the TLS handshake within 300 ms."),
             printed(user.reason()));
}

} // namespace lockscope::dialerTest

LOCKSCOPE_TEST(lockscope::dialerTest::DialerTest)
#include "DialerTest.moc"
