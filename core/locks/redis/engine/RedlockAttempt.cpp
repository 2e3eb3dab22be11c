// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/RedlockAttempt.h"

#include "core/base/Phrase.h"
#include "core/locks/redis/engine/ClientLocks.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/engine/ReplyError.h"
#include "core/locks/redis/scripts/Scripts.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

/// Until a master that did not answer is asked again to delete the token.
constexpr auto deletePause = std::chrono::milliseconds(500);
/// After this time without a majority, the reason is logged.
constexpr auto majorityLimit = std::chrono::seconds(5);

/// Whether another request would fail likewise.
bool isFinalRefusal(const Error& error)
{
    return !isRetryable(error) && !isPassing(error) && !isOutcomeUnknown(error) &&
           error.code != ErrorCode::NoConnection && error.code != ErrorCode::Closed;
}

/// Deletes the token of a failed try on one master, with retries until its lease has ended there.
void deleteToken(const std::shared_ptr<redis::Client>& client, const std::string& name, const std::string& token,
                 SteadyTime leaseEnd)
{
    client->run(scripts::tokenRelease(), {name}, {token}, redis::Access::Write,
                [client, name, token, leaseEnd](const Result<redis::Value>& reply) {
                    const bool isOver =
                        reply ? !reply->isError()
                              : reply.error().code == ErrorCode::Closed || reply.error().code == ErrorCode::AuthFailed;
                    if (isOver || client->executor().clock().now() >= leaseEnd)
                        return;
                    ClientLocks::of(*client)->after(
                        deletePause, [client, name, token, leaseEnd] { deleteToken(client, name, token, leaseEnd); });
                });
}

} // namespace

RedlockAttempt::RedlockAttempt(std::vector<std::shared_ptr<redis::Client>> masters, const std::string& name,
                               RedlockOptions options)
    : BaseLeaseAttempt(masters.front()->executor(), name, options)
    , m_masters(std::move(masters))
    , m_redlock(std::move(options))
{
}

RedlockAttempt::~RedlockAttempt() = default;

std::shared_ptr<RedlockAttempt> RedlockAttempt::self()
{
    return std::static_pointer_cast<RedlockAttempt>(shared_from_this());
}

void RedlockAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    begin(timeout, std::move(reply));
    m_status = m_masters.front()->onStatus([me = self()](const redis::Status& status) {
        if (status.state == SessionState::Closed)
            me->clientOver(status);
    });
    const auto& status = m_masters.front()->status();
    if (status.state == SessionState::Closed)
        clientOver(status);
    else
        tryNow();
}

/// The vote of one master: 1 or an array with 1, and nil of TokenAcquire, are yes.
void RedlockAttempt::ask(std::size_t index, const ScriptCall& call, redis::Access access, OnVote voted)
{
    m_masters[index]->run(*call.script, call.keys, call.arguments, access,
                          [voted = std::move(voted), lock = name(),
                           isAcquire = call.script == &scripts::tokenAcquire()](const Result<redis::Value>& reply) {
                              if (!reply)
                                  return voted(failure(reply.error()));
                              if (reply->isError())
                                  return voted(failure(replyError(*reply, isAcquire ? "acquire" : "release", lock)));
                              if (isAcquire)
                                  return voted(reply->isNil());
                              const auto& value = reply->items().empty() ? *reply : reply->items().front();
                              voted(value.number() == 1);
                          });
}

void RedlockAttempt::askAll(const PollPtr& poll, const ScriptCall& call, redis::Access access, const Task& counted)
{
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        ask(i, call, access, [poll, counted](const Result<bool>& vote) {
            count(*poll, vote);
            counted();
        });
    }
}

void RedlockAttempt::count(Poll& poll, const Result<bool>& vote)
{
    ++poll.answered;
    if (vote) {
        poll.yes += *vote ? 1 : 0;
        return;
    }
    ++poll.failed;
    if (isFinalRefusal(vote.error())) {
        ++poll.refused;
        poll.refusal = vote.error();
    }
}

// --- the votes -----------------------------------------------------------------------------------------------------

void RedlockAttempt::tryNow()
{
    if (!isWaiting() || m_step != Step::None)
        return;
    m_step = Step::Trying;
    ++m_tries;
    m_token = randomToken();
    const auto poll = m_poll = std::make_shared<Poll>();
    poll->sentAt = now();
    poll->mayHaveToken.assign(m_masters.size(), !m_redlock.isSequential);
    setLeaseEnd(options().endsBefore(poll->sentAt));
    if (m_redlock.isSequential) {
        askNext(poll, 0);
        return;
    }
    const ScriptCall call{&scripts::tokenAcquire(), {name()}, {m_token, std::to_string(options().requested().count())}};
    for (std::size_t i = 0; i < m_masters.size(); ++i)
        ask(i, call, redis::Access::Write,
            [me = self(), poll, i](const Result<bool>& vote) { me->onVote(poll, i, vote); });
    m_timer = executor().after(m_redlock.nodeTimeout, [weak = std::weak_ptr(self()), poll] {
        if (const auto me = weak.lock(); me && !poll->isDecided)
            me->decide(poll);
    });
}

void RedlockAttempt::askNext(const PollPtr& poll, std::size_t index)
{
    if (poll->isDecided)
        return;
    if (index == m_masters.size()) {
        decide(poll);
        return;
    }
    const auto isAnswered = std::make_shared<bool>(false);
    poll->mayHaveToken[index] = true;
    const ScriptCall call{&scripts::tokenAcquire(), {name()}, {m_token, std::to_string(options().requested().count())}};
    ask(index, call, redis::Access::Write, [me = self(), poll, index, isAnswered](const Result<bool>& vote) {
        if (std::exchange(*isAnswered, true))
            return;
        me->onVote(poll, index, vote);
        me->askNext(poll, index + 1);
    });
    m_timer = executor().after(m_redlock.nodeTimeout, [weak = std::weak_ptr(self()), poll, index, isAnswered] {
        const auto me = weak.lock();
        if (!me || std::exchange(*isAnswered, true))
            return;
        me->onVote(poll, index, failure(ErrorCode::OperationTimeout, "acquire", me->name()));
        me->askNext(poll, index + 1);
    });
}

void RedlockAttempt::onVote(const PollPtr& poll, std::size_t index, const Result<bool>& vote)
{
    poll->mayHaveToken[index] = vote ? *vote : isOutcomeUnknown(vote.error());
    if (poll->isDecided)
        return; // a vote that came too late: the release is behind it on the same connection
    count(*poll, vote);
    const auto open = m_masters.size() - poll->answered;
    if (poll->yes >= quorum() || poll->yes + open < quorum())
        decide(poll);
}

void RedlockAttempt::decide(const PollPtr& poll)
{
    const auto alive = self();
    poll->isDecided = true;
    m_timer.reset();
    if (m_step != Step::Trying || poll != m_poll)
        return;
    m_step = Step::None;
    const auto until = options().validUntil(poll->sentAt);
    if (isWaiting() && poll->yes >= quorum() && now() < until) {
        if (options().isRenewed())
            extendLater(options().requested() / 3);
        hold(m_token, 0, until);
        return;
    }
    giveBack(poll->mayHaveToken);
    if (!isWaiting()) {
        end();
        return;
    }
    tryAgain(*poll);
}

/// After a try without a majority, unless no later one can succeed.
void RedlockAttempt::tryAgain(const Poll& poll)
{
    if (m_masters.size() - poll.refused < quorum()) {
        fail(*poll.refusal);
        return;
    }
    const bool isReached = poll.answered - poll.failed >= quorum();
    if (onlyLooks()) {
        fail(isReached ? failed(ErrorCode::TimedOut, phrase("the lock is still held by another client"))
                       : failed(ErrorCode::NoConnection, phrase("no majority of the servers answered")));
        return;
    }
    if (isReached) {
        m_wasReached = true;
        m_unreachableSince.reset();
    } else if (givesUpContact(poll)) {
        fail(failed(ErrorCode::NoConnection, phrase("no majority of the servers answered")));
        return;
    }
    const auto alive = self(); // an observer may end this
    auto state = reported();
    state.detail = isReached ? std::string() : phrase("no majority of the servers answered");
    setState(std::move(state));
    if (!isWaiting())
        return;
    m_timer = executor().after(retryPause(), [weak = std::weak_ptr(alive)] {
        if (const auto me = weak.lock())
            me->tryNow();
    });
}

/// As firstContact says; logs the reason before.
bool RedlockAttempt::givesUpContact(const Poll& poll)
{
    if (!m_unreachableSince)
        m_unreachableSince = poll.sentAt;
    const auto unreachable = now() - *m_unreachableSince;
    if (unreachable >= majorityLimit && !std::exchange(m_isContactLogged, true))
        options().log.write(LogLevel::Warning, "locks",
                            "The wait for " + name() + " continues without a majority of its servers");
    return !m_wasReached && !hasTimeout() && options().firstContact && unreachable >= *options().firstContact;
}

/// Deletes the token, behind the request on the same connection.
void RedlockAttempt::giveBack(const std::vector<bool>& mayHaveToken)
{
    for (std::size_t i = 0; i < m_masters.size(); ++i) {
        if (mayHaveToken[i])
            deleteToken(m_masters[i], name(), m_token, options().endsBefore(now()));
    }
}

Duration RedlockAttempt::retryPause()
{
    const auto longest = std::min(m_redlock.longestPause, m_redlock.shortestPause * (1 << std::min(m_tries, 16)));
    const auto spread = std::chrono::duration_cast<Duration>(longest - m_redlock.shortestPause);
    const auto random = randomNumber(options().random);
    return m_redlock.shortestPause + std::chrono::duration_cast<Duration>(spread * random);
}

// --- holding -------------------------------------------------------------------------------------------------------

void RedlockAttempt::extendLater(Duration delay)
{
    m_timer.reset();
    if (!mayExtend())
        return;
    m_timer = executor().after(delay, [weak = std::weak_ptr(self())] {
        if (const auto me = weak.lock())
            me->extend();
    });
}

void RedlockAttempt::extend()
{
    if (!hasHold() || m_step != Step::None)
        return;
    const auto poll = m_poll = std::make_shared<Poll>();
    poll->sentAt = now();
    const ScriptCall call{&scripts::tokenRenew(), {name()}, {std::to_string(options().requested().count()), m_token}};
    askAll(poll, call, redis::Access::Write, [me = self(), poll] { me->onExtended(poll); });
    // The next one comes also if masters do not answer.
    extendLater(std::min<Duration>(options().requested() / 3, std::chrono::seconds(1)));
}

void RedlockAttempt::onExtended(const PollPtr& poll)
{
    if (!hasHold() || m_step != Step::None || poll != m_poll || poll->isDecided)
        return;
    const auto alive = self();
    const auto refused = poll->answered - poll->failed - poll->yes;
    if (poll->yes >= quorum()) {
        poll->isDecided = true;
        ++m_extensions;
        setLeaseEnd(std::max(leaseEnd(), options().endsBefore(poll->sentAt)));
        extendLater(options().requested() / 3);
        prolong(options().validUntil(poll->sentAt));
    } else if (m_masters.size() - refused < quorum()) {
        poll->isDecided = true;
        lose(now() >= expiry()->validUntil() ? LostReason::LeaseExpired : LostReason::KeyDeleted);
    }
}

void RedlockAttempt::verify(Reply<void> reply)
{
    if (!hasHold()) {
        reply(failure(notHeld("verify")));
        return;
    }
    const auto poll = std::make_shared<Poll>();
    const ScriptCall call{&scripts::tokenInspect(), {name()}, {m_token}};
    askAll(poll, call, redis::Access::Read, [me = self(), poll, reply] {
        if (poll->answered < me->m_masters.size())
            return;
        const bool isGone = poll->yes + poll->failed < me->quorum();
        if (isGone && me->hasHold() && me->m_step == Step::None)
            me->lose(me->state().phase == Phase::Held ? LostReason::KeyDeleted : LostReason::LeaseExpired);
        if (poll->yes >= me->quorum() && me->state().phase == Phase::Held)
            reply({});
        else if (isGone || me->state().phase != Phase::Held)
            reply(failure(ErrorCode::NotHeld, "verify", me->name(),
                          phrase("the lease has ended on a majority of the servers")));
        else
            reply(
                failure(ErrorCode::NoConnection, "verify", me->name(), phrase("no majority of the servers answered")));
    });
}

void RedlockAttempt::onLeaseOver()
{
    lose(LostReason::LeaseExpired);
}

void RedlockAttempt::lose(LostReason reason)
{
    const auto alive = self();
    giveBack(std::vector<bool>(m_masters.size(), true));
    setPhase(Phase::Lost, reason);
    end();
}

// --- the end -------------------------------------------------------------------------------------------------------

void RedlockAttempt::release(Reply<void> reply)
{
    if (!beginRelease(std::move(reply)))
        return;
    dropDeadline();
    m_step = Step::Releasing;
    sendRelease();
}

/// The reply comes when a majority has deleted the token, or all have answered; the others are asked until the lease
/// has certainly ended there.
void RedlockAttempt::sendRelease()
{
    const auto poll = m_poll = std::make_shared<Poll>();
    m_timer.reset();
    const ScriptCall call{&scripts::tokenRelease(), {name()}, {m_token}};
    askAll(poll, call, redis::Access::Write, [me = self(), poll] { me->onReleased(poll); });
}

void RedlockAttempt::onReleased(const PollPtr& poll)
{
    if (m_step != Step::Releasing || poll != m_poll)
        return;
    const auto alive = self();
    if (poll->yes >= quorum())
        finishRelease(true);
    if (poll->answered < m_masters.size())
        return;
    if (poll->refused >= quorum() && hasReleaseReply() && hasHold()) {
        onReleaseRefused(*poll->refusal);
        return;
    }
    if (poll->failed == 0 || now() >= leaseEnd()) {
        finishRelease(wasCertain() && poll->yes + poll->failed >= quorum());
        end();
        return;
    }
    if (wasCertain() && poll->yes + poll->failed >= quorum())
        finishRelease(true); // an earlier answer was lost, or its lease ends by itself
    m_timer = executor().after(deletePause, [weak = std::weak_ptr(alive)] {
        if (const auto me = weak.lock())
            me->sendRelease();
    });
}

/// A majority of the masters refuses the release: the owner still holds.
void RedlockAttempt::onReleaseRefused(const Error& error)
{
    m_step = Step::None;
    watchDeadline();
    if (isRenewing())
        extendLater(Duration::zero());
    takeReleaseReply()(failure(error));
}

void RedlockAttempt::finishRelease(bool wasHeld)
{
    setReleased(wasHeld);
    answerRelease(wasHeld);
}

void RedlockAttempt::fail(Error error)
{
    const auto alive = self();
    setPhase(Phase::Released);
    if (m_step == Step::None)
        end();
    else if (m_poll && !m_poll->isDecided)
        decide(m_poll); // deletes the token
    answer(failure(std::move(error)));
}

void RedlockAttempt::clientOver(const redis::Status& status)
{
    if (m_step != Step::Over)
        endWithClient(status, [this] { end(); });
}

void RedlockAttempt::end()
{
    if (std::exchange(m_step, Step::Over) == Step::Over)
        return;
    dropDeadline();
    m_timer.reset();
    m_poll.reset();
    const auto last = std::move(m_status); // its end may destroy this
}

} // namespace lockscope::locks
