-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Leaves the register of a test, see RegisterEnter.lua.
--
-- KEYS[1]  register
-- ARGV[1]  name
-- Reply: 1: left; 0: overlap: the occupant was not inside, or another one has removed it.
if redis.call('hdel', KEYS[1], 'in ' .. ARGV[1]) == 1 then
    return 1
end
redis.call('hincrby', KEYS[1], 'overlaps', 1)
return 0
