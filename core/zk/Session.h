// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of a ZooKeeper session, as a value.

#include "core/base/Expiry.h"
#include "core/base/SessionStatus.h"

#include <memory>

namespace lockscope::zk {

/// SessionState::Lost is never reported before `validUntil`. A Suspended session is alive at least until then.
struct Session : SessionStatus {
    /// The ensemble cannot have expired the session before this time, so no other client can have acquired its locks.
    /// The value is the send time of a request plus the timeout. The request counts once a write or a sync has
    /// succeeded. This write or sync must be sent at least a quarter of the timeout after the request's answer. Reason:
    /// a follower without its leader answers reads for a while (SessionProof.h). Never moves back. Advances while a
    /// Client::heartbeat() exists; without one, it may pass while Connected and has no meaning then. Zero for a
    /// read-only server's own session.
    SteadyTime validUntil{};
    /// The same value for other threads; one object per session. Null until the first Connected.
    std::shared_ptr<const Expiry> expiry;
};

} // namespace lockscope::zk
