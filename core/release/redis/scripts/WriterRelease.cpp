// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases all holds of the writer. What it reads remains, as after a downgrade; without that, deletes the lock.
/// KEYS[1]  NAME: HASH: mode -> write; the writer -> number of its holds; reader -> number of its holds
/// ARGV[1]  the field of the writer; [2] number of its holds; [3] {NAME}, or NAME if it contains a brace
/// ARGV[4]  publish or spublish; [5] redisson_rwlock:{NAME}; [6] redisson_rwlock__{NAME}; [7] most leases to read
/// ARGV[8]  the owner, which is the field of what it reads
/// Publishes "1" on the channel of today: wakes all waiters of each client; Redisson does not do so after a downgrade,
/// and readers sleep although they may read. Clients of 2016 know the message "0" only.
constexpr std::string_view writerReleaseText = R"lua(
local lock, writer = KEYS[1], ARGV[1]
local held, mode = call('hget', lock, writer), call('hget', lock, 'mode')
if not held then
    local size = call('hlen', lock) - call('hexists', lock, 'mode') - call('hexists', lock, ARGV[8])
    return {size > 0 and 'other' or 'gone', ''}
elseif mode ~= 'write' then
    return {'shape', ''}
elseif held ~= ARGV[2] then
    return {'count', held}
end
local others, longest, room, fields = 0, 0, tonumber(ARGV[7]), call('hgetall', lock)
for i = 1, #fields, 2 do
    if fields[i] ~= 'mode' and fields[i] ~= writer then
        others = others + 1
        local holds = tonumber(fields[i + 1]) or 0
        room = room - holds
        for hold = 1, room < 0 and 0 or holds do
            longest = math.max(longest, call('pttl', ARGV[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold))
        end
    end
end
local commands = {}
noteWake(commands, ARGV[4], ARGV[5], '1')
table.insert(commands, {'publish', ARGV[6], '0'})
if others == 0 then
    table.insert(commands, {'del', lock})
else
    table.insert(commands, {'hdel', lock, writer})
    table.insert(commands, {'hset', lock, 'mode', 'read'})
    local left = call('pttl', lock)
    if left >= 0 and longest > left then
        table.insert(commands, {'pexpire', lock, string.format('%.0f', longest)})
    end
end
local no, receivers = act(commands)
return no or {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& writerRelease()
{
    static const auto text = withHelpers(writerReleaseText);
    static const redis::Script script("WriterRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
