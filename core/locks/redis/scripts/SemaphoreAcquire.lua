-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Takes permits of a semaphore if as many are free. Permits have no owner and no lease: after a lost reply nothing
-- shows whether they were taken.
-- Compatible with RSemaphore of Redisson 3.52, 4.7 and 2.2.10.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- ARGV[1]  number of permits
-- Publishes nothing.
-- Reply: [1, free permits]: taken, with those that remain; [0, free permits]: refused, nil: nobody has set a number.
local free = redis.call('get', KEYS[1])
if free and tonumber(free) >= tonumber(ARGV[1]) then
    return {1, redis.call('decrby', KEYS[1], ARGV[1])}
end
return {0, free and tonumber(free)}
