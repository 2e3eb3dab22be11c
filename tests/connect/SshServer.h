// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/OwnedProcess.h"
#include "core/sandbox/SandboxPorts.h"
#include "tests/support/Processes.h"
#include "tests/support/Test.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <csignal>
#include <string>

#include <unistd.h>

namespace lockscope::test {

/// An SSH server of a test's own, as an ordinary process on a free port of 127.0.0.1, with keys and a client
/// configuration in a folder that the destructor removes. It uses no user's keys, agent or known hosts.
class SshServer final {
public:
    ~SshServer() { stop(); }

    [[nodiscard]] bool prepare()
    {
        if (::geteuid() == 0)
            QDir().mkpath(QStringLiteral("/run/sshd")); // Debian's needs it
        ensemble::tieToOwner(m_process, SIGKILL);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        return makeKey(QStringLiteral("host")) && makeKey(QStringLiteral("mine")) &&
               makeKey(QStringLiteral("unknown")) && write("authorized", contentsOf(path("mine.pub")));
    }

    /// The first time on any free port, later on the same port.
    [[nodiscard]] bool start()
    {
        if (m_port != 0)
            return serves();
        for (int tries = 5; tries > 0; --tries) { // another program may take the port first
            if (!takePort())
                return false;
            if (serves())
                return true;
            if (m_process.state() != QProcess::NotRunning)
                return false;
        }
        return false;
    }

    /// Ends the server, and the processes of its sessions.
    void stop()
    {
        killChildren(m_process.processId());
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Its Hosts are gate, behind (through gate), unknown-key, changed-host, no-server. After start().
    [[nodiscard]] std::string configFile() const { return path("config").toStdString(); }

private:
    [[nodiscard]] bool takePort()
    {
        const auto ports = ensemble::freeSandboxPorts(1);
        if (!ports)
            return false;
        m_port = static_cast<quint16>(ports->front().client);
        const QByteArray place = "[127.0.0.1]:" + QByteArray::number(m_port);
        return write("known", place + ' ' + contentsOf(path("host.pub"))) &&
               write("changed", place + ' ' + contentsOf(path("unknown.pub"))) &&
               write("sshd", serverConfiguration()) && write("config", clientConfiguration());
    }

    [[nodiscard]] bool serves()
    {
        m_process.start(QStringLiteral("/usr/sbin/sshd"),
                        {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), path("sshd")});
        return QTest::qWaitFor(
                   [this] {
                       QTcpSocket socket;
                       socket.connectToHost(QHostAddress::LocalHost, m_port);
                       return socket.waitForConnected(1'000) || m_process.state() == QProcess::NotRunning;
                   },
                   longestWaitMs) &&
               m_process.state() == QProcess::Running;
    }

    /// And their children: an ordinary user's login has two processes.
    static void killChildren(qint64 parent)
    {
        const auto children = childrenOf(parent);
        for (const qint64 child : children) {
            killChildren(child);
            ::kill(static_cast<pid_t>(child), SIGKILL);
        }
    }

    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    [[nodiscard]] bool makeKey(const QString& name) const
    {
        return QProcess::execute(QStringLiteral("ssh-keygen"),
                                 {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                                  QStringLiteral("-N"), QString(), QStringLiteral("-f"), m_folder.filePath(name)}) == 0;
    }

    [[nodiscard]] bool write(const char* name, const QByteArray& text) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }

    [[nodiscard]] QByteArray serverConfiguration() const
    {
        return "ListenAddress 127.0.0.1\nPort " + QByteArray::number(m_port) + "\nHostKey " + path("host").toUtf8() +
               "\nAuthorizedKeysFile " + path("authorized").toUtf8() +
               "\nStrictModes no\nUsePAM no\nPidFile none\nLogLevel ERROR\nPasswordAuthentication no\n"
               "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nAllowTcpForwarding yes\n";
    }

    [[nodiscard]] QByteArray clientConfiguration() const
    {
        const QByteArray common = "\n  HostName 127.0.0.1\n  Port " + QByteArray::number(m_port) +
                                  "\n  IdentitiesOnly yes\n  IdentityAgent none\n  StrictHostKeyChecking yes\n"
                                  "  GlobalKnownHostsFile /dev/null\n  UserKnownHostsFile " +
                                  path("known").toUtf8() + '\n';
        return "Host unknown-key\n  IdentityFile " + path("unknown").toUtf8() +
               "\nHost * !unknown-key\n  IdentityFile " + path("mine").toUtf8() +
               "\nHost changed-host\n  UserKnownHostsFile " + path("changed").toUtf8() +
               "\nHost no-server\n  Port 1\nHost behind\n  ProxyJump gate\nHost *" + common;
    }

    QTemporaryDir m_folder;
    quint16 m_port = 0;
    QProcess m_process;
};

} // namespace lockscope::test
