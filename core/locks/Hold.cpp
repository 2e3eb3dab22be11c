// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Hold.h"

#include "core/base/Phrase.h"
#include "core/locks/Await.h"

#include <utility>

namespace lockscope::locks {

Hold::Hold(Lock& lock, Owner owner, Grant grant)
    : m_lock(&lock)
    , m_owner(owner)
    , m_grant(std::move(grant))
{
}

Hold::Hold(Hold&& other) noexcept
    : m_lock(std::exchange(other.m_lock, nullptr))
    , m_owner(other.m_owner)
    , m_grant(std::move(other.m_grant))
{
}

Hold& Hold::operator=(Hold&& other) noexcept
{
    if (this != &other) {
        if (m_lock)
            m_lock->releaseAsync(m_owner, nullptr);
        m_lock = std::exchange(other.m_lock, nullptr);
        m_owner = other.m_owner;
        m_grant = std::move(other.m_grant);
    }
    return *this;
}

Hold::~Hold()
{
    if (m_lock)
        m_lock->releaseAsync(m_owner, nullptr); // the lock logs what fails
}

Result<Hold> Hold::acquire(Lock& lock, std::optional<Duration> timeout, std::stop_token stop)
{
    return await(lock, lock.newOwner(), [&](Owner owner, zk::Reply<Grant> reply) {
        lock.acquireAsync(owner, timeout, std::move(stop), std::move(reply));
    });
}

Result<Hold> Hold::await(Lock& lock, Owner owner, const std::function<void(Owner, zk::Reply<Grant>)>& ask)
{
    auto granted =
        awaitReply<Grant>(lock.executor(), "acquire", [&](zk::Reply<Grant> reply) { ask(owner, std::move(reply)); });
    if (!granted)
        return failure(std::move(granted.error()));
    return Hold(lock, owner, *std::move(granted));
}

LockState Hold::state() const
{
    if (m_lock)
        return m_lock->state(m_owner);
    LockState released;
    released.phase = Phase::Released;
    return released;
}

Result<void> Hold::release()
{
    auto* lock = std::exchange(m_lock, nullptr);
    if (!lock)
        return failure(ErrorCode::NotHeld, "release", {}, phrase("it has been given back before"));
    auto released = awaitReply<void>(lock->executor(), "release",
                                     [&](zk::Reply<void> reply) { lock->releaseAsync(m_owner, std::move(reply)); });
    if (!released && released.error().code != ErrorCode::NotHeld)
        m_lock = lock; // the server refused: still held
    return released;
}

} // namespace lockscope::locks
