// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/EmptyDirectories.h"

#include "core/base/Path.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Fewer in one directory are counted further up.
constexpr int manyBelow = 100;

/// Counts sorted paths, all of them below one directory, bottom-up.
class Count final {
public:
    [[nodiscard]] std::vector<EmptyParents> of(std::span<const std::string> paths)
    {
        if (auto rest = below("/", paths); rest.count > 0)
            m_counted.push_back(std::move(rest));
        std::sort(m_counted.begin(), m_counted.end(),
                  [](const auto& one, const auto& other) { return one.path < other.path; });
        return std::move(m_counted);
    }

private:
    /// Returns those that no entry counts yet; its path is a directory above all of them.
    [[nodiscard]] EmptyParents below(const std::string& directory, std::span<const std::string> paths)
    {
        EmptyParents rest;
        const auto prefix = directory == "/" ? directory : directory + '/';
        while (!paths.empty()) {
            const auto& path = paths.front();
            const auto end = path.find('/', prefix.size());
            if (end == std::string::npos) {
                add(rest, {directory, 1, path}, directory);
                paths = paths.subspan(1);
                continue;
            }
            // The paths below one directory are adjacent, but other names may lie between it and them.
            const auto child = path.substr(0, end);
            const auto next = std::find_if_not(
                paths.begin(), paths.end(), [below = child + '/'](const auto& one) { return one.starts_with(below); });
            const auto count = static_cast<std::size_t>(next - paths.begin());
            add(rest, below(child, paths.first(count)), directory);
            paths = paths.subspan(count);
        }
        if (rest.count < manyBelow)
            return rest;
        rest.path = directory;
        m_counted.push_back(std::move(rest));
        return {};
    }

    static void add(EmptyParents& rest, EmptyParents more, const std::string& directory)
    {
        if (more.count == 0)
            return;
        if (rest.count == 0) {
            rest = std::move(more);
            return;
        }
        rest.count += more.count;
        rest.path = directory;
    }

    std::vector<EmptyParents> m_counted;
};

} // namespace

void EmptyDirectories::set(const std::string& path, bool isEmpty)
{
    const bool isNew = isEmpty ? m_paths.insert(path).second : m_paths.erase(path) > 0;
    m_hasChanged = m_hasChanged || isNew;
}

const std::vector<EmptyParents>& EmptyDirectories::counted()
{
    if (std::exchange(m_hasChanged, false)) {
        const auto all = locks();
        m_counted = Count().of(all);
    }
    return m_counted;
}

/// One path for each lock.
std::vector<std::string> EmptyDirectories::locks() const
{
    std::vector<std::string> paths;
    paths.reserve(m_paths.size());
    for (const auto& path : m_paths) {
        auto lock = path;
        for (const auto* dialect : m_dialects->spreadOut()) {
            const auto* gate = dialect->gatePart();
            const auto atQueue = gate ? lockOf(path, dialect->queue.at) : std::string();
            const auto atGate = gate ? lockOf(path, gate->at) : std::string();
            if (!atQueue.empty() && m_paths.contains(atQueue + gate->at))
                lock = atQueue;
            else if (!atGate.empty() && m_paths.contains(atGate + dialect->queue.at))
                lock = atGate;
        }
        paths.push_back(std::move(lock));
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    return paths;
}

} // namespace lockscope::inspect
