// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/ServerHealth.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// What the server had in memory only was lost a short time ago.
constexpr auto shortUptime = 10min;
/// A replica acknowledges once a second.
constexpr auto longestReplicaLag = 5s;

struct HealthText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ServerHealth)
};

/// The failure may have begun before it was seen.
QString downSinceText(const QString& word, const std::optional<WallTime>& since, WallTime now)
{
    return since ? HealthText::tr("%1 ≥ %2").arg(
                       word, formatDuration(std::chrono::duration_cast<std::chrono::milliseconds>(now - *since)))
                 : word;
}

QString serverStateText(const ensemble::ServerFacts& server)
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

QString detailsOf(const ensemble::ServerFacts& server)
{
    const auto& health = server.health;
    QStringList parts{serverStateText(server)};
    if (server.downSince)
        parts << HealthText::tr("at least since %1").arg(formatTime(*server.downSince));
    if (!server.noAnswerReason.empty())
        parts << oneLine(server.noAnswerReason);
    if (!server.version.empty())
        parts << oneLine(server.version);
    if (health.latencyMs && health.longestLatencyMs)
        parts << HealthText::tr("latency %1 ms (max %2 ms)")
                     .arg(*health.latencyMs, 0, 'f', 1)
                     .arg(*health.longestLatencyMs);
    if (health.outstanding)
        parts << HealthText::tr("open requests: %1").arg(*health.outstanding);
    if (server.behind && server.mode != "leader")
        parts << HealthText::tr("behind the leader: %1 transactions", nullptr, forPlural(*server.behind))
                     .arg(*server.behind);
    if (health.followers && health.syncedFollowers)
        parts << HealthText::tr("%1 of %n followers in sync", nullptr, forPlural(*health.followers))
                     .arg(*health.syncedFollowers);
    return asEntry(oneLine(toString(server.address)), parts.join(u" · "_s));
}

ServerRow serverRowOf(const ensemble::ServerFacts& server, bool isDown, WallTime now)
{
    ServerRow row{toString(server.address), ServerCondition::Up, serverStateText(server), {}, detailsOf(server)};
    if (isDown) {
        row.condition = ServerCondition::Down;
        row.state = downSinceText(row.state, server.downSince, now);
        row.figure = oneLine(server.noAnswerReason);
    } else if (server.state == ensemble::ServerState::NotServing || server.state == ensemble::ServerState::Silent) {
        row.condition = ServerCondition::Attention;
    } else if (server.mode.empty()) {
        row.condition = ServerCondition::Unknown;
    } else if (server.behind.value_or(0) > 0 && server.mode != "leader") {
        row.state = HealthText::tr("%1, %2 transactions behind", nullptr, forPlural(*server.behind))
                        .arg(row.state, formatCount(*server.behind));
    }
    if (row.figure.isEmpty() && server.health.latencyMs)
        row.figure = HealthText::tr("%1 ms").arg(*server.health.latencyMs, 0, 'f', 1);
    return row;
}

std::vector<ServerRow> serverRowsOf(const ensemble::EnsembleFacts& facts, WallTime now)
{
    const auto down = facts.serversDown();
    std::vector<ServerRow> rows;
    for (const auto& server : facts.servers)
        rows.push_back(serverRowOf(server, std::find(down.begin(), down.end(), &server) != down.end(), now));
    return rows;
}

QString detailsOf(const inspect::RedisServerFacts& server, const QString& state)
{
    QStringList parts{state};
    if (server.downSince)
        parts << HealthText::tr("at least since %1").arg(formatTime(*server.downSince));
    if (!server.noAnswerReason.empty())
        parts << oneLine(server.noAnswerReason);
    if (!server.version.empty())
        parts << oneLine(server.version);
    if (server.roundTrip)
        parts << HealthText::tr("round trip %1").arg(formatDuration(*server.roundTrip));
    if (server.uptime)
        parts << HealthText::tr("started %1 ago").arg(formatDuration(*server.uptime));
    if (server.connectedReplicas)
        parts << HealthText::tr("connected replicas: %1").arg(*server.connectedReplicas);
    return asEntry(oneLine(server.address), parts.join(u" · "_s));
}

ServerRow serverRowOf(const inspect::RedisServerFacts& server, WallTime now, bool isRedlock)
{
    ServerRow row{server.address, ServerCondition::Up, {}, {}, {}};
    if (!server.answers) {
        row.condition = ServerCondition::Down;
        row.state = downSinceText(HealthText::tr("down"), server.downSince, now);
        row.figure = oneLine(server.noAnswerReason);
        row.details = detailsOf(server, HealthText::tr("down"));
        return row;
    }
    row.state = server.role.empty()                    ? HealthText::tr("role unknown")
                : isRedlock && server.role == "master" ? HealthText::tr("independent master")
                                                       : oneLine(inspect::roleName(server.role));
    row.details = detailsOf(server, row.state);
    if (server.uptime && *server.uptime < shortUptime) {
        row.condition = ServerCondition::Attention;
        row.state = HealthText::tr("%1, started %2 ago").arg(row.state, formatDuration(*server.uptime));
    }
    if (server.roundTrip)
        row.figure = formatDuration(*server.roundTrip);
    return row;
}

ServerRow serverRowOf(const inspect::RedisReplica& replica)
{
    ServerRow row{replica.address, ServerCondition::Up, HealthText::tr("replica"), {}, {}};
    if (!replica.isOnline || replica.lag.value_or(0s) > longestReplicaLag)
        row.condition = ServerCondition::Attention;
    if (!replica.isOnline)
        row.state = HealthText::tr("replica, not in sync");
    else if (replica.lag)
        row.figure = HealthText::tr("%1 behind").arg(formatDuration(*replica.lag));
    QStringList parts{row.state};
    if (replica.lag)
        parts << HealthText::tr("last acknowledgement %1 ago").arg(formatDuration(*replica.lag));
    if (replica.bytesBehind)
        parts << HealthText::tr("behind the master: %1 bytes", nullptr, forPlural(*replica.bytesBehind))
                     .arg(formatCount(*replica.bytesBehind));
    row.details = asEntry(oneLine(replica.address), parts.join(u" · "_s));
    return row;
}

std::vector<ServerRow> serverRowsOf(const inspect::RedisServers& servers, WallTime now, bool isRedlock)
{
    std::vector<ServerRow> rows;
    for (const auto& server : servers.servers) {
        rows.push_back(serverRowOf(server, now, isRedlock));
        for (const auto& replica : server.replicas)
            rows.push_back(serverRowOf(replica));
    }
    return rows;
}

} // namespace

std::vector<ServerRow> serverRows(const inspect::Snapshot& snapshot, WallTime now, bool isRedlock,
                                  std::string_view connected)
{
    auto rows = snapshot.redisServers ? serverRowsOf(*snapshot.redisServers, now, isRedlock)
                : snapshot.ensemble   ? serverRowsOf(*snapshot.ensemble, now)
                                      : std::vector<ServerRow>();
    for (auto& row : rows)
        if (row.address == connected && row.condition != ServerCondition::Down)
            row.state = HealthText::tr("%1 · connected").arg(row.state);
    return rows;
}

QStringList detailsOf(const std::vector<ServerRow>& servers)
{
    QStringList lines;
    for (const auto& server : servers)
        lines << server.details;
    return lines;
}

QString serversUp(const std::vector<ServerRow>& servers)
{
    const auto down = std::count_if(servers.begin(), servers.end(),
                                    [](const ServerRow& server) { return server.condition == ServerCondition::Down; });
    return down == 0
               ? QString()
               : HealthText::tr("%1 of %n servers", nullptr, forPlural(servers.size())).arg(std::ssize(servers) - down);
}

QString productText(const inspect::Snapshot& snapshot)
{
    std::set<std::string> versions;
    if (snapshot.redisServers) {
        for (const auto& server : snapshot.redisServers->servers)
            versions.insert(server.version);
    } else if (snapshot.ensemble) {
        for (const auto& server : snapshot.ensemble->servers)
            versions.insert(server.version);
    }
    versions.erase(std::string());
    QStringList names;
    for (const auto& version : versions)
        names << oneLine(version);
    const auto product = snapshot.backend == inspect::Backend::Redis ? u"Redis"_s : u"ZooKeeper"_s;
    return names.isEmpty() ? product : u"%1 %2"_s.arg(product, asList(names));
}

} // namespace lockscope::ui
