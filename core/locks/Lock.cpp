// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Lock.h"

#include "core/locks/Await.h"
#include "core/locks/LockHolders.h"

#include <system_error>
#include <utility>

namespace lockscope::locks {

namespace {

/// The condition that std::mutex::lock() would report.
std::errc conditionOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BadArguments:
    case ErrorCode::NotHeld:
        return std::errc::resource_deadlock_would_occur;
    case ErrorCode::NoAuth:
    case ErrorCode::AuthFailed:
        return std::errc::operation_not_permitted;
    case ErrorCode::NoConnection:
    case ErrorCode::ConnectionLoss:
    case ErrorCode::Closed:
        return std::errc::not_connected;
    default:
        return std::errc::io_error;
    }
}

} // namespace

Lock::Lock(LockExecutors executors, std::string name, OwnerRule rule, MakeAttempt makeAttempt)
    : m_executors(executors)
    , m_holders(std::make_shared<LockHolders>(executors, std::move(name), rule, std::move(makeAttempt)))
    , m_rule(rule)
{
}

Lock::~Lock()
{
    m_locked.clear();
    // Waits until the release has started: the client may be destroyed next.
    m_executors.loop.runAndWait([holders = m_holders] { holders->leaveAll(); });
}

Owner Lock::callingOwner() const
{
    return m_rule == OwnerRule::AnyReleases ? Owner::make() : Owner::thisThread();
}

// --- acquire -------------------------------------------------------------------------------------------------------

Result<Hold> Lock::acquire(std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Hold>(m_executors.loop, "acquire", [&](Reply<Hold> reply) {
        acquireOnExecutor(callingOwner(), timeout, std::move(stop), nullptr, std::move(reply));
    });
}

Owner Lock::acquireAsync(std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply)
{
    const auto owner = Owner::make();
    acquireAsync(owner, timeout, std::move(stop), std::move(reply));
    return owner;
}

void Lock::acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply)
{
    acquireOnExecutor(owner, timeout, std::move(stop), nullptr, onCallbacks(std::move(reply)));
}

void Lock::acquireOnExecutor(Owner owner, std::optional<Duration> timeout, std::stop_token stop,
                             MakeAttempt makeAttempt, Reply<Hold> reply)
{
    m_executors.loop.post([holders = m_holders, owner, timeout, stop = std::move(stop),
                           makeAttempt = std::move(makeAttempt), reply = std::move(reply)]() mutable {
        holders->acquire(owner, timeout, stop, makeAttempt, std::move(reply));
    });
}

std::future<Result<Hold>> Lock::acquireFuture(std::optional<Duration> timeout, std::stop_token stop)
{
    auto promise = std::make_shared<std::promise<Result<Hold>>>();
    auto future = promise->get_future();
    acquireOnExecutor(Owner::make(), timeout, std::move(stop), nullptr,
                      [promise = std::move(promise)](Result<Hold> result) { promise->set_value(std::move(result)); });
    return future;
}

Reply<Hold> Lock::onCallbacks(Reply<Hold> reply) const
{
    return locks::onCallbacks(m_executors, std::move(reply));
}

// --- Lockable ------------------------------------------------------------------------------------------------------

void Lock::keep(Hold hold)
{
    auto kept = std::make_unique<Hold>(std::move(hold));
    const std::lock_guard guard(m_mutex);
    m_locked[Owner::thisThread()].push_back(std::move(kept));
}

void Lock::lock()
{
    auto hold = acquire();
    if (!hold)
        throw std::system_error(std::make_error_code(conditionOf(hold.error().code)), describe(hold.error()));
    keep(*std::move(hold));
}

bool Lock::try_lock()
{
    auto hold = acquire(Duration::zero());
    if (!hold)
        return false;
    keep(*std::move(hold));
    return true;
}

void Lock::unlock() noexcept
{
    std::unique_ptr<Hold> last;
    const std::lock_guard guard(m_mutex);
    const auto mine = m_locked.find(Owner::thisThread());
    if (mine == m_locked.end())
        return;
    last = std::move(mine->second.back());
    mine->second.pop_back();
    if (mine->second.empty())
        m_locked.erase(mine);
}

const Hold* Lock::currentHold() const
{
    const std::lock_guard guard(m_mutex);
    const auto mine = m_locked.find(Owner::thisThread());
    return mine == m_locked.end() ? nullptr : mine->second.back().get();
}

int Lock::holdCount(Owner owner) const
{
    int count = 0;
    m_executors.loop.runAndWait([&] { count = m_holders->holdCount(owner); });
    return count;
}

// --- observers -----------------------------------------------------------------------------------------------------

Subscription Lock::onState(StateHandler handler)
{
    return subscribeOn(
        m_executors, m_holders, std::move(handler),
        [](LockHolders& holders, StateHandler called) { return holders.addObserver(std::move(called)); },
        [](LockHolders& holders, std::uint64_t id) { holders.removeObserver(id); });
}

Subscription Lock::onLost(LostHandler handler)
{
    return onState([handler = std::move(handler)](Owner owner, const LockState& state) {
        if (state.phase == Phase::Lost)
            handler(owner, state.reason);
    });
}

Subscription Lock::onEvent(EventHandler handler)
{
    return subscribeOn(
        m_executors, m_holders, std::move(handler),
        [](LockHolders& holders, EventHandler called) { return holders.addEventObserver(std::move(called)); },
        [](LockHolders& holders, std::uint64_t id) { holders.removeObserver(id); });
}

Subscription Lock::onRevoked(RevokedHandler handler)
{
    return subscribeOn(
        m_executors, m_holders, std::move(handler),
        [](LockHolders& holders, RevokedHandler called) { return holders.addRevokedObserver(std::move(called)); },
        [](LockHolders& holders, std::uint64_t id) { holders.removeObserver(id); });
}

} // namespace lockscope::locks
