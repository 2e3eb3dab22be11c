-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Reads the number of free permits.
-- Compatible with availablePermits of RSemaphore of Redisson 3.52 and 4.7.
--
-- KEYS[1]  NAME: STRING, the number of free permits
-- Publishes nothing.
-- Reply: the number of free permits; nil: nobody has set one.
local free = redis.call('get', KEYS[1])
return free and tonumber(free)
