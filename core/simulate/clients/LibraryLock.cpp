// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/LibraryLock.h"

#include <utility>

namespace lockscope::console {

LibraryLock::LibraryLock(std::shared_ptr<locks::Lock> lock, Queue queue, locks::Owner owner)
    : m_lock(std::move(lock))
    , m_queue(queue)
    , m_owner(owner)
{
}

void LibraryLock::acquire(std::optional<Duration> timeout, std::stop_token stop, Reply<locks::Grant> reply)
{
    // The reply may come after destruction.
    m_lock->acquireAsync(m_owner, timeout, std::move(stop),
                         [weak = std::weak_ptr(m_hold), reply = std::move(reply)](Result<locks::Hold> hold) {
                             if (!hold) {
                                 reply(failure(std::move(hold.error())));
                                 return;
                             }
                             auto grant = hold->grant();
                             if (const auto kept = weak.lock())
                                 *kept = *std::move(hold);
                             reply(std::move(grant));
                         });
}

void LibraryLock::release(Reply<void> reply)
{
    if (*m_hold)
        (*m_hold)->releaseAsync(std::move(reply));
    else
        m_lock->executor().post([reply = std::move(reply)] { reply(failure(ErrorCode::NotHeld, "release")); });
}

Subscription LibraryLock::onState(StateHandler handler)
{
    return m_lock->onState(
        [handler = std::move(handler)](locks::Owner, const locks::LockState& state) { handler(state); });
}

Subscription LibraryLock::onRevoked(Task handler)
{
    return m_lock->onRevoked([handler = std::move(handler)](locks::Owner) { handler(); });
}

} // namespace lockscope::console
