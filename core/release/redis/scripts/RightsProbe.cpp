// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Whether the user may use the commands of a release. That the server runs this script shows that the user may run
/// scripts with these keys.
/// KEYS     those of the release
/// ARGV     pairs of a command and its key or channel
/// Reply: [allowed]; [denied, command]; [unknown] before Redis 7.
constexpr std::string_view rightsProbeText = R"lua(
if not redis.acl_check_cmd then
    return {'unknown'}
end
-- Redis 8 refuses a number of words that the command does not take.
local function mayUse(command, object)
    local words = {command, object}
    for _ = 1, 4 do
        local isTaken, answer = pcall(redis.acl_check_cmd, unpack(words))
        if isTaken then
            return answer
        end
        table.insert(words, '')
    end
    return redis.acl_check_cmd(command)
end
for i = 1, #ARGV, 2 do
    if not mayUse(ARGV[i], ARGV[i + 1]) then
        return {'denied', ARGV[i]}
    end
end
return {'allowed'}
)lua";

} // namespace

const redis::Script& rightsProbe()
{
    static const auto text = withHelpers(rightsProbeText);
    static const redis::Script script("RightsProbe", text);
    return script;
}

} // namespace lockscope::release::scripts
