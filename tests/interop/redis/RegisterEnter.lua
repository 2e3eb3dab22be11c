-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Enters the register of a test; README.md describes it. Occupants that lost their lock are removed first if there is
-- not enough free capacity: they were killed, or their lease has ended.
--
-- KEYS[1]  register: HASH, "capacity", "overlaps", and "in NAME" of each occupant
-- KEYS[2]  LIST of the former and present occupants: "WEIGHT NUMBER NAME", in order of entry
-- KEYS[3]  key that exists as long as the hold does
-- ARGV[1]  name, ARGV[2] weight, ARGV[3] number: the fencing token, 0: none
-- ARGV[4]  what of KEYS[3] proves the hold: field, value, permit (a member of a sorted set, in hexadecimal) or none
-- ARGV[5]  that field, value or permit
-- Reply: 1: inside; 0: overlap.
local call, register = redis.call, KEYS[1]

local function holds(key, kind, id)
    if kind == 'field' then
        return call('hexists', key, id) == 1
    elseif kind == 'value' then
        return call('get', key) == id
    elseif kind == 'permit' then
        local bytes = id:gsub('%x%x', function(digits) return string.char(tonumber(digits, 16)) end)
        return call('zscore', key, bytes)
    end
    return true
end

local capacity = tonumber(call('hget', register, 'capacity'))
local entries = call('hgetall', register)
local used, losers = 0, {}
for i = 1, #entries, 2 do
    if entries[i]:sub(1, 3) == 'in ' then
        local one = cmsgpack.unpack(entries[i + 1])
        used = used + one[1]
        if not holds(one[2], one[3], one[4]) then
            losers[entries[i]] = one[1]
        end
    end
end
if used + ARGV[2] > capacity then
    for name, weight in pairs(losers) do
        call('hdel', register, name)
        used = used - weight
    end
end
if used + ARGV[2] > capacity or call('hexists', register, 'in ' .. ARGV[1]) == 1 then
    call('hincrby', register, 'overlaps', 1)
    return 0
end
call('hset', register, 'in ' .. ARGV[1], cmsgpack.pack({tonumber(ARGV[2]), KEYS[3], ARGV[4], ARGV[5]}))
call('rpush', KEYS[2], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[1])
return 1
