-- SPDX-FileCopyrightText: 2026 The Lockscope Authors
-- SPDX-License-Identifier: Apache-2.0
--
-- Reads whether permits are held: they are recorded and have not expired.
-- No script of Redisson does this for several permits.
--
-- KEYS[1]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires, 922337203685477: never
-- ARGV[i]  ids of the permits
-- Publishes nothing.
-- Reply: for each id 1: held; 0: has expired, or is unknown.
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local held = {}
for i = 1, #ARGV do
    local ends = redis.call('zscore', KEYS[1], ARGV[i])
    held[i] = ends and tonumber(ends) > now and 1 or 0
end
return held
