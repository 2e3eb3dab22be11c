// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/BaseLeaseAttempt.h"
#include "core/locks/redis/engine/ClientLocks.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/locks/redis/engine/OwnerNumbers.h"
#include "core/redis/Client.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockscope::locks {

/// One acquisition of a lock on one Redis server, Sentinel or Cluster, for any LeaseRules: asks, waits for a published
/// release or the end of the holder's lease, holds and renews, releases. The owner's field on the server tells the
/// outcome of a request whose reply was lost. One side of a read/write lock may be acquired again, under the same id,
/// before the last acquisition has ended: the first request follows its end. Confined to the client's executor; from
/// start() to its end the client owns it, by the observer of its status. Private to core/locks/redis.
class LeaseAttempt final : public BaseLeaseAttempt {
public:
    /// The same rules for another owner on the server; null: the owner cannot have another name there now.
    using MakeOtherRules = std::function<std::unique_ptr<const LeaseRules>(std::shared_ptr<const OwnerUse> use)>;

    LeaseAttempt(redis::Client& client, std::unique_ptr<const LeaseRules> rules, MakeOtherRules otherRules,
                 LeaseOptions options);
    ~LeaseAttempt() override;

    void start(std::optional<Duration> timeout, Reply<Grant> reply) override;
    void release(Reply<void> reply) override;
    void noteLeaving() override { m_use->isLeaving = true; }
    void verify(Reply<void> reply) override;
    [[nodiscard]] std::shared_ptr<const OwnerUse> use() const { return m_use; }

private:
    /// What is under way on the server.
    enum class Step {
        None,
        Following,  ///< the owner's last acquisition ends
        Trying,     ///< a request for the lock, or one that finds out its outcome
        Confirming, ///< the replicas of a grant
        Releasing,
        Leaving, ///< the queue
        Over
    };

    // Waiting: LeaseAttempt.cpp
    [[nodiscard]] bool followsLast();
    void onLastOver(bool mayBeReleasedLate);
    void noteNext();
    void proceed();
    void tryNow();
    [[nodiscard]] bool changeOwner();
    void onTried(SteadyTime sentAt, const Result<redis::Value>& reply);
    void onGranted(const TryAnswer& answer, SteadyTime sentAt);
    void onBusy(const TryAnswer& answer);
    void waitForTurn(const TryAnswer& answer);
    void listen();
    void onWoken();
    void lookAtHead(const std::string& head);
    void evictHead();
    void findOutcome(const Error& cause);
    void onOutcome(const Result<redis::Value>& reply, const Error& cause);
    void onStatus(const redis::Status& status);
    void noteContact(const redis::Status& status);
    void onNoContact();

    // Holding and ending: LeaseAttemptHold.cpp
    void confirmReplicas(const TryAnswer& answer, SteadyTime sentAt);
    void holdNow(const TryAnswer& answer, SteadyTime sentAt);
    void renew();
    void onRenewed(bool isRenewed, SteadyTime sentAt);
    void onLeaseOver() override;
    [[nodiscard]] bool isEndingHold() const override { return m_step != Step::None; }
    void lose(LostReason reason);
    void sendRelease();
    void onReleased(const Result<redis::Value>& reply);
    void onReleaseRefused(const Error& error);
    void finishRelease(bool wasHeld);
    void leaveServer(const Error& cause);
    void leaveQueue();
    void fail(Error error) override;
    void clientOver(const redis::Status& status);
    void end();

    void run(ScriptCall call, redis::Access access, Reply<redis::Value> reply);
    /// The server may still execute a request with this reply.
    void noteUnknown(const Result<redis::Value>& reply);
    void retryOrFail(const Error& error, Task again);
    void retryAfter(Duration pause, Task again);
    [[nodiscard]] std::shared_ptr<LeaseAttempt> self();
    [[nodiscard]] std::weak_ptr<LeaseAttempt> weakSelf();
    [[nodiscard]] bool isConnected() const { return m_client->status().state == SessionState::Connected; }
    /// From before a request that may have begun or renewed the lease.
    void noteSent(SteadyTime sentAt);

    const std::shared_ptr<redis::Client> m_client;
    std::unique_ptr<const LeaseRules> m_rules;
    const MakeOtherRules m_otherRules;
    const std::shared_ptr<ClientLocks> m_locks;

    const std::shared_ptr<OwnerUse> m_use = std::make_shared<OwnerUse>();
    Step m_step = Step::None;
    std::weak_ptr<LeaseAttempt> m_next; ///< of the owner, which waits for the end of this one
    bool m_mayBeThere = false;          ///< the owner's entry, by a request whose outcome is unknown
    bool m_isQueued = false;            ///< may have a place in the server's queue
    bool m_isWoken = false;             ///< a release was published during a request for the lock
    bool m_mayBeReleased = false;       ///< the reply to a release was lost
    int m_failures = 0;
    SteadyTime m_failingSince{};
    std::uint64_t m_retriedIn = 0; ///< the client's generation in which NoConnection was retried at once
    int m_polls = 0;
    std::string m_head; ///< of the queue of a free lock, in the last answers
    SteadyTime m_headSince{};
    int m_headLooks = 0;
    Task m_afterRelease; ///< the next step when a grant that was not used is released

    std::unique_ptr<WakeUps::Waiter> m_waiter;
    Subscription m_status;
    Subscription m_retry;
    Subscription m_contact;
    Subscription m_renewal;
    Task m_whenConnected;
};

} // namespace lockscope::locks
