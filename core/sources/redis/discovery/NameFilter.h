// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Selects keys by glob patterns of Redis' own kind, as of SCAN MATCH: "*" matches any bytes, "?" one byte, "[a-c]" and
/// "[^abc]" one byte of a set, and "\" makes the next character an ordinary one. "orders:*", "cache:?:lock". Pure.

#include "core/base/Result.h"

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

class NamePattern final {
public:
    /// BadArguments with an example of a right pattern.
    [[nodiscard]] static Result<NamePattern> parse(std::string_view text);

    /// Time: at most the product of the two lengths.
    [[nodiscard]] bool matches(std::string_view name) const;

private:
    using Bytes = std::bitset<256>;
    struct Part {
        bool isAnyLength = false; ///< "*"
        Bytes bytes{};            ///< else one of these
    };

    NamePattern() = default;
    [[nodiscard]] static std::size_t addSet(std::string_view text, std::size_t begin, Part& part);

    std::vector<Part> m_parts;
};

struct NameFilter {
    std::vector<NamePattern> include; ///< empty: every lock
    std::vector<NamePattern> exclude;

    /// Whether the lock of this name is shown.
    [[nodiscard]] bool shows(std::string_view lock) const;
};

/// `name` begins with one of these; empty: any name does.
[[nodiscard]] bool isBelowOneOf(const std::vector<std::string>& roots, std::string_view name);

/// Which locks are looked for.
struct WantedNames {
    std::vector<std::string> roots{}; ///< fixed beginnings of the names of locks; empty: all locks
    std::vector<std::string> names{}; ///< only these locks, without a scan; empty: all
    NameFilter filter{};              ///< of the locks that are found

    /// Among `names`.
    [[nodiscard]] bool isNamed(std::string_view lock) const;
    /// Whether the lock of this name is one of them.
    [[nodiscard]] bool has(std::string_view lock) const;
};

} // namespace lockscope::inspect
