// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Which paths somebody wants to see, by patterns: "*" stands for any text within one component of a path, "**" as a
/// component for any number of components, none among them. "/app/*/locks", "/**/leader". Pure.

#include "core/base/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

class PathPattern final {
public:
    /// The error says what a right pattern looks like.
    [[nodiscard]] static Result<PathPattern> parse(std::string_view text);

    /// The path itself fits.
    [[nodiscard]] bool matches(std::string_view path) const;
    /// The path, or something below it, may fit.
    [[nodiscard]] bool mayMatchWithin(std::string_view path) const;

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    PathPattern() = default;

    std::string m_text;
    std::vector<std::string> m_components;
};

struct PathFilter {
    std::vector<PathPattern> include; ///< of locks; none: every lock
    std::vector<PathPattern> exclude; ///< of nodes: neither they nor what is below is looked at

    /// Is the lock at this path wanted?
    [[nodiscard]] bool shows(std::string_view lock) const;
    /// Is this node worth a look: wanted itself, or perhaps something below?
    [[nodiscard]] bool visits(std::string_view path) const;
};

} // namespace lockscope::inspect
