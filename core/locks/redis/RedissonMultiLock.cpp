// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonMultiLock.h"

#include "core/base/Phrase.h"
#include "core/locks/redis/engine/ClientLocks.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/engine/MultiLeaseAttempt.h"
#include "core/locks/redis/rules/HashRules.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

namespace lockscope::locks {

namespace {

std::vector<redis::Client*> clientsOf(const std::vector<MultiLockMember>& members)
{
    std::vector<redis::Client*> clients;
    clients.reserve(members.size());
    for (const auto& member : members)
        clients.push_back(member.client);
    return clients;
}

std::string invalidMembers(const std::vector<MultiLockMember>& sorted, const LeaseOptions& options)
{
    if (auto invalid = invalidClients(clientsOf(sorted)); !invalid.empty())
        return invalid;
    for (const auto& member : sorted) {
        if (auto invalid = invalidLease(member.name, options); !invalid.empty())
            return invalid;
    }
    const auto isSame = [](const MultiLockMember& a, const MultiLockMember& b) {
        return a.client == b.client && a.name == b.name;
    };
    if (std::adjacent_find(sorted.begin(), sorted.end(), isSame) != sorted.end())
        return phrase("a member is named twice");
    return {};
}

std::vector<MultiLockMember> inOrder(std::vector<MultiLockMember> members)
{
    std::stable_sort(members.begin(), members.end(), [](const MultiLockMember& a, const MultiLockMember& b) {
        return std::tie(a.name, a.client) < std::tie(b.name, b.client);
    });
    return members;
}

std::string nameOf(const std::vector<MultiLockMember>& members)
{
    std::string name;
    for (const auto& member : members)
        name += (name.empty() ? "" : ",") + member.name;
    return name;
}

/// Makes the attempts of all members, in order.
std::function<Result<std::shared_ptr<Attempt>>(Owner)> multiAttempts(const std::vector<MultiLockMember>& members,
                                                                     LeaseOptions options)
{
    const auto sorted = inOrder(members);
    auto invalid = invalidMembers(sorted, options);
    return [invalid = std::move(invalid), sorted, shares = sharesOf(clientsOf(sorted)), options = std::move(options),
            name = nameOf(members)](Owner owner) -> Result<std::shared_ptr<Attempt>> {
        if (!invalid.empty())
            return failure(ErrorCode::BadArguments, "acquire", name, invalid);
        // One owner in all members; another one when they are acquired again.
        const auto number = std::make_shared<std::uint64_t>();
        std::vector<MultiLeaseAttempt::Make> makers;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            makers.emplace_back(
                [client = shares[i], member = sorted[i].name, options, number, owner, isFirst = i == 0] {
                    if (isFirst)
                        *number = nextOwnerNumber();
                    const auto rulesOf = [client, member, owner](std::uint64_t by) {
                        return hashRules(*client, HashLock::Lock, member, ClientLocks::of(*client)->ownerId(by, owner));
                    };
                    const auto otherRules = [rulesOf](const std::shared_ptr<const OwnerUse>& /*use*/) {
                        return rulesOf(nextOwnerNumber());
                    };
                    return std::make_shared<LeaseAttempt>(*client, rulesOf(*number), otherRules, options);
                });
        }
        return std::make_shared<MultiLeaseAttempt>(shares.front()->executor(), name, options, std::move(makers));
    };
}

} // namespace

RedissonMultiLock::RedissonMultiLock(const std::vector<MultiLockMember>& members, LeaseOptions options)
    : Lock(executorsOf(clientsOf(members)), nameOf(members), OwnerRule::Reentrant,
           multiAttempts(members, std::move(options)))
{
}

} // namespace lockscope::locks
