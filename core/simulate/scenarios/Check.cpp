// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Check.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"
#include "core/model/Finding.h"

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
    static const std::vector<std::string> words{"connected", "queued", "granted", "released", "timedOut",
                                                "suspended", "lost",   "error",   "rejected", "revocation"};
    return words;
}

/// The kinds of findings that the inspector can show.
std::vector<std::string> findingWords()
{
    std::vector<std::string> words;
    for (const auto kind : allOf<inspect::FindingKind>()) {
        if (kind != inspect::FindingKind::Other)
            words.emplace_back(toString(kind));
    }
    return words;
}

Result<Check> bad(const std::string& text, const std::string& reason)
{
    return failure(ErrorCode::BadArguments, phraseLater("read the condition"), {}, phrase("\"%1\": %2", text, reason));
}

Result<Check> noCondition(const std::string& text)
{
    return bad(text, phrase("this is no condition: write for example \"worker-1 holds\", \"2 of workers wait\", "
                            "\"worker-1 really gone\", \"everybody saw granted\", \"inspector shows deadlock\", "
                            "\"servers serve\" or \"overlaps = 0\""));
}

Result<Check> measureCheck(const std::string& text, const std::smatch& match)
{
    const std::string name = match[1];
    const auto& names = measureNames();
    if (std::none_of(names.begin(), names.end(), [&](const MeasureName& known) { return known.name == name; })) {
        std::vector<std::string> known;
        known.reserve(names.size());
        for (const auto& one : names)
            known.emplace_back(one.name);
        return bad(text, phrase("\"%1\" is not measured: choose one of %2", name, listed(known)));
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
    auto parsed = parseTargetSelector(whom);
    if (!parsed)
        return bad(text, parsed.error().detail);
    if (isServer(*parsed))
        return bad(text, phrase("of a server it can be said that it serves, or that it is down"));
    Check check;
    check.kind = kind;
    check.text = text;
    check.whom = *std::move(parsed);
    check.word = std::move(word);
    check.value = value;
    return check;
}

} // namespace

Result<Check> parseCheck(std::string_view given)
{
    static const std::regex measure(
        "([A-Za-z0-9]+)(?: of ([A-Za-z0-9_.-]+))? *(=|!=|<=|>=|<|>) *(-?[0-9]{1,15}(?:\\.[0-9]{1,15})?)");
    static const std::regex saw("(.+) saw ([A-Za-z]+)(?: ([1-9][0-9]{0,5}) times)?");
    static const std::regex finding("inspector (shows no|shows|showed|never showed) ([a-z-]+)");
    static const std::regex server("(?:server ([1-3])|servers) (serves|serve|down|is down)");
    static const std::regex truth("(.+) really (holds|hold|waits|wait|queues|queue|gone)");
    static const std::regex state("(.+?) ((?:is |are |has |have )?[a-z]+)");
    const std::string text(given);
    if (text.size() > longestTargetSelector)
        return noCondition(text.substr(0, longestTargetSelector) + "…");
    std::smatch match;
    if (std::regex_match(text, match, measure))
        return measureCheck(text, match);
    if (std::regex_match(text, match, saw)) {
        const std::string event = match[2];
        if (std::find(eventWords().begin(), eventWords().end(), event) == eventWords().end())
            return bad(text, phrase("no client tells of \"%1\": choose one of %2", event, listed(eventWords())));
        return clientCheck(Check::Kind::Saw, text, match[1], event, match[3].matched ? std::stod(match[3]) : 1);
    }
    if (std::regex_match(text, match, finding)) {
        const auto kinds = findingWords();
        if (const std::string kind = match[2]; std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
            return bad(text, phrase("there is no finding \"%1\": choose one of %2", kind, listed(kinds)));
        Check check;
        check.kind = Check::Kind::Finding;
        check.text = text;
        check.word = match[2];
        check.relation = match[1];
        return check;
    }
    if (std::regex_match(text, match, server)) {
        Check check;
        check.kind = Check::Kind::Server;
        check.text = text;
        check.whom.kind = TargetSelector::Kind::Server;
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
    return noCondition(text);
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
        {"staleRejected", "writes that were rejected, by their fencing token or because the writer was not inside"},
        {"staleThrough", "the same that got through, because the resource was not guarded"},
        {"cycles", "turns that were ended, at the end"},
        {"grantsPerS", "how often the lock was got, a second"},
        {"fairness", "Jain's index over the turns of the clients, at the end"},
        {"waitP50Ms", "from asking to getting, at the end"},
        {"waitP99Ms", "the same"},
        {"waitMaxMs", "the same"},
        {"handovers", "how often a lock that somebody waited for went from one to the next, at the end"},
        {"handoverP50Us",
         "from asking for the release to the next grant, in microseconds: half took no longer, at the end"},
        {"handoverP99Us", "the same for 99 in 100"},
        {"wakeUpsPerRelease", "how many clients a release woke, at the end"},
        {"requestsPerGrant", "what the servers were asked, each time that the lock was got; at the end"},
        {"holdP50Ms", "from getting to giving back, at the end"},
        {"leftBehind", "contenders' nodes that are left when everybody has gone and every session has expired"},
    };
    return names;
}

} // namespace lockscope::console
