-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Releases one hold of the writer. The last one deletes the lock, or leaves it to the read holds of the same owner (a
-- downgrade); in both cases it wakes the waiters.
-- Compatible with RReadWriteLock of Redisson 3.52 and 4.7, without the unlock latch. Deviations: Redisson wakes nobody
-- after a downgrade, so waiting readers sleep although they may read; and this script never ends the lease of a read
-- hold early.
--
-- KEYS[1]  NAME: HASH: mode -> read or write; UUID:THREAD -> number of its read holds; UUID:THREAD:write -> of the
--          writer's
-- Also PREFIX:OWNER:rwlock_timeout:N of the readers: STRING "1", the lease of read hold N
-- ARGV[1]  lease in ms: the key's new TTL if holds of the writer remain
-- ARGV[2]  owner: UUID:THREAD:write
-- ARGV[3]  PREFIX: {NAME}, or NAME if it contains a brace
-- ARGV[4]  publish or spublish
-- ARGV[5…] channels: redisson_rwlock:{NAME}
-- Publishes "1" to each channel when the writer has left, or the lock was free already: wakes all waiters of each
-- client.
-- Reply: nil: the owner does not write; otherwise the number of its write holds that remain.
local call, key, owner = redis.call, KEYS[1], ARGV[2]
local held = tonumber(call('hget', key, owner))
if not held and call('exists', key) == 1 then
    return false
end
local ttl = tonumber(ARGV[1])
if held and held > 1 then
    call('pexpire', key, ttl)
    call('hincrby', key, owner, -1)
elseif held then
    call('hdel', key, owner)
    call('hset', key, 'mode', 'read')
    ttl = call('pttl', key)
end
local longest, fields = 0, call('hgetall', key)
for i = 1, #fields, 2 do
    for hold = 1, fields[i] ~= owner and tonumber(fields[i + 1]) or 0 do
        longest = math.max(longest, call('pttl', ARGV[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold))
    end
end
if #fields == 2 then
    call('del', key)
elseif longest > ttl then
    call('pexpire', key, longest)
end
if held and held > 1 then
    return held - 1
end
for i = 5, #ARGV do
    call(ARGV[4], ARGV[i], '1')
end
return held and 0
