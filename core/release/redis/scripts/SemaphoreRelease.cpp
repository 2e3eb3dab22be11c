// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Adds permits to a semaphore without leases, as a release of as many permits does.
/// KEYS[1]  NAME: STRING, the number of free permits
/// ARGV[1]  the number of free permits that was seen; [2] how many to add
/// ARGV[3]  publish or spublish; [4] redisson_sc:{NAME}; [5] redisson_semaphore__channel__{NAME}
/// Publishes the new number of free permits.
constexpr std::string_view semaphoreReleaseText = R"lua(
local free = call('get', KEYS[1])
if not free then
    return {'gone'}
elseif free ~= ARGV[1] then
    return {'free', free}
end
local message, commands = string.format('%.0f', tonumber(free) + tonumber(ARGV[2])), {}
noteWake(commands, ARGV[3], ARGV[4], message)
table.insert(commands, {'publish', ARGV[5], message})
table.insert(commands, {'incrby', KEYS[1], ARGV[2]})
local no, receivers = act(commands)
return no or {'released', receivers, ''}
)lua";

} // namespace

const redis::Script& semaphoreRelease()
{
    static const auto text = withHelpers(semaphoreReleaseText);
    static const redis::Script script("SemaphoreRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
