-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Changes the number of permits of a semaphore with leases. A negative number reduces it, below 0 if more are in use.
-- Compatible with RPermitExpirableSemaphore.addPermits of Redisson 3.52 and 4.7: the key loses its TTL, if it has one,
-- and the message is the number added, not the new number.
--
-- KEYS[1]  NAME: STRING, the number of free permits; created if it does not exist
-- ARGV[1]  number of permits to add
-- ARGV[2]  publish or spublish
-- ARGV[3]  channel: redisson_sc:{NAME}
-- Publishes the number added if it is above 0.
-- Reply: the new number of free permits.
local free = (redis.call('get', KEYS[1]) or 0) + ARGV[1]
redis.call('set', KEYS[1], free)
if tonumber(ARGV[1]) > 0 then
    redis.call(ARGV[2], ARGV[3], ARGV[1])
end
return free
