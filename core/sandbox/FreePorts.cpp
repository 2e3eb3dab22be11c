// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/FreePorts.h"

#include "core/base/Phrase.h"

#include <QFile>
#include <QHostAddress>
#include <QRandomGenerator>
#include <QTcpServer>

#include <memory>

namespace lockscope::ensemble {

namespace {

/// The ports below the range for outgoing connections; empty (first above last) if there are too few.
struct PortRange {
    quint32 first = 10'000;
    quint32 last = 0;
};

PortRange quietPorts(quint32 companion)
{
    PortRange range;
    QFile file(QStringLiteral("/proc/sys/net/ipv4/ip_local_port_range"));
    if (!file.open(QIODevice::ReadOnly))
        return range;
    const auto lowest = file.readAll().simplified().split(' ').first().toUInt();
    constexpr quint32 enough = 1'000;
    if (lowest > range.first + companion + enough)
        range.last = lowest - 1 - companion;
    return range;
}

/// A port and its companion, held until destruction.
struct HeldPort {
    QTcpServer port;
    QTcpServer companion;
};

bool holds(HeldPort& held, quint32 port, int companion)
{
    const QHostAddress address(QHostAddress::LocalHost);
    constexpr int highest = 65'535;
    if (held.port.listen(address, static_cast<quint16>(port))) {
        const int other = held.port.serverPort() + companion;
        if (companion == 0 || (other <= highest && held.companion.listen(address, static_cast<quint16>(other))))
            return true;
        held.port.close();
    }
    return false;
}

bool listenQuietly(HeldPort& held, const PortRange& range, int companion)
{
    constexpr int mostTries = 100;
    for (int i = 0; i < mostTries && range.first < range.last; ++i) {
        if (holds(held, QRandomGenerator::global()->bounded(range.first, range.last + 1), companion))
            return true;
    }
    for (int i = 0; i < mostTries; ++i) {
        if (holds(held, 0, companion)) // one that the system chooses
            return true;
    }
    return false;
}

} // namespace

Result<std::vector<int>> freePorts(int count, int companion)
{
    std::vector<std::unique_ptr<HeldPort>> held;
    std::vector<int> ports;
    const auto range = quietPorts(static_cast<quint32>(companion));
    for (int i = 0; i < count; ++i) {
        held.push_back(std::make_unique<HeldPort>());
        if (!listenQuietly(*held.back(), range, companion))
            return failure(ErrorCode::System, phraseLater("start the sandbox"), {},
                           phrase("no free port on 127.0.0.1: %1", held.back()->port.errorString()));
        ports.push_back(held.back()->port.serverPort());
    }
    return ports;
}

} // namespace lockscope::ensemble
