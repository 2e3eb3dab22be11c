// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ServerCycle.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

namespace {

/// The first numbers of this generator differ little for seeds that differ little.
constexpr unsigned long long firstNumbers = 20;

} // namespace

ServerCycle::ServerCycle(std::uint32_t seed)
    : m_random(seed)
{
    m_random.discard(firstNumbers);
}

void ServerCycle::begin(std::vector<std::string> addresses, const std::string& last)
{
    std::shuffle(addresses.begin(), addresses.end(), m_random);
    std::stable_partition(addresses.begin(), addresses.end(), [&](const auto& one) { return one != last; });
    m_size = addresses.size();
    m_left.assign(addresses.begin(), addresses.end());
}

std::optional<std::string> ServerCycle::next()
{
    if (m_left.empty())
        return std::nullopt;
    auto address = std::move(m_left.front());
    m_left.pop_front();
    return address;
}

Duration ServerCycle::pause()
{
    const auto limit = std::exchange(m_pause, std::min<Duration>(m_pause * 2, longestPause));
    std::uniform_int_distribution<Duration::rep> jitter(limit.count() / 2, limit.count());
    return Duration(jitter(m_random));
}

} // namespace lockscope::zk
