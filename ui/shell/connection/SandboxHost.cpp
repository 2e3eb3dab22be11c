// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SandboxHost.h"

#include "core/base/Background.h"
#include "core/sandbox/Sandbox.h"
#include "core/sandbox/redis/RedisSandbox.h"
#include "ui/models/text/Formatting.h"

#include <utility>

namespace lockscope::ui {

namespace {

redis::SandboxKind sandboxKindOf(SandboxServers servers)
{
    switch (servers) {
    case SandboxServers::Redlock:
        return redis::SandboxKind::Independent;
    case SandboxServers::Sentinel:
        return redis::SandboxKind::Sentinel;
    case SandboxServers::Cluster:
        return redis::SandboxKind::Cluster;
    case SandboxServers::Ensemble:
    case SandboxServers::Redis:
        break;
    }
    return redis::SandboxKind::Single;
}

} // namespace

SandboxHost::SandboxHost(QObject* parent)
    : QObject(parent)
{
}

SandboxHost::~SandboxHost()
{
    end(); // all at once; their destructors wait
}

SandboxHost::Group SandboxHost::makeGroup(SandboxServers servers)
{
    if (servers == SandboxServers::Ensemble) {
        ensemble::SandboxOptions options;
        options.niceness = backgroundNiceness;
        auto sandbox = std::make_unique<ensemble::Sandbox>(options);
        auto connectString = [own = sandbox.get()] { return own->connectString(); };
        return {servers, std::move(sandbox), std::move(connectString), true};
    }
    redis::RedisSandboxOptions options;
    options.kind = sandboxKindOf(servers);
    options.niceness = backgroundNiceness;
    auto sandbox = std::make_unique<redis::RedisSandbox>(options);
    auto connectString = [own = sandbox.get()] { return own->target(); };
    return {servers, std::move(sandbox), std::move(connectString), true};
}

/// Ends its servers in the background.
void SandboxHost::drop(Group& group)
{
    auto* sandbox = std::exchange(group, {}).sandbox.release();
    if (!sandbox)
        return;
    sandbox->disconnect(this);
    sandbox->setParent(this);
    ++m_ending;
    connect(sandbox, &ensemble::ServerGroup::ended, this, [this, sandbox] {
        sandbox->deleteLater();
        if (--m_ending == 0)
            Q_EMIT ended();
    });
    sandbox->end();
}

void SandboxHost::end()
{
    drop(m_starting);
    drop(m_running);
}

void SandboxHost::start(SandboxServers servers)
{
    const bool isStarting = state() == State::Starting;
    if (isStarting && m_starting.servers == servers)
        return;
    drop(m_starting);
    if (m_running.isUsable && m_running.servers == servers) {
        if (isStarting)
            Q_EMIT stateChanged();
        Q_EMIT ready(connectString());
        return;
    }
    m_starting = makeGroup(servers);
    auto* sandbox = m_starting.sandbox.get();
    connect(sandbox, &ensemble::ServerGroup::ready, this, &SandboxHost::takeReady);
    connect(sandbox, &ensemble::ServerGroup::failed, this, [this](const Error& error) {
        // Not destroyed here: the sandbox is the caller of this slot. The next start() replaces it.
        m_starting.isUsable = false;
        Q_EMIT stateChanged();
        Q_EMIT failed(errorSentence(error));
    });
    Q_EMIT stateChanged();
    sandbox->start();
}

void SandboxHost::takeReady()
{
    auto before = std::exchange(m_running, std::exchange(m_starting, {}));
    connect(m_running.sandbox.get(), &ensemble::ServerGroup::serverStopped, this, &SandboxHost::onServerStopped);
    Q_EMIT stateChanged();
    Q_EMIT ready(connectString());
    drop(before);
}

/// The sandbox goes on while one of its servers runs.
void SandboxHost::onServerStopped(int index)
{
    const auto& group = *m_running.sandbox;
    for (auto each = 0; each < group.serverCount(); ++each) {
        if (group.isRunning(each)) {
            Q_EMIT serverStopped(tr("Server %1 of the sandbox has stopped. The other servers run on.").arg(index + 1));
            return;
        }
    }
    if (!std::exchange(m_running.isUsable, false))
        return;
    Q_EMIT stateChanged();
    Q_EMIT failed(tr("All %n servers of the sandbox have stopped. Start the sandbox again to get new servers.", nullptr,
                     group.serverCount()));
}

int SandboxHost::indexOf(const std::string& address) const
{
    const auto port = QString::fromStdString(address).section(u':', -1).toInt();
    return m_running.isUsable ? m_running.sandbox->serverAt(port) : -1;
}

void SandboxHost::stopServer(const std::string& address)
{
    if (const auto index = indexOf(address); index >= 0)
        m_running.sandbox->killServer(index);
}

void SandboxHost::startServer(const std::string& address)
{
    if (const auto index = indexOf(address); index >= 0 && !m_running.sandbox->isRunning(index))
        m_running.sandbox->startServer(index);
}

SandboxHost::State SandboxHost::state() const
{
    if (m_starting.isUsable)
        return State::Starting;
    return m_running.isUsable ? State::Ready : State::None;
}

QString SandboxHost::startingSentence() const
{
    if (state() != State::Starting)
        return {};
    switch (m_starting.servers) {
    case SandboxServers::Ensemble:
        return tr("Starting a sandbox with one ZooKeeper server…");
    case SandboxServers::Redis:
        return tr("Starting a sandbox with one Redis server…");
    case SandboxServers::Redlock:
        return tr("Starting a sandbox with five independent Redis masters…");
    case SandboxServers::Sentinel:
        return tr("Starting a sandbox with a Redis master, two replicas and three Sentinels…");
    case SandboxServers::Cluster:
        return tr("Starting a sandbox with a Redis Cluster of three masters and three replicas…");
    }
    return {};
}

QString SandboxHost::connectString() const
{
    return m_running.isUsable ? m_running.connectString() : QString();
}

} // namespace lockscope::ui

#include "moc_SandboxHost.cpp"
