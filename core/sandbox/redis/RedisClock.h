// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The clock of a sandbox's server, which libfaketime shows to it: an offset in a file.

#include "core/base/Result.h"
#include "core/sandbox/ServerProcess.h"

#include <QString>

#include <chrono>

namespace lockscope::redis {

/// Lets the server of this plan use the clock in its folder, with `library`.
void addClock(ensemble::ServerPlan& plan, const QString& library);

/// Sets the clock of the server in this folder.
[[nodiscard]] Result<void> writeClock(const QString& folder, std::chrono::milliseconds offset);

/// Removes the names of the shared memory of a running server: it keeps the memory, which then ends with it, however it
/// ends.
void forgetClockMemory(qint64 processId);

} // namespace lockscope::redis
