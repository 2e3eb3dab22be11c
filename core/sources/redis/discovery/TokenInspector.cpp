// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/TokenInspector.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Keys that one call of a later scan looks at: of each, the first bytes are read.
constexpr int laterTokens = 100;

/// Without a connection nothing is known of a single lock: the session says so.
bool isOfConnection(const Error& error)
{
    return error.code == ErrorCode::NoConnection || error.code == ErrorCode::ConnectionLoss;
}

} // namespace

TokenInspector::TokenInspector(redis::Client& client, TokenInspectorSettings settings, Task changed)
    : m_client(client)
    , m_settings(std::move(settings))
    , m_changed(std::move(changed))
    , m_transactions(client)
{
}

void TokenInspector::refresh()
{
    m_isWhole = false;
    m_hasScanned = false;
    m_problems.clear();
    scan(0);
    readLocks();
}

void TokenInspector::scanAgain()
{
    if (m_hasScanned && !(m_scan && m_scan->isRunning()))
        scan(m_settings.laterScans);
}

void TokenInspector::scan(double callsPerSecond)
{
    if (!m_settings.names.empty()) {
        m_hasScanned = true;
        return;
    }
    TokenScan::Settings settings;
    settings.roots = m_settings.roots;
    settings.dialects = m_settings.dialects;
    settings.callsPerSecond = callsPerSecond;
    if (callsPerSecond > 0)
        settings.count = laterTokens;
    m_scan = std::make_unique<TokenScan>(m_client, std::move(settings), [this](const std::string& key, const auto&) {
        if (!m_locks.contains(key)) // a known lock is read again in turn
            ask(key);
    });
    m_scan->start([this](const Result<void>& result) {
        m_scanError = result || isOfConnection(result.error()) ? std::nullopt : std::optional(result.error());
        m_hasScanned = true;
        finishRead();
    });
}

// --- reading ---------------------------------------------------------------------------------------------------------

void TokenInspector::readLocks()
{
    for (const auto& [name, lock] : m_locks)
        ask(name);
    for (const auto& name : m_settings.names)
        ask(name);
    finishRead();
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
        if (isWanted(key))
            ask(key);
    }
}

bool TokenInspector::isWanted(const std::string& name) const
{
    const auto& names = m_settings.names;
    if (!names.empty())
        return std::find(names.begin(), names.end(), name) != names.end();
    const auto& roots = m_settings.roots;
    return roots.empty() ||
           std::any_of(roots.begin(), roots.end(), [&](const std::string& root) { return name.starts_with(root); });
}

void TokenInspector::ask(const std::string& name)
{
    if (m_due.insert(name).second)
        m_queue.push_back(name);
    readSome();
}

void TokenInspector::readSome()
{
    while (m_openReads < m_settings.readsAtOnce && !m_queue.empty()) {
        const auto name = std::move(m_queue.front());
        m_queue.pop_front();
        m_due.erase(name); // a request from now on is for a later reading
        ++m_openReads;
        m_transactions.read(name, tokenCommands(name),
                            [this, name, alive = std::weak_ptr(m_alive)](const Result<Together>& parts) {
                                if (!alive.expired())
                                    onRead(name, parts);
                            });
    }
}

void TokenInspector::onRead(const std::string& name, const Result<Together>& parts)
{
    --m_openReads;
    if (!parts) {
        if (!isOfConnection(parts.error()))
            m_problems.insert_or_assign(name, parts.error());
        finishRead();
        return;
    }
    m_problems.erase(name);
    const auto read = tokenValueOf(parts->replies.at(0), parts->replies.at(1));
    const auto* dialect = read && m_settings.dialects ? m_settings.dialects->find(name, *read) : nullptr;
    const bool isAsked = std::find(m_settings.names.begin(), m_settings.names.end(), name) != m_settings.names.end();
    const bool isLock =
        read && (dialect ? !dialect->isNone : hasTokenShape(*read) || (isAsked && isToken(read->value)));
    if (!isLock) {
        m_locks.erase(name);
        finishRead();
        return;
    }
    TokenReading reading;
    reading.name = name;
    reading.readAt = m_client.executor().clock().wallNow();
    reading.read = *read;
    reading.dialect = dialect;
    if (dialect && !dialect->companions.empty())
        readCompanions(std::move(reading), dialect->fits(name, *read).value_or(name));
    else
        show(reading);
}

void TokenInspector::readCompanions(TokenReading reading, const std::string& lockName)
{
    struct Companions {
        TokenReading reading;
        std::size_t open = 0;
    };
    const auto keys = reading.dialect->companionsOf(lockName);
    const auto asked = std::make_shared<Companions>(Companions{std::move(reading), keys.size()});
    ++m_openReads;
    for (const auto& key : keys)
        m_client.send(key, {"EXISTS", key}, redis::Access::Read,
                      [this, asked, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                          if (alive.expired())
                              return;
                          asked->reading.hasCompanion = asked->reading.hasCompanion || (reply && reply->number() == 1);
                          if (--asked->open > 0)
                              return;
                          --m_openReads;
                          show(asked->reading);
                      });
}

void TokenInspector::show(const TokenReading& reading)
{
    auto& lock = m_locks[reading.name];
    lock = std::make_shared<const Lock>(buildTokenLock(reading, lock.get()));
    finishRead();
}

void TokenInspector::finishRead()
{
    readSome();
    m_isWhole = m_isWhole || (m_hasScanned && m_openReads == 0 && m_queue.empty());
    m_changed();
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
