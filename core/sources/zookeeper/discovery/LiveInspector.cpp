// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/discovery/LiveInspector.h"

#include "core/sources/zookeeper/discovery/Walker.h"

namespace lockscope::inspect {

LiveInspector::LiveInspector(zk::Client& client, InspectorSettings settings, Publish publish, Log log)
    : m_walker(std::make_shared<Walker>(client, std::move(settings), std::move(publish), std::move(log)))
{
}

LiveInspector::~LiveInspector() = default;

void LiveInspector::start()
{
    m_walker->start();
}

void LiveInspector::know(const ensemble::EphemeralOwners& ephemerals, std::optional<std::int64_t> nodes)
{
    m_walker->know(ephemerals, nodes);
}

void LiveInspector::count(std::int64_t nodes)
{
    m_walker->count(nodes);
}

void LiveInspector::lookWhere(const ensemble::EphemeralOwners& ephemerals)
{
    m_walker->lookWhere(ephemerals);
}

void LiveInspector::expectToKnow(std::chrono::milliseconds most)
{
    m_walker->expectToKnow(most);
}

void LiveInspector::proceed()
{
    m_walker->proceed();
}

void LiveInspector::refresh()
{
    m_walker->refresh();
}

void LiveInspector::listLocks()
{
    m_walker->listLocks();
}

void LiveInspector::readAllNodes()
{
    m_walker->readAllNodes();
}

void LiveInspector::confirm(const std::vector<std::string>& locks)
{
    m_walker->confirm(locks);
}

} // namespace lockscope::inspect
