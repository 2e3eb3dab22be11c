// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/SshTunnel.h"

#include "core/base/Phrase.h"
#include "core/connect/OwnedProcess.h"
#include "core/connect/SshCommand.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockscope::connect {

namespace {

using namespace std::chrono_literals;

constexpr auto throughSsh = phraseLater("connect through SSH to");
constexpr auto sshStartLimit = 30s;
constexpr auto listenCheckInterval = 25ms;
constexpr auto shortestPause = 1'000ms;
constexpr auto longestPause = 30'000ms;
constexpr int sshEndLimitMs = 2'000;
constexpr qsizetype mostComplaints = 8'192;

/// A path without characters that ssh or the system expand, and short enough for a socket address.
QString folderForSockets()
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9/._-]{1,60}$"));
    const QString usual = QDir::tempPath();
    return (plain.match(usual).hasMatch() ? usual : QStringLiteral("/tmp")) + QStringLiteral("/lockscope-ssh-XXXXXX");
}

/// Checks the listening state: the socket file exists before ssh listens on it.
bool isListening(const QString& socket)
{
    if (!QFile::exists(socket))
        return false;
    QFile table(QStringLiteral("/proc/self/net/unix"));
    if (!table.open(QIODevice::ReadOnly))
        return true; // without the table, the file is the only indication
    const QByteArray path = ' ' + socket.toLatin1();
    const QByteArray rows = table.readAll();
    for (const QByteArray& row : rows.split('\n')) {
        constexpr int flagsField = 3;
        constexpr uint acceptsConnections = 0x10000;
        if (row.endsWith(path) &&
            (row.simplified().split(' ').value(flagsField).toUInt(nullptr, 16) & acceptsConnections))
            return true;
    }
    return false;
}

} // namespace

SshTunnel::SshTunnel(SshSettings settings, std::vector<zk::Server> servers, QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_servers(std::move(servers))
{
    m_check.setInterval(listenCheckInterval);
    m_limit.setInterval(sshStartLimit);
    m_limit.setSingleShot(true);
    connect(&m_check, &QTimer::timeout, this, &SshTunnel::checkListening);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        readComplaints();
        fail({ErrorCode::TimedOut, throughSsh, m_settings.destination,
              phrase("the SSH login did not finish within 30 seconds. %1", whySshFailed(m_settings, m_complaints))});
    });
}

SshTunnel::~SshTunnel()
{
    end();
}

Result<void> SshTunnel::prepare()
{
    if (Result<void> good = checkSshSettings(m_settings, m_servers); !good)
        return good;
    m_folder = std::make_unique<QTemporaryDir>(folderForSockets()); // of mode 0700
    if (!m_folder->isValid())
        return failure(ErrorCode::System, throughSsh, m_settings.destination,
                       phrase("cannot create a temporary folder for the sockets of ssh: %1", m_folder->errorString()));
    if (Result<void> watched = m_watchdog.watch(m_folder->path()); !watched)
        return failure(ErrorCode::System, throughSsh, m_settings.destination, watched.error().detail);
    return {};
}

void SshTunnel::start()
{
    if (m_process)
        return;
    if (m_sinceFailure.isValid() && m_sinceFailure.elapsed() < m_pause.count()) {
        Q_EMIT down(m_failure);
        return;
    }
    launch();
}

void SshTunnel::launch()
{
    const QString program = QStandardPaths::findExecutable(QStringLiteral("ssh"));
    if (program.isEmpty()) {
        fail({ErrorCode::Missing, throughSsh, m_settings.destination,
              phrase("ssh is not installed on this machine. Install ssh (Debian: apt install openssh-client)")});
        return;
    }
    for (std::size_t i = 0; i < sockets(); ++i)
        QFile::remove(sshSocket(m_folder->path(), i)); // ssh does not reuse an existing socket file
    m_complaints.clear();
    m_process = std::make_unique<QProcess>();
    ensemble::tieToOwner(*m_process, SIGTERM);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setStandardOutputFile(QProcess::nullDevice());
    connect(m_process.get(), &QProcess::readyReadStandardError, this, &SshTunnel::readComplaints);
    m_process->setReadChannel(QProcess::StandardError);
    // Queued: fail() destroys the process that emits these signals. Another process may have replaced it by then.
    connect(
        m_process.get(), &QProcess::finished, this,
        [this, process = m_process.get()] {
            if (m_process.get() != process)
                return;
            readComplaints();
            fail(ended());
        },
        Qt::QueuedConnection);
    connect(
        m_process.get(), &QProcess::errorOccurred, this,
        [this, process = m_process.get()](QProcess::ProcessError problem) {
            if (m_process.get() == process && problem == QProcess::FailedToStart)
                fail({ErrorCode::System, throughSsh, m_settings.destination,
                      phrase("ssh did not start: %1", m_process->errorString())});
        },
        Qt::QueuedConnection);
    m_process->start(program, sshArguments(m_settings, m_servers, m_folder->path()));
    m_check.start();
    m_limit.start();
}

Error SshTunnel::ended() const
{
    return {ErrorCode::NoConnection, throughSsh, m_settings.destination, whySshFailed(m_settings, m_complaints)};
}

void SshTunnel::checkListening()
{
    // ssh opens the sockets after the login, one after the other.
    for (std::size_t i = sockets(); i-- > 0;) {
        if (!isListening(sshSocket(m_folder->path(), i)))
            return;
    }
    m_check.stop();
    m_limit.stop();
    m_sinceFailure.invalidate();
    m_pause = 0ms;
    m_up = true;
    Q_EMIT up();
}

Result<int> SshTunnel::connectTo(std::size_t index) const
{
    const auto path = QFile::encodeName(sshSocket(m_folder->path(), index));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.constData(), sizeof address.sun_path - 1);
    const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    // A local connect succeeds or fails immediately: it fails if ssh has ended or its backlog is full.
    if (socket >= 0 && ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return socket;
    const std::string reason = std::strerror(errno);
    if (socket >= 0)
        ::close(socket);
    return failure(ErrorCode::NoConnection, throughSsh, m_settings.destination,
                   phrase("ssh does not accept connections: %1", reason));
}

void SshTunnel::readComplaints()
{
    if (m_process)
        m_complaints += m_process->readAllStandardError();
    m_complaints = m_complaints.right(mostComplaints);
}

/// ssh writes its message before it closes the connection, but the two arrive through different channels.
void SshTunnel::readNewComplaints()
{
    if (m_process && m_process->state() == QProcess::Running)
        m_process->waitForReadyRead(0);
    readComplaints();
}

std::string SshTunnel::takeFirstComplaint()
{
    readNewComplaints();
    return whySshReachedNoTarget(takeSshFailure(m_complaints));
}

std::string SshTunnel::takeComplaint()
{
    readNewComplaints();
    std::string complaint = whySshReachedNoTarget(m_complaints);
    if (!complaint.empty())
        m_complaints.clear();
    return complaint;
}

void SshTunnel::fail(Error error)
{
    end();
    m_failure = std::move(error);
    m_pause = std::clamp<std::chrono::milliseconds>(m_pause * 2, shortestPause, longestPause);
    m_sinceFailure.start();
    Q_EMIT down(m_failure);
}

void SshTunnel::end()
{
    m_check.stop();
    m_limit.stop();
    m_up = false;
    const auto process = std::exchange(m_process, nullptr);
    if (!process)
        return;
    process->disconnect(this);
    if (process->state() == QProcess::NotRunning)
        return;
    process->terminate();
    if (process->waitForFinished(sshEndLimitMs))
        return;
    process->kill();
    process->waitForFinished(sshEndLimitMs);
}

} // namespace lockscope::connect

#include "moc_SshTunnel.cpp"
