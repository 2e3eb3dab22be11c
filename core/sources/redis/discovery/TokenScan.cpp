// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/TokenScan.h"

#include "core/redis/ConnectionError.h"
#include "core/sources/redis/KeyReplies.h"
#include "core/sources/redis/discovery/NameFilter.h"

#include <string_view>
#include <utility>

namespace lockscope::inspect {

namespace {

/// PTTL of a key that does not exist.
constexpr std::int64_t pttlWithoutKey = -2;

/// The glob pattern of the keys that begin so.
std::string patternOfBeginning(std::string_view root)
{
    std::string pattern;
    for (const auto c : root) {
        if (std::string_view("*?[]^\\").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern + '*';
}

KeyScan::Settings scanOfStrings(const TokenScan::Settings& settings)
{
    KeyScan::Settings keys;
    keys.type = "string";
    keys.count = settings.count;
    keys.callsPerSecond = settings.callsPerSecond;
    if (settings.roots.size() == 1)
        keys.pattern = patternOfBeginning(settings.roots.front());
    return keys;
}

/// Why a probe says nothing of the key.
std::optional<Error> probeError(const std::string& key, const Result<redis::Value>& reply)
{
    if (!reply)
        return reply.error();
    if (isRefused(*reply))
        return refusedToRead(key, *reply);
    return std::nullopt;
}

} // namespace

std::vector<redis::Command> tokenCommands(const std::string& key)
{
    return {{"GETRANGE", key, "0", std::to_string(longestOwner)}, {"PTTL", key}};
}

std::optional<TokenValue> tokenValueOf(const redis::Value& value, const redis::Value& lease)
{
    if (value.kind() != redis::Value::Kind::String || lease.kind() != redis::Value::Kind::Integer ||
        lease.number() == pttlWithoutKey || value.text().empty() || value.text().size() > longestOwner)
        return std::nullopt;
    return TokenValue{value.text(), leaseIn(lease)};
}

TokenScan::TokenScan(redis::Client& client, Settings settings, Take take)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_take(std::move(take))
    , m_keys(client, scanOfStrings(m_settings), [this](const redis::Address&, const std::vector<std::string>& keys) {
        for (const auto& key : keys)
            probe(key);
    })
{
}

void TokenScan::start(Reply<void> done)
{
    m_done = std::move(done);
    m_failed.reset();
    m_keys.start([this](const Result<void>& result) {
        if (!result)
            note(result.error());
        finishIfDone();
    });
}

void TokenScan::probe(const std::string& key)
{
    if (!isBelowOneOf(m_settings.roots, key))
        return;
    ++m_openProbes;
    const auto value = std::make_shared<Result<redis::Value>>(redis::Value());
    auto commands = tokenCommands(key);
    m_client.send(key, std::move(commands[0]), redis::Access::Read,
                  [value](const Result<redis::Value>& reply) { *value = reply; });
    m_client.send(key, std::move(commands[1]), redis::Access::Read,
                  [this, key, value, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& lease) {
                      if (!alive.expired())
                          onProbed(key, *value, lease);
                  });
}

void TokenScan::onProbed(const std::string& key, const Result<redis::Value>& value, const Result<redis::Value>& lease)
{
    --m_openProbes;
    const auto valueError = probeError(key, value);
    const auto error = valueError ? valueError : probeError(key, lease);
    if (error)
        note(*error);
    if (const auto read = error ? std::nullopt : tokenValueOf(*value, *lease))
        take(key, *read);
    finishIfDone();
}

void TokenScan::take(const std::string& key, const TokenValue& read)
{
    const auto* dialect = m_settings.dialects ? m_settings.dialects->find(key, read) : nullptr;
    if (dialect ? !dialect->isNone : hasTokenShape(read))
        m_take(key, read);
}

void TokenScan::note(const Error& error)
{
    if (!m_failed || (redis::isConnectionError(error) && !redis::isConnectionError(*m_failed)))
        m_failed = error;
}

void TokenScan::finishIfDone()
{
    if (!m_done || m_openProbes > 0 || m_keys.isRunning())
        return;
    const auto done = std::exchange(m_done, nullptr);
    done(m_failed ? Result<void>(failure(*m_failed)) : Result<void>());
}

} // namespace lockscope::inspect
