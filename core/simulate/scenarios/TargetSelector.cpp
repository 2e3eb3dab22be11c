// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/TargetSelector.h"

#include "core/base/Phrase.h"

namespace lockscope::console {

namespace {

constexpr auto everybody = "everybody";

/// The client with the newest or oldest token among the clients in this state.
Result<std::vector<std::string>> byToken(const ScenarioFacts& facts, ClientView clientView, bool last,
                                         const TargetSelector& target)
{
    const ClientFacts* best = nullptr;
    for (const ClientFacts& client : facts.clients) {
        if (client.clientView == clientView && (!best || (client.token > best->token) == last))
            best = &client;
    }
    if (!best)
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: no such client at the moment", describe(target)));
    return std::vector<std::string>{best->name};
}

} // namespace

std::string describe(const TargetSelector& target)
{
    switch (target.kind) {
    case TargetSelector::Kind::Count:
        return phrase("%1 of %2", target.number, target.name);
    case TargetSelector::Kind::Share:
        return phrase("1/%1 of %2", target.number, target.name);
    case TargetSelector::Kind::NoClient:
        return phrase("no client");
    case TargetSelector::Kind::Holder:
        return phrase("the holder");
    case TargetSelector::Kind::FirstWaiter:
        return phrase("the first waiter");
    case TargetSelector::Kind::Server:
        return phrase("server %1", target.number);
    case TargetSelector::Kind::Leader:
        return phrase("the leader");
    case TargetSelector::Kind::Follower:
        return phrase("a follower");
    case TargetSelector::Kind::Master:
        return target.group > 0 ? phrase("the master of group %1", target.group) : phrase("the master");
    case TargetSelector::Kind::Replica:
        return target.group > 0 ? phrase("replica %1 of group %2", target.number, target.group)
                                : phrase("replica %1", target.number);
    case TargetSelector::Kind::Named:
        break;
    }
    return target.name;
}

bool isServer(const TargetSelector& target)
{
    return target.kind == TargetSelector::Kind::Server || target.kind == TargetSelector::Kind::Leader ||
           target.kind == TargetSelector::Kind::Follower || isRedisRole(target);
}

bool isRedisRole(const TargetSelector& target)
{
    return target.kind == TargetSelector::Kind::Master || target.kind == TargetSelector::Kind::Replica;
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

std::size_t howMany(const TargetSelector& target, std::size_t all)
{
    const auto number = static_cast<std::size_t>(target.number);
    if (target.kind == TargetSelector::Kind::Count)
        return number;
    return target.kind == TargetSelector::Kind::Share ? (all + number - 1) / number : all;
}

Result<std::vector<std::string>> choose(const TargetSelector& target, const ScenarioFacts& facts)
{
    if (target.kind == TargetSelector::Kind::Holder)
        return byToken(facts, ClientView::Holding, true, target);
    if (target.kind == TargetSelector::Kind::FirstWaiter)
        return byToken(facts, ClientView::Waiting, false, target);
    const bool hasName = target.kind == TargetSelector::Kind::Named || target.kind == TargetSelector::Kind::Count ||
                         target.kind == TargetSelector::Kind::Share;
    if (!hasName)
        return failure(ErrorCode::BadArguments, phraseLater("select the client"), {},
                       phrase("%1: no action is possible on this target", describe(target)));

    auto list = clientsNamed(facts, target.name);
    if (list.empty())
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: no such client", describe(target)));
    const auto count = howMany(target, list.size());
    if (count > list.size())
        return failure(ErrorCode::Refused, phraseLater("select the client"), {},
                       phrase("%1: not enough clients (available: %2)", describe(target), list.size()));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(list[i]->name);
    return names;
}

} // namespace lockscope::console
