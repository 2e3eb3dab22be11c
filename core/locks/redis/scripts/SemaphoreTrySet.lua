-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Sets the number of permits of a semaphore that has none yet.
-- Compatible with trySetPermits of RSemaphore and RPermitExpirableSemaphore of Redisson 3.52 and 4.7.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- ARGV[1]  number of permits
-- ARGV[2]  TTL of the semaphore in ms, 0: none
-- ARGV[3]  publish or spublish
-- ARGV[4…] channels: redisson_sc:{NAME}; for clients of 2016 also redisson_semaphore__channel__{NAME}
-- Publishes the number of permits to each channel if it was set.
-- Reply: 1: set; 0: it was set already.
local set
if ARGV[2] == '0' then
    set = redis.call('set', KEYS[1], ARGV[1], 'nx')
else
    set = redis.call('set', KEYS[1], ARGV[1], 'nx', 'px', ARGV[2])
end
if not set then
    return 0
end
for i = 4, #ARGV do
    redis.call(ARGV[3], ARGV[i], ARGV[1])
end
return 1
