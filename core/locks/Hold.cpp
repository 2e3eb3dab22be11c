// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Hold.h"

#include "core/locks/Await.h"
#include "core/locks/HoldShare.h"
#include "core/locks/LockHolders.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

Hold::Hold(std::shared_ptr<Share> share)
    : m_share(std::move(share))
{
}

Hold::Hold(Hold&& other) noexcept = default;

Hold& Hold::operator=(Hold&& other) noexcept
{
    if (this != &other) {
        abandon();
        m_share = std::move(other.m_share);
    }
    return *this;
}

Hold::~Hold()
{
    abandon();
}

void Hold::abandon() noexcept
{
    auto share = std::exchange(m_share, nullptr);
    if (!share)
        return;
    auto& loop = share->executors.loop;
    loop.post([share = std::move(share)] { share->holders->abandon(share); });
}

// --- any thread ----------------------------------------------------------------------------------------------------

Owner Hold::owner() const
{
    return m_share->record->owner;
}

const Grant& Hold::grant() const
{
    return m_share->record->grant();
}

LockState Hold::state() const
{
    auto state = m_share->record->state();
    if (m_share->isReleased) {
        state.phase = Phase::Released;
        state.reason = LostReason::None;
    }
    return state;
}

std::optional<SteadyTime> Hold::validUntil() const
{
    const auto now = state();
    return isHold(now.phase) ? std::optional(now.validUntil) : std::nullopt;
}

std::optional<Duration> Hold::remaining() const
{
    const auto until = validUntil();
    if (!until)
        return std::nullopt;
    return std::max(Duration(*until - m_share->executors.loop.clock().now()), Duration::zero());
}

std::stop_token Hold::lostToken() const
{
    return m_share->record->lostToken();
}

// --- asynchronous --------------------------------------------------------------------------------------------------

// The Share's functions call the reply on the executor: for blocked threads, which need no callback.

void Hold::Share::verify(const std::shared_ptr<Share>& share, Reply<void> reply)
{
    share->executors.loop.post([share, reply = std::move(reply)] { share->holders->verify(*share, reply); });
}

void Hold::Share::release(const std::shared_ptr<Share>& share, Reply<void> reply)
{
    share->executors.loop.post(
        [share, reply = std::move(reply)]() mutable { share->holders->release(share, std::move(reply)); });
}

void Hold::Share::yield(const std::shared_ptr<Share>& share, std::optional<Duration> timeout, std::stop_token stop,
                        Reply<Hold> reply)
{
    share->executors.loop.post([share, timeout, stop = std::move(stop), reply = std::move(reply)]() mutable {
        share->holders->yield(share, timeout, stop, std::move(reply));
    });
}

void Hold::verifyAsync(Reply<void> reply) const
{
    Share::verify(m_share, onCallbacks(m_share->executors, std::move(reply)));
}

void Hold::releaseAsync(Reply<void> reply)
{
    Share::release(m_share, onCallbacks(m_share->executors, std::move(reply)));
}

void Hold::yieldAsync(std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply)
{
    Share::yield(m_share, timeout, std::move(stop), onCallbacks(m_share->executors, std::move(reply)));
}

// --- blocking ------------------------------------------------------------------------------------------------------

Result<void> Hold::verify() const
{
    return awaitReply<void>(m_share->executors.loop, "verify",
                            [&](Reply<void> reply) { Share::verify(m_share, std::move(reply)); });
}

Result<void> Hold::release()
{
    return awaitReply<void>(m_share->executors.loop, "release",
                            [&](Reply<void> reply) { Share::release(m_share, std::move(reply)); });
}

Result<Hold> Hold::yield(std::optional<Duration> timeout, std::stop_token stop)
{
    return awaitReply<Hold>(m_share->executors.loop, "yield", [&](Reply<Hold> reply) {
        Share::yield(m_share, timeout, std::move(stop), std::move(reply));
    });
}

} // namespace lockscope::locks
