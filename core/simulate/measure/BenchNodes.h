// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The nodes below which a benchmark works. Each call blocks the calling thread, which must not be the client's
/// executor.

#include "core/base/Result.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::console {

/// A new path for one run: "/lockscope-bench-<UUID>".
[[nodiscard]] std::string freshBenchPath();

[[nodiscard]] Result<void> makeNode(zk::Client& client, const std::string& path);

/// Removes the node and all nodes below it, after a sync of the client's server. A node that no longer exists counts as
/// removed. The error says what the user must delete.
[[nodiscard]] Result<void> removeTree(zk::Client& client, const std::string& path);

} // namespace lockscope::console
