// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/RedlockReleaseActor.h"

#include "core/base/AfterAll.h"
#include "core/base/Phrase.h"
#include "core/model/json/JsonValues.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/redis/ReleaseCall.h"
#include "core/release/redis/scripts/ReleaseScripts.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"
#include "core/sources/redis/dialects/TokenBuilder.h"
#include "core/sources/redis/dialects/Votes.h"
#include "core/sources/redis/discovery/Transaction.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace lockscope::release {

namespace {

using Masters = std::vector<std::shared_ptr<redis::Client>>;
using inspect::RedisVote;

std::string serverOf(const redis::Client& client)
{
    const auto masters = client.masters();
    return masters.empty() ? std::string() : toString(masters.front());
}

/// The votes of all masters, read in parallel.
struct VotesRead {
    Masters masters;
    std::function<void(std::vector<RedisVote>)> reply;
    std::vector<std::unique_ptr<inspect::Transactions>> transactions{};
    std::vector<RedisVote> votes{};
    std::size_t open = 0;

    static void begin(Masters masters, const std::string& name, std::function<void(std::vector<RedisVote>)> reply)
    {
        const auto read = std::make_shared<VotesRead>(VotesRead{std::move(masters), std::move(reply)});
        read->open = read->masters.size();
        read->votes.resize(read->masters.size());
        for (std::size_t i = 0; i < read->masters.size(); ++i) {
            read->votes[i].server = serverOf(*read->masters[i]);
            read->transactions.push_back(std::make_unique<inspect::Transactions>(*read->masters[i]));
            read->transactions[i]->read(name, {{"GET", name}, {"PTTL", name}},
                                        [read, i](const Result<inspect::Together>& parts) { read->take(i, parts); });
        }
    }

    void take(std::size_t i, const Result<inspect::Together>& parts)
    {
        const auto* value = parts ? &parts->replies[0] : nullptr;
        if (value && (!value->isError() || value->errorCode() == "WRONGTYPE")) { // it has no token
            votes[i].isReachable = true;
            if (value->kind() == redis::Value::Kind::String)
                votes[i].token = value->text();
            if (parts->replies[1].number() >= 0 && votes[i].token)
                votes[i].lease = std::chrono::milliseconds(parts->replies[1].number());
        }
        if (--open == 0)
            reply(std::move(votes));
    }
};

/// One script on all masters.
struct CallOnEach {
    using Replies = std::vector<Result<redis::Value>>;

    static void begin(const Masters& masters, const redis::Script& script, const std::vector<std::string>& keys,
                      const std::vector<std::string>& arguments, redis::Access access,
                      std::function<void(Replies)> reply)
    {
        const auto replies = std::make_shared<Replies>(masters.size(), redis::Value());
        const auto answered = afterAll(masters.size(), [replies, reply] { reply(std::move(*replies)); });
        for (std::size_t i = 0; i < masters.size(); ++i) {
            masters[i]->run(script, keys, arguments, access, [replies, i, answered](Result<redis::Value> answer) {
                (*replies)[i] = std::move(answer);
                answered();
            });
        }
    }
};

/// The token by its name, or without one the token that holds.
Result<std::string> tokenIn(const std::vector<RedisVote>& votes, const inspect::ContenderKey& key)
{
    const auto count = inspect::countVotes(votes);
    if (key.node.empty() && count.verdict == inspect::Verdict::Held)
        return count.token;
    if (key.node.empty())
        return failure(ErrorCode::NoNode, "release", key.lock,
                       phrase("no token is on a quorum of the masters. Name a token. Nothing was changed"));
    for (const auto& vote : votes) { // one that is no text is shown in hexadecimal
        if (vote.token && (*vote.token == key.node || inspect::textOrHex(*vote.token).toStdString() == key.node))
            return *vote.token;
    }
    const bool isAnswered = std::any_of(votes.begin(), votes.end(), [](const auto& vote) { return vote.isReachable; });
    return failure(isAnswered ? ErrorCode::NoNode : ErrorCode::NoConnection, "release", key.lock,
                   count.token.empty() ? phrase("no master has the token %1. Nothing was changed", key.node)
                                       : phrase("no master has the token %1, but %2 of %3 have %4. Nothing was changed",
                                                key.node, count.votes, votes.size(), count.token));
}

/// The user's dialect of such keys; null: none. Those of one server do not fit.
const inspect::RedisDialect* dialectOf(const inspect::RedisDialects& dialects, const std::string& name,
                                       const std::string& token, const std::vector<RedisVote>& votes)
{
    for (const auto& vote : votes) {
        const auto* dialect = vote.token == token ? dialects.find(name, {token, vote.lease}) : nullptr;
        if (dialect && dialect->isUsers)
            return dialect;
    }
    return nullptr;
}

/// Why keys of the dialect are not released; nullopt: they are.
std::optional<Error> refusalBy(const inspect::RedisDialect& dialect, const std::string& name)
{
    if (dialect.isNone)
        return Error{ErrorCode::NotALock, "release", name,
                     phrase("the dialect %1 says that such keys are no locks", dialect.title)};
    if (!dialect.noRelease.empty())
        return Error{ErrorCode::Refused, "release", name, phrase(dialect.noRelease.c_str())};
    return std::nullopt;
}

ReleasePlan redlockPlan(const std::string& name, const std::string& token, const std::vector<RedisVote>& votes,
                        WallTime now, const inspect::RedisDialect* dialect)
{
    inspect::RedlockReading reading;
    reading.name = name;
    reading.begunAt = reading.readAt = now;
    reading.votes = votes;
    reading.dialect = dialect;
    const auto lock = inspect::buildRedlock(reading, nullptr);
    inspect::RedisContender redis;
    redis.owner = token;
    for (const auto& vote : votes) { // it is certainly gone when its longest vote ends
        if (vote.token == token && vote.lease)
            redis.lease = std::max(redis.lease.value_or(std::chrono::milliseconds(0)), *vote.lease);
    }
    inspect::Contender holder;
    holder.node = token;
    holder.holds = true;
    holder.redis = std::make_shared<const inspect::RedisContender>(std::move(redis));
    auto plan = ownerPlan(lock, holder, nullptr);
    plan.redis.votes = votes;
    if (dialect)
        plan.breaks = dialect->breaks;
    plan.guard.text = phrase("On each master, a script compares the token and deletes the key in one step. Masters "
                             "without the token are not changed. The script cannot detect that the same client "
                             "released the lock and acquired it again with the same token.");
    return plan;
}

/// Of all masters that have answered: the strictest.
Permission permissionOfAll(const CallOnEach::Replies& replies, const std::string& aclLine)
{
    Permission all;
    for (const auto& reply : replies) {
        auto one = permissionIn(reply, aclLine);
        if (one.allowed == Allowed::No)
            return one;
        if (all.text.empty() || one.allowed == Allowed::Unknown)
            all = one;
    }
    return all;
}

std::string answerText(const Result<ReleaseReport>& report)
{
    if (report)
        return phrase("released");
    if (report.error().code == ErrorCode::NoNode)
        return phrase("no key");
    return report.error().code == ErrorCode::Refused ? phrase("another value") : describe(report.error());
}

bool hasNoTokenNow(const Result<ReleaseReport>& report)
{
    return report || report.error().code == ErrorCode::NoNode || report.error().code == ErrorCode::Refused;
}

/// Whether the masters that have not answered may still give the lock to the token.
bool mayBeHeld(std::size_t unknown, std::size_t masters)
{
    return unknown > 0 && unknown >= masters / 2 + 1;
}

/// What all masters did: the result; or why none has released, or too few.
Result<ReleaseResult> resultOf(const ReleasePlan& plan, const CallOnEach::Replies& replies,
                               const std::vector<std::string>& servers, const std::string& aclLine)
{
    ReleaseResult result;
    result.isGone = true;
    result.guarded = {GuardProof::Script, 1};
    std::vector<std::string> texts;
    std::size_t released = 0;
    std::size_t unknown = 0;
    std::optional<Error> worst;
    for (std::size_t i = 0; i < replies.size(); ++i) {
        const auto report = reportIn(replies[i], plan, aclLine);
        texts.push_back(servers[i] + ": " + answerText(report));
        result.isGone = result.isGone && hasNoTokenNow(report);
        released += report ? 1 : 0;
        unknown += hasNoTokenNow(report) ? 0 : 1;
        // An unknown outcome is worse than a refusal, and that than a key that is gone.
        const auto rank = [](const Error& error) {
            return error.code == ErrorCode::NoNode    ? 0
                   : error.code == ErrorCode::Refused ? 1
                   : isOutcomeUnknown(error)          ? 3
                                                      : 2;
        };
        if (!report && (!worst || rank(report.error()) > rank(*worst)))
            worst = report.error();
    }
    if (released == 0 && worst) {
        worst->detail = isOutcomeUnknown(*worst) ? listed(texts) : phrase("%1. Nothing was changed", listed(texts));
        return failure(*worst);
    }
    result.text = phrase("released %1 of %2 on %3 of %4 masters: %5", plan.redis.owner, plan.lockPath, released,
                         replies.size(), listed(texts));
    if (mayBeHeld(unknown, replies.size()))
        return failure(ErrorCode::OperationTimeout, "release", plan.lockPath,
                       phrase("%1. A quorum may still have the token", result.text));
    return result;
}

} // namespace

RedlockReleaseActor::RedlockReleaseActor(const std::vector<redis::Client*>& masters, RedisActorSettings settings)
    : m_settings(std::move(settings))
{
    if (!m_settings.dialects)
        m_settings.dialects = inspect::builtinRedisDialects();
    for (auto* master : masters)
        m_masters.push_back(master->share());
}

Executor& RedlockReleaseActor::executor() const
{
    return m_masters.front()->executor();
}

std::optional<Error> RedlockReleaseActor::whyNotWritable(const char* operation, const std::string& path) const
{
    const bool isConnected = std::any_of(m_masters.begin(), m_masters.end(), [](const auto& master) {
        return master->status().state == SessionState::Connected;
    });
    return isConnected ? std::nullopt
                       : std::optional(Error{ErrorCode::NoConnection, operation, path,
                                             phrase("no master is connected. Nothing was done")});
}

std::optional<Error> RedlockReleaseActor::whyNotAsked(const ReleasePlan& plan) const
{
    return Error{ErrorCode::Refused, "revoke", plan.lockPath, whyNoRequest()};
}

void RedlockReleaseActor::plan(inspect::ContenderKey contender, Background /*background*/, Reply<ReleasePlan> reply)
{
    VotesRead::begin(m_masters, contender.lock,
                     [masters = m_masters, settings = m_settings, contender,
                      reply = std::move(reply)](const std::vector<RedisVote>& votes) {
                         const auto token = tokenIn(votes, contender);
                         if (!token) {
                             reply(failure(token.error()));
                             return;
                         }
                         const auto now = masters.front()->executor().clock().wallNow();
                         const auto* dialect = dialectOf(*settings.dialects, contender.lock, *token, votes);
                         if (const auto refusal = dialect ? refusalBy(*dialect, contender.lock) : std::nullopt) {
                             reply(failure(*refusal));
                             return;
                         }
                         auto plan = redlockPlan(contender.lock, *token, votes, now, dialect);
                         const auto call = releaseCallOf(plan);
                         CallOnEach::begin(masters, scripts::rightsProbe(), call.keys, probedRights(call),
                                           redis::Access::Read,
                                           [plan = std::move(plan), line = aclLineOf(call, settings.user),
                                            reply](const CallOnEach::Replies& replies) mutable {
                                               plan.permission = permissionOfAll(replies, line);
                                               reply(std::move(plan));
                                           });
                     });
}

void RedlockReleaseActor::apply(ReleasePlan plan, Reply<ReleaseResult> reply)
{
    std::vector<std::string> servers;
    for (const auto& master : m_masters)
        servers.push_back(serverOf(*master));
    const auto call = releaseCallOf(plan);
    CallOnEach::begin(m_masters, *call.script, call.keys, call.arguments, redis::Access::Write,
                      [masters = m_masters, plan = std::move(plan), servers, reply = std::move(reply),
                       line = aclLineOf(call, m_settings.user)](const CallOnEach::Replies& replies) {
                          auto result = resultOf(plan, replies, servers, line);
                          if (!result) {
                              reply(std::move(result));
                              return;
                          }
                          result->releasedAt = masters.front()->executor().clock().wallNow();
                          VotesRead::begin(
                              masters, plan.lockPath,
                              [result = *std::move(result), reply](const std::vector<RedisVote>& votes) mutable {
                                  const auto count = inspect::countVotes(votes);
                                  result.holderKnown = count.verdict != inspect::Verdict::Undecided;
                                  if (count.verdict == inspect::Verdict::Held)
                                      result.holder = count.token;
                                  reply(std::move(result));
                              });
                      });
}

void RedlockReleaseActor::ask(ReleasePlan plan, std::chrono::milliseconds /*wait*/, Reply<Asked> reply)
{
    executor().post([error = *whyNotAsked(plan), reply = std::move(reply)] { reply(failure(error)); });
}

} // namespace lockscope::release
