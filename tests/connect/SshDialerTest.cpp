// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/SshDialer.h"

#include "tests/connect/SshProcesses.h"
#include "tests/connect/SshServer.h"
#include "tests/support/BlockingAnswer.h"
#include "tests/support/DeadPort.h"
#include "tests/support/Printed.h"
#include "tests/support/RedisServers.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFileInfo>

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace lockscope::test::sshDialerTest {

using connect::SshDialer;
using namespace std::chrono_literals;

/// Connections to a real server through an SSH server of the test's own.
class SshDialerTest final : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanup() { QVERIFY(sshProcesses().isEmpty()); }
    void connectsByOneSshProcess();
    void isClosedToOtherUsers();
    void saysThatTheServerIsNotReached_data();
    void saysThatTheServerIsNotReached();
    void saysWhyItIsNotLetIn_data();
    void saysWhyItIsNotLetIn();
    void endsAfterTheTimeout();
    void failuresKeepTheirReasons();
    void startsSshAgainWhenItEnds();
    void failsOpenDialsAtTheEnd();

private:
    [[nodiscard]] connect::SshSettings settings(const char* destination = "gate") const
    {
        return {destination, m_ssh.configFile()};
    }
    [[nodiscard]] redis::Address server() const
    {
        return {"localhost", static_cast<std::uint16_t>(m_server.port()), {}};
    }

    SshServer m_ssh;
    RedisServers m_server;
};

/// A connected socket.
class Dialled final {
public:
    Dialled(SshDialer& dialer, const redis::Address& server, Duration timeout = 30s)
    {
        BlockingAnswer<int> answer;
        dialer.dial(server, timeout, answer.reply());
        m_socket = answer.get(60s);
    }
    ~Dialled()
    {
        if (m_socket)
            ::close(*m_socket);
    }
    Dialled(const Dialled&) = delete;
    Dialled& operator=(const Dialled&) = delete;

    [[nodiscard]] const Result<int>& socket() const { return m_socket; }
    [[nodiscard]] QByteArray reason() const { return m_socket ? QByteArray() : printed(describe(m_socket.error())); }

    /// The answer of a Redis server to PING.
    [[nodiscard]] QByteArray ping() const
    {
        if (::send(*m_socket, "PING\r\n", 6, MSG_NOSIGNAL) != 6)
            return "(end)";
        QByteArray received;
        pollfd wait{*m_socket, POLLIN, 0};
        while (!received.endsWith('\n') && ::poll(&wait, 1, 30'000) == 1) {
            char bytes[64];
            const auto got = ::recv(*m_socket, bytes, sizeof bytes, 0);
            if (got <= 0)
                return received + "(end)";
            received.append(bytes, got);
        }
        return received;
    }

private:
    Result<int> m_socket = failure(ErrorCode::System, {});
};

void SshDialerTest::initTestCase()
{
    QVERIFY_RESULT(m_server.start());
    QVERIFY(m_ssh.prepare());
    QVERIFY(m_ssh.start());
}

void SshDialerTest::connectsByOneSshProcess()
{
    SshDialer dialer(settings());
    const Dialled one(dialer, server());
    QVERIFY2(one.socket(), one.reason());
    QCOMPARE(::fcntl(*one.socket(), F_GETFL) & O_NONBLOCK, O_NONBLOCK);
    const Dialled other(dialer, {"127.0.0.1", server().port, {}});
    QVERIFY2(other.socket(), other.reason());
    QCOMPARE(one.ping(), QByteArray("+PONG\r\n"));
    QCOMPARE(other.ping(), QByteArray("+PONG\r\n"));
    QCOMPARE(sshProcesses().size(), 1);
}

void SshDialerTest::isClosedToOtherUsers()
{
    SshDialer dialer(settings());
    QVERIFY_RESULT(dialer.open());
    const auto folder = sshFolderOf(sshProcesses().first());
    struct stat info {};
    QCOMPARE(::stat(QFile::encodeName(folder).constData(), &info), 0);
    QCOMPARE(info.st_mode & 0777U, 0700U);
    QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::System | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{QStringLiteral("0")});
    // Nothing listens on a port: neither ssh nor this process.
    QCOMPARE(listeningPortsOf(sshProcesses().first()), 0);
    QCOMPARE(listeningPortsOf(QCoreApplication::applicationPid()), 0);
}

void SshDialerTest::saysThatTheServerIsNotReached_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("no server there") << QByteArray("localhost") << QByteArray("(connect failed: Connection refused)");
    // By the SSH server, whose resolver says it in these words.
    QTest::newRow("no such name") << QByteArray("nowhere.invalid") << QByteArray("(connect failed: ");
}

void SshDialerTest::saysThatTheServerIsNotReached()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, reason);
    const DeadPort dead;
    SshDialer dialer(settings());
    const Dialled dialled(dialer, {host.toStdString(), dead.number(), {}});
    QVERIFY(!dialled.socket());
    QCOMPARE(printed(dialled.socket().error().code), QByteArray("NoConnection"));
    const auto begin = "Cannot connect through SSH to \"" + host + ':' + QByteArray::number(dead.number()) +
                       "\": no connection: the SSH server cannot connect to this server " + reason;
    QVERIFY2(dialled.reason().startsWith(begin), dialled.reason());
}

void SshDialerTest::saysWhyItIsNotLetIn_data()
{
    QTest::addColumn<QByteArray>("destination");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("an option") << QByteArray("-oProxyCommand=false") << QByteArray("BadArguments")
                               << QByteArray("Use user@host");
    QTest::newRow("key refused") << QByteArray("unknown-key") << QByteArray("NoConnection") << QByteArray("ssh-add");
    QTest::newRow("host key changed") << QByteArray("changed-host") << QByteArray("NoConnection")
                                      << QByteArray("The host key of the SSH server");
    QTest::newRow("no server") << QByteArray("no-server") << QByteArray("NoConnection")
                               << QByteArray("No SSH server listens on this port");
}

void SshDialerTest::saysWhyItIsNotLetIn()
{
    QFETCH(QByteArray, destination);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, reason);
    SshDialer dialer(settings(destination.constData()));
    const auto opened = dialer.open();
    QVERIFY(!opened);
    QCOMPARE(printed(opened.error().code), code);
    QVERIFY2(printed(describe(opened.error())).contains(reason), printed(describe(opened.error())));
    const Dialled dialled(dialer, server());
    QVERIFY(!dialled.socket());
    QVERIFY2(dialled.reason().contains(reason), dialled.reason());
}

/// A listener of which nothing is accepted, and whose queue is full: the system drops further requests to connect.
class FullListener final {
public:
    FullListener()
        : m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        m_address.sin_family = AF_INET;
        m_address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t length = sizeof m_address;
        auto* const address = reinterpret_cast<sockaddr*>(&m_address);
        m_isReady = ::bind(m_listener, address, length) == 0 && ::listen(m_listener, 0) == 0 &&
                    ::getsockname(m_listener, address, &length) == 0;
        for (int& waiting : m_waiting) {
            waiting = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
            static_cast<void>(::connect(waiting, address, length)); // in progress
        }
    }
    ~FullListener()
    {
        for (const int waiting : m_waiting)
            ::close(waiting);
        ::close(m_listener);
    }
    FullListener(const FullListener&) = delete;
    FullListener& operator=(const FullListener&) = delete;

    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] std::uint16_t port() const { return ntohs(m_address.sin_port); }

private:
    int m_listener;
    int m_waiting[4]{};
    sockaddr_in m_address{};
    bool m_isReady = false;
};

void SshDialerTest::endsAfterTheTimeout()
{
    const FullListener full;
    QVERIFY(full.isReady());
    SshDialer dialer(settings());
    QVERIFY_RESULT(dialer.open());
    const Dialled dialled(dialer, {"127.0.0.1", full.port(), {}}, 300ms);
    QVERIFY(!dialled.socket());
    QCOMPARE(printed(dialled.socket().error().code), QByteArray("TimedOut"));
    QVERIFY2(dialled.reason().contains("the SSH server does not reach this server in time"), dialled.reason());
    const Dialled other(dialer, server());
    QVERIFY2(other.socket(), other.reason());
}

/// A client that has given up, and connections that fail one after the other.
void SshDialerTest::failuresKeepTheirReasons()
{
    const DeadPort dead;
    SshDialer dialer(settings());
    for (int i = 0; i < 3; ++i) {
        const Dialled refused(dialer, {"localhost", dead.number(), {}});
        QVERIFY2(refused.reason().contains("Connection refused"), refused.reason());
        const Dialled unknown(dialer, {"nowhere.invalid", dead.number(), {}});
        QVERIFY2(unknown.reason().contains("connect failed: ") && !unknown.reason().contains("Connection refused"),
                 unknown.reason());
    }
}

void SshDialerTest::startsSshAgainWhenItEnds()
{
    SshDialer dialer(settings());
    const Dialled before(dialer, server());
    QVERIFY2(before.socket(), before.reason());
    const auto processes = sshProcesses();
    QCOMPARE(::kill(static_cast<pid_t>(processes.first()), SIGKILL), 0);
    QCOMPARE(before.ping(), QByteArray("(end)"));
    // Soon after the end it fails at once, so that a client's attempts do not flood the SSH server.
    QVERIFY(QTest::qWaitFor([&] { return Dialled(dialer, server()).socket().has_value(); }, longestWaitMs));
    QCOMPARE(sshProcesses().size(), 1);
    QVERIFY(sshProcesses() != processes);
}

void SshDialerTest::failsOpenDialsAtTheEnd()
{
    const FullListener full;
    QVERIFY(full.isReady());
    BlockingAnswer<int> answer;
    {
        SshDialer dialer(settings());
        dialer.dial({"127.0.0.1", full.port(), {}}, 1h, answer.reply());
        QVERIFY_RESULT(dialer.open());
    }
    const auto socket = answer.get();
    QVERIFY(!socket);
    QCOMPARE(printed(socket.error().code), QByteArray("Closed"));
}

} // namespace lockscope::test::sshDialerTest

LOCKSCOPE_TEST(lockscope::test::sshDialerTest::SshDialerTest)
#include "SshDialerTest.moc"
