-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Releases one hold of a fair lock. The last one deletes the lock and wakes the head of the queue; so does a release of
-- a lock that does not exist. Stale entries at the head are removed first, by the server's clock (see FairAcquire).
-- Compatible with RFairLock of Redisson 3.52 and 4.7, without the unlock latch.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- KEYS[2]  redisson_lock_queue:{NAME}: LIST of waiting owners
-- KEYS[3]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale
-- ARGV[1]  lease in ms: the key's new TTL if holds remain
-- ARGV[2]  owner: UUID:THREAD
-- ARGV[3]  publish or spublish
-- ARGV[4]  redisson_lock__channel:{NAME}: the head's channel is this, ":" and its owner
-- Publishes "0" to the head's channel when the lock becomes free, or was free already.
-- Reply: nil: another owner holds the lock; otherwise [holds that remain, head, listeners]: 0: free; -1: there was no
-- lock. The head is nil if the queue is empty or holds remain. No listeners: the head may be dead, see FairEvict.
local call, lock, queue, ends = redis.call, KEYS[1], KEYS[2], KEYS[3]
local time = call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local head = call('lindex', queue, 0)
while head do
    local stale = call('zscore', ends, head)
    if not stale or tonumber(stale) > now then
        break
    end
    call('lpop', queue)
    call('zrem', ends, head)
    head = call('lindex', queue, 0)
end

local held = call('hget', lock, ARGV[2])
if held and tonumber(held) > 1 then
    call('pexpire', lock, ARGV[1])
    return {call('hincrby', lock, ARGV[2], -1), false, 0}
end
if held then
    call('del', lock)
elseif call('exists', lock) == 1 then
    return false
end
local listeners = 0
if head then
    local channel = ARGV[4] .. ':' .. head
    local received = call(ARGV[3], channel, '0')
    listeners = redis.pcall('pubsub', ARGV[3] == 'spublish' and 'shardnumsub' or 'numsub', channel)[2] or received
end
return {held and 0 or -1, head, listeners}
