// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/Processes.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QList>
#include <QRegularExpression>
#include <QString>

#include <algorithm>

namespace lockscope::test {

/// The ssh processes that a process has started and that still run.
[[nodiscard]] inline QList<qint64> sshProcesses(qint64 owner = QCoreApplication::applicationPid())
{
    QList<qint64> found = childrenOf(owner);
    found.removeIf([](qint64 id) {
        return !contentsOf(QStringLiteral("/proc/%1/cmdline").arg(id)).contains("ServerAliveInterval");
    });
    return found;
}

/// The folder of the sockets of an ssh process.
[[nodiscard]] inline QString sshFolderOf(qint64 sshProcess)
{
    const auto arguments = contentsOf(QStringLiteral("/proc/%1/cmdline").arg(sshProcess)).replace('\0', ' ');
    static const QRegularExpression socket(QStringLiteral("(/\\S*/lockscope-ssh-\\w+)/0\\b"));
    return socket.match(QString::fromUtf8(arguments)).captured(1);
}

/// The number of TCP ports on which a process listens.
[[nodiscard]] inline int listeningPortsOf(qint64 process)
{
    QStringList sockets;
    const QDir files(QStringLiteral("/proc/%1/fd").arg(process));
    for (const auto& file : files.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
        static const QRegularExpression inode(QStringLiteral("socket:\\[(\\d+)\\]"));
        const auto found = inode.match(QFile::symLinkTarget(files.filePath(file)));
        if (found.hasMatch())
            sockets << found.captured(1);
    }
    int count = 0;
    for (const auto* table : {"tcp", "tcp6"}) {
        const auto rows = contentsOf(QStringLiteral("/proc/%1/net/%2").arg(process).arg(QLatin1String(table)));
        for (const auto& row : rows.split('\n')) {
            constexpr int stateField = 3;
            constexpr int inodeField = 9;
            const auto fields = row.simplified().split(' ');
            if (fields.value(stateField) == "0A" && sockets.contains(QString::fromLatin1(fields.value(inodeField))))
                ++count;
        }
    }
    return count;
}

} // namespace lockscope::test
