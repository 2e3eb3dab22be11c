// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the children of a lock are named, written down as one readable line and matched without backtracking traps.
///
/// A pattern is literal text with these parts:
///   {uuid}   8-4-4-4-12 hexadecimal digits in lower case, as Curator's protected nodes have
///   {hex32}  32 hexadecimal digits in lower case, as Kazoo's nodes have
///   {any}    any text, possibly none, up to the last place where the rest of the pattern fits; only once
///   {seq}    the number that the server appended: ten characters, or eleven for the most negative ones; only at the
///   end
/// Example: "_c_{uuid}-lock-{seq}". Pure and thread-safe; matching allocates nothing but the answer.

#include "core/base/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

struct NameParts {
    std::string_view id; ///< what {uuid} or {hex32} stood for; else empty. A view into the matched name
    std::optional<std::int32_t> sequence;
};

/// The server's number at the end of `name` (ZooKeeper writes it as Java's "%010d" of a signed 32-bit counter, so it
/// may be negative), or nothing when the name does not end in one. After a double dash the number is negative.
[[nodiscard]] std::optional<std::int32_t> sequenceOf(std::string_view name);

class NamePattern final {
public:
    [[nodiscard]] static Result<NamePattern> parse(std::string_view text);

    [[nodiscard]] std::optional<NameParts> match(std::string_view name) const;

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    enum class PartKind {
        Literal,
        Uuid,
        Hex32,
        Any
    };
    struct Part {
        PartKind kind;
        std::string literal;
    };

    NamePattern() = default;
    /// How many characters the part takes at the front of `rest`, or nothing if it does not fit.
    [[nodiscard]] static std::optional<std::size_t> take(const Part& part, std::string_view rest);
    [[nodiscard]] bool matchFixed(std::size_t first, std::size_t last, std::string_view text,
                                  std::string_view& id) const;
    [[nodiscard]] bool matchPrefix(std::string_view name, std::string_view& id) const;
    [[nodiscard]] static std::size_t widthOf(const Part& part);

    std::string m_text;
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_any; ///< index of the {any} part
    bool m_sequential = false;
};

} // namespace lockscope::queue
