// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/Findings.h"
#include "tests/model/SmallSnapshots.h"

#include <string>
#include <vector>

namespace lockscope::test {

/// "critical deadlock /a; …", the most severe first. Also reports a finding without a sentence, evidence or advice.
inline std::string reported(const std::vector<inspect::Finding>& findings)
{
    std::string text;
    for (const auto& finding : findings) {
        text += text.empty() ? "" : "; ";
        text +=
            std::string(toString(finding.severity)) + " " + std::string(toString(finding.kind)) + " " + finding.path;
        if (!finding.text.ends_with(".") || !finding.evidence.ends_with(".") || !finding.advice.ends_with("."))
            text += " (not told: " + finding.text + " | " + finding.evidence + " | " + finding.advice + ")";
    }
    return text;
}

inline std::string reportedOf(const inspect::Snapshot& snapshot, const inspect::FindingSettings& settings = {})
{
    return reported(inspect::findingsIn(snapshot, settings));
}

inline std::string reportedOf(const std::vector<LockText>& locks, const inspect::FindingSettings& settings = {})
{
    return reportedOf(snapshotOf(locks), settings);
}

/// A holder and its waiters, in a Curator mutex.
inline LockText mutexOf(const std::string& path, const std::vector<std::int64_t>& sessions,
                        std::chrono::milliseconds age = std::chrono::seconds(1))
{
    LockText text{path, "curator-mutex", {}};
    for (std::size_t i = 0; i < sessions.size(); ++i)
        text.nodes.push_back({sessions[i], curator(static_cast<int>(i)), static_cast<int>(i), age});
    return text;
}

/// The path of the node at that index of the queue.
inline std::string pathOf(const LockText& text, std::size_t index)
{
    return text.path + "/" + nameOf(text.nodes.at(index));
}

} // namespace lockscope::test
