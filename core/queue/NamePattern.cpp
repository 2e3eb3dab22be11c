// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/queue/NamePattern.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <limits>

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

bool isInteger(std::string_view text)
{
    if (!text.empty() && text.front() == '-')
        text.remove_prefix(1);
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

} // namespace

NumberedName::NumberedName(std::string_view name)
    : m_name(name)
{
    if (name.size() < sequenceWidth || !isDigit(name.back()))
        return;
    // Read once, by hand: long listings consist of these numbers.
    const auto start = name.size() - sequenceWidth;
    std::int64_t value = 0;
    for (const char c : name.substr(start + 1)) {
        if (!isDigit(c))
            return;
        value = 10 * value + (c - '0');
    }
    const auto add = [this](std::size_t at, std::int64_t number) {
        using Limits = std::numeric_limits<std::int32_t>;
        if (number < Limits::min() || number > Limits::max())
            return;
        m_starts[m_count] = at;
        m_numbers[m_count++] = static_cast<std::int32_t>(number);
    };
    if (name[start] == '-') { // "-000000003": the width includes the sign
        add(start, -value);
        return;
    }
    if (!isDigit(name[start]))
        return;
    value += (name[start] - '0') * std::int64_t(1'000'000'000);
    const bool maySigned = start > 0 && name[start - 1] == '-';
    const bool isDoubleDash = maySigned && start > 1 && name[start - 2] == '-';
    if (isDoubleDash)
        add(start - 1, -value);
    add(start, value);
    if (maySigned && !isDoubleDash)
        add(start - 1, -value);
}

std::optional<std::int32_t> sequenceOf(std::string_view name)
{
    return NumberedName(name).number();
}

Result<void> NamePattern::addPart(std::string_view name)
{
    if (name == "uuid") {
        m_parts.push_back({PartKind::Uuid, {}});
    } else if (name == "hex32") {
        m_parts.push_back({PartKind::Hex32, {}});
    } else if (name == "hex16") {
        m_parts.push_back({PartKind::Hex16, {}});
    } else if (name == "hex8") {
        m_parts.push_back({PartKind::Hex8, {}});
    } else if (name == "seq") {
        m_sequential = true;
    } else if (name == "any" || name == "int") {
        if (m_open)
            return failure(ErrorCode::BadArguments, {}, {},
                           phrase("a pattern can contain only one of {any} and {int}, and only once"));
        m_open = m_parts.size();
        m_parts.push_back({name == "any" ? PartKind::Any : PartKind::Int, {}});
    } else {
        return failure(ErrorCode::BadArguments, {}, {},
                       phrase("unknown part {%1}: use {uuid}, {hex32}, {hex16}, {hex8}, {int}, {any} or {seq}", name));
    }
    return {};
}

Result<NamePattern> NamePattern::parse(std::string_view text, Of what)
{
    const auto bad = [&](const std::string& why) {
        return failure(ErrorCode::BadArguments, phraseLater("read the name pattern"), std::string(text), why);
    };
    NamePattern pattern;
    pattern.m_text = text;
    std::string_view rest = text;
    while (!rest.empty()) {
        if (pattern.m_sequential)
            return bad(phrase("{seq} must be the last part"));
        if (rest.front() != '{') {
            const auto literal = rest.substr(0, rest.find('{'));
            if (what == Of::Name &&
                std::count(literal.begin(), literal.end(), '/') > 0) // GCC 12 reports a false warning for find() here
                return bad(phrase("a node name cannot contain \"/\""));
            pattern.m_parts.push_back({PartKind::Literal, std::string(literal)});
            rest.remove_prefix(literal.size());
            continue;
        }
        const auto close = rest.find('}');
        if (close == std::string_view::npos)
            return bad(phrase(R"(a "{" has no matching "}")"));
        if (const auto added = pattern.addPart(rest.substr(1, close - 1)); !added)
            return bad(added.error().detail);
        rest.remove_prefix(close + 1);
    }
    if (pattern.m_parts.empty() && !pattern.m_sequential)
        return bad(phrase("the pattern is empty"));
    for (std::size_t i = 0; i < pattern.m_parts.size(); ++i)
        (pattern.m_open && i > *pattern.m_open ? pattern.m_after : pattern.m_before) += widthOf(pattern.m_parts[i]);
    return pattern;
}

std::string NamePattern::sample() const
{
    std::string name;
    for (const auto& part : m_parts) {
        switch (part.kind) {
        case PartKind::Literal:
            name += part.literal;
            break;
        case PartKind::Uuid:
            name += "00000000-0000-4000-8000-000000000000";
            break;
        case PartKind::Hex32:
        case PartKind::Hex16:
        case PartKind::Hex8:
            name.append(widthOf(part), '0');
            break;
        case PartKind::Int:
            name += '1';
            break;
        case PartKind::Any:
            name += 'x';
            break;
        }
    }
    return m_sequential ? name + "0000000001" : name;
}

std::string_view NamePattern::marker() const
{
    if (!m_sequential || m_parts.empty() || m_parts.back().kind != PartKind::Literal)
        return {};
    return m_parts.back().literal;
}

int NamePattern::weight() const
{
    constexpr int whole = 1000; // a pattern without an open part is more specific than any with one
    const auto fixed = static_cast<int>(m_before + m_after);
    if (!m_open)
        return whole + fixed;
    return m_parts[*m_open].kind == PartKind::Int ? fixed + 1 : fixed;
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
    case PartKind::Hex16:
        return 16;
    case PartKind::Hex8:
        return 8;
    case PartKind::Int:
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
    case PartKind::Hex16:
    case PartKind::Hex8:
        return std::all_of(text.begin(), text.end(), isHex) ? std::optional(width) : std::nullopt;
    case PartKind::Int:
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
    // Every part but one has a fixed width, so the open part is the text between the parts before and after it.
    if (m_open ? name.size() < m_before + m_after : name.size() != m_before)
        return false;
    const auto split = m_open.value_or(m_parts.size());
    if (!matchFixed(0, split, name.substr(0, m_before), id))
        return false;
    if (!m_open)
        return true;
    if (m_parts[*m_open].kind == PartKind::Int && !isInteger(name.substr(m_before, name.size() - m_before - m_after)))
        return false;
    return matchFixed(split + 1, m_parts.size(), name.substr(name.size() - m_after), id);
}

std::optional<NameParts> NamePattern::match(const NumberedName& name) const
{
    NameParts parts;
    if (!m_sequential)
        return matchPrefix(name.m_name, parts.id) ? std::optional(parts) : std::nullopt;
    for (std::size_t i = 0; i < name.m_count; ++i) {
        if (matchPrefix(name.m_name.substr(0, name.m_starts[i]), parts.id)) {
            parts.sequence = name.m_numbers[i];
            return parts;
        }
    }
    return std::nullopt;
}

} // namespace lockscope::queue
