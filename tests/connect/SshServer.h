// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ensemble/OwnedProcess.h"
#include "core/ensemble/SandboxPorts.h"
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
/// configuration in a folder that ends with this. Nobody's own keys, agent or known hosts are used.
class SshServer final {
public:
    ~SshServer() { stop(); }

    [[nodiscard]] bool prepare()
    {
        if (::geteuid() == 0)
            QDir().mkpath(QStringLiteral("/run/sshd")); // Debian's wants it
        const auto ports = ensemble::freeSandboxPorts(1);
        if (!ports || !makeKey(QStringLiteral("host")) || !makeKey(QStringLiteral("mine")) ||
            !makeKey(QStringLiteral("unknown")))
            return false;
        m_port = static_cast<quint16>(ports->front().client);
        const QByteArray place = "[127.0.0.1]:" + QByteArray::number(m_port);
        return write("authorized", read("mine.pub")) && write("known", place + ' ' + read("host.pub")) &&
               write("changed", place + ' ' + read("unknown.pub")) && write("sshd", serverConfiguration()) &&
               write("config", clientConfiguration());
    }

    [[nodiscard]] bool start()
    {
        ensemble::tieToOwner(m_process, SIGKILL);
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("/usr/sbin/sshd"),
                        {QStringLiteral("-D"), QStringLiteral("-e"), QStringLiteral("-f"), path("sshd")});
        return QTest::qWaitFor(
                   [this] {
                       QTcpSocket socket;
                       socket.connectToHost(QHostAddress::LocalHost, m_port);
                       return socket.waitForConnected(1'000) || m_process.state() == QProcess::NotRunning;
                   },
                   10'000) &&
               m_process.state() == QProcess::Running;
    }

    /// The server, and the processes that serve those who are logged in.
    void stop()
    {
        killChildren(m_process.processId());
        m_process.kill();
        m_process.waitForFinished();
    }

    /// Whose Hosts are gate, behind (through gate), unknown-key, changed-host, nobody.
    [[nodiscard]] std::string configFile() const { return path("config").toStdString(); }

    [[nodiscard]] static QList<qint64> childrenOf(qint64 parent)
    {
        QList<qint64> children;
        const QStringList entries = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
        for (const QString& entry : entries) {
            QFile stat(QStringLiteral("/proc/%1/stat").arg(entry));
            if (entry.toLongLong() <= 0 || !stat.open(QIODevice::ReadOnly))
                continue;
            const QByteArray text = stat.readAll();
            if (text.mid(text.lastIndexOf(')') + 2).split(' ').value(1).toLongLong() == parent && parent > 0)
                children << entry.toLongLong();
        }
        return children;
    }

private:
    /// And theirs: an ordinary user's login is served by two.
    static void killChildren(qint64 parent)
    {
        for (const qint64 child : childrenOf(parent)) {
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

    [[nodiscard]] QByteArray read(const char* name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
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
               "\nHost nobody\n  Port 1\nHost behind\n  ProxyJump gate\nHost *" + common;
    }

    QTemporaryDir m_folder;
    quint16 m_port = 0;
    QProcess m_process;
};

} // namespace lockscope::test
