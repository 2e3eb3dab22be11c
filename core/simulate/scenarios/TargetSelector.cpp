// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/TargetSelector.h"

#include "core/base/Phrase.h"

#include <regex>

namespace lockscope::console {

namespace {

constexpr auto everybody = "everybody";

/// The one that came last, or first, of those that believe so.
Result<std::vector<std::string>> byToken(const ScenarioFacts& facts, Belief belief, bool last, const std::string& text)
{
    const ClientFacts* best = nullptr;
    for (const ClientFacts& client : facts.clients) {
        if (client.belief == belief && (!best || (client.token > best->token) == last))
            best = &client;
    }
    if (!best)
        return failure(ErrorCode::Refused, phraseLater("choose"), {}, phrase("%1: there is none at the moment", text));
    return std::vector<std::string>{best->name};
}

} // namespace

Result<TargetSelector> parseTargetSelector(std::string_view text)
{
    static const std::regex countOf("([1-9][0-9]{0,5}) of ([A-Za-z0-9_.-]+)");
    static const std::regex shareOf("(half|a third|a quarter|a tenth)(?: of ([A-Za-z0-9_.-]+))?");
    static const std::regex server("server ([1-9][0-9]?)");
    static const std::regex name("[A-Za-z0-9_.-]+");
    const bool isTooLong = text.size() > longestTargetSelector;
    const auto all = isTooLong ? std::string(text.substr(0, longestTargetSelector)) + "…" : std::string(text);
    TargetSelector whom;
    whom.text = all;
    std::smatch match;
    if (all == "the holder") {
        whom.kind = TargetSelector::Kind::Holder;
    } else if (all == "the first waiter") {
        whom.kind = TargetSelector::Kind::FirstWaiter;
    } else if (all == "the leader") {
        whom.kind = TargetSelector::Kind::Leader;
    } else if (all == "a follower") {
        whom.kind = TargetSelector::Kind::Follower;
    } else if (all == "somebody") {
        whom.kind = TargetSelector::Kind::Somebody;
    } else if (all == "nobody") {
        whom.kind = TargetSelector::Kind::Nobody;
    } else if (std::regex_match(all, match, server)) {
        whom.kind = TargetSelector::Kind::Server;
        whom.number = std::stoi(match[1]);
    } else if (std::regex_match(all, match, countOf)) {
        whom.kind = TargetSelector::Kind::Count;
        whom.number = std::stoi(match[1]);
        whom.name = match[2];
    } else if (std::regex_match(all, match, shareOf)) {
        whom.kind = TargetSelector::Kind::Share;
        whom.number = match[1] == "half" ? 2 : match[1] == "a third" ? 3 : match[1] == "a quarter" ? 4 : 10;
        whom.name = match[2].matched ? match[2].str() : everybody;
    } else if (std::regex_match(all, name)) {
        whom.name = all;
    } else {
        return failure(
            ErrorCode::BadArguments, phraseLater("read whom"), {},
            phrase("\"%1\" names nobody: write a client or a group, everybody, 2 of GROUP, a third of GROUP, the "
                   "holder, the first waiter, server 1, the leader or a follower",
                   all));
    }
    return whom;
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
        return byToken(facts, Belief::Holding, true, whom.text);
    if (whom.kind == TargetSelector::Kind::FirstWaiter)
        return byToken(facts, Belief::Waiting, false, whom.text);
    const bool hasName = whom.kind == TargetSelector::Kind::Named || whom.kind == TargetSelector::Kind::Count ||
                         whom.kind == TargetSelector::Kind::Share;
    if (!hasName)
        return failure(ErrorCode::BadArguments, phraseLater("choose"), {},
                       phrase("%1: nothing can be done to that", whom.text));

    auto list = clientsNamed(facts, whom.name);
    if (list.empty())
        return failure(ErrorCode::Refused, phraseLater("choose"), {}, phrase("%1: there is no such client", whom.text));
    const auto count = howMany(whom, list.size());
    if (count > list.size())
        return failure(ErrorCode::Refused, phraseLater("choose"), {},
                       phrase("%1: there are only %2 of them", whom.text, list.size()));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(list[i]->name);
    return names;
}

} // namespace lockscope::console
