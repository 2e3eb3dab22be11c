// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace lockscope {

/// A task that runs `then` at its last of `count` calls, which must come one at a time. If `count` is 0, `then` runs at
/// once, before afterAll() returns.
[[nodiscard]] inline Task afterAll(std::size_t count, Task then)
{
    if (count == 0) {
        then();
        return [] {};
    }
    return [left = std::make_shared<std::size_t>(count), then = std::move(then)] {
        if (--*left == 0)
            then();
    };
}

} // namespace lockscope
