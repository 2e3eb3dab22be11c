// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/LostHolds.h"

#include <algorithm>

namespace lockscope::ctl {

namespace {

constexpr auto interval = std::chrono::seconds(1);
constexpr int mostAnswers = 3;

} // namespace

LostHolds::LostHolds(std::function<void()> ask, std::function<void(const inspect::Change&)> tell)
    : m_ask(std::move(ask))
    , m_tell(std::move(tell))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, [this] { m_ask(); });
}

void LostHolds::left(const inspect::Change& change, WallTime at)
{
    if (!change.contender.details || change.contender.details->session == 0)
        return;
    m_suspects.push_back({change, at});
    if (!m_timer.isActive())
        m_timer.start();
}

std::set<std::int64_t> LostHolds::queueing() const
{
    std::set<std::int64_t> sessions;
    for (const auto& lock : m_picture->locks) {
        for (const auto& contender : lock->queue) {
            if (contender.details)
                sessions.insert(contender.details->session);
        }
    }
    return sessions;
}

void LostHolds::see(const inspect::PicturePtr& picture)
{
    m_picture = picture;
    const auto& facts = picture->ensemble;
    if (m_suspects.empty() || !facts || facts->takenAt <= m_judged)
        return;
    m_judged = facts->takenAt;
    std::erase_if(m_suspects, [alive = queueing()](const Suspect& suspect) {
        return alive.contains(suspect.change.contender.details->session);
    });
    judge(*facts);
    if (!m_suspects.empty())
        m_timer.start();
}

void LostHolds::judge(const ensemble::EnsembleFacts& facts)
{
    for (auto& suspect : m_suspects) {
        // A server that was asked before the node went may have told of a session that ended since, or not told at all
        // of one that began.
        if (facts.takenAt < suspect.leftAt)
            continue;
        ++suspect.answers;
        if (!facts.hasEverySession || facts.find(suspect.change.contender.details->session))
            continue;
        suspect.answers = mostAnswers;
        suspect.change.type = inspect::Change::Type::Lost;
        m_tell(suspect.change);
    }
    std::erase_if(m_suspects, [](const Suspect& suspect) { return suspect.answers >= mostAnswers; });
}

} // namespace lockscope::ctl
