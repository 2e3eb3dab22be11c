// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// May we delete there? Read from the access list of the node's parent, before anything is tried. Pure.

#include "core/base/Result.h"
#include "core/zk/Values.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::release {

/// Whom the ensemble takes us for, as far as we know.
struct Identity {
    std::string address; ///< ours, as the servers see it; empty while nobody told; no address: as good as not told
    std::vector<zk::Acl> accounts; ///< schemes and ids that we have proved, such as digest "ops:…"; permissions unused
};

enum class Allowed {
    Yes,
    No,
    Unknown
};

/// "yes", "no", "unknown".
[[nodiscard]] std::string_view toString(Allowed allowed);

struct Permission {
    Allowed allowed = Allowed::Unknown;
    std::string text; ///< why, in a sentence

    friend bool operator==(const Permission&, const Permission&) = default;
};

/// `acl`: of the directory `parent`, or why it could not be read. A list that can't be told to mean us is Unknown; a
/// server with skipACL lets everything pass, whatever this says.
[[nodiscard]] Permission deletePermission(const std::string& parent, const Result<std::vector<zk::Acl>>& acl,
                                          const Identity& identity);

/// "digest:ops", "sasl:ann": an account without what proves it.
[[nodiscard]] std::string accountName(const zk::Acl& account);
[[nodiscard]] std::vector<std::string> accountNames(const std::vector<zk::Acl>& accounts);

/// May we do there what takes one permission (zk::Permission)? Unknown where the list may not be read.
[[nodiscard]] Allowed allowedBy(const Result<std::vector<zk::Acl>>& acl, std::int32_t permission,
                                const Identity& identity);

} // namespace lockscope::release
