// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

namespace lockscope::locks {

/// The executors of a lock: those of its client, which must outlive the lock and its Holds.
struct LockExecutors {
    Executor& loop;      ///< the client's: the lock's state is confined to it
    Executor& callbacks; ///< calls the program's replies and handlers; may be the same

    [[nodiscard]] bool areOne() const { return &loop == &callbacks; }
};

} // namespace lockscope::locks
