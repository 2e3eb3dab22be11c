// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Attempt.h"
#include "core/locks/LockOptions.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// What every acquisition does the same way, whatever its algorithm: the budget, the one reply, the own node with its
/// watch, the states of a holder as the session changes, and the deletion that is retried until it is certain.
///
/// An algorithm implements enter() (get into the queue on the current session), resume() (contact is back, same
/// session) and leave() (forget everything of a session that is over), and calls nodeCreated(), grant(), fail() and
/// retryLater(). A reply that was asked for in an earlier round is stale: handlers compare round() first.
class BaseAttempt : public Attempt, public std::enable_shared_from_this<BaseAttempt> {
public:
    ~BaseAttempt() override;
    BaseAttempt(const BaseAttempt&) = delete;
    BaseAttempt& operator=(const BaseAttempt&) = delete;

    void start(std::optional<Duration> timeout, zk::Reply<Grant> reply) final;
    void cancel() final;
    void release(zk::Reply<void> reply) final;
    [[nodiscard]] const LockState& state() const final { return m_state; }
    void onState(StateHandler handler) final { m_onState = std::move(handler); }

protected:
    BaseAttempt(zk::Client& client, std::string directory, LockOptions options);

    virtual void enter() = 0;
    virtual void resume() = 0;
    virtual void leave() = 0;
    /// True while a create is open or its outcome unknown. The end then waits: when isEnding(), the algorithm finds out
    /// and calls abandonNode() or nothingLeft().
    [[nodiscard]] virtual bool mayHaveHiddenNode() const = 0;
    /// How the own node is deleted; the default is remove(path, any version).
    virtual void removeOwn(zk::Reply<void> reply);

    [[nodiscard]] zk::Client& client() { return m_client; }
    [[nodiscard]] const std::string& directory() const { return m_directory; }
    [[nodiscard]] const LockOptions& options() const { return m_options; }
    [[nodiscard]] std::uint64_t round() const { return m_round; }
    [[nodiscard]] bool isStale(std::uint64_t round) const { return round != m_round; }
    /// Everything asked for before is stale from now on.
    std::uint64_t nextRound() { return ++m_round; }
    [[nodiscard]] bool isConnected() const;
    /// The caller does not want to wait at all.
    [[nodiscard]] bool onlyLooks() const;
    /// The caller has its answer (an error); what is left is to leave no node behind.
    [[nodiscard]] bool isEnding() const { return m_ending; }
    [[nodiscard]] bool isWaiting() const { return m_state.phase == Phase::Waiting && !m_ending; }
    [[nodiscard]] std::string ownPath() const;
    [[nodiscard]] std::int64_t ownSession() const { return m_ownSession; }

    /// The own node exists and belongs to the current session: remember and watch it.
    void nodeCreated(std::string name, const zk::Stat& stat);
    /// The rule says that we hold, seen on the current session.
    void grant();
    void queuedAt(int position, std::string waitsOn);
    /// The budget is spent.
    void timeOut();
    /// Ends with an error; the own node, if any, is deleted in the background.
    void fail(Error error);
    /// Sorts out a failed request: true when it was handled (try again when connected, or after a moment; or failed).
    void retryOrFail(const Error& error, Task again);
    /// The own node has vanished while waiting.
    void requeue();
    /// While ending: the create made a node after all; it is deleted in the background, and that ends the attempt.
    void abandonNode(std::string name, const zk::Stat& stat);
    /// While ending: the create made no node.
    void nothingLeft();

    template <typename Self> [[nodiscard]] std::shared_ptr<Self> self()
    {
        return std::static_pointer_cast<Self>(shared_from_this());
    }

private:
    void setState(LockState state);
    void onSession(const zk::Session& session);
    void sessionOver(LostReason reason, const zk::Session& session);
    void watchOwn();
    void ownChanged(const zk::WatchEvent& event);
    void ownVanished();
    void verifyOwn();
    void lose(LostReason reason);
    void answer(Result<Grant> result);
    void removeUntilGone();
    void end();

    zk::Client& m_client;
    std::string m_directory;
    LockOptions m_options;
    std::optional<Duration> m_timeout;
    zk::Reply<Grant> m_reply;
    zk::Reply<void> m_released;
    StateHandler m_onState;
    LockState m_state;
    std::int64_t m_ownSession = 0;
    std::uint64_t m_round = 0;
    bool m_ending = false;
    bool m_removing = false;
    bool m_ended = false;
    Task m_whenConnected; ///< what a lost connection interrupted
    Subscription m_session;
    Subscription m_budget;
    Subscription m_retry;
    Subscription m_ownWatch;
    std::shared_ptr<BaseAttempt> m_keepAlive; ///< until no node of ours can be left
};

} // namespace lockscope::locks
