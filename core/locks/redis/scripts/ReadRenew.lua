-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Extends the leases of read holds, each only if its owner still has it: the leases of all its holds and the key's TTL.
-- Never shortens one. An expired lease is restored: as long as the owner's field exists, no other client was admitted.
-- A key of another type fails alone.
-- Compatible with the renewal of Redisson 4.7, which names the owners too (3.52 renews all readers of the key).
-- Deviation: Redisson also shortens, and does not restore.
--
-- KEYS[i]  NAME of lock i, repeated for another owner: HASH: mode -> read or write; UUID:THREAD -> number of its read
--          holds
-- Also PREFIX:OWNER:rwlock_timeout:N of these owners: STRING "1", the lease of read hold N
-- ARGV[1]  lease in ms: the TTL that each key has at least afterwards
-- ARGV[2i] PREFIX of lock i: {NAME}, or NAME if it contains a brace
-- ARGV[2i+1] owner: UUID:THREAD
-- Publishes nothing.
-- Reply: for each key 1, or 0: the owner has no read hold.
local lease, renewed = tonumber(ARGV[1]), {}
for i = 1, #KEYS do
    local prefix, owner = ARGV[2 * i], ARGV[2 * i + 1]
    local held = redis.pcall('hget', KEYS[i], owner)
    renewed[i] = type(held) == 'string' and 1 or 0
    for hold = 1, renewed[i] * (tonumber(held) or 0) do
        local key = prefix .. ':' .. owner .. ':rwlock_timeout:' .. hold
        if redis.call('pttl', key) < lease and redis.call('pexpire', key, lease) == 0 then
            redis.call('set', key, '1', 'px', lease)
        end
    end
    if renewed[i] == 1 and redis.call('pttl', KEYS[i]) < lease then
        redis.call('pexpire', KEYS[i], lease)
    end
end
return renewed
