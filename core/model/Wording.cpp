// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

std::string clientText(const ContenderDetails& details)
{
    return details.isLastKnown && !details.client.empty() ? phrase("%1 (last known)", details.client) : details.client;
}

std::string whoIs(const Contender& contender)
{
    if (contender.redis)
        return contender.redis->owner;
    const auto& details = contender.details;
    if (!details)
        return phrase("node %1", contender.node);
    auto session = details->session == 0 ? phrase("no session") : phrase("session %1", toHex(details->session));
    if (details->client.empty() && details->host.empty())
        return session;
    if (details->isLastKnown)
        session = phrase("%1, last known name", session);
    if (details->client.empty() || details->host.empty())
        return phrase("%1 (%2)", details->client + details->host, session);
    return phrase("%1 (%2, %3)", details->client, details->host, session);
}

void name(Finding& finding, const Lock& lock, const Contender& contender)
{
    if (finding.nodes.size() < mostNodesNamed)
        finding.nodes.push_back(lock.nodePath(contender));
    if (contender.redis && finding.owners.size() < mostNodesNamed)
        finding.owners.push_back(contender.redis->owner);
    if (!contender.details || contender.details->session == 0 || finding.sessions.size() >= mostNodesNamed)
        return;
    const auto session = contender.details->session;
    if (std::find(finding.sessions.begin(), finding.sessions.end(), session) == finding.sessions.end())
        finding.sessions.push_back(session);
}

std::chrono::milliseconds ageOf(const ContenderDetails& details, WallTime now)
{
    return std::max(now - details.createdAt, std::chrono::milliseconds(0));
}

} // namespace lockscope::inspect
