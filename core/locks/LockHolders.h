// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Observers.h"
#include "core/locks/GrantRecord.h"
#include "core/locks/HoldShare.h"
#include "core/locks/Lock.h"
#include "core/locks/LockEvents.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// The owners of one lock object and their current acquisitions and grants. Confined to the executor; Holds and replies
/// may keep it alive longer than the lock. Private to core/locks.
class LockHolders final : public std::enable_shared_from_this<LockHolders> {
public:
    using MakeAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;
    using SharePtr = std::shared_ptr<Hold::Share>;

    /// `name`: for errors.
    LockHolders(LockExecutors executors, std::string name, OwnerRule rule, MakeAttempt makeAttempt);

    /// `makeAttempt`: null for the default.
    void acquire(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop,
                 const MakeAttempt& makeAttempt, Reply<Hold> reply);
    void release(const SharePtr& share, Reply<void> reply);
    /// Releases a destroyed Hold, whatever the server answers.
    void abandon(const SharePtr& share);
    void yield(const SharePtr& share, std::optional<Duration> timeout, const std::stop_token& stop, Reply<Hold> reply);
    void verify(const Hold::Share& share, const Reply<void>& reply) const;

    /// For errors.
    [[nodiscard]] const std::string& name() const { return m_name; }
    /// The grant of the owner's hold; nothing if it does not hold.
    [[nodiscard]] std::optional<Grant> heldGrant(Owner owner) const;
    [[nodiscard]] int holdCount(Owner owner) const;

    [[nodiscard]] std::uint64_t addObserver(Lock::StateHandler handler);
    [[nodiscard]] std::uint64_t addRevokedObserver(Lock::RevokedHandler handler);
    [[nodiscard]] std::uint64_t addEventObserver(Lock::EventHandler handler);
    void removeObserver(std::uint64_t id);

    /// Called when the lock is destroyed.
    void leaveAll();

private:
    using RecordPtr = std::shared_ptr<GrantRecord>;

    /// A grant to be released by a posted task, which owns this object. If the owner's next request is pipelined, that
    /// request releases the grant.
    struct Leaving {
        SharePtr share;
        std::shared_ptr<Attempt> held;
        Reply<void> released; ///< null: no caller can keep the hold
    };

    [[nodiscard]] Error goneError() const;
    [[nodiscard]] Error notHeld(std::string operation) const;
    void begin(Owner owner, const std::shared_ptr<Attempt>& attempt, std::optional<Duration> timeout,
               const std::stop_token& stop, Reply<Hold> reply);
    void observe(const RecordPtr& record, Attempt& attempt);
    void onAnswer(const RecordPtr& record, Result<Grant> result, const Reply<Hold>& reply);
    [[nodiscard]] Hold holdOf(const RecordPtr& record);
    [[nodiscard]] bool isCurrent(const RecordPtr& record) const;
    void forget(const RecordPtr& record);
    void releaseLast(const SharePtr& share, Reply<void> reply);
    [[nodiscard]] bool takeLeaving(const Leaving& leaving);
    void releaseHold(Leaving& leaving);
    [[nodiscard]] Reply<void> puttingBack(Leaving& leaving);
    void replaceLeaving(Owner owner, Attempt& next);
    void acquireAgain(const RecordPtr& record, const Reply<Hold>& reply);
    void putBack(const SharePtr& share, const std::shared_ptr<Attempt>& held);
    void releaseAlone(const RecordPtr& record, Attempt& held);
    void publish(const RecordPtr& record, const LockState& state);
    [[nodiscard]] bool publishRevoked(const RecordPtr& record);
    void heedRevocation(const RecordPtr& record, Attempt& attempt);

    LockExecutors m_executors;
    std::string m_name;
    OwnerRule m_rule;
    bool m_closed = false;
    MakeAttempt m_makeAttempt;
    std::map<Owner, RecordPtr> m_records;
    std::vector<std::weak_ptr<Leaving>> m_leaving;
    Observers<Owner, LockState> m_observers;
    Observers<Owner> m_revokedObservers;
    LockEvents m_events;
    std::uint64_t m_lastObserver = 0;
};

} // namespace lockscope::locks
