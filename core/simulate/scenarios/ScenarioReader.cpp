// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioReader.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/json/JsonFields.h"
#include "core/model/json/JsonPlaces.h"
#include "core/model/json/JsonSyntax.h"
#include "core/simulate/scenarios/CheckReader.h"
#include "core/simulate/scenarios/ScenarioReferences.h"

#include <algorithm>

namespace lockscope::console {

namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using inspect::JsonFault;
using inspect::JsonFields;

bool isName(const std::string& name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    });
}

ScenarioSandbox readSandbox(JsonFields fields)
{
    ScenarioSandbox sandbox;
    sandbox.servers = fields.number(u"servers"_s, 1, 3, sandbox.servers);
    if (sandbox.servers == 2)
        fields.complain(u"servers"_s, phrase("a sandbox must have 1 or 3 servers"));
    sandbox.tick = fields.duration(u"tick"_s).value_or(sandbox.tick);
    if (sandbox.tick < 50ms || sandbox.tick > 10s)
        fields.complain(u"tick"_s, phrase("use 50ms to 10s"));
    sandbox.sessionTimeout = fields.duration(u"sessionTimeout"_s).value_or(sandbox.sessionTimeout);
    if (sandbox.sessionTimeout < 2 * sandbox.tick || sandbox.sessionTimeout > 10min)
        fields.complain(u"sessionTimeout"_s, phrase("use at least 2 ticks and at most 10m"));
    fields.finish();
    return sandbox;
}

/// Reads the behaviour of a client; the other fields are those of the group.
void readBehaviour(JsonFields& fields, ContendOptions& options)
{
    options.hold = fields.checked(u"hold"_s, parseSpread(fields.text(u"hold"_s, "50ms..200ms")));
    options.think = fields.checked(u"think"_s, parseSpread(fields.text(u"think"_s, "0ms..10ms")));
    if (const int cycles = fields.number(u"cycles"_s, 1, 1'000'000, 0); cycles > 0)
        options.cycles = cycles;
    options.acquireTimeout = fields.duration(u"acquireTimeout"_s);
    if (const int seed = fields.number(u"seed"_s, 1, 2'000'000'000, 0); seed > 0)
        options.seed = static_cast<std::uint64_t>(seed);
    options.careless = fields.flag(u"careless"_s, false);
    options.revocation = fields.checked(u"revocation"_s, parseRevocation(fields.text(u"revocation"_s, "unheard")));
    if (const auto every = fields.duration(u"writeEvery"_s))
        options.writeEvery = *every;
}

ScenarioGroup readGroup(JsonFields fields)
{
    ScenarioGroup group;
    ContendOptions& options = group.options;
    options.name = fields.neededText(u"name"_s);
    if (!isName(options.name) || options.name == "everybody" || options.name == "somebody" || options.name == "nobody")
        fields.complain(u"name"_s, phrase("a name consists of letters, digits, \"-\", \"_\" and \".\". Reserved names: "
                                          "\"everybody\", \"somebody\" and \"nobody\""));
    options.clients = fields.number(u"count"_s, 1, mostClients, 1);
    group.perProcess = fields.number(u"perProcess"_s, 1, mostClients, 1);
    group.hasLink = fields.flag(u"link"_s, true);
    group.startsOff = fields.flag(u"start"_s, true);
    options.recipe = fields.checked(u"recipe"_s, parseRecipe(fields.text(u"recipe"_s, "mutex"), onZooKeeper));
    options.paths = fields.textOrTexts(u"path"_s);
    if (options.paths.empty())
        fields.complainMissing(u"path"_s,
                               phrase(R"("path" is missing. Specify a lock such as "/orders", or a list of locks)"));
    for (const std::string& path : options.paths) {
        const auto good = checkedPath(path);
        if (!good || path == "/")
            fields.complain(u"path"_s,
                            phrase("invalid lock path %1: use a path such as \"/orders\"", '"' + path + '"'));
    }
    options.nested = fields.flag(u"nested"_s, false);
    options.asGiven = fields.flag(u"asGiven"_s, false);
    options.mode = fields.checked(u"mode"_s, parseMode(fields.text(u"mode"_s, "write")));
    options.writeShare = fields.number(u"writeShare"_s, 0, 100, options.writeShare);
    options.leases = fields.number(u"leases"_s, 1, mostLeases, options.leases);
    readBehaviour(fields, options);
    options.control = true;
    if (const auto fitting = checked(options); !fitting)
        fields.complain(fitting.error().detail);
    fields.finish();
    return group;
}

ScenarioStep readStep(JsonFields fields)
{
    ScenarioStep step;
    step.at = fields.duration(u"at"_s);
    step.when = readChecks(fields, u"when"_s);
    step.wait = fields.duration(u"wait"_s).value_or(0ms);
    step.fault = readFault(fields);
    step.text = describe(step.fault);
    if (step.fault.kind != FaultKind::Nothing || !fields.has(u"do"_s)) {
        step.target = readTarget(fields);
        step.text = phrase("%1: %2", step.text, describe(step.target));
    }
    fields.finish();
    return step;
}

Scenario readFields(JsonFields fields)
{
    Scenario scenario;
    scenario.title = fields.neededText(u"title"_s);
    scenario.story = fields.neededText(u"story"_s);
    if (auto sandbox = fields.object(u"sandbox"_s))
        scenario.sandbox = readSandbox(*std::move(sandbox));
    for (auto& group : fields.objects(u"clients"_s))
        scenario.groups.push_back(readGroup(std::move(group)));
    if (scenario.groups.empty())
        fields.complainMissing(u"clients"_s, phrase("no client is given: give a list of clients"));
    if (auto resource = fields.object(u"resource"_s)) {
        scenario.hasResource = true;
        scenario.isGuarded = resource->flag(u"guarded"_s, true);
        resource->finish();
    }
    scenario.limit = fields.duration(u"limit"_s).value_or(scenario.limit);
    for (auto& step : fields.objects(u"steps"_s))
        scenario.steps.push_back(readStep(std::move(step)));
    if (scenario.steps.empty())
        fields.complainMissing(u"steps"_s,
                               phrase("no step is given. Give at least a step that sets the duration: [{\"do\": "
                                      "\"wait\", \"when\": {\"who\": \"everybody\", \"event\": \"granted\"}}]"));
    scenario.expectations = readChecks(fields, u"expect"_s);
    if (scenario.expectations.empty())
        fields.complainMissing(u"expect"_s,
                               phrase("no expectation is given: a scenario that cannot fail proves nothing"));
    for (std::size_t i = 0; i < scenario.steps.size(); ++i) {
        if (isServer(scenario.steps[i].target))
            scenario.needsSandbox = true;
    }
    for (const auto& [member, reason] : badReferences(scenario))
        fields.complain(QString::fromStdString(member), reason);
    fields.finish();
    return scenario;
}

} // namespace

Result<Scenario> readScenario(const QByteArray& json, const std::string& id, const std::string& file)
{
    const auto bad = [&](const QString& place, const std::string& reason) {
        return failure(ErrorCode::BadArguments, phraseLater("read the scenario"), file,
                       phrase("%1: %2", place, reason));
    };
    auto object = ensemble::readJsonObject(json, QStringLiteral("{…}"));
    if (!object)
        return bad(object.error().where, object.error().reason.toStdString());
    std::optional<JsonFault> fault;
    Scenario scenario = readFields(JsonFields(*std::move(object), {}, fault));
    if (fault) {
        const auto line = JsonPlaces(json).of(fault->where);
        return bad(QString::fromStdString(phrase("%1, %2", line, fault->where)), fault->reason.toStdString());
    }
    scenario.id = id;
    return scenario;
}

} // namespace lockscope::console
