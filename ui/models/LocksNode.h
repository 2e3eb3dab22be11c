// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The tree inside of LocksModel. Private to its two source files.

#include "ui/models/LocksModel.h"

#include <map>

namespace lockscope::ui {

[[nodiscard]] Badness badnessOf(const inspect::Lock& lock, const LockConcern& concern);

struct LocksModel::Node {
    /// What a folder shows and a proxy filters by: of this node and all below it.
    struct Totals {
        int locks = 0;
        int problems = 0; ///< locks with findings, or with a holder without a session
        int matched = 0;  ///< locks that the filter accepts
        Badness badness;  ///< the worst

        friend bool operator==(const Totals&, const Totals&) = default;
    };

    std::string name;
    std::string path;
    Node* parent = nullptr;
    LockPtr lock;
    LockConcern concern;
    bool isMatching = true;                      ///< the filter accepts the lock
    std::vector<std::unique_ptr<Node>> children; ///< by name
    Totals totals;
    Rank rank; ///< what a proxy sorts by: `totals` as of the last renewRanks()
    bool changed = false;
    Judged judged; ///< at the last call of ownBadness()

    [[nodiscard]] Totals count();
    /// Computed again only if the lock or its findings have changed.
    [[nodiscard]] const Badness& ownBadness();
    /// In words what the mark before its name means; empty without a need.
    [[nodiscard]] QString remark() const;
    /// "12 locks · 2 with problems": of a folder; empty for a lock.
    [[nodiscard]] QString countsText() const;
};

struct LocksModel::Wanted {
    LockPtr lock;
    LockConcern concern;
    std::map<std::string, Wanted, std::less<>> children;
};

} // namespace lockscope::ui
