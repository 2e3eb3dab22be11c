// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/SandboxPorts.h"

#include "core/sandbox/FreePorts.h"

namespace lockscope::ensemble {

namespace {

/// Each pair has its own address, so that all pairs can use the same port numbers.
QString routeAddress(int from, int to)
{
    return QStringLiteral("127.0.%1.%2").arg(from + 1).arg(to + 1);
}

} // namespace

Result<std::vector<SandboxPorts>> freeSandboxPorts(int servers)
{
    constexpr int each = 4;
    const Result<std::vector<int>> free = freePorts(each * servers);
    if (!free)
        return failure(free.error());
    std::vector<SandboxPorts> ports;
    for (auto port = free->begin(); port != free->end(); port += each)
        ports.push_back({port[0], port[1], port[2], port[3]});
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
