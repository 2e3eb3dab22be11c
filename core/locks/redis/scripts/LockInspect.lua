-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Reports the state of a lock to one owner: after a lost reply it shows whether a request was executed. Changes
-- nothing. For RLock, fair, fenced, spin and read/write locks.
--
-- KEYS[1]  NAME: HASH, the owner -> number of its holds; a read/write lock also has the field mode
-- KEYS[2]  only for a fenced lock: redisson_lock_token:{NAME}: STRING, the last token
-- ARGV[1]  owner: UUID:THREAD, for a write lock UUID:THREAD:write
-- Publishes nothing.
-- Reply: [number of the owner's holds, PTTL (-2: free), holder, last token]. The holder is the owner of the only field;
-- of a read/write lock the mode, read or write; nil if the lock is free. The token is nil if there is none.
local holder = redis.call('hget', KEYS[1], 'mode')
if redis.call('hlen', KEYS[1]) == 1 then
    holder = redis.call('hkeys', KEYS[1])[1]
end
local token = KEYS[2] and redis.call('get', KEYS[2])
return {tonumber(redis.call('hget', KEYS[1], ARGV[1])) or 0, redis.call('pttl', KEYS[1]), holder,
    token and tonumber(token) or false}
