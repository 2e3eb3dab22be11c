// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/Evidence.h"

#include "core/base/DurationText.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::release {

using inspect::OwnerLife;

namespace {

std::string reportedBy(const ensemble::EnsembleFacts& facts, ensemble::Source source)
{
    const auto count = facts.servers.size();
    return source == ensemble::Source::None
               ? counted(count, "%1 server queried", "%1 servers queried")
               : phrase("%1, %2", ensemble::inWords(source), counted(count, "%1 server queried", "%1 servers queried"));
}

ensemble::Source sourceOfList(const ensemble::EnsembleFacts& facts)
{
    for (const auto& server : facts.servers) {
        if (server.sessions != ensemble::Source::None)
            return server.sessions;
    }
    return ensemble::Source::None;
}

} // namespace

std::string_view toString(Life life)
{
    switch (life) {
    case Life::NoSession:
        return "none";
    case Life::Alive:
        return "alive";
    case Life::Silent:
        return "silent";
    case Life::Gone:
        return "gone";
    case Life::Unknown:
        break;
    }
    return "unknown";
}

std::optional<WallTime> Evidence::endsAt() const
{
    if (owner.expiresAt)
        return owner.expiresAt;
    if (owner.lastHeard && owner.timeout)
        return *owner.lastHeard + *owner.timeout;
    return std::nullopt;
}

Evidence evidenceOf(const ensemble::EnsembleFacts* facts, const inspect::Contender& contender, WallTime seenAt)
{
    Evidence evidence;
    auto& [life, text, owner] = evidence;
    owner = inspect::ownerOf(facts, contender);
    if (!owner.isKnown) {
        text = phrase("The node is still being read.");
        return evidence;
    }
    if (owner.session == 0) {
        life = Life::NoSession;
        text = phrase("No session owns the node.");
        return evidence;
    }
    const auto session = toHex(owner.session);
    if (!facts) {
        text = phrase("It is unknown whether the owning process is running: no server reported its sessions.");
        return evidence;
    }
    const auto* known = facts->find(owner.session);
    const auto judged = inspect::judgeOwner(*facts, contender, seenAt);
    if (!known) {
        if (judged == OwnerLife::Gone) {
            life = Life::Gone;
            text = phrase("The owner session %1 is in no server's session list, although its node existed before and "
                          "after the query (%2).",
                          session, reportedBy(*facts, sourceOfList(*facts)));
        } else if (facts->hasEverySession) {
            text = phrase(
                "The owner session %1 is not in the servers' session lists, but may be newer than the lists (%2).",
                session, reportedBy(*facts, sourceOfList(*facts)));
        } else {
            text =
                phrase("It is unknown whether the owning process is running: not every server reports its sessions.");
        }
        return evidence;
    }
    const auto source = reportedBy(*facts, known->source);
    if (known->host.empty()) {
        if (judged == OwnerLife::Disconnected) {
            life = Life::Silent;
            text = phrase("The owner session %1 is alive, but has no connection to any server (%2).", session, source);
        } else {
            text = phrase("The owner session %1 is alive. It is unknown whether the session is connected, because not "
                          "every server reports its connections (%2).",
                          session, source);
        }
        return evidence;
    }
    if (!known->lastHeard || !known->timeout) {
        life = Life::Alive;
        text = phrase("The owner session %1 is alive: connected from %2 (%3).", session, known->host, source);
        return evidence;
    }
    const auto silence = std::max(known->reportedAt - *known->lastHeard, std::chrono::milliseconds(0));
    life = judged == OwnerLife::Silent ? Life::Silent : Life::Alive;
    text = phrase(
        life == Life::Alive
            ? phraseLater("The owner session %1 is alive: connected from %2, last heartbeat %3 ago, session timeout %4 "
                          "(%5).")
            : phraseLater("The owner session %1 is connected from %2, but has sent no heartbeat for %3, session "
                          "timeout %4 (%5)."),
        session, known->host, roundDurationText(silence), roundDurationText(*known->timeout), source);
    return evidence;
}

} // namespace lockscope::release
