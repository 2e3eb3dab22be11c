// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands of `bench`.

#include "app/lockscopectl/Command.h"

namespace lockscope::ctl {

/// Limit for the test locks of `bench inspect`; each session is a connection.
constexpr int mostCrowdSessions = 1'000;

Command benchLocksCommand();
Command benchInspectCommand();
/// The process that `bench inspect` starts.
Command benchCrowdCommand();

} // namespace lockscope::ctl
