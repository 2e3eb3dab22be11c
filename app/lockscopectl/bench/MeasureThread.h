// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Link.h"

#include <functional>
#include <stop_token>

namespace lockscope::ctl {

/// Runs `measure`, which blocks, on a thread of its own once the link is connected, and the event loop meanwhile. The
/// exit status is what it returns, or that of a failed connection. Ctrl-C asks `enough` for the end: what is measured
/// by then is still told. Main thread.
int measureBesideTheLoop(Link& link, std::stop_source& enough, const std::function<Exit()>& measure);

} // namespace lockscope::ctl
