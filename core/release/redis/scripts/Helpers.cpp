// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// call(…): a command that reads. Where the user may not use it, the error has "denied:COMMAND:".
/// act(commands): executes the messages and the writes of a release, in order. Before that, where the server has it
/// (Redis 7), checks the rights for all of them. Returns nil and the number of clients that got a message; or the reply
/// if nothing was changed, or only a part: the error of a command does not undo those before it.
/// noteWake(commands, publish, channel, message): adds the message to the commands, unless the channel is "". With
/// spublish both kinds of message: clients of Redisson before 3.22 subscribe plainly in a cluster too.
constexpr std::string_view helpers = R"lua(
local function isDenial(text)
    return string.find(text, "user executing the script can't", 1, true)
        or string.find(text, 'ACL failure in script', 1, true) -- Redis 8
end
local function call(...)
    local reply = redis.pcall(...)
    if type(reply) == 'table' and reply.err then
        if isDenial(reply.err) then
            error('denied:' .. select(1, ...) .. ':', 0)
        end
        return redis.call(...)
    end
    return reply
end
local function denied(commands)
    for _, words in ipairs(commands) do
        if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(words)) then
            return {'denied', words[1]}
        end
    end
end
local function act(commands)
    local no, receivers, changed = denied(commands), 0, 0
    if no then
        return no
    end
    for _, words in ipairs(commands) do
        local reply = redis.pcall(unpack(words))
        if type(reply) == 'table' and reply.err then
            if changed > 0 then
                return {'partly', words[1], reply.err}
            end
            if isDenial(reply.err) then
                return {'denied', words[1]}
            end
            return {err = string.match(reply.err, '^@user_script: %d+: %-(.*)$') or reply.err} -- before Redis 7
        end
        if words[1] == 'publish' or words[1] == 'spublish' then
            receivers = receivers + reply
        else
            changed = changed + 1
        end
    end
    return nil, receivers
end
local function noteWake(commands, publish, channel, message)
    if channel ~= '' then
        table.insert(commands, {publish, channel, message})
        if publish == 'spublish' then
            table.insert(commands, {'publish', channel, message})
        end
    end
end
)lua";

} // namespace

std::string withHelpers(std::string_view text)
{
    auto all = std::string(helpers.substr(1));
    return all += text.substr(1);
}

} // namespace lockscope::release::scripts
