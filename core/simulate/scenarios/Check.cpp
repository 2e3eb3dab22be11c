// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Check.h"

#include "core/base/Phrase.h"
#include "core/simulate/clients/LockSlotIndex.h"
#include "core/simulate/scenarios/CheckWords.h"

#include <algorithm>

namespace lockscope::console {

namespace {

/// The sentence of the first word that is true.
template <typename Seen>
std::string reportFirst(const std::vector<CheckWord<Seen>>& words, const Seen& seen, const std::string& client)
{
    const auto word = std::find_if(words.begin(), words.end(), [&](const auto& row) { return row.fits(seen); });
    return phrase(word->sentence, client);
}

std::string reportState(const ClientFacts& client)
{
    auto text = reportFirst(clientStates(), client, client.name);
    if (client.suspended)
        text = phrase("%1, suspended", text);
    return client.paused ? phrase("%1, paused", text) : text;
}

/// Compares the number of matching clients with the required number.
template <typename Fits, typename Report>
CheckResult judge(const TargetSelector& target, const ScenarioFacts& facts, Fits fits, Report report)
{
    if (target.kind == TargetSelector::Kind::Holder || target.kind == TargetSelector::Kind::FirstWaiter) {
        const auto chosen = choose(target, facts);
        const ClientFacts* client = chosen ? facts.find(chosen->front()) : nullptr;
        return client ? CheckResult{fits(*client), report(*client)} : CheckResult{false, phrase("no such client")};
    }
    const bool isNoClient = target.kind == TargetSelector::Kind::NoClient;
    const auto clients = clientsNamed(facts, isNoClient ? "everybody" : target.name);
    std::size_t fitting = 0;
    std::string others;
    std::size_t reported = 0;
    for (const ClientFacts* client : clients) {
        const bool isFitting = fits(*client);
        fitting += isFitting ? 1 : 0;
        if (isFitting != isNoClient)
            continue;
        if (constexpr std::size_t most = 3; reported++ < most)
            others = others.empty() ? report(*client) : phrase("%1; %2", others, report(*client));
    }
    const bool passed = isNoClient ? fitting == 0 : fitting >= howMany(target, clients.size()) && !clients.empty();
    std::string found = phrase("%1 of %2", fitting, clients.size());
    if (!passed && !others.empty())
        found = phrase("%1: %2", found, others);
    return {passed, found};
}

CheckResult actualVerdict(const Check& check, const ScenarioFacts& facts)
{
    if (!facts.view)
        return {false, phrase("Lockscope has not read the locks yet")};
    const LockSlotIndex slots(*facts.view);
    const auto& word = rowOf(actualStates(), check.word);
    return judge(
        check.target, facts, [&](const ClientFacts& client) { return word.fits(slots.of(client)); },
        [&](const ClientFacts& client) { return reportFirst(actualStates(), slots.of(client), client.name); });
}

CheckResult eventVerdict(const Check& check, const ScenarioFacts& facts)
{
    return judge(
        check.target, facts, [&](const ClientFacts& client) { return client.times(check.word) >= check.value; },
        [&](const ClientFacts& client) {
            return phrase("%1 reported the event %2 times", client.name, client.times(check.word));
        });
}

CheckResult findingVerdict(const Check& check, const ScenarioFacts& facts)
{
    if (!facts.view)
        return {false, phrase("Lockscope has not read the locks yet")};
    const FindingSeen seen{facts.view->findings.contains(check.word), facts.findingsSeen.contains(check.word)};
    return {rowOf(findingTimes(), check.relation).fits(seen), seen.isNow     ? phrase("reported now")
                                                              : seen.wasEver ? phrase("reported earlier")
                                                                             : phrase("never reported")};
}

CheckResult servingVerdict(const Check& check, const ScenarioFacts& facts)
{
    const auto number = static_cast<std::size_t>(check.target.number);
    if (number > facts.servers.size() || facts.servers.empty())
        return {false, phrase("servers in the sandbox: %1", facts.servers.size())};
    const auto serves = [](const ServerState& server) { return server.serves && !server.paused; };
    if (number == 0) {
        const auto serving = std::count_if(facts.servers.begin(), facts.servers.end(), serves);
        const auto wanted = check.isServing ? std::ssize(facts.servers) : 0;
        return {serving == wanted, phrase("%1 serving", serving)};
    }
    const bool isServing = serves(facts.servers[number - 1]);
    return {isServing == check.isServing, isServing ? phrase("serving") : phrase("down")};
}

std::string numberText(double value)
{
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

CheckResult measureVerdict(const Check& check, const ScenarioFacts& facts)
{
    const auto measured = facts.measures.find(check.word);
    if (measured == facts.measures.end())
        return {false, phrase("not measured")};
    return {rowOf(relations(), check.relation).fits({measured->second, check.value}), numberText(measured->second)};
}

} // namespace

std::string describe(const Check& check)
{
    switch (check.kind) {
    case Check::Kind::State:
        return phrase(rowOf(clientStates(), check.word).sentence, describe(check.target));
    case Check::Kind::Actual:
        return phrase(rowOf(actualStates(), check.word).sentence, describe(check.target));
    case Check::Kind::Event:
        return check.value == 1 ? phrase("%1 reported event %2", describe(check.target), check.word)
                                : phrase("%1 reported event %2 %3 times", describe(check.target), check.word,
                                         numberText(check.value));
    case Check::Kind::Finding:
        return phrase(rowOf(findingTimes(), check.relation).sentence, check.word);
    case Check::Kind::Serving:
        if (check.target.number == 0)
            return check.isServing ? phrase("all servers are serving") : phrase("all servers are down");
        return phrase(check.isServing ? phraseLater("%1 is serving") : phraseLater("%1 is down"),
                      describe(check.target));
    case Check::Kind::Measure:
        break;
    }
    return check.word + ' ' + check.relation + ' ' + numberText(check.value);
}

CheckResult verdictOf(const Check& check, const ScenarioFacts& facts)
{
    switch (check.kind) {
    case Check::Kind::State:
        return judge(check.target, facts, rowOf(clientStates(), check.word).fits, reportState);
    case Check::Kind::Actual:
        return actualVerdict(check, facts);
    case Check::Kind::Event:
        return eventVerdict(check, facts);
    case Check::Kind::Finding:
        return findingVerdict(check, facts);
    case Check::Kind::Serving:
        return servingVerdict(check, facts);
    case Check::Kind::Measure:
        break;
    }
    return measureVerdict(check, facts);
}

} // namespace lockscope::console
