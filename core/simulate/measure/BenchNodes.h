// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The nodes that a benchmark works below. Each call waits for the ensemble on the calling thread, which must not be
/// the client's executor.

#include "core/base/Result.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::console {

/// A fresh path for one run: "/lockscope-bench-<UUID>".
[[nodiscard]] std::string freshBenchPath();

[[nodiscard]] Result<void> makeNode(zk::Client& client, const std::string& path);

/// The node and all below it, once the client's server knows what is there. What has gone by itself is as good as
/// removed. The error says what is left to be deleted by hand.
[[nodiscard]] Result<void> removeTree(zk::Client& client, const std::string& path);

} // namespace lockscope::console
