// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases all holds of one reader. Without other owners deletes the lock and wakes the waiters. Else the key lasts as
/// long as the longest lease of the readers that remain, as in Redisson; it stays as it is while the owner writes, if
/// one of them has no lease, as those of 2016, and if they have too many to read.
/// KEYS[1]  NAME: HASH: mode -> read or write; reader -> number of its holds; the writer
/// KEYS[2…] {NAME}:OWNER:rwlock_timeout:N: the leases of the reader; those of others, named alike, are only read
/// ARGV[1]  reader; [2] number of its holds; [3] {NAME}, or NAME if it contains a brace
/// ARGV[4]  publish or spublish; [5] redisson_rwlock:{NAME}; [6] redisson_rwlock__{NAME}; [7] most leases to read
/// Publishes "0" if the lock becomes free.
constexpr std::string_view readerReleaseText = R"lua(
local lock, reader = KEYS[1], ARGV[1]
local held, mode = call('hget', lock, reader), call('hget', lock, 'mode')
if not held then
    return {'gone'}
elseif not mode then
    return {'shape', ''}
elseif held ~= ARGV[2] then
    return {'count', held}
end
local others, longest, room, fields = 0, 0, tonumber(ARGV[7]), call('hgetall', lock)
for i = 1, #fields, 2 do
    if fields[i] ~= 'mode' and fields[i] ~= reader then
        others = others + 1
        local longestOfOne, holds = -2, tonumber(fields[i + 1]) or 0
        room = room - holds
        for hold = 1, room < 0 and 0 or holds do
            local left = call('pttl', ARGV[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold)
            longestOfOne = left == -1 and math.huge or math.max(longestOfOne, left)
        end
        longest = longestOfOne == -2 and math.huge or math.max(longest, longestOfOne)
    end
end
local commands = {}
if others == 0 then
    noteWake(commands, ARGV[4], ARGV[5], '0')
    table.insert(commands, {'publish', ARGV[6], '0'})
    table.insert(commands, {'del', unpack(KEYS)})
else
    table.insert(commands, {'hdel', lock, reader})
    if #KEYS > 1 then
        table.insert(commands, {'del', unpack(KEYS, 2)})
    end
    if mode == 'read' and longest > 0 and longest < math.huge then
        table.insert(commands, {'pexpire', lock, string.format('%.0f', longest)})
    end
end
local no, receivers = act(commands)
return no or {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& readerRelease()
{
    static const auto text = withHelpers(readerReleaseText);
    static const redis::Script script("ReaderRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
