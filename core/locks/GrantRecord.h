// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/Owner.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace lockscope::locks {

/// One acquisition of an owner, and the grant that came of it: what all Holds of that grant share. Private to
/// core/locks.
/// It owns the attempt once that is granted. One that waits or is being released is the client's until it answers: its
/// reply owns whoever asked.
class GrantRecord final {
public:
    using StopCallback = std::stop_callback<std::function<void()>>;

    GrantRecord(Owner ownerOfIt, const Clock& clock)
        : owner(ownerOfIt)
        , m_clock(clock)
    {
    }

    const Owner owner;

    // Confined to the executor.
    std::weak_ptr<Attempt> asked;  ///< while it waits
    std::shared_ptr<Attempt> held; ///< since it was granted, until it is being released
    int holds = 0;                 ///< 0 while it waits
    std::shared_ptr<StopCallback> stop;

    /// Null where it has gone with its executor.
    [[nodiscard]] std::shared_ptr<Attempt> attempt() const { return held ? held : asked.lock(); }
    /// Held, or perhaps still held.
    [[nodiscard]] bool isHeld() const { return holds > 0 && held && isHold(held->state().phase); }
    /// `expiry`: of the session that owns its nodes. Once, before anybody else sees this.
    void granted(const std::shared_ptr<Attempt>& attempt, Grant grant, std::shared_ptr<const zk::SessionExpiry> expiry);
    /// Requests the token where nothing is certain any more.
    void setState(LockState state);

    // Any thread; the grant is the same from granted() on.
    [[nodiscard]] const Grant& grant() const { return m_grant; }
    /// As of now.
    [[nodiscard]] LockState state() const;
    [[nodiscard]] std::stop_token lostToken() const;

private:
    const Clock& m_clock;
    Grant m_grant;
    std::shared_ptr<const zk::SessionExpiry> m_expiry;
    mutable std::mutex m_mutex; ///< of what follows; nothing is called under it
    LockState m_state;
    std::stop_source m_lost;
};

} // namespace lockscope::locks
