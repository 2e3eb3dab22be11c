// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SandboxHost.h"

#include "core/base/Background.h"
#include "core/sandbox/Sandbox.h"
#include "core/sandbox/redis/RedisSandbox.h"

#include <utility>

namespace lockscope::ui {

SandboxHost::SandboxHost(QObject* parent)
    : QObject(parent)
{
}

SandboxHost::~SandboxHost()
{
    // Servers that end in the destructor are not reported.
    if (m_sandbox)
        m_sandbox->disconnect(this);
}

void SandboxHost::makeZooKeeper()
{
    ensemble::SandboxOptions options;
    options.niceness = backgroundNiceness;
    auto sandbox = std::make_unique<ensemble::Sandbox>(options);
    m_connectString = [own = sandbox.get()] { return own->connectString(); };
    m_sandbox = std::move(sandbox);
}

void SandboxHost::makeRedis()
{
    redis::RedisSandboxOptions options;
    options.kind = m_servers == SandboxServers::Redlock ? redis::SandboxKind::Independent : redis::SandboxKind::Single;
    options.niceness = backgroundNiceness;
    auto sandbox = std::make_unique<redis::RedisSandbox>(options);
    m_connectString = [own = sandbox.get()] { return own->target(); };
    m_sandbox = std::move(sandbox);
}

void SandboxHost::start(SandboxServers servers)
{
    if (m_state == State::Starting)
        return;
    if (m_state == State::Ready && m_servers == servers) {
        Q_EMIT ready(connectString());
        return;
    }
    if (m_sandbox)
        m_sandbox->disconnect(this);
    m_servers = servers;
    if (servers == SandboxServers::Ensemble)
        makeZooKeeper();
    else
        makeRedis();
    connect(m_sandbox.get(), &ensemble::ServerGroup::ready, this, [this] {
        setState(State::Ready);
        Q_EMIT ready(connectString());
    });
    connect(m_sandbox.get(), &ensemble::ServerGroup::failed, this, [this](const Error& error) {
        // Not destroyed here: the sandbox is the caller of this slot. The next start() replaces it.
        setState(State::None);
        Q_EMIT failed(QString::fromStdString(describe(error)));
    });
    connect(m_sandbox.get(), &ensemble::ServerGroup::serverStopped, this, [this] {
        if (m_state != State::Ready)
            return;
        setState(State::None);
        Q_EMIT failed(tr("The sandbox server has stopped. Start the sandbox again to get a new server."));
    });
    setState(State::Starting);
    m_sandbox->start();
}

QString SandboxHost::connectString() const
{
    return m_state == State::Ready ? m_connectString() : QString();
}

void SandboxHost::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace lockscope::ui

#include "moc_SandboxHost.cpp"
