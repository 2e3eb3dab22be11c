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
    if (isStraight())
        return;
    m_forwarder = std::make_unique<Forwarder>(ForwarderSettings{m_profile.servers, m_profile.tls,
                                                                std::exchange(m_secrets.keyPassword, {}), m_profile.ssh,
                                                                m_profile.adminPorts, m_profile.adminTls});
}

Result<void> Route::open()
{
    if (!m_profile.hostsFile.empty()) {
        auto names = inspect::HostNames::read(m_profile.hostsFile);
        if (!names)
            return failure(names.error());
        m_hostNames = std::make_shared<const inspect::HostNames>(*std::move(names));
    }
    if (!m_forwarder)
        return {};
    auto opened = m_forwarder->open();
    m_isOpen = opened.has_value();
    return opened;
}

void Route::giveUp()
{
    if (m_forwarder)
        m_forwarder->giveUp();
}

bool Route::isStraight() const
{
    return !m_profile.tls && !m_profile.ssh;
}

const zk::ConnectString& Route::connectString() const
{
    // No server rather than a connection that bypasses the tunnel.
    static const zk::ConnectString nowhere;
    return isStraight() ? m_profile.servers : m_isOpen ? m_forwarder->connectString() : nowhere;
}

void Route::applyTo(ensemble::CollectorSettings& settings) const
{
    settings.connect = isStraight() ? m_profile.servers : zk::ConnectString();
    settings.adminPorts = m_profile.adminPorts;
    settings.words = m_profile.words;
    if (!settings.hostNames)
        settings.hostNames = m_hostNames;
    settings.looksUpHosts = settings.looksUpHosts || m_profile.resolveHosts;
    if (m_isOpen)
        m_forwarder->lead(settings);
}

std::optional<Error> Route::trouble() const
{
    return m_isOpen ? m_forwarder->trouble() : std::nullopt;
}

void introduce(zk::Client& client, const Profile& profile, const Secrets& secrets)
{
    if (profile.user.empty())
        return;
    // Servers report authentication errors as the session state AuthFailed, which fails every request.
    client.addAuth("digest", profile.user + ":" + secrets.password, [](const Result<void>&) {});
}

std::vector<zk::Acl> accountsOf(const Profile& profile, const Secrets& secrets)
{
    if (profile.user.empty())
        return {};
    // Same as DigestAuthenticationProvider.generateDigest() of ZooKeeper.
    const auto digest = QCryptographicHash::hash(QByteArray::fromStdString(profile.user + ":" + secrets.password),
                                                 QCryptographicHash::Sha1);
    return {{zk::Permission::All, "digest", profile.user + ":" + digest.toBase64().toStdString()}};
}

} // namespace lockscope::connect
