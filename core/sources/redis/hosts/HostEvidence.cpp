// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/HostEvidence.h"

#include "core/sources/redis/hosts/HexDigit.h"
#include "core/sources/redis/hosts/MonitorLine.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace lockscope::inspect {

namespace {

std::uint64_t tokenNumber(std::string_view token)
{
    return std::hash<std::string_view>()(token);
}

/// The bytes of a permit's id, which commands have, by its hexadecimal form, which the model has.
std::optional<std::string> bytesOfHex(std::string_view hex)
{
    if (hex.size() % 2 != 0)
        return std::nullopt;
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const auto byte = hexByteIn(hex.substr(i));
        if (!byte)
            return std::nullopt;
        bytes += *byte;
    }
    return bytes;
}

} // namespace

void HostEvidence::see(const Snapshot& snapshot)
{
    for (const auto& lock : snapshot.locks) {
        m_locks.insert(lock->path);
        for (const auto& contender : lock->queue) {
            if (!contender.redis)
                continue;
            const auto& owner = contender.redis->owner;
            const auto instance = instanceOf(owner);
            if (m_instances.size() >= mostUses && !m_instances.contains(instance))
                continue;
            m_instances.emplace(instance);
            if (instance.size() == owner.size())
                m_locksOf[owner].insert(lock->path);
        }
    }
}

template <typename Key> void HostEvidence::add(std::map<Key, Use>& uses, const Key& key, const Use& use) const
{
    const auto found = uses.find(key);
    if (found == uses.end()) {
        if (uses.size() < mostUses)
            uses.emplace(key, use);
        return;
    }
    auto& known = found->second;
    known.isOfTwoHosts = known.isOfTwoHosts || hostIn(known.address) != hostIn(use.address);
    known.server = use.server;
    known.address = use.address;
    known.at = use.at;
    for (const auto& lock : use.locks) {
        if (known.locks.size() < mostLocks &&
            std::find(known.locks.begin(), known.locks.end(), lock) == known.locks.end())
            known.locks.push_back(lock);
    }
}

void HostEvidence::take(const std::string& server, std::string_view line, WallTime now)
{
    const auto parsed = parseMonitorLine(line);
    if (!parsed || parsed->address.empty())
        return;
    if (const auto name = clientNameIn(parsed->words))
        noteName(parsed->address, *name);
    if (parsed->database != m_database || isOwnName(nameOf(parsed->address)))
        return;
    const auto command = lockCommandOf(parsed->words);
    if (command.isEmpty())
        return;
    Use use{server, parsed->address, now, {}};
    for (const auto& lock : command.locks) { // the known ones first: there is room for few
        const bool isKnown = m_locks.contains(lock);
        if (isKnown)
            use.locks.insert(use.locks.begin(), lock);
        else if (use.locks.size() < mostLocks)
            use.locks.push_back(lock);
    }
    use.locks.resize(std::min(use.locks.size(), mostLocks));
    for (const auto& owner : command.owners)
        add(m_byInstance, std::string(instanceOf(owner)), use);
    for (const auto& lock : use.locks) {
        if (!m_locks.contains(lock))
            break;
        for (const auto value : command.values)
            add(m_byToken, Token(lock, tokenNumber(value)), use);
    }
}

void HostEvidence::take(const std::vector<NamedClient>& clients)
{
    for (const auto& client : clients)
        m_names.insert_or_assign(client.address, client.name);
    std::erase_if(m_byInstance, [this](const auto& use) { return isOwnName(nameOf(use.second.address)); });
    std::erase_if(m_byToken, [this](const auto& use) { return isOwnName(nameOf(use.second.address)); });
}

/// A connection of Lockscope's may be made and end between the lists of clients.
void HostEvidence::noteName(const std::string& address, const std::string& name)
{
    if (isOwnName(name) || m_names.contains(address))
        m_names.insert_or_assign(address, name);
}

std::string HostEvidence::nameOf(const std::string& address) const
{
    const auto found = m_names.find(address);
    return found == m_names.end() ? std::string() : found->second;
}

bool HostEvidence::isProof(const Use& use) const
{
    return !use.isOfTwoHosts &&
           std::any_of(use.locks.begin(), use.locks.end(), [this](const auto& lock) { return m_locks.contains(lock); });
}

const HostEvidence::Use* HostEvidence::useOf(const std::string& instance, const std::set<std::string>& locks) const
{
    const auto bytes = bytesOfHex(instance);
    for (const auto& lock : locks) {
        auto found = m_byToken.find(Token(lock, tokenNumber(instance)));
        if (found == m_byToken.end() && bytes)
            found = m_byToken.find(Token(lock, tokenNumber(*bytes)));
        if (found != m_byToken.end())
            return &found->second;
    }
    return nullptr;
}

std::map<std::string, RedisHost, std::less<>> HostEvidence::hosts() const
{
    std::map<std::string, RedisHost, std::less<>> hosts;
    const auto add = [&](const std::string& instance, const Use& use) {
        if (m_instances.contains(instance) && isProof(use))
            hosts.emplace(instance,
                          RedisHost{use.address, nameOf(use.address), use.server, HostSource::Monitor, use.at});
    };
    for (const auto& [instance, use] : m_byInstance)
        add(instance, use);
    for (const auto& [instance, locks] : m_locksOf) {
        if (const auto* use = useOf(instance, locks))
            add(instance, *use);
    }
    return hosts;
}

} // namespace lockscope::inspect
