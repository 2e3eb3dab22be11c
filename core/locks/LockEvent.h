// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Error.h"
#include "core/locks/LockState.h"
#include "core/locks/Owner.h"

#include <optional>
#include <string_view>

namespace lockscope::locks {

/// What happened to an owner's acquisition, with the durations that metrics need. A value.
struct LockEvent {
    enum class Type {
        Granted,  ///< the acquisition succeeded
        Failed,   ///< the acquisition failed: timed out, cancelled, refused
        Released, ///< the hold ended by a release that the server confirmed
        Lost,     ///< the hold ended otherwise: the holder learned that another client may hold the lock
    };

    Type type = Type::Granted;
    Owner owner;
    /// From the call until the reply of the acquisition. Of all types: the hold's own acquisition.
    Duration wait{};
    /// Released: from the grant until the release was called. Lost: until the loss was found out.
    Duration held{};
    /// Granted, if this owner was waiting while another owner of the same lock object held the lock: the time from the
    /// end of that hold (the call of release, or the loss) until this grant. Nothing: no hand-over within this object.
    std::optional<Duration> handOver{};
    /// Lost.
    LostReason reason = LostReason::None;
    /// Failed.
    ErrorCode error{};
};

/// "granted", "failed", "released", "lost".
[[nodiscard]] std::string_view toString(LockEvent::Type type);

} // namespace lockscope::locks
