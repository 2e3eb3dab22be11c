// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Returns one permit by its id. An id is never given twice.
/// KEYS[1]  NAME: STRING, the number of free permits
/// KEYS[2]  {NAME}:timeout: ZSET, permit id -> epoch ms when it expires
/// ARGV[1]  id; [2] publish or spublish; [3] redisson_sc:{NAME}; [4] redisson_semaphore__channel__{NAME}
/// Publishes the new number of free permits.
constexpr std::string_view permitReleaseText = R"lua(
if not call('zscore', KEYS[2], ARGV[1]) then
    return {'gone'}
end
local free = (tonumber(call('get', KEYS[1]) or 0) or 0) + 1
local no = denied({'zrem', KEYS[2], ARGV[1]}, {'incrby', KEYS[1], '1'}, {ARGV[2], ARGV[3], '1'},
    {'publish', ARGV[4], '1'})
if no then
    return no
end
local receivers = wake(ARGV[2], ARGV[3], free) + wake('publish', ARGV[4], free)
call('zrem', KEYS[2], ARGV[1])
call('incrby', KEYS[1], 1)
return {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& permitRelease()
{
    static const auto text = withHelpers(permitReleaseText);
    static const redis::Script script("PermitRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
