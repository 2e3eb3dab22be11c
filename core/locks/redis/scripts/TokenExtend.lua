-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Gives all keys a new lease from now on if all have the token; otherwise changes nothing.
-- Compatible with node-redlock 5 (extend), redlock-rb (extend only if locked) and the Lock of redis-py (reacquire).
--
-- KEYS[i]  RESOURCE i: STRING, the token
-- ARGV[1]  token
-- ARGV[2]  lease in ms
-- Publishes nothing.
-- Reply: the number of keys, 0: at least one of them has another token or none.
for i = 1, #KEYS do
    if redis.pcall('get', KEYS[i]) ~= ARGV[1] then
        return 0
    end
end
for i = 1, #KEYS do
    redis.call('pexpire', KEYS[i], ARGV[2])
end
return #KEYS
