// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/base/Executor.h"

#include <functional>
#include <stop_token>
#include <utility>

namespace lockscope::ctl {

/// Runs `measure`, which blocks, on its own thread once the link is connected, and the event loop meanwhile. Returns
/// its exit status, or that of a failed connection. Ctrl-C requests a stop through `enough`; the results until then are
/// still reported. Main thread. `whenConnected` is that of the link.
int measureOnceConnected(const std::function<void(Task)>& whenConnected, std::stop_source& enough,
                         const std::function<Exit()>& measure);

/// The same with a Link or a RedisLink.
template <typename AnyLink>
int measureBesideTheLoop(AnyLink& link, std::stop_source& enough, const std::function<Exit()>& measure)
{
    return measureOnceConnected([&link](Task connected) { link.whenConnected(std::move(connected)); }, enough, measure);
}

} // namespace lockscope::ctl
