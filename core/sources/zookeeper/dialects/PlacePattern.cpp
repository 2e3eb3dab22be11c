// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/dialects/PlacePattern.h"

#include "core/base/Phrase.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

constexpr std::string_view anythingBelow = "/**";

/// The names of a path, which may begin with a slash.
std::vector<std::string_view> namesOf(std::string_view path)
{
    std::vector<std::string_view> names;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (slash > 0)
            names.push_back(path.substr(0, slash));
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return names;
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
    for (const auto name : namesOf(text)) {
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
    const auto names = namesOf(path);
    if (names.size() < m_names.size() + (m_below ? 1 : 0))
        return false;
    const auto fitsAt = [&](std::size_t first) {
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            if (!m_names[i].match(names[first + i]))
                return false;
        }
        return true;
    };
    const auto last = names.size() - m_names.size();
    if (!m_below)
        return (!m_fromRoot || last == 0) && fitsAt(last);
    if (m_fromRoot)
        return fitsAt(0);
    for (std::size_t first = 0; first < last; ++first) {
        if (fitsAt(first))
            return true;
    }
    return false;
}

std::string PlacePattern::sample() const
{
    std::string path;
    for (const auto& name : m_names)
        path += '/' + name.sample();
    return m_below ? path + "/x" : path;
}

} // namespace lockscope::inspect
