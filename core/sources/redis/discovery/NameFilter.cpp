// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/discovery/NameFilter.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

std::size_t indexOf(char byte)
{
    return static_cast<unsigned char>(byte);
}

Error invalidPattern(std::string_view text, std::string why)
{
    return {ErrorCode::BadArguments, phraseLater("use the pattern"), std::string(text), std::move(why)};
}

} // namespace

/// Reads the set that begins behind "["; returns the index behind its "]", or npos without one.
std::size_t NamePattern::addSet(std::string_view text, std::size_t begin, Part& part)
{
    auto at = begin;
    const bool isInverted = at < text.size() && text[at] == '^';
    at += isInverted ? 1 : 0;
    for (; at < text.size() && text[at] != ']'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) {
            part.bytes.set(indexOf(text[++at]));
        } else if (at + 2 < text.size() && text[at + 1] == '-') {
            const auto one = indexOf(text[at]);
            const auto other = indexOf(text[at + 2]);
            for (auto byte = std::min(one, other); byte <= std::max(one, other); ++byte)
                part.bytes.set(byte);
            at += 2;
        } else {
            part.bytes.set(indexOf(text[at]));
        }
    }
    if (isInverted)
        part.bytes.flip();
    return at < text.size() ? at + 1 : std::string_view::npos;
}

Result<NamePattern> NamePattern::parse(std::string_view text)
{
    if (text.empty())
        return failure(invalidPattern(text, phrase("the pattern is empty. Use * for any text, such as orders:*")));
    NamePattern pattern;
    for (std::size_t at = 0; at < text.size();) {
        Part part;
        const auto byte = text[at++];
        if (byte == '*') {
            part.isAnyLength = true;
        } else if (byte == '?') {
            part.bytes.set();
        } else if (byte == '[') {
            at = addSet(text, at, part);
        } else {
            const bool isEscape = byte == '\\' && at < text.size();
            part.bytes.set(indexOf(isEscape ? text[at++] : byte));
        }
        if (at == std::string_view::npos)
            return failure(invalidPattern(
                text, phrase("[ has no ]. Write a set such as [abc] or [a-c], or \\[ for the character itself")));
        pattern.m_parts.push_back(part);
    }
    return pattern;
}

/// Backtracks to the last "*" only.
bool NamePattern::matches(std::string_view name) const
{
    std::size_t part = 0;
    std::size_t at = 0;
    auto star = m_parts.size();
    std::size_t resume = 0;
    while (at < name.size()) {
        if (part < m_parts.size() && m_parts[part].isAnyLength) {
            star = part++;
            resume = at;
        } else if (part < m_parts.size() && m_parts[part].bytes.test(indexOf(name[at]))) {
            ++part;
            ++at;
        } else if (star < m_parts.size()) {
            part = star + 1;
            at = ++resume;
        } else {
            return false;
        }
    }
    return std::all_of(m_parts.begin() + static_cast<std::ptrdiff_t>(part), m_parts.end(),
                       [](const Part& left) { return left.isAnyLength; });
}

bool NameFilter::shows(std::string_view lock) const
{
    const auto matchesLock = [&](const NamePattern& pattern) { return pattern.matches(lock); };
    return (include.empty() || std::any_of(include.begin(), include.end(), matchesLock)) &&
           std::none_of(exclude.begin(), exclude.end(), matchesLock);
}

bool isBelowOneOf(const std::vector<std::string>& roots, std::string_view name)
{
    return roots.empty() ||
           std::any_of(roots.begin(), roots.end(), [&](const std::string& root) { return name.starts_with(root); });
}

bool WantedNames::isNamed(std::string_view lock) const
{
    return std::find(names.begin(), names.end(), lock) != names.end();
}

bool WantedNames::has(std::string_view lock) const
{
    return names.empty() ? isBelowOneOf(roots, lock) && filter.shows(lock) : isNamed(lock);
}

} // namespace lockscope::inspect
