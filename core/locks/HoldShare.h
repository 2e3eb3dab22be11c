// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/GrantRecord.h"
#include "core/locks/Hold.h"

#include <atomic>
#include <memory>
#include <utility>

namespace lockscope::locks {

/// State shared by a Hold and its lock. Private to core/locks.
struct Hold::Share {
    Share(std::shared_ptr<LockHolders> ofHolders, std::shared_ptr<GrantRecord> ofRecord, Executor& onExecutor)
        : holders(std::move(ofHolders))
        , record(std::move(ofRecord))
        , executor(onExecutor)
    {
    }

    std::shared_ptr<LockHolders> holders;
    std::shared_ptr<GrantRecord> record;
    Executor& executor;
    std::atomic<bool> isReleased{false}; ///< released or being released. Changed only on the executor
    bool isAbandoned = false;            ///< the Hold was destroyed. Used only on the executor
};

} // namespace lockscope::locks
