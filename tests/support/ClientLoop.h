// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/base/ThreadExecutor.h"

#include <memory>

namespace lockscope::test {

/// What a program runs its ZooKeeper clients on.
using ClientLoop = ThreadExecutor;

/// `log`: receives the loop's own warnings.
[[nodiscard]] inline std::unique_ptr<ClientLoop> makeClientLoop([[maybe_unused]] Log log)
{
    return std::make_unique<ClientLoop>();
}

} // namespace lockscope::test
