// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/FindingsPast.h"

#include "core/history/History.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

constexpr std::size_t mostEndedGroups = 1'000;

FindingSpan spanIn(const inspect::FindingRecord& record)
{
    return {record.began, record.beganKnown, record.ended, record.endedKnown};
}

FindingSpan openSpanIn(const inspect::FindingRecord& record)
{
    return {record.began, record.beganKnown, std::nullopt, inspect::Confidence::Exact};
}

} // namespace

std::string groupOf(const inspect::Finding& finding)
{
    return std::string(inspect::kindWord(finding)) + ' ' + finding.path;
}

bool FindingsPast::see(const std::shared_ptr<const inspect::History>& history, WallTime now)
{
    m_now = now;
    std::size_t shown = 0;
    std::uint64_t endedCount = 0;
    if (history) {
        const auto& all = history->findings().ended();
        const auto after = std::upper_bound(all.begin(), all.end(), now,
                                            [](WallTime at, const auto& record) { return at < *record.ended; });
        shown = static_cast<std::size_t>(after - all.begin());
        endedCount = history->findings().endedCount();
    }
    if (history == m_history && endedCount == m_endedCount && shown == m_shown)
        return false;
    m_history = history;
    m_endedCount = endedCount;
    m_shown = shown;
    collect();
    return true;
}

void FindingsPast::collect()
{
    auto ended = std::make_shared<EndedFindings>();
    m_times.clear();
    std::unordered_map<std::string, std::size_t> places;
    for (auto i = m_shown; i > 0; --i) {
        const auto& record = m_history->findings().ended()[i - 1];
        auto group = groupOf(record.finding);
        ++m_times[group];
        if (const auto place = places.find(group); place != places.end()) {
            ++(*ended)[place->second].times;
        } else if (ended->size() < mostEndedGroups) {
            places.emplace(group, ended->size());
            ended->push_back({std::move(group), record.finding, spanIn(record), 1});
        }
    }
    m_ended = std::move(ended);
}

int FindingsPast::timesEnded(const inspect::Finding& finding) const
{
    const auto found = m_times.empty() ? m_times.end() : m_times.find(groupOf(finding));
    return found == m_times.end() ? 0 : found->second;
}

std::optional<FindingSpan> FindingsPast::spanOf(const inspect::Finding& finding) const
{
    if (!m_history)
        return std::nullopt;
    const auto& findings = m_history->findings();
    if (const auto* open = findings.find(finding); open && open->began <= m_now)
        return openSpanIn(*open);
    // In a recording it may have ended later than the shown moment.
    const auto& all = findings.ended();
    const auto identity = inspect::identityOf(finding);
    const auto found =
        std::find_if(all.begin() + static_cast<std::ptrdiff_t>(m_shown), all.end(), [&](const auto& record) {
            return record.began <= m_now && inspect::identityOf(record.finding) == identity;
        });
    return found == all.end() ? std::nullopt : std::optional(openSpanIn(*found));
}

} // namespace lockscope::ui
