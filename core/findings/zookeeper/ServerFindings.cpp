// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Phrase.h"
#include "core/findings/zookeeper/NodeFindings.h"

#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

namespace {

/// One more server than half of them must run.
bool isNextFatal(std::size_t servers, std::size_t down)
{
    const auto quorum = servers / 2 + 1;
    return servers > 1 && servers - down <= quorum;
}

} // namespace

void addServerFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    const auto* facts = input.snapshot.ensemble.get();
    if (!facts)
        return;
    const auto down = facts->serversDown();
    if (down.empty())
        return;
    Finding finding;
    finding.kind = FindingKind::ServerDown;
    finding.severity = Severity::Warning;
    finding.path = "/";
    std::vector<std::string> names;
    for (const auto* server : down) {
        names.push_back(toString(server->address));
        finding.evidence =
            sentences(finding.evidence, phrase("The server %1 %2.", toString(server->address), server->trouble));
    }
    finding.text = phrase("%1 of %2 servers do not answer: %3.", down.size(), facts->servers.size(), listed(names));
    finding.advice = phrase("Start the missing servers, or read their logs.");
    if (isNextFatal(facts->servers.size(), down.size()))
        finding.advice = sentences(finding.advice, phrase("If one more server stops, the ensemble may lose its quorum. "
                                                          "Then no lock can be acquired or released."));
    findings.push_back(std::move(finding));
}

} // namespace lockscope::inspect
