// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/PendingReplies.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lockscope::redis {

namespace {

/// Servers answer "SUBSCRIBE" by "subscribe".
bool isSameWord(std::string_view command, std::string_view event)
{
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(command.begin(), command.end(), event.begin(), event.end(),
                      [&](char a, char b) { return lower(a) == b; });
}

} // namespace

void PendingReplies::addRequest(Reply<Value> reply, SteadyTime now)
{
    m_entries.push_back({now, std::move(reply), {}, 1});
}

void PendingReplies::addSubscription(Command command, SteadyTime now)
{
    m_entries.push_back({now, nullptr, std::move(command), 1});
}

PendingReplies::Entry PendingReplies::takeOldest()
{
    auto oldest = std::move(m_entries.front());
    m_entries.pop_front();
    m_expired -= std::min<std::size_t>(m_expired, 1);
    return oldest;
}

std::optional<SteadyTime> PendingReplies::confirm(const Value& event)
{
    if (m_entries.empty() || event.items().size() < 2)
        return std::nullopt;
    auto& [sentAt, reply, command, nextItem] = m_entries.front();
    if (nextItem >= command.size() || !isSameWord(command.front(), event.items()[0].text()) ||
        command[nextItem] != event.items()[1].text())
        return std::nullopt;
    if (++nextItem < command.size())
        return std::nullopt;
    return takeOldest().sentAt;
}

Reply<Value> PendingReplies::takeExpired(SteadyTime latest)
{
    while (m_expired < m_entries.size() && m_entries[m_expired].sentAt <= latest) {
        if (auto reply = std::exchange(m_entries[m_expired++].reply, nullptr))
            return reply;
    }
    return nullptr;
}

std::optional<SteadyTime> PendingReplies::oldestOpen() const
{
    return m_expired < m_entries.size() ? std::optional(m_entries[m_expired].sentAt) : std::nullopt;
}

std::vector<Reply<Value>> PendingReplies::takeAll()
{
    std::vector<Reply<Value>> replies;
    for (auto& entry : std::exchange(m_entries, {})) {
        if (entry.reply)
            replies.push_back(std::move(entry.reply));
    }
    m_expired = 0;
    return replies;
}

} // namespace lockscope::redis
