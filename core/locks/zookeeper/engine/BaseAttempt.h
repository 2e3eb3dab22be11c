// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/NodeOptions.h"
#include "core/locks/zookeeper/engine/NodeAttempt.h"
#include "core/locks/zookeeper/engine/OwnNode.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// The common part of all acquisition algorithms: the budget, the one reply, the create whose answer may be lost, the
/// own node and its watch. Also the states of a holder as the session changes, and the deletion with retries until
/// certain.
///
/// An algorithm implements its create, the search for a node whose create was not answered, enter() (queue on this
/// session), resume() (contact is back, same session) and leave() (discard the state of an ended session). A reply to a
/// request of an earlier round is stale: callbacks compare round() first.
class BaseAttempt : public NodeAttempt, public std::enable_shared_from_this<BaseAttempt> {
public:
    ~BaseAttempt() override;
    BaseAttempt(const BaseAttempt&) = delete;
    BaseAttempt& operator=(const BaseAttempt&) = delete;

    void start(std::optional<Duration> timeout, Reply<Grant> reply) final;
    void cancel() final;
    void release(Reply<void> reply) final;
    [[nodiscard]] LockState state() const final;
    void noteDeadline() final;
    void onState(StateHandler handler) final { m_onState = std::move(handler); }
    void onRevoked(RevokedHandler handler) final;
    void verify(Reply<void> reply) final;
    [[nodiscard]] std::shared_ptr<const Expiry> expiry() const final { return m_expiry; }
    [[nodiscard]] zk::Client& client() const final { return *m_client; }
    [[nodiscard]] std::vector<zk::Op> checks() const override;
    bool replace(const std::shared_ptr<Attempt>& held, Reply<void>& released) override;

protected:
    BaseAttempt(zk::Client& client, std::string directory, NodeOptions options);

    virtual void enter() = 0;
    virtual void resume() = 0;
    virtual void leave() = 0;
    [[nodiscard]] virtual zk::CreateRequest createRequest() const = 0;
    /// Paths of nodes that must exist for the create to succeed, checked in the same transaction. None by default.
    [[nodiscard]] virtual std::vector<std::string> mustExist() const { return {}; }
    /// Called after the create is sent, to send pipelined requests.
    virtual void createSent() {}
    /// Called when the node is created; continues the algorithm. Not called while ending.
    virtual void nodeMade() = 0;
    /// The directory does not exist: creates it and continues.
    virtual void directoryMissing();
    /// The server refused the create because the name is taken.
    virtual void nameTaken(const Error& error) { fail(error); }
    /// The outcome of a create is unknown: searches for its node and calls settled().
    virtual void findOwnNode() = 0;
    /// Deletes the own node; the default is remove(path, any version).
    virtual void removeOwn(Reply<void> reply);
    /// The token of the grant; the default is the own node's.
    [[nodiscard]] virtual std::int64_t grantedToken() const { return m_own->token(); }

    [[nodiscard]] const std::string& directory() const { return m_directory; }
    [[nodiscard]] const NodeOptions& options() const { return m_options; }
    [[nodiscard]] std::uint64_t round() const { return m_round; }
    [[nodiscard]] bool isStale(std::uint64_t round) const { return round != m_round; }
    /// Makes all earlier requests stale.
    std::uint64_t nextRound();
    [[nodiscard]] bool isConnected() const;
    /// The last reported state.
    [[nodiscard]] const LockState& lastState() const { return m_state; }
    /// The caller's timeout is zero: one check, no wait.
    [[nodiscard]] bool onlyLooks() const;
    /// The caller has its reply (an error); the attempt only deletes its node.
    [[nodiscard]] bool isEnding() const { return m_ending; }
    /// The open create is part of the transaction that deletes the node that the owner held before.
    [[nodiscard]] bool isReplacing() const { return m_replaces != nullptr; }
    [[nodiscard]] bool isWaiting() const { return m_state.phase == Phase::Waiting && !m_ending; }
    [[nodiscard]] const std::shared_ptr<zk::Client>& sharedClient() const { return m_client; }
    /// Null if there is none.
    [[nodiscard]] OwnNode* own() const { return m_own.get(); }

    /// Creates the own node and missing parents, and finds the outcome of a create whose answer was lost.
    void createNode();
    /// The search of findOwnNode() has ended: `own` is the own node; nothing if there is none.
    void settled(const std::optional<zk::Created>& own);
    [[nodiscard]] bool isOutcomeOpen() const { return m_outcomeUnknown; }
    /// findOwnNode() for a create without a number: does the current session own `path`?
    void findOwnNodeAt(const std::string& path);
    /// True if the node is this attempt's. Attempts of one session may share a name.
    [[nodiscard]] virtual bool claim(const zk::Stat& /*made*/) { return true; }
    /// Reads the leader's state: a sync and a read, pipelined. Succeeds only if both do. For the searches after a lost
    /// answer to a create, and for verify().
    void existsAtLeader(const std::string& path, Reply<std::optional<zk::Stat>> reply);
    void childrenAtLeader(const std::string& path, Reply<std::vector<std::string>> reply);
    /// A request has succeeded: resets the count of failures.
    void progress() { m_failures = 0; }
    /// The rule grants the lock, as read on the current session.
    void grant();
    /// Another contender is before this one: `position` from 0, or -1 without a queue; `waitsOn`: its node, if known.
    void queuedAt(int position, std::string waitsOn);
    /// The budget has ended.
    void timeOut();
    /// Ends with an error; the own node, if any, is deleted in the background.
    void fail(Error error);
    /// Handles a failed request: calls `again` when contact is back or after a pause, or fails or ends the attempt.
    template <typename Self> void retryOrFail(const Error& error, void (Self::*again)())
    {
        retryOrFail(error, Task([this, again] { (static_cast<Self*>(this)->*again)(); }));
    }
    /// The own node was deleted while waiting: queues again.
    void requeue();

    template <typename Self> [[nodiscard]] std::shared_ptr<Self> self()
    {
        return std::static_pointer_cast<Self>(shared_from_this());
    }

private:
    /// A create is open or its outcome is unknown: a node of this attempt may exist. The end waits for the outcome.
    [[nodiscard]] bool mayHaveHiddenNode() const { return m_createOpen || m_outcomeUnknown; }
    [[nodiscard]] bool hasHold() const { return isHold(m_state.phase); }
    void sendCreate();
    void createOrFindNode();
    void onCreated(std::uint64_t round, Result<zk::Created> created);
    void onStepMissing(const Error& error);
    void rememberNode(const zk::Created& created);
    void forgetNode();
    void setState(LockState state);
    void onSession(const zk::Session& session);
    void noteContact(const zk::Session& session);
    void onNoContact();
    /// The session that owns the node is connected and confirmed.
    [[nodiscard]] bool isCertain() const;
    void becomeUncertain();
    void watchDeadline();
    void lookOnceConfirmed();
    void holdNow();
    void sessionOver(LostReason reason, const zk::Session& session);
    void onOwnSeen();
    void onOwnVanished();
    [[nodiscard]] bool onOwnRevoked();
    void grantIfStillThere();
    void grantOnceConfirmed();
    void lose(LostReason reason);
    void answer(Result<Grant> result);
    void retryOrFail(const Error& error, Task again);
    /// The pause before the next try, by the policy, after one more consecutive failure; nothing: give up.
    [[nodiscard]] std::optional<Duration> countFailure();
    void scheduleRetry(Duration pause, Task again);
    void removeUntilGone();
    void removeLater(Duration pause);
    void onRemoved(const Result<void>& removed);
    void end();

    // For the replaced attempt: this create's transaction deletes its node, or it deletes the node itself after all.
    void beginHandOver(Reply<void> released);
    void handOverDone(const Result<void>& removed);
    void handOverFailed();

    std::shared_ptr<zk::Client> m_client; ///< a share that outlives the caller's client, for clean-up
    std::string m_directory;
    NodeOptions m_options;
    std::optional<Duration> m_timeout;
    Reply<Grant> m_reply;
    Reply<void> m_released;
    StateHandler m_onState;
    RevokedHandler m_onRevoked;
    LockState m_state;
    std::shared_ptr<OwnNode> m_own;
    std::shared_ptr<const Expiry> m_expiry;  ///< of the session that owns the node
    std::shared_ptr<BaseAttempt> m_replaces; ///< to be deleted by this attempt's create
    std::uint64_t m_round = 0;
    int m_failures = 0; ///< consecutive
    SteadyTime m_failingSince{};
    bool m_hasContact = false; ///< last reported
    bool m_createOpen = false;
    bool m_outcomeUnknown = false;
    bool m_grantWhenSeen = false; ///< only the token is unknown
    bool m_ending = false;
    bool m_removing = false;
    bool m_wasCertain = false;    ///< when release() was called
    bool m_removalUnsure = false; ///< the answer to a deletion was lost: it may have been executed
    bool m_ended = false;
    std::optional<Error> m_refusal; ///< of the deletion, last logged
    Task m_whenConnected;           ///< continues what a lost connection interrupted
    Subscription m_session;         ///< keeps this alive until its node is certainly deleted
    Subscription m_heartbeat;       ///< while waiting or holding
    Subscription m_budget;
    Subscription m_contact;  ///< while waiting without contact
    Subscription m_deadline; ///< while held: the end of certainty
    Subscription m_retry;
    bool m_awaitsConfirmation = false; ///< m_retry waits for a confirmation
};

} // namespace lockscope::locks
