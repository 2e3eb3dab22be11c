-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Acquires a lock with a fencing token, which increases with each acquisition, repeated ones included.
-- Compatible with RFencedLock of Redisson 3.52 and 4.7. Released by LockRelease, which leaves the token.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- KEYS[2]  redisson_lock_token:{NAME}: STRING, the last token, without TTL
-- ARGV[1]  lease in ms: the key's new TTL
-- ARGV[2]  owner: UUID:THREAD
-- Publishes nothing.
-- Reply: [1, token]: acquired; [0, PTTL]: refused, with the holder's lease, -1 if it has no end.
local ttl = redis.call('pttl', KEYS[1])
if ttl ~= -2 and redis.call('hexists', KEYS[1], ARGV[2]) == 0 then
    return {0, ttl}
end
local token = redis.call('incr', KEYS[2])
redis.call('hincrby', KEYS[1], ARGV[2], 1)
redis.call('pexpire', KEYS[1], ARGV[1])
return {1, token}
