// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A plan as rows of text, for both `release --dry-run` and the dialog. Texts may come from untrusted payloads; the
/// caller must escape them before output. Pure.

#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

struct PlanRow {
    enum class Weight {
        Normal,
        Good,
        Wait, ///< a risk
        Bad   ///< a danger, or the reason for a refusal
    };
    std::string key;   ///< "delete", "session", …: the label in the command line
    std::string title; ///< the label in the dialog
    std::string text;
    Weight weight = Weight::Normal;
    bool isSentence = false;        ///< `text` is one or more sentences; else a value
    std::optional<WallTime> time{}; ///< instead of `text`: the caller formats the time
};

/// A node with its client's name, if known: "worker-7 (n-3)".
[[nodiscard]] std::string named(const std::string& node, const std::string& client);

// What the plans of both backends have.
[[nodiscard]] PlanRow lockRow(const ReleasePlan& plan);
[[nodiscard]] PlanRow waitingRow(const ReleasePlan& plan);
/// `text`: why others are unknown; shown if they are.
[[nodiscard]] PlanRow othersRow(const ReleasePlan& plan, std::string title, std::string text);
[[nodiscard]] PlanRow permissionRow(const ReleasePlan& plan);
[[nodiscard]] PlanRow optionRow(std::string key, std::string title, const ReleaseOption& option);

[[nodiscard]] std::vector<PlanRow> planRows(const ReleasePlan& plan, WallTime now);

/// What the release compares and does, as text, in its order.
[[nodiscard]] std::vector<std::string> planOperations(const ReleasePlan& plan);

} // namespace lockscope::release
