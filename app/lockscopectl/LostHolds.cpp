// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/LostHolds.h"

#include <algorithm>

namespace lockscope::ctl {

namespace {

constexpr auto interval = std::chrono::seconds(1);
constexpr int mostQuestions = 3;

} // namespace

LostHolds::LostHolds(std::vector<zk::Server> servers, std::function<void(const inspect::Change&)> tell)
    : m_census(std::move(servers))
    , m_tell(std::move(tell))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { look(); });
}

void LostHolds::left(const inspect::Change& change)
{
    if (!change.contender.details || change.contender.details->session == 0)
        return;
    m_suspects.push_back({change});
    if (!m_timer.isActive() && !m_census.isAsking())
        m_timer.start();
}

std::set<std::int64_t> LostHolds::queueing() const
{
    std::set<std::int64_t> sessions;
    if (!m_picture)
        return sessions;
    for (const auto& lock : m_picture->locks) {
        for (const auto& contender : lock->queue) {
            if (contender.details)
                sessions.insert(contender.details->session);
        }
    }
    return sessions;
}

void LostHolds::look()
{
    std::erase_if(m_suspects, [alive = queueing()](const Suspect& suspect) {
        return alive.contains(suspect.change.contender.details->session);
    });
    if (m_suspects.empty())
        return;
    m_census.ask([this](const std::optional<std::set<std::int64_t>>& living) {
        if (living)
            judge(*living);
        else
            m_suspects.clear();
        if (!m_suspects.empty())
            m_timer.start();
    });
}

void LostHolds::judge(const std::set<std::int64_t>& living)
{
    for (auto& suspect : m_suspects) {
        ++suspect.questions;
        if (living.contains(suspect.change.contender.details->session))
            continue;
        suspect.questions = mostQuestions;
        suspect.change.type = inspect::Change::Type::Lost;
        m_tell(suspect.change);
    }
    std::erase_if(m_suspects, [](const Suspect& suspect) { return suspect.questions >= mostQuestions; });
}

} // namespace lockscope::ctl
