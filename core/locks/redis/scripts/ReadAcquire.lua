-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Acquires the read lock of a read/write lock, once more if the owner has it already. The writer may acquire it too.
-- Compatible with RReadWriteLock of Redisson 3.52 and 4.7. Deviation: a hash of another kind of lock counts as held.
--
-- KEYS[1]  NAME: HASH: mode -> read or write; UUID:THREAD -> number of its read holds; UUID:THREAD:write -> of the
--          writer's
-- Also PREFIX:OWNER:rwlock_timeout:N: STRING "1", the lease of read hold N
-- ARGV[1]  lease in ms of this hold: the key has at least this TTL afterwards
-- ARGV[2]  owner: UUID:THREAD
-- ARGV[3]  PREFIX: {NAME}, or NAME if it contains a brace
-- Publishes nothing.
-- Reply: nil: acquired; otherwise refused: the PTTL of the key, -1 if it has no end.
local ttl = redis.call('pttl', KEYS[1])
if ttl == -2 then
    redis.call('hset', KEYS[1], 'mode', 'read')
elseif redis.call('hget', KEYS[1], 'mode') ~= 'read' and redis.call('hexists', KEYS[1], ARGV[2] .. ':write') == 0 then
    return ttl
end
local hold = redis.call('hincrby', KEYS[1], ARGV[2], 1)
redis.call('set', ARGV[3] .. ':' .. ARGV[2] .. ':rwlock_timeout:' .. hold, '1', 'px', ARGV[1])
if ttl < tonumber(ARGV[1]) then
    redis.call('pexpire', KEYS[1], ARGV[1])
end
return false
