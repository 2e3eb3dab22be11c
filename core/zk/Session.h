// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of the connection to the ensemble, as a value that can be shown.

#include "core/base/SessionStatus.h"

#include <atomic>
#include <memory>

namespace lockscope::zk {

/// Until when one session certainly lives: Session::validUntil, readable on any thread. Moved on by the client alone,
/// and never back; after the session's end it stays where it was.
class SessionExpiry final {
public:
    [[nodiscard]] SteadyTime validUntil() const noexcept { return m_validUntil.load(std::memory_order_acquire); }
    void moveTo(SteadyTime until) noexcept { m_validUntil.store(until, std::memory_order_release); }

private:
    std::atomic<SteadyTime> m_validUntil{SteadyTime()};
};

/// SessionState::Lost comes no earlier than `validUntil`, and a session that is Suspended lives until then, perhaps
/// longer.
struct Session : SessionStatus {
    /// The ensemble can't have expired the session before this moment, and no lock of it can have been given away. Only
    /// what the leader has counted is counted here: the time at which a request was sent, plus the timeout, once a
    /// write or a sync that was sent at least a quarter of the timeout after that request's answer has succeeded. A
    /// follower that is cut off answers reads for a while though the leader hears nothing of them. (SessionProof.h has
    /// the reason, from ZooKeeper's sources.) It never moves back. It moves on while somebody keeps
    /// Client::heartbeat(); without, it may pass while Connected, and says nothing then. Zero for a read-only server's
    /// own session.
    SteadyTime validUntil{};
    /// The same for other threads, one object for each session. Null until the first Connected.
    std::shared_ptr<const SessionExpiry> expiry;
};

} // namespace lockscope::zk
