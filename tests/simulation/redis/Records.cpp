// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/Records.h"

#include "core/redis/KeyNames.h"

#include <algorithm>
#include <cstdlib>

namespace lockscope::redisSimulation {

namespace {

using std::chrono::milliseconds;

std::optional<Duration> leaseOf(test::FakeRedis& server, const std::string& key)
{
    const auto left = server.run({"PTTL", key}).number();
    return left < 0 ? std::nullopt : std::optional<Duration>(milliseconds(left));
}

std::optional<Duration> fieldOf(test::FakeRedis& server, const std::string& key, const std::string& field)
{
    if (server.run({"HEXISTS", key, field}).number() != 1)
        return std::nullopt;
    return leaseOf(server, key);
}

std::optional<Duration> valueOf(test::FakeRedis& server, const std::string& key, const std::string& value)
{
    if (server.run({"GET", key}).text() != value)
        return std::nullopt;
    return leaseOf(server, key);
}

std::vector<std::string> parts(const std::string& text)
{
    std::vector<std::string> found;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        found.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return found;
}

std::string bytesOf(const std::string& hex)
{
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
    return bytes;
}

std::optional<Duration> permitsOf(World& world, const std::string& ids)
{
    std::optional<Duration> shortest;
    for (const auto& id : parts(ids)) {
        const auto score = world.server().run({"ZSCORE", redis::keys::permitTimeouts(lockName), bytesOf(id)});
        if (score.text().empty())
            return std::nullopt;
        const Duration left = milliseconds(std::atoll(score.text().c_str()) - world.server().now());
        shortest = shortest ? std::min(*shortest, left) : left;
    }
    return shortest;
}

/// The lease that a majority has.
std::optional<Duration> votesFor(World& world, const std::string& token)
{
    std::vector<Duration> votes;
    for (std::size_t i = 0; i < world.addresses.size(); ++i) {
        if (const auto left = valueOf(world.server(i), lockName, token))
            votes.push_back(*left);
    }
    const auto quorum = world.addresses.size() / 2 + 1;
    if (votes.size() < quorum)
        return std::nullopt;
    std::sort(votes.rbegin(), votes.rend());
    return votes[quorum - 1];
}

} // namespace

std::optional<Duration> timeLeft(World& world, const Holding& holding)
{
    const auto& node = holding.hold->grant().node;
    switch (world.recipe.record) {
    case Record::Field:
        return fieldOf(world.server(), lockName, node);
    case Record::Members: {
        const auto owners = parts(node);
        const auto first = fieldOf(world.server(), std::string(lockName) + ":a", owners.front());
        const auto second = fieldOf(world.server(), std::string(lockName) + ":b", owners.back());
        return first && second ? std::optional(std::min(*first, *second)) : std::nullopt;
    }
    case Record::Value:
        return valueOf(world.server(), lockName, node);
    case Record::Permit:
        return permitsOf(world, node);
    case Record::Votes:
        return votesFor(world, node);
    case Record::Nothing:
        break;
    }
    return std::nullopt;
}

std::vector<std::string> queueOf(World& world)
{
    std::vector<std::string> queue;
    const auto list = world.server().run({"LRANGE", redis::keys::fairQueue(lockName), "0", "-1"});
    for (const auto& item : list.items())
        queue.push_back(item.text());
    return queue;
}

std::string ownerOf(World& world)
{
    const auto fields = world.server().run({"HKEYS", lockName});
    return fields.items().empty() ? std::string() : fields.items().front().text();
}

int freePermits(World& world)
{
    return std::atoi(world.server().run({"GET", lockName}).text().c_str());
}

std::string leftOvers(World& world)
{
    std::string found;
    const bool isSemaphore = world.recipe.sharing == Sharing::Permits;
    for (std::size_t i = 0; i < world.addresses.size(); ++i) {
        auto& server = world.server(i);
        const auto keys = server.run({"KEYS", "*"});
        const auto channels = server.run({"PUBSUB", "CHANNELS"});
        for (const auto& key : keys.items()) {
            const bool isKept = (isSemaphore && key.text() == lockName) ||
                                (world.recipe.hasTokens && key.text() == redis::keys::lockToken(lockName));
            if (!isKept)
                found += " key " + key.text();
        }
        for (const auto& channel : channels.items())
            found += " channel " + channel.text();
    }
    if (isSemaphore && freePermits(world) != permitCount)
        found += " free permits: " + std::to_string(freePermits(world));
    return found;
}

} // namespace lockscope::redisSimulation
