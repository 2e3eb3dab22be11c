// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Returns one permit by its id. An id is never given twice.
/// KEYS[1]  NAME: STRING, the number of free permits
/// KEYS[2]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires
/// ARGV[1]  id; [2] publish or spublish; [3] redisson_sc:{NAME}; [4] redisson_semaphore__channel__{NAME}
/// Publishes the new number of free permits. A number that Lua does not represent exactly, or none, is of no semaphore:
/// INCRBY would fail after the permit was removed.
constexpr std::string_view permitReleaseText = R"lua(
if not call('zscore', KEYS[2], ARGV[1]) then
    return {'gone'}
end
local free = call('get', KEYS[1]) or '0'
if not string.find(free, '^-?%d+$') or #free > 15 then
    return {'shape', ''}
end
local message, commands = string.format('%.0f', tonumber(free) + 1), {}
noteWake(commands, ARGV[2], ARGV[3], message)
table.insert(commands, {'publish', ARGV[4], message})
table.insert(commands, {'zrem', KEYS[2], ARGV[1]})
table.insert(commands, {'incrby', KEYS[1], '1'})
local no, receivers = act(commands)
return no or {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& permitRelease()
{
    static const auto text = withHelpers(permitReleaseText);
    static const redis::Script script("PermitRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
