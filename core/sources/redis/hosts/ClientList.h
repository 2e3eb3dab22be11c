// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The reply to CLIENT LIST, and which owners its names prove. Pure.

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// A connection that has a name.
struct NamedClient {
    std::string address; ///< "ip:port"
    std::string name;    ///< by CLIENT SETNAME

    friend bool operator==(const NamedClient&, const NamedClient&) = default;
};

/// Connections without a name, and lines of another form, are left out.
[[nodiscard]] std::vector<NamedClient> parseClientList(std::string_view reply);

/// Which of `instances` the name of a connection names: a UUID anywhere in it, or a token that is the whole name. Other
/// names prove nothing of a lock. Empty: none.
[[nodiscard]] std::string instanceNamedBy(std::string_view clientName,
                                          const std::set<std::string, std::less<>>& instances);

/// Lockscope's own connections, by their names: they release locks by the owners of others.
[[nodiscard]] bool isOwnName(std::string_view clientName);

} // namespace lockscope::inspect
