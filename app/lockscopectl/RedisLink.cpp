// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/RedisLink.h"

#include "app/lockscopectl/SecretInput.h"
#include "core/connect/TlsTrust.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::ctl {

namespace {

/// A name that CLIENT SETNAME accepts.
std::string clientNameOf(const std::string& name)
{
    std::string plain = "lockscope-" + name;
    std::replace_if(
        plain.begin(), plain.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
    return plain;
}

/// One target for each client: independent masters have one each.
std::vector<redis::Target> targetsOf(const redis::Target& target)
{
    if (target.topology != redis::Topology::Independent)
        return {target};
    std::vector<redis::Target> masters;
    for (const auto& server : target.servers) {
        auto master = target;
        master.topology = redis::Topology::Single;
        master.servers = {server};
        masters.push_back(std::move(master));
    }
    return masters;
}

} // namespace

Result<redis::ClientSettings> redisSettings(const Context& context)
{
    redis::ClientSettings settings;
    settings.target = context.target.redis;
    if (const auto& tls = context.profile.tls) {
        // The client would report a wrong file only at its first connection, and try again.
        if (auto trust = connect::readTlsTrust(*tls, {}); !trust) {
            if (connect::isWrongKeyPassword(trust.error()))
                trust.error().detail = "the key is encrypted. For Redis, use a key file without a password, which only "
                                       "this user can read";
            return failure(trust.error());
        }
        settings.tls = {tls->caFile, tls->certificateFile, tls->keyFile};
    }
    auto secrets = readSecrets(context);
    if (!secrets)
        return failure(secrets.error());
    settings.password = std::move(secrets->password);
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
        m_first = another("first");
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
    const auto traffic = std::make_shared<redis::Traffic>();
    std::vector<std::unique_ptr<redis::Client>> clients;
    for (auto& target : targetsOf(m_settings.target)) {
        auto settings = m_settings;
        settings.target = std::move(target);
        settings.clientName = clientNameOf(name);
        settings.traffic = traffic;
        settings.callbacks = &m_executor; // the console's handlers do not block
        clients.push_back(std::make_unique<redis::Client>(std::move(settings), m_executor, m_context.log));
    }
    return std::make_unique<console::RedisClients>(std::move(clients), traffic);
}

} // namespace lockscope::ctl
