// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A release plan for other programs: as text, and as the command line of lockscopectl. Pure.

#include "core/release/ReleasePlan.h"

#include <QString>

#include <string>
#include <string_view>

namespace lockscope::ui {

/// How lockscopectl reaches the servers: the name of a saved connection, or else the servers as they were typed.
struct CommandTarget {
    QString profile;
    QString servers;
};

/// The word as a POSIX shell reads it. With control characters or bytes that are no UTF-8, as bash, zsh and ksh do.
[[nodiscard]] QString shellQuoted(std::string_view word);

/// The command that releases what the plan releases, only if it is unchanged. Its reason is empty: lockscopectl
/// refuses to run until the user has typed one. Contains no secret.
[[nodiscard]] QString releaseCommand(const CommandTarget& target, const release::ReleasePlan& plan);

/// A line for each row of the plan.
[[nodiscard]] QString planText(const release::ReleasePlan& plan, WallTime now);

} // namespace lockscope::ui
