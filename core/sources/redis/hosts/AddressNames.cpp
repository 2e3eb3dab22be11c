// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/AddressNames.h"

#include "core/base/ThreadLookups.h"

#include <netdb.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto longestLookup = std::chrono::milliseconds(1'000); ///< later names are in the next report
constexpr std::size_t mostAddresses = 2'000;                     ///< to spare the name servers
constexpr std::size_t lookupsAtOnce = 8;

} // namespace

std::string nameByLookup(const std::string& address)
{
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.c_str(), nullptr, &hints, &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    std::array<char, NI_MAXHOST> name{};
    const bool hasName =
        ::getnameinfo(found->ai_addr, found->ai_addrlen, name.data(), name.size(), nullptr, 0, NI_NAMEREQD) == 0;
    return hasName ? name.data() : std::string();
}

Result<std::shared_ptr<const HostNames>> namesOfHosts(std::shared_ptr<const HostNames> given, const std::string& file)
{
    if (given || file.empty())
        return given;
    auto names = HostNames::read(file);
    if (!names)
        return failure(names.error());
    return std::make_shared<const HostNames>(*std::move(names));
}

AddressNames::AddressNames(Executor& executor, Names file, NameLookups lookups)
    : m_executor(executor)
    , m_lookups(std::move(lookups))
    , m_names(std::move(file))
{
    if (!m_names && m_lookups.post)
        m_names = std::make_shared<const HostNames>();
}

void AddressNames::find(const std::set<std::string>& addresses, Task done)
{
    for (const auto& address : addresses) {
        const bool isDue = m_lookups.post && m_asked.size() < mostAddresses && m_names->nameOf(address).empty();
        if (isDue && m_asked.insert(address).second)
            m_due.push_back(address);
    }
    m_done.push_back(std::move(done));
    lookUpSome();
    if (m_open == 0)
        end();
    else
        m_limit = m_executor.after(longestLookup, [this] { end(); });
}

void AddressNames::lookUpSome()
{
    static const auto threads = std::make_shared<ThreadLookups<std::string, std::string>>();
    while (m_open < lookupsAtOnce && !m_due.empty()) {
        const auto address = std::move(m_due.front());
        m_due.pop_front();
        ++m_open;
        threads->ask(
            address, [nameOf = m_lookups.nameOf, address] { return nameOf(address); }, m_lookups.post,
            [this, alive = std::weak_ptr(m_alive), address](const std::string& name) {
                if (!alive.expired())
                    onName(address, name);
            });
    }
}

void AddressNames::onName(const std::string& address, const std::string& name)
{
    if (!name.empty()) {
        auto names = std::make_shared<HostNames>(*m_names);
        names->add(address, name);
        m_names = std::move(names);
    }
    --m_open;
    lookUpSome();
    if (m_open == 0)
        end();
}

void AddressNames::end()
{
    m_limit.reset();
    for (const auto& done : std::exchange(m_done, {}))
        done();
}

} // namespace lockscope::inspect
