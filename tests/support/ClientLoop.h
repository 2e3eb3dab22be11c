// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/base/Log.h"

#include <memory>
#include <utility>

namespace lockscope::test {

/// What a program runs its ZooKeeper clients on.
using ClientLoop = EventLoop;

/// `log`: receives the loop's own warnings.
[[nodiscard]] inline std::unique_ptr<ClientLoop> makeClientLoop(Log log)
{
    return std::make_unique<ClientLoop>(std::move(log));
}

} // namespace lockscope::test
