// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands: a function each, and the table of them that the program and its help read.

#include "app/lockscopectl/Context.h"

#include <array>

namespace lockscope::ctl {

/// Each gives the exit status. `arguments` are the words after the command's name.
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
    Command{"ls", "every lock under the roots, worst first", &runLs},
    Command{"show", "one lock's queue", &runShow},
    Command{"watch", "a line for each change, until Ctrl-C", &runWatch},
    Command{"sessions", "who owns the locks: hosts, timeouts, expiries", &runSessions},
    Command{"findings", "what is wrong, and what to do next", &runFindings},
    Command{"record", "what happens, into a file, until Ctrl-C", &runRecord},
    Command{"open", "look at such a file, or at a server's audit log", &runOpen},
    Command{"revoke", "ask a holder to let go", &runRevoke},
    Command{"release", "delete contenders' nodes, guarded", &runRelease},
    Command{"contend", "simulated clients of a lock", &runContend},
    Command{"run", "a scenario: clients, faults, expectations", &runScenario},
    Command{"bench", "what library and inspector do on this ensemble", &runBench},
    Command{"sandbox", "a throw-away ensemble, until Ctrl-C", &runSandbox},
};

} // namespace lockscope::ctl
