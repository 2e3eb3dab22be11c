// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases all holds of one reader. Without other owners deletes the lock and wakes the waiters. Else the key lasts as
/// long as the longest lease of the readers that remain, as in Redisson; it stays as it is if they have none, as those
/// of 2016, and while the owner writes.
/// KEYS[1]  NAME: HASH: mode -> read or write; reader -> number of its holds; the writer
/// KEYS[2…] {NAME}:OWNER:rwlock_timeout:N: the leases of the reader; those of others, named alike, are only read
/// ARGV[1]  reader; [2] number of its holds; [3] {NAME}, or NAME if it contains a brace
/// ARGV[4]  publish or spublish; [5] redisson_rwlock:{NAME}; [6] redisson_rwlock__{NAME}
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
local others, longest, fields = 0, 0, call('hgetall', lock)
for i = 1, #fields, 2 do
    if fields[i] ~= 'mode' and fields[i] ~= reader then
        others = others + 1
        for hold = 1, tonumber(fields[i + 1]) or 0 do
            local left = call('pttl', ARGV[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold)
            longest = left == -1 and math.huge or math.max(longest, left)
        end
    end
end
local no = denied({'del', unpack(KEYS)})
if not no and others == 0 then
    no = denied({ARGV[4], ARGV[5], '0'}, {'publish', ARGV[6], '0'})
elseif not no then
    no = denied({'hdel', lock, reader}, {'pexpire', lock, '1'})
end
if no then
    return no
end
if others == 0 then
    local receivers = wake(ARGV[4], ARGV[5], '0') + wake('publish', ARGV[6], '0')
    call('del', unpack(KEYS))
    return {'released', receivers, ''}
end
call('hdel', lock, reader)
if #KEYS > 1 then
    call('del', unpack(KEYS, 2))
end
if mode == 'read' and longest > 0 and longest < math.huge then
    call('pexpire', lock, longest)
end
return {'released', 0, ''}
)lua";

} // namespace

const redis::Script& readerRelease()
{
    static const auto text = withHelpers(readerReleaseText);
    static const redis::Script script("ReaderRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
