-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Wakes the head of a free fair lock's queue, and removes heads that do not listen and that the caller names.
-- A client of Redisson queues first and subscribes afterwards, so the caller looks twice, at least 500 ms apart: a head
-- without listeners in the first look is named in the second. A live waiter that is removed queues again at the end.
-- Only subscribers of the head's channel at this server count as listeners (PUBSUB NUMSUB; where an ACL forbids it, the
-- receivers of the message, which include subscribers of patterns). Never name heads where clients of Redisson
-- subscribe at replicas, or in a cluster with publish: they are not counted there.
-- No script of Redisson does this. It waits until the head's deadline has passed, 5 minutes by default.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- KEYS[2]  redisson_lock_queue:{NAME}: LIST of waiting owners
-- KEYS[3]  redisson_lock_timeout:{NAME}: ZSET, waiting owner -> epoch ms when its entry is stale
-- ARGV[1]  publish or spublish
-- ARGV[2]  redisson_lock__channel:{NAME}: the head's channel is this, ":" and its owner
-- ARGV[3…] owners that may be removed, in any order; none for the first look
-- Publishes "0" to the head's channel, and to that of each new head. Does nothing while the lock is held.
-- Reply: [number removed, head, listeners, PTTL]: the head that is left, nil if there is none. PTTL -2: the lock is
-- free.
local call, queue = redis.call, KEYS[2]
local head, listeners, removed, named = call('lindex', queue, 0), 0, 0, {}
local count = ARGV[1] == 'spublish' and 'shardnumsub' or 'numsub'
local ttl = call('pttl', KEYS[1])
for i = 3, #ARGV do
    named[ARGV[i]] = true
end
while ttl == -2 and head do
    local channel = ARGV[2] .. ':' .. head
    local received = call(ARGV[1], channel, '0')
    listeners = redis.pcall('pubsub', count, channel)[2] or received
    if listeners > 0 or not named[head] then
        break
    end
    call('lpop', queue)
    call('zrem', KEYS[3], head)
    head, removed = call('lindex', queue, 0), removed + 1
end
return {removed, head, head and listeners or 0, ttl}
