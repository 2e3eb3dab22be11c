// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/LockOptions.h"
#include "core/locks/zookeeper/engine/OwnNode.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// What every acquisition does the same way, whatever its algorithm: the budget, the one reply, the create whose answer
/// may get lost, the own node with its watch, the states of a holder as the session changes, and the deletion that is
/// retried until it is certain.
///
/// An algorithm implements enter() (get into the queue on the current session), resume() (contact is back, same
/// session), leave() (forget everything of a session that is over), its create, and the search for what a create has
/// made unseen. A reply that was asked for in an earlier round is stale: handlers compare round() first.
class BaseAttempt : public Attempt, public std::enable_shared_from_this<BaseAttempt> {
public:
    ~BaseAttempt() override;
    BaseAttempt(const BaseAttempt&) = delete;
    BaseAttempt& operator=(const BaseAttempt&) = delete;

    void start(std::optional<Duration> timeout, zk::Reply<Grant> reply) final;
    void cancel() final;
    void release(zk::Reply<void> reply) final;
    [[nodiscard]] LockState state() const final;
    void noteDeadline() final;
    void onState(StateHandler handler) final { m_onState = std::move(handler); }
    void onRevoked(RevokedHandler handler) final;
    void verify(zk::Reply<void> reply) final;
    [[nodiscard]] std::vector<zk::Op> checks() const override;
    bool replace(const std::shared_ptr<Attempt>& held, zk::Reply<void>& released) override;

protected:
    BaseAttempt(zk::Client& client, std::string directory, LockOptions options);

    virtual void enter() = 0;
    virtual void resume() = 0;
    virtual void leave() = 0;
    [[nodiscard]] virtual zk::CreateRequest createRequest() const = 0;
    /// What must be there for the create to succeed, in the same transaction: paths of nodes. None by default.
    [[nodiscard]] virtual std::vector<std::string> mustExist() const { return {}; }
    /// The create is on its way: what else goes out in the same breath.
    virtual void createSent() {}
    /// The node is made: what comes next. Not called while ending.
    virtual void nodeMade() = 0;
    /// The directory is not there: make it, and go on.
    virtual void directoryMissing();
    /// The server refused the create because the name is taken.
    virtual void nameTaken(const Error& error) { fail(error); }
    /// The outcome of a create is unknown: look for what it made and call settled().
    virtual void findOwnNode() = 0;
    /// How the own node is deleted; the default is remove(path, any version).
    virtual void removeOwn(zk::Reply<void> reply);
    /// The token of the grant; the default is the own node's.
    [[nodiscard]] virtual std::int64_t grantedToken() const { return m_own->token(); }

    [[nodiscard]] zk::Client& client() { return *m_client; }
    [[nodiscard]] const std::string& directory() const { return m_directory; }
    [[nodiscard]] const LockOptions& options() const { return m_options; }
    [[nodiscard]] std::uint64_t round() const { return m_round; }
    [[nodiscard]] bool isStale(std::uint64_t round) const { return round != m_round; }
    /// Everything asked for before is stale from now on.
    std::uint64_t nextRound();
    [[nodiscard]] bool isConnected() const;
    /// The state as last reported.
    [[nodiscard]] const LockState& lastState() const { return m_state; }
    /// The caller does not want to wait at all.
    [[nodiscard]] bool onlyLooks() const;
    /// The caller has its answer (an error); what is left is to leave no node behind.
    [[nodiscard]] bool isEnding() const { return m_ending; }
    /// The create on its way is part of the transaction that deletes the node which the owner held before.
    [[nodiscard]] bool isReplacing() const { return m_replaces != nullptr; }
    [[nodiscard]] bool isWaiting() const { return m_state.phase == Phase::Waiting && !m_ending; }
    [[nodiscard]] const std::shared_ptr<zk::Client>& sharedClient() const { return m_client; }
    /// Null while there is none.
    [[nodiscard]] OwnNode* own() const { return m_own.get(); }

    /// Asks for the own node; makes missing parents, and finds out what became of a create whose answer was lost.
    void createNode();
    /// The search of findOwnNode() is over: this is our node, or there is none.
    void settled(const std::optional<zk::Created>& own);
    [[nodiscard]] bool isOutcomeOpen() const { return m_outcomeUnknown; }
    /// findOwnNode() where the create had no number to append: is our session the owner of `path`?
    void findOwnNodeAt(const std::string& path);
    /// Is that node ours alone? Another attempt of the same session may have made it, where they share a name.
    [[nodiscard]] virtual bool claim(const zk::Stat& /*made*/) { return true; }
    /// Reads what the leader knows: a sync and a look, pipelined. Good only when both answers are. For the searches
    /// after a lost create, and for verify().
    void existsAtLeader(const std::string& path, zk::Reply<std::optional<zk::Stat>> reply);
    void childrenAtLeader(const std::string& path, zk::Reply<std::vector<std::string>> reply);
    /// A request has succeeded: failures are counted anew.
    void progress() { m_failures = 0; }
    /// The rule says that we hold, seen on the current session.
    void grant();
    /// Somebody is before us: `position` from 0, or -1 where nobody counts; `waitsOn` the node, where it is known.
    void queuedAt(int position, std::string waitsOn);
    /// The budget is spent.
    void timeOut();
    /// Ends with an error; the own node, if any, is deleted in the background.
    void fail(Error error);
    /// Sorts out a failed request: `again` is called when contact is back or after a pause, or the attempt fails or
    /// ends.
    template <typename Self> void retryOrFail(const Error& error, void (Self::*again)())
    {
        retryOrFail(error, Task([this, again] { (static_cast<Self*>(this)->*again)(); }));
    }
    /// The own node has vanished while waiting.
    void requeue();

    template <typename Self> [[nodiscard]] std::shared_ptr<Self> self()
    {
        return std::static_pointer_cast<Self>(shared_from_this());
    }

private:
    /// A create is open or its outcome unknown: there may be a node of ours that we don't know. The end waits for that.
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
    /// How long the policy wants to wait after one more failure in a row; nothing: it gives up.
    [[nodiscard]] std::optional<Duration> countFailure();
    void scheduleRetry(Duration pause, Task again);
    void removeUntilGone();
    void removeLater(Duration pause);
    void onRemoved(const Result<void>& removed);
    void end();

    // The one that we replace in the queue gives its node to our create's transaction, or deletes it itself after all.
    void beginHandOver(zk::Reply<void> released);
    void handOverDone(const Result<void>& removed);
    void handOverFailed();

    std::shared_ptr<zk::Client> m_client; ///< outlives the caller's, for what must be tidied up then
    std::string m_directory;
    LockOptions m_options;
    std::optional<Duration> m_timeout;
    zk::Reply<Grant> m_reply;
    zk::Reply<void> m_released;
    StateHandler m_onState;
    RevokedHandler m_onRevoked;
    LockState m_state;
    std::shared_ptr<OwnNode> m_own;
    std::shared_ptr<const zk::SessionExpiry> m_expiry; ///< of the session that owns it
    std::shared_ptr<BaseAttempt> m_replaces;           ///< still to be deleted with our create
    std::uint64_t m_round = 0;
    int m_failures = 0; ///< in a row
    SteadyTime m_failingSince{};
    bool m_hasContact = false; ///< as last told
    bool m_createOpen = false;
    bool m_outcomeUnknown = false;
    bool m_grantWhenSeen = false; ///< all but the token is known
    bool m_ending = false;
    bool m_removing = false;
    bool m_wasCertain = false;    ///< when release() was asked for
    bool m_removalUnsure = false; ///< the answer to a deletion was lost: it may have happened
    bool m_ended = false;
    std::optional<Error> m_refusal; ///< of the deletion, as last logged
    Task m_whenConnected;           ///< what a lost connection interrupted
    Subscription m_session;         ///< keeps this alive, until no node of ours can be left
    Subscription m_heartbeat;       ///< while it waits or holds
    Subscription m_budget;
    Subscription m_contact;  ///< while it waits without contact
    Subscription m_deadline; ///< while it is held: when that is not certain any more
    Subscription m_retry;
    bool m_awaitsConfirmation = false; ///< the pause of m_retry is for that
};

} // namespace lockscope::locks
