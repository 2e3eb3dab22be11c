// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/Evidence.h"

#include "core/base/DurationText.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::release {

using inspect::OwnerLife;

namespace {

std::string toldBy(const ensemble::EnsembleFacts& facts, ensemble::Source source)
{
    const auto count = facts.servers.size();
    return source == ensemble::Source::None
               ? counted(count, "%1 server asked", "%1 servers asked")
               : phrase("%1, %2", ensemble::toString(source), counted(count, "%1 server asked", "%1 servers asked"));
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
        text = phrase("Whether its program lives is unknown: no server told of its sessions.");
        return evidence;
    }
    const auto* known = facts->find(owner.session);
    const auto judged = inspect::judgeOwner(*facts, contender, seenAt);
    if (!known) {
        if (judged == OwnerLife::Gone) {
            life = Life::Gone;
            text = phrase("Its session %1 is in no server's list, although its node was there before and after they "
                          "were asked (%2).",
                          session, toldBy(*facts, sourceOfList(*facts)));
        } else if (facts->hasEverySession) {
            text = phrase("Its session %1 is not in the servers' list, but may be younger than that (%2).", session,
                          toldBy(*facts, sourceOfList(*facts)));
        } else {
            text = phrase("Whether its program lives is unknown: not every server tells of its sessions.");
        }
        return evidence;
    }
    const auto source = toldBy(*facts, known->source);
    if (known->host.empty()) {
        if (judged == OwnerLife::Disconnected) {
            life = Life::Silent;
            text = phrase("Its session %1 lives, but has no connection to any server (%2).", session, source);
        } else {
            text = phrase("Its session %1 lives; whether it is connected is unknown, as not every server tells (%2).",
                          session, source);
        }
        return evidence;
    }
    if (!known->lastHeard || !known->timeout) {
        life = Life::Alive;
        text = phrase("Its session %1 is connected from %2 (%3).", session, known->host, source);
        return evidence;
    }
    const auto silence = std::max(known->reportedAt - *known->lastHeard, std::chrono::milliseconds(0));
    life = judged == OwnerLife::Silent ? Life::Silent : Life::Alive;
    text = phrase(life == Life::Alive
                      ? phraseLater("Its session %1 is connected from %2, and was heard of %3 before, at a timeout of "
                                    "%4 (%5).")
                      : phraseLater("Its session %1 is connected from %2, but was not heard of for %3, at a timeout of "
                                    "%4 (%5)."),
                  session, known->host, roundDurationText(silence), roundDurationText(*known->timeout), source);
    return evidence;
}

} // namespace lockscope::release
