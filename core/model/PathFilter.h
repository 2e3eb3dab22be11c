// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Selects paths by patterns. "*" matches any text within one component of a path; "**" as a component matches any
/// number of components, also zero. "/app/*/locks", "/**/leader". Pure.

#include "core/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

class PathPattern final {
public:
    /// BadArguments with an example of a right pattern.
    [[nodiscard]] static Result<PathPattern> parse(std::string_view text);

    /// Whether the path itself matches.
    [[nodiscard]] bool matches(std::string_view path) const;
    /// Whether the path, or a path below it, may match.
    [[nodiscard]] bool mayMatchWithin(std::string_view path) const;

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    PathPattern() = default;

    std::string m_text;
    std::vector<std::string> m_components;
};

struct PathFilter {
    std::vector<PathPattern> include; ///< for locks; empty: every lock
    std::vector<PathPattern> exclude; ///< for nodes; they and all nodes below them are skipped

    /// Whether the lock at this path is shown.
    [[nodiscard]] bool shows(std::string_view lock) const;
    /// Whether to visit this node: it is shown, or a node below it may be.
    [[nodiscard]] bool visits(std::string_view path) const;
};

} // namespace lockscope::inspect
