// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/SecondLook.h"

#include "core/model/FindingIndex.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto confirmInterval = std::chrono::seconds(1);
constexpr std::size_t mostToConfirm = 500; ///< in one review; the next ones request the others
/// A finding that could not be confirmed for this time is shown as a warning.
constexpr auto confirmLimit = std::chrono::seconds(5);

bool needsSecondLook(const Finding& finding)
{
    return finding.severity == Severity::Critical || finding.kind == FindingKind::DeadOwner;
}

std::string suspicionKey(const Finding& finding)
{
    std::string key(kindWord(finding));
    key += '\n' + finding.path;
    // The nodes of a deadlock prove it together. Other findings stay the same when further nodes join.
    const auto named = finding.kind == FindingKind::Deadlock ? finding.nodes.size() : std::size_t(1);
    for (std::size_t i = 0; i < std::min(named, finding.nodes.size()); ++i)
        key += '\n' + finding.nodes[i];
    return key;
}

} // namespace

SecondLook::Review SecondLook::review(const Snapshot& snapshot, const std::vector<Finding>& findings, SteadyTime now,
                                      Unconfirmed unconfirmed)
{
    Review review;
    for (auto& [key, suspicion] : m_suspicions)
        suspicion.isCurrent = false;
    for (const auto& finding : findings) {
        if (!needsSecondLook(finding) || isConfirmed(snapshot, finding, now, review.toConfirm)) {
            review.findings.push_back(finding);
        } else if (unconfirmed == Unconfirmed::HoldBack &&
                   now - m_suspicions.at(suspicionKey(finding)).begunAt < confirmLimit) {
            review.holdsBack = true;
        } else {
            auto& shown = review.findings.emplace_back(finding);
            shown.severity = std::min(shown.severity, Severity::Warning);
            shown.evidence = sentences(
                shown.evidence, phrase("Lockscope could not read the lock again, so the finding is not confirmed."));
        }
    }
    std::erase_if(m_suspicions, [](const auto& one) { return !one.second.isCurrent; });
    std::stable_sort(review.findings.begin(), review.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    std::sort(review.toConfirm.begin(), review.toConfirm.end());
    review.toConfirm.erase(std::unique(review.toConfirm.begin(), review.toConfirm.end()), review.toConfirm.end());
    return review;
}

bool SecondLook::isConfirmed(const Snapshot& snapshot, const Finding& finding, SteadyTime now,
                             std::vector<std::string>& toConfirm)
{
    const auto locks = locksOf(snapshot, finding);
    if (locks.empty())
        return true;
    const auto [found, isNew] = m_suspicions.try_emplace(suspicionKey(finding));
    auto& suspicion = found->second;
    if (isNew) {
        suspicion.since = snapshot.takenAt;
        suspicion.begunAt = now;
    }
    suspicion.isCurrent = true;
    suspicion.isConfirmed = suspicion.isConfirmed || std::all_of(locks.begin(), locks.end(), [&](const Lock* lock) {
                                return lock->confirmedAt && *lock->confirmedAt > suspicion.since;
                            });
    const bool isAsked = suspicion.askedAt != SteadyTime() && now - suspicion.askedAt < confirmInterval;
    if (suspicion.isConfirmed || isAsked || toConfirm.size() >= mostToConfirm)
        return suspicion.isConfirmed;
    suspicion.askedAt = now;
    for (const auto* lock : locks)
        toConfirm.push_back(lock->path);
    return false;
}

} // namespace lockscope::inspect
