// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the commands have in common that look until they are told to stop.

#include "app/lockscopectl/Inspection.h"

#include <chrono>
#include <functional>
#include <optional>

namespace lockscope::ctl {

struct LiveWork {
    std::chrono::milliseconds snapshotInterval{0};  ///< snapshots closer together than this become one
    std::optional<std::chrono::milliseconds> limit; ///< from the first contact; nothing: until Ctrl-C
    /// Is told of each snapshot; true once it has taken one, before which it may wait for a complete one.
    std::function<bool(const inspect::SnapshotPtr&)> see;
    /// Did somebody leave of whom the servers must say whether he was lost?
    std::function<bool()> asksForSessions;
};

struct LiveEnd {
    int status = Done;
    bool isTime = false; ///< the limit was reached
};

/// Looks live until Ctrl-C, or until the limit; or until `see`, trouble with a root or a server that answers nothing
/// ends the event loop. Says when the connection is lost and found again, and what can't be looked at. Main thread;
/// nothing is called afterwards.
[[nodiscard]] LiveEnd lookLive(const Context& context, const LiveWork& work);

/// --for, the limit.
void addLimitOption(QCommandLineParser& parser, const QString& example);
[[nodiscard]] Result<std::optional<std::chrono::milliseconds>> limitIn(const QCommandLineParser& parser);

} // namespace lockscope::ctl
