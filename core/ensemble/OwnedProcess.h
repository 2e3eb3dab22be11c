// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

namespace lockscope::ensemble {

/// To be called before start(): the child gets `deathSignal` from the kernel when the thread that starts it ends, by
/// whatever means, and a process group of its own, so that Ctrl-C on the terminal reaches the owner alone.
void tieToOwner(QProcess& process, int deathSignal);

} // namespace lockscope::ensemble
