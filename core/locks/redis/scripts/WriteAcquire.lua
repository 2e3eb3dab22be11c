-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Acquires the write lock of a read/write lock, once more if the owner has it already. A reader waits for itself.
-- Compatible with RReadWriteLock of Redisson 3.52 and 4.7: a repeated acquisition adds the lease to the remaining TTL.
--
-- KEYS[1]  NAME: HASH: mode -> read or write; UUID:THREAD -> number of its read holds; UUID:THREAD:write -> of the
--          writer's
-- ARGV[1]  lease in ms
-- ARGV[2]  owner: UUID:THREAD:write
-- Publishes nothing.
-- Reply: nil: acquired; otherwise refused: the PTTL of the key, -1 if it has no end.
local ttl = redis.call('pttl', KEYS[1])
if ttl == -2 then
    redis.call('hset', KEYS[1], 'mode', 'write', ARGV[2], 1)
elseif redis.call('hexists', KEYS[1], ARGV[2]) == 0 then
    return ttl
else
    redis.call('hincrby', KEYS[1], ARGV[2], 1)
end
redis.call('pexpire', KEYS[1], math.max(ttl, 0) + ARGV[1])
return false
