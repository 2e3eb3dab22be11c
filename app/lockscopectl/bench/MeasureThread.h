// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"

#include <functional>
#include <stop_token>

namespace lockscope::ctl {

/// Runs `measure`, which blocks, on its own thread once the link is connected, and the event loop meanwhile. Returns
/// its exit status, or that of a failed connection. Ctrl-C requests a stop through `enough`; the results until then are
/// still reported. Main thread. `whenConnected` is that of the link.
int measureBesideTheLoop(const std::function<void(Task)>& whenConnected, std::stop_source& enough,
                         const std::function<Exit()>& measure);
int measureBesideTheLoop(Link& link, std::stop_source& enough, const std::function<Exit()>& measure);

} // namespace lockscope::ctl
