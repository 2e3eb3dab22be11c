// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/TokenInspector.h"

#include "core/redis/ConnectionError.h"
#include "core/sources/redis/KeyReplies.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Keys that one call of a later scan looks at: of each, the first bytes are read.
constexpr int laterTokens = 200;

/// In the replies: after those to tokenCommands().
constexpr std::size_t timePart = 2;

/// A refusal tells nothing of the key. Without the time the lock is known.
const redis::Value* refusalIn(const Together& parts)
{
    const auto end = parts.replies.begin() + timePart;
    const auto found = std::find_if(parts.replies.begin(), end, isRefused);
    return found == end ? nullptr : &*found;
}

} // namespace

TokenInspector::TokenInspector(redis::Client& client, TokenInspectorSettings settings, Task changed)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_changed(std::move(changed))
    , m_transactions(client)
    , m_clocks(client)
{
}

void TokenInspector::refresh(double callsPerSecond)
{
    m_isWhole = false;
    m_hasScanned = false;
    m_problems.clear();
    m_pending.clear();
    m_pending.insert(m_settings.wanted.names.begin(), m_settings.wanted.names.end());
    for (const auto& [name, lock] : m_locks)
        m_pending.insert(name);
    scan(callsPerSecond);
    readLocks();
}

void TokenInspector::scanAgain()
{
    if (!m_scan || m_scan->isRunning())
        return;
    const auto passed = m_client.executor().clock().now() - m_scanBegan;
    if (m_hasScanned && !m_scanError && !isPolled() && passed < m_settings.verifyEvery)
        return;
    // A key that is refused again is a problem again.
    std::erase_if(m_problems, [this](const auto& one) { return !m_locks.contains(one.first); });
    scan(m_settings.laterScans);
}

void TokenInspector::scan(double callsPerSecond)
{
    if (!m_settings.wanted.names.empty()) {
        m_hasScanned = true;
        return;
    }
    TokenScan::Settings settings;
    settings.roots = m_settings.wanted.roots;
    settings.dialects = m_settings.dialects;
    settings.callsPerSecond = callsPerSecond;
    if (callsPerSecond > 0)
        settings.count = laterTokens;
    m_scan = std::make_unique<TokenScan>(m_client, std::move(settings), [this](const std::string& key, const auto&) {
        if (!m_settings.wanted.filter.shows(key) || m_locks.contains(key)) // a known lock is read again in turn
            return;
        if (!m_isWhole)
            m_pending.insert(key);
        ask(key);
    });
    m_scanBegan = m_client.executor().clock().now();
    m_scan->start([this](const Result<void>& result) { onScanned(result); });
}

/// Without a connection the session says that locks are missing: scanAgain() looks for them.
void TokenInspector::onScanned(const Result<void>& result)
{
    const bool isLost = !result && redis::isConnectionError(result.error());
    m_scanError = result || isLost ? std::nullopt : std::optional(result.error());
    m_hasScanned = m_hasScanned || !isLost;
    noteWhole();
    m_changed();
}

// --- reading ---------------------------------------------------------------------------------------------------------

void TokenInspector::readLocks()
{
    auto names = m_pending;
    names.insert(m_settings.wanted.names.begin(), m_settings.wanted.names.end());
    for (const auto& [name, lock] : m_locks)
        names.insert(name);
    for (const auto& name : names)
        ask(name);
    noteWhole();
    m_changed();
}

void TokenInspector::readDue()
{
    const auto now = m_client.executor().clock().wallNow();
    for (const auto& [name, lock] : m_locks) {
        if (isDue(*lock, now))
            ask(name);
    }
    readPending();
    noteWhole();
    m_changed();
}

bool TokenInspector::isDue(const Lock& lock, WallTime now) const
{
    const auto passed = now - lock.readAt;
    const auto& lease = lock.redis->lease;
    return isPolled() || lock.polled || passed < std::chrono::milliseconds(0) || passed >= m_settings.verifyEvery ||
           (lease && passed >= *lease);
}

/// Names that have no lock may get one. The reads that failed with their connection are pending.
void TokenInspector::readPending()
{
    auto names = m_pending;
    names.insert(m_settings.wanted.names.begin(), m_settings.wanted.names.end());
    for (const auto& name : names) {
        if (!m_reading.contains(name))
            ask(name);
    }
}

void TokenInspector::readLocks(const std::vector<std::string>& names)
{
    for (const auto& name : names) {
        if (m_locks.contains(name))
            ask(name);
    }
}

void TokenInspector::look(const std::vector<std::string>& keys)
{
    for (const auto& key : keys) {
        if (m_settings.wanted.has(key))
            ask(key);
    }
}

void TokenInspector::ask(const std::string& name)
{
    if (m_reading.contains(name))
        m_again.insert(name); // that reading may have begun before what is asked for
    else if (m_due.insert(name).second)
        m_queue.push_back(name);
    readSome();
}

void TokenInspector::readSome()
{
    while (m_reading.size() < static_cast<std::size_t>(m_settings.readsAtOnce) && !m_queue.empty()) {
        const auto name = std::move(m_queue.front());
        m_queue.pop_front();
        m_due.erase(name);
        m_reading.insert(name);
        auto commands = tokenCommands(name);
        commands.push_back({"TIME"});
        m_transactions.read(name, std::move(commands),
                            [this, name, sentAt = m_client.executor().clock().wallNow(),
                             alive = std::weak_ptr(m_alive)](const Result<Together>& parts) {
                                if (!alive.expired())
                                    onRead(name, sentAt, parts);
                            });
    }
}

void TokenInspector::onRead(const std::string& name, WallTime sentAt, const Result<Together>& parts)
{
    if (!parts) {
        failRead(name, parts.error());
        return;
    }
    if (const auto* reply = refusalIn(*parts)) {
        failRead(name, refusedToRead(name, *reply));
        return;
    }
    m_problems.erase(name);
    const auto read = tokenValueOf(parts->replies.at(0), parts->replies.at(1));
    const auto* dialect = read && m_settings.dialects ? m_settings.dialects->find(name, *read) : nullptr;
    if (!read || !isLock(name, *read, dialect)) {
        m_locks.erase(name);
        finishRead(name);
        return;
    }
    TokenReading reading;
    reading.name = name;
    reading.readAt = m_clocks.readAt(name, sentAt, serverTimeOf(parts->replies.at(timePart)));
    reading.read = *read;
    reading.dialect = dialect;
    if (dialect && !dialect->companions.empty())
        readCompanions(std::move(reading), dialect->fits(name, *read).value_or(name));
    else
        show(std::move(reading));
}

bool TokenInspector::isLock(const std::string& name, const TokenValue& read, const RedisDialect* dialect) const
{
    if (dialect)
        return !dialect->isNone;
    return hasTokenShape(read) || (m_settings.wanted.isNamed(name) && isToken(read.value));
}

void TokenInspector::readCompanions(TokenReading reading, const std::string& lockName)
{
    struct Companions {
        TokenReading reading;
        std::size_t open = 0;
        std::optional<Error> failed; ///< the first error
    };
    const auto keys = reading.dialect->companionsOf(lockName);
    const auto asked = std::make_shared<Companions>(Companions{std::move(reading), keys.size(), std::nullopt});
    for (const auto& key : keys)
        m_client.send(key, {"EXISTS", key}, redis::Access::Read,
                      [this, asked, key, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                          if (alive.expired())
                              return;
                          asked->reading.hasCompanion = asked->reading.hasCompanion || (reply && reply->number() == 1);
                          if (!asked->failed && (!reply || reply->isError()))
                              asked->failed = reply ? refusedToRead(key, *reply) : reply.error();
                          if (--asked->open > 0)
                              return;
                          onCompanions(std::move(asked->reading), asked->failed);
                      });
}

/// Without an answer about a companion the lock is a possible one.
void TokenInspector::onCompanions(TokenReading reading, const std::optional<Error>& failed)
{
    if (failed && redis::isConnectionError(*failed)) {
        failRead(reading.name, *failed);
        return;
    }
    if (failed && !reading.hasCompanion)
        m_problems.insert_or_assign(reading.name, *failed);
    show(std::move(reading));
}

void TokenInspector::show(TokenReading reading)
{
    reading.isPolled = isPolled();
    auto& lock = m_locks[reading.name];
    lock = std::make_shared<const Lock>(buildTokenLock(reading, lock.get()));
    finishRead(reading.name);
}

void TokenInspector::finishRead(const std::string& name, bool isAnswered)
{
    m_reading.erase(name);
    if (m_again.erase(name) > 0)
        ask(name);
    else if (isAnswered)
        m_pending.erase(name);
    readSome();
    noteWhole();
    m_changed();
}

/// Without a connection nothing is known of a single lock: the session says so.
void TokenInspector::failRead(const std::string& name, const Error& error)
{
    const bool isLost = redis::isConnectionError(error);
    if (!isLost)
        m_problems.insert_or_assign(name, error);
    if (const auto found = m_locks.find(name); found != m_locks.end() && !found->second->polled) {
        auto lock = *found->second;
        lock.polled = true; // since then it may have changed
        found->second = std::make_shared<const Lock>(std::move(lock));
    }
    finishRead(name, !isLost);
}

void TokenInspector::noteWhole()
{
    m_isWhole = m_isWhole || (m_hasScanned && m_pending.empty());
}

std::vector<Problem> TokenInspector::problems() const
{
    std::vector<Problem> problems;
    if (m_scanError)
        problems.push_back({{}, *m_scanError});
    for (const auto& [name, error] : m_problems)
        problems.push_back({name, error});
    return problems;
}

} // namespace lockscope::inspect
