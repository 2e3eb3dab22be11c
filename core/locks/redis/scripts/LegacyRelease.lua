-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Releases one hold of the lock of 2016; releasing a lock that does not exist wakes the waiters too.
-- Compatible with RLock of Redisson 2.2.10. Acquired by LockAcquire: the data is the same.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- ARGV[1]  lease in ms: the key's new TTL if holds remain
-- ARGV[2]  owner: UUID:THREAD
-- ARGV[3]  publish or spublish
-- ARGV[4…] channels: redisson_lock__channel__{NAME}; for newer clients also redisson_lock__channel:{NAME}
-- Publishes "0" to each channel when the lock becomes free, or was free already.
-- Reply: nil: another owner holds the lock, nothing has changed; -1: there was no lock; otherwise the number of holds
-- that remain, 0: free.
local held = redis.call('hget', KEYS[1], ARGV[2])
if held and tonumber(held) > 1 then
    redis.call('pexpire', KEYS[1], ARGV[1])
    return redis.call('hincrby', KEYS[1], ARGV[2], -1)
end
if held then
    redis.call('del', KEYS[1])
elseif redis.call('exists', KEYS[1]) == 1 then
    return false
end
for i = 4, #ARGV do
    redis.call(ARGV[3], ARGV[i], '0')
end
return held and 0 or -1
