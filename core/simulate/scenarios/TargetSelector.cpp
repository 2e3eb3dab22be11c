// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/TargetSelector.h"

#include "core/base/Phrase.h"

namespace lockscope::console {

namespace {

constexpr auto everybody = "everybody";

/// The client with the newest or oldest token among the clients in this state.
Result<std::vector<std::string>> byToken(const ScenarioFacts& facts, Belief belief, bool last,
                                         const TargetSelector& whom)
{
    const ClientFacts* best = nullptr;
    for (const ClientFacts& client : facts.clients) {
        if (client.belief == belief && (!best || (client.token > best->token) == last))
            best = &client;
    }
    if (!best)
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: no such client at the moment", describe(whom)));
    return std::vector<std::string>{best->name};
}

} // namespace

std::string describe(const TargetSelector& whom)
{
    switch (whom.kind) {
    case TargetSelector::Kind::Count:
        return phrase("%1 of %2", whom.number, whom.name);
    case TargetSelector::Kind::Share:
        return phrase("1/%1 of %2", whom.number, whom.name);
    case TargetSelector::Kind::Nobody:
        return phrase("no client");
    case TargetSelector::Kind::Holder:
        return phrase("the holder");
    case TargetSelector::Kind::FirstWaiter:
        return phrase("the first waiter");
    case TargetSelector::Kind::Server:
        return phrase("server %1", whom.number);
    case TargetSelector::Kind::Leader:
        return phrase("the leader");
    case TargetSelector::Kind::Follower:
        return phrase("a follower");
    case TargetSelector::Kind::Named:
        break;
    }
    return whom.name;
}

bool isServer(const TargetSelector& whom)
{
    return whom.kind == TargetSelector::Kind::Server || whom.kind == TargetSelector::Kind::Leader ||
           whom.kind == TargetSelector::Kind::Follower;
}

std::vector<const ClientFacts*> clientsNamed(const ScenarioFacts& facts, const std::string& name)
{
    std::vector<const ClientFacts*> list;
    for (const ClientFacts& client : facts.clients) {
        if (name == everybody || client.name == name || client.group == name)
            list.push_back(&client);
    }
    return list;
}

std::size_t howMany(const TargetSelector& whom, std::size_t all)
{
    const auto number = static_cast<std::size_t>(whom.number);
    if (whom.kind == TargetSelector::Kind::Count)
        return number;
    return whom.kind == TargetSelector::Kind::Share ? (all + number - 1) / number : all;
}

Result<std::vector<std::string>> choose(const TargetSelector& whom, const ScenarioFacts& facts)
{
    if (whom.kind == TargetSelector::Kind::Holder)
        return byToken(facts, Belief::Holding, true, whom);
    if (whom.kind == TargetSelector::Kind::FirstWaiter)
        return byToken(facts, Belief::Waiting, false, whom);
    const bool hasName = whom.kind == TargetSelector::Kind::Named || whom.kind == TargetSelector::Kind::Count ||
                         whom.kind == TargetSelector::Kind::Share;
    if (!hasName)
        return failure(ErrorCode::BadArguments, phraseLater("select the client"), {},
                       phrase("%1: no action is possible on this target", describe(whom)));

    auto list = clientsNamed(facts, whom.name);
    if (list.empty())
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: no such client", describe(whom)));
    const auto count = howMany(whom, list.size());
    if (count > list.size())
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: not enough clients (available: %2)", describe(whom), list.size()));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(list[i]->name);
    return names;
}

} // namespace lockscope::console
