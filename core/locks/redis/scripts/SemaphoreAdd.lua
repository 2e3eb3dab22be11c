-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Changes the number of permits of a semaphore. A negative number reduces it, below 0 if more are in use.
-- Compatible with RSemaphore.addPermits of Redisson 3.52 and 4.7: the key loses its TTL, if it has one.
--
-- KEYS[1]  NAME: STRING, the number of free permits; created if it does not exist
-- ARGV[1]  number of permits to add
-- ARGV[2]  publish or spublish
-- ARGV[3…] channels: redisson_sc:{NAME}; for clients of 2016 also redisson_semaphore__channel__{NAME}
-- Publishes the new number of free permits to each channel.
-- Reply: the new number of free permits.
local free = (redis.call('get', KEYS[1]) or 0) + ARGV[1]
redis.call('set', KEYS[1], free)
for i = 3, #ARGV do
    redis.call(ARGV[2], ARGV[i], free)
end
return free
