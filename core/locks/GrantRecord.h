// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/Owner.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace lockscope::locks {

/// One acquisition of an owner and its grant, shared by all Holds of the grant. Private to core/locks. Owns the attempt
/// after the grant. While it waits or is being released, the client owns the attempt, because the attempt's reply owns
/// its caller.
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
    std::weak_ptr<Attempt> asked;  ///< while waiting
    std::shared_ptr<Attempt> held; ///< from the grant until the release starts
    int holds = 0;                 ///< 0 while waiting
    std::shared_ptr<StopCallback> stop;
    struct Times {
        SteadyTime started{}; ///< of the acquisition
        SteadyTime granted{};
        std::optional<SteadyTime> ended; ///< released or lost
        bool isEndReported = false;
    };
    Times times; ///< used by LockEvents

    /// Null if it was destroyed with its executor.
    [[nodiscard]] std::shared_ptr<Attempt> attempt() const { return held ? held : asked.lock(); }
    /// Held or Uncertain.
    [[nodiscard]] bool isHeld() const { return holds > 0 && held && isHold(held->state().phase); }
    /// Called once, before other threads can see this object.
    void granted(const std::shared_ptr<Attempt>& attempt, Grant grant);
    /// Requests a stop at Uncertain and at Lost.
    void setState(LockState state);

    // Any thread; the grant does not change after granted().
    [[nodiscard]] const Grant& grant() const { return m_grant; }
    /// The current state: asOf().
    [[nodiscard]] LockState state() const;
    [[nodiscard]] std::stop_token lostToken() const;

private:
    const Clock& m_clock;
    Grant m_grant;
    std::shared_ptr<const Expiry> m_expiry;
    mutable std::mutex m_mutex; ///< protects the members below; no callback runs while it is locked
    LockState m_state;
    std::stop_source m_lost;
};

} // namespace lockscope::locks
