// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/engine/NodeAttempt.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Several acquisitions as one, all or nothing: one after the other within one budget, released in reverse order. For
/// locks over several paths and semaphores with a gate lock. Owns the members that it holds. A member that waits or is
/// being released owns this until it answers; the client owns it while all members are acquired and not all are
/// certain.
class ChainAttempt final : public NodeAttempt, public std::enable_shared_from_this<ChainAttempt> {
public:
    struct Link {
        std::function<std::shared_ptr<NodeAttempt>()> make; ///< called when this link is reached
        bool isGate = false; ///< released as soon as all links are acquired; not part of the grant
    };

    /// `name`: of the whole, for errors.
    ChainAttempt(zk::Client& client, std::string name, std::vector<Link> links);

    void start(std::optional<Duration> timeout, Reply<Grant> reply) override;
    void cancel() override;
    void release(Reply<void> reply) override;
    [[nodiscard]] LockState state() const override;
    void noteDeadline() override;
    void onState(StateHandler handler) override { m_onState = std::move(handler); }
    void onRevoked(RevokedHandler handler) override;
    void verify(Reply<void> reply) override;
    /// Of the last part: all are on one client.
    [[nodiscard]] std::shared_ptr<const Expiry> expiry() const override;
    [[nodiscard]] zk::Client& client() const override { return *m_client; }
    [[nodiscard]] std::vector<zk::Op> checks() const override;
    // replace() keeps its default: several queues need several transactions.

private:
    struct Member {
        std::shared_ptr<NodeAttempt> attempt;
        bool isGate = false;
    };

    void next();
    void onMember(const std::shared_ptr<NodeAttempt>& member, Result<Grant> result);
    void complete();
    void completeOnceCertain();
    void giveBackAll();
    void beginAnew();
    void fail(Error error);
    void onMemberState(const Attempt* member, const LockState& state);
    [[nodiscard]] bool isKept(const Attempt* member) const;
    [[nodiscard]] std::weak_ptr<NodeAttempt> kept(const Attempt* member) const; ///< while waiting
    [[nodiscard]] bool isAsked(const Attempt* member) const { return m_asked.lock().get() == member; }
    [[nodiscard]] bool hasHold() const { return isHold(m_state.phase); }
    [[nodiscard]] LockState weakest() const;
    void reviewHold();
    void setState(LockState state);
    void releaseNext(Result<void> soFar);
    void verifyNext(std::vector<std::shared_ptr<Attempt>> parts, Reply<void> reply);
    [[nodiscard]] std::optional<Duration> budgetLeft() const;

    std::shared_ptr<zk::Client> m_client;
    Executor& m_executor;
    std::string m_name;
    std::vector<Link> m_links;
    std::optional<SteadyTime> m_deadline;
    Subscription m_kept;   ///< keeps this alive while no member does
    Subscription m_budget; ///< for a zero timeout, or while all members are acquired but not certain
    bool m_onlyLooks = false;
    Reply<Grant> m_reply;
    Reply<void> m_released;
    StateHandler m_onState;
    RevokedHandler m_onRevoked;
    LockState m_state;
    Grant m_grant;
    std::vector<Member> m_members;      ///< held, in the order of acquisition
    std::weak_ptr<NodeAttempt> m_asked; ///< the next member while waiting, the last one while releasing
    bool m_askedHasQueued = false;      ///< the next member has, or had, a node or a position
    std::vector<Member> m_refused;      ///< members whose deletion the server refused during a release
};

} // namespace lockscope::locks
