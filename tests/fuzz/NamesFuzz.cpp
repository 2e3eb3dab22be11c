// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Names of nodes of any bytes: their parsers must not read beyond them, must agree with each other, and must show each
/// node once, except the ones that a dialect ignores. The input's first line is a pattern, each other line a child of a
/// directory.

#include "core/model/PathFilter.h"
#include "core/queue/NamePattern.h"
#include "core/sources/DialectFiles.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/QueueBuilder.h"
#include "tests/fuzz/Require.h"

#include <algorithm>
#include <set>

using namespace lockscope;
using fuzz::require;

namespace {

bool isWithin(std::string_view part, std::string_view whole)
{
    return part.empty() || (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

void checkPattern(const std::string& text, const std::vector<std::string>& names)
{
    const auto pattern = queue::NamePattern::parse(text);
    if (!pattern)
        return;
    require(pattern->match(pattern->sample()).has_value());
    for (const auto& name : names) {
        const auto parts = pattern->match(name);
        require(!parts || isWithin(parts->id, name));
        require(!parts || pattern->isSequential() == parts->sequence.has_value());
        require(!parts || !parts->sequence || queue::sequenceOf(name).has_value());
    }
}

void checkDirectory(const std::vector<std::string>& names)
{
    static const auto dialects = inspect::builtinDialects();
    const auto recognised = dialects->recognise({"/app/locks", names});
    if (!recognised.dialect || !recognised.dialect->isLock())
        return;
    const auto lock = inspect::buildQueue("/app/locks", *recognised.dialect, names, {}, nullptr, WallTime());
    const std::set<std::string> unique(names.begin(), names.end());
    std::set<std::string> shown;
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        require(lock.queue[i].position == static_cast<int>(i));
        shown.insert(lock.queue[i].node);
    }
    for (const auto& name : lock.unrecognised)
        shown.insert(name.substr(name.rfind('/') + 1)); // some are reported with their directory
    require(shown.size() == lock.queue.size() + lock.unrecognised.size());
    require(std::includes(unique.begin(), unique.end(), shown.begin(), shown.end()));
    const auto& companions = recognised.dialect->companions;
    for (const auto& name : unique) {
        const auto isNameOf = [&](const queue::NamePattern& pattern) { return pattern.match(name).has_value(); };
        require(shown.contains(name) || std::any_of(companions.begin(), companions.end(), isNameOf));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    auto lines = linesOf({reinterpret_cast<const char*>(data), size});
    if (lines.empty())
        return 0;
    const auto first = lines.front();
    lines.erase(lines.begin());
    checkPattern(first, lines);
    std::set<std::string> names;
    for (const auto& name : lines) {
        if (!name.empty() && name.find('/') == std::string::npos)
            names.insert(name); // a directory has each name once
    }
    checkDirectory({names.begin(), names.end()});
    if (const auto pattern = inspect::PathPattern::parse(first)) {
        for (const auto& name : names)
            require(!pattern->matches("/" + name) || pattern->mayMatchWithin("/" + name));
    }
    return 0;
}
