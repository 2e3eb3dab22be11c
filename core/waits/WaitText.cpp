// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The text of WaitJson.h.

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/waits/WaitJson.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// "worker-07 (10.0.0.7:51022, session 0x1…)", without the unknown parts; on Redis with the owner.
std::string nameOf(const WaitNode& node)
{
    const auto session = sessionText(node);
    const bool isNamed = node.session != 0 || !node.owner.empty();
    const auto name = !node.client.empty() ? node.client : isNamed ? std::string() : node.key;
    const auto rest = node.host.empty() ? session : node.host + ", " + session;
    return name.empty() ? rest : name + " (" + rest + ")";
}

std::string lineOf(const WaitSnapshot& snapshot, const WaitEdge& edge, WallTime now)
{
    const auto waiter = nameOf(snapshot.nodes[edge.from]);
    const auto blocker = nameOf(snapshot.nodes[edge.to]);
    const auto& lock = edge.waiter.lock;
    if (!edge.since)
        return edge.blockerHolds ? phrase("%1 waits for %2, which %3 holds.", waiter, lock, blocker)
                                 : phrase("%1 waits for %2, behind %3.", waiter, lock, blocker);
    const auto age = roundDurationText(std::max(now - *edge.since, std::chrono::milliseconds(0)));
    return edge.blockerHolds ? phrase("%1 has waited %2 for %3, which %4 holds.", waiter, age, lock, blocker)
                             : phrase("%1 has waited %2 for %3, behind %4.", waiter, age, lock, blocker);
}

} // namespace

std::string sessionText(const WaitNode& node)
{
    if (!node.owner.empty())
        return node.owner;
    if (node.session != 0)
        return phrase("session %1", toHex(node.session));
    return node.isKnown ? phrase("no session") : phrase("session unknown");
}

std::string waitText(const WaitSnapshot& snapshot, WallTime now)
{
    std::vector<bool> blocks(snapshot.nodes.size(), false);
    std::string text;
    for (const auto& edge : snapshot.edges) {
        blocks[edge.to] = true;
        text += lineOf(snapshot, edge, now) + "\n";
    }
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i) {
        const auto& node = snapshot.nodes[i];
        if (blocks[i] && node.waitCount == 0)
            text += phrase(node.undecidedCount == 0
                               ? phraseLater("Head of the chain, waits for no lock: %1.")
                               : phraseLater("Head of the known chain, may wait for another lock: %1."),
                           nameOf(node)) +
                    "\n";
    }
    if (snapshot.sessionsLeftOut > 0)
        text += counted(snapshot.sessionsLeftOut, "%1 session not shown", "%1 sessions not shown") + "\n";
    return text;
}

} // namespace lockscope::inspect
