// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/VoteWords.h"

#include "ui/models/text/Formatting.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <map>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::Verdict;

namespace {

struct VoteTexts {
    Q_DECLARE_TR_FUNCTIONS(VoteWords)
};

constexpr auto recentStart = 10min;
constexpr qsizetype longToken = 12;

/// Without the port.
QString withoutPort(const QString& server)
{
    const auto colon = server.lastIndexOf(u':');
    return colon < 0 ? server : server.first(colon);
}

bool areDifferent(QStringList names)
{
    return names.removeDuplicates() == 0;
}

} // namespace

bool hasVotes(const inspect::Lock& lock)
{
    return lock.redis && lock.redis->quorum > 0;
}

VoteTally tallyOf(const inspect::RedisLock& lock)
{
    VoteTally tally;
    tally.masters = static_cast<int>(lock.votes.size());
    std::map<std::string, int> tokens;
    for (const auto& vote : lock.votes) {
        tally.unreachable += vote.isReachable ? 0 : 1;
        if (vote.token)
            ++tokens[*vote.token];
    }
    for (const auto& [token, votes] : tokens) {
        tally.perToken.push_back(votes);
        if (votes <= tally.votes)
            continue;
        tally.token = token;
        tally.votes = votes;
    }
    std::sort(tally.perToken.begin(), tally.perToken.end(), std::greater());
    return tally;
}

std::optional<VoteTally> mastersOf(const inspect::Snapshot& snapshot)
{
    if (snapshot.locks.empty() || !hasVotes(*snapshot.locks.front()))
        return std::nullopt;
    return tallyOf(*snapshot.locks.front()->redis);
}

VoteState stateOf(const inspect::RedisVote& vote, const VoteTally& tally)
{
    if (!vote.isReachable)
        return VoteState::Unreachable;
    if (!vote.token)
        return VoteState::None;
    return *vote.token == tally.token ? VoteState::Leading : VoteState::Other;
}

TonedMark markOf(VoteState state)
{
    switch (state) {
    case VoteState::Leading:
        return {Mark::Square, Tone::Good};
    case VoteState::Other:
        return {Mark::Diamond, Tone::Special};
    case VoteState::None:
        return {Mark::Dash, Tone::Muted};
    case VoteState::Unreachable:
        return {Mark::Cross, Tone::Bad};
    }
    return {};
}

QList<TonedMark> voteMarks(const inspect::RedisLock& lock)
{
    const auto tally = tallyOf(lock);
    QList<TonedMark> marks;
    for (const auto& vote : lock.votes)
        marks << markOf(stateOf(vote, tally));
    return marks;
}

QString stateWord(VoteState state, Verdict verdict)
{
    switch (state) {
    case VoteState::Leading:
        return verdict == Verdict::Held ? VoteTexts::tr("has the token of the holder")
                                        : VoteTexts::tr("has the token with the most votes");
    case VoteState::Other:
        return VoteTexts::tr("has another token");
    case VoteState::None:
        return VoteTexts::tr("has no token");
    case VoteState::Unreachable:
        return VoteTexts::tr("does not answer");
    }
    return {};
}

QString verdictWords(const inspect::RedisLock& lock)
{
    const auto tally = tallyOf(lock);
    switch (lock.verdict) {
    case Verdict::Held:
        return VoteTexts::tr("held %1 of %2", "votes, masters").arg(tally.votes).arg(tally.masters);
    case Verdict::Split: {
        QStringList votes;
        for (const auto count : tally.perToken)
            votes << QString::number(count);
        return VoteTexts::tr("split %1", "votes of each token, as in 1 : 1 : 1").arg(votes.join(u" : "_s));
    }
    case Verdict::Remnant:
        return VoteTexts::tr("remnant %1 of %2", "votes, masters").arg(tally.votes).arg(tally.masters);
    case Verdict::Free:
        return VoteTexts::tr("free");
    case Verdict::Undecided:
        return VoteTexts::tr("undecided");
    }
    return {};
}

Tone toneOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Held:
        return Tone::Good;
    case Verdict::Split:
        return Tone::Bad;
    case Verdict::Remnant:
        return Tone::Warn;
    case Verdict::Free:
    case Verdict::Undecided:
        return Tone::Muted;
    }
    return Tone::Muted;
}

QString verdictSentence(const inspect::Lock& lock, WallTime now)
{
    const auto& redis = *lock.redis;
    const auto tally = tallyOf(redis);
    const auto quorum = QString::number(redis.quorum);
    switch (redis.verdict) {
    case Verdict::Held: {
        const auto votes = QString::number(tally.votes);
        const auto masters = QString::number(tally.masters);
        const auto left = exclusiveLeft(lock, now);
        return left ? VoteTexts::tr("Held by %1 of %2 (quorum %3), exclusive for %4")
                          .arg(votes, masters, quorum, formatDuration(*left))
                    : VoteTexts::tr("Held by %1 of %2 (quorum %3), without an end").arg(votes, masters, quorum);
    }
    case Verdict::Split:
        return VoteTexts::tr("Split: %n tokens, none has the quorum of %1", nullptr, forPlural(tally.perToken.size()))
            .arg(quorum);
    case Verdict::Remnant:
        return VoteTexts::tr("Remnant: one token on %1 of %2, fewer than the quorum of %3")
            .arg(QString::number(tally.votes), QString::number(tally.masters), quorum);
    case Verdict::Free:
        return VoteTexts::tr("Free: no master has a token");
    case Verdict::Undecided:
        return VoteTexts::tr("Undecided: %n of %1 masters do not answer (quorum %2)", nullptr,
                             forPlural(tally.unreachable))
            .arg(QString::number(tally.masters), quorum);
    }
    return {};
}

QString verdictMeaning(const inspect::RedisLock& lock)
{
    switch (lock.verdict) {
    case Verdict::Held:
        return VoteTexts::tr("The clients of the lock and its waiters are unknown: a token is random, and waiters "
                             "poll.");
    case Verdict::Split:
        return VoteTexts::tr("No client holds the lock. The attempts have failed, and their keys remain until they "
                             "expire.");
    case Verdict::Remnant:
        return VoteTexts::tr("No client holds the lock by this token. It is of a failed attempt, or it is partly "
                             "expired.");
    case Verdict::Free:
        return {};
    case Verdict::Undecided:
        return VoteTexts::tr("The masters that do not answer may complete a quorum.");
    }
    return {};
}

std::optional<std::chrono::milliseconds> exclusiveLeft(const inspect::Lock& lock, WallTime now)
{
    const auto& redis = *lock.redis;
    if (redis.verdict != Verdict::Held || !redis.exclusiveFor)
        return std::nullopt;
    return std::max(lock.readAt + *redis.exclusiveFor - now, 0ms);
}

std::optional<std::chrono::milliseconds> leaseLeft(const inspect::Lock& lock, const inspect::RedisVote& vote,
                                                   WallTime now)
{
    if (!vote.token || !vote.lease)
        return std::nullopt;
    return std::max(lock.readAt + *vote.lease - now, 0ms);
}

QString voteLease(const inspect::Lock& lock, const inspect::RedisVote& vote, WallTime now)
{
    if (!vote.token)
        return u"—"_s;
    const auto left = leaseLeft(lock, vote, now);
    return left ? formatDuration(*left) : VoteTexts::tr("no end");
}

bool isRestarted(const inspect::RedisLock& lock, const inspect::RedisVote& vote)
{
    if (!vote.isReachable || !vote.uptime)
        return false;
    auto longest = 0ms;
    for (const auto& other : lock.votes)
        longest = std::max(longest, other.uptime.value_or(0ms));
    return *vote.uptime < lock.longestLease || (*vote.uptime < recentStart && *vote.uptime * 2 < longest);
}

QString shortToken(std::string_view token)
{
    const auto text = oneLine(token);
    return text.size() <= longToken ? text : text.first(4) + u'…' + text.last(4);
}

QString offsetText(const std::optional<std::chrono::milliseconds>& offset)
{
    if (!offset)
        return u"—"_s;
    const auto sign = *offset > 0ms ? u"+"_s : *offset < 0ms ? u"\u2212"_s : QString();
    return sign + formatDuration(std::chrono::abs(*offset));
}

QStringList shortServers(const QStringList& addresses)
{
    QStringList hosts;
    QStringList ports;
    for (const auto& address : addresses) {
        hosts << withoutPort(address);
        ports << address.mid(hosts.last().size());
    }
    return areDifferent(hosts) ? hosts : areDifferent(ports) ? ports : addresses;
}

QStringList shortServers(const std::vector<inspect::RedisVote>& votes)
{
    QStringList addresses;
    for (const auto& vote : votes)
        addresses << oneLine(vote.server);
    return shortServers(addresses);
}

QString readsText(const inspect::RedisLock& lock)
{
    auto longest = 0ms;
    auto reads = 0;
    for (const auto& vote : lock.votes) {
        reads += vote.isReachable ? 1 : 0;
        longest = std::max(longest, vote.roundTrip.value_or(0ms));
    }
    // All requests are sent at once, so that no two readings are further apart than the longest round trip.
    return VoteTexts::tr("%1 reads within %2.").arg(QString::number(reads), formatDuration(std::max(longest, 1ms)));
}

} // namespace lockscope::ui
