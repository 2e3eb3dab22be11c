// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Observers.h"
#include "core/locks/Lock.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// The owners of one lock object and their attempts. Confined to the executor; a reply may keep it alive a little
/// longer than the lock. Private to core/locks.
/// It owns the attempts that were granted. One that waits or is being given back is the client's until it answers: its
/// reply owns this, and may own the very lock.
class LockHolders final : public std::enable_shared_from_this<LockHolders> {
public:
    using MakeAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;

    /// `name`: in errors.
    LockHolders(zk::Client& client, std::string name, OwnerRule rule, MakeAttempt makeAttempt);

    /// `makeAttempt`: null for the usual.
    void acquire(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop,
                 const MakeAttempt& makeAttempt, zk::Reply<Grant> reply);
    /// `reply`: null to let it go whatever the server says.
    void release(Owner owner, zk::Reply<void> reply);
    void yield(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop, zk::Reply<Grant> reply);
    void verify(Owner owner, const zk::Reply<void>& reply);
    void guard(Owner owner, std::vector<zk::Op> operations, const zk::Reply<std::vector<zk::OpResult>>& reply);

    /// With validUntil as of now.
    [[nodiscard]] LockState state(Owner owner) const;
    /// The node by which the owner holds, if it does.
    [[nodiscard]] std::optional<HeldNode> heldNode(Owner owner) const;

    [[nodiscard]] std::uint64_t addObserver(Lock::StateHandler handler);
    [[nodiscard]] std::uint64_t addRevokedObserver(Lock::RevokedHandler handler);
    void removeObserver(std::uint64_t id);

    /// The lock is being destroyed.
    void leaveAll();

private:
    using StopCallback = std::stop_callback<std::function<void()>>;

    struct Entry {
        std::weak_ptr<Attempt> asked;  ///< while it waits
        std::shared_ptr<Attempt> held; ///< since it was granted
        int holds = 0;                 ///< 0 while it waits
        Grant grant;
        std::shared_ptr<StopCallback> stop;

        /// Null where it has gone with its executor.
        [[nodiscard]] std::shared_ptr<Attempt> attempt() const { return held ? held : asked.lock(); }
        [[nodiscard]] bool isHeld() const;
    };
    using Entries = std::map<Owner, Entry>;

    /// A hold that is about to be given back: with the next request of its owner, if that comes in the same breath.
    /// The task that would do it owns it.
    struct Leaving {
        Owner owner;
        std::shared_ptr<Attempt> held;
        Grant grant;
        zk::Reply<void> released;
    };

    [[nodiscard]] Error goneError() const;
    [[nodiscard]] Error notHeld(std::string operation) const;
    [[nodiscard]] Entries::iterator find(Owner owner);
    void begin(Owner owner, const std::shared_ptr<Attempt>& attempt, std::optional<Duration> timeout,
               const std::stop_token& stop, zk::Reply<Grant> reply);
    void observe(Owner owner, Attempt& attempt);
    void onAnswer(Owner owner, const std::shared_ptr<Attempt>& attempt, Result<Grant> result,
                  const zk::Reply<Grant>& reply);
    [[nodiscard]] bool takeLeaving(const Leaving& leaving);
    void letGo(Leaving& leaving);
    [[nodiscard]] zk::Reply<void> puttingBack(Leaving& leaving);
    void replaceLeaving(Owner owner, Attempt& next);
    void acquireAgain(Entry& entry, const zk::Reply<Grant>& reply) const;
    void putBack(Owner owner, const std::shared_ptr<Attempt>& held, const Grant& grant);
    void abandon(Owner owner, Attempt& held);
    void publish(Owner owner, const LockState& state);
    [[nodiscard]] bool publishRevoked(Owner owner, const std::shared_ptr<Attempt>& asked);
    void heedRevocation(Owner owner, const std::shared_ptr<Attempt>& attempt);

    zk::Client& m_client;
    std::string m_name;
    OwnerRule m_rule;
    bool m_closed = false;
    MakeAttempt m_makeAttempt;
    Entries m_entries;
    std::vector<std::weak_ptr<Leaving>> m_leaving;
    Observers<Owner, LockState> m_observers;
    Observers<Owner> m_revokedObservers;
    std::uint64_t m_lastObserver = 0;
};

} // namespace lockscope::locks
