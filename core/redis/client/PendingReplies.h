// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands of one connection that the server has not answered, in the order in which they were sent, which is the
/// order of the replies. Pure; private to core/redis.

#include "core/base/Clock.h"
#include "core/base/Reply.h"
#include "core/redis/Value.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace lockscope::redis {

class PendingReplies final {
public:
    struct Entry {
        SteadyTime sentAt;
        Reply<Value> reply;       ///< null: timed out, or a subscribe command
        Command subscription;     ///< a subscribe command, which is answered by an event for each channel
        std::size_t nextItem = 1; ///< the channel whose event is next

        [[nodiscard]] bool isSubscription() const { return !subscription.empty(); }
    };

    void addRequest(Reply<Value> reply, SteadyTime now);
    void addSubscription(Command command, SteadyTime now);

    [[nodiscard]] bool isEmpty() const { return m_entries.empty(); }
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

    /// Removes the oldest one, of which there must be one: the server has answered it.
    [[nodiscard]] Entry takeOldest();

    /// The event may confirm one channel of the oldest subscribe command. After its last channel removes the command
    /// and returns when it was sent. A server also sends such events unasked: when a cluster moves a slot.
    std::optional<SteadyTime> confirm(const Value& event);

    /// The reply of the oldest request that was sent at `latest` or before and has not timed out. The request itself
    /// stays, because the server may still answer it. Null: there is none.
    [[nodiscard]] Reply<Value> takeExpired(SteadyTime latest);
    /// When the oldest command was sent that takeExpired() has not seen.
    [[nodiscard]] std::optional<SteadyTime> oldestOpen() const;

    /// Removes all. The replies of the requests that have not timed out, oldest first.
    [[nodiscard]] std::vector<Reply<Value>> takeAll();

private:
    std::deque<Entry> m_entries;
    std::size_t m_expired = 0; ///< the first ones, which takeExpired() has seen
};

} // namespace lockscope::redis
