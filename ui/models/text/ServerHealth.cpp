// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/ServerHealth.h"

#include "core/base/Phrase.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"

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
/// Servers report their uptime in whole seconds.
constexpr auto startTolerance = 3s;

struct HealthText {
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::ServerHealth)
};

/// A part of a sentence of core, and the same in a few words.
struct KnownReason {
    const char* sentence;
    const char* inShort;
};

constexpr KnownReason knownReasons[] = {
    {"connection refused", QT_TRANSLATE_NOOP("lockscope::ui::ServerHealth", "connection refused")},
    {"the server did not answer the first commands", QT_TRANSLATE_NOOP("lockscope::ui::ServerHealth", "no answer")},
    {"the server did not respond in time, but may have executed the request",
     QT_TRANSLATE_NOOP("lockscope::ui::ServerHealth", "timeout")},
    {"the connection was lost, but the server may have executed the request",
     QT_TRANSLATE_NOOP("lockscope::ui::ServerHealth", "connection lost")},
};

/// Why a server does not answer; if it is not known in a few words, the first sentence without the server's address.
QString shortReason(const std::string& reason, const std::string& address)
{
    for (const auto& known : knownReasons) {
        if (reason.find(phrase(known.sentence)) != std::string::npos)
            return HealthText::tr(known.inShort);
    }
    auto text = oneLine(reason);
    if (const auto server = oneLine(address); text.startsWith(server))
        text = text.sliced(std::min(server.size() + 1, text.size())).trimmed();
    const auto end = text.indexOf(u". "_s);
    return end < 0 ? text : text.first(end);
}

/// The failure may have begun before it was seen.
void markAsDown(ServerRow& row, const std::optional<WallTime>& since, const std::string& reason, WallTime now)
{
    row.condition = ServerCondition::Down;
    row.stateTone = row.noteTone = Tone::Bad;
    if (since)
        row.note = HealthText::tr("≥ %1").arg(formatDuration(std::max(now - *since, 0ms)));
    row.figure = shortReason(reason, row.address);
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
        parts << HealthText::tr("%1 changes behind the leader", nullptr, forPlural(*server.behind))
                     .arg(formatCount(*server.behind));
    if (health.followers && health.syncedFollowers)
        parts << HealthText::tr("%1 of %n followers in sync", nullptr, forPlural(*health.followers))
                     .arg(*health.syncedFollowers);
    return asEntry(oneLine(toString(server.address)), parts.join(u" · "_s));
}

ServerRow serverRowOf(const ensemble::ServerFacts& server, bool isDown, WallTime now)
{
    ServerRow row;
    row.address = toString(server.address);
    row.condition = ServerCondition::Up;
    row.state = serverStateText(server);
    row.details = detailsOf(server);
    if (isDown) {
        markAsDown(row, server.downSince, server.noAnswerReason, now);
    } else if (server.state == ensemble::ServerState::NotServing || server.state == ensemble::ServerState::Silent) {
        row.condition = ServerCondition::Attention;
        row.stateTone = Tone::Warn;
    } else if (server.mode.empty()) {
        row.condition = ServerCondition::Unknown;
        row.stateTone = Tone::Muted;
    } else if (server.mode == "leader") {
        row.leads = true;
    } else if (server.behind.value_or(0) > 0) {
        row.note =
            HealthText::tr("%1 changes behind", nullptr, forPlural(*server.behind)).arg(formatCount(*server.behind));
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

/// A start a short time ago is a warning: what was in memory only may be lost.
ServerRow serverRowOf(const inspect::RedisServerFacts& server, WallTime now, bool isRedlock, const ServerStarts& starts)
{
    ServerRow row;
    row.address = server.address;
    row.condition = ServerCondition::Up;
    if (!server.answers) {
        row.state = HealthText::tr("down");
        row.details = detailsOf(server, row.state);
        markAsDown(row, server.downSince, server.noAnswerReason, now);
        return row;
    }
    const bool isMaster = server.role == "master";
    row.state = server.role.empty() ? HealthText::tr("role unknown") : oneLine(inspect::roleName(server.role));
    row.details = detailsOf(server, isRedlock && isMaster ? HealthText::tr("independent master") : row.state);
    row.leads = isMaster && !server.replicas.empty();
    if (server.uptime) {
        const auto uptime = formatDuration(*server.uptime);
        const bool isShort = *server.uptime < shortUptime;
        const bool hasRestarted = isShort && starts.hasRestarted(server.address);
        row.note = hasRestarted ? HealthText::tr("restarted %1 ago").arg(uptime)
                   : isShort    ? HealthText::tr("started %1 ago").arg(uptime)
                                : HealthText::tr("up %1").arg(uptime);
        row.noteTone = isShort ? Tone::Warn : Tone::Muted;
        row.condition = isShort ? ServerCondition::Attention : ServerCondition::Up;
    }
    if (server.roundTrip)
        row.figure = formatDuration(*server.roundTrip);
    return row;
}

ServerRow serverRowOf(const inspect::RedisReplica& replica)
{
    ServerRow row;
    row.address = replica.address;
    row.condition = ServerCondition::Up;
    row.state = HealthText::tr("replica");
    const bool isLate = replica.isOnline && replica.lag.value_or(0s) > longestReplicaLag;
    if (!replica.isOnline || isLate) {
        row.condition = ServerCondition::Attention;
        row.noteTone = Tone::Warn;
    }
    if (!replica.isOnline)
        row.note = HealthText::tr("not in sync");
    else if (replica.lag)
        (isLate ? row.note : row.figure) = HealthText::tr("%1 behind").arg(formatDuration(*replica.lag));
    QStringList parts{replica.isOnline ? row.state : HealthText::tr("replica, not in sync")};
    if (replica.lag)
        parts << HealthText::tr("last acknowledgement %1 ago").arg(formatDuration(*replica.lag));
    if (replica.bytesBehind)
        parts << HealthText::tr("behind the master: %1 bytes", nullptr, forPlural(*replica.bytesBehind))
                     .arg(formatCount(*replica.bytesBehind));
    row.details = asEntry(oneLine(replica.address), parts.join(u" · "_s));
    return row;
}

std::vector<ServerRow> serverRowsOf(const inspect::RedisServers& servers, WallTime now, bool isRedlock,
                                    const ServerStarts& starts)
{
    std::vector<ServerRow> rows;
    for (const auto& server : servers.servers) {
        rows.push_back(serverRowOf(server, now, isRedlock, starts));
        for (const auto& replica : server.replicas)
            rows.push_back(serverRowOf(replica));
    }
    return rows;
}

void addBriefs(std::vector<ServerRow>& rows)
{
    QStringList addresses;
    for (const auto& row : rows)
        addresses << oneLine(row.address);
    auto names = shortServers(addresses);
    for (auto& row : rows) {
        row.brief = names.takeFirst();
        if (row.condition == ServerCondition::Down)
            row.brief = HealthText::tr("%1 down", "a server").arg(row.brief);
    }
}

} // namespace

void ServerStarts::see(const inspect::Snapshot& snapshot)
{
    if (!snapshot.redisServers)
        return;
    for (const auto& server : snapshot.redisServers->servers) {
        if (!server.answers || !server.uptime)
            continue;
        const auto start = server.readAt - *server.uptime;
        m_starts.try_emplace(server.address, Start{start, start}).first->second.last = start;
    }
}

bool ServerStarts::hasRestarted(const std::string& address) const
{
    const auto found = m_starts.find(address);
    return found != m_starts.end() && found->second.last - found->second.first > startTolerance;
}

std::vector<ServerRow> serverRows(const inspect::Snapshot& snapshot, WallTime now, bool isRedlock,
                                  std::string_view connected, const ServerStarts& starts)
{
    auto rows = snapshot.redisServers ? serverRowsOf(*snapshot.redisServers, now, isRedlock, starts)
                : snapshot.ensemble   ? serverRowsOf(*snapshot.ensemble, now)
                                      : std::vector<ServerRow>();
    const auto word = HealthText::tr("connected");
    for (auto& row : rows)
        if (row.address == connected && row.condition != ServerCondition::Down)
            row.note = row.note.isEmpty() ? word : u"%1 · %2"_s.arg(word, row.note);
    addBriefs(rows);
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

bool isServerDown(const inspect::Snapshot& snapshot)
{
    if (snapshot.backend == inspect::Backend::ZooKeeper)
        return snapshot.ensemble && !snapshot.ensemble->serversDown().empty();
    const auto isSilent = [](const auto& server) { return !server.answers; };
    const auto* servers = snapshot.redisServers.get();
    if (servers && std::any_of(servers->servers.begin(), servers->servers.end(), isSilent))
        return true;
    const auto masters = mastersOf(snapshot); // votes are read more often than the servers
    return masters && masters->unreachable > 0;
}

QString productText(const inspect::Snapshot& snapshot, bool isRedlock)
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
    auto text = names.isEmpty() ? product : u"%1 %2"_s.arg(product, asList(names));
    if (!isRedlock || !snapshot.redisServers)
        return text;
    const auto quorum = snapshot.redisServers->servers.size() / 2 + 1;
    return HealthText::tr("%1 · Redlock, quorum %2").arg(text, QString::number(quorum));
}

} // namespace lockscope::ui
