// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSandbox.h"

#include "core/base/Phrase.h"
#include "core/sandbox/redis/RedisClock.h"
#include "core/sandbox/redis/RedisRoles.h"
#include "core/sandbox/redis/RedisServer.h"
#include "core/sandbox/redis/RedisSoftware.h"

#include <QFile>

#include <algorithm>
#include <utility>

namespace lockscope::redis {

namespace {

Result<void> checkedRedisSandbox(const RedisSandboxOptions& options)
{
    if (options.masters < 1 || options.replicas < 0)
        return failure(
            ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
            phrase("a sandbox has at least 1 master and 0 replicas, not %1 and %2", options.masters, options.replicas));
    if (options.downAfterMs < 100)
        return failure(ErrorCode::BadArguments, phraseLater("start the sandbox"), {},
                       phrase("a server is regarded as down after at least 100 ms, not %1 ms", options.downAfterMs));
    return {};
}

} // namespace

class RedisSandbox::Private {
public:
    RedisSandboxOptions options;
    std::vector<RedisServer> servers;
    int lastAttempt = 0;
};

QString RedisSandbox::folderOf(std::size_t index) const
{
    return ensemble::serverFolder(folder(), m_private->lastAttempt, static_cast<int>(index) + 1);
}

Result<std::vector<ensemble::ServerPlan>> RedisSandbox::plan(const QString& folder, int attempt)
{
    const RedisSandboxOptions& options = m_private->options;
    std::vector<RedisServer>& servers = m_private->servers;
    if (Result<void> checked = checkedRedisSandbox(options); !checked)
        return failure(checked.error());
    const Result<QString> program = findServerProgram(SoftwarePlaces::fromEnvironment());
    if (!program)
        return failure(program.error());
    const QString link = folder + QStringLiteral("/redis-server");
    if (attempt == 1 && !QFile::link(*program, link))
        return failure(ErrorCode::System, phraseLater("start the sandbox in"), folder.toStdString(),
                       phrase("cannot create a link to %1", *program));
    Result<std::vector<RedisServer>> chosen = redisServers(options);
    if (!chosen)
        return failure(chosen.error());
    servers = *std::move(chosen);
    m_private->lastAttempt = attempt;
    std::vector<ensemble::ServerPlan> plans;
    for (std::size_t index = 0; index < servers.size(); ++index)
        plans.push_back(planOf(options, servers, index, folderOf(index), link));
    if (options.movesClocks)
        std::ranges::for_each(plans, addClock);
    return plans;
}

Result<void> RedisSandbox::moveClock(int index, std::chrono::milliseconds offset)
{
    const auto place = static_cast<std::size_t>(index);
    if (!m_private->options.movesClocks || !isReady() || index < 0 || place >= m_private->servers.size())
        return failure(ErrorCode::Refused, phraseLater("move the clock of"), phrase("server %1", index + 1),
                       phrase("this sandbox was started without clocks that can be moved"));
    return setClock(folderOf(place), processId(place), offset);
}

void RedisSandbox::findRole(Role role, int group, std::function<void(const std::vector<int>&)> found)
{
    auto* const asked = new RedisRoles(this); // one per query: a second one does not end the first
    asked->ask(m_private->options, m_private->servers,
               [this, asked, role, group, found = std::move(found)](const std::vector<ReportedRole>& reported) {
                   asked->deleteLater();
                   found(serversInRole(m_private->servers, reported, role, group));
               });
}

RedisSandbox::RedisSandbox(RedisSandboxOptions options, QObject* parent)
    : ServerGroup(parent)
    , m_private(std::make_unique<Private>(Private{std::move(options), {}, 0}))
{
}

RedisSandbox::~RedisSandbox() = default;

QString RedisSandbox::target() const
{
    return isReady() ? targetOf(m_private->options, m_private->servers) : QString();
}

int RedisSandbox::serverAt(int port) const
{
    const auto all = servers();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Server& one) {
        return one.port == port || (one.tlsPort != 0 && one.tlsPort == port);
    });
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::vector<RedisSandbox::Server> RedisSandbox::servers() const
{
    std::vector<Server> list;
    for (const RedisServer& server : m_private->servers) {
        const std::size_t index = list.size();
        list.push_back({server.role, server.port, server.tlsPort, folderOf(index) + QStringLiteral("/redis.sock"),
                        processId(index)});
    }
    return list;
}

QString toString(RedisSandbox::Role role)
{
    switch (role) {
    case RedisSandbox::Role::Master:
        return QStringLiteral("master");
    case RedisSandbox::Role::Replica:
        return QStringLiteral("replica");
    case RedisSandbox::Role::Sentinel:
        return QStringLiteral("sentinel");
    }
    return {};
}

} // namespace lockscope::redis
