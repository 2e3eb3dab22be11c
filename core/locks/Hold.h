// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"

#include <functional>
#include <optional>

namespace lockscope::locks {

/// Something held, given back at the end of its scope. Movable; the lock must outlive it.
///
///     if (const auto hold = Hold::acquire(mutex, std::chrono::seconds(5)))
///         write(orders, hold->token());
class [[nodiscard]] Hold final {
public:
    /// Blocks as Lock::acquire() does, and with its errors.
    [[nodiscard]] static Result<Hold> acquire(Lock& lock, std::optional<Duration> timeout = {},
                                              std::stop_token stop = {});
    /// The same for other ways to ask; blocks until `ask` has its answer. Not on the executor.
    [[nodiscard]] static Result<Hold> await(Lock& lock, Owner owner,
                                            const std::function<void(Owner, zk::Reply<Grant>)>& ask);

    Hold(Hold&& other) noexcept;
    Hold& operator=(Hold&& other) noexcept;
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    /// Gives it back without waiting for the answer; release() tells how that went. What the server refuses to delete
    /// is tried again until it is gone.
    ~Hold();

    [[nodiscard]] const Grant& grant() const { return m_grant; }
    [[nodiscard]] std::int64_t token() const { return m_grant.token; }
    [[nodiscard]] LockState state() const;
    [[nodiscard]] Owner owner() const { return m_owner; }

    /// Gives it back now and waits for that. Errors as Lock::release(); NotHeld also the second time.
    [[nodiscard]] Result<void> release();

private:
    Hold(Lock& lock, Owner owner, Grant grant);

    Lock* m_lock; ///< null once given back or moved away
    Owner m_owner;
    Grant m_grant;
};

} // namespace lockscope::locks
