// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/scripts/ReleaseScripts.h"

namespace lockscope::release::scripts {

namespace {

/// Deletes a key if it still has this token. Its waiters ask again by themselves.
/// KEYS[1]  NAME: STRING, the token of the holder
/// ARGV[1]  token
constexpr std::string_view tokenReleaseText = R"lua(
local token = call('get', KEYS[1])
if not token then
    return {'gone'}
elseif token ~= ARGV[1] then
    return {'other', token}
end
local no = denied({'del', KEYS[1]})
if no then
    return no
end
call('del', KEYS[1])
return {'released', 0, ''}
)lua";

} // namespace

const redis::Script& tokenRelease()
{
    static const auto text = withHelpers(tokenReleaseText);
    static const redis::Script script("TokenRelease", text);
    return script;
}

} // namespace lockscope::release::scripts
