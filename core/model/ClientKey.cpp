// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/ClientKey.h"

#include "core/model/OwnerLocks.h"

namespace lockscope::inspect {

namespace {

/// 0: of another client. Else the higher, the surer.
int likeness(const Contender& contender, const ClientKey& client)
{
    using By = ClientKey::By;
    if (client.by == By::Node)
        return contender.node == client.value ? 3 : 0;
    const auto own = clientOf(contender);
    const bool isSameSession = client.session != 0 && own.session == client.session;
    if (own.by == client.by && own.value == client.value)
        return isSameSession ? 3 : 2;
    return isSameSession && (client.by == By::Session || !contender.details) ? 1 : 0;
}

} // namespace

ClientKey clientOf(const Contender& contender)
{
    using By = ClientKey::By;
    const auto session = contender.session().value_or(0);
    if (contender.details && !contender.details->client.empty())
        return {By::Name, contender.details->client, session};
    if (contender.redis && isThread(contender.redis->owner))
        return {By::Instance, std::string(instanceOf(contender.redis->owner)), session};
    if (session != 0)
        return {By::Session, toHex(session), session};
    return {By::Node, contender.node, session};
}

bool belongsTo(const Contender& contender, const ClientKey& client)
{
    return likeness(contender, client) > 0;
}

const Contender* findClient(const Lock& lock, const ClientKey& client)
{
    const Contender* best = nullptr;
    auto highest = 0;
    for (const auto& contender : lock.queue) {
        if (const auto one = likeness(contender, client); one > highest) {
            best = &contender;
            highest = one;
        }
    }
    return best;
}

} // namespace lockscope::inspect
