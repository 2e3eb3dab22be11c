// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/QueueLengths.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

constexpr std::size_t mostSteps = 64;

} // namespace

void QueueLengths::halve()
{
    std::vector<std::int32_t> halved;
    for (std::size_t i = 0; i < m_steps.size(); i += 2)
        halved.push_back(i + 1 < m_steps.size() ? std::max(m_steps[i], m_steps[i + 1]) : m_steps[i]);
    m_steps = std::move(halved);
    m_length *= 2;
}

void QueueLengths::add(WallTime at, int waiters)
{
    m_most = std::max(m_most, waiters);
    if (!m_hasBegun) {
        m_hasBegun = true;
        m_from = at;
        m_last = waiters;
        return; // most locks never change: saves the memory of their steps
    }
    if (m_steps.empty())
        m_steps.push_back(m_last);
    const auto sinceBegin = std::max(at - m_from, std::chrono::milliseconds(0));
    while (static_cast<std::size_t>(sinceBegin / m_length) >= mostSteps)
        halve();
    const auto step = static_cast<std::size_t>(sinceBegin / m_length);
    while (m_steps.size() < step)
        m_steps.push_back(m_last);
    if (m_steps.size() == step) // a change at the begin of a step: the former length is not in it
        m_steps.push_back(sinceBegin % m_length == std::chrono::milliseconds(0) ? waiters : m_last);
    m_steps.back() = std::max(m_steps.back(), waiters);
    m_last = waiters;
    m_changedAt = std::max(at, m_from + m_length * static_cast<std::int64_t>(m_steps.size() - 1));
}

std::vector<QueueLengths::Step> QueueLengths::steps() const
{
    if (!m_hasBegun)
        return {};
    if (m_steps.empty())
        return {{m_from, m_last}};
    std::vector<Step> steps;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        steps.push_back({m_from + m_length * static_cast<std::int64_t>(i), m_steps[i]});
    // The last step has its maximum; the length since the last change may be another.
    if (m_steps.back() != m_last)
        steps.push_back({m_changedAt, m_last});
    return steps;
}

} // namespace lockscope::inspect
