// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/NewFindings.h"

#include "ui/models/FindingsPast.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using inspect::Severity;

std::vector<const inspect::Finding*> NewFindings::see(const inspect::Snapshot& snapshot)
{
    std::vector<const inspect::Finding*> added;
    std::unordered_map<std::string, Severity> present;
    for (const auto& finding : snapshot.findings) { // worst first
        if (finding.severity == Severity::Info)
            continue;
        auto group = groupOf(finding);
        const auto before = m_present.find(group);
        const bool isHigher = before == m_present.end() || finding.severity > before->second;
        if (present.try_emplace(std::move(group), finding.severity).second && isHigher)
            added.push_back(&finding);
    }
    if (!snapshot.complete)
        present.merge(m_present);
    m_present = std::move(present);
    if (!m_firstView && snapshot.complete)
        m_firstView = snapshot.takenAt;
    if (!m_firstView || snapshot.takenAt < *m_firstView + settleTime)
        added.clear();
    return added;
}

void UnseenFindings::add(const inspect::Finding& finding, bool isShown)
{
    const auto [group, isFirst] = (isShown ? m_shown : m_hidden).try_emplace(groupOf(finding), finding.severity);
    if (!isFirst)
        group->second = std::max(group->second, finding.severity);
}

void UnseenFindings::forget(const std::string& group)
{
    m_shown.erase(group);
    m_hidden.erase(group);
}

void UnseenFindings::showHidden()
{
    for (const auto& [group, severity] : std::exchange(m_hidden, {})) {
        auto& shown = m_shown.try_emplace(group, severity).first->second;
        shown = std::max(shown, severity);
    }
}

int UnseenFindings::criticalCount() const
{
    return static_cast<int>(std::count_if(m_shown.begin(), m_shown.end(),
                                          [](const auto& entry) { return entry.second == Severity::Critical; }));
}

} // namespace lockscope::ui
