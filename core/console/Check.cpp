// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/Check.h"

#include <algorithm>
#include <map>
#include <regex>

namespace lockscope::console {

namespace {

/// "hold" and "holds" mean the same: one of them, or several.
const std::map<std::string, std::string>& stateWords()
{
    static const std::map<std::string, std::string> words{
        {"holds", "holds"},         {"hold", "holds"},
        {"waits", "waits"},         {"wait", "waits"},
        {"idle", "idle"},           {"is idle", "idle"},
        {"suspended", "suspended"}, {"is suspended", "suspended"},
        {"paused", "paused"},       {"is paused", "paused"},
        {"careless", "careless"},   {"is careless", "careless"},
        {"ended", "ended"},         {"has ended", "ended"},
        {"are idle", "idle"},       {"are suspended", "suspended"},
        {"are paused", "paused"},   {"are careless", "careless"},
        {"have ended", "ended"},    {"started", "started"},
    };
    return words;
}

const std::vector<std::string>& eventWords()
{
    static const std::vector<std::string> words{"connected", "queued",     "granted",  "released",
                                                "timedOut",  "suspended",  "lost",     "error",
                                                "rejected",  "revocation", "careless", "downgraded"};
    return words;
}

Result<Check> bad(const std::string& text, const std::string& reason)
{
    return failure(ErrorCode::BadArguments, "read the condition", {}, "\"" + text + "\": " + reason);
}

std::string listed(const std::vector<std::string>& words)
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

Result<Check> measureCheck(const std::string& text, const std::smatch& match)
{
    const std::string name = match[1];
    const auto& names = measureNames();
    if (std::none_of(names.begin(), names.end(), [&](const MeasureName& known) { return known.name == name; })) {
        std::vector<std::string> known;
        for (const auto& one : names)
            known.emplace_back(one.name);
        return bad(text, "\"" + name + "\" is not measured: choose one of " + listed(known));
    }
    Check check;
    check.kind = Check::Kind::Measure;
    check.text = text;
    check.word = match[2].matched ? name + " of " + match[2].str() : name;
    check.whom.name = match[2];
    check.relation = match[3];
    check.value = std::stod(match[4]);
    return check;
}

Result<Check> clientCheck(Check::Kind kind, const std::string& text, const std::string& whom, std::string word,
                          double value = 0)
{
    auto parsed = parseWhom(whom);
    if (!parsed)
        return bad(text, parsed.error().detail);
    if (isServer(*parsed))
        return bad(text, "of a server it can be said that it serves, or that it is down");
    Check check;
    check.kind = kind;
    check.text = text;
    check.whom = *std::move(parsed);
    check.word = std::move(word);
    check.value = value;
    return check;
}

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
std::string truthOf(const ClientFacts& client, const EnsembleView& view)
{
    for (const Seat& seat : view.seats) {
        if (!client.node.empty() && seat.node == client.node && seat.path.starts_with(client.path))
            return seat.holds ? "holds" : "waits";
    }
    return "gone";
}

std::string stateOf(const ClientFacts& client)
{
    static const std::map<Belief, std::string> words{{Belief::Starting, "starts"},
                                                     {Belief::Idle, "is idle"},
                                                     {Belief::Waiting, "waits"},
                                                     {Belief::Holding, "holds"},
                                                     {Belief::Ended, "has ended"}};
    return words.at(client.belief) + (client.suspended ? ", suspended" : "") + (client.paused ? ", paused" : "");
}

/// How many of the clients that are meant fit, against how many have to.
template <typename Fits, typename Tell> Verdict judge(const Whom& whom, const StageFacts& facts, Fits fits, Tell tell)
{
    if (whom.kind == Whom::Kind::Holder || whom.kind == Whom::Kind::FirstWaiter) {
        const auto chosen = choose(whom, facts);
        const ClientFacts* client = chosen ? facts.find(chosen->front()) : nullptr;
        return client ? Verdict{fits(*client), client->name + " " + tell(*client)} : Verdict{false, "there is none"};
    }
    const bool anybody = whom.kind == Whom::Kind::Somebody || whom.kind == Whom::Kind::Nobody;
    const auto clients = clientsNamed(facts, anybody ? "everybody" : whom.name);
    std::size_t fitting = 0;
    std::string others;
    std::size_t told = 0;
    for (const ClientFacts* client : clients) {
        if (fits(*client)) {
            ++fitting;
            if (whom.kind != Whom::Kind::Nobody)
                continue;
        } else if (whom.kind == Whom::Kind::Nobody) {
            continue;
        }
        if (constexpr std::size_t most = 3; told++ < most)
            others += (others.empty() ? "" : "; ") + client->name + " " + tell(*client);
    }
    std::size_t needed = clients.size();
    if (whom.kind == Whom::Kind::Count)
        needed = static_cast<std::size_t>(whom.number);
    else if (whom.kind == Whom::Kind::Share)
        needed = (clients.size() + static_cast<std::size_t>(whom.number) - 1) / static_cast<std::size_t>(whom.number);
    else if (whom.kind == Whom::Kind::Somebody)
        needed = 1;
    const bool passed = whom.kind == Whom::Kind::Nobody ? fitting == 0 : fitting >= needed && !clients.empty();
    std::string found = std::to_string(fitting) + " of " + std::to_string(clients.size());
    if (!passed && !others.empty())
        found += ": " + others;
    return {passed, found};
}

Verdict findingVerdict(const Check& check, const StageFacts& facts)
{
    const bool now = facts.view && facts.view->findings.count(check.word) > 0;
    const bool ever = facts.findingsSeen.count(check.word) > 0;
    if (!facts.view)
        return {false, "the inspector has not looked yet"};
    const std::string found = now ? "it is shown" : ever ? "it was shown" : "it was not shown";
    if (check.relation == "shows")
        return {now, found};
    if (check.relation == "shows no")
        return {!now, found};
    return {check.relation == "showed" ? ever : !ever, found};
}

Verdict serverVerdict(const Check& check, const StageFacts& facts)
{
    const auto number = static_cast<std::size_t>(check.whom.number);
    if (number > facts.servers.size() || facts.servers.empty())
        return {false, "there are " + std::to_string(facts.servers.size()) + " servers of the sandbox"};
    std::size_t serving = 0;
    for (const ServerFacts& server : facts.servers)
        serving += server.serves && !server.paused ? 1 : 0;
    if (number == 0)
        return {serving == facts.servers.size(), std::to_string(serving) + " serve"};
    const ServerFacts& server = facts.servers[number - 1];
    const bool serves = server.serves && !server.paused;
    return {serves == (check.word == "serves"), serves ? "it serves" : "it is down"};
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

Result<Check> parseCheck(std::string_view given)
{
    static const std::regex measure(
        "([A-Za-z0-9]+)(?: of ([A-Za-z0-9_.-]+))? *(=|!=|<=|>=|<|>) *(-?[0-9]+(?:\\.[0-9]+)?)");
    static const std::regex saw("(.+) saw ([A-Za-z]+)(?: ([1-9][0-9]{0,5}) times)?");
    static const std::regex finding("inspector (shows no|shows|showed|never showed) ([a-z-]+)");
    static const std::regex server("(?:server ([1-3])|servers) (serves|serve|down|is down)");
    static const std::regex truth("(.+) really (holds|hold|waits|wait|queues|queue|gone)");
    static const std::regex state("(.+?) ((?:is |are |has |have )?[a-z]+)");
    const std::string text(given);
    std::smatch match;
    if (std::regex_match(text, match, measure))
        return measureCheck(text, match);
    if (std::regex_match(text, match, saw)) {
        const std::string event = match[2];
        if (std::find(eventWords().begin(), eventWords().end(), event) == eventWords().end())
            return bad(text, "no client tells of \"" + event + "\": choose one of " + listed(eventWords()));
        return clientCheck(Check::Kind::Saw, text, match[1], event, match[3].matched ? std::stod(match[3]) : 1);
    }
    if (std::regex_match(text, match, finding)) {
        Check check{.kind = Check::Kind::Finding, .text = text, .whom = {}, .word = match[2], .relation = match[1]};
        return check;
    }
    if (std::regex_match(text, match, server)) {
        Check check{.kind = Check::Kind::Server, .text = text, .whom = {}, .word = {}, .relation = {}};
        check.whom.kind = Whom::Kind::Server;
        check.whom.number = match[1].matched ? std::stoi(match[1]) : 0;
        check.word = match[2].str().starts_with("serve") ? "serves" : "down";
        return check;
    }
    if (std::regex_match(text, match, truth)) {
        std::string word = match[2];
        if (word != "gone" && !word.ends_with('s'))
            word += 's';
        return clientCheck(Check::Kind::Truth, text, match[1], word);
    }
    if (std::regex_match(text, match, state)) {
        if (const auto word = stateWords().find(match[2]); word != stateWords().end())
            return clientCheck(Check::Kind::State, text, match[1], word->second);
    }
    return bad(text, "this is no condition: write for example \"worker-1 holds\", \"2 of workers wait\", "
                     "\"worker-1 really gone\", \"everybody saw granted\", \"inspector shows deadlock\", "
                     "\"servers serve\" or \"overlaps = 0\"");
}

Verdict verdictOf(const Check& check, const StageFacts& facts)
{
    switch (check.kind) {
    case Check::Kind::State:
        return judge(
            check.whom, facts, [&](const ClientFacts& client) { return isIn(client, check.word); }, stateOf);
    case Check::Kind::Truth: {
        if (!facts.view)
            return {false, "the inspector has not looked yet"};
        const auto truth = [&](const ClientFacts& client) { return truthOf(client, *facts.view); };
        return judge(
            check.whom, facts,
            [&](const ClientFacts& client) {
                return check.word == "queues" ? truth(client) != "gone" : truth(client) == check.word;
            },
            [&](const ClientFacts& client) { return "really " + truth(client); });
    }
    case Check::Kind::Saw: {
        const auto times = [&](const ClientFacts& client) {
            const auto seen = client.saw.find(check.word);
            return seen == client.saw.end() ? 0 : seen->second;
        };
        return judge(
            check.whom, facts, [&](const ClientFacts& client) { return times(client) >= check.value; },
            [&](const ClientFacts& client) { return "saw it " + std::to_string(times(client)) + " times"; });
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
        return {false, "not measured"};
    return {compare(measured->second, check.relation, check.value), numberText(measured->second)};
}

const std::vector<MeasureName>& measureNames()
{
    static const std::vector<MeasureName> names{
        {"granted", "how often the lock was got"},
        {"released", "how often it was given back"},
        {"timedOut", "how often a client gave up waiting"},
        {"lost", "how often a holder was told that it is none any more"},
        {"suspended", "how often a client lost contact"},
        {"errors", "what clients reported as errors"},
        {"holding", "how many believe now that they hold"},
        {"waiting", "how many wait now"},
        {"overlaps", "moments with more inside than the lock allows, as the guarded resource saw them"},
        {"writes", "writes that the guarded resource took"},
        {"staleRejected", "writes that came too late and were rejected by their fencing token"},
        {"staleThrough", "the same that got through, because the resource was not guarded"},
        {"cycles", "turns that were ended, at the end"},
        {"grantsPerS", "how often the lock was got, a second"},
        {"fairness", "Jain's index over the turns of the clients, at the end"},
        {"waitP50Ms", "from asking to getting, at the end"},
        {"waitP99Ms", "the same"},
        {"waitMaxMs", "the same"},
        {"wakeUpsPerRelease", "how many clients a release woke, at the end"},
        {"requestsPerGrant", "what the servers were asked, each time that the lock was got; at the end"},
        {"holdP50Ms", "from getting to giving back, at the end"},
        {"leftBehind", "contenders' nodes that are left when everybody has gone and every session has expired"},
    };
    return names;
}

} // namespace lockscope::console
