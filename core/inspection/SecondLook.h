// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"

#include <map>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// Holds back critical findings, and owners without a session, until a second read has confirmed them: a server that
/// lags behind, or a connection that is broken and not yet noticed, shows nodes that are gone. The second read follows
/// a sync, see Lock::confirmedAt. A finding that concerns no lock needs none. One thread; pure but for its memory.
class SecondLook final {
public:
    enum class Unconfirmed {
        HoldBack,      ///< for some seconds, then shown as warnings
        ShowAsWarnings ///< there is no further read
    };
    struct Review {
        std::vector<Finding> findings;      ///< worst first
        std::vector<std::string> toConfirm; ///< locks to read again now
        bool holdsBack = false;             ///< findings are missing that are not confirmed yet
    };

    /// `findings` of the snapshot, worst first.
    [[nodiscard]] Review review(const Snapshot& snapshot, const std::vector<Finding>& findings, SteadyTime now,
                                Unconfirmed unconfirmed = Unconfirmed::HoldBack);

private:
    struct Suspicion {
        WallTime since{}; ///< of the first snapshot with this finding
        SteadyTime begunAt{};
        SteadyTime askedAt{};
        bool isConfirmed = false;
        bool isCurrent = false; ///< the current snapshot has this finding
    };

    [[nodiscard]] bool isConfirmed(const Snapshot& snapshot, const Finding& finding, SteadyTime now,
                                   std::vector<std::string>& toConfirm);

    std::map<std::string, Suspicion> m_suspicions; ///< by kind, path and nodes
};

} // namespace lockscope::inspect
