// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The clock of a sandbox's server: a preloaded library (PreloadedClock) adds an offset, which is in a file.

#include "core/base/Result.h"
#include "core/sandbox/ServerProcess.h"

#include <QString>

#include <chrono>

namespace lockscope::redis {

/// Lets the server of this plan use the clock in its folder.
void addClock(ensemble::ServerPlan& plan);

/// Sets the clock of the running server of this folder. Refused: the server does not use it.
[[nodiscard]] Result<void> setClock(const QString& folder, qint64 processId, std::chrono::milliseconds offset);

} // namespace lockscope::redis
