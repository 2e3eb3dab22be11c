-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Sets the same token in all keys, or in none if one of them is taken. A key that has this token already counts as
-- free: after a lost reply the same request succeeds. For one key SET NX PX does the same in one command.
-- Compatible with node-redlock 5 (several resources), redlock-rb and the Lock of redis-py: the same keys and values.
--
-- KEYS[i]  RESOURCE i: STRING, the token
-- ARGV[1]  token: random, a new one for each acquisition
-- ARGV[2]  lease in ms
-- Publishes nothing.
-- Reply: nil: acquired; otherwise refused: the PTTL of the first key that is taken, -1 if it has no end.
for i = 1, #KEYS do
    local token = redis.pcall('get', KEYS[i])
    if token and token ~= ARGV[1] then
        return redis.call('pttl', KEYS[i])
    end
end
for i = 1, #KEYS do
    redis.call('set', KEYS[i], ARGV[1], 'px', ARGV[2])
end
return false
