-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Takes all free permits of a semaphore.
-- Compatible with RSemaphore.drainPermits of Redisson 3.52 and 4.7: the key loses its TTL, if it has one.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- Publishes nothing.
-- Reply: the number of permits taken; negative if the number was reduced below 0.
local free = redis.call('get', KEYS[1])
if not free then
    return 0
end
redis.call('set', KEYS[1], 0)
return tonumber(free)
