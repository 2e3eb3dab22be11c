// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A plan as rows of text: what `release --dry-run` prints and the dialog shows is the same. Texts may hold what
/// strangers wrote: whoever shows them makes them safe. Pure.

#include "core/release/ReleasePlan.h"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

struct PlanRow {
    enum class Weight {
        Normal,
        Good,
        Wait, ///< think twice
        Bad   ///< a danger, or why it can't be done
    };
    std::string key;   ///< "delete", "session", …: the command line's label
    std::string title; ///< the dialog's
    std::string text;
    Weight weight = Weight::Normal;
    bool isSentence = false;        ///< or several; otherwise a value
    std::optional<WallTime> time{}; ///< instead of a text: whoever shows it writes times its own way
};

/// A node, with the client that says it is its own, if one does: "worker-7 (n-3)".
[[nodiscard]] std::string named(const std::string& node, const std::string& client);

[[nodiscard]] std::vector<PlanRow> planRows(const ReleasePlan& plan, WallTime now);

} // namespace lockscope::release
