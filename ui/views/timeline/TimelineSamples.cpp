// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of TimelineView that finds what its legend has to explain.

#include "ui/models/text/QueueWords.h"
#include "ui/models/text/VoteWords.h"
#include "ui/views/timeline/TimelineView.h"

#include <algorithm>

namespace lockscope::ui {

using inspect::Confidence;
using inspect::Stay;

TimelineSamples TimelineView::usedSamples() const
{
    const auto* lock = m_content.lock.get();
    TimelineSamples used;
    if (m_content.hasVotes())
        used = {TimelineSample::Vote};
    else if (lock && lock->redis)
        used = {TimelineSample::Lease, TimelineSample::Wait};
    else
        used = {TimelineSample::Hold, TimelineSample::Wait};
    if (lock && lock->kind == inspect::LockKind::ReadWrite)
        used.insert(TimelineSample::Shared);
    for (const auto& lane : m_lanes)
        addLaneSamples(used, lane);
    if (lock && lock->redis)
        addRedisSamples(used);
    if (m_content.usualHold && presentHold())
        used.insert(TimelineSample::UsualHold);
    if (m_lanes.empty())
        return used;
    const auto& gaps = m_content.timeline->gaps();
    if (std::any_of(gaps.begin(), gaps.end(), [this](const inspect::Gap& gap) {
            return gap.to.value_or(m_content.now) >= m_scale.from && gap.from <= m_scale.to();
        }))
        used.insert(TimelineSample::Gap);
    return used;
}

void TimelineView::addLaneSamples(TimelineSamples& used, const Lane& lane) const
{
    if (!lane.mistakes.empty())
        used.insert(TimelineSample::Mistake);
    for (const auto* writes : lane.writes) {
        if (!visible(writes->accepted).empty())
            used.insert(TimelineSample::Write);
        if (!visible(writes->rejected).empty())
            used.insert(TimelineSample::RejectedWrite);
    }
    const auto& row = rowOf(lane);
    const auto* leases = leasesOf(row);
    const auto begin = std::partition_point(row.stays.begin(), row.stays.end(), [this](const Stay& stay) {
        return stay.to.value_or(m_content.end) < m_scale.from;
    });
    for (auto stay = begin; stay != row.stays.end() && stay->from <= m_scale.to(); ++stay) {
        const auto& held = stay->heldFrom;
        if (held ? stay->heldKnown == Confidence::Unknown : !stay->isStateKnown)
            used.insert(TimelineSample::Unknown);
        else if (!held || *held > stay->from)
            used.insert(TimelineSample::Wait);
        if (held && leases && &*stay == &row.stays.back()) {
            used.insert(TimelineSample::Lease);
            if (m_content.hasPlans())
                used.insert(TimelineSample::Planned);
        } else if (held) {
            used.insert(stay->isShared ? TimelineSample::Shared : TimelineSample::Hold);
            if (m_content.usualHold && stay->to.value_or(m_content.end) - *held > m_content.usualHold->p99)
                used.insert(TimelineSample::Overdue);
        }
        if (stay->askedAt)
            used.insert(TimelineSample::Asked);
        if (stay->end == Stay::End::Released)
            used.insert(TimelineSample::Released);
        if (stay->end == Stay::End::Lost || stay->end == Stay::End::Deleted)
            used.insert(TimelineSample::Lost);
    }
}

void TimelineView::addRedisSamples(TimelineSamples& used) const
{
    for (const auto& contender : m_content.lock->queue) {
        if (!contender.waits() || !contender.redis)
            continue;
        if (isDead(contender))
            used.insert(TimelineSample::Dead);
        if (m_content.hasPlans() && contender.redis->keepsPlaceUntil)
            used.insert(TimelineSample::Planned);
    }
    if (voteCount() > 0)
        addVoteSamples(used);
}

void TimelineView::addVoteSamples(TimelineSamples& used) const
{
    for (const auto& vote : m_content.lock->redis->votes) {
        if (m_content.hasPlans() && leaseLeft(*m_content.lock, vote, m_content.now))
            used.insert(TimelineSample::Planned);
        const auto found = m_content.leases->votes.find(vote.server);
        if (found == m_content.leases->votes.end())
            continue;
        for (const auto& run : found->second) {
            if (!run.isReachable)
                used.insert(TimelineSample::NoAnswer);
            else if (!run.token.empty() && !m_quorumTokens.contains(run.token))
                used.insert(TimelineSample::OtherVote);
        }
    }
}

} // namespace lockscope::ui
