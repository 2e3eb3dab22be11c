// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// The fair, re-entrant mutex: first come, first served, one waiter woken a release. On the wire it is Curator's
/// InterProcessMutex (children "_c_<UUID>-lock-<number>" of `path`, ephemeral, sequential): both share one path and
/// exclude each other. Stock Kazoo locks do NOT: their names are invisible to Curator's clients and Curator's to
/// theirs.
class Mutex final : public Lock {
public:
    /// `path`: absolute and valid (checkedPath); made when missing.
    Mutex(zk::Client& client, std::string path, LockOptions options = {});
};

} // namespace lockscope::locks
