// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Patterns for the names of a lock's children: one readable line, matched without backtracking.
///
/// A pattern is literal text with these parts:
///   {uuid}   8-4-4-4-12 hexadecimal digits in lower case, as in Curator's protected nodes
///   {hex32}  32 hexadecimal digits in lower case, as in Kazoo's nodes
///   {hex16}  16 hexadecimal digits in lower case: a session id as C programs print it
///   {hex8}   8 hexadecimal digits in lower case
///   {int}    a decimal number, possibly negative: a session id as Java programs print it
///   {any}    any text, possibly empty, up to the last position where the rest of the pattern matches
///   {seq}    the sequence number: ten characters, or eleven for the most negative numbers; last part only
/// {int} and {any} have no fixed width: a pattern can contain only one of them, once.
/// Example: "_c_{uuid}-lock-{seq}". Pure and thread-safe; matching allocates only the result.

#include "core/base/Result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::queue {

struct NameParts {
    std::string_view id; ///< the text of {uuid}, {hex32} or {hex16}; otherwise empty. A view into the matched name
    std::optional<std::int32_t> sequence;
};

/// The sequence number at the end of `name`, or nothing if there is none. ZooKeeper formats it as Java's "%010d" of a
/// signed 32-bit counter, so it may be negative. After a double dash the number is negative.
[[nodiscard]] std::optional<std::int32_t> sequenceOf(std::string_view name);

/// A name with its sequence number parsed once, for matching against many patterns. A view.
class NumberedName final {
public:
    explicit NumberedName(std::string_view name);

    [[nodiscard]] std::string_view name() const { return m_name; }
    /// The more likely of the possible sequence numbers.
    [[nodiscard]] std::optional<std::int32_t> number() const
    {
        return m_count > 0 ? std::optional(m_numbers[0]) : std::nullopt;
    }

private:
    friend class NamePattern;

    std::string_view m_name;
    /// Where the number may start, the more likely position first. A dash before ten digits is either part of the name
    /// ("lock-0000000007") or the sign of an eleven-character number ("lock--2147483648").
    std::array<std::size_t, 2> m_starts{};
    std::array<std::int32_t, 2> m_numbers{};
    std::size_t m_count = 0;
};

class NamePattern final {
public:
    enum class Of {
        Name,
        Payload ///< may contain slashes
    };
    /// Errors: BadArguments, with `text` as its path.
    [[nodiscard]] static Result<NamePattern> parse(std::string_view text, Of what = Of::Name);

    [[nodiscard]] std::optional<NameParts> match(std::string_view name) const { return match(NumberedName(name)); }
    [[nodiscard]] std::optional<NameParts> match(const NumberedName& name) const;

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// True if the pattern ends in {seq}.
    [[nodiscard]] bool isSequential() const { return m_sequential; }
    /// The literal directly before {seq}; empty if there is none. A view into this pattern.
    [[nodiscard]] std::string_view marker() const;
    /// A name that matches.
    [[nodiscard]] std::string sample() const;
    /// How specific the pattern is: if two patterns match a name, the one with the higher weight is the better guess.
    [[nodiscard]] int weight() const;

private:
    enum class PartKind {
        Literal,
        Uuid,
        Hex32,
        Hex16,
        Hex8,
        Int,
        Any
    };
    struct Part {
        PartKind kind;
        std::string literal;
    };

    NamePattern() = default;
    /// The number of characters that the part matches at the start of `rest`, or nothing if it does not match.
    [[nodiscard]] static std::optional<std::size_t> take(const Part& part, std::string_view rest);
    [[nodiscard]] bool matchFixed(std::size_t first, std::size_t last, std::string_view text,
                                  std::string_view& id) const;
    [[nodiscard]] bool matchPrefix(std::string_view name, std::string_view& id) const;
    [[nodiscard]] static std::size_t widthOf(const Part& part);
    [[nodiscard]] Result<void> addPart(std::string_view name);

    std::string m_text;
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_open; ///< index of the {any} or {int} part
    std::size_t m_before = 0;          ///< characters of the parts before it, or of all parts
    std::size_t m_after = 0;           ///< characters of the parts after it
    bool m_sequential = false;
};

} // namespace lockscope::queue
