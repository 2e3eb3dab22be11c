// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// What a check comes to; Check.cpp reads it.

#include "core/base/Phrase.h"
#include "core/simulate/clients/LockSlotIndex.h"
#include "core/simulate/scenarios/Check.h"

#include <map>

namespace lockscope::console {

namespace {

bool compare(double found, const std::string& relation, double wanted)
{
    if (relation == "=")
        return found == wanted;
    if (relation == "!=")
        return found != wanted;
    if (relation == "<")
        return found < wanted;
    if (relation == "<=")
        return found <= wanted;
    return relation == ">" ? found > wanted : found >= wanted;
}

bool isIn(const ClientFacts& client, const std::string& state)
{
    if (state == "holds")
        return client.belief == Belief::Holding;
    if (state == "waits")
        return client.belief == Belief::Waiting;
    if (state == "idle")
        return client.belief == Belief::Idle;
    if (state == "ended")
        return client.belief == Belief::Ended;
    if (state == "started")
        return client.belief != Belief::Starting;
    if (state == "suspended")
        return client.suspended;
    return state == "paused" ? client.paused : client.careless;
}

/// What the ensemble knows of a client: "holds", "waits" or "gone".
std::string truthOf(const ClientFacts& client, const LockSlotIndex& slots)
{
    const auto* slot = slots.of(client);
    return !slot ? "gone" : slot->holds ? "holds" : "waits";
}

std::string tellState(const ClientFacts& client)
{
    static const std::map<Belief, const char*> words{{Belief::Starting, phraseLater("%1 starts")},
                                                     {Belief::Idle, phraseLater("%1 is idle")},
                                                     {Belief::Waiting, phraseLater("%1 waits")},
                                                     {Belief::Holding, phraseLater("%1 holds")},
                                                     {Belief::Ended, phraseLater("%1 has ended")}};
    auto text = phrase(words.at(client.belief), client.name);
    if (client.suspended)
        text = phrase("%1, suspended", text);
    return client.paused ? phrase("%1, paused", text) : text;
}

std::string tellTruth(const ClientFacts& client, const std::string& truth)
{
    return phrase(truth == "holds"   ? phraseLater("%1 really holds")
                  : truth == "waits" ? phraseLater("%1 really waits")
                                     : phraseLater("%1 really gone"),
                  client.name);
}

/// How many of the clients that are meant fit, against how many have to.
template <typename Fits, typename Tell>
Verdict judge(const TargetSelector& whom, const ScenarioFacts& facts, Fits fits, Tell tell)
{
    if (whom.kind == TargetSelector::Kind::Holder || whom.kind == TargetSelector::Kind::FirstWaiter) {
        const auto chosen = choose(whom, facts);
        const ClientFacts* client = chosen ? facts.find(chosen->front()) : nullptr;
        return client ? Verdict{fits(*client), tell(*client)} : Verdict{false, phrase("there is none")};
    }
    const bool anybody = whom.kind == TargetSelector::Kind::Somebody || whom.kind == TargetSelector::Kind::Nobody;
    const auto clients = clientsNamed(facts, anybody ? "everybody" : whom.name);
    std::size_t fitting = 0;
    std::string others;
    std::size_t told = 0;
    for (const ClientFacts* client : clients) {
        if (fits(*client)) {
            ++fitting;
            if (whom.kind != TargetSelector::Kind::Nobody)
                continue;
        } else if (whom.kind == TargetSelector::Kind::Nobody) {
            continue;
        }
        if (constexpr std::size_t most = 3; told++ < most)
            others = others.empty() ? tell(*client) : phrase("%1; %2", others, tell(*client));
    }
    const std::size_t needed = whom.kind == TargetSelector::Kind::Somebody ? 1 : howMany(whom, clients.size());
    const bool passed =
        whom.kind == TargetSelector::Kind::Nobody ? fitting == 0 : fitting >= needed && !clients.empty();
    std::string found = phrase("%1 of %2", fitting, clients.size());
    if (!passed && !others.empty())
        found = phrase("%1: %2", found, others);
    return {passed, found};
}

Verdict findingVerdict(const Check& check, const ScenarioFacts& facts)
{
    const bool now = facts.view && facts.view->findings.count(check.word) > 0;
    const bool ever = facts.findingsSeen.count(check.word) > 0;
    if (!facts.view)
        return {false, phrase("the inspector has not looked yet")};
    const std::string found = now ? phrase("it is shown") : ever ? phrase("it was shown") : phrase("it was not shown");
    if (check.relation == "shows")
        return {now, found};
    if (check.relation == "shows no")
        return {!now, found};
    return {check.relation == "showed" ? ever : !ever, found};
}

Verdict serverVerdict(const Check& check, const ScenarioFacts& facts)
{
    const auto number = static_cast<std::size_t>(check.whom.number);
    if (number > facts.servers.size() || facts.servers.empty())
        return {false, phrase("there are %1 servers of the sandbox", facts.servers.size())};
    std::size_t serving = 0;
    for (const ServerFacts& server : facts.servers)
        serving += server.serves && !server.paused ? 1 : 0;
    if (number == 0)
        return {serving == facts.servers.size(), phrase("%1 serve", serving)};
    const ServerFacts& server = facts.servers[number - 1];
    const bool serves = server.serves && !server.paused;
    return {serves == (check.word == "serves"), serves ? phrase("it serves") : phrase("it is down")};
}

std::string numberText(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

} // namespace

Verdict verdictOf(const Check& check, const ScenarioFacts& facts)
{
    switch (check.kind) {
    case Check::Kind::State:
        return judge(
            check.whom, facts, [&](const ClientFacts& client) { return isIn(client, check.word); }, tellState);
    case Check::Kind::Truth: {
        if (!facts.view)
            return {false, phrase("the inspector has not looked yet")};
        const LockSlotIndex slots(*facts.view);
        const auto truth = [&](const ClientFacts& client) { return truthOf(client, slots); };
        return judge(
            check.whom, facts,
            [&](const ClientFacts& client) {
                return check.word == "queues" ? truth(client) != "gone" : truth(client) == check.word;
            },
            [&](const ClientFacts& client) { return tellTruth(client, truth(client)); });
    }
    case Check::Kind::Saw: {
        const auto times = [&](const ClientFacts& client) {
            const auto seen = client.saw.find(check.word);
            return seen == client.saw.end() ? 0 : seen->second;
        };
        return judge(
            check.whom, facts, [&](const ClientFacts& client) { return times(client) >= check.value; },
            [&](const ClientFacts& client) { return phrase("%1 saw it %2 times", client.name, times(client)); });
    }
    case Check::Kind::Finding:
        return findingVerdict(check, facts);
    case Check::Kind::Server:
        return serverVerdict(check, facts);
    case Check::Kind::Measure:
        break;
    }
    const auto measured = facts.measures.find(check.word);
    if (measured == facts.measures.end())
        return {false, phrase("not measured")};
    return {compare(measured->second, check.relation, check.value), numberText(measured->second)};
}

} // namespace lockscope::console
