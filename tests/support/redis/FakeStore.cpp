// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeStore.h"

#include <algorithm>

namespace lockscope::test {

FakeStore::FakeStore(std::function<std::int64_t()> now)
    : m_now(std::move(now))
    , m_databases(databases)
{
}

const FakeEntry* FakeStore::find(int database, const std::string& key)
{
    Keys& keys = keysOf(database);
    const auto it = keys.find(key);
    if (it == keys.end())
        return nullptr;
    if (it->second.expiresAt && m_now() > *it->second.expiresAt) {
        keys.erase(it); // no write: every replica does the same
        return nullptr;
    }
    return &it->second;
}

FakeEntry& FakeStore::change(int database, const std::string& key)
{
    remember(database, key);
    return keysOf(database).at(key);
}

FakeEntry& FakeStore::put(int database, const std::string& key, FakeEntry entry)
{
    remember(database, key);
    return keysOf(database).insert_or_assign(key, std::move(entry)).first->second;
}

bool FakeStore::erase(int database, const std::string& key)
{
    if (!find(database, key))
        return false;
    remember(database, key);
    keysOf(database).erase(key);
    return true;
}

void FakeStore::clear(int database)
{
    for (const std::string& key : keys(database))
        erase(database, key);
}

std::vector<std::string> FakeStore::keys(int database)
{
    std::vector<std::string> names;
    for (const auto& [key, entry] : keysOf(database)) {
        if (!entry.expiresAt || m_now() <= *entry.expiresAt)
            names.push_back(key);
    }
    return names;
}

void FakeStore::remember(int database, const std::string& key)
{
    const auto isThis = [&](const Change& change) { return change.database == database && change.key == key; };
    if (std::any_of(m_current.begin(), m_current.end(), isThis))
        return;
    const FakeEntry* before = find(database, key);
    m_current.push_back({database, key, before ? std::optional(*before) : std::nullopt});
}

bool FakeStore::endWrite()
{
    if (m_current.empty())
        return false;
    m_history.push_back(std::exchange(m_current, {}));
    if (m_history.size() > rememberedWrites)
        m_history.pop_front();
    ++m_writes;
    return true;
}

std::size_t FakeStore::undo(std::size_t count)
{
    std::size_t undone = 0;
    for (; undone < count && !m_history.empty(); ++undone) {
        for (Change& change : m_history.back()) {
            if (change.before)
                keysOf(change.database).insert_or_assign(change.key, std::move(*change.before));
            else
                keysOf(change.database).erase(change.key);
        }
        m_history.pop_back();
    }
    return undone;
}

void FakeStore::copy(const FakeStore& other, std::size_t lostWrites)
{
    m_databases = other.m_databases;
    m_history = other.m_history;
    m_writes = other.m_writes;
    undo(lostWrites);
}

void FakeStore::reset()
{
    m_databases.assign(databases, {});
    m_history.clear();
    m_current.clear();
}

} // namespace lockscope::test
