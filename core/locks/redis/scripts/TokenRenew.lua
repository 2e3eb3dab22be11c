-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Extends the leases of up to 100 keys, each only if it has its token. Never shortens one.
-- Compatible with node-redlock 5 (extend), redlock-rb and the Lock of redis-py (reacquire), which extend one resource.
--
-- KEYS[i]  RESOURCE i: STRING, the token
-- ARGV[1]  lease in ms: the TTL that each key has at least afterwards
-- ARGV[1+i] token of resource i
-- Publishes nothing.
-- Reply: for each key 1, or 0: it has another token, or does not exist.
local renewed = {}
for i = 1, #KEYS do
    renewed[i] = redis.pcall('get', KEYS[i]) == ARGV[i + 1] and 1 or 0
    if renewed[i] == 1 and redis.call('pttl', KEYS[i]) < tonumber(ARGV[1]) then
        redis.call('pexpire', KEYS[i], ARGV[1])
    end
end
return renewed
