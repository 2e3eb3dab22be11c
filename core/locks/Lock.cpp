// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Lock.h"

#include "core/locks/Await.h"
#include "core/locks/LockHolders.h"

#include <limits>

namespace lockscope::locks {

Lock::Lock(zk::Client& client, std::string name, OwnerRule rule, MakeAttempt makeAttempt)
    : m_executor(client.executor())
    , m_holders(std::make_shared<LockHolders>(client, std::move(name), rule, std::move(makeAttempt)))
    , m_rule(rule)
{
}

Lock::~Lock()
{
    // Waits until it is asked for: the client may be destroyed next.
    m_executor.runAndWait([holders = m_holders] { holders->leaveAll(); });
}

Owner Lock::newOwner()
{
    if (m_rule != OwnerRule::AnyReleases)
        return Owner::thisThread();
    return Owner::named(std::numeric_limits<std::uint64_t>::max() - m_lastOwner++); // far from what callers choose
}

// --- asynchronous --------------------------------------------------------------------------------------------------

void Lock::acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply)
{
    acquireAsync(owner, timeout, std::move(stop), MakeAttempt(), std::move(reply));
}

void Lock::acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, MakeAttempt makeAttempt,
                        zk::Reply<Grant> reply)
{
    m_executor.post([holders = m_holders, owner, timeout, stop = std::move(stop), makeAttempt = std::move(makeAttempt),
                     reply = std::move(reply)]() mutable {
        holders->acquire(owner, timeout, stop, makeAttempt, std::move(reply));
    });
}

void Lock::releaseAsync(Owner owner, zk::Reply<void> reply)
{
    m_executor.post([holders = m_holders, owner, reply = std::move(reply)]() mutable {
        holders->release(owner, std::move(reply));
    });
}

void Lock::yieldAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply)
{
    m_executor.post([holders = m_holders, owner, timeout, stop = std::move(stop), reply = std::move(reply)]() mutable {
        holders->yield(owner, timeout, stop, std::move(reply));
    });
}

void Lock::verifyAsync(Owner owner, zk::Reply<void> reply)
{
    m_executor.post([holders = m_holders, owner, reply = std::move(reply)] { holders->verify(owner, reply); });
}

void Lock::guardAsync(Owner owner, std::vector<zk::Op> operations, zk::Reply<std::vector<zk::OpResult>> reply)
{
    m_executor.post([holders = m_holders, owner, operations = std::move(operations),
                     reply = std::move(reply)]() mutable { holders->guard(owner, std::move(operations), reply); });
}

// --- blocking ------------------------------------------------------------------------------------------------------

Result<Grant> Lock::acquire(std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Grant>(m_executor, "acquire", [&](zk::Reply<Grant> reply) {
        acquireAsync(newOwner(), timeout, std::move(stop), std::move(reply));
    });
}

Result<void> Lock::release()
{
    return awaitReply<void>(m_executor, "release",
                            [&](zk::Reply<void> reply) { releaseAsync(Owner::thisThread(), std::move(reply)); });
}

Result<Grant> Lock::yield(std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Grant>(m_executor, "yield", [&](zk::Reply<Grant> reply) {
        yieldAsync(Owner::thisThread(), timeout, std::move(stop), std::move(reply));
    });
}

Result<void> Lock::verify()
{
    return awaitReply<void>(m_executor, "verify",
                            [&](zk::Reply<void> reply) { verifyAsync(Owner::thisThread(), std::move(reply)); });
}

Result<std::vector<zk::OpResult>> Lock::guard(std::vector<zk::Op> operations)
{
    return awaitReply<std::vector<zk::OpResult>>(m_executor, "guard", [&](zk::Reply<std::vector<zk::OpResult>> reply) {
        guardAsync(Owner::thisThread(), std::move(operations), std::move(reply));
    });
}

// --- state and observers -------------------------------------------------------------------------------------------

LockState Lock::state(Owner owner) const
{
    if (m_executor.isCurrent())
        return m_holders->state(owner);
    const auto state = awaitReply<LockState>(m_executor, "state", [&](const zk::Reply<LockState>& reply) {
        m_executor.post([holders = m_holders, owner, reply] { reply(holders->state(owner)); });
    });
    return state.value_or(lostWithItsClient());
}

std::optional<std::int64_t> Lock::fencingToken(Owner owner) const
{
    const auto now = state(owner);
    return isHold(now.phase) ? std::optional(now.token) : std::nullopt;
}

std::optional<SteadyTime> Lock::validUntil(Owner owner) const
{
    const auto now = state(owner);
    return isHold(now.phase) ? std::optional(now.validUntil) : std::nullopt;
}

Subscription Lock::onState(StateHandler handler)
{
    return subscribeOn(
        m_executor, m_holders,
        [handler = std::move(handler)](LockHolders& holders) { return holders.addObserver(handler); },
        [](LockHolders& holders, std::uint64_t id) { holders.removeObserver(id); });
}

Subscription Lock::onLost(LostHandler handler)
{
    return onState([handler = std::move(handler)](Owner owner, const LockState& state) {
        if (state.phase == Phase::Lost)
            handler(owner, state.reason);
    });
}

Subscription Lock::onRevoked(RevokedHandler handler)
{
    return subscribeOn(
        m_executor, m_holders,
        [handler = std::move(handler)](LockHolders& holders) { return holders.addRevokedObserver(handler); },
        [](LockHolders& holders, std::uint64_t id) { holders.removeObserver(id); });
}

} // namespace lockscope::locks
