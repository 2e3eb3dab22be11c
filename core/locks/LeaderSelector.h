// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/base/Log.h"
#include "core/locks/Hold.h"
#include "core/locks/Lock.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace lockscope::locks {

struct LeaderSelectorOptions {
    /// Queues again each time after leadership was released or lost. False: leads once for each requeue(), and once
    /// at the start.
    bool autoRequeue = true;
    Log log = Log::toStandardError(LogLevel::Warning);
};

/// Leader election in which leadership is released: a participant leads while its function runs, and then queues
/// again behind the others. On any fair lock: with a Mutex it is compatible with Curator's LeaderSelector, whose
/// participants are contenders of an InterProcessMutex with the participant's id as payload. Latch leads until it is
/// closed.
///
///     LeaderSelector selector(std::make_unique<Mutex>(client, "/jobs/leader", NodeOptions{.payload = "host1"}),
///                             [](const Hold& leadership, std::stop_token stop) { workUntil(stop); });
///
/// Owned by the caller; the lock's client must outlive it. Has a thread of its own. Thread: any.
class LeaderSelector final {
public:
    /// Called when leadership is gained, on the selector's thread; leads until it returns. `stop` is requested when
    /// leadership may have been lost (Uncertain, Lost), at interruptLeadership() and at the end of the selector: it
    /// must return soon then. Callbacks of `stop` may run on the client's executor. Must not throw, nor destroy the
    /// selector.
    using TakeLeadership = std::function<void(const Hold& leadership, std::stop_token stop)>;

    /// Queues at once. `lock`: for this selector alone.
    LeaderSelector(std::unique_ptr<Lock> lock, TakeLeadership takeLeadership, LeaderSelectorOptions options = {});
    /// Requests the stop of the leadership, waits until the function has returned, and leaves the election.
    ~LeaderSelector();
    LeaderSelector(const LeaderSelector&) = delete;
    LeaderSelector& operator=(const LeaderSelector&) = delete;

    /// True while the function runs and leadership is certain.
    [[nodiscard]] bool leads() const;
    /// Queues again when the present turn is over. False: it waits or will queue anyway, or the election has ended.
    bool requeue();
    /// Requests the stop of the present leadership. False: this does not lead.
    bool interruptLeadership();
    /// Why this is not in the election: the last refusal, until it waits again or leads. Closed or AuthFailed: for
    /// ever.
    [[nodiscard]] std::optional<Error> refusal() const;

private:
    void run(const std::stop_token& stop);
    [[nodiscard]] bool waitForTurn(const std::stop_token& stop);
    void takeTurn(const std::stop_token& stop);
    void lead(Hold& leadership, const std::stop_token& stop);
    void onRefused(Error error, const std::stop_token& stop);

    const std::unique_ptr<Lock> m_lock;
    const TakeLeadership m_takeLeadership;
    const LeaderSelectorOptions m_options;
    mutable std::mutex m_mutex; ///< protects the members below; the function does not run under it
    std::condition_variable_any m_changed;
    bool m_isQueued = true; ///< waits, leads next, or will queue
    bool m_isOver = false;
    const Hold* m_leadership = nullptr; ///< while the function runs
    std::stop_source m_end;             ///< ends the present leadership
    std::optional<Error> m_refusal;
    std::jthread m_thread; ///< last: uses the others
};

} // namespace lockscope::locks
