// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/zookeeper/SimulatedSession.h"

#include "core/locks/zookeeper/Revocation.h"
#include "core/simulate/clients/zookeeper/HolderRevocation.h"
#include "core/simulate/clients/zookeeper/ZooKeeperSlots.h"

#include <utility>

namespace lockscope::console {

SimulatedSession::SimulatedSession(std::unique_ptr<zk::Client> client, std::shared_ptr<const zk::Traffic> traffic)
    : m_client(std::move(client))
    , m_traffic(std::move(traffic))
{
}

Subscription SimulatedSession::onStatus(StatusHandler handler)
{
    return m_client->onSession([handler = std::move(handler)](const zk::Session& session) { handler(session); });
}

std::vector<SimulatedSlot> SimulatedSession::makeSlots(const ContendOptions& options, const std::string& name,
                                                       const Log& log)
{
    return makeNodeSlots(*m_client, options, name, log);
}

void SimulatedSession::revoke(const ContendOptions& options, const std::string& node, Reply<void> reply)
{
    if (node.empty())
        revokeHolders(*m_client, options, std::move(reply));
    else
        locks::revoke(*m_client, node, std::move(reply));
}

} // namespace lockscope::console
