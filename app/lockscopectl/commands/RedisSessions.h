// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// `sessions` on Redis: client instances, and the servers with their replicas.

#include "app/lockscopectl/Context.h"
#include "core/model/SessionSummary.h"

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

namespace lockscope::ctl {

/// The text of `sessions`. Leases and ages are relative to `now`.
[[nodiscard]] QString redisSessionsText(const inspect::Snapshot& snapshot,
                                        const std::vector<inspect::SessionSummary>& instances, WallTime now);

/// What is said of the servers that were sampled, or refused to be asked; of hosts that are unknown, how to find them.
void complainUnknownHosts(const inspect::Snapshot& snapshot, const std::vector<inspect::SessionSummary>& instances);

/// Asks on the terminal whether to take a sample of this length, and says what it costs. Without a terminal, and
/// without
/// --yes, the exit status of a wrong use; nullopt: it may be taken.
[[nodiscard]] std::optional<Exit> refuseSample(const Context& context, std::chrono::milliseconds sample);

/// Reads the locks, the servers and the lists of their clients once, and takes a sample if one is wanted. Returns the
/// result of `show`, or the exit status of the failure.
int inspectHosts(const Context& context, std::optional<std::chrono::milliseconds> sample,
                 const std::function<Exit(const inspect::Snapshot&)>& show);

} // namespace lockscope::ctl
