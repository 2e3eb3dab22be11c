// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Deletes a key if it still has this token. Its waiters ask again by themselves, unless they block on a list: then an
/// entry in it wakes one of them, which repeats its request. An entry that no client takes is deleted a second later.
/// KEYS[1]  NAME: STRING, the token of the holder
/// KEYS[2]  the list, if there is one
/// ARGV[1]  token
constexpr std::string_view tokenReleaseText = R"lua(
local lock, list = KEYS[1], KEYS[2]
local token = call('get', lock)
if not token then
    return {'gone'}
elseif token ~= ARGV[1] then
    return {'other', token}
end
local commands = {}
if list then
    commands = {{'del', list}, {'lpush', list, '1'}, {'pexpire', list, '1000'}}
end
table.insert(commands, {'del', lock})
local no = act(commands)
return no or {'released', 0, ''}
)lua";

} // namespace

const redis::Script& tokenRelease()
{
    static const auto text = withHelpers(tokenReleaseText);
    static const redis::Script script("TokenRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
