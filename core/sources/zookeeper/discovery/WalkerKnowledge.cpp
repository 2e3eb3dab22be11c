// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Uses the servers' list of all ephemeral nodes before directories are read, and later lists to find new locks.

#include "core/sources/zookeeper/discovery/Walker.h"

#include "core/base/Path.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace lockscope::inspect {

namespace {

/// Directories without a watch that one list causes to be compared.
constexpr int mostComparedByList = 500;

} // namespace

void LiveInspector::Walker::know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes)
{
    m_knowsEphemerals = true;
    if (nodes)
        m_persistentNodes = std::max<std::int64_t>(0, *nodes - static_cast<std::int64_t>(ephemerals.size()));
    m_countedAt = m_client.executor().clock().now();
    if (nodes)
        count(*nodes);
    const QScopedValueRollback scope(m_due, m_walk.lock());
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
        if (!visit.open && !visit.listed && m_walked && canRead(m_client.session().state)) {
            visit.due = m_due;
            look(directory); // else it is read with all the others
        }
    }
    proceed();
    m_board.changed();
}

void LiveInspector::Walker::lookWhere(const ensemble::EphemeralOwners& ephemerals)
{
    if (m_settings.manual || !canRead(m_client.session().state))
        return;
    int left = mostComparedByList;
    std::string last;
    for (auto next = ephemerals.begin(); next != ephemerals.end() && left > 0; ++next) {
        auto directory = parentOf(next->first);
        if (directory == last)
            continue;
        last = directory;
        if (!isInRoots(directory) || !m_settings.filter.visits(directory))
            continue;
        const auto* known = seen(directory);
        if (!known) {
            visit(directory);
            --left;
        } else if (known->watchedBy == WatchSessions::none && known->listed && !known->open && !known->isLock()) {
            compare(directory);
            --left;
        }
    }
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
