// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/RedlockMaster.h"

#include "core/base/Phrase.h"
#include "core/sources/redis/KeyReplies.h"
#include "core/sources/redis/dialects/OwnerName.h"
#include "core/sources/redis/discovery/TokenScan.h"
#include "core/sources/redis/topology/RedisServerClock.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// How often the uptime is read: a restart also ends the connection, after which it is read at once.
constexpr auto uptimeEvery = std::chrono::minutes(1);

milliseconds wholeMilliseconds(Duration duration)
{
    return std::chrono::duration_cast<milliseconds>(duration);
}

/// The line "uptime_in_seconds:N" of INFO.
std::optional<milliseconds> uptimeIn(std::string_view info)
{
    constexpr std::string_view field = "uptime_in_seconds:";
    auto at = info.find(field);
    if (at == std::string_view::npos)
        return std::nullopt;
    at += field.size();
    const auto seconds = parseNumber(info.substr(at, info.find_first_of("\r\n", at) - at));
    return seconds ? std::optional(milliseconds(*seconds * 1'000)) : std::nullopt;
}

} // namespace

RedlockMaster::RedlockMaster(redis::Client& client, Task changed)
    : m_client(client)
    , m_changed(std::move(changed))
    , m_server(toString(client.masters().front()))
    , m_transactions(client)
{
}

bool RedlockMaster::answers() const
{
    return canRead(m_client.status().state) && !m_isSilent;
}

bool RedlockMaster::isDecided() const
{
    const auto& status = m_client.status();
    return status.state != SessionState::Connecting || !status.detail.empty();
}

Error RedlockMaster::trouble() const
{
    if (m_isSilent && canRead(m_client.status().state))
        return {ErrorCode::OperationTimeout, phraseLater("read"), m_server, phrase("the server does not reply")};
    auto detail = m_client.status().detail;
    if (const auto prefix = m_server + ": "; detail.starts_with(prefix))
        detail.erase(0, prefix.size());
    return {ErrorCode::NoConnection, phraseLater("read"), m_server, std::move(detail)};
}

void RedlockMaster::setSilent(bool isSilent)
{
    if (std::exchange(m_isSilent, isSilent) != isSilent)
        m_changed();
}

/// The client reports lost connections itself.
void RedlockMaster::note(const Result<redis::Value>& reply)
{
    if (reply)
        setSilent(false);
    else if (reply.error().code == ErrorCode::OperationTimeout)
        setSilent(true);
}

RedisVote RedlockMaster::vote() const
{
    RedisVote vote;
    vote.server = m_server;
    vote.isReachable = answers();
    if (!vote.isReachable)
        return vote;
    vote.roundTrip = m_roundTrip;
    vote.clockOffset = m_clockOffset;
    if (m_uptime && m_generation == m_client.status().generation)
        vote.uptime = *m_uptime + wholeMilliseconds(m_client.executor().clock().now() - m_uptimeAt);
    return vote;
}

// --- clock and uptime ------------------------------------------------------------------------------------------------

void RedlockMaster::measure()
{
    if (!canRead(m_client.status().state) || std::exchange(m_isMeasuring, true))
        return;
    const auto sentAt = m_client.executor().clock().now();
    m_client.send({}, {"TIME"}, redis::Access::Read,
                  [this, sentAt, alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                      if (!alive.expired())
                          onTime(reply, sentAt);
                  });
    if (m_generation != m_client.status().generation || sentAt - m_uptimeAt >= uptimeEvery)
        readUptime();
}

void RedlockMaster::onTime(const Result<redis::Value>& reply, SteadyTime sentAt)
{
    m_isMeasuring = false;
    const auto& clock = m_client.executor().clock();
    const auto time = reply ? serverTimeOf(*reply) : std::nullopt;
    m_roundTrip = reply ? std::optional(wholeMilliseconds(clock.now() - sentAt)) : std::nullopt;
    m_clockOffset = time ? std::optional(*time - (clock.wallNow() - *m_roundTrip / 2)) : std::nullopt;
    note(reply);
}

/// A user without the right to use INFO sees no uptime.
void RedlockMaster::readUptime()
{
    m_client.send({}, {"INFO", "server"}, redis::Access::Read,
                  [this, generation = m_client.status().generation,
                   alive = std::weak_ptr(m_alive)](const Result<redis::Value>& reply) {
                      if (alive.expired())
                          return;
                      m_uptime = reply ? uptimeIn(reply->text()) : std::nullopt;
                      m_uptimeAt = m_client.executor().clock().now();
                      m_generation = generation;
                  });
}

// --- votes -----------------------------------------------------------------------------------------------------------

void RedlockMaster::read(const std::string& key, std::function<void(const Answer&)> reply)
{
    if (!answers()) {
        reply({vote(), std::nullopt});
        return;
    }
    m_transactions.read(
        key, tokenCommands(key),
        [this, alive = std::weak_ptr(m_alive), reply = std::move(reply)](const Result<Together>& parts) {
            if (alive.expired())
                return;
            note(parts ? Result<redis::Value>(redis::Value()) : failure(parts.error()));
            if (parts) {
                reply(answerOf(*parts));
                return;
            }
            RedisVote unanswered;
            unanswered.server = m_server;
            reply({std::move(unanswered), std::nullopt});
        });
}

RedlockMaster::Answer RedlockMaster::answerOf(const Together& parts) const
{
    Answer answer{vote(), std::nullopt};
    const auto& value = parts.replies.at(0);
    const auto& lease = parts.replies.at(1);
    const auto& decisive = value.isError() ? value : lease;
    if (isRefused(decisive)) {
        answer.vote.isReachable = false; // it may have a token
        answer.problem = refusedToRead(m_server, decisive);
    } else if (const auto read = tokenValueOf(value, lease)) {
        answer.vote.isReachable = true;
        answer.vote.token = read->value;
        answer.vote.lease = read->lease;
    }
    return answer;
}

SessionStatus joinedStatus(const std::vector<SessionStatus>& statuses)
{
    const auto rank = [](const SessionStatus& one) {
        switch (one.state) {
        case SessionState::Connected:
            return 6;
        case SessionState::ReadOnly:
            return 5;
        case SessionState::Suspended:
            return 4;
        case SessionState::Connecting:
            return 3;
        case SessionState::Lost:
            return 2;
        case SessionState::AuthFailed:
            return 1;
        case SessionState::Closed:
            return 0;
        }
        return 0;
    };
    auto joined = *std::max_element(statuses.begin(), statuses.end(), [&](const auto& a, const auto& b) {
        return std::pair(rank(a), a.lastContact) < std::pair(rank(b), b.lastContact);
    });
    joined.generation = 0;
    for (const auto& one : statuses) {
        joined.generation += one.generation;
        if (joined.detail.empty() && !canRead(joined.state))
            joined.detail = one.detail;
    }
    return joined;
}

} // namespace lockscope::inspect
