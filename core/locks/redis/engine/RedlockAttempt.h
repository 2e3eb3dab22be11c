// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/Redlock.h"
#include "core/locks/redis/engine/BaseLeaseAttempt.h"
#include "core/locks/redis/engine/LeaseRules.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// One acquisition of Redlock: a token of its own for each try, votes of N masters, extension, release on all. Confined
/// to the executor; the client of the first master owns it until its end. Private to core/locks/redis.
class RedlockAttempt final : public BaseLeaseAttempt {
public:
    RedlockAttempt(std::vector<std::shared_ptr<redis::Client>> masters, const std::string& name,
                   RedlockOptions options);
    ~RedlockAttempt() override;

    void start(std::optional<Duration> timeout, Reply<Grant> reply) override;
    void release(Reply<void> reply) override;
    void verify(Reply<void> reply) override;

private:
    enum class Step {
        None,
        Trying,
        Releasing,
        Over
    };
    /// The votes of one question to all masters.
    struct Poll {
        SteadyTime sentAt{};
        std::size_t answered = 0;
        std::size_t yes = 0;
        std::size_t failed = 0;       ///< of those answered: no vote
        std::size_t refused = 0;      ///< of those failed: a later request would fail likewise
        std::optional<Error> refusal; ///< the last of those
        bool isDecided = false;
        std::vector<bool> mayHaveToken; ///< for each master: it has executed the request, or it is unknown
    };
    using PollPtr = std::shared_ptr<Poll>;
    /// Called once for each master: its vote, or why it has none.
    using OnVote = std::function<void(const Result<bool>& vote)>;

    void tryNow();
    void askNext(const PollPtr& poll, std::size_t index);
    static void count(Poll& poll, const Result<bool>& vote);
    void onVote(const PollPtr& poll, std::size_t index, const Result<bool>& vote);
    void decide(const PollPtr& poll);
    void tryAgain(const Poll& poll);
    [[nodiscard]] bool givesUpContact(const Poll& poll);
    void giveBack(const std::vector<bool>& mayHaveToken);
    void extendLater(Duration delay);
    void extend();
    void onExtended(const PollPtr& poll);
    void ask(std::size_t index, const ScriptCall& call, redis::Access access, OnVote voted);
    /// Asks all masters; `counted` is called after each vote.
    void askAll(const PollPtr& poll, const ScriptCall& call, redis::Access access, const Task& counted);
    void sendRelease();
    void onReleased(const PollPtr& poll);
    void onReleaseRefused(const Error& error);
    void finishRelease(bool wasHeld);
    void onLeaseOver() override;
    [[nodiscard]] bool isEndingHold() const override { return m_step != Step::None; }
    [[nodiscard]] bool isRenewing() const override { return options().isRenewed() && mayExtend(); }
    [[nodiscard]] bool mayExtend() const { return !m_redlock.maxExtensions || m_extensions < *m_redlock.maxExtensions; }
    void fail(Error error) override;
    void clientOver(const redis::Status& status);
    void lose(LostReason reason);
    void end();
    [[nodiscard]] Duration retryPause();
    [[nodiscard]] std::size_t quorum() const { return m_masters.size() / 2 + 1; }
    [[nodiscard]] std::shared_ptr<RedlockAttempt> self();

    const std::vector<std::shared_ptr<redis::Client>> m_masters;
    const RedlockOptions m_redlock;
    std::string m_token;
    Step m_step = Step::None;
    int m_tries = 0;
    int m_extensions = 0;
    std::optional<SteadyTime> m_unreachableSince; ///< no majority has answered since
    bool m_wasReached = false;
    bool m_isContactLogged = false;
    PollPtr m_poll; ///< the newest one
    Subscription m_status;
    Subscription m_timer;
};

} // namespace lockscope::locks
