// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The common part of the commands that run until they are stopped.

#include "app/OptionDescription.h"
#include "app/lockscopectl/Inspection.h"
#include "core/history/EventStream.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ctl {

struct LiveWork {
    std::chrono::milliseconds snapshotInterval{0};  ///< snapshots closer together than this are combined
    std::optional<std::chrono::milliseconds> limit; ///< from the first answer of a server; nothing: until Ctrl-C
    /// Gets each snapshot; returns true once it has accepted one. It may wait for a complete one before.
    std::function<bool(const inspect::SnapshotPtr&)> see;
    /// Gets a time in which this process did not run, before the next snapshot.
    std::function<void(const inspect::LockEvent&)> missed;
    /// If set, gets once why the rest of a tree with many nodes is not read, and when that was noticed.
    std::function<void(const inspect::Problem&, WallTime)> halted{};
    /// If set, returns the locks to read again, see LockSource::confirm().
    std::function<std::vector<std::string>()> toConfirm{};
    /// Whether a contender has left and the servers must report whether its session has ended.
    std::function<bool()> asksForSessions;
};

struct LiveEnd {
    int status = Done;
    bool isTime = false; ///< the limit was reached
};

/// Inspects live until Ctrl-C or the limit, or until `see`, a problem with a root, or a server without answers ends the
/// event loop. Reports lost and restored connections, nodes that cannot be read, and a tree of which not all nodes are
/// read. Main thread; no callback after it returns.
[[nodiscard]] LiveEnd lookLive(const Context& context, const LiveWork& work);

/// --for, the limit.
[[nodiscard]] OptionDescription limitOption(const QString& example);
[[nodiscard]] Result<std::optional<std::chrono::milliseconds>> limitIn(const QCommandLineParser& parser);

} // namespace lockscope::ctl
