// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/PeerOwner.h"

#include <QByteArray>
#include <QFile>
#include <QList>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include <netinet/in.h>

namespace lockscope::connect {

namespace {

/// "0100007F:1F90": the address in memory order, the port as a number.
QByteArray inTable(quint16 port)
{
    return QStringLiteral("%1:%2")
        .arg(htonl(INADDR_LOOPBACK), 8, 16, QChar(u'0'))
        .arg(port, 4, 16, QChar(u'0'))
        .toLatin1()
        .toUpper();
}

/// 0: no socket has that end any more. Empty: the table can't be read.
std::optional<quint64> inodeOf(const QByteArray& local, const QByteArray& remote)
{
    QFile table(QStringLiteral("/proc/self/net/tcp"));
    if (!table.open(QIODevice::ReadOnly))
        return std::nullopt;
    constexpr int localField = 1;
    constexpr int remoteField = 2;
    constexpr int inodeField = 9;
    const QByteArray rows = table.readAll();
    for (const QByteArray& row : rows.split('\n')) {
        if (!row.contains(local)) // skips most rows without parsing
            continue;
        const QList<QByteArray> fields = row.simplified().split(' ');
        if (fields.size() > inodeField && fields[localField] == local && fields[remoteField] == remote)
            return fields[inodeField].toULongLong();
    }
    return 0;
}

} // namespace

PeerOwner ownerOfPeer(const QHostAddress& peer, quint16 peerPort, quint16 ourPort)
{
    if (peer != QHostAddress(QHostAddress::LocalHost))
        return PeerOwner::OtherUser;
    const auto inode = inodeOf(inTable(peerPort), inTable(ourPort));
    if (!inode)
        return PeerOwner::Unknown;
    if (*inode == 0)
        return PeerOwner::OtherUser;
    const std::string wanted = "socket:[" + std::to_string(*inode) + "]";
    std::error_code problem;
    std::filesystem::directory_iterator entry("/proc/self/fd", problem);
    if (problem)
        return PeerOwner::Unknown;
    for (; entry != std::filesystem::directory_iterator(); entry.increment(problem)) {
        std::error_code gone; // another thread may close the file meanwhile
        if (std::filesystem::read_symlink(entry->path(), gone) == wanted)
            return PeerOwner::OurProcess;
    }
    return problem ? PeerOwner::Unknown : PeerOwner::OtherUser;
}

} // namespace lockscope::connect
