// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases all holds of the owner of a lock, and wakes the waiters: of a fair lock the first one of its queue, as
/// Redisson does, after the entries whose time has passed were removed; and the listeners of the common channels, which
/// a fair lock does not have.
/// KEYS[1]  NAME: HASH, the owner -> number of its holds
/// KEYS[2]  redisson_lock_token:{NAME}: the last fencing token
/// KEYS[3]  redisson_lock_queue:{NAME}: LIST of waiting owners
/// KEYS[4]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale
/// ARGV[1]  owner; [2] number of its holds; [3] the last fencing token, or ""; [4] the longest lease in ms that it may
///          have, or "": none
/// ARGV[5]  publish or spublish; [6] redisson_lock__channel:{NAME}; the channel of a waiter is this, ":" and its owner
/// ARGV[7]  redisson_lock__channel__{NAME}
/// ARGV[8…] waiters at the head of the queue that are removed if they do not listen
/// Publishes "0". After "released": the number of all clients that got it, the first waiter, and how many of them
/// listen on its channel.
constexpr std::string_view holderReleaseText = R"lua(
local lock, queue, ends = KEYS[1], KEYS[3], KEYS[4]
local held, size = call('hget', lock, ARGV[1]), call('hlen', lock)
if not held then
    if size == 0 then
        return {'gone'}
    end
    return {'other', size == 1 and call('hkeys', lock)[1] or ''}
end
local token, left = call('get', KEYS[2]) or '', call('pttl', lock)
if size > 1 then
    return {'shape', ''}
elseif held ~= ARGV[2] then
    return {'count', held}
elseif token ~= ARGV[3] then
    return {'token', token}
elseif (left < 0) ~= (ARGV[4] == '') then
    return {'lease', tostring(left)}
elseif left > (tonumber(ARGV[4]) or left) then
    return {'longer', tostring(left)}
end

local time, dead, dropped = call('time'), {}, {}
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 8, #ARGV do
    dead[ARGV[i]] = true
end
local function listeners(waiter)
    local count = ARGV[5] == 'spublish' and 'shardnumsub' or 'numsub'
    return redis.pcall('pubsub', count, ARGV[6] .. ':' .. waiter)[2]
end
local head = call('lindex', queue, 0)
while head do
    local stale = call('zscore', ends, head)
    if not (stale and tonumber(stale) <= now) and not (dead[head] and listeners(head) == 0) then
        break
    end
    table.insert(dropped, head)
    head = call('lindex', queue, #dropped)
end

local commands = {}
noteWake(commands, ARGV[5], ARGV[6], '0')
table.insert(commands, {'publish', ARGV[7], '0'})
if head then
    noteWake(commands, ARGV[5], ARGV[6] .. ':' .. head, '0')
end
for _, waiter in ipairs(dropped) do
    table.insert(commands, {'zrem', ends, waiter})
end
if #dropped > 0 then
    table.insert(commands, {'ltrim', queue, tostring(#dropped), '-1'})
end
table.insert(commands, {'del', lock})
local heard = head and listeners(head)
local no, receivers = act(commands)
return no or {'released', receivers, head or '', type(heard) == 'number' and heard or -1}
)lua";

} // namespace

const redis::Script& holderRelease()
{
    static const auto text = withHelpers(holderReleaseText);
    static const redis::Script script("HolderRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
