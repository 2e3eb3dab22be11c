// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The subcommands of `bench`: one function each, which returns the exit status.

#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

/// Limit for the test locks of `bench inspect`; each session is a connection.
constexpr int mostCrowdSessions = 1'000;

int runBenchLocks(Context context, const QStringList& arguments);
int runBenchInspect(Context context, const QStringList& arguments);
/// The process that `bench inspect` starts.
int runBenchCrowd(Context context, const QStringList& arguments);

} // namespace lockscope::ctl
