-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Returns permits to a semaphore and wakes waiters. There is no limit: the number may exceed the original one.
-- Compatible with RSemaphore of Redisson 3.52, 4.7 and 2.2.10.
--
-- KEYS[1]  NAME: STRING, the number of free permits; created if it does not exist
-- ARGV[1]  number of permits
-- ARGV[2]  publish or spublish
-- ARGV[3…] channels: redisson_sc:{NAME}; for clients of 2016 also redisson_semaphore__channel__{NAME}
-- Publishes the new number of free permits to each channel.
-- Reply: the new number of free permits.
local free = redis.call('incrby', KEYS[1], ARGV[1])
for i = 3, #ARGV do
    redis.call(ARGV[2], ARGV[i], free)
end
return free
