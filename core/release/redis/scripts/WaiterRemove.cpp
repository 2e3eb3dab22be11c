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
/// The times of the waiters behind it stay: for how long it wanted to wait is not recorded. A time that has grown shows
/// that it has left and queued again. Publishes "0".
constexpr std::string_view waiterRemoveText = R"lua(
local lock, queue, ends, waiter = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
if call('hexists', lock, waiter) == 1 then
    return {'holds', ''}
end
local place, stale = call('lpos', queue, waiter), call('zscore', ends, waiter)
if not place and not stale then
    return {'gone'}
elseif stale and ARGV[2] ~= '' and tonumber(stale) > tonumber(ARGV[2]) then
    return {'again', stale}
end
local head = place == 0 and call('exists', lock) == 0 and call('lindex', queue, 1)
local no = denied({'lrem', queue, '0', waiter}, {'zrem', ends, waiter})
    or head and denied({ARGV[3], ARGV[4] .. ':' .. head, '0'})
if no then
    return no
end
local receivers = head and wake(ARGV[3], ARGV[4] .. ':' .. head, '0') or 0
call('lrem', queue, 0, waiter)
call('zrem', ends, waiter)
return {'released', receivers, head or ''}
)lua";

} // namespace

const redis::Script& waiterRemove()
{
    static const auto text = withHelpers(waiterRemoveText);
    static const redis::Script script("WaiterRemove", text);
    return script;
}

} // namespace lockscope::release::scripts
