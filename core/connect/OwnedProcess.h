// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

namespace lockscope::ensemble {

/// Call before start(). The kernel sends `deathSignal` to the child when the thread that starts it ends, for any
/// reason. The child gets its own process group, so Ctrl-C on the terminal reaches only the owner. `niceness` is added
/// to the owner's niceness: under CPU load the owner has priority.
void tieToOwner(QProcess& process, int deathSignal, int niceness = 0);

} // namespace lockscope::ensemble
