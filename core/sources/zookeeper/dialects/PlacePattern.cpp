// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/PlacePattern.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

constexpr std::string_view anythingBelow = "/**";

/// Removes and returns the first name of a path, which may begin with a slash; empty if there is none.
std::string_view takeFirst(std::string_view& path)
{
    path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
    const auto name = path.substr(0, path.find('/'));
    path.remove_prefix(name.size());
    return name;
}

std::string_view takeLast(std::string_view& path)
{
    path = path.substr(0, path.find_last_not_of('/') + 1);
    const auto name = path.substr(path.find_last_of('/') + 1);
    path.remove_suffix(name.size());
    return name;
}

} // namespace

Result<PlacePattern> PlacePattern::parse(std::string_view text)
{
    PlacePattern place;
    place.m_text = text;
    place.m_fromRoot = text.starts_with('/');
    place.m_below = text.ends_with(anythingBelow);
    if (place.m_below)
        text.remove_suffix(anythingBelow.size());
    for (auto name = takeFirst(text); !name.empty(); name = takeFirst(text)) {
        auto pattern = queue::NamePattern::parse(name);
        if (!pattern)
            return failure(pattern.error());
        place.m_names.push_back(*std::move(pattern));
    }
    if (place.m_names.empty())
        return failure(ErrorCode::BadArguments, phraseLater("read the path pattern"), place.m_text,
                       phrase("the pattern has no names"));
    return place;
}

bool PlacePattern::matches(std::string_view path) const
{
    if (!m_below)
        return endsIn(path);
    do {
        auto rest = path;
        const auto fits = [&rest](const queue::NamePattern& pattern) {
            const auto name = takeFirst(rest);
            return !name.empty() && pattern.match(name);
        };
        if (std::all_of(m_names.begin(), m_names.end(), fits) && !takeFirst(rest).empty())
            return true;
    } while (!m_fromRoot && !takeFirst(path).empty());
    return false;
}

/// The last name first: it differs most.
bool PlacePattern::endsIn(std::string_view path) const
{
    const auto fits = [&path](const queue::NamePattern& pattern) {
        const auto name = takeLast(path);
        return !name.empty() && pattern.match(name);
    };
    return std::all_of(m_names.rbegin(), m_names.rend(), fits) && (!m_fromRoot || takeLast(path).empty());
}

std::string PlacePattern::sample() const
{
    std::string path;
    for (const auto& name : m_names)
        path += '/' + name.sample();
    return m_below ? path + "/x" : path;
}

} // namespace lockscope::inspect
