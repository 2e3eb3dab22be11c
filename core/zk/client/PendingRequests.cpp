// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/PendingRequests.h"

#include <algorithm>
#include <iterator>

namespace lockscope::zk {

std::uint64_t PendingRequests::add(Request request, std::uint64_t watch, std::function<void(Result<Answer>)> deliver)
{
    PendingRequest pending;
    pending.id = nextId();
    pending.request = std::move(request);
    pending.watch = watch;
    pending.deliver = std::move(deliver);
    m_waiting.push_back(std::move(pending));
    return m_lastId;
}

PendingRequest* PendingRequests::startNext(SteadyTime now)
{
    if (m_waiting.empty() || m_inFlight.size() >= m_maxInFlight)
        return nullptr;
    const auto isAuth = [](const PendingRequest& pending) {
        return std::holds_alternative<AuthRequest>(pending.request);
    };
    if (!m_inFlight.empty() && (isAuth(m_waiting.front()) || isAuth(m_inFlight.begin()->second)))
        return nullptr;
    auto next = std::move(m_waiting.front());
    m_waiting.pop_front();
    next.sentAt = now;
    const auto id = next.id;
    return &m_inFlight.emplace(id, std::move(next)).first->second;
}

void PendingRequests::settle(std::uint64_t id, Result<Answer> answer)
{
    if (const auto found = m_inFlight.find(id); found != m_inFlight.end())
        found->second.answer = std::move(answer);
}

std::optional<PendingRequest> PendingRequests::takeAnswered()
{
    if (m_inFlight.empty() || !m_inFlight.begin()->second.answer)
        return std::nullopt;
    auto answered = std::move(m_inFlight.begin()->second);
    m_inFlight.erase(m_inFlight.begin());
    return answered;
}

std::vector<PendingRequest> PendingRequests::takeAll()
{
    std::vector<PendingRequest> all;
    all.reserve(m_inFlight.size() + m_waiting.size());
    for (auto& [id, pending] : m_inFlight)
        all.push_back(std::move(pending));
    std::move(m_waiting.begin(), m_waiting.end(), std::back_inserter(all));
    m_inFlight.clear();
    m_waiting.clear();
    return all;
}

bool PendingRequests::isWaiting(std::uint64_t id) const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [id](const auto& pending) { return pending.id == id; });
}

} // namespace lockscope::zk
