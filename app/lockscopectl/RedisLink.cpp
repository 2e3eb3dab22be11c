// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/RedisLink.h"

#include "app/lockscopectl/SecretInput.h"
#include "core/connect/TlsTrust.h"
#include "core/connect/redis/RedisSettings.h"
#include "core/connect/redis/SshDialer.h"
#include "core/redis/ClientNames.h"

#include <algorithm>
#include <utility>

namespace lockscope::ctl {

namespace {

/// The name of a simulated client. CLIENT SETNAME accepts it.
std::string clientNameOf(const std::string& name)
{
    std::string plain = "lockscope-" + name;
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
    return plain;
}

/// Logs in to the SSH server of the profile, if it has one.
Result<std::shared_ptr<redis::Dialer>> dialerOf(const Context& context)
{
    if (context.profile.ssh && !*context.dialer) {
        auto dialer = std::make_shared<connect::SshDialer>(*context.profile.ssh);
        if (auto opened = dialer->open(); !opened)
            return failure(opened.error());
        *context.dialer = std::move(dialer);
    }
    return *context.dialer;
}

} // namespace

Result<redis::ClientSettings> redisSettings(const Context& context)
{
    if (const auto& tls = context.profile.tls) {
        // The client would report a wrong file only at its first connection, and try again.
        if (auto trust = connect::readTlsTrust(*tls, {}); !trust) {
            if (connect::isWrongKeyPassword(trust.error()))
                trust.error().detail = "the key is encrypted. For Redis, use a key file without a password, which only "
                                       "this user can read";
            return failure(trust.error());
        }
    }
    auto secrets = readSecrets(context);
    if (!secrets)
        return failure(secrets.error());
    auto dialer = dialerOf(context);
    if (!dialer)
        return failure(dialer.error());
    auto profile = context.profile;
    profile.redis = context.target.redis;
    auto settings = connect::redisClientSettings(profile, *secrets);
    settings.dialer = *std::move(dialer);
    return settings;
}

RedisLink::RedisLink(const Context& context)
    : m_context(context)
    , m_wait(context)
{
    if (auto settings = redisSettings(context))
        m_settings = *std::move(settings);
    else
        m_refused = settings.error();
}

RedisLink::~RedisLink()
{
    m_executor.runAndWait([this] {
        m_status.reset();
        m_wait.end();
        m_first.reset();
    });
}

void RedisLink::whenConnected(Task connected)
{
    if (m_refused)
        return m_wait.refuse(*m_refused);
    m_executor.post([this, connected = std::move(connected)] {
        m_first = open(redis::commandClientName);
        m_wait.begin(
            m_executor, [this] { return noConnection(m_context, m_first->status()); }, connected);
        m_status = m_first->onStatus([this](const SessionStatus& status) { see(status); });
        see(m_first->status());
    });
}

void RedisLink::see(const SessionStatus& status)
{
    m_wait.see(status);
}

std::unique_ptr<console::RedisClients> RedisLink::another(const std::string& name)
{
    return open(clientNameOf(name));
}

std::unique_ptr<console::RedisClients> RedisLink::open(const std::string& clientName)
{
    auto settings = m_settings;
    settings.clientName = clientName;
    return console::makeRedisClients(settings, m_executor, m_context.log);
}

} // namespace lockscope::ctl
