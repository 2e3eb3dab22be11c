// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Names for addresses, from a file like /etc/hosts or from reverse lookups. Never used to connect.

#include "core/base/Result.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lockscope::inspect {

/// The address of "10.0.0.4:51234", "[::1]:49282", "10.0.0.4" or "::1"; other text is returned as it is.
[[nodiscard]] std::string_view addressIn(std::string_view host);

class HostNames final {
public:
    /// parse() of a file; an error has its path. Blocks.
    [[nodiscard]] static Result<HostNames> read(const std::string& file);
    /// Lines "ADDRESS NAME…"; the first name is used. '#' begins a comment. An error names the line. Pure, as the rest.
    [[nodiscard]] static Result<HostNames> parse(std::string_view text);

    /// A later name of an address replaces the earlier one.
    void add(std::string_view address, std::string name);
    /// `host`: an address with or without a port. Empty: unknown.
    [[nodiscard]] std::string nameOf(std::string_view host) const;

private:
    std::map<std::string, std::string, std::less<>> m_names; ///< by the shortest form of the address
};

} // namespace lockscope::inspect
