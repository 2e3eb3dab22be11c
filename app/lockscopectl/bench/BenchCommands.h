// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What `bench` can be followed by: one function each, which gives the exit status.

#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

/// Of the crowd that the inspector looks at: each is a connection.
constexpr int mostCrowdSessions = 1'000;

int runBenchLocks(Context context, const QStringList& arguments);
int runBenchInspect(Context context, const QStringList& arguments);
/// The process that 'bench inspect' starts.
int runBenchCrowd(Context context, const QStringList& arguments);

} // namespace lockscope::ctl
