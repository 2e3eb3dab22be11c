// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases all holds of the writer. What it reads remains, as after a downgrade; without that, deletes the lock.
/// KEYS[1]  NAME: HASH: mode -> write; the writer -> number of its holds; reader -> number of its holds
/// ARGV[1]  the field of the writer; [2] number of its holds; [3] {NAME}, or NAME if it contains a brace
/// ARGV[4]  publish or spublish; [5] redisson_rwlock:{NAME}; [6] redisson_rwlock__{NAME}
/// Publishes "1" on the channel of today: wakes all waiters of each client; Redisson does not do so after a downgrade,
/// and readers sleep although they may read. Clients of 2016 know the message "0" only.
constexpr std::string_view writerReleaseText = R"lua(
local lock, writer = KEYS[1], ARGV[1]
local held, mode = call('hget', lock, writer), call('hget', lock, 'mode')
if not held then
    return {call('exists', lock) == 1 and 'other' or 'gone', ''}
elseif mode ~= 'write' then
    return {'shape', ''}
elseif held ~= ARGV[2] then
    return {'count', held}
end
local others, longest, fields = 0, 0, call('hgetall', lock)
for i = 1, #fields, 2 do
    if fields[i] ~= 'mode' and fields[i] ~= writer then
        others = others + 1
        for hold = 1, tonumber(fields[i + 1]) or 0 do
            longest = math.max(longest, call('pttl', ARGV[3] .. ':' .. fields[i] .. ':rwlock_timeout:' .. hold))
        end
    end
end
local no = denied({ARGV[4], ARGV[5], '1'}, {'publish', ARGV[6], '0'})
if not no and others == 0 then
    no = denied({'del', lock})
elseif not no then
    no = denied({'hdel', lock, writer}, {'hset', lock, 'mode', 'read'}, {'pexpire', lock, '1'})
end
if no then
    return no
end
local receivers = wake(ARGV[4], ARGV[5], '1') + wake('publish', ARGV[6], '0')
if others == 0 then
    call('del', lock)
    return {'released', receivers, ''}
end
call('hdel', lock, writer)
call('hset', lock, 'mode', 'read')
local left = call('pttl', lock)
if left >= 0 and longest > left then
    call('pexpire', lock, longest)
end
return {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& writerRelease()
{
    static const auto text = withHelpers(writerReleaseText);
    static const redis::Script script("WriterRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
