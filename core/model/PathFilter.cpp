// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/PathFilter.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

constexpr std::string_view anyComponents = "**";

std::vector<std::string> componentsOf(std::string_view path)
{
    std::vector<std::string> components;
    while (!path.empty() && path != "/") {
        path.remove_prefix(1);
        const auto end = std::min(path.find('/'), path.size());
        components.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return components;
}

/// Backtracks to the last "*" only, so the time is at most the product of the two lengths.
bool fits(std::string_view pattern, std::string_view text)
{
    std::size_t p = 0;
    std::size_t t = 0;
    auto star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

enum class Until {
    End,     ///< the whole path matches the whole pattern
    PathEnds ///< or the path matches a beginning of the pattern
};

/// Simulates the pattern as an NFA; `at` is its set of states. The time is the product of the two lengths.
bool walk(const std::vector<std::string>& pattern, std::string_view path, Until until)
{
    std::vector<bool> at(pattern.size() + 1, false);
    at[0] = true;
    const auto skipEmpty = [&] {
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (at[i] && pattern[i] == anyComponents)
                at[i + 1] = true;
        }
    };
    skipEmpty();
    for (const auto& component : componentsOf(path)) {
        std::vector<bool> next(at.size(), false);
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (!at[i])
                continue;
            if (pattern[i] == anyComponents)
                next[i] = true;
            else if (fits(pattern[i], component))
                next[i + 1] = true;
        }
        at = std::move(next);
        skipEmpty();
    }
    return until == Until::End ? at.back() : std::find(at.begin(), at.end(), true) != at.end();
}

} // namespace

Result<PathPattern> PathPattern::parse(std::string_view text)
{
    const auto path = checkedPath(text);
    if (!path)
        return failure(ErrorCode::BadArguments, phraseLater("use the pattern"), std::string(text),
                       phrase("a pattern is an absolute path. Use * for any text in a component and ** for any number "
                              "of components, such as /app/*/locks or /**/leader"));
    PathPattern pattern;
    pattern.m_text = *path;
    pattern.m_components = componentsOf(*path);
    return pattern;
}

bool PathPattern::matches(std::string_view path) const
{
    return walk(m_components, path, Until::End);
}

bool PathPattern::mayMatchWithin(std::string_view path) const
{
    return walk(m_components, path, Until::PathEnds);
}

bool PathFilter::shows(std::string_view lock) const
{
    return include.empty() ||
           std::any_of(include.begin(), include.end(), [&](const auto& pattern) { return pattern.matches(lock); });
}

bool PathFilter::visits(std::string_view path) const
{
    // A walk reaches nodes below an excluded node only through that node, unless they are a root or a gate.
    for (auto above = std::string(path);; above = parentOf(above)) {
        if (std::any_of(exclude.begin(), exclude.end(), [&](const auto& pattern) { return pattern.matches(above); }))
            return false;
        if (above == "/")
            break;
    }
    if (include.empty())
        return true;
    // A lock's own directories, such as "leases", belong to it.
    const auto above = parentOf(path);
    return std::any_of(include.begin(), include.end(),
                       [&](const auto& pattern) { return pattern.mayMatchWithin(path) || pattern.matches(above); });
}

} // namespace lockscope::inspect
