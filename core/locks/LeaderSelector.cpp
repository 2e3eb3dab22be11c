// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/LeaderSelector.h"

#include <chrono>
#include <utility>

namespace lockscope::locks {

namespace {

/// After a refusal: its cause may be removed meanwhile.
constexpr auto pauseAfterRefusal = std::chrono::seconds(1);

} // namespace

LeaderSelector::LeaderSelector(std::unique_ptr<Lock> lock, TakeLeadership takeLeadership, LeaderSelectorOptions options)
    : m_lock(std::move(lock))
    , m_takeLeadership(std::move(takeLeadership))
    , m_options(std::move(options))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

LeaderSelector::~LeaderSelector()
{
    m_thread.request_stop();
    m_thread.join();
}

bool LeaderSelector::leads() const
{
    const std::lock_guard guard(m_mutex);
    return m_leadership && m_leadership->state().phase == Phase::Held;
}

bool LeaderSelector::requeue()
{
    const std::lock_guard guard(m_mutex);
    if (m_isOver || m_options.autoRequeue || std::exchange(m_isQueued, true))
        return false;
    m_changed.notify_all();
    return true;
}

bool LeaderSelector::interruptLeadership()
{
    std::unique_lock guard(m_mutex);
    if (!m_leadership)
        return false;
    auto end = m_end;
    guard.unlock(); // its callbacks may call this object
    end.request_stop();
    return true;
}

std::optional<Error> LeaderSelector::refusal() const
{
    const std::lock_guard guard(m_mutex);
    return m_refusal;
}

void LeaderSelector::run(const std::stop_token& stop)
{
    while (waitForTurn(stop))
        takeTurn(stop);
    const std::lock_guard guard(m_mutex);
    m_isOver = true;
}

bool LeaderSelector::waitForTurn(const std::stop_token& stop)
{
    std::unique_lock guard(m_mutex);
    m_changed.wait(guard, stop, [this] { return m_isQueued || m_isOver; });
    return !m_isOver && !stop.stop_requested();
}

void LeaderSelector::takeTurn(const std::stop_token& stop)
{
    auto leadership = m_lock->acquire({}, stop);
    if (!leadership) {
        onRefused(std::move(leadership.error()), stop);
        return;
    }
    {
        const std::lock_guard guard(m_mutex);
        m_refusal.reset();
    }
    lead(*leadership, stop);
    const auto released = leadership->release();
    if (!released && released.error().code != ErrorCode::NotHeld) // NotHeld: it was lost before
        m_options.log.write(LogLevel::Error, "locks", "The leadership was not released. " + describe(released.error()));
}

void LeaderSelector::lead(Hold& leadership, const std::stop_token& stop)
{
    {
        const std::lock_guard guard(m_mutex);
        m_end = std::stop_source();
    }
    auto end = m_end; // this thread alone changes it
    const auto requestEnd = [&end] { end.request_stop(); };
    const std::stop_callback closing(stop, requestEnd);
    const std::stop_callback losing(leadership.lostToken(), requestEnd);
    if (leadership.state().phase != Phase::Held || end.stop_requested())
        return;
    {
        const std::lock_guard guard(m_mutex);
        m_leadership = &leadership;
        m_isQueued = m_options.autoRequeue; // a requeue() from now on is for the next turn
    }
    m_takeLeadership(leadership, end.get_token());
    const std::lock_guard guard(m_mutex);
    m_leadership = nullptr;
}

void LeaderSelector::onRefused(Error error, const std::stop_token& stop)
{
    if (stop.stop_requested())
        return;
    std::unique_lock guard(m_mutex);
    const bool isNew = m_refusal != error;
    m_refusal = error;
    if (error.code == ErrorCode::Closed || error.code == ErrorCode::AuthFailed) {
        m_isOver = true;
        return;
    }
    if (isNew)
        m_options.log.write(LogLevel::Error, "locks", "The client is not in the election. " + describe(error));
    // A participant stays in the election.
    m_changed.wait_for(guard, stop, pauseAfterRefusal, [] { return false; });
}

} // namespace lockscope::locks
