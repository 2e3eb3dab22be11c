// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/RequestMeter.h"

#include <chrono>

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds measuredTime{3};
constexpr std::chrono::seconds leastStep{1};

} // namespace

/// At most once a second, so that the shown number can be read.
std::optional<double> RequestMeter::see(std::uint64_t requests, SteadyTime now)
{
    if (!m_readings.empty() && now < m_readings.back().at + leastStep)
        return m_rate;
    m_readings.push_back({now, requests});
    while (m_readings.size() > 2 && m_readings[1].at <= now - measuredTime)
        m_readings.pop_front();
    const auto& first = m_readings.front();
    if (m_readings.size() > 1)
        m_rate = static_cast<double>(requests - first.requests) / std::chrono::duration<double>(now - first.at).count();
    return m_rate;
}

} // namespace lockscope::ui
