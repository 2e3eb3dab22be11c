// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/FindingHistory.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::inspect {

FindingHistory::FindingHistory(std::size_t mostEnded, Report reported)
    : m_mostEnded(mostEnded)
    , m_reported(std::move(reported))
{
}

void FindingHistory::see(const Snapshot& snapshot, bool isAfterGap)
{
    const auto at = snapshot.takenAt;
    const auto changedKnown = isAfterGap ? Confidence::Inferred : Confidence::Exact;
    const auto beganKnown = std::exchange(m_hasBegun, true) ? changedKnown : Confidence::Unknown;
    std::set<std::string> present;
    for (const auto& finding : snapshot.findings) {
        auto identity = identityOf(finding);
        const auto [record, isNew] = m_open.try_emplace(identity);
        present.insert(std::move(identity));
        record->second.finding = finding;
        if (!isNew)
            continue;
        record->second.began = at;
        record->second.beganKnown = beganKnown;
        if (m_reported)
            m_reported(record->second);
    }
    for (auto next = m_open.begin(); next != m_open.end();) {
        if (present.contains(next->first)) {
            ++next;
            continue;
        }
        auto record = std::move(next->second);
        next = m_open.erase(next);
        record.ended = std::max(at, record.began);
        record.endedKnown = changedKnown;
        if (m_reported)
            m_reported(record);
        m_ended.push_back(std::move(record));
        ++m_endedCount;
        if (m_ended.size() > m_mostEnded)
            m_ended.pop_front();
    }
}

std::vector<const FindingRecord*> FindingHistory::records() const
{
    std::vector<const FindingRecord*> all;
    for (const auto& [identity, record] : m_open)
        all.push_back(&record);
    std::stable_sort(all.begin(), all.end(),
                     [](const auto* one, const auto* other) { return one->began < other->began; });
    for (auto record = m_ended.rbegin(); record != m_ended.rend(); ++record)
        all.push_back(&*record);
    return all;
}

const FindingRecord* FindingHistory::find(const Finding& finding) const
{
    const auto found = m_open.find(identityOf(finding));
    return found == m_open.end() ? nullptr : &found->second;
}

} // namespace lockscope::inspect
