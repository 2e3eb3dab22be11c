// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/OwnedProcess.h"

#include <csignal>
#include <sys/prctl.h>
#include <tuple>
#include <unistd.h>

namespace lockscope::ensemble {

void tieToOwner(QProcess& process, int deathSignal, int niceness)
{
    process.setChildProcessModifier([owner = ::getpid(), deathSignal, niceness] {
        // Between fork and exec: system calls only.
        ::setpgid(0, 0);
        if (niceness > 0) // best effort: on failure the process runs with normal priority
            std::ignore = ::nice(niceness);
        ::prctl(PR_SET_PDEATHSIG, deathSignal);
        if (::getppid() != owner)
            ::_exit(127); // the owner ended before PR_SET_PDEATHSIG was set
    });
}

} // namespace lockscope::ensemble
