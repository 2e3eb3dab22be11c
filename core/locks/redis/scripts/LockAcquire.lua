-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Acquires a lock that is one hash, once more if the owner holds it already.
-- Compatible with RLock and the spin lock of Redisson 3.52 and 4.7, and with its lock of 2016 (2.2.10).
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds
-- ARGV[1]  lease in ms: the key's new TTL
-- ARGV[2]  owner: UUID:THREAD
-- Publishes nothing.
-- Reply: nil: acquired; otherwise refused: the PTTL of the holder's lease, -1 if it has no end.
local ttl = redis.call('pttl', KEYS[1])
if ttl ~= -2 and redis.call('hexists', KEYS[1], ARGV[2]) == 0 then
    return ttl
end
redis.call('hincrby', KEYS[1], ARGV[2], 1)
redis.call('pexpire', KEYS[1], ARGV[1])
return false
