// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/base/Subscription.h"
#include "core/redis/Client.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Reads the names of all keys by SCAN, on every master of a client, on several masters at the same time. Never KEYS,
/// which stops the server while it answers.
///
/// A key that exists during the whole scan is passed on at least once; others may be missing, and a key may be passed
/// on twice. Keys of a slot that moves between masters meanwhile may be missing: scan again.
///
/// Thread: the client's executor. Destroying it ends the scan: no handler is called any more.
class KeyScan final {
public:
    struct Settings {
        int count = 1'000;         ///< COUNT: keys that one call looks at; a thousand take a server some 0.3 ms
        std::string pattern{};     ///< MATCH, a glob pattern of Redis' kind; empty: all keys
        std::string type{};        ///< TYPE: "hash", …; empty: all types
        double callsPerSecond = 0; ///< of all masters together; 0: the next call follows each reply
    };
    /// Keys of one call; may be empty.
    using Take = std::function<void(const redis::Address& master, std::vector<std::string> keys)>;

    /// `client` must outlive it.
    KeyScan(redis::Client& client, Settings settings, Take take);
    ~KeyScan();
    KeyScan(const KeyScan&) = delete;
    KeyScan& operator=(const KeyScan&) = delete;

    /// Begins again from the start, at the same rate; a scan that is under way ends without a reply. `done` is called
    /// once: with an error of the connection as soon as a master cannot be reached; else when all masters are read,
    /// those included that have become masters meanwhile. If one has refused, the others are read nevertheless, and it
    /// is the first refusal.
    void start(Reply<void> done);
    /// In Take: the next call is made this much later, if the calls are limited.
    void delay(Duration by);
    [[nodiscard]] bool isRunning() const { return m_run != nullptr; }
    /// Calls of SCAN since the construction.
    [[nodiscard]] std::uint64_t calls() const { return m_calls; }

private:
    struct Run;

    void scan(const redis::Address& master, const std::string& cursor);
    void onReply(const redis::Address& master, const Result<redis::Value>& reply);
    void onRefused(const redis::Address& master, Error error);
    void endMaster(const redis::Address& master);
    void next(const redis::Address& master, std::string cursor);
    void scanNewMasters();
    void finish(Result<void> result);

    redis::Client& m_client;
    const Settings m_settings;
    const Take m_take;
    std::uint64_t m_calls = 0;
    SteadyTime m_nextCall{};
    std::shared_ptr<Run> m_run; ///< null: none is under way
};

} // namespace lockscope::inspect
