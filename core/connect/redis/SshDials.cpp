// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/SshDials.h"

#include "core/base/Phrase.h"
#include "core/connect/redis/Socks.h"

#include <algorithm>
#include <utility>

namespace lockscope::connect {

namespace {

constexpr auto dialling = phraseLater("connect through SSH to");

/// Connections whose client has given up, and which the SSH server still tries to make. More are a fault of the
/// network: then the oldest are closed.
constexpr std::ptrdiff_t mostAbandoned = 64;

} // namespace

SshDials::SshDials(SshSettings settings)
    : m_settings(std::move(settings))
{
}

SshDials::~SshDials()
{
    m_tunnel.reset();
    const Error closed{ErrorCode::Closed, dialling, m_settings.destination, {}};
    for (const auto& logIn : std::exchange(m_logIns, {}))
        logIn(failure(closed));
    for (const auto& dial : m_dials)
        dial->fail(closed);
}

void SshDials::logIn(Reply<void> done)
{
    if (const auto ready = prepare(); !ready)
        return done(ready);
    if (m_tunnel->isUp())
        return done({});
    m_logIns.push_back(std::move(done));
    m_tunnel->start();
}

void SshDials::dial(const redis::Address& server, Duration timeout, Reply<int> done)
{
    const auto request = socksRequest(server);
    const auto ready = request ? prepare() : failure(request.error());
    if (!ready)
        return done(failure(ready.error()));
    SocksDial::Handlers handlers;
    handlers.closed = [this](SocksDial& dial) { onClosed(dial); };
    handlers.ended = [this](SocksDial&) { removeEnded(); };
    handlers.timeout = [this](SocksDial& dial) { onTimeout(dial); };
    auto& made = *m_dials.emplace_back(
        std::make_unique<SocksDial>(server, *request, timeout, std::move(done), std::move(handlers)));
    if (m_tunnel->isUp())
        connectOne(made);
    else
        m_tunnel->start();
}

Result<void> SshDials::prepare()
{
    if (m_tunnel)
        return {};
    auto tunnel = std::make_unique<SshTunnel>(m_settings, std::vector<zk::Server>());
    if (auto prepared = tunnel->prepare(); !prepared)
        return prepared;
    m_tunnel = std::move(tunnel);
    connect(m_tunnel.get(), &SshTunnel::up, this, &SshDials::onUp);
    connect(m_tunnel.get(), &SshTunnel::down, this, &SshDials::onDown);
    return {};
}

void SshDials::onUp()
{
    for (const auto& logIn : std::exchange(m_logIns, {}))
        logIn({});
    for (const auto& dial : m_dials) {
        if (dial->phase() == SocksDial::Phase::Waiting)
            connectOne(*dial);
    }
}

/// The others end with the sockets of ssh.
void SshDials::onDown(const Error& error)
{
    for (const auto& logIn : std::exchange(m_logIns, {}))
        logIn(failure(error));
    for (const auto& dial : m_dials) {
        if (dial->phase() == SocksDial::Phase::Waiting)
            dial->fail(error);
    }
    removeEnded();
}

void SshDials::connectOne(SocksDial& dial)
{
    if (const auto socket = m_tunnel->connectTo(0)) {
        dial.start(*socket);
    } else {
        dial.fail(socket.error());
        removeEnded();
    }
}

void SshDials::onClosed(SocksDial& dial)
{
    auto reason = m_tunnel->takeFirstComplaint(); // also if no client waits: it is this dial's
    if (reason.empty())
        reason = phrase("the SSH connection ended before the server was reached");
    dial.fail({ErrorCode::NoConnection, dialling, redis::toString(dial.server()), std::move(reason)});
    removeEnded();
}

void SshDials::onTimeout(SocksDial& dial)
{
    const auto reason = dial.phase() == SocksDial::Phase::Waiting
                            ? phrase("the SSH login to \"%1\" is not finished", m_settings.destination)
                            : phrase("the SSH server does not reach this server in time. Check that this server is "
                                     "running, and the network between");
    dial.fail({ErrorCode::TimedOut, dialling, redis::toString(dial.server()), reason});
    const auto isAbandoned = [](const auto& one) { return one->isAbandoned(); };
    if (std::count_if(m_dials.begin(), m_dials.end(), isAbandoned) > mostAbandoned)
        (*std::find_if(m_dials.begin(), m_dials.end(), isAbandoned))->end();
    removeEnded();
}

void SshDials::removeEnded()
{
    if (std::exchange(m_isRemoving, true))
        return;
    QTimer::singleShot(0, this, [this] {
        m_isRemoving = false;
        std::erase_if(m_dials, [](const auto& one) { return one->phase() == SocksDial::Phase::Ended; });
    });
}

} // namespace lockscope::connect
