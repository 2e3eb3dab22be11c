// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What stands in a contender's node when somebody asks it to let go. Pure.

#include <string_view>

namespace lockscope::queue {

/// Source: Apache Curator, Revoker and RevocationSpec.
inline constexpr std::string_view curatorRevocation = "__REVOKE__";
/// The same in ZooKeeper's documented recipe, "Revocable Shared Locks".
inline constexpr std::string_view documentedRevocation = "unlock";

[[nodiscard]] constexpr bool isRevocation(std::string_view data)
{
    return data == curatorRevocation || data == documentedRevocation;
}

} // namespace lockscope::queue
