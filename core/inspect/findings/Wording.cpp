// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/findings/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

std::string whoIs(const Contender& contender)
{
    const auto& details = contender.details;
    if (!details)
        return "node " + contender.node;
    auto session = details->session == 0 ? std::string("no session") : "session " + zk::toHex(details->session);
    if (details->client.empty() && details->host.empty())
        return session;
    if (details->client.empty() || details->host.empty())
        return details->client + details->host + " (" + session + ")";
    return details->client + " (" + details->host + ", " + session + ")";
}

std::string inWords(std::chrono::milliseconds duration)
{
    const auto total = duration.count();
    const auto seconds = total / 1'000;
    if (total < 1'000)
        return std::to_string(total) + " ms";
    if (seconds < 120)
        return std::to_string(seconds) + " s";
    if (seconds < 7'200)
        return std::to_string(seconds / 60) + " min";
    if (seconds < 172'800)
        return std::to_string(seconds / 3'600) + " h " + std::to_string(seconds / 60 % 60) + " min";
    return std::to_string(seconds / 86'400) + " days";
}

std::string counted(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

void name(Finding& finding, const LockQueue& lock, const Contender& contender)
{
    if (finding.nodes.size() < mostNodesNamed)
        finding.nodes.push_back(lock.nodePath(contender));
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
