// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/LeaseRecipe.h"

#include "core/base/EventLoop.h"
#include "core/base/Phrase.h"
#include "core/locks/Uuid.h"
#include "core/locks/redis/engine/ClientLocks.h"
#include "core/locks/redis/engine/LeaseAttempt.h"

#include <algorithm>
#include <random>
#include <utility>

namespace lockscope::locks {

std::string invalidLease(const std::string& name, const LeaseOptions& options)
{
    if (name.empty())
        return phrase("the lock's name is empty");
    if (options.requested() < std::chrono::milliseconds(10))
        return phrase("the lease is shorter than 10 ms");
    if (options.driftFactor < 0 || options.driftFactor >= 1 || options.driftConstant < std::chrono::milliseconds(0))
        return phrase("the allowance for clock drift is not between 0 and the lease");
    return {};
}

double randomNumber(const RetryPolicy::Random& random)
{
    static thread_local std::minstd_rand generator{std::random_device()()};
    return random ? random() : std::uniform_real_distribution<double>()(generator);
}

MakeLeaseAttempt leaseAttempts(redis::Client& client, std::string name, LeaseOptions options, MakeLeaseRules rules,
                               std::shared_ptr<OwnerNumbers> numbers, OwnerNumbers::Side side)
{
    if (!numbers)
        numbers = std::make_shared<OwnerNumbers>();
    return [client = client.share(), name = std::move(name), options = std::move(options), rules = std::move(rules),
            numbers = std::move(numbers), side](Owner owner) -> Result<std::shared_ptr<Attempt>> {
        if (auto invalid = invalidLease(name, options); !invalid.empty())
            return failure(ErrorCode::BadArguments, "acquire", name, std::move(invalid));
        const auto rulesOf = [client, rules, owner](std::uint64_t number) {
            return rules(*client, ClientLocks::of(*client)->ownerId(number, owner));
        };
        const auto otherRules = [rulesOf, numbers, owner, side](std::shared_ptr<const OwnerUse> use) {
            const auto number = numbers->another(owner, side);
            if (!number)
                return std::unique_ptr<const LeaseRules>();
            numbers->note(owner, side, std::move(use));
            return rulesOf(*number);
        };
        const auto number = numbers->next(owner, side);
        if (!number)
            return failure(ErrorCode::NoConnection, "acquire", name, lateReleaseText());
        auto attempt = std::make_shared<LeaseAttempt>(*client, rulesOf(*number), otherRules, options);
        numbers->note(owner, side, attempt->use());
        return attempt;
    };
}

LockExecutors executorsOf(const redis::Client& client)
{
    return {client.executor(), client.callbacks()};
}

LockExecutors executorsOf(const std::vector<redis::Client*>& clients)
{
    if (!clients.empty() && clients.front())
        return executorsOf(*clients.front());
    return {EventLoop::shared(), EventLoop::shared().callbacks()};
}

std::vector<std::shared_ptr<redis::Client>> sharesOf(const std::vector<redis::Client*>& clients)
{
    std::vector<std::shared_ptr<redis::Client>> shares;
    shares.reserve(clients.size());
    for (auto* const client : clients)
        shares.push_back(client ? client->share() : nullptr);
    return shares;
}

std::string invalidClients(const std::vector<redis::Client*>& clients)
{
    if (clients.empty())
        return phrase("the lock has no servers");
    if (std::find(clients.begin(), clients.end(), nullptr) != clients.end())
        return phrase("a server has no client");
    if (std::any_of(clients.begin(), clients.end(),
                    [&](const auto* one) { return &one->executor() != &clients.front()->executor(); }))
        return phrase("the clients are on different executors");
    return {};
}

std::string randomToken()
{
    auto text = randomUuid();
    std::erase(text, '-');
    return text;
}

std::string randomBytes()
{
    const auto text = randomToken();
    std::string bytes;
    const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return bytes;
}

} // namespace lockscope::locks
