-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Extends the leases of up to 100 locks, each only if its owner still holds it. Never shortens one: the key may have a
-- longer lease, of another hold of the same owner. A key of another type fails alone, not the other locks' renewal.
-- Compatible with the renewal of Redisson 3.52 and 4.7 (RLock, fair, fenced, spin and write locks), which also
-- shortens. Redisson 2.2.10 renews without checking the owner; this script does not.
--
-- KEYS[i]  NAME of lock i: HASH, the owner -> number of its holds
-- ARGV[1]  lease in ms: the TTL that each key has at least afterwards
-- ARGV[1+i] owner of lock i: UUID:THREAD, for a write lock UUID:THREAD:write
-- Publishes nothing.
-- Reply: for each key 1, or 0: the owner does not hold the lock.
local renewed = {}
for i = 1, #KEYS do
    renewed[i] = redis.pcall('hexists', KEYS[i], ARGV[i + 1]) == 1 and 1 or 0
    if renewed[i] == 1 and redis.call('pttl', KEYS[i]) < tonumber(ARGV[1]) then
        redis.call('pexpire', KEYS[i], ARGV[1])
    end
end
return renewed
