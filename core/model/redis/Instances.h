// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The client instances of a snapshot of Redis with the locks that each holds and waits for, and the servers: what
/// `sessions` shows there. Pure.

#include "core/model/SessionSummary.h"

#include <QJsonArray>

#include <vector>

namespace lockscope::inspect {

/// By instanceOf() their owners, in the order of summariesOf(). Owner::expiresAt is when the first of its leases ends,
/// Owner::lastHeard when a sample saw it last.
[[nodiscard]] std::vector<SessionSummary> instancesOf(const Snapshot& snapshot);

/// The number of clients that listen for a release and are none of these instances. At least this many wait; no data
/// says which.
[[nodiscard]] int unnamedWaiters(const Snapshot& snapshot);

/// SERVER of sessionsJson(): the masters, and after each its replicas as it reports them, with "lagMs", since a
/// replica's last acknowledgement, and "bytesBehind". Empty before the first report.
[[nodiscard]] QJsonArray redisServersJson(const Snapshot& snapshot);

} // namespace lockscope::inspect
