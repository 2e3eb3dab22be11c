// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/SandboxHost.h"

#include "core/base/Background.h"

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

void SandboxHost::start()
{
    if (m_state == State::Starting)
        return;
    if (m_state == State::Ready) {
        Q_EMIT ready(connectString());
        return;
    }
    if (m_sandbox)
        m_sandbox->disconnect(this);
    ensemble::SandboxOptions options;
    options.niceness = backgroundNiceness;
    m_sandbox = std::make_unique<ensemble::Sandbox>(options);
    connect(m_sandbox.get(), &ensemble::Sandbox::ready, this, [this] {
        setState(State::Ready);
        Q_EMIT ready(connectString());
    });
    connect(m_sandbox.get(), &ensemble::Sandbox::failed, this, [this](const Error& error) {
        // Not destroyed here: the sandbox is the caller of this slot. The next start() replaces it.
        setState(State::None);
        Q_EMIT failed(QString::fromStdString(describe(error)));
    });
    connect(m_sandbox.get(), &ensemble::Sandbox::serverStopped, this, [this] {
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
    return m_state == State::Ready ? m_sandbox->connectString() : QString();
}

void SandboxHost::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace lockscope::ui

#include "moc_SandboxHost.cpp"
