// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/connection/Backend.h"

namespace lockscope::ui {

/// Backends for Redis: a server, Sentinel, Cluster, or independent masters.
[[nodiscard]] MakeBackend redisBackend();

} // namespace lockscope::ui
