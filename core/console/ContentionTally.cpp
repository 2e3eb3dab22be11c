// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/ContentionTally.h"

#include "core/console/ContendEvent.h"

#include <algorithm>
#include <cmath>

namespace lockscope::console {

std::string_view toString(ContendEvent::Type type)
{
    switch (type) {
    case ContendEvent::Type::Connected:
        return "connected";
    case ContendEvent::Type::Queued:
        return "queued";
    case ContendEvent::Type::Granted:
        return "granted";
    case ContendEvent::Type::Released:
        return "released";
    case ContendEvent::Type::TimedOut:
        return "timedOut";
    case ContendEvent::Type::Suspended:
        return "suspended";
    case ContendEvent::Type::Lost:
        return "lost";
    case ContendEvent::Type::Error:
        break;
    }
    return "error";
}

Percentiles percentilesOf(std::vector<double> samples)
{
    if (samples.empty())
        return {};
    std::sort(samples.begin(), samples.end());
    const auto at = [&](double share) {
        const auto rank = std::ceil(share * static_cast<double>(samples.size()));
        return samples[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
    };
    return {at(0.50), at(0.99)};
}

double jainIndex(const std::vector<double>& shares)
{
    double sum = 0;
    double squares = 0;
    for (const auto share : shares) {
        sum += share;
        squares += share * share;
    }
    return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

void ContentionTally::granted(const std::string& client, SteadyTime at, Duration waited)
{
    m_waitsMs.push_back(std::chrono::duration<double, std::milli>(waited).count());
    hold(client);
    if (m_lastRelease) {
        m_handoversUs.push_back(std::chrono::duration<double, std::micro>(at - *m_lastRelease).count());
        m_lastRelease.reset();
    }
}

void ContentionTally::hold(const std::string& client)
{
    m_holders.push_back(client);
    if (static_cast<int>(m_holders.size()) > m_leases)
        ++m_overlaps;
}

void ContentionTally::releasing(const std::string& client, SteadyTime at)
{
    lost(client);
    m_lastRelease = at;
}

void ContentionTally::lost(const std::string& client)
{
    const auto found = std::find(m_holders.begin(), m_holders.end(), client);
    if (found != m_holders.end())
        m_holders.erase(found);
}

ContentionSummary ContentionTally::summary(Duration elapsed) const
{
    ContentionSummary summary;
    std::vector<double> shares;
    for (const auto& [client, cycles] : m_cycles) {
        summary.cycles += cycles;
        shares.push_back(static_cast<double>(cycles));
    }
    summary.seconds = std::chrono::duration<double>(elapsed).count();
    if (summary.seconds > 0)
        summary.handoversPerSecond = static_cast<double>(m_handoversUs.size()) / summary.seconds;
    summary.handoverUs = percentilesOf(m_handoversUs);
    summary.waitMs = percentilesOf(m_waitsMs);
    summary.fairness = jainIndex(shares);
    summary.overlaps = m_overlaps;
    summary.errors = m_errors;
    return summary;
}

} // namespace lockscope::console
