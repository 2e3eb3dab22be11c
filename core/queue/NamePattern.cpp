// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/NamePattern.h"

#include <algorithm>
#include <charconv>

namespace lockscope::queue {

namespace {

constexpr std::size_t sequenceWidth = 10;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isUuid(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !isHex(text[i]))
            return false;
    }
    return true;
}

std::optional<std::int32_t> parseSequence(std::string_view digits)
{
    std::int32_t value = 0;
    const auto* end = digits.data() + digits.size();
    const auto parsed = std::from_chars(digits.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return std::nullopt;
    return value;
}

/// Where the number of a sequential name may begin, the likelier place first. A dash before ten digits is either the
/// name's own ("lock-0000000007") or the sign of a number of eleven characters ("lock--2147483648").
struct SequenceStarts {
    std::size_t at[2] = {0, 0};
    int count = 0;
};

SequenceStarts sequenceStarts(std::string_view name)
{
    if (name.size() < sequenceWidth)
        return {};
    const auto start = name.size() - sequenceWidth;
    if (!std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start) + 1, name.end(), isDigit))
        return {};
    if (name[start] == '-') // "-000000003": the width includes the sign
        return {{start, 0}, 1};
    if (!isDigit(name[start]))
        return {};
    const bool fits = parseSequence(name.substr(start)).has_value();
    const bool signedFits = start > 0 && name[start - 1] == '-' && parseSequence(name.substr(start - 1)).has_value();
    if (!signedFits)
        return fits ? SequenceStarts{{start, 0}, 1} : SequenceStarts{};
    if (!fits)
        return {{start - 1, 0}, 1};
    const bool doubleDash = start > 1 && name[start - 2] == '-';
    return doubleDash ? SequenceStarts{{start - 1, start}, 2} : SequenceStarts{{start, start - 1}, 2};
}

} // namespace

std::optional<std::int32_t> sequenceOf(std::string_view name)
{
    const auto starts = sequenceStarts(name);
    return starts.count > 0 ? parseSequence(name.substr(starts.at[0])) : std::nullopt;
}

Result<NamePattern> NamePattern::parse(std::string_view text)
{
    const auto bad = [&](std::string why) {
        return failure(ErrorCode::BadArguments, "name pattern", {}, "'" + std::string(text) + "': " + std::move(why));
    };
    NamePattern pattern;
    pattern.m_text = text;
    std::string_view rest = text;
    while (!rest.empty()) {
        if (pattern.m_sequential)
            return bad("{seq} must be the last part");
        if (rest.front() != '{') {
            const auto literal = rest.substr(0, rest.find('{'));
            pattern.m_parts.push_back({PartKind::Literal, std::string(literal)});
            rest.remove_prefix(literal.size());
            continue;
        }
        const auto close = rest.find('}');
        if (close == std::string_view::npos)
            return bad("a '{' has no '}'");
        const auto name = rest.substr(1, close - 1);
        rest.remove_prefix(close + 1);
        if (name == "uuid") {
            pattern.m_parts.push_back({PartKind::Uuid, {}});
        } else if (name == "hex32") {
            pattern.m_parts.push_back({PartKind::Hex32, {}});
        } else if (name == "seq") {
            pattern.m_sequential = true;
        } else if (name == "any") {
            if (pattern.m_any)
                return bad("{any} may stand only once");
            pattern.m_any = pattern.m_parts.size();
            pattern.m_parts.push_back({PartKind::Any, {}});
        } else {
            return bad("{" + std::string(name) + "} is no part; there are {uuid}, {hex32}, {any} and {seq}");
        }
    }
    if (pattern.m_parts.empty() && !pattern.m_sequential)
        return bad("it is empty");
    return pattern;
}

std::size_t NamePattern::widthOf(const Part& part)
{
    switch (part.kind) {
    case PartKind::Literal:
        return part.literal.size();
    case PartKind::Uuid:
        return 36;
    case PartKind::Hex32:
        return 32;
    case PartKind::Any:
        break;
    }
    return 0;
}

std::optional<std::size_t> NamePattern::take(const Part& part, std::string_view rest)
{
    const auto width = widthOf(part);
    if (rest.size() < width)
        return std::nullopt;
    const auto text = rest.substr(0, width);
    switch (part.kind) {
    case PartKind::Literal:
        return text == part.literal ? std::optional(width) : std::nullopt;
    case PartKind::Uuid:
        return isUuid(text) ? std::optional(width) : std::nullopt;
    case PartKind::Hex32:
        return std::all_of(text.begin(), text.end(), isHex) ? std::optional(width) : std::nullopt;
    case PartKind::Any:
        break;
    }
    return std::nullopt;
}

bool NamePattern::matchFixed(std::size_t first, std::size_t last, std::string_view text, std::string_view& id) const
{
    for (auto i = first; i < last; ++i) {
        const auto width = take(m_parts[i], text);
        if (!width)
            return false;
        if (m_parts[i].kind != PartKind::Literal)
            id = text.substr(0, *width);
        text.remove_prefix(*width);
    }
    return text.empty();
}

bool NamePattern::matchPrefix(std::string_view name, std::string_view& id) const
{
    // Every part but {any} has a fixed width, so {any} is what is left between the parts before and after it.
    std::size_t before = 0;
    std::size_t after = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i)
        (m_any && i > *m_any ? after : before) += widthOf(m_parts[i]);
    if (m_any ? name.size() < before + after : name.size() != before)
        return false;
    const auto split = m_any.value_or(m_parts.size());
    return matchFixed(0, split, name.substr(0, before), id) &&
           (!m_any || matchFixed(split + 1, m_parts.size(), name.substr(name.size() - after), id));
}

std::optional<NameParts> NamePattern::match(std::string_view name) const
{
    NameParts parts;
    if (!m_sequential)
        return matchPrefix(name, parts.id) ? std::optional(parts) : std::nullopt;
    const auto starts = sequenceStarts(name);
    for (int i = 0; i < starts.count; ++i) {
        if (matchPrefix(name.substr(0, starts.at[i]), parts.id)) {
            parts.sequence = parseSequence(name.substr(starts.at[i]));
            return parts;
        }
    }
    return std::nullopt;
}

} // namespace lockscope::queue
