-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Replaces or deletes a value if it is the expected one: a lock that is one JSON value with client, thread and count.
-- Acquired by SET NX; acquired again, renewed and released by this script. The value is compared as text.
-- Compatible with RLock of Redisson before 2015-07, which used WATCH and MULTI.
--
-- KEYS[1]  NAME: STRING, the JSON value
-- ARGV[1]  the value that is expected
-- ARGV[2]  the new value; empty: delete the key
-- ARGV[3]  lease in ms for the new value, 0: none
-- ARGV[4]  publish or spublish
-- ARGV[5…] channels: redisson__lock__channel__{NAME}
-- Publishes "0" to each channel when the key was deleted.
-- Reply: 1: done; 0: the value is another, or there is none.
if redis.call('get', KEYS[1]) ~= ARGV[1] then
    return 0
end
if ARGV[2] ~= '' then
    redis.call('set', KEYS[1], ARGV[2])
    if ARGV[3] ~= '0' then
        redis.call('pexpire', KEYS[1], ARGV[3])
    end
    return 1
end
redis.call('del', KEYS[1])
for i = 5, #ARGV do
    redis.call(ARGV[4], ARGV[i], '0')
end
return 1
