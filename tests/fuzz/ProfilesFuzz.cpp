// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The user's connections, edited by hand or by another program: the file is refused with a place and a reason, or the
/// parsed content is written and read back unchanged.

#include "core/connect/Profile.h"
#include "tests/fuzz/Require.h"

using namespace lockscope;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto profiles = connect::readProfiles(fuzz::bytesOf(data, size));
    if (!profiles) {
        fuzz::requireSentence(profiles.error());
        return 0;
    }
    for (const auto& profile : *profiles)
        require(!profile.name.empty() && !profile.servers.servers.empty() && !profile.roots.empty());
    const auto again = connect::readProfiles(connect::writeProfiles(*profiles));
    require(again && *again == *profiles);
    return 0;
}
