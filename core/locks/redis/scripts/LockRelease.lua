-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Releases one hold. The last one deletes the lock and wakes the waiters.
-- Compatible with RLock and the spin lock (no channels) of Redisson 3.52 and 4.7, except that there is no unlock latch:
-- after a lost reply LockInspect shows the owner's number of holds.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- ARGV[1]  lease in ms: the key's new TTL if holds remain
-- ARGV[2]  owner: UUID:THREAD
-- ARGV[3]  publish or spublish
-- ARGV[4…] channels: redisson_lock__channel:{NAME}; for clients of 2016 also redisson_lock__channel__{NAME}
-- Publishes "0" to each channel when the lock becomes free.
-- Reply: nil: the owner does not hold the lock, nothing has changed; otherwise the number of holds that remain, 0:
-- free.
local held = redis.call('hget', KEYS[1], ARGV[2])
if not held then
    return false
end
if tonumber(held) > 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return redis.call('hincrby', KEYS[1], ARGV[2], -1)
end
redis.call('del', KEYS[1])
for i = 4, #ARGV do
    redis.call(ARGV[3], ARGV[i], '0')
end
return 0
