-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Takes permits with a lease. Expired permits of other holders are returned first. A repeated request with the same ids
-- succeeds without taking more, and gives them a new lease: a lost reply is no problem.
-- Compatible with RPermitExpirableSemaphore of Redisson 3.52 and 4.7, which uses the client's clock for deadlines. This
-- script uses the server's clock, which is what a correct client clock shows: where clocks differ, a permit expires
-- earlier or later by the difference, as between two clients of Redisson. All expired permits are returned, not only as
-- many as requested.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- KEYS[2]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires, 922337203685477: never
-- ARGV[1]  lease in ms, 0: none
-- ARGV[2]  publish or spublish
-- ARGV[3]  channel: redisson_sc:{NAME}
-- ARGV[4…] ids of the permits to take: 16 random bytes each
-- Publishes the new number of free permits if expired ones were returned and it is above 0.
-- Reply: [1, free permits]: taken, with those that remain; [0, free permits, ms until the next permit expires]:
-- refused. The number is nil if nobody has set one; the time is -1 if no permit expires.
local call, ends = redis.call, KEYS[2]
local time = call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local expired = call('zremrangebyscore', ends, 0, now)
if expired > 0 then
    local free = call('incrby', KEYS[1], expired)
    if free > 0 then
        call(ARGV[2], ARGV[3], free)
    end
end

local count, free = #ARGV - 3, tonumber(call('get', KEYS[1]))
local deadline = ARGV[1] == '0' and '922337203685477' or now + ARGV[1]
if call('zscore', ends, ARGV[4]) then
    for i = 4, #ARGV do
        call('zadd', ends, 'xx', deadline, ARGV[i])
    end
    return {1, free or false}
end
if not free or free < count then
    local first = call('zrange', ends, 0, 0, 'withscores')[2]
    return {0, free or false, first and tonumber(first) ~= 922337203685477 and first - now or -1}
end
for i = 4, #ARGV do
    call('zadd', ends, deadline, ARGV[i])
end
local ttl = call('pttl', KEYS[1])
if ttl > 0 then
    call('pexpire', ends, ttl)
end
return {1, call('decrby', KEYS[1], count)}
