// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Subscription.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/RedisDialect.h"
#include "core/sources/redis/dialects/TokenBuilder.h"
#include "core/sources/redis/discovery/NameFilter.h"
#include "core/sources/redis/discovery/TokenScan.h"
#include "core/sources/redis/discovery/Transaction.h"
#include "core/sources/redis/topology/ServerClocks.h"

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace lockscope::inspect {

struct TokenInspectorSettings {
    WantedNames wanted{};
    RedisDialectsPtr dialects{}; ///< may be null: only the form of a value tells
    int readsAtOnce = 64;
    double laterScans = 20;              ///< calls of SCAN per second in scanAgain()
    std::function<bool()> isPolled = {}; ///< the servers report no changes now; null: they do, or it does not matter
    std::chrono::milliseconds verifyEvery{0}; ///< readDue() and scanAgain(), while the servers report changes
};

/// Finds the token locks (SET NX) on the masters of one client and reads them. Its owner says when. Reads only.
///
/// Thread: the client's executor. Destroying it ends the calls.
class TokenInspector final {
public:
    using Locks = std::map<std::string, std::shared_ptr<const Lock>, std::less<>>;

    /// `client` must outlive it. `changed` is called when locks(), problems() or isWhole() may have changed.
    TokenInspector(redis::Client& client, TokenInspectorSettings settings, Task changed);
    TokenInspector(const TokenInspector&) = delete;
    TokenInspector& operator=(const TokenInspector&) = delete;

    /// Scans and reads everything; known locks stay until they have been read. `callsPerSecond`: of SCAN; 0: the next
    /// call follows each reply.
    void refresh(double callsPerSecond);
    /// Scans slowly, for new locks. No effect before the first refresh(), while a scan is under way, and while the
    /// servers report changes within `verifyEvery`.
    void scanAgain();
    /// Reads the known locks, and those that are asked for by name.
    void readLocks();
    /// The same, but while the servers report changes only those whose lease has ended or that were read `verifyEvery`
    /// ago.
    void readDue();
    void readLocks(const std::vector<std::string>& names);
    /// Reads these keys, which have changed: known locks, and keys that may be one now.
    void look(const std::vector<std::string>& keys);

    /// Everything has been read since the last refresh(), apart from what a server refuses: problems() has that.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    [[nodiscard]] const Locks& locks() const { return m_locks; }
    [[nodiscard]] std::vector<Problem> problems() const;

private:
    [[nodiscard]] bool isPolled() const { return m_settings.isPolled && m_settings.isPolled(); }
    [[nodiscard]] bool isDue(const Lock& lock, WallTime now) const;
    void readPending();
    void scan(double callsPerSecond);
    void onScanned(const Result<void>& result);
    void ask(const std::string& name);
    void readSome();
    void onRead(const std::string& name, WallTime sentAt, const Result<Together>& parts);
    [[nodiscard]] bool isLock(const std::string& name, const TokenValue& read, const RedisDialect* dialect) const;
    void readCompanions(TokenReading reading, const std::string& lockName);
    void onCompanions(TokenReading reading, const std::optional<Error>& failed);
    void show(TokenReading reading);
    void finishRead(const std::string& name, bool isAnswered = true);
    void failRead(const std::string& name, const Error& error);
    void noteWhole();

    redis::Client& m_client;
    const TokenInspectorSettings m_settings;
    const Task m_changed;
    Transactions m_transactions;
    ServerClocks m_clocks;
    std::unique_ptr<TokenScan> m_scan;
    SteadyTime m_scanBegan{};
    std::optional<Error> m_scanError;
    bool m_hasScanned = false; ///< since the last refresh
    bool m_isWhole = false;
    Locks m_locks;
    std::unordered_set<std::string> m_pending; ///< to be read until m_isWhole
    std::unordered_set<std::string> m_due;     ///< are in m_queue
    std::deque<std::string> m_queue;
    std::unordered_set<std::string> m_reading;            ///< and not answered yet
    std::unordered_set<std::string> m_again;              ///< of m_reading: asked for meanwhile
    std::map<std::string, Error, std::less<>> m_problems; ///< by name of the lock
    std::shared_ptr<const bool> m_alive = std::make_shared<const bool>(true);
};

} // namespace lockscope::inspect
