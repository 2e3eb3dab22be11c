// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/Eviction.h"

#include <utility>

namespace lockscope::locks {

namespace {

/// The rules end with the attempt, so each step keeps the call.
void evictAfterPause(const std::weak_ptr<ClientLocks>& weak, const std::shared_ptr<redis::Client>& client,
                     ScriptCall call, std::string head)
{
    const auto locks = weak.lock();
    if (!locks)
        return;
    call.arguments.back() = std::move(head);
    locks->after(headPause, [weak, client, call = std::move(call)] {
        client->run(*call.script, call.keys, call.arguments, redis::Access::Write,
                    [weak, client, call](const Result<redis::Value>& reply) {
                        // [number removed, head, receivers, PTTL]; without an answer the waiters find the dead head.
                        if (!reply || reply->items().size() != 4)
                            return;
                        const auto& items = reply->items();
                        const bool isFree = items[3].number() == -2;
                        if (isFree && !items[1].text().empty() && items[2].number() == 0)
                            evictAfterPause(weak, client, call, items[1].text());
                    });
    });
}

} // namespace

void evictLater(const std::shared_ptr<ClientLocks>& locks, const std::shared_ptr<redis::Client>& client,
                const LeaseRules& rules, const std::string& head)
{
    if (auto call = rules.evict(head))
        evictAfterPause(locks, client, *std::move(call), head);
}

} // namespace lockscope::locks
