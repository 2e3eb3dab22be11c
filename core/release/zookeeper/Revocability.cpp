// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/zookeeper/Revocability.h"

#include "core/base/Phrase.h"
#include "core/queue/Revocation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockscope::release {

namespace {

using namespace std::string_view_literals;

constexpr std::array revocable{
    RevocableDialect{"curator-mutex"sv, queue::curatorRevocation},
    RevocableDialect{"curator-read-write"sv, queue::curatorRevocation},
    RevocableDialect{"documented-lock"sv, queue::documentedRevocation},
    RevocableDialect{"documented-read-write"sv, queue::documentedRevocation},
};

} // namespace

std::span<const RevocableDialect> revocableDialects()
{
    return revocable;
}

Revocability revocabilityOf(const ReleasePlan& plan)
{
    const auto* const known = std::find_if(revocable.begin(), revocable.end(),
                                           [&](const RevocableDialect& one) { return one.dialect == plan.dialect; });
    Revocability answer;
    if (known == revocable.end()) {
        const auto family = plan.dialectName.empty() ? plan.dialect : phrase(plan.dialectName.c_str());
        answer.text = phrase("Clients of this type (%1) have no message for a revocation request.", family);
        return answer;
    }
    if (plan.isStray) {
        answer.text = phrase("The node belongs to no holder, so no client reads a revocation request there.");
        return answer;
    }
    if (!plan.holds) {
        answer.text = phrase("A revocation request can only be sent to a holder; this client is waiting.");
        return answer;
    }
    if (plan.owner == 0) {
        answer.text = phrase("No session owns the node, so no client can receive a revocation request.");
        return answer;
    }
    answer.message = known->message;
    const bool isCurator = known->message == queue::curatorRevocation;
    // A JSON object is not Curator's data: Lockscope's clients write their name, whether they are revocable or not.
    const bool isCuratorsData = !plan.payload.empty() && !plan.payload.starts_with('{');
    answer.isUnlikely = isCurator && isCuratorsData && !plan.wasAsked();
    if (plan.evidence.life == Life::Gone)
        answer.text = phrase("The holder's session has ended, so no client can receive a revocation request.");
    else if (plan.wasAsked())
        answer.text = phrase("A revocation request was already sent, but the holder has not released the lock.");
    else if (answer.isUnlikely)
        answer.text = phrase("The holder's node contains data. Curator writes no data for a revocable lock, so the "
                             "holder probably does not listen for revocation requests.");
    else
        answer.text = phrase("Only a program that listens for revocation requests reacts. A request does not force a "
                             "release.");
    if (plan.evidence.life == Life::Gone)
        answer.message.clear();
    return answer;
}

} // namespace lockscope::release
