// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

namespace lockscope::ui {

/// A look of something in a timeline that the legend explains, in the order of the legend.
enum class TimelineSample {
    Lease,
    Hold,
    Shared,
    Wait,
    Unknown, ///< a wait or a hold
    Mistake,
    Write, ///< to the resource that the lock protects
    RejectedWrite,
    Dead,
    Asked,    ///< for a release
    Released, ///< by an operator
    Lost,
    UsualHold,
    Overdue,
    Planned,
    Vote,
    OtherVote,
    NoAnswer, ///< of a master
    Gap
};

using TimelineSamples = std::set<TimelineSample>;

} // namespace lockscope::ui
