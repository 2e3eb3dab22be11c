// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/commands/RedisSessions.h"

#include "app/lockscopectl/Inspection.h"
#include "app/lockscopectl/Table.h"
#include "app/lockscopectl/Views.h"
#include "core/model/SnapshotJson.h"
#include "core/model/redis/Instances.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include <unistd.h>

namespace lockscope::ctl {

using namespace Qt::StringLiterals;
using std::chrono::milliseconds;

namespace {

constexpr std::size_t mostLocksOfInstance = 5; ///< for held locks and for awaited locks

/// "holds orders, thread 41": of a token there is no more to say.
QStringList placesOf(const char* verb, const std::vector<inspect::SessionNode>& nodes)
{
    QStringList lines;
    for (const auto& node : nodes) {
        if (static_cast<std::size_t>(lines.size()) == mostLocksOfInstance) {
            lines << u"    %1 %2 more"_s.arg(QLatin1String(verb)).arg(nodes.size() - mostLocksOfInstance);
            break;
        }
        auto line = u"    %1 %2"_s.arg(QLatin1String(verb), elided(safe(node.key.lock), 70));
        const auto instance = inspect::instanceOf(node.owner);
        if (instance.size() < node.owner.size())
            line += u", thread "_s + safe(node.owner.substr(instance.size() + 1));
        lines << line + (node.isPossible ? u" (possible)"_s : QString());
    }
    return lines;
}

QString briefText(const std::optional<milliseconds>& duration)
{
    return shortDuration(duration).remove(u' ');
}

QString instancesText(const std::vector<inspect::SessionSummary>& instances, WallTime now)
{
    QList<QStringList> rows;
    for (const auto& one : instances) {
        constexpr int widestInstance = 36;
        rows.append({elided(safe(one.instance), widestInstance),
                     one.owner.host.empty() ? u"-"_s : hostCell(one.owner, 21),
                     one.client.empty() ? u"-"_s : elided(safe(one.client), nameWidth), briefText(one.lease),
                     briefText(one.owner.sinceHeard(now)), briefText(one.owner.timeLeft(now)),
                     QString::number(one.holds.size()), QString::number(one.waits.size())});
    }
    const auto lines =
        table({u"INSTANCE"_s, u"HOST"_s, u"CLIENT"_s, u"LEASE"_s, u"SEEN"_s, u"EXPIRES"_s, u"HOLDS"_s, u"WAITS"_s},
              rows)
            .split(u'\n');
    QStringList text{lines.first()};
    for (std::size_t i = 0; i < instances.size(); ++i)
        text << lines.at(static_cast<qsizetype>(i) + 1) << placesOf("holds", instances[i].holds)
             << placesOf("waits for", instances[i].waits) << placesOf("holds or waits for", instances[i].undecided);
    return text.join(u'\n');
}

QString roleText(const inspect::RedisServerFacts& server)
{
    if (!server.answers)
        return u"down!"_s;
    return server.role.empty() ? u"-"_s : safe(std::string(inspect::roleName(server.role)));
}

/// "2/3": how many of the replicas are online.
QString replicasCell(const inspect::RedisServerFacts& server)
{
    if (!server.connectedReplicas)
        return u"-"_s;
    const auto online = std::count_if(server.replicas.begin(), server.replicas.end(),
                                      [](const auto& replica) { return replica.isOnline; });
    return u"%1/%2"_s.arg(online).arg(*server.connectedReplicas);
}

QStringList replicaRow(const inspect::RedisReplica& replica)
{
    return {elided(safe(replica.address), nameWidth),
            replica.isOnline ? u"replica"_s : u"not online!"_s,
            u"-"_s,
            u"-"_s,
            u"-"_s,
            replica.lag ? briefText(milliseconds(*replica.lag)) : u"-"_s,
            replica.bytesBehind ? sizeText(*replica.bytesBehind) : u"-"_s};
}

QString serversText(const inspect::RedisServers& servers)
{
    QList<QStringList> rows;
    QStringList remarks;
    for (const auto& server : servers.servers) {
        rows.append({elided(safe(server.address), nameWidth), roleText(server),
                     server.version.empty() ? u"-"_s : safe(server.version), briefText(server.roundTrip),
                     replicasCell(server), u"-"_s, u"-"_s});
        for (const auto& replica : server.replicas)
            rows.append(replicaRow(replica));
        if (server.downSince)
            remarks << u"%1 does not answer, at least since %2. %3."_s.arg(
                safe(server.address), inspect::isoTime(*server.downSince), safe(server.refused));
    }
    return (QStringList{table(
                {u"SERVER"_s, u"ROLE"_s, u"VERSION"_s, u"LATENCY"_s, u"REPLICAS"_s, u"LAG"_s, u"BEHIND"_s}, rows)} +
            remarks)
        .join(u'\n');
}

} // namespace

QString redisSessionsText(const inspect::Snapshot& snapshot, const std::vector<inspect::SessionSummary>& instances,
                          WallTime now)
{
    QStringList parts{instances.empty() ? u"No clients found."_s : instancesText(instances, now)};
    if (const auto unnamed = inspect::unnamedWaiters(snapshot); unnamed > 0)
        parts << u"At least %1 more clients wait. They only listen for a release, so their ids are unknown."_s.arg(
            unnamed);
    if (snapshot.redisServers && !snapshot.redisServers->servers.empty())
        parts << QString() << serversText(*snapshot.redisServers);
    return parts.join(u'\n');
}

void complainUnknownHosts(const inspect::Snapshot& snapshot, const std::vector<inspect::SessionSummary>& instances)
{
    if (!snapshot.redisHosts)
        return; // a recording has none
    for (const auto& refusal : snapshot.redisHosts->refusals) {
        if (refusal.command != "MONITOR" || snapshot.redisHosts->sampledAt) // else it is the error of the whole sample
            complain(u"%1 refused %2: %3"_s.arg(QString::fromStdString(refusal.server),
                                                QString::fromStdString(refusal.command),
                                                QString::fromStdString(refusal.reason)));
    }
    const auto unknown = std::count_if(instances.begin(), instances.end(),
                                       [](const auto& instance) { return instance.owner.host.empty(); });
    if (unknown == 0)
        return;
    const auto many =
        unknown == 1 ? u"the host of 1 client is unknown"_s : u"the hosts of %1 clients are unknown"_s.arg(unknown);
    if (snapshot.redisHosts->sampledAt)
        complain(many +
                 u": no command in the sample had the id of the client. A client with a watchdog renews its lease "
                 "every third of it"_s);
    else
        complain(many + u". To find them, take a sample with --sample 12s. It costs the servers CPU time"_s);
}

std::optional<Exit> refuseSample(const Context& context, milliseconds sample)
{
    if (context.yes)
        return std::nullopt;
    if (context.json || isatty(STDIN_FILENO) == 0 || isatty(STDERR_FILENO) == 0)
        return complainUsage(u"--sample needs --yes if no confirmation on the terminal is possible. MONITOR more than "
                             "doubles the CPU time of the servers for each lock operation"_s);
    std::cerr << u"For %1, each master sends every command that it executes (MONITOR). In measurements, this more than "
                 "doubled its CPU time for each lock operation. Take the sample? y or n: "_s.arg(shortDuration(sample))
                     .toStdString()
              << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    if (answer == "y" || answer == "yes")
        return std::nullopt;
    return complain(Error{ErrorCode::Cancelled, "take a sample", {}, "not confirmed"});
}

namespace {

/// One look at the locks, the servers and the hosts of the clients. Main thread.
class HostLook final {
public:
    HostLook(const Context& context, std::optional<milliseconds> sample,
             std::function<Exit(const inspect::Snapshot&)> show)
        : m_context(context)
        , m_sample(sample)
        , m_show(std::move(show))
    {
        m_readLimit.setSingleShot(true);
        m_waitLimit.setSingleShot(true);
        QObject::connect(&m_readLimit, &QTimer::timeout, [this] { onTooLate(); });
        QObject::connect(&m_waitLimit, &QTimer::timeout, [this] { finish(); });
    }

    int run()
    {
        InspectionOptions options;
        if (m_sample) // locks that come during the sample are known then
            options.attention = Attention::Live;
        m_inspection = std::make_unique<Inspection>(
            m_context, options, toMainThread([this](const inspect::SnapshotPtr& snapshot) { see(snapshot); }));
        return QCoreApplication::exec();
    }

private:
    void see(const inspect::SnapshotPtr& snapshot)
    {
        if (m_isDone)
            return;
        m_latest = snapshot;
        const auto now = SystemClock().now();
        if (isAnswered(snapshot->session)) {
            m_contact = now;
            if (!std::exchange(m_hasAsked, true)) {
                m_readLimit.start(m_context.readLimit + m_sample.value_or(milliseconds(0)));
                m_inspection->read(inspect::LockSource::Part::Servers);
            }
        }
        if (snapshot->complete)
            onComplete(snapshot);
        else if (m_contact != SteadyTime() && now - m_contact > m_context.timeout)
            exit(complain(m_inspection->trouble(snapshot->session)));
    }

    void onComplete(const inspect::SnapshotPtr& snapshot)
    {
        m_complete = snapshot;
        const bool isReported = snapshot->redisServers && snapshot->redisHosts && snapshot->redisHosts->listedAt;
        if (m_sample && !std::exchange(m_isSampling, true))
            m_inspection->sampleHosts(*m_sample, [this](const Result<void>& result) { onSampled(result); });
        else if (!m_sample && isReported)
            finish();
        else if (!m_sample && !m_waitLimit.isActive())
            m_waitLimit.start(longestReport);
    }

    void onSampled(const Result<void>& result)
    {
        if (m_isDone)
            return;
        if (!result)
            m_status = complain(result.error());
        finish();
    }

    void onTooLate()
    {
        exit(complain(Error{ErrorCode::TimedOut,
                            "read all locks",
                            {},
                            u"they were not read within %1 ms. To allow more time, set --timeout. To read less, set "
                            "--root"_s.arg(m_context.readLimit.count())
                                .toStdString()}));
    }

    /// After a gap in the connection not all locks may have been read again.
    void finish()
    {
        if (m_isDone)
            return;
        auto shown = *m_complete;
        shown.redisHosts = m_latest->redisHosts;
        const auto status = m_show(shown);
        exit(m_status == Done ? status : m_status);
    }

    void exit(Exit status)
    {
        m_isDone = true;
        QCoreApplication::exit(status);
    }

    /// For the servers, once the locks are complete.
    static constexpr milliseconds longestReport{3'000};

    const Context& m_context;
    const std::optional<milliseconds> m_sample;
    const std::function<Exit(const inspect::Snapshot&)> m_show;
    bool m_isDone = false;
    bool m_hasAsked = false;
    bool m_isSampling = false; ///< or has sampled
    Exit m_status = Done;      ///< of the sample
    SteadyTime m_contact{};
    inspect::SnapshotPtr m_complete; ///< the last complete one
    inspect::SnapshotPtr m_latest;   ///< the last one, whose hosts are shown
    QTimer m_readLimit;
    QTimer m_waitLimit;
    std::unique_ptr<Inspection> m_inspection;
};

} // namespace

int inspectHosts(const Context& context, std::optional<milliseconds> sample,
                 const std::function<Exit(const inspect::Snapshot&)>& show)
{
    return HostLook(context, sample, show).run();
}

} // namespace lockscope::ctl
