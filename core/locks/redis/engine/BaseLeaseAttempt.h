// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/SessionStatus.h"
#include "core/locks/Attempt.h"
#include "core/locks/redis/LeaseOptions.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::locks {

/// The part of an acquisition that does not depend on how a lock is acquired: its state, the total budget, and the end
/// of the lease. Confined to the executor. Private to core/locks/redis.
class BaseLeaseAttempt : public Attempt, public std::enable_shared_from_this<BaseLeaseAttempt> {
public:
    [[nodiscard]] LockState state() const final;
    [[nodiscard]] std::shared_ptr<const Expiry> expiry() const final { return m_expiry; }
    void noteDeadline() final;
    void onState(StateHandler handler) final { m_onState = std::move(handler); }
    void cancel() final;

protected:
    BaseLeaseAttempt(Executor& executor, std::string name, LeaseOptions options);

    /// Keeps the reply, and starts the budget.
    void begin(std::optional<Duration> timeout, Reply<Grant> reply);
    /// Ends the acquisition before the grant, cleans up, and calls answer().
    virtual void fail(Error error) = 0;
    /// A lease of fixed length has ended; only called while holding.
    virtual void onLeaseOver() = 0;
    /// False: nothing extends the lease any more.
    [[nodiscard]] virtual bool isRenewing() const { return m_options.isRenewed(); }
    /// A release or the end is under way: the deadline does not matter any more.
    [[nodiscard]] virtual bool isEndingHold() const = 0;

    /// Reports the grant. `until`: the expiry; SteadyTime::max(): no lease.
    void hold(std::string owner, std::int64_t token, SteadyTime until);
    /// A renewal that was sent in time: moves the expiry, and an Uncertain hold is Held again.
    void prolong(SteadyTime until);
    /// When a lease that is not renewed has certainly ended on the server.
    void setLeaseEnd(SteadyTime end) { m_leaseEnd = end; }
    [[nodiscard]] SteadyTime leaseEnd() const { return m_leaseEnd; }
    void watchDeadline();
    void dropDeadline() { m_deadline.reset(); }

    /// At release(): keeps the reply, and whether the hold is certain. False: nothing is held, and the reply says so.
    [[nodiscard]] bool beginRelease(Reply<void> reply);
    [[nodiscard]] bool hasReleaseReply() const { return static_cast<bool>(m_released); }
    [[nodiscard]] Reply<void> takeReleaseReply() { return std::exchange(m_released, nullptr); }
    [[nodiscard]] bool wasCertain() const { return m_wasCertain; } ///< at release()
    /// Why the hold was lost before a release that found nothing.
    [[nodiscard]] LostReason lossBeforeRelease() const
    {
        return m_wasCertain ? LostReason::KeyDeleted : LostReason::LeaseExpired;
    }
    /// Released; or Lost, if the owner held until release() and the server did not find the hold.
    void setReleased(bool wasHeld);
    void answerRelease(bool wasHeld);
    /// The client is closed, or the server refuses its credentials: nothing can be sent any more. `end`: cleans up.
    void endWithClient(const SessionStatus& status, const Task& end);

    void setState(LockState state);
    void setPhase(Phase phase, LostReason reason = LostReason::None);
    void answer(Result<Grant> result);
    [[nodiscard]] Error failed(ErrorCode code, std::string detail = {}) const;
    /// NotHeld, with the reason why the hold was lost.
    [[nodiscard]] Error notHeld(std::string operation) const;
    [[nodiscard]] const LockState& reported() const { return m_state; }
    [[nodiscard]] bool isWaiting() const { return m_state.phase == Phase::Waiting; }
    [[nodiscard]] bool hasHold() const { return isHold(m_state.phase); }
    [[nodiscard]] bool onlyLooks() const { return m_timeout && *m_timeout <= Duration::zero(); }
    [[nodiscard]] bool hasTimeout() const { return m_timeout.has_value(); }
    [[nodiscard]] SteadyTime now() const { return m_executor.clock().now(); }
    [[nodiscard]] Executor& executor() const { return m_executor; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] const LeaseOptions& options() const { return m_options; }

private:
    void onDeadline();

    Executor& m_executor;
    const std::string m_name;
    const LeaseOptions m_options;
    std::optional<Duration> m_timeout;
    Reply<Grant> m_reply;
    Reply<void> m_released;
    bool m_wasCertain = false;
    StateHandler m_onState;
    LockState m_state;
    bool m_isReported = false; ///< the first state is reported when it is certain that the owner waits
    std::shared_ptr<Expiry> m_expiry;
    SteadyTime m_leaseEnd = SteadyTime::max();
    Subscription m_budget;
    Subscription m_deadline;
};

} // namespace lockscope::locks
