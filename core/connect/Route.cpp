// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/Route.h"

#include <QCryptographicHash>

#include <utility>

namespace lockscope::connect {

Route::Route(Profile profile, Secrets secrets)
    : m_profile(std::move(profile))
    , m_secrets(std::move(secrets))
{
}

Result<void> Route::open()
{
    if (!m_profile.tls && !m_profile.ssh)
        return {};
    auto clients = std::make_unique<Forwarder>(
        ForwarderSettings{m_profile.servers, m_profile.tls, m_secrets.keyPassword, m_profile.ssh});
    if (auto opened = clients->open(); !opened)
        return opened;
    std::unique_ptr<Forwarder> admin;
    if (m_profile.ssh && !m_profile.adminPorts.empty()) {
        // They don't speak TLS there unless they are told to.
        ForwarderSettings settings{m_profile.servers, std::nullopt, {}, m_profile.ssh};
        for (std::size_t i = 0; i < settings.servers.servers.size(); ++i)
            settings.servers.servers[i].port = static_cast<std::uint16_t>(
                m_profile.adminPorts.size() > 1 ? m_profile.adminPorts[i] : m_profile.adminPorts.front());
        admin = std::make_unique<Forwarder>(std::move(settings));
        if (auto opened = admin->open(); !opened)
            return opened;
    }
    m_clients = std::move(clients);
    m_admin = std::move(admin);
    return {};
}

const zk::ConnectString& Route::connectString() const
{
    return m_clients ? m_clients->connectString() : m_profile.servers;
}

void Route::applyTo(ensemble::CollectorSettings& settings) const
{
    settings.connect = m_profile.servers;
    settings.adminPorts = m_profile.adminPorts;
    settings.words = m_profile.words;
    settings.wordDetours = m_clients ? m_clients->connectString().servers : std::vector<zk::Server>();
    settings.adminDetours = m_admin ? m_admin->connectString().servers : std::vector<zk::Server>();
}

std::optional<Error> Route::trouble() const
{
    return m_clients ? m_clients->trouble() : std::nullopt;
}

void introduce(zk::Client& client, const Profile& profile, const Secrets& secrets)
{
    if (profile.user.empty())
        return;
    // What a server says of them it says of the session: AuthFailed, which everybody hears who asks for anything.
    client.addAuth("digest", profile.user + ":" + secrets.password, [](const Result<void>&) {});
}

std::vector<zk::Acl> accountsOf(const Profile& profile, const Secrets& secrets)
{
    if (profile.user.empty())
        return {};
    // As DigestAuthenticationProvider.generateDigest() of the servers does.
    const auto digest = QCryptographicHash::hash(QByteArray::fromStdString(profile.user + ":" + secrets.password),
                                                 QCryptographicHash::Sha1);
    return {{zk::Permission::All, "digest", profile.user + ":" + digest.toBase64().toStdString()}};
}

} // namespace lockscope::connect
