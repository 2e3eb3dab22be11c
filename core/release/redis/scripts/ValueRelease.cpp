// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Releases one value of a faster multi-lock, whose owner keeps its others. A value has three fields.
/// KEYS[1]  NAME: HASH: VALUE -> owner; VALUE:OWNER:expire_time -> epoch ms; VALUE:OWNER:lock_count -> number of holds
/// ARGV[1]  VALUE; [2] owner; [3] number of its holds
/// ARGV[4]  publish or spublish; [5] redisson_lock__channel:{NAME}
/// Publishes "0".
constexpr std::string_view valueReleaseText = R"lua(
local lock, value, owner = KEYS[1], ARGV[1], ARGV[2]
local holder = call('hget', lock, value)
if not holder then
    return {'gone'}
elseif holder ~= owner then
    return {'other', holder}
end
local part = value .. ':' .. owner
local held = call('hget', lock, part .. ':lock_count')
if held ~= ARGV[3] then
    return {'count', held or ''}
end
local commands = {}
noteWake(commands, ARGV[4], ARGV[5], '0')
table.insert(commands, {'hdel', lock, value, part .. ':expire_time', part .. ':lock_count'})
local no, receivers = act(commands)
return no or {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& valueRelease()
{
    static const auto text = withHelpers(valueReleaseText);
    static const redis::Script script("ValueRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
