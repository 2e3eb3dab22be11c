// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The data of a contender's node that requests its release (a revocation request). Pure.

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
