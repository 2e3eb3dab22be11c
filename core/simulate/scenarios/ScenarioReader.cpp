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

constexpr int mostMasters = 9;

bool isName(const std::string& name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
               c == '.';
    });
}

void readZooKeeperServers(JsonFields& fields, ScenarioSandbox& sandbox)
{
    sandbox.servers = fields.number(u"servers"_s, 1, 3, sandbox.servers);
    if (sandbox.servers == 2)
        fields.complain(u"servers"_s, phrase("a sandbox must have 1 or 3 servers"));
    sandbox.tick = fields.duration(u"tick"_s).value_or(sandbox.tick);
    if (sandbox.tick < 50ms || sandbox.tick > 10s)
        fields.complain(u"tick"_s, phrase("use 50ms to 10s"));
    sandbox.sessionTimeout = fields.duration(u"sessionTimeout"_s).value_or(sandbox.sessionTimeout);
    if (sandbox.sessionTimeout < 2 * sandbox.tick || sandbox.sessionTimeout > 10min)
        fields.complain(u"sessionTimeout"_s, phrase("use at least 2 ticks and at most 10m"));
}

/// One server, several independent masters, or a kind with its usual number of servers.
void readRedisServers(JsonFields& fields, ScenarioSandbox& sandbox)
{
    constexpr int inKind = 6; // of Sentinels and of a cluster, with masters and replicas
    const QJsonValue given = fields.take(u"servers"_s);
    const int number = given.toInt(given.isUndefined() ? 1 : 0);
    if (given == u"sentinel"_s) {
        sandbox.kind = redis::SandboxKind::Sentinel;
        sandbox.servers = inKind;
    } else if (given == u"cluster"_s) {
        sandbox.kind = redis::SandboxKind::Cluster;
        sandbox.servers = inKind;
    } else if (number == 1) {
        sandbox.kind = redis::SandboxKind::Single;
    } else if (number >= 3 && number <= mostMasters) {
        sandbox.kind = redis::SandboxKind::Independent;
        sandbox.servers = number;
    } else {
        fields.complain(u"servers"_s, phrase("use 1, \"sentinel\", \"cluster\", or 3 to %1 for the independent masters "
                                             "of a Redlock",
                                             mostMasters));
    }
    sandbox.downAfter = fields.duration(u"downAfter"_s).value_or(sandbox.downAfter);
    if (sandbox.downAfter < 100ms || sandbox.downAfter > 1min)
        fields.complain(u"downAfter"_s, phrase("use 100ms to 1m"));
}

ScenarioSandbox readSandbox(JsonFields fields, inspect::Backend backend)
{
    ScenarioSandbox sandbox;
    if (backend == inspect::Backend::Redis)
        readRedisServers(fields, sandbox);
    else
        readZooKeeperServers(fields, sandbox);
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
    options.lease = fields.duration(u"lease"_s);
    options.watchdogTimeout = fields.duration(u"watchdogTimeout"_s);
    options.nodeTimeout = fields.duration(u"nodeTimeout"_s);
    options.sequential = fields.flag(u"sequential"_s, false);
}

void readLocks(JsonFields& fields, ContendOptions& options, inspect::Backend backend)
{
    options.paths = fields.textOrTexts(u"path"_s);
    if (options.paths.empty())
        fields.complainMissing(u"path"_s,
                               phrase(R"("path" is missing. Specify a lock such as "/orders", or a list of locks)"));
    if (backend == inspect::Backend::Redis)
        return; // any name is a key
    for (const std::string& path : options.paths) {
        const auto good = checkedPath(path);
        if (!good || path == "/")
            fields.complain(u"path"_s,
                            phrase("invalid lock path %1: use a path such as \"/orders\"", '"' + path + '"'));
    }
}

/// Sentinels and the servers of a cluster name the addresses that clients connect to.
bool readLink(JsonFields& fields, redis::SandboxKind kind)
{
    const bool canHaveLinks = kind == redis::SandboxKind::Single || kind == redis::SandboxKind::Independent;
    const bool hasLink = fields.flag(u"link"_s, canHaveLinks);
    if (hasLink && !canHaveLinks)
        fields.complain(u"link"_s, phrase("clients of Sentinels and of a cluster have no link: the servers give them "
                                          "further addresses. Remove the field"));
    return hasLink;
}

ScenarioGroup readGroup(JsonFields fields, const Scenario& scenario)
{
    ScenarioGroup group;
    ContendOptions& options = group.options;
    options.name = fields.neededText(u"name"_s);
    if (!isName(options.name) || options.name == "everybody" || options.name == "somebody" || options.name == "nobody")
        fields.complain(u"name"_s, phrase("a name consists of letters, digits, \"-\", \"_\" and \".\". Reserved names: "
                                          "\"everybody\", \"somebody\" and \"nobody\""));
    options.clients = fields.number(u"count"_s, 1, mostClients, 1);
    group.perProcess = fields.number(u"perProcess"_s, 1, mostClients, 1);
    group.hasLink = readLink(fields, scenario.sandbox.kind);
    group.startsOff = fields.flag(u"start"_s, true);
    const RecipeServers servers = scenario.recipeServers();
    options.recipe = fields.checked(
        u"recipe"_s, parseRecipe(fields.text(u"recipe"_s, std::string(toString(usualRecipe(servers)))), servers));
    readLocks(fields, options, scenario.backend);
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
    step.turningPoint = fields.text(u"say"_s, "");
    if (!step.turningPoint.empty())
        step.stopsHere = fields.flag(u"stop"_s);
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
    scenario.backend = static_cast<inspect::Backend>(fields.word(u"backend"_s, {u"zookeeper"_s, u"redis"_s}));
    if (auto sandbox = fields.object(u"sandbox"_s))
        scenario.sandbox = readSandbox(*std::move(sandbox), scenario.backend);
    for (auto& group : fields.objects(u"clients"_s))
        scenario.groups.push_back(readGroup(std::move(group), scenario));
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
    for (const ScenarioStep& step : scenario.steps) {
        scenario.needsSandbox = scenario.needsSandbox || isServer(step.target);
        scenario.sandbox.movesClocks = scenario.sandbox.movesClocks || step.fault.kind == FaultKind::Clock;
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
