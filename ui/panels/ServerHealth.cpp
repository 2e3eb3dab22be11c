// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ServerHealth.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

struct HealthText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ServerHealth)
};

QString stateText(const ensemble::ServerFacts& server)
{
    switch (server.state) {
    case ensemble::ServerState::Down:
        return HealthText::tr("down");
    case ensemble::ServerState::Silent:
        return HealthText::tr("does not answer");
    case ensemble::ServerState::NotServing:
        return HealthText::tr("starting, or without quorum");
    case ensemble::ServerState::Serving:
    case ensemble::ServerState::Unknown:
        break;
    }
    return server.mode.empty() ? HealthText::tr("state unknown") : oneLine(server.mode);
}

QString lineOf(const ensemble::ServerFacts& server)
{
    const auto& health = server.health;
    QStringList parts{stateText(server)};
    if (server.downSince)
        parts << HealthText::tr("at least since %1").arg(formatTime(*server.downSince));
    if (!server.version.empty())
        parts << oneLine(server.version);
    if (health.latencyMs && health.longestLatencyMs)
        parts << HealthText::tr("latency %1 ms (max %2 ms)")
                     .arg(*health.latencyMs, 0, 'f', 1)
                     .arg(*health.longestLatencyMs);
    if (health.outstanding)
        parts << HealthText::tr("open requests: %1").arg(*health.outstanding);
    if (server.behind && server.mode != "leader")
        parts << HealthText::tr("behind the leader: %1 transactions").arg(*server.behind);
    if (health.followers && health.syncedFollowers)
        parts << HealthText::tr("%1 of %2 followers in sync").arg(*health.syncedFollowers).arg(*health.followers);
    return asEntry(oneLine(toString(server.address)), parts.join(u" · "_s));
}

} // namespace

QStringList serverHealth(const ensemble::EnsembleFacts& facts)
{
    QStringList lines;
    for (const auto& server : facts.servers)
        lines << lineOf(server);
    return lines;
}

QString serversUp(const ensemble::EnsembleFacts& facts)
{
    const auto down = std::ssize(facts.serversDown());
    return down == 0
               ? QString()
               : HealthText::tr("%1 of %2 servers").arg(std::ssize(facts.servers) - down).arg(facts.servers.size());
}

} // namespace lockscope::ui
