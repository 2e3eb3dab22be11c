-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Acquires a fair lock, or queues for it. The same request again keeps the place, and extends the time of the own
-- entry: the owner is evidently alive. Stale entries of others at the head of the queue are removed first.
-- Compatible with RFairLock of Redisson 3.52 and 4.7: the same entries and deadlines. Redisson sets deadlines by the
-- client's clock. This script uses the server's clock, which is what a correct client clock shows: where clocks differ,
-- an entry is stale earlier or later by the difference, as between two clients of Redisson.
-- Deviations: Redisson never extends the time of an entry, so a live waiter is removed when the lock is held for long;
-- its entries may be stale before the holder's lease ends; it wakes nobody when it removes a stale head.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- KEYS[2]  redisson_lock_queue:{NAME}: LIST of waiting owners, the head is next, without TTL
-- KEYS[3]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale, without TTL
-- ARGV[1]  lease in ms: the key's new TTL
-- ARGV[2]  owner: UUID:THREAD
-- ARGV[3]  wait in ms that the entry adds to the deadlines behind it: the same for each request of one wait, and for
--          FairLeave. Redisson: the caller's limit, by default 300000. 0: acquire now or do not queue
-- ARGV[4]  publish or spublish
-- ARGV[5]  redisson_lock__channel:{NAME}: the head's channel is this, ":" and its owner
-- Publishes "0" to the head's channel if a stale head was removed and the lock is free for the new head.
-- Reply: [1]: acquired. [0, position, pause, PTTL, head]: the position counts from 0, -1: not queued. The PTTL is the
-- holder's, -2: the lock is free, reserved for the head. The pause in ms is the longest time until the next request
-- makes sense: the holder's lease, or while the lock is free the time until the head is stale; -1: no end.
local call, lock, queue, ends, owner, wait = redis.call, KEYS[1], KEYS[2], KEYS[3], ARGV[2], tonumber(ARGV[3])
local time = call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head, stale, removed = call('lindex', queue, 0), false, false
while head and head ~= owner do
    stale = call('zscore', ends, head)
    if not stale or tonumber(stale) > now then
        break
    end
    call('lpop', queue)
    call('zrem', ends, head)
    head, removed = call('lindex', queue, 0), true
end

local ttl = call('pttl', lock)
local free = ttl == -2
if free and (not head or head == owner) then
    if head then
        call('lpop', queue)
        call('zrem', ends, owner)
        local rest = call('zrange', ends, 0, -1)
        for i = 1, #rest do
            call('zincrby', ends, -wait, rest[i])
        end
    end
    call('hset', lock, owner, 1)
    call('pexpire', lock, ARGV[1])
    return {1}
end
if not free and call('hexists', lock, owner) == 1 then
    call('hincrby', lock, owner, 1)
    call('pexpire', lock, ARGV[1])
    return {1}
end

local place = -1
if wait > 0 then
    place = call('lpos', queue, owner) or call('rpush', queue, owner) - 1
    local before = place > 0 and call('zscore', ends, call('lindex', queue, place - 1))
    local turn = math.max(ttl, 0, before and before - now or 0)
    call('zadd', ends, 'gt', now + turn + wait, owner)
    head = head or owner
end
if free and removed then
    call(ARGV[4], ARGV[5] .. ':' .. head, '0')
end
if free then
    return {0, place, stale and stale - now or -1, ttl, head}
end
return {0, place, ttl, ttl, head}
