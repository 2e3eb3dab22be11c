-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Deletes the keys that have the token, and leaves the others.
-- Compatible with node-redlock 5, redlock-rb and the Lock of redis-py.
--
-- KEYS[i]  RESOURCE i: STRING, the token
-- ARGV[1]  token
-- Publishes nothing.
-- Reply: the number of keys deleted.
local deleted = 0
for i = 1, #KEYS do
    if redis.pcall('get', KEYS[i]) == ARGV[1] then
        deleted = deleted + redis.call('del', KEYS[i])
    end
end
return deleted
