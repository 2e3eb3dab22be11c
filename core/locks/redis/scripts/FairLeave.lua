-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Gives up waiting for a fair lock: removes the own entry and moves the deadlines behind it forward by its wait.
-- Compatible with RFairLock of Redisson 3.52 and 4.7. Deviation: if the head leaves while the lock is free, the new
-- head is woken, because the wake-up of the release was spent on the one that leaves.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- KEYS[2]  redisson_lock_queue:{NAME}: LIST of waiting owners
-- KEYS[3]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale
-- ARGV[1]  owner: UUID:THREAD
-- ARGV[2]  wait in ms, the same as for FairAcquire
-- ARGV[3]  publish or spublish
-- ARGV[4]  redisson_lock__channel:{NAME}: the head's channel is this, ":" and its owner
-- Publishes "0" to the new head's channel if the head has left and the lock is free.
-- Reply: 1: removed; 0: the owner was not queued.
local call, queue, ends, owner = redis.call, KEYS[2], KEYS[3], ARGV[1]
local place = call('lpos', queue, owner)
call('zrem', ends, owner)
if not place then
    return 0
end
local behind = call('lrange', queue, place + 1, -1)
call('lrem', queue, 0, owner)
for i = 1, #behind do
    call('zadd', ends, 'xx', 'incr', -ARGV[2], behind[i])
end
if place == 0 and behind[1] and call('exists', KEYS[1]) == 0 then
    call(ARGV[3], ARGV[4] .. ':' .. behind[1], '0')
end
return 1
