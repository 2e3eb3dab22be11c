// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisSandbox.h"

#include "core/base/Phrase.h"
#include "core/sandbox/ServerGroup.h"
#include "core/sandbox/redis/RedisServer.h"
#include "core/sandbox/redis/RedisSoftware.h"

#include <QFile>

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
    explicit Private(RedisSandboxOptions wanted)
        : options(std::move(wanted))
    {
    }

    [[nodiscard]] Result<std::vector<ensemble::ServerPlan>> plan(const QString& folder, int attempt);
    [[nodiscard]] QString folderOf(std::size_t index) const
    {
        return ensemble::serverFolder(group.folder(), lastAttempt, static_cast<int>(index) + 1);
    }

    RedisSandboxOptions options;
    std::vector<RedisServer> servers;
    int lastAttempt = 0;
    ensemble::ServerGroup group;
};

Result<std::vector<ensemble::ServerPlan>> RedisSandbox::Private::plan(const QString& folder, int attempt)
{
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
    lastAttempt = attempt;
    std::vector<ensemble::ServerPlan> plans;
    for (std::size_t index = 0; index < servers.size(); ++index)
        plans.push_back(planOf(options, servers, index, folderOf(index), link));
    return plans;
}

RedisSandbox::RedisSandbox(RedisSandboxOptions options, QObject* parent)
    : QObject(parent)
    , m_private(std::make_unique<Private>(std::move(options)))
{
    using ensemble::ServerGroup;
    const ServerGroup* group = &m_private->group;
    connect(group, &ServerGroup::ready, this, &RedisSandbox::ready);
    connect(group, &ServerGroup::failed, this, &RedisSandbox::failed);
    connect(group, &ServerGroup::serverReady, this, &RedisSandbox::serverReady);
    connect(group, &ServerGroup::serverStopped, this, &RedisSandbox::serverStopped);
}

RedisSandbox::~RedisSandbox() = default;

void RedisSandbox::start()
{
    m_private->group.start([this](const QString& folder, int attempt) { return m_private->plan(folder, attempt); });
}

QString RedisSandbox::target() const
{
    return m_private->group.isReady() ? targetOf(m_private->options, m_private->servers) : QString();
}

std::vector<RedisSandbox::Server> RedisSandbox::servers() const
{
    std::vector<Server> list;
    for (const RedisServer& server : m_private->servers) {
        const std::size_t index = list.size();
        list.push_back({server.role, server.port, server.tlsPort,
                        m_private->folderOf(index) + QStringLiteral("/redis.sock"), m_private->group.processId(index)});
    }
    return list;
}

QString RedisSandbox::folder() const
{
    return m_private->group.folder();
}

void RedisSandbox::killServer(int index)
{
    m_private->group.killServer(index);
}

void RedisSandbox::startServer(int index)
{
    m_private->group.startServer(index);
}

void RedisSandbox::pauseServer(int index)
{
    m_private->group.pauseServer(index);
}

void RedisSandbox::resumeServer(int index)
{
    m_private->group.resumeServer(index);
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

#include "moc_RedisSandbox.cpp"
