// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/SandboxPorts.h"

#include "core/base/Phrase.h"

#include <QFile>
#include <QHostAddress>
#include <QRandomGenerator>
#include <QTcpServer>

#include <memory>

namespace lockscope::ensemble {

namespace {

/// Each pair has its own address, so that all pairs can use the same port numbers.
QString routeAddress(int from, int to)
{
    return QStringLiteral("127.0.%1.%2").arg(from + 1).arg(to + 1);
}

/// The ports below the range for outgoing connections; empty (first above last) if there are too few.
struct PortRange {
    quint32 first = 10'000;
    quint32 last = 0;
};

PortRange quietPorts()
{
    PortRange range;
    QFile file(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    if (!file.open(QIODevice::ReadOnly))
        return range;
    const auto lowest = file.readAll().simplified().split(' ').first().toUInt();
    constexpr quint32 enough = 1'000;
    if (lowest > range.first + enough)
        range.last = lowest - 1;
    return range;
}

bool listenQuietly(QTcpServer& server, const PortRange& range)
{
    constexpr int mostTries = 100;
    const QHostAddress address(QHostAddress::LocalHost);
    for (int i = 0; i < mostTries && range.first < range.last; ++i) {
        const auto port = QRandomGenerator::global()->bounded(range.first, range.last + 1);
        if (server.listen(address, static_cast<quint16>(port)))
            return true;
    }
    return server.listen(address);
}

} // namespace

Result<std::vector<SandboxPorts>> freeSandboxPorts(int servers)
{
    std::vector<std::unique_ptr<QTcpServer>> held;
    std::vector<SandboxPorts> ports(servers);
    const auto range = quietPorts();
    for (SandboxPorts& server : ports) {
        for (int* port : {&server.client, &server.admin, &server.quorum, &server.election}) {
            held.push_back(std::make_unique<QTcpServer>());
            if (!listenQuietly(*held.back(), range))
                return failure(ErrorCode::System, phraseLater("start the sandbox"), {},
                               phrase("no free port on 127.0.0.1: %1", held.back()->errorString()));
            *port = held.back()->serverPort();
        }
    }
    return ports;
}

std::vector<PeerRoute> sandboxRoutes(const std::vector<SandboxPorts>& ports)
{
    std::vector<PeerRoute> routes;
    const int count = static_cast<int>(ports.size());
    for (int from = 0; from < count; ++from) {
        for (int to = 0; to < count; ++to) {
            if (from == to)
                continue;
            for (const int port : {ports[to].quorum, ports[to].election})
                routes.push_back({from, to, routeAddress(from, to), static_cast<quint16>(port)});
        }
    }
    return routes;
}

QString sandboxHosts(int own, int servers)
{
    auto text = QStringLiteral("127.0.0.1 localhost\n");
    for (int other = 0; other < servers; ++other)
        text += QStringLiteral("%1 peer-%2\n")
                    .arg(other == own ? QStringLiteral("127.0.0.1") : routeAddress(own, other))
                    .arg(other + 1);
    return text;
}

QString sandboxSettings(const SandboxOptions& options, const std::vector<SandboxPorts>& ports)
{
    // Large limits in ticks: a busy machine must not break the quorum.
    QString text = QStringLiteral("tickTime=%1\ninitLimit=40\nsyncLimit=20\n").arg(options.tickMs);
    if (options.sessionTimeoutMs > 0)
        text += QStringLiteral("minSessionTimeout=%1\nmaxSessionTimeout=%1\n").arg(options.sessionTimeoutMs);
    else if (options.longestSessionMs > 0)
        text += QStringLiteral("maxSessionTimeout=%1\n").arg(options.longestSessionMs);
    if (ports.size() == 1)
        return text + options.moreSettings;
    int id = 0;
    for (const SandboxPorts& server : ports) {
        ++id;
        const QString host = options.openRoutes ? QStringLiteral("peer-%1").arg(id) : QStringLiteral("127.0.0.1");
        text += QStringLiteral("server.%1=%2:%3:%4\n").arg(id).arg(host).arg(server.quorum).arg(server.election);
    }
    return text + options.moreSettings;
}

} // namespace lockscope::ensemble
