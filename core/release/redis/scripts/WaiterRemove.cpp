// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Removes a waiter from the queue of a fair lock. If it was the first one and the lock is free, wakes the next one: no
/// client of Redisson does that before the time of the removed one has passed.
/// KEYS[1]  NAME: HASH, the owner -> number of its holds
/// KEYS[2]  redisson_lock_queue:{NAME}: LIST of waiting owners
/// KEYS[3]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale
/// ARGV[1]  waiting owner; [2] its time in KEYS[3], or ""
/// ARGV[3]  publish or spublish; [4] redisson_lock__channel:{NAME}
/// ARGV[5]  "1": only while no client listens on its channel
/// The times of the waiters behind it stay: for how long it wanted to wait is not recorded. A time that has grown shows
/// that it has left and queued again. Publishes "0". After "released": as HolderRelease.
constexpr std::string_view waiterRemoveText = R"lua(
local lock, queue, ends, waiter = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
local function listeners(owner)
    local count = ARGV[3] == 'spublish' and 'shardnumsub' or 'numsub'
    return redis.pcall('pubsub', count, ARGV[4] .. ':' .. owner)[2]
end
if call('hexists', lock, waiter) == 1 then
    return {'holds', ''}
end
local place, stale = call('lpos', queue, waiter), call('zscore', ends, waiter)
if not place and not stale then
    return {'gone'}
elseif stale and ARGV[2] ~= '' and tonumber(stale) > tonumber(ARGV[2]) then
    return {'again', stale}
end
local heard = ARGV[5] == '1' and listeners(waiter) or 0
if type(heard) ~= 'number' then
    return {'denied', 'pubsub'}
elseif heard > 0 then
    return {'listens', ''}
end
local head = place == 0 and call('exists', lock) == 0 and call('lindex', queue, 1)
local commands = {}
if head then
    noteWake(commands, ARGV[3], ARGV[4] .. ':' .. head, '0')
end
table.insert(commands, {'lrem', queue, '0', waiter})
table.insert(commands, {'zrem', ends, waiter})
heard = head and listeners(head)
local no, receivers = act(commands)
return no or {'released', receivers, head or '', type(heard) == 'number' and heard or -1}
)lua";

} // namespace

const redis::Script& waiterRemove()
{
    static const auto text = withHelpers(waiterRemoveText);
    static const redis::Script script("WaiterRemove", text);
    return script;
}

} // namespace lockscope::release::scripts
