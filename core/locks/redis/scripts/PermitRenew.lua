-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Gives permits a new lease from now on. Expired permits are returned first, and are not renewed.
-- Compatible with RPermitExpirableSemaphore.updateLeaseTime of Redisson 3.52 and 4.7; deadlines by the server's clock
-- (see PermitAcquire).
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- KEYS[2]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires, 922337203685477: never
-- ARGV[1]  lease in ms, 0: none
-- ARGV[2]  publish or spublish
-- ARGV[3]  channel: redisson_sc:{NAME}
-- ARGV[4…] ids of the permits
-- Publishes the new number of free permits if expired ones were returned and it is above 0.
-- Reply: for each id 1: renewed; 0: has expired, or is unknown.
local call, ends, renewed = redis.call, KEYS[2], {}
local time = call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = call('zremrangebyscore', ends, 0, now)
if expired > 0 then
    local free = call('incrby', KEYS[1], expired)
    if free > 0 then
        call(ARGV[2], ARGV[3], free)
    end
end
for i = 4, #ARGV do
    renewed[i - 3] = call('zscore', ends, ARGV[i]) and 1 or 0
    if renewed[i - 3] == 1 then
        call('zadd', ends, ARGV[1] == '0' and '922337203685477' or now + ARGV[1], ARGV[i])
    end
end
return renewed
