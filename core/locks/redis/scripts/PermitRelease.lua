-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Returns permits by their ids and wakes waiters.
-- Compatible with RPermitExpirableSemaphore of Redisson 3.52 and 4.7; deadlines by the server's clock (see
-- PermitAcquire).
-- Deviation: of several ids those that are valid are returned; Redisson returns all or none.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- KEYS[2]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires
-- ARGV[1]  publish or spublish
-- ARGV[2]  channel: redisson_sc:{NAME}
-- ARGV[3…] ids of the permits
-- Publishes the new number of free permits if one was returned.
-- Reply: for each id 1: was held until now; 0: had expired, or was unknown.
local call, returned, held = redis.call, 0, {}
local time = call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i = 3, #ARGV do
    local deadline = call('zscore', KEYS[2], ARGV[i])
    held[i - 2] = deadline and tonumber(deadline) > now and 1 or 0
    returned = returned + call('zrem', KEYS[2], ARGV[i])
end
if returned > 0 then
    call(ARGV[1], ARGV[2], call('incrby', KEYS[1], returned))
end
return held
