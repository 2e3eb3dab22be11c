// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// denied({command, argument…}…): the reply if the user may not use one of the commands; before Redis 7 always nil.
/// wake(publish, channel, message): publishes, unless the channel is ""; returns the number of receivers.
constexpr std::string_view helpers = R"lua(
local call = redis.call
local function denied(...)
    for _, words in ipairs({...}) do
        if redis.acl_check_cmd and not redis.acl_check_cmd(unpack(words)) then
            return {'denied', words[1]}
        end
    end
end
local function wake(publish, channel, message)
    return channel == '' and 0 or call(publish, channel, message)
end
)lua";

} // namespace

std::string withHelpers(std::string_view text)
{
    auto all = std::string(helpers.substr(1));
    return all += text.substr(1);
}

} // namespace lockscope::release::scripts
