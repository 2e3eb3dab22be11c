// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands: one function each, and their table for the program and its help.

#include "app/lockscopectl/Context.h"

#include <array>

namespace lockscope::ctl {

/// Each returns the exit status. `arguments` are the words after the command's name.
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

struct Command {
    const char* name;
    const char* summary;
    int (*run)(Context, const QStringList&);
};

inline constexpr std::array commands{
    Command{"ls", "list every lock under the roots, worst first", &runLs},
    Command{"show", "show the queue of one lock", &runShow},
    Command{"watch", "print a line for each change, until Ctrl-C", &runWatch},
    Command{"sessions", "list the sessions that use locks: host, timeout, expiry", &runSessions},
    Command{"findings", "list problems, and what to do next", &runFindings},
    Command{"record", "record locks and their changes to a file, until Ctrl-C", &runRecord},
    Command{"open", "show a recording, or the audit log of a server", &runOpen},
    Command{"revoke", "send a revocation request to a holder", &runRevoke},
    Command{"release", "delete the nodes of contenders, only if unchanged", &runRelease},
    Command{"contend", "run simulated clients that queue for a lock", &runContend},
    Command{"run", "run a scenario: clients, faults, expectations", &runScenario},
    Command{"bench", "measure the lock library and Lockscope on this ensemble", &runBench},
    Command{"sandbox", "start a temporary ensemble, until Ctrl-C", &runSandbox},
};

} // namespace lockscope::ctl
