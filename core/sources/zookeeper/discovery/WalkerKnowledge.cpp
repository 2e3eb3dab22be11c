// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Uses the servers' list of all ephemeral nodes before directories are read.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

void LiveInspector::Walker::know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes)
{
    if (nodes)
        m_persistentNodes = std::max<std::int64_t>(0, *nodes - static_cast<std::int64_t>(ephemerals.size()));
    m_countedAt = m_client.executor().clock().now();
    const auto directories = takeOwners(ephemerals);
    m_directories = static_cast<std::int64_t>(directories.size());
    m_directoriesBelow.clear();
    for (const auto& directory : directories)
        ++m_directoriesBelow[parentOf(directory)];
    // Store all data before evaluating any: the parts of a lock depend on each other.
    for (const auto& directory : directories) {
        const auto found = m_visits.find(directory);
        if (found == m_visits.end())
            continue; // removed while another directory was evaluated
        auto& visit = found->second;
        if (!visit.listed)
            foresee(directory, visit);
        else if (visit.dialect)
            m_stale.insert(directory);
        else if (!visit.single)
            understand(directory, visit);
        if (!visit.open && !visit.listed && m_walked && canRead(m_client.session().state))
            look(directory); // else it is read with all the others
    }
    proceed();
    m_board.changed();
}

/// Returns the directories of the nodes.
std::vector<std::string> LiveInspector::Walker::takeOwners(const ensemble::EphemeralOwners& ephemerals)
{
    std::vector<std::string> directories;
    std::set<const Visit*> begun; // a directory's nodes may not be adjacent: other paths may sort between them
    for (auto next = ephemerals.begin(); next != ephemerals.end();) {
        auto directory = parentOf(next->first);
        const auto below = directory == "/" ? directory : directory + '/';
        const auto isHere = [&](const auto& one) {
            return one.first.starts_with(below) && one.first.find('/', below.size()) == std::string::npos;
        };
        const auto end = std::find_if_not(next, ephemerals.end(), isHere);
        if (isInRoots(directory) && m_settings.filter.visits(directory)) {
            auto& visit = m_visits[directory];
            if (begun.insert(&visit).second) {
                visit.owners.clear();
                if (!visit.listed)
                    visit.names.clear();
                directories.push_back(std::move(directory));
            }
            for (auto one = next; one != end; ++one) {
                auto name = one->first.substr(below.size());
                if (!visit.listed)
                    visit.names.push_back(name);
                visit.owners.emplace_back(std::move(name), one->second);
            }
        }
        next = end;
    }
    return directories;
}

void LiveInspector::Walker::expectToKnow(std::chrono::milliseconds most)
{
    m_requests.giveWay(true);
    m_waitLimit = m_client.executor().after(most, [weak = weak_from_this()] {
        if (const auto me = weak.lock())
            me->proceed();
    });
}

void LiveInspector::Walker::proceed()
{
    m_waitLimit.reset();
    m_requests.giveWay(false);
}

} // namespace lockscope::inspect
