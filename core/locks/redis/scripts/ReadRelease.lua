-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Releases one read hold. If other holds remain, the key lasts as long as the longest of them. If none is left, or all
-- others have expired, deletes the lock and wakes waiters.
-- Compatible with RReadWriteLock of Redisson 3.52 and 4.7, without the unlock latch. Deviation: never shortens the
-- lease of a writer that releases a read lock.
--
-- KEYS[1]  NAME: HASH: mode -> read or write; UUID:THREAD -> number of its read holds; UUID:THREAD:write -> of the
--          writer's
-- Also PREFIX:OWNER:rwlock_timeout:N of all owners: STRING "1", the lease of read hold N
-- ARGV[1]  owner: UUID:THREAD
-- ARGV[2]  PREFIX: {NAME}, or NAME if it contains a brace
-- ARGV[3]  publish or spublish
-- ARGV[4…] channels: redisson_rwlock:{NAME}
-- Publishes "0" to each channel when the lock becomes free, or was free already: wakes one waiter of each client.
-- Reply: nil: the owner has no read hold; otherwise the number of its holds that remain.
local call, key = redis.call, KEYS[1]
local function release()
    call('del', key)
    for i = 4, #ARGV do
        call(ARGV[3], ARGV[i], '0')
    end
end
local mode, held = call('hget', key, 'mode'), tonumber(call('hget', key, ARGV[1]))
if not held then
    if not mode and call('exists', key) == 0 then
        release()
    end
    return false
end

call('del', ARGV[2] .. ':' .. ARGV[1] .. ':rwlock_timeout:' .. held)
if held > 1 then
    call('hincrby', key, ARGV[1], -1)
else
    call('hdel', key, ARGV[1])
end
local longest, fields = 0, call('hgetall', key)
for i = 1, #fields, 2 do
    for hold = 1, tonumber(fields[i + 1]) or 0 do
        longest = math.max(longest, call('pttl', ARGV[2] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold))
    end
end
if mode == 'write' then
    if longest > call('pttl', key) then
        call('pexpire', key, longest)
    end
elseif longest > 0 then
    call('pexpire', key, longest)
else
    release()
    return 0
end
return held - 1
