// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

namespace lockscope::ensemble {

/// To be called before start(): the child gets `deathSignal` from the kernel when the thread that starts it ends, by
/// whatever means, and a process group of its own, so that Ctrl-C on the terminal reaches the owner alone. `niceness`
/// is added to the owner's: where processors are short, the owner goes first.
void tieToOwner(QProcess& process, int deathSignal, int niceness = 0);

} // namespace lockscope::ensemble
