// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whether we may delete a node, by the ACL of its parent, before any attempt. Pure.

#include "core/base/Result.h"
#include "core/release/Permission.h"
#include "core/zk/Values.h"

#include <string>
#include <vector>

namespace lockscope::release {

/// Our own identity for the ensemble's ACLs, as far as known.
struct OwnIdentity {
    std::string address; ///< our address as the servers see it; empty when unknown; an invalid one counts as unknown
    std::vector<zk::Acl> accounts; ///< our authenticated schemes and ids, such as digest "ops:…"; permissions unused
};

/// `acl`: of the directory `parent`, or the error of reading it. Unknown if it is unclear whether the list applies to
/// us. A server with skipACL allows everything, whatever this returns.
[[nodiscard]] Permission deletePermission(const std::string& parent, const Result<std::vector<zk::Acl>>& acl,
                                          const OwnIdentity& identity);

/// "digest:ops", "sasl:ann": an account without its credentials.
[[nodiscard]] std::string accountName(const zk::Acl& account);
[[nodiscard]] std::vector<std::string> accountNames(const std::vector<zk::Acl>& accounts);

/// Whether the list grants us one permission (zk::Permission). Unknown if we may not read the list.
[[nodiscard]] Allowed allowedBy(const Result<std::vector<zk::Acl>>& acl, std::int32_t permission,
                                const OwnIdentity& identity);

} // namespace lockscope::release
