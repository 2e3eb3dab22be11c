// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How the children of a lock are named, written down as one readable line and matched without backtracking traps.
///
/// A pattern is literal text with these parts:
///   {uuid}   8-4-4-4-12 hexadecimal digits in lower case, as Curator's protected nodes have
///   {hex32}  32 hexadecimal digits in lower case, as Kazoo's nodes have
///   {hex16}  16 of them: a session id as C programs write it
///   {int}    a decimal number, perhaps negative: a session id as Java programs write it
///   {any}    any text, possibly none, up to the last place where the rest of the pattern fits
///   {seq}    the number that the server appended: ten characters, or eleven for the most negative ones; only at the
///   end
/// {int} and {any} have no fixed width: a pattern has one of them at most.
/// Example: "_c_{uuid}-lock-{seq}". Pure and thread-safe; matching allocates nothing but the answer.

#include "core/base/Result.h"

#include <array>
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

/// A name whose number was looked for once, to be matched with many patterns. A view.
class NumberedName final {
public:
    explicit NumberedName(std::string_view name);

    [[nodiscard]] std::string_view name() const { return m_name; }
    /// At the likelier place.
    [[nodiscard]] std::optional<std::int32_t> number() const
    {
        return m_count > 0 ? std::optional(m_numbers[0]) : std::nullopt;
    }

private:
    friend class NamePattern;

    std::string_view m_name;
    /// Where the number may begin, the likelier place first. A dash before ten digits is either the name's own
    /// ("lock-0000000007") or the sign of a number of eleven characters ("lock--2147483648").
    std::array<std::size_t, 2> m_starts{};
    std::array<std::int32_t, 2> m_numbers{};
    std::size_t m_count = 0;
};

class NamePattern final {
public:
    /// The error's path is `text`.
    [[nodiscard]] static Result<NamePattern> parse(std::string_view text);

    [[nodiscard]] std::optional<NameParts> match(std::string_view name) const { return match(NumberedName(name)); }
    [[nodiscard]] std::optional<NameParts> match(const NumberedName& name) const;

    [[nodiscard]] const std::string& text() const { return m_text; }
    /// Ends in {seq}.
    [[nodiscard]] bool isSequential() const { return m_sequential; }
    /// The literal right before {seq}; empty if there is none. A view into this pattern.
    [[nodiscard]] std::string_view marker() const;
    /// A name that fits.
    [[nodiscard]] std::string sample() const;
    /// How much of a name the pattern tells: of two that fit, the one with more is the better guess.
    [[nodiscard]] int weight() const;

private:
    enum class PartKind {
        Literal,
        Uuid,
        Hex32,
        Hex16,
        Int,
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
    [[nodiscard]] Result<void> addPart(std::string_view name);

    std::string m_text;
    std::vector<Part> m_parts;
    std::optional<std::size_t> m_open; ///< index of the {any} or {int} part
    std::size_t m_before = 0;          ///< characters of the parts before it, or of all
    std::size_t m_after = 0;           ///< characters of the parts after it
    bool m_sequential = false;
};

} // namespace lockscope::queue
