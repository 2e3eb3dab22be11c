// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/RedisDialect.h"
#include "core/sources/redis/discovery/KeyScan.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Finds the strings that may be token locks, on every master of a client: by SCAN, then by the first bytes and the
/// time to live of each string. Reads only.
///
/// Thread: the client's executor. Destroying it ends the scan.
class TokenScan final {
public:
    struct Settings {
        std::vector<std::string> roots; ///< fixed beginnings of the keys; empty: all keys
        RedisDialectsPtr dialects;      ///< may be null
        int count = 500;                ///< keys that one call of SCAN looks at
        double callsPerSecond = 0;      ///< 0: the next call follows each reply
    };
    /// A string that fits a dialect, else one with the shape of a token.
    using Take = std::function<void(const std::string& key, const TokenValue& read)>;

    /// `client` must outlive it.
    TokenScan(redis::Client& client, Settings settings, Take take);
    TokenScan(const TokenScan&) = delete;
    TokenScan& operator=(const TokenScan&) = delete;

    /// `done` is called once: with the error of a connection if there was one, else with the first error; else when all
    /// strings have been read.
    void start(Reply<void> done);
    [[nodiscard]] bool isRunning() const { return m_done != nullptr; }

private:
    void probe(const std::string& key);
    void onProbed(const std::string& key, const Result<redis::Value>& value, const Result<redis::Value>& lease);
    void take(const std::string& key, const TokenValue& read);
    void note(const Error& error);
    void finishIfDone();

    redis::Client& m_client;
    const Settings m_settings;
    const Take m_take;
    KeyScan m_keys;
    Reply<void> m_done;
    std::optional<Error> m_failed;
    int m_openProbes = 0;
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

/// What GETRANGE and PTTL answered of a key. Nullopt: there is no such string, or its value is too long for an owner.
/// Neither reply may be a refusal, which says nothing of the key.
[[nodiscard]] std::optional<TokenValue> tokenValueOf(const redis::Value& value, const redis::Value& lease);
/// The two commands.
[[nodiscard]] std::vector<redis::Command> tokenCommands(const std::string& key);

} // namespace lockscope::inspect
