// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// One function a command; each gives the exit status. `arguments` are the words after the command's name.

#include "app/lockscopectl/Context.h"

namespace lockscope::ctl {

int runLs(Context context, const QStringList& arguments);
int runShow(Context context, const QStringList& arguments);
int runSessions(Context context, const QStringList& arguments);
int runWatch(Context context, const QStringList& arguments);
int runFindings(Context context, const QStringList& arguments);
int runRecord(Context context, const QStringList& arguments);
int runOpen(Context context, const QStringList& arguments);
int runRevoke(Context context, const QStringList& arguments);
int runRelease(Context context, const QStringList& arguments);
int runContend(Context context, const QStringList& arguments);
int runScenario(Context context, const QStringList& arguments);
int runBench(Context context, const QStringList& arguments);
int runSandbox(Context context, const QStringList& arguments);

} // namespace lockscope::ctl
